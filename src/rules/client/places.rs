//! Where a constraint of a client is broken.

use crate::clients::{NamePattern, Row};
use crate::contract::Context;
use crate::evidence::Path;
use crate::json::Json;
use crate::rules::schema::below;
use crate::schema::{At, Dialect, Spot, refusal};
use crate::surface::{Tool, Written};
use crate::text::shown_or_size;
use std::sync::Arc;

/// One place.
pub(super) struct Hit<'a> {
    /// None: the surface as such.
    pub(super) tool: Option<&'a Arc<Tool>>,
    /// None: the tool's name.
    pub(super) at: Option<Json<'a>>,
    pub(super) param: Option<String>,
    /// The fact, without what follows from it.
    pub(super) what: String,
    pub(super) identity: Vec<String>,
    /// It depends on something that is not known.
    pub(super) unsure: bool,
    /// A name is longer than some of these clients take: how long it may be is worth saying.
    pub(super) too_long: bool,
}

type Tell<'t, 'a> = &'t mut dyn FnMut(Hit<'a>);

/// Every place at which a row is broken. `asked`: somebody asked for its client.
pub(super) fn hits<'a>(cx: &Context<'a>, row: &Row, asked: bool, tell: Tell<'_, 'a>) {
    match row.id.as_str() {
        "tool-count" => count(cx, row, tell),
        "tool-name" => each_tool(cx, &mut |tool| tool_name(tool, row), tell),
        "prefixed-name" => prefixed_name(cx, row, tell),
        "param-name" => param_name(cx, row, tell),
        "description-length" => each_tool(cx, &mut |tool| description_length(tool, row), tell),
        "annotations" => each_tool(cx, &mut |tool| annotations(tool, row), tell),
        "root-type" => each_tool(cx, &mut |tool| root_type(tool), tell),
        "root-properties" => each_tool(cx, &mut |tool| root_properties(tool), tell),
        "root-combinator" => root_combinator(cx, row, tell),
        "metaschema" => each_tool(cx, &mut |tool| metaschema(tool, row, asked), tell),
        "output-schema" => each_tool(cx, &mut |tool| output_schema(tool, row, asked), tell),
        "strict" => strict(cx, row, tell),
        _ => each_schema(cx, row, tell),
    }
}

fn each_tool<'a>(cx: &Context<'a>, look: &mut dyn FnMut(&'a Arc<Tool>) -> Option<Hit<'a>>, tell: Tell<'_, 'a>) {
    cx.tools().filter_map(look).for_each(tell);
}

fn of_tool<'a>(tool: &'a Arc<Tool>, at: Option<Json<'a>>, what: String) -> Hit<'a> {
    let identity = at.map(|at| below(tool.json(), at)).unwrap_or_default();
    Hit { tool: Some(tool), at, param: None, what, identity, unsure: false, too_long: false }
}

fn count<'a>(cx: &Context<'a>, row: &Row, tell: Tell<'_, 'a>) {
    let (tools, max) = (cx.server.surface.tools.len(), row.parameters.max.unwrap_or(usize::MAX));
    if tools > max {
        let what = format!("the server has {tools} tools");
        tell(Hit { tool: None, at: None, param: None, what, identity: vec!["tools".to_owned()], unsure: false, too_long: false });
    }
}

fn tool_name<'a>(tool: &'a Arc<Tool>, row: &Row) -> Option<Hit<'a>> {
    let pattern = row.parameters.pattern.as_ref()?;
    // A name that is missing is a matter of the protocol.
    if tool.name.is_empty() || pattern.matches(&tool.name) {
        return None;
    }
    let (fact, too_long) = misnamed(&tool.name, pattern);
    Some(Hit { too_long, ..of_tool(tool, None, format!("the name `{}` {fact}", tool.name)) })
}

/// What is wrong with a name, and whether it is its length.
fn misnamed(name: &str, pattern: &NamePattern) -> (String, bool) {
    let length = name.chars().count();
    match pattern.stray(name) {
        Some(' ') => ("holds a space".to_owned(), false),
        Some(stray) => (format!("holds `{stray}`"), false),
        None if pattern.longest().is_some_and(|longest| length > longest) => (format!("has {length} characters"), true),
        None => (format!("is not of the form {}", pattern.text), false),
    }
}

fn prefixed_name<'a>(cx: &Context<'a>, row: &Row, tell: Tell<'_, 'a>) {
    let mount = cx.config.servers.iter().filter(|server| cx.config.servers.len() == 1 || server.name.as_deref() == Some(&*cx.server.name));
    let mounted = mount.filter_map(|server| server.mount.as_deref()).next();
    let Some(server) = mounted.or(cx.server.surface.named.as_deref()) else { return };
    let max = row.parameters.max.unwrap_or(usize::MAX);
    for tool in cx.tools() {
        let prefix = row.parameters.prefix.replace("{server}", server);
        let length = prefix.chars().count() + tool.name.chars().count();
        if length > max {
            let what = format!("`{prefix}{}`, its name once the server is mounted, has {length} characters", tool.name);
            tell(Hit { unsure: mounted.is_none(), ..of_tool(tool, None, what) });
        }
    }
}

fn param_name<'a>(cx: &Context<'a>, row: &Row, tell: Tell<'_, 'a>) {
    let Some(pattern) = row.parameters.pattern.as_ref() else { return };
    for tool in cx.tools() {
        for (written, index, at) in inputs(tool) {
            if row.parameters.what == "root" && index > 0 {
                break;
            }
            // From the object that declares them, so that each name is at hand.
            let properties = tool.doc.at(at.node).get("properties").into_iter().flat_map(Json::entries);
            for (name, node) in properties.filter(|(name, _)| !pattern.matches(name)) {
                let (fact, too_long) = misnamed(name, pattern);
                let above = written.laid.names(tool.doc.at(written.root), index);
                let param = Some(above.first().copied().unwrap_or(name).to_owned());
                tell(Hit { param, too_long, ..of_tool(tool, Some(node), format!("the name of the parameter `{name}` {fact}")) });
            }
        }
    }
}

fn description_length<'a>(tool: &'a Arc<Tool>, row: &Row) -> Option<Hit<'a>> {
    let at = tool.json().get("description")?;
    let (text, max) = (at.text()?, row.parameters.max?);
    if text.len() <= max {
        return None;
    }
    let (length, unit) = if row.parameters.what == "bytes" { (text.len(), "bytes") } else { (text.chars().count(), "characters") };
    let what = format!("the description of `{}` has {length} {unit}", tool.name);
    (length > max).then(|| of_tool(tool, Some(at), what))
}

fn annotations<'a>(tool: &'a Arc<Tool>, row: &Row) -> Option<Hit<'a>> {
    let words = &row.parameters.words;
    let annotations = tool.json().get("annotations");
    let says = |word: &str| annotations.and_then(|it| it.get(word)).and_then(Json::bool);
    let listed = |words: &[&String]| words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ");
    let all: Vec<&String> = words.iter().collect();
    let what = match row.parameters.what.as_str() {
        "all" => {
            let missing: Vec<&String> = words.iter().filter(|word| says(word).is_none()).collect();
            (!missing.is_empty()).then(|| format!("`{}` does not say {}", tool.name, listed(&missing)))
        }
        "one" => {
            (!words.iter().any(|word| says(word) == Some(true))).then(|| format!("`{}` says true of none of {}", tool.name, listed(&all)))
        }
        _ => {
            let has = |word: &String| tool.json().has(word) || annotations.is_some_and(|it| it.has(word));
            (!words.iter().all(has)).then(|| format!("`{}` has no {}", tool.name, listed(&all)))
        }
    };
    what.map(|what| of_tool(tool, annotations, what))
}

fn root_type<'a>(tool: &'a Arc<Tool>) -> Option<Hit<'a>> {
    let root = tool.input_schema()?;
    let kind = root.get("type");
    let what = format!("the input schema of `{}` is not of type object", tool.name);
    (kind.and_then(Json::text) != Some("object")).then(|| of_tool(tool, Some(kind.unwrap_or(root)), what))
}

fn root_properties<'a>(tool: &'a Arc<Tool>) -> Option<Hit<'a>> {
    let root = tool.input_schema().filter(|root| !root.has("properties"))?;
    Some(of_tool(tool, Some(root), format!("the input schema of `{}` has no `properties`", tool.name)))
}

fn root_combinator<'a>(cx: &Context<'a>, row: &Row, tell: Tell<'_, 'a>) {
    for tool in cx.tools() {
        let Some(root) = tool.input_schema() else { continue };
        for word in &row.parameters.words {
            if let Some(at) = root.get(word) {
                tell(of_tool(tool, Some(at), format!("the input schema of `{}` has `{word}` at its root", tool.name)));
            }
        }
    }
}

fn metaschema<'a>(tool: &'a Arc<Tool>, row: &Row, asked: bool) -> Option<Hit<'a>> {
    let written = tool.written().iter().find(|written| !written.output)?;
    let draft = row.parameters.what.as_str();
    let valid = if draft == "draft-07" { written.valid_under_draft7(&tool.doc) } else { written.valid_under_2020(&tool.doc) };
    // What its own dialect refuses is schema/invalid already.
    if valid != Some(false) || (!asked && !written.faults(&tool.doc).is_some_and(<[_]>::is_empty)) {
        return None;
    }
    let root = tool.doc.at(written.root);
    Some(of_tool(tool, Some(root), format!("the input schema of `{}` is not valid under {draft}", tool.name)))
}

fn output_schema<'a>(tool: &'a Arc<Tool>, row: &Row, asked: bool) -> Option<Hit<'a>> {
    let written = tool.written().iter().find(|written| written.output)?;
    let root = tool.doc.at(written.root);
    let nodes = || written.laid.all.iter().map(|at| tool.doc.at(at.node));
    let (at, fact) = match row.parameters.what.as_str() {
        "root-type" => {
            let kind = root.get("type");
            (kind.and_then(Json::text) != Some("object")).then(|| (kind.unwrap_or(root), "is not of type object"))
        }
        "invalid" => {
            let own = written.faults(&tool.doc).is_some_and(|faults| !faults.is_empty());
            (asked && own && written.dialect > Dialect::Draft4).then_some((root, "is no valid JSON Schema"))
        }
        "pattern" => {
            let bad =
                |node: &Json<'a>| node.get("pattern").filter(|pattern| pattern.text().is_some_and(|text| refusal(text, true).is_some()));
            let at = nodes().find_map(|node| bad(&node));
            // What no JavaScript takes is schema/bad-pattern already.
            at.filter(|at| asked || at.text().is_some_and(|text| refusal(text, false).is_none()))
                .map(|at| (at, "holds a pattern that JavaScript refuses with the flag `u`"))
        }
        "empty-enum" => {
            let at = nodes().find_map(|node| node.get("enum").filter(|set| set.is_array() && set.items().len() == 0));
            at.filter(|_| asked).map(|at| (at, "holds an empty enum"))
        }
        "dialect" => {
            let at = root.get("$schema");
            (written.dialect != Dialect::Draft2020).then_some(at).flatten().map(|at| (at, "declares another dialect than 2020-12"))
        }
        _ => nodes()
            .find_map(|node| node.get("prefixItems").or_else(|| node.get("items").filter(|items| items.is_array())))
            .map(|at| (at, "holds a tuple")),
    }?;
    Some(of_tool(tool, Some(at), format!("the output schema of `{}` {fact}", tool.name)))
}

/// The schemas of a tool's arguments that something leads to.
fn inputs(tool: &Arc<Tool>) -> impl Iterator<Item = (&Written, usize, At)> {
    tool.written().iter().filter(|written| !written.output).flat_map(|written| {
        written.laid.all.iter().take_while(|at| at.spot != Spot::Unused).enumerate().map(move |(index, at)| (written, index, *at))
    })
}

fn each_schema<'a>(cx: &Context<'a>, row: &Row, tell: Tell<'_, 'a>) {
    let Some((needs, look)) = look(&row.id) else { return };
    // Results are read by those who compile them; of the rest only what drops a whole list is looked at there.
    let both = row.id == "boolean-schema";
    for tool in cx.tools() {
        let may_hold = |written: &&Written| needs.is_none_or(|keyword| written.laid.keywords.may_hold(keyword));
        for written in tool.written().iter().filter(|written| both || !written.output).filter(may_hold) {
            let root = tool.doc.at(written.root);
            for (index, at) in written.laid.all.iter().take_while(|at| at.spot != Spot::Unused).enumerate() {
                let node = tool.doc.at(at.node);
                let scene = Scene { root, node, at: *at, written };
                let mut say = |at: Json<'a>, fact: String| {
                    let names = written.laid.names(root, index);
                    let place = if names.is_empty() {
                        format!("the schema of `{}`", tool.name)
                    } else {
                        format!("`{}` of `{}`", Path::of(&names), tool.name)
                    };
                    let param = names.first().filter(|_| !written.output).map(|top| (*top).to_owned());
                    tell(Hit { param, ..of_tool(tool, Some(at), format!("{place} {fact}")) });
                };
                look(&scene, row, &mut say);
            }
        }
    }
}

/// One schema, and what is around it.
struct Scene<'a> {
    root: Json<'a>,
    node: Json<'a>,
    at: At,
    written: &'a Written,
}

type Say<'t, 'a> = &'t mut dyn FnMut(Json<'a>, String);
type Look<'a> = fn(&Scene<'a>, &Row, Say<'_, 'a>);

/// How a schema is looked at for a row of this id, and the keyword without which there is nothing to see.
fn look<'a>(id: &str) -> Option<(Option<&'static str>, Look<'a>)> {
    let (needs, look): (_, Look<'a>) = match id {
        "keyword" => (None, Scene::keyword),
        "array-items" => (Some("type"), Scene::array_items),
        "type-missing" => (None, Scene::type_missing),
        "type-array" => (Some("type"), Scene::type_array),
        "enum-type" => (Some("enum"), Scene::enum_type),
        "format" => (Some("format"), Scene::format),
        "ref" => (Some("$ref"), Scene::reference),
        "pattern" => (Some("pattern"), Scene::pattern),
        "boolean-schema" => (None, Scene::boolean_schema),
        "required" => (Some("required"), Scene::required),
        "empty-object" => (Some("properties"), Scene::empty_object),
        _ => return None,
    };
    Some((needs, look))
}

impl<'a> Scene<'a> {
    fn keyword(&self, row: &Row, say: Say<'_, 'a>) {
        for (word, value) in self.node.entries() {
            let refused = row.parameters.words.iter().any(|known| known == word) != row.parameters.only;
            // What stands at the root is root-combinator's where alternatives are concerned.
            if refused && !(self.at.spot == Spot::Root && ["anyOf", "oneOf", "allOf", "not"].contains(&word)) {
                say(value, format!("has `{}`", shown_or_size(word)));
            }
        }
    }

    fn array_items(&self, _: &Row, say: Say<'_, 'a>) {
        let node = self.node;
        let is_array =
            node.get("type").is_some_and(|kind| kind.text() == Some("array") || kind.items().any(|kind| kind.text() == Some("array")));
        if is_array && !node.has("items") && !node.has("prefixItems") && !self.at.test && self.is_bare() {
            say(node, "is an array without `items`".to_owned());
        }
    }

    fn type_missing(&self, _: &Row, say: Say<'_, 'a>) {
        let node = self.node;
        let typed = ["type", "anyOf", "oneOf", "allOf", "$ref", "enum"].iter().any(|word| node.has(word));
        let is_value = matches!(self.at.spot, Spot::Property | Spot::Items | Spot::Branch(_));
        if node.is_object() && is_value && !typed && !self.at.test {
            say(node, "has no `type`".to_owned());
        }
    }

    fn type_array(&self, _: &Row, say: Say<'_, 'a>) {
        if let Some(kinds) = self.node.get("type").filter(|kinds| kinds.is_array()) {
            say(kinds, "has a list of types".to_owned());
        }
    }

    fn enum_type(&self, _: &Row, say: Say<'_, 'a>) {
        let Some(set) = self.node.get("enum").filter(|set| set.is_array()) else { return };
        let text = |member: Json<'_>| member.text().is_some_and(|text| !text.is_empty());
        if !set.items().all(text) {
            say(set, "has an enum of something else than text".to_owned());
        }
    }

    fn format(&self, row: &Row, say: Say<'_, 'a>) {
        let Some(at) = self.node.get("format") else { return };
        let Some(format) = at.text() else { return };
        let is_text = self.node.get("type").and_then(Json::text).is_none_or(|kind| kind == "string");
        if is_text && !row.parameters.words.iter().any(|known| known == format) {
            say(at, format!("has the format `{}`", shown_or_size(format)));
        }
    }

    fn pattern(&self, row: &Row, say: Say<'_, 'a>) {
        let Some(at) = self.node.get("pattern") else { return };
        let Some(pattern) = at.text() else { return };
        let fact = match row.parameters.what.as_str() {
            "look-around" => {
                ["(?=", "(?!", "(?<=", "(?<!"].iter().any(|sign| pattern.contains(sign)).then_some("a pattern that looks around")
            }
            "unanchored" => {
                (!(pattern.starts_with('^') && pattern.ends_with('$'))).then_some("a pattern that is not anchored by `^` and `$`")
            }
            _ => ["\\d", "\\w", "\\s"].iter().any(|sign| pattern.contains(sign)).then_some("a pattern with `\\d`, `\\w` or `\\s`"),
        };
        if let Some(fact) = fact {
            say(at, format!("has {fact}"));
        }
    }

    fn boolean_schema(&self, row: &Row, say: Say<'_, 'a>) {
        let Some(flag) = self.node.bool() else { return };
        let counts = if row.parameters.what == "property" {
            self.at.spot == Spot::Property && self.at.from == 0
        } else {
            self.at.spot != Spot::OtherProperty
        };
        if counts {
            say(self.node, format!("has the schema `{flag}`"));
        }
    }

    fn required(&self, _: &Row, say: Say<'_, 'a>) {
        let declared = |schema: Json<'_>, name: &str| schema.get("properties").is_some_and(|properties| properties.has(name));
        // What is declared nowhere is required/undefined-property.
        let Some(holder) = self.holder().filter(|holder| holder.id() != self.root.id()) else { return };
        let beside = |entry: &Json<'_>| entry.text().is_some_and(|name| !declared(self.node, name) && declared(holder, name));
        if let Some(entry) = self.node.get("required").into_iter().flat_map(Json::items).find(beside) {
            say(entry, "requires in a branch what is declared beside it".to_owned());
        }
    }

    fn empty_object(&self, _: &Row, say: Say<'_, 'a>) {
        let empty = |at: Json<'_>| at.get("properties").is_some_and(|properties| properties.members().is_empty());
        let is_object = |at: Json<'_>| at.get("type").and_then(Json::text) == Some("object");
        if self.at.spot != Spot::Root && empty(self.node) && is_object(self.node) {
            say(self.node, "is an object without properties".to_owned());
        }
    }

    /// Gives nothing around this branch the items?
    fn is_bare(&self) -> bool {
        let mut here = self.at;
        while let Spot::Branch(_) = here.spot {
            let Some(holder) = self.written.laid.all.get(here.from) else { break };
            let node = self.root.doc().at(holder.node);
            if node.has("items") || node.has("prefixItems") {
                return false;
            }
            here = *holder;
        }
        true
    }

    /// The schema whose branch this is, at the end of all branches.
    fn holder(&self) -> Option<Json<'a>> {
        let mut here = self.at;
        while let Spot::Branch(_) = here.spot {
            here = *self.written.laid.all.get(here.from)?;
        }
        (here.node != self.at.node).then(|| self.root.doc().at(here.node))
    }

    fn reference(&self, row: &Row, say: Say<'_, 'a>) {
        let Some(at) = self.node.get("$ref") else { return };
        match row.parameters.what.as_str() {
            "any" => say(at, "has a `$ref`".to_owned()),
            "sibling" if self.node.members().len() > 1 && self.at.spot != Spot::Root => {
                say(at, "has keywords beside its `$ref`".to_owned())
            }
            "recursive" => {
                let target = at.text().and_then(|to| crate::schema::resolve(self.root, to)).map(Json::id);
                let around = std::iter::successors(Some(self.node), |node| node.parent());
                if around.map(Json::id).any(|above| Some(above) == target) {
                    say(at, "refers to itself".to_owned());
                }
            }
            _ => {}
        }
    }
}

/// The properties that an object does not ask for.
fn left<'a>(node: Json<'a>) -> impl Iterator<Item = &'a str> {
    let required: Vec<&str> = node.get("required").into_iter().flat_map(Json::items).filter_map(Json::text).collect();
    let names = node.get("properties").into_iter().flat_map(Json::entries).map(|(name, _)| name);
    names.filter(move |name| !required.contains(name))
}

fn strict<'a>(cx: &Context<'a>, row: &Row, tell: Tell<'_, 'a>) {
    let max = row.parameters.max.unwrap_or(usize::MAX);
    let aspect = row.parameters.what.as_str();
    let (mut optional, mut unions, mut properties) = (0, 0, 0);
    for tool in cx.tools() {
        let mut deepest = 0;
        for (written, index, at) in inputs(tool) {
            let root = tool.doc.at(written.root);
            let node = tool.doc.at(at.node);
            let is_object = || node.has("properties") || node.get("type").and_then(Json::text) == Some("object");
            let fact = match aspect {
                "depth" => {
                    deepest = deepest.max(written.laid.names(root, index).len());
                    None
                }
                "unions" => {
                    unions += usize::from(at.spot == Spot::Property && (node.has("anyOf") || node.get("type").is_some_and(Json::is_array)));
                    None
                }
                "optional" => {
                    optional += left(node).count();
                    None
                }
                "properties" => {
                    properties += node.get("properties").map_or(0, |properties| properties.members().len());
                    None
                }
                "closed" if is_object() => (node.get("additionalProperties").and_then(Json::bool) != Some(false))
                    .then(|| "is not closed by `additionalProperties: false`".to_owned()),
                "all-required" => left(node).next().map(|name| format!("does not require `{name}`")),
                _ => None,
            };
            if let Some(fact) = fact {
                let names = written.laid.names(root, index);
                let place = if names.is_empty() {
                    format!("the input schema of `{}`", tool.name)
                } else {
                    format!("`{}` of `{}`", Path::of(&names), tool.name)
                };
                let param = names.first().map(|top| (*top).to_owned());
                tell(Hit { param, ..of_tool(tool, Some(node), format!("{place} {fact}")) });
            }
        }
        if aspect == "depth" && deepest > max {
            tell(of_tool(
                tool,
                tool.input_schema(),
                format!("the input schema of `{}` is {deepest} levels deep, {max} are allowed", tool.name),
            ));
        }
    }
    let (found, noun) = match aspect {
        "optional" => (optional, "optional parameters"),
        "unions" => (unions, "parameters of several types"),
        "properties" => (properties, "properties"),
        _ => return,
    };
    if found > max {
        let what = format!("the tools have {found} {noun} together, {max} are allowed");
        tell(Hit { tool: None, at: None, param: None, what, identity: vec![row.parameters.what.clone()], unsure: false, too_long: false });
    }
}
