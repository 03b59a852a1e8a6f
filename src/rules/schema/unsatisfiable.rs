//! Nothing can satisfy a schema: its own words contradict each other.
//!
//! Bounds are crossed, an enum holds nothing of its type, a required property is `false`, all alternatives are of another type, one
//! branch of a `oneOf` holds another (every integer is a number: `oneOf` refuses what fits both). Every
//! call is then wrong, or every call that uses this parameter. No validator says so: each call is merely refused.
//!
//! Single members of an enum that its type forbids are `values/type-clash`; an empty enum is `values/empty-enum`.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "lamp_set", "inputSchema": {"type": "object", "properties": {"level": {"type": "integer", "minimum": 100, "maximum": 1}}}}]
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "lamp_set", "inputSchema": {"type": "object", "properties": {"level": {"type": "integer", "minimum": 1, "maximum": 100}}}}]
//! ```

use super::{Here, each};
use crate::contract::Context;
use crate::finding::{Finding, Level};
use crate::json::{Json, Kind};
use crate::rules::{Check, Rule};
use crate::schema::{Types, types};

pub(crate) const RULE: Rule =
    Rule { id: "schema/unsatisfiable", level: Some(Level::Error), source: include_str!("unsatisfiable.rs"), check: Check::Server(check) };

/// Lower bound, upper bound, and whether equal ones leave nothing.
const BOUNDS: &[(&str, &str, bool)] = &[
    ("minimum", "maximum", false),
    ("minimum", "exclusiveMaximum", true),
    ("exclusiveMinimum", "maximum", true),
    ("exclusiveMinimum", "exclusiveMaximum", true),
    ("minLength", "maxLength", false),
    ("minItems", "maxItems", false),
    ("minProperties", "maxProperties", false),
    ("minContains", "maxContains", false),
];

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    each(cx, &mut |here| {
        if here.at.test || !here.node.is_object() {
            return;
        }
        if let Some(found) = crossed(here) {
            out.push(found);
        }
        if let Some(found) = of_types(here) {
            out.push(found);
        }
        out.extend(forbidden(here));
        out.extend(overlapping(here));
    });
}

fn crossed(here: Here<'_>) -> Option<Finding> {
    let number = |word: &str| here.node.get(word).and_then(number);
    let (low, high) = BOUNDS.iter().find_map(|(low, high, strict)| {
        let (least, most) = (number(low)?, number(high)?);
        (least > most || (*strict && least == most)).then_some((*low, *high))
    })?;
    let at = here.node.get(low)?;
    let message = format!("`{low}` and `{high}` of {} are crossed: no value is left between them", here.named());
    Some(here.finding(RULE.id, Level::Error, at, message).help("exchange the bounds, or correct the one that is wrong"))
}

fn of_types(here: Here<'_>) -> Option<Finding> {
    let node = here.node;
    if !["enum", "const", "anyOf", "oneOf", "allOf"].iter().any(|keyword| node.has(keyword)) {
        return None;
    }
    let own = own_types(node);
    let nullable = node.get("nullable").and_then(Json::bool) == Some(true);
    let holds = |value: Json<'_>| own.is_none_or(|own| own.holds(Types::of_value(value))) || (nullable && value.is_null());
    if let (Some(set), Some(own)) = (node.get("enum").filter(|set| set.items().len() > 0), own)
        && !set.items().any(holds)
    {
        let message = format!("no member of the enum of {} is {}, its type", here.named(), kinds(own));
        return Some(here.finding(RULE.id, Level::Error, set, message).help("write the members in the type, or correct the type"));
    }
    if let (Some(only), Some(own)) = (node.get("const"), own)
        && !holds(only)
    {
        let message = format!("the `const` of {} is of type {}, and its type is {}", here.named(), only.kind_name(), kinds(own));
        return Some(here.finding(RULE.id, Level::Error, only, message).help("write the value in the type, or correct the type"));
    }
    if let (Some(only), Some(set)) = (node.get("const"), node.get("enum").filter(|set| set.items().len() > 0))
        && !set.items().any(|member| member.value() == only.value())
    {
        let message = format!("the `const` of {} is not in its enum", here.named());
        return Some(here.finding(RULE.id, Level::Error, only, message).help("keep one of the two"));
    }
    let own = own?;
    for word in ["anyOf", "oneOf"] {
        let Some(list) = node.get(word).filter(|list| list.items().len() > 0) else { continue };
        if list.items().all(|branch| (types(here.root(), branch) & own).is_none()) {
            let message = format!("every branch of `{word}` in {} is of another type than the {} beside it", here.named(), kinds(own));
            return Some(
                here.finding(RULE.id, Level::Error, list, message).help("leave out the `type` beside the branches, or correct it"),
            );
        }
    }
    let all = node.get("allOf").filter(|list| list.items().len() > 0)?;
    let left = all.items().fold(own, |left, branch| left & types(here.root(), branch));
    if !left.is_none() {
        return None;
    }
    let message = format!("the branches of `allOf` in {} ask for different types at once", here.named());
    Some(here.finding(RULE.id, Level::Error, all, message).help("use `anyOf` where one of them is enough"))
}

/// Branches of a `oneOf` that are more than these are not compared.
const MANY: usize = 32;

/// A branch of `oneOf` whose every value fits another branch too: each such value is refused.
fn overlapping<'a>(here: Here<'a>) -> Option<Finding> {
    let list = here.node.get("oneOf").filter(|list| (2..=MANY).contains(&list.items().len()))?;
    // What says more than its type may still tell its values apart.
    let plain = |branch: &Json<'a>| {
        let silent = ["type", "title", "description", "default", "examples", "$comment", "deprecated"];
        branch.is_object() && branch.entries().all(|(key, _)| silent.contains(&key) || key.starts_with("x-"))
    };
    let of_type: Vec<(usize, Types)> =
        list.items().enumerate().filter(|(_, branch)| plain(branch)).filter_map(|(at, branch)| Some((at, own_types(branch)?))).collect();
    let covered = of_type.iter().find(|(at, types)| {
        let wider = |(other, held): &&(usize, Types)| other != at && held.holds(*types) && (*held != *types || other < at);
        of_type.iter().any(|wider_one| wider(&wider_one))
    });
    let (at, types) = covered?;
    let branch = list.items().nth(*at)?;
    let message = format!("every {} fits two branches of the `oneOf` in {}, and is refused for it", kinds(*types), here.named());
    Some(here.finding(RULE.id, Level::Error, branch, message).help("drop the branch that the other holds, or use `anyOf`"))
}

/// Required, and `false`.
fn forbidden(here: Here<'_>) -> Vec<Finding> {
    let Some(properties) = here.node.get("properties").filter(|_| !here.at.conditional) else { return Vec::new() };
    let required = here.node.get("required").into_iter().flat_map(Json::items);
    let never = required.filter_map(|entry| {
        let name = entry.text()?;
        let schema = properties.get(name)?;
        is_never(schema).then_some((name, entry))
    });
    never
        .map(|(name, entry)| {
            let message = format!("`{name}` is required in {}, and its schema lets nothing through", here.named());
            here.finding(RULE.id, Level::Error, entry, message).param(name).help("leave it out of `required`, or give it a schema")
        })
        .collect()
}

fn is_never(schema: Json<'_>) -> bool {
    let everything = |schema: Json<'_>| schema.bool() == Some(true) || (schema.is_object() && schema.members().is_empty());
    schema.bool() == Some(false) || schema.get("not").is_some_and(everything)
}

fn own_types(node: Json<'_>) -> Option<Types> {
    let said = node.get("type")?;
    if let Some(name) = said.text() {
        return Types::named(name);
    }
    let mut names = said.items().map(|name| name.text().and_then(Types::named));
    let first = names.next()??;
    names.try_fold(first, |all, named| Some(all | named?))
}

fn kinds(types: Types) -> String {
    types.names().join(" or ")
}

fn number(json: Json<'_>) -> Option<f64> {
    if matches!(json.kind(), Kind::Number) { json.raw().parse().ok() } else { None }
}
