//! RFC 6901 pointers.

/// One more step of a pointer.
pub(super) fn push(out: &mut String, step: &str) {
    out.push('/');
    if step.contains(['~', '/']) {
        out.push_str(&step.replace('~', "~0").replace('/', "~1"));
    } else {
        out.push_str(step);
    }
}

/// A pointer from its steps.
pub(crate) fn join<I: IntoIterator<Item = S>, S: AsRef<str>>(steps: I) -> String {
    let mut out = String::new();
    for step in steps {
        push(&mut out, step.as_ref());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tilde_and_slash_are_escaped() {
        assert_eq!(join(["a/b", "m~n", ""]), "/a~1b/m~0n/");
        assert_eq!(join(Vec::<String>::new()), "");
    }
}
