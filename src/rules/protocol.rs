//! It is MCP.

pub(crate) mod bad_response;
pub(crate) mod header;
pub(crate) mod hints_conflict;
pub(crate) mod list_error;
pub(crate) mod no_description;
pub(crate) mod removed_field;
pub(crate) mod stdout_noise;
pub(crate) mod tool_object;
pub(crate) mod unstable_list;
