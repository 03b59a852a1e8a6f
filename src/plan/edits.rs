//! The texts of a schema that a rename changes: keys of `properties`, and the entries that demand them. All else stays to the byte.

use crate::json::{Json, NodeId};
use crate::meaning;
use crate::schema::{self, Role};
use crate::surface::Tool;
use std::ops::Range;

/// One text of a document, with its quotes, and what it becomes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Edit {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) becomes: String,
}

/// Every place where the input schema of a tool declares, demands or depends on a parameter, in order.
pub(crate) fn of_name(tool: &Tool, from: &str, to: &str) -> Vec<Edit> {
    let mut found = Found { tool, from, to, props: Vec::new(), edits: Vec::new() };
    let Some(root) = tool.input_schema() else { return Vec::new() };
    schema::walk(root, &mut |step| {
        if step.names.is_empty() && step.role != Role::PropertyNames {
            found.object(step.node);
        }
    });
    let renamed: Vec<NodeId> = found.props.clone();
    schema::walk(root, &mut |step| found.reference(root, step.node, &renamed));
    found.sorted()
}

/// Every place where the schema of a parameter, or of its items, lists a text as a member or as its default.
pub(crate) fn of_value(tool: &Tool, param: &str, from: &str, to: &str) -> Vec<Edit> {
    let mut found = Found { tool, from, to, props: Vec::new(), edits: Vec::new() };
    let Some(root) = tool.input_schema() else { return Vec::new() };
    schema::walk(root, &mut |step| {
        if let [top, rest @ ..] = &*step.names
            && *top == param
            && matches!(rest, [] | ["[]"])
        {
            found.listed(step.node.get("enum"));
            for keyword in ["const", "default"] {
                found.text(step.node.get(keyword));
                found.listed(step.node.get(keyword));
            }
        }
    });
    found.sorted()
}

/// What the description of a tool documents under the name, documented under the new one. For judging alone: prose is for people to change.
pub(crate) fn of_docstring(tool: &Tool, from: &str, to: &str) -> Option<Edit> {
    let at = tool.json().get("description")?;
    let text = at.text()?;
    if !meaning::documented_arguments(text).contains(&from) {
        return None;
    }
    let mut becomes = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let lead = line.len() - line.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '-' | '*' | '`' | ':' | '@')).len();
        let (head, body) = line.split_at_checked(lead).unwrap_or(("", line));
        let rest = body.strip_prefix(from).filter(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'));
        becomes.push_str(head);
        match rest {
            Some(rest) => {
                becomes.push_str(to);
                becomes.push_str(rest);
            }
            None => becomes.push_str(body),
        }
    }
    Some(Edit { start: at.span().start, end: at.span().end, becomes: serde_json::Value::from(becomes).to_string() })
}

/// The text with its edits, which are in order and apart.
pub(crate) fn applied(text: &str, edits: &[Edit]) -> String {
    let mut out = String::with_capacity(text.len() + 64);
    let mut kept = 0;
    for edit in edits {
        out.push_str(text.get(kept..edit.start).unwrap_or(""));
        out.push_str(&edit.becomes);
        kept = edit.end;
    }
    out.push_str(text.get(kept..).unwrap_or(""));
    out
}

struct Found<'a> {
    tool: &'a Tool,
    from: &'a str,
    to: &'a str,
    /// The schemas whose key is renamed.
    props: Vec<NodeId>,
    edits: Vec<Edit>,
}

impl Found<'_> {
    fn object(&mut self, node: Json<'_>) {
        self.keys(node.get("properties"));
        self.props.extend(node.get("properties").and_then(|properties| properties.get(self.from)).map(Json::id));
        self.listed(node.get("required"));
        for keyword in ["dependentRequired", "dependencies"] {
            self.keys(node.get(keyword));
            node.get(keyword).into_iter().flat_map(Json::entries).for_each(|(_, names)| self.listed(Some(names)));
        }
        self.keys(node.get("dependentSchemas"));
    }

    fn keys(&mut self, object: Option<Json<'_>>) {
        for (key, value) in object.into_iter().flat_map(Json::entries) {
            if let (true, Some(span)) = (key == self.from, value.key_span()) {
                self.push(span.start..span.end);
            }
        }
    }

    /// A `$ref` that leads through a renamed key: it would lead nowhere.
    fn reference(&mut self, root: Json<'_>, node: Json<'_>, renamed: &[NodeId]) {
        let Some((at, pointer)) = node.get("$ref").and_then(|at| Some((at, at.text()?.strip_prefix('#')?))) else { return };
        let mut steps: Vec<String> = pointer.split('/').map(str::to_owned).collect();
        let mut changed = false;
        for end in 1..steps.len() {
            let prefix = pointer.split('/').take(end + 1).collect::<Vec<_>>().join("/");
            let leads = schema::locate(root, &prefix).is_some_and(|target| renamed.contains(&target.id()));
            if let Some(step) = steps.get_mut(end).filter(|_| leads) {
                *step = self.to.replace('~', "~0").replace('/', "~1");
                changed = true;
            }
        }
        if changed {
            let becomes = serde_json::Value::from(format!("#{}", steps.join("/"))).to_string();
            self.edits.push(Edit { start: at.span().start, end: at.span().end, becomes });
        }
    }

    fn listed(&mut self, list: Option<Json<'_>>) {
        list.into_iter().flat_map(Json::items).for_each(|item| self.text(Some(item)));
    }

    fn text(&mut self, text: Option<Json<'_>>) {
        if let Some(text) = text.filter(|text| text.text() == Some(self.from)) {
            self.push(text.span().start..text.span().end);
        }
    }

    fn push(&mut self, at: Range<usize>) {
        let written = self.tool.doc.text();
        let old = written.get(at.clone()).unwrap_or("");
        self.edits.push(Edit { start: at.start, end: at.end, becomes: spelled(self.to, old, written) });
    }

    fn sorted(mut self) -> Vec<Edit> {
        self.edits.sort_unstable();
        self.edits.dedup();
        self.edits
    }
}

/// The name as a JSON text, in the manner of the one that it replaces and of the file: beyond ASCII as it is, or escaped.
fn spelled(name: &str, old: &str, written: &str) -> String {
    let plain = serde_json::Value::from(name).to_string();
    if plain.is_ascii() || !(old.is_ascii() && escapes_letters(if old.contains("\\u") { old } else { written })) {
        return plain;
    }
    let mut out = String::new();
    for c in plain.chars() {
        if c.is_ascii() {
            out.push(c);
        } else {
            c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| out.push_str(&format!("\\u{unit:04x}")));
        }
    }
    out
}

/// ASCII alone, with letters beyond it escaped.
fn escapes_letters(text: &str) -> bool {
    let beyond =
        |(at, _): (usize, &str)| text.get(at + 2..at + 6).and_then(|hex| u32::from_str_radix(hex, 16).ok()).is_some_and(|c| c > 0x7f);
    text.is_ascii() && text.match_indices("\\u").any(beyond)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{Doc, NodeId, Origin};

    fn renamed(schema: &str, from: &str, to: &str) -> String {
        let text = format!(r#"{{"name": "shelf_add", "inputSchema": {schema}}}"#);
        let doc = Doc::parse("t.json".into(), text.as_str(), Origin::default()).expect("JSON");
        let tool = Tool::read(&doc, NodeId::ROOT);
        let out = applied(&text, &of_name(&tool, from, to));
        out.strip_prefix(r#"{"name": "shelf_add", "inputSchema": "#).and_then(|rest| rest.strip_suffix('}')).expect("a schema").to_owned()
    }

    #[test]
    fn keys_and_demands_are_renamed_wherever_the_object_has_them() {
        for (before, after) in [
            (r#"{"properties":{"a":{},"b":{}},"required":["b","a"]}"#, r#"{"properties":{"new":{},"b":{}},"required":["b","new"]}"#),
            (r#"{ "properties" : { "a" : { } } }"#, r#"{ "properties" : { "new" : { } } }"#),
            (
                r##"{"properties":{"a":{"type":"string"},"b":{"$ref":"#/properties/a"},"c":{"items":{"$ref":"#/properties/a/items"}}}}"##,
                r##"{"properties":{"new":{"type":"string"},"b":{"$ref":"#/properties/new"},"c":{"items":{"$ref":"#/properties/new/items"}}}}"##,
            ),
            (
                r##"{"allOf":[{"$ref":"#/$defs/x"}],"$defs":{"x":{"properties":{"a":{}}},"a":{"properties":{"a":{}}}}}"##,
                r##"{"allOf":[{"$ref":"#/$defs/x"}],"$defs":{"x":{"properties":{"new":{}}},"a":{"properties":{"a":{}}}}}"##,
            ),
            (
                r#"{"properties":{"a":{},"m":{}},"if":{"required":["a"]},"then":{"required":["m","a"]},"dependentRequired":{"a":["m"],"m":["a"]}}"#,
                r#"{"properties":{"new":{},"m":{}},"if":{"required":["new"]},"then":{"required":["m","new"]},"dependentRequired":{"new":["m"],"m":["new"]}}"#,
            ),
            (
                r#"{"properties":{"a":{}},"not":{"required":["a"]},"dependentSchemas":{"a":{"required":["a"]}},"dependencies":{"a":["a"]}}"#,
                r#"{"properties":{"new":{}},"not":{"required":["new"]},"dependentSchemas":{"new":{"required":["new"]}},"dependencies":{"new":["new"]}}"#,
            ),
        ] {
            assert_eq!(renamed(before, "a", "new"), after);
        }
    }

    #[test]
    fn what_is_no_name_of_the_object_stays() {
        for same in [
            r#"{"properties":{"b":{"properties":{"a":{}},"required":["a"]}}}"#,
            r#"{"properties":{"b":{"enum":["a"],"default":"a","description":"a"}},"title":"a","examples":[{"a":1}]}"#,
            r#"{"propertyNames":{"enum":["a"]},"patternProperties":{"a":{}}}"#,
            r#"{"required":"a","properties":["a"]}"#,
        ] {
            assert_eq!(renamed(same, "a", "new"), same);
        }
    }

    #[test]
    fn names_are_spelled_as_the_file_spells_them() {
        for (before, from, to, after) in [
            (r#"{"properties":{"a":{}}}"#, "a", "q\"\\\n", r#"{"properties":{"q\"\\\n":{}}}"#),
            (r#"{"properties":{"q\"\\\n":{}}}"#, "q\"\\\n", "a", r#"{"properties":{"a":{}}}"#),
            (r#"{"properties":{"a":{}}}"#, "a", "größe", r#"{"properties":{"größe":{}}}"#),
            (r#"{"properties":{"gr\u00f6\u00dfe":{}}}"#, "größe", "höhe", r#"{"properties":{"h\u00f6he":{}}}"#),
            (r#"{"title":"\u00e4","properties":{"a":{}}}"#, "a", "🗂", r#"{"title":"\u00e4","properties":{"\ud83d\uddc2":{}}}"#),
            (r#"{"title":"\u00e4ö","properties":{"a":{}}}"#, "a", "ö", r#"{"title":"\u00e4ö","properties":{"ö":{}}}"#),
            (r#"{"properties":{"\u0061":{}}}"#, "a", "b", r#"{"properties":{"b":{}}}"#),
        ] {
            assert_eq!(renamed(before, from, to), after);
        }
    }

    #[test]
    fn members_and_defaults_are_values() {
        let text = r#"{"name":"t","inputSchema":{"properties":{"m":{"enum":["x","y"],"default":"x"},"n":{"enum":["x"]},
            "l":{"type":"array","items":{"oneOf":[{"const":"x"},{"const":"z"}]},"default":["x"]}}}}"#;
        let doc = Doc::parse("t.json".into(), text, Origin::default()).expect("JSON");
        let tool = Tool::read(&doc, NodeId::ROOT);
        let of = |param| applied(text, &of_value(&tool, param, "x", "new"));
        assert_eq!(of("m"), text.replace(r#"["x","y"],"default":"x""#, r#"["new","y"],"default":"new""#));
        assert_eq!(of("l"), text.replace(r#"{"const":"x"}"#, r#"{"const":"new"}"#).replace(r#""default":["x"]"#, r#""default":["new"]"#));
        assert_eq!(of("o"), text);
    }

    #[test]
    fn a_docstring_documents_the_new_name() {
        let of = |description: &str, from: &str| {
            let text = serde_json::json!({"name": "t", "description": description}).to_string();
            let doc = Doc::parse("t.json".into(), text.as_str(), Origin::default()).expect("JSON");
            let edit = of_docstring(&Tool::read(&doc, NodeId::ROOT), from, "new")?;
            let after: serde_json::Value = serde_json::from_str(&applied(&text, &[edit])).expect("JSON");
            after["description"].as_str().map(str::to_owned)
        };
        let text = "Opens a path.\n\nArgs:\n    path: The path of the box.\n    paths: More.\n";
        assert_eq!(of(text, "path").as_deref(), Some("Opens a path.\n\nArgs:\n    new: The path of the box.\n    paths: More.\n"));
        assert_eq!(of(text, "box"), None);
        assert_eq!(of("", "box"), None);
    }

    mod laws {
        use super::*;
        use proptest::prelude::*;
        use serde_json::{Map, Value, json};

        const NAMES: [&str; 6] = ["box_id", "path", "a\"b\\", "größe", "x", "line\nbreak"];

        fn name() -> impl Strategy<Value = &'static str> {
            prop::sample::select(NAMES.to_vec())
        }

        fn schema() -> impl Strategy<Value = Value> {
            let leaf = prop_oneof![Just(json!({"type": "string"})), name().prop_map(|name| json!({"enum": [name], "default": name}))];
            leaf.prop_recursive(3, 24, 4, |inner| {
                let names = || prop::collection::vec(name(), 0..4);
                (prop::collection::vec((name(), inner.clone()), 1..4), names(), names(), prop::option::of(inner)).prop_map(
                    |(properties, required, dependent, branch)| {
                        let properties: Map<String, Value> = properties.into_iter().map(|(name, it)| (name.to_owned(), it)).collect();
                        let mut out = json!({"type": "object", "properties": properties, "required": required});
                        if let Some(first) = dependent.first() {
                            out["dependentRequired"] = json!({ *first: dependent });
                        }
                        if let Some(branch) = branch {
                            out["allOf"] = json!([branch, {"if": {"required": dependent}, "then": {"required": required}}]);
                        }
                        out
                    },
                )
            })
        }

        /// The text of a tool, laid out in one of several ways.
        fn written(schema: &Value, layout: u8) -> String {
            let tool = json!({"name": "shelf_add", "description": "box_id", "inputSchema": schema});
            match layout {
                0 => tool.to_string(),
                1 => serde_json::to_string_pretty(&tool).expect("JSON"),
                _ => serde_json::to_string_pretty(&tool).expect("JSON").replace('\n', "\r\n\t"),
            }
        }

        fn renamed(text: &str, from: &str, to: &str) -> String {
            let doc = Doc::parse("t.json".into(), text, Origin::default()).expect("JSON");
            applied(text, &of_name(&Tool::read(&doc, NodeId::ROOT), from, to))
        }

        proptest! {
            #[test]
            fn there_and_back_gives_the_bytes(schema in schema(), from in name(), to in "new[a-zäß\"\\\\\u{1}-]{0,5}", layout in 0_u8..3) {
                let text = written(&schema, layout);
                let there = renamed(&text, from, &to);
                let tool = |text: &str| {
                    let doc = Doc::parse("t.json".into(), text, Origin::default()).expect("JSON");
                    Tool::read(&doc, NodeId::ROOT).params.iter().map(|param| (param.name.to_string(), param.required)).collect::<Vec<_>>()
                };
                let expected: Vec<(String, bool)> =
                    tool(&text).into_iter().map(|(name, required)| (if name == from { to.clone() } else { name }, required)).collect();
                prop_assert_eq!(tool(&there), expected);
                prop_assert_eq!(renamed(&there, &to, from), text);
            }
        }
    }
}
