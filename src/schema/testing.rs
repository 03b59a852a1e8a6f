//! What the tests of this room share.

use crate::json::{Doc, Json, Origin};
use proptest::prelude::*;
use serde_json::{Value, json};
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

fn scalar() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        (-3_i64..4).prop_map(Value::from),
        prop::sample::select(vec![0.5, 1.0, 2.0, -1.5]).prop_map(Value::from),
        "[ab]{0,3}".prop_map(Value::String),
    ]
}

/// Schemas of the usual keywords, nested.
pub(super) fn schemas() -> impl Strategy<Value = Value> {
    let kind = prop::sample::select(vec!["string", "integer", "number", "boolean", "null", "array", "object"]);
    let leaf = prop_oneof![
        kind.prop_map(|kind| json!({"type": kind})),
        prop::collection::vec(scalar(), 1..4).prop_map(|members| json!({"enum": members})),
        scalar().prop_map(|it| json!({"const": it})),
        (-2_i64..3, -2_i64..3).prop_map(|(low, high)| json!({"minimum": low, "maximum": high})),
        (0_u64..3, 0_u64..3).prop_map(|(low, high)| json!({"minLength": low, "maxLength": high})),
        Just(json!({"type": ["string", "null"], "description": "x"})),
        Just(json!({"type": "string", "enum": ["a", "b"]})),
        Just(json!({"enum": ["ab"]})),
        (0_u64..3, 0_u64..3).prop_map(|(low, high)| json!({"type": "array", "minItems": low, "maxItems": high})),
    ];
    leaf.prop_recursive(3, 16, 3, |inner| {
        prop_oneof![
            inner.clone().prop_map(|items| json!({"type": "array", "items": items})),
            prop::collection::vec(inner.clone(), 1..3).prop_map(|branches| json!({"anyOf": branches})),
            (
                prop::collection::btree_map("[ab]", inner.clone(), 0..3),
                prop::collection::vec("[ab]", 0..2),
                prop::option::of(any::<bool>())
            )
                .prop_map(|(properties, mut required, closed)| {
                    required.dedup();
                    let mut schema = json!({"type": "object", "properties": properties, "required": required});
                    if let Some(open) = closed {
                        schema["additionalProperties"] = Value::Bool(open);
                    }
                    schema
                }),
        ]
    })
}

/// Instances that they take, or nearly.
pub(super) fn values() -> impl Strategy<Value = Value> {
    scalar().prop_recursive(3, 16, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::Array),
            prop::collection::btree_map("[abc]", inner, 0..3).prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}
