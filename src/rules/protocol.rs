//! It is MCP.

pub(crate) mod bad_response;
pub(crate) mod list_error;
pub(crate) mod stdout_noise;
pub(crate) mod unstable_list;
