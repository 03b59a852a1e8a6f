//! A keyword that means nothing: no draft of JSON Schema has it.
//!
//! Validators pass such a word by, and so do hosts: what it was meant to say is said to nobody. Often it is a slip (`desciption`,
//! `minLenght`), or a word of another language: OpenAPI's `nullable`, a form library's `optional`.
//!
//! `example` is a note: the keyword is `examples`. It is silent on `x-` and `$` words of one's own, on `discriminator`, and on keywords
//! that another draft has (`schema/dialect` speaks of those). Properties that stand where keywords belong are `schema/misplaced`.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "lamp_set", "inputSchema": {"type": "object", "properties": {"level": {"type": "integer", "desciption": "In percent."}}}}]
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "lamp_set", "inputSchema": {"type": "object", "properties": {"level": {"type": "integer", "description": "In percent."}}}}]
//! ```

use super::each;
use super::misplaced::is_stray_property;
use super::vocabulary::{foreign, is_keyword, keywords};
use crate::config::nearest;
use crate::contract::Context;
use crate::finding::{Finding, Level};
use crate::rules::{Check, Rule};
use crate::text::shown_or_size;

pub(crate) const RULE: Rule = Rule {
    id: "schema/unknown-keyword",
    level: Some(Level::Warning),
    source: include_str!("unknown_keyword.rs"),
    check: Check::Server(check),
};

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    each(cx, &mut |here| {
        for (word, value) in here.node.entries() {
            if is_keyword(word) || is_private(word) || is_stray_property(here.node, word, value) {
                continue;
            }
            let level = if word == "example" { Level::Note } else { Level::Warning };
            let near = || nearest(word, keywords()).map(|near| format!("did you mean `{near}`?"));
            let help = foreign(word).map(str::to_owned).or_else(near);
            let message = format!("`{}` in {} is no keyword of JSON Schema: it says nothing", shown_or_size(word), here.named());
            let help = help
                .unwrap_or_else(|| "say it in a keyword or in the description, or call it `x-...` if it is meant for yourself".to_owned());
            out.push(here.finding(RULE.id, level, value, message).help(help));
        }
    });
}

/// Words that say of themselves that they are somebody's own, or that generators and hosts agree on.
fn is_private(word: &str) -> bool {
    word.starts_with("x-")
        || word.starts_with("X-")
        || word.starts_with('$')
        || word.starts_with("x_")
        || word == "discriminator"
        || word.is_empty()
}
