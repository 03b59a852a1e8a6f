//! A declared alias does not do what it says.
//!
//! A `[[value-alias]]` promises that a value is accepted and means an advertised one. It is broken where that one is not advertised,
//! where calls with the value are refused, or where the value arrives behind the server as anything but what it stands for.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "lamp_set", "inputSchema": {"type": "object", "properties": {"mode": {"enum": ["dim", "bright"]}}}}]
//! ```
//!
//! ```wirelint.toml
//! [[value-alias]]
//! tools = ["lamp_set"]
//! param = "mode"
//! accepts = "night"
//! means = "dimmed"
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "lamp_set", "inputSchema": {"type": "object", "properties": {"mode": {"enum": ["dim", "bright"]}}}}]
//! ```
//!
//! ```wirelint.toml
//! [[value-alias]]
//! tools = ["lamp_set"]
//! param = "mode"
//! accepts = "night"
//! means = "dim"
//! ```

use super::{Declared, declared, of_alias, shown, word};
use crate::contract::{self, Context, Row};
use crate::evidence::{Fact, Path, Sum};
use crate::finding::{Finding, Level};
use crate::rules::{Check, Rule};
use rustc_hash::FxHashMap;

pub(crate) const RULE: Rule =
    Rule { id: "values/alias-broken", level: Some(Level::Error), source: include_str!("alias_broken.rs"), check: Check::Server(check) };

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    let all = declared(cx);
    if all.is_empty() {
        return;
    }
    let rows: FxHashMap<_, _> = cx.rows().into_iter().map(|row| ((row.tool.name.clone(), row.tool.definition()), row)).collect();
    for declared in all {
        let (tool, alias) = (&declared.tool.name, declared.alias);
        if declared.members.as_ref().is_some_and(|members| members.iter().all(|member| member.value() != alias.means)) {
            let message = format!(
                "{} is declared to mean {}, which `{tool}` does not advertise for `{}`",
                shown(&alias.accepts),
                shown(&alias.means),
                declared.path
            );
            out.push(of_alias(cx, RULE.id, &declared, message).help("name an advertised value in `means`").identity(["means"]));
        }
        let Some(row) = rows.get(&(tool.clone(), declared.tool.definition())) else { continue };
        refused(cx, &declared, row, out);
        arrives(cx, &declared, row, out);
    }
}

fn is_here(path: &Path, declared: &Declared<'_>) -> bool {
    *path == declared.path || (path.parent() == declared.path && path.starts_with(&declared.path) && path.leaf() == declared.path.leaf())
}

/// Every call with the value was refused, and a refusal blames a value of the parameter.
fn refused(cx: &Context<'_>, declared: &Declared<'_>, row: &Row<'_>, out: &mut Vec<Finding>) {
    let accepts = word(&declared.alias.accepts);
    let (mut sent, mut blamed) = (Sum::default(), false);
    for (fact, sum) in &row.seen.facts {
        match fact {
            Fact::Outside { path, word: Some(word) } if **word == *accepts && is_here(path, declared) => sent.merge(sum),
            Fact::BlamedValue { path, .. } if is_here(path, declared) => blamed = true,
            _ => {}
        }
    }
    if sent.counts.refused == 0 || sent.counts.accepted > 0 || !blamed {
        return;
    }
    let tool = &declared.tool.name;
    let message =
        format!("`{tool}` refuses {} for `{}`, which the config declares as an alias", shown(&declared.alias.accepts), declared.path);
    out.push(
        of_alias(cx, RULE.id, declared, message)
            .help("accept the value and map it, or remove the entry")
            .related(contract::calls(&sent, tool, &format!("sent as {}, refused", shown(&declared.alias.accepts))))
            .evidence(sent.counts)
            .identity(["refused"]),
    );
}

fn arrives(cx: &Context<'_>, declared: &Declared<'_>, row: &Row<'_>, out: &mut Vec<Finding>) {
    let (accepts, means) = (word(&declared.alias.accepts), word(&declared.alias.means));
    let own = row.seen.facts.keys().any(|fact| matches!(fact, Fact::PayloadKey { .. }));
    // Where the advertised word itself is translated on its way, the alias has to become the same.
    let translated = |arrived: &str| {
        row.seen.facts.keys().any(|fact| {
            matches!(fact, Fact::Arrives { path, word, arrived: as_ } if **word == *means && **as_ == *arrived && is_here(path, declared))
        })
    };
    for &(fact, sum) in row.facts {
        let Fact::Arrives { path, word, arrived } = fact else { continue };
        let unmapped = **arrived == *accepts;
        if **word != *accepts || !is_here(path, declared) || **arrived == *means || translated(arrived) || !(own || unmapped) {
            continue;
        }
        let tool = &declared.tool.name;
        let message = format!(
            "{} is declared to mean {} for `{}` of `{tool}`, and arrives as `{arrived}`",
            shown(&declared.alias.accepts),
            shown(&declared.alias.means),
            declared.path
        );
        out.push(
            of_alias(cx, RULE.id, declared, message)
                .help(format!("map the value to {} before it leaves the server", shown(&declared.alias.means)))
                .related(contract::payloads(sum, tool, &format!("sent on as `{arrived}`")))
                .related(contract::calls(sum, tool, &format!("sent as {}", shown(&declared.alias.accepts))))
                .evidence(sum.counts)
                .identity(["arrives", arrived]),
        );
    }
}
