//! A `format` that no draft and no known client knows.
//!
//! `format` is advice: most validators pass an unknown one by, some refuse the schema. Off by default, as it harms few.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "shelf_find", "inputSchema": {"type": "object", "properties": {"day": {"type": "string", "format": "yyyy-mm-dd"}}}}]
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "shelf_find", "inputSchema": {"type": "object", "properties": {"day": {"type": "string", "format": "date"}}}}]
//! ```

use super::each;
use super::vocabulary::FORMATS;
use crate::config::nearest;
use crate::contract::Context;
use crate::finding::{Finding, Level};
use crate::rules::{Check, Rule};
use crate::text::shown_or_size;

pub(crate) const RULE: Rule =
    Rule { id: "schema/unknown-format", level: None, source: include_str!("unknown_format.rs"), check: Check::Server(check) };

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    each(cx, &mut |here| {
        let Some(value) = here.node.get("format") else { return };
        let Some(format) = value.text().filter(|format| !FORMATS.contains(format)) else { return };
        let message = format!("`{}` in {} is a format that nobody knows", shown_or_size(format), here.named());
        let help = nearest(format, FORMATS.iter().copied());
        let help =
            help.map_or_else(|| "describe the form in words, or by a `pattern`".to_owned(), |near| format!("did you mean `{near}`?"));
        out.push(here.finding(RULE.id, Level::Warning, value, message).help(help));
    });
}
