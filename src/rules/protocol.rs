//! It is MCP.

pub(crate) mod list_error;
