//! The catalogue. A rule is one file: its page as doc comment, its id, its level, its check.

pub(crate) mod allow;
pub(crate) mod capture;
pub(crate) mod client;
pub(crate) mod evolution;
pub(crate) mod expect;
pub(crate) mod names;
pub(crate) mod protocol;
pub(crate) mod required;
pub(crate) mod schema;
pub(crate) mod shape;
pub(crate) mod values;
pub(crate) mod wire;

mod page;

#[cfg(test)]
pub(crate) use page::Example;
pub(crate) use page::Page;

use crate::capture::Faults;
use crate::config::Config;
use crate::contract::{Context, Server};
use crate::finding::{Finding, Level};
use crate::json::{Doc, NodeId};
use std::sync::Arc;

/// One row of the catalogue.
#[derive(Debug)]
pub(crate) struct Rule {
    pub(crate) id: &'static str,
    /// None: off unless the config says otherwise.
    pub(crate) level: Option<Level>,
    /// The text of its file: the page is its doc comment.
    pub(crate) source: &'static str,
    pub(crate) check: Check,
}

/// How a rule is asked.
#[derive(Debug)]
pub(crate) enum Check {
    /// Of each server.
    Server(fn(&Context<'_>, &mut Vec<Finding>)),
    /// Once, of all that was given.
    Run(fn(&Run<'_>, &mut Vec<Finding>)),
    /// `decide` speaks for it: it judges the findings themselves.
    Decide,
}

/// All that was given and read.
#[derive(Debug)]
pub(crate) struct Run<'a> {
    pub(crate) servers: &'a [Server],
    pub(crate) config: &'a Config,
    pub(crate) captures: &'a [CaptureFile],
    pub(crate) refused_lists: &'a [RefusedList],
}

/// What is known of a capture as a file.
#[derive(Debug)]
pub(crate) struct CaptureFile {
    pub(crate) file: u32,
    pub(crate) faults: Faults,
    pub(crate) unanswered: Vec<crate::evidence::Seen>,
    pub(crate) unanswered_count: u64,
    /// Calls that came before any list, and were not held against one.
    pub(crate) late: crate::capture::Spots,
}

/// A `tools/list` that came back as an error.
#[derive(Debug)]
pub(crate) struct RefusedList {
    pub(crate) doc: Arc<Doc>,
    pub(crate) error: NodeId,
}

impl Rule {
    pub(crate) fn page(&self) -> Page {
        // The clients' rules are one engine: their pages are in the table.
        match self.id.strip_prefix("client/").and_then(crate::clients::page) {
            Some(text) => Page::of(&text),
            None => Page::read(self.source),
        }
    }
}

/// Names each rule once: for the catalogue, and for a test of its own.
macro_rules! registry {
    ($($family:ident { $($rule:ident),* $(,)? })*) => {
        pub(crate) static ALL: &[&Rule] = &[$($(&$family::$rule::RULE),*),*];

        #[cfg(test)]
        mod tests {
            $(mod $family {
                $(#[test]
                fn $rule() {
                    crate::rules::harness::try_rule(&crate::rules::$family::$rule::RULE);
                })*
            })*
        }
    };
}

registry! {
    allow { expired, unused }
    capture { limit_reached, list_late, malformed_line, stale, truncated_values, unanswered, unmatched_response }
    client {
        annotations, array_items, boolean_schema, description_length, empty_object, enum_type, format, keyword, metaschema,
        output_schema, param_name, pattern, prefixed_name, r#ref, required, root_combinator, root_properties, root_type, strict,
        tool_count, tool_name, type_array, type_missing,
    }
    evolution {
        added, bound_tightened, call_breaks, closed, default_changed, description_changed, enum_narrowed, enum_widened_output,
        output_weakened, param_removed, param_renamed, param_required, tool_removed, tool_renamed, type_narrowed, undecided,
    }
    expect { default, forbidden_name, missing, not_required, open, unmatched, values }
    names {
        ambiguous_path, duplicate_tool, mixed_case, mixed_roles, prose_disagrees, reserved_meaning, reserved_param, split_name,
        tool_name, type_differs, unexplained,
    }
    protocol { bad_response, header, hints_conflict, list_error, no_description, removed_field, stdout_noise, tool_object, unstable_list }
    required { all_optional, conditional, in_property, missing_flag, not_enforced, undefined_property, with_default }
    schema {
        bad_pattern, dialect, duplicate_key, invalid, lost_siblings, misplaced, recursive_ref, too_costly, unknown_format,
        unknown_keyword, unreadable_text, unresolved_ref, unsatisfiable,
    }
    shape {
        array_without_items, empty_nested, empty_object, framework_param, no_root_properties, not_closed, not_object,
        open_no_params, open_object, single_wrapper, untyped_param,
    }
    values { alias_advertised, alias_broken, default_outside, duplicate, empty_enum, prose_set, split_vocabulary, type_clash }
    wire {
        accepts_invalid, hidden_alias, hidden_value, name_divergence, null_for_optional, output_mismatch, param_dropped,
        payload_refused, reflex_name, refused_value, refuses_valid, stringified, unadvertised_accepted, unclear_refusal,
        undeclared_set, unexercised, unfilled_placeholder, unknown_tool,
    }
}

pub(crate) fn find(id: &str) -> Option<&'static Rule> {
    ALL.iter().copied().find(|rule| rule.id == id)
}

pub(crate) fn ids() -> Vec<&'static str> {
    ALL.iter().map(|rule| rule.id).collect()
}

#[cfg(test)]
mod harness;
