//! In which envelope a document holds its lists: a bare array, `{"tools"}`, `{"result"}`, a JSON-RPC response, pages of one list,
//! several servers.

use crate::json::{Json, NodeId};
use std::sync::Arc;

/// One piece of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Page {
    /// The array.
    pub(crate) list: NodeId,
    pub(crate) tools: Vec<NodeId>,
    /// A `nextCursor` that is not null: more follows.
    pub(crate) more: Option<NodeId>,
    /// What says the name of the server, if anything does.
    pub(crate) server: Option<Arc<str>>,
}

/// What a document holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Found {
    /// The pages of one list each.
    Lists(Vec<Vec<Page>>),
    /// `tools/list` was answered with an error.
    Refused(NodeId),
    Handlers(NodeId),
    Nothing,
}

pub(crate) fn found(root: Json<'_>) -> Found {
    if let Some(handlers) = root.get("handlers").filter(|h| h.is_object()) {
        return Found::Handlers(handlers.id());
    }
    if let Some(page) = page(root) {
        return Found::Lists(vec![vec![page]]);
    }
    if root.is_array() {
        if root.items().len() == 0 {
            return Found::Lists(vec![vec![Page { list: root.id(), tools: Vec::new(), more: None, server: None }]]);
        }
        let pages: Vec<Page> = root.items().filter_map(page).collect();
        return if pages.len() == root.items().len() { Found::Lists(group(pages)) } else { Found::Nothing };
    }
    if root.has("jsonrpc") || root.has("error") {
        return root.get("error").filter(|error| error.is_object()).map_or(Found::Nothing, |error| Found::Refused(error.id()));
    }
    servers(root)
}

/// `{"NAME": {"tools": [...]}, ...}`, also below `servers`.
fn servers(root: Json<'_>) -> Found {
    let holder = root.get("servers").unwrap_or(root);
    let named = |name: Option<&str>, value: Json<'_>| {
        page(value).map(|mut page| {
            page.server = name.or_else(|| value.get("name").and_then(Json::text)).map(Arc::from).or(page.server);
            vec![page]
        })
    };
    let lists: Vec<Vec<Page>> = if holder.is_array() {
        holder.items().filter_map(|value| named(None, value)).collect()
    } else {
        holder.entries().filter_map(|(name, value)| named(Some(name), value)).collect()
    };
    if lists.is_empty() { Found::Nothing } else { Found::Lists(lists) }
}

/// Pages that follow one another while a cursor is left are one list.
fn group(pages: Vec<Page>) -> Vec<Vec<Page>> {
    let mut lists: Vec<Vec<Page>> = Vec::new();
    for page in pages {
        match lists.last_mut() {
            Some(list) if list.last().is_some_and(|last| last.more.is_some()) => list.push(page),
            _ => lists.push(vec![page]),
        }
    }
    lists
}

/// A value that is one page: an array of tools, or an object that holds it.
pub(crate) fn page(value: Json<'_>) -> Option<Page> {
    let server = server_name(value);
    let value = value.get("result").filter(|result| result.is_object()).unwrap_or(value);
    let (list, more) = if value.is_array() {
        (value, None)
    } else {
        (value.get("tools").filter(|tools| tools.is_array())?, value.get("nextCursor").filter(|cursor| !cursor.is_null()))
    };
    let tools: Vec<NodeId> = list.items().filter(|tool| looks_like_a_tool(*tool)).map(Json::id).collect();
    // A bare array of named things may be anything: one schema in it makes it a list of tools.
    let bare = value.is_array() && !list.items().any(has_schema);
    let foreign = tools.len() < list.items().len() || bare;
    if foreign {
        return None;
    }
    Some(Page { list: list.id(), tools, more: more.map(Json::id), server: server.map(Arc::from) })
}

fn server_name(value: Json<'_>) -> Option<&str> {
    let result = value.get("result").unwrap_or(value);
    let info = result.get("serverInfo").or_else(|| result.get("_meta").and_then(|meta| meta.get("io.modelcontextprotocol/serverInfo")));
    info.and_then(|info| info.get("name")).and_then(Json::text)
}

/// Lenient on purpose: what is wrong with a tool is for the rules to say, what it is must be seen.
fn looks_like_a_tool(value: Json<'_>) -> bool {
    let body = value.get("function").filter(|inner| inner.is_object()).unwrap_or(value);
    body.is_object() && !body.has("jsonrpc") && ((body.has("name") && !body.has("role")) || has_schema(value))
}

fn has_schema(value: Json<'_>) -> bool {
    let body = value.get("function").filter(|inner| inner.is_object()).unwrap_or(value);
    // A number of parameters, as reports have it, is no schema.
    ["inputSchema", "input_schema", "parameters"].iter().filter_map(|key| body.get(key)).any(|schema| schema.kind_name() != "number")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{Doc, Origin};

    /// Of each page: its tools, whether more follows, its server.
    type Told = Vec<Vec<(usize, bool, Option<String>)>>;

    fn lists(text: &str) -> Option<Told> {
        let doc = Doc::parse("t".into(), text, Origin::default()).expect("JSON");
        match found(doc.root()) {
            Found::Lists(lists) => Some(
                lists
                    .iter()
                    .map(|pages| pages.iter().map(|p| (p.tools.len(), p.more.is_some(), p.server.as_deref().map(str::to_owned))).collect())
                    .collect(),
            ),
            _ => None,
        }
    }

    #[test]
    fn every_envelope() {
        let tool = r#"{"name":"a","inputSchema":{}}"#;
        for (text, expected) in [
            (format!("[{tool}]"), vec![vec![(1, false, None)]]),
            (format!(r#"{{"tools":[{tool}]}}"#), vec![vec![(1, false, None)]]),
            (r#"{"tools":[]}"#.to_owned(), vec![vec![(0, false, None)]]),
            ("[]".to_owned(), vec![vec![(0, false, None)]]),
            (format!(r#"{{"result":{{"tools":[{tool}],"nextCursor":null}}}}"#), vec![vec![(1, false, None)]]),
            (format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{"tools":[{tool}],"nextCursor":"x"}}}}"#), vec![vec![(1, true, None)]]),
            (
                format!(r#"[{{"tools":[{tool}],"nextCursor":"x"}},{{"tools":[{tool},{tool}]}}]"#),
                vec![vec![(1, true, None), (2, false, None)]],
            ),
            (
                format!(r#"{{"x":{{"tools":[{tool}]}},"y":{{"result":{{"tools":[]}}}}}}"#),
                vec![vec![(1, false, Some("x".to_owned()))], vec![(0, false, Some("y".to_owned()))]],
            ),
            (format!(r#"{{"servers":[{{"name":"x","tools":[{tool}]}}]}}"#), vec![vec![(1, false, Some("x".to_owned()))]]),
            (r#"[{"type":"function","function":{"name":"a","parameters":{}}}]"#.to_owned(), vec![vec![(1, false, None)]]),
        ] {
            assert_eq!(lists(&text), Some(expected), "{text}");
        }
    }

    #[test]
    fn foreign_things_are_not_lists() {
        for text in [
            "{}",
            "[1]",
            r#"{"name":"pkg","version":"1"}"#,
            r#"{"tools":{"a":1}}"#,
            r#"[{"role":"user","name":"x"}]"#,
            r#"{"tools":["a"]}"#,
            r#"[{"name":"x"}]"#,
        ] {
            assert_eq!(lists(text), None, "{text}");
        }
        let doc = Doc::parse("t".into(), r#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x"}}"#, Origin::default()).expect("JSON");
        assert!(matches!(found(doc.root()), Found::Refused(_)));
    }
}
