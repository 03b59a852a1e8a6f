//! What the tests of this room share.

use crate::json::{Doc, Json, Origin};
use std::sync::Arc;

pub(super) fn doc(text: &str) -> Arc<Doc> {
    Doc::parse("schema.json".into(), text, Origin::default()).expect("JSON")
}

/// The place that a pointer without escapes names.
pub(super) fn at<'a>(root: Json<'a>, pointer: &str) -> Json<'a> {
    pointer.split('/').skip(1).fold(root, |here, step| here.step(step).expect("a place"))
}

/// Levels `d0`..`d{n}` of `$defs`, each of which refers twice to the next: 2^n paths.
pub(super) fn fan_out(levels: usize, combinator: &str) -> String {
    let mut defs: Vec<String> = (0..levels)
        .map(|n| {
            let next = format!(r##"{{"$ref":"#/$defs/d{}"}}"##, n + 1);
            format!(r#""d{n}":{{"{combinator}":[{next},{next}]}}"#)
        })
        .collect();
    defs.push(format!(r#""d{levels}":{{"type":"object","properties":{{"leaf":{{"enum":["a"]}}}}}}"#));
    format!(r##"{{"$ref":"#/$defs/d0","$defs":{{{}}}}}"##, defs.join(","))
}

/// A chain of `$ref`s through `n` definitions.
pub(super) fn chain(n: usize) -> String {
    let mut defs: Vec<String> = (0..n).map(|i| format!(r##""d{i}":{{"$ref":"#/$defs/d{}"}}"##, i + 1)).collect();
    defs.push(format!(r#""d{n}":{{"type":"string"}}"#));
    format!(r##"{{"$ref":"#/$defs/d0","$defs":{{{}}}}}"##, defs.join(","))
}
