//! How an instance breaks a schema, in words of this room: steps and keywords, never a value.

use super::types::Types;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Violation {
    /// Steps to the place in the instance.
    pub(crate) instance: Vec<String>,
    pub(crate) keyword: Keyword,
    /// Pointer to the keyword in the schema document, references resolved. Inside a schema that has an identifier of its own, it
    /// counts from there.
    pub(crate) schema_path: String,
    /// Stands in one of several alternatives, or under a condition: the schema does not demand it of every instance.
    pub(crate) conditional: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Keyword {
    /// The name that is missing.
    Required(String),
    /// The names that nothing declares.
    AdditionalProperties(Vec<String>),
    Type {
        expected: Types,
    },
    Enum,
    Const,
    Pattern,
    /// A limit on size, length or number; its keyword.
    Bound(&'static str),
    Format,
    /// No alternative fits, and none fits better than the others: what each of the best breaks.
    AnyOf(Vec<Vec<Violation>>),
    /// The same for `oneOf`.
    OneOf(Vec<Vec<Violation>>),
    /// More than one alternative of a `oneOf` fits.
    SeveralOf,
    Not,
    FalseSchema,
    Other(&'static str),
}

impl Keyword {
    /// The keyword as schemas write it.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Required(_) => "required",
            Self::AdditionalProperties(_) => "additionalProperties",
            Self::Type { .. } => "type",
            Self::Enum => "enum",
            Self::Const => "const",
            Self::Pattern => "pattern",
            Self::Format => "format",
            Self::AnyOf(_) => "anyOf",
            Self::OneOf(_) | Self::SeveralOf => "oneOf",
            Self::Not => "not",
            Self::FalseSchema => "false",
            Self::Bound(name) | Self::Other(name) => name,
        }
    }
}
