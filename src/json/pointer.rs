//! RFC 6901 pointers.

/// One step of a pointer, escaped.
pub(crate) fn escape(step: &str) -> String {
    if step.contains(['~', '/']) { step.replace('~', "~0").replace('/', "~1") } else { step.to_owned() }
}

/// A pointer from its steps.
pub(crate) fn join<I: IntoIterator<Item = S>, S: AsRef<str>>(steps: I) -> String {
    let mut out = String::new();
    for step in steps {
        out.push('/');
        out.push_str(&escape(step.as_ref()));
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
