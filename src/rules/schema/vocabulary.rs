//! The words of JSON Schema.

use crate::schema::Dialect;

/// Keywords, with the first draft that has them and the first that has them no more.
const KEYWORDS: &[(&str, Dialect, Option<Dialect>)] = {
    use Dialect::{Draft4, Draft6, Draft7, Draft2019, Draft2020};
    &[
        ("$anchor", Draft2019, None),
        ("$comment", Draft4, None),
        ("$defs", Draft4, None),
        ("$dynamicAnchor", Draft2020, None),
        ("$dynamicRef", Draft2020, None),
        ("$id", Draft6, None),
        ("$recursiveAnchor", Draft2019, Some(Draft2020)),
        ("$recursiveRef", Draft2019, Some(Draft2020)),
        ("$ref", Draft4, None),
        ("$schema", Draft4, None),
        ("$vocabulary", Draft2019, None),
        ("additionalItems", Draft4, Some(Draft2020)),
        ("additionalProperties", Draft4, None),
        ("allOf", Draft4, None),
        ("anyOf", Draft4, None),
        ("const", Draft6, None),
        ("contains", Draft6, None),
        ("contentEncoding", Draft7, None),
        ("contentMediaType", Draft7, None),
        ("contentSchema", Draft2019, None),
        ("default", Draft4, None),
        ("definitions", Draft4, None),
        ("dependencies", Draft4, Some(Draft2019)),
        ("dependentRequired", Draft2019, None),
        ("dependentSchemas", Draft2019, None),
        // Annotations do no harm before their time.
        ("deprecated", Draft4, None),
        ("description", Draft4, None),
        ("else", Draft7, None),
        ("enum", Draft4, None),
        ("examples", Draft4, None),
        ("exclusiveMaximum", Draft4, None),
        ("exclusiveMinimum", Draft4, None),
        ("format", Draft4, None),
        ("id", Draft4, Some(Draft6)),
        ("if", Draft7, None),
        ("items", Draft4, None),
        ("maxContains", Draft2019, None),
        ("maxItems", Draft4, None),
        ("maxLength", Draft4, None),
        ("maxProperties", Draft4, None),
        ("maximum", Draft4, None),
        ("minContains", Draft2019, None),
        ("minItems", Draft4, None),
        ("minLength", Draft4, None),
        ("minProperties", Draft4, None),
        ("minimum", Draft4, None),
        ("multipleOf", Draft4, None),
        ("not", Draft4, None),
        ("oneOf", Draft4, None),
        ("pattern", Draft4, None),
        ("patternProperties", Draft4, None),
        ("prefixItems", Draft2020, None),
        ("properties", Draft4, None),
        ("propertyNames", Draft6, None),
        ("readOnly", Draft4, None),
        ("required", Draft4, None),
        ("then", Draft7, None),
        ("title", Draft4, None),
        ("type", Draft4, None),
        ("unevaluatedItems", Draft2019, None),
        ("unevaluatedProperties", Draft2019, None),
        ("uniqueItems", Draft4, None),
        ("writeOnly", Draft4, None),
    ]
};

/// The keywords that make up nearly all of every schema, in all drafts alike: most words need no search.
fn is_everyday(word: &str) -> bool {
    matches!(word, "type" | "description" | "properties" | "required" | "enum" | "default" | "items" | "title" | "additionalProperties")
}

/// Has any draft this keyword?
pub(super) fn is_keyword(word: &str) -> bool {
    is_everyday(word) || KEYWORDS.binary_search_by(|(known, ..)| (*known).cmp(word)).is_ok()
}

/// Has this draft that keyword? Also where no draft has it: then there is nothing to compare.
pub(super) fn in_draft(word: &str, dialect: Dialect) -> bool {
    if is_everyday(word) {
        return true;
    }
    match KEYWORDS.binary_search_by(|(known, ..)| (*known).cmp(word)).ok().and_then(|at| KEYWORDS.get(at)) {
        Some((_, first, end)) => *first <= dialect && end.is_none_or(|end| dialect < end),
        None => true,
    }
}

pub(super) fn keywords() -> impl Iterator<Item = &'static str> {
    KEYWORDS.iter().map(|(word, ..)| *word)
}

/// Words of other languages, and what JSON Schema says instead.
pub(super) fn foreign(word: &str) -> Option<&'static str> {
    Some(match word {
        "nullable" => "add \"null\" to `type`, or use `anyOf` with {\"type\": \"null\"}",
        "example" => "the keyword is `examples`, and holds a list",
        "optional" => "leave the name out of the `required` list of the object instead",
        "requires" | "require" | "isRequired" | "mandatory" => "name it in the `required` list of the object instead",
        "desc" | "help" | "doc" | "docs" | "summary" | "label" => "say it in `description`",
        "values" | "options" | "choices" | "enums" | "allowedValues" | "allowed" => "list what is allowed in `enum`",
        "min" => "the keyword is `minimum`, `minLength` or `minItems`",
        "max" => "the keyword is `maximum`, `maxLength` or `maxItems`",
        "regex" | "match" => "the keyword is `pattern`",
        "props" | "fields" => "the keyword is `properties`",
        "additional_properties" => "the keyword is `additionalProperties`",
        "defaultValue" | "default_value" => "the keyword is `default`",
        "divisibleBy" => "the keyword is `multipleOf`",
        "extends" => "the keyword is `allOf`",
        "disallow" => "the keyword is `not`",
        _ => return None,
    })
}

/// Formats of some draft, or ones that a known client or generator reads.
pub(super) const FORMATS: &[&str] = &[
    "base64",
    "binary",
    "byte",
    "color",
    "date",
    "date-time",
    "decimal",
    "double",
    "duration",
    "email",
    "enum",
    "file-path",
    "float",
    "host-name",
    "hostname",
    "idn-email",
    "idn-hostname",
    "int32",
    "int64",
    "ip-address",
    "ipv4",
    "ipv6",
    "iri",
    "iri-reference",
    "json-pointer",
    "json-string",
    "multi-line",
    "password",
    "path",
    "phone",
    "regex",
    "relative-json-pointer",
    "style",
    "time",
    "uint",
    "uint16",
    "uint32",
    "uint64",
    "uint8",
    "int8",
    "int16",
    "uri",
    "uri-reference",
    "uri-template",
    "url",
    "utc-millisec",
    "uuid",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_sorted_and_known() {
        assert!(KEYWORDS.windows(2).all(|pair| pair[0].0 < pair[1].0));
        assert!(is_keyword("type") && !is_keyword("types"));
        for (word, dialect, has) in [
            ("prefixItems", Dialect::Draft7, false),
            ("prefixItems", Dialect::Draft2020, true),
            ("dependencies", Dialect::Draft7, true),
            ("dependencies", Dialect::Draft2019, false),
            ("title", Dialect::Draft4, true),
            ("x-anything", Dialect::Draft4, true),
        ] {
            assert_eq!(in_draft(word, dialect), has, "{word}");
        }
    }
}
