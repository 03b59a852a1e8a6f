//! Schemas that mean harm, or nothing: every function of this room must come back, and soon.

use super::testing::{chain, doc, fan_out};
use super::*;
use crate::json::Json;
use std::time::{Duration, Instant};

fn all(schema: Json<'_>) -> Option<Why> {
    let mut nodes = Vec::new();
    walk(schema, &mut |step| nodes.push(step.node));
    for node in [Some(schema), nodes.last().copied()].into_iter().flatten() {
        let shape = shape(schema, node);
        assert!(shape.required.iter().all(|(name, _)| shape.requires(name)));
        types(schema, node);
        members(schema, node);
        variants(schema, node);
        items(schema, node);
    }
    faults(Dialect::of(schema), schema);
    match Checker::compile(schema) {
        Ok(checker) => {
            let nested = (0..100).fold(serde_json::json!("x"), |inner, _| serde_json::json!({ "a": inner, "leaf": "b" }));
            for instance in [serde_json::json!({"leaf": "b"}), serde_json::json!([1, null, "x"]), nested] {
                checker.check(&instance);
            }
            None
        }
        Err(refused) => Some(refused.why),
    }
}

fn nested(levels: usize, open: &str, close: &str) -> String {
    format!("{}{{}}{}", open.repeat(levels), close.repeat(levels))
}

#[test]
fn nothing_hangs_or_panics() {
    let ring: Vec<String> = (0..5000).map(|n| format!(r##""d{n}":{{"$ref":"#/$defs/d{}"}}"##, (n + 1) % 5000)).collect();
    let names: Vec<String> = (0..20_000).map(|n| format!(r##""p{n}":{{"$ref":"#/$defs/p{n}"}}"##)).collect();
    let anchors: Vec<String> = (0..5_000).map(|n| format!(r##""p{n}":{{"$ref":"#a{n}","$anchor":"a{n}"}}"##)).collect();
    let wide = |keyword: &str| format!(r#"{{"{keyword}":[{}]}}"#, vec![r#"{"type":"string"}"#; 5000].join(","));
    let long_props: String = (0..2000).map(|n| format!(r##""d{n}":{{"properties":{{"a":{{"$ref":"#/$defs/d{}"}}}}}},"##, n + 1)).collect();
    for (name, schema, want) in [
        ("self", r##"{"$ref":"#"}"##.to_owned(), None),
        ("self in allOf", r##"{"allOf":[{"$ref":"#"},{"$ref":"#"}]}"##.to_owned(), None),
        ("self in anyOf", r##"{"anyOf":[{"$ref":"#"},{"$ref":"#"},{"properties":{"a":{"$ref":"#"}}}]}"##.to_owned(), None),
        (
            "mutual",
            r##"{"$ref":"#/$defs/a","$defs":{"a":{"anyOf":[{"$ref":"#/$defs/b"}]},"b":{"oneOf":[{"$ref":"#/$defs/a"}]}}}"##.to_owned(),
            None,
        ),
        (
            "recursive fan-out",
            r##"{"allOf":[{"properties":{"a":{"$ref":"#"}}},{"properties":{"a":{"$ref":"#"}}}],"required":["z"]}"##.to_owned(),
            None,
        ),
        ("fan-out allOf", fan_out(30, "allOf"), Some(Why::TooCostly)),
        ("fan-out anyOf", fan_out(30, "anyOf"), Some(Why::TooCostly)),
        ("fan-out oneOf", fan_out(1000, "oneOf"), Some(Why::TooCostly)),
        ("fan-out just within", fan_out(14, "allOf"), None),
        ("fan-out just within, failing alternatives", fan_out(14, "anyOf"), None),
        ("chain", chain(20_000), Some(Why::TooCostly)),
        ("short chain", chain(240), None),
        ("ring", format!(r##"{{"$ref":"#/$defs/d0","$defs":{{{}}}}}"##, ring.join(",")), Some(Why::TooCostly)),
        ("chain of properties", format!(r##"{{"$ref":"#/$defs/d0","$defs":{{{long_props}"d2000":{{}}}}}}"##), Some(Why::TooCostly)),
        ("many names", format!(r#"{{"properties":{{{0}}},"$defs":{{{0}}}}}"#, names.join(",")), None),
        ("many anchors", format!(r#"{{"properties":{{{}}}}}"#, anchors.join(",")), None),
        ("wide anyOf", wide("anyOf"), None),
        ("wide oneOf", wide("oneOf"), None),
        ("deep items", nested(120, r#"{"items":"#, "}"), None),
        ("deep properties", nested(60, r#"{"properties":{"a":"#, "}}"), None),
        ("deep anyOf", nested(60, r#"{"anyOf":["#, "]}"), None),
        ("deep not", nested(120, r#"{"not":"#, "}"), None),
        ("deep unevaluated", nested(60, r#"{"unevaluatedProperties":false,"allOf":["#, "]}"), Some(Why::TooCostly)),
        ("some unevaluated", nested(8, r#"{"unevaluatedProperties":false,"allOf":["#, "]}"), None),
        ("deep fault", format!("{}7{}", r#"{"items":"#.repeat(120), "}".repeat(120)), Some(Why::Invalid)),
        (
            "deep fault, draft-07",
            format!(
                r#"{{"$schema":"http://json-schema.org/draft-07/schema#","items":{}7{}}}"#,
                r#"{"items":"#.repeat(110),
                "}".repeat(110)
            ),
            Some(Why::Invalid),
        ),
        (
            "large and deep, draft-07",
            format!(
                r#"{{"$schema":"http://json-schema.org/draft-07/schema#","items":{}{{"enum":[{}7],"type":7}}{}}}"#,
                r#"{"items":"#.repeat(100),
                "1,".repeat(200_000),
                "}".repeat(100)
            ),
            Some(Why::TooCostly),
        ),
        ("dangling", r##"{"$ref":"#/$defs/no"}"##.to_owned(), Some(Why::BadReference)),
        ("remote", r##"{"properties":{"a":{"$ref":"https://example.com/x.json"}}}"##.to_owned(), Some(Why::BadReference)),
        ("file", r##"{"$ref":"file:///etc/hosts"}"##.to_owned(), Some(Why::BadReference)),
        ("relative", r##"{"$ref":"other.json"}"##.to_owned(), Some(Why::BadReference)),
        ("odd id", r##"{"$id":"::","type":"object"}"##.to_owned(), Some(Why::BadReference)),
        ("properties list", r#"{"properties":[]}"#.to_owned(), Some(Why::Invalid)),
        ("required text", r#"{"required":"x"}"#.to_owned(), Some(Why::Invalid)),
        ("no schema", "7".to_owned(), Some(Why::Invalid)),
        ("null", "null".to_owned(), Some(Why::Invalid)),
        ("false", "false".to_owned(), None),
        ("unknown dialect", r#"{"$schema":"https://example.com/mine","type":"object"}"#.to_owned(), None),
        ("unknown dialect inside", r#"{"properties":{"a":{"$schema":"urn:x","$id":"https://example.com/a"}}}"#.to_owned(), None),
        ("bad pattern", r#"{"pattern":"("}"#.to_owned(), Some(Why::BadPattern)),
        ("huge pattern", r#"{"pattern":"^(a{1,1000}){1,1000}$"}"#.to_owned(), Some(Why::BadPattern)),
        ("bad pattern of keys", r#"{"patternProperties":{"(":{}}}"#.to_owned(), Some(Why::BadPattern)),
        ("huge number", r#"{"maximum":1e400}"#.to_owned(), Some(Why::Invalid)),
        ("lone surrogate", r#"{"description":"\ud800","type":"object"}"#.to_owned(), None),
    ] {
        let doc = doc(&schema);
        let start = Instant::now();
        assert_eq!(all(doc.root()), want, "{name}");
        let took = start.elapsed();
        assert!(took < Duration::from_secs(10), "{name}: {took:?}");
    }
}

#[test]
fn circles_through_long_chains_are_gone_round_while_the_stack_lasts() {
    let defs: String = (0..200).map(|n| format!(r##""d{n}":{{"$ref":"#/$defs/d{}"}},"##, n + 1)).collect();
    let text = format!(r##"{{"$ref":"#/$defs/d0","$defs":{{{defs}"d200":{{"properties":{{"a":{{"$ref":"#"}}}}}}}}}}"##);
    let doc = doc(&text);
    let checker = Checker::compile(doc.root()).expect("a schema");
    let nested = |levels: usize| (0..levels).fold(serde_json::json!({}), |inner, _| serde_json::json!({ "a": inner }));
    assert_eq!(checker.is_valid(&nested(1)), Some(true));
    assert_eq!(checker.is_valid(&nested(100)), None);
}

#[test]
fn patterns_that_go_back_without_end_leave_it_undecided() {
    let doc = doc(r#"{"properties":{"a":{"pattern":"^(?:(?!b)a|(?!c)a)*$"}},"required":["b"]}"#);
    let checker = Checker::compile(doc.root()).expect("a schema");
    let long = format!("{}x", "a".repeat(40));
    assert_eq!(checker.is_valid(&serde_json::json!({"a": long, "b": 1})), None);
    // What is broken elsewhere still is.
    assert_eq!(checker.check(&serde_json::json!({"a": long})).map(|found| found.len()), Some(1));
}

#[test]
fn large_values_under_a_failing_union_are_not_copied_without_end() {
    let doc = doc(&fan_out(13, "anyOf"));
    let checker = Checker::compile(doc.root()).expect("a schema");
    assert_eq!(checker.check(&serde_json::json!("x".repeat(1 << 22))), None);
}
