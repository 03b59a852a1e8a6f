//! Which draft a schema is written in.

use crate::json::Json;

/// The drafts that occur in the field. What names none, or one that nobody knows, is read as 2020-12: the protocol's default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Dialect {
    Draft4,
    Draft6,
    Draft7,
    Draft2019,
    Draft2020,
}

impl Dialect {
    pub(crate) fn of(root: Json<'_>) -> Self {
        root.get("$schema").and_then(Json::text).and_then(Self::named).unwrap_or(Self::Draft2020)
    }

    /// The draft behind a `$schema` URI; scheme and an empty fragment make no difference.
    pub(crate) fn named(uri: &str) -> Option<Self> {
        let bare = uri.strip_prefix("https://").or_else(|| uri.strip_prefix("http://"))?;
        match bare.strip_suffix('#').unwrap_or(bare) {
            "json-schema.org/draft-04/schema" => Some(Self::Draft4),
            "json-schema.org/draft-06/schema" => Some(Self::Draft6),
            "json-schema.org/draft-07/schema" => Some(Self::Draft7),
            "json-schema.org/draft/2019-09/schema" => Some(Self::Draft2019),
            "json-schema.org/draft/2020-12/schema" => Some(Self::Draft2020),
            _ => None,
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Draft4 => "draft-04",
            Self::Draft6 => "draft-06",
            Self::Draft7 => "draft-07",
            Self::Draft2019 => "2019-09",
            Self::Draft2020 => "2020-12",
        }
    }

    /// The keyword under which a schema names itself.
    pub(super) fn id_keyword(self) -> &'static str {
        if self == Self::Draft4 { "id" } else { "$id" }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::doc;
    use super::*;

    #[test]
    fn dialect_by_schema_uri() {
        for (uri, want) in [
            ("http://json-schema.org/draft-04/schema#", Dialect::Draft4),
            ("http://json-schema.org/draft-06/schema", Dialect::Draft6),
            ("https://json-schema.org/draft-07/schema#", Dialect::Draft7),
            ("https://json-schema.org/draft/2019-09/schema", Dialect::Draft2019),
            ("https://json-schema.org/draft/2020-12/schema#", Dialect::Draft2020),
            ("https://example.com/other", Dialect::Draft2020),
            ("", Dialect::Draft2020),
        ] {
            assert_eq!(Dialect::of(doc(&format!(r#"{{"$schema":"{uri}"}}"#)).root()), want, "{uri}");
        }
        assert_eq!(Dialect::of(doc("true").root()), Dialect::Draft2020);
        assert_eq!(Dialect::of(doc(r#"{"$schema": 7}"#).root()), Dialect::Draft2020);
    }
}
