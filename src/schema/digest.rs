//! The validator's errors to violations. Where alternatives fail, the one that the instance was meant for is found, so that a
//! parameter that is missing deep inside a union is shown at its place.

use super::types::Types;
use super::violation::{Keyword, Violation};
use jsonschema::error::{TypeKind, ValidationErrorKind as Kind};
use jsonschema::paths::{Location, LocationSegment};
use jsonschema::{JsonType, ValidationError};
use rustc_hash::FxHashSet;
use serde_json::Value;

/// Violations of one instance.
#[derive(Debug, Default)]
pub(super) struct Digest {
    pub(super) violations: Vec<Violation>,
    /// A limit of ours was reached somewhere: what was found is true, but it may not be all, and nothing found proves nothing.
    pub(super) undecided: bool,
}

/// `root` is the instance that the errors are about.
pub(super) fn digest<'e, 'i: 'e>(root: &Value, errors: impl Iterator<Item = &'e ValidationError<'i>>) -> Digest {
    let mut digest = Digest::default();
    let mut seen = FxHashSet::default();
    for error in errors {
        for violation in one(root, error, &mut digest.undecided) {
            if seen.insert(violation.clone()) {
                digest.violations.push(violation);
            }
        }
    }
    digest.violations.sort_by(|a, b| (&a.instance, &a.schema_path).cmp(&(&b.instance, &b.schema_path)));
    digest
}

fn one(root: &Value, error: &ValidationError<'_>, undecided: &mut bool) -> Vec<Violation> {
    let keyword = match error.kind() {
        Kind::BacktrackLimitExceeded { .. } | Kind::RegexEngineFailure { .. } => {
            *undecided = true;
            return Vec::new();
        }
        Kind::AnyOf { context } => return union(root, error, context, Keyword::AnyOf, undecided),
        Kind::OneOfNotValid { context } => return union(root, error, context, Keyword::OneOf, undecided),
        Kind::OneOfMultipleValid { .. } => Keyword::SeveralOf,
        Kind::Required { property } => Keyword::Required(property.as_str().unwrap_or_default().to_owned()),
        Kind::AdditionalProperties { unexpected } | Kind::UnevaluatedProperties { unexpected } => {
            Keyword::AdditionalProperties(unexpected.clone())
        }
        Kind::FalseSchema => match closed_without_properties(root, error) {
            Some(unexpected) => Keyword::AdditionalProperties(unexpected),
            None => Keyword::FalseSchema,
        },
        Kind::Type { kind } => Keyword::Type { expected: expected(kind) },
        Kind::Enum { options } if options.as_array().is_some_and(|options| options.len() == 1) => Keyword::Const,
        Kind::Enum { .. } => Keyword::Enum,
        Kind::Constant { .. } => Keyword::Const,
        Kind::Pattern { .. } => Keyword::Pattern,
        Kind::Format { .. } => Keyword::Format,
        Kind::Not { schema } if is_everything(schema) => Keyword::FalseSchema,
        Kind::Not { .. } => Keyword::Not,
        Kind::Minimum { .. } => Keyword::Bound("minimum"),
        Kind::Maximum { .. } => Keyword::Bound("maximum"),
        Kind::ExclusiveMinimum { .. } => Keyword::Bound("exclusiveMinimum"),
        Kind::ExclusiveMaximum { .. } => Keyword::Bound("exclusiveMaximum"),
        Kind::MultipleOf { .. } => Keyword::Bound("multipleOf"),
        Kind::MinLength { .. } => Keyword::Bound("minLength"),
        Kind::MaxLength { .. } => Keyword::Bound("maxLength"),
        Kind::MinItems { .. } => Keyword::Bound("minItems"),
        Kind::MaxItems { .. } => Keyword::Bound("maxItems"),
        Kind::MinProperties { .. } => Keyword::Bound("minProperties"),
        Kind::MaxProperties { .. } => Keyword::Bound("maxProperties"),
        Kind::UniqueItems => Keyword::Bound("uniqueItems"),
        Kind::AdditionalItems { .. } => Keyword::Other("items"),
        Kind::UnevaluatedItems { .. } => Keyword::Other("unevaluatedItems"),
        Kind::PropertyNames { .. } => Keyword::Other("propertyNames"),
        Kind::Contains => Keyword::Other("contains"),
        _ => Keyword::Other("other"),
    };
    let found = violation(error, keyword);
    vec![if found.keyword == Keyword::FalseSchema { refused_key(found) } else { found }]
}

fn is_everything(schema: &Value) -> bool {
    schema.as_bool().unwrap_or_else(|| schema.as_object().is_some_and(serde_json::Map::is_empty))
}

/// `additionalProperties: {"not": {}}` speaks of a key, not of its value.
fn refused_key(found: Violation) -> Violation {
    match (found.schema_path.strip_suffix("/not"), found.instance.split_last()) {
        (Some(path), Some((name, object))) if path.ends_with("/additionalProperties") => Violation {
            instance: object.to_vec(),
            keyword: Keyword::AdditionalProperties(vec![name.clone()]),
            schema_path: path.to_owned(),
            conditional: found.conditional,
        },
        _ => found,
    }
}

fn violation(error: &ValidationError<'_>, keyword: Keyword) -> Violation {
    Violation {
        instance: steps(error.instance_path()),
        keyword,
        schema_path: error.schema_path().as_str().to_owned(),
        conditional: under_condition(error.evaluation_path()),
    }
}

pub(super) fn steps(path: &Location) -> Vec<String> {
    path.segments()
        .map(|segment| match segment {
            LocationSegment::Property(name) => name.into_owned(),
            LocationSegment::Index(index) => index.to_string(),
        })
        .collect()
}

/// `additionalProperties: false` without `properties` beside it is reported as the false schema, at the place of the object.
fn closed_without_properties(root: &Value, error: &ValidationError<'_>) -> Option<Vec<String>> {
    let LocationSegment::Property(keyword) = error.schema_path().segments().last()? else { return None };
    let closed = keyword == "additionalProperties" || keyword == "unevaluatedProperties";
    let object = root.pointer(error.instance_path().as_str()).filter(|_| closed)?.as_object()?;
    Some(object.keys().cloned().collect())
}

fn expected(kind: &TypeKind) -> Types {
    let of = |json: JsonType| Types::named(json.as_str()).unwrap_or(Types::NONE);
    match kind {
        TypeKind::Single(json) => of(*json),
        TypeKind::Multiple(set) => set.iter().fold(Types::NONE, |types, json| types | of(json)),
    }
}

/// Does a keyword on the way apply only if something else does? Names of properties are no keywords.
fn under_condition(path: &Location) -> bool {
    let mut named = false;
    for segment in path.segments() {
        let LocationSegment::Property(step) = segment else {
            named = false;
            continue;
        };
        if !named && matches!(&*step, "then" | "else" | "dependentSchemas" | "dependentRequired" | "dependencies") {
            return true;
        }
        named = !named && matches!(&*step, "properties" | "patternProperties" | "$defs" | "definitions");
    }
    false
}

/// One alternative that failed.
struct Branch {
    violations: Vec<Violation>,
    fit: Fit,
}

/// How badly an instance fits an alternative; the smaller the better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Fit {
    /// The value itself is of the wrong kind (2) or is another one (1).
    other: u8,
    /// Fixed values right below it that are others: the tag of a tagged union.
    tags: usize,
    /// Names that are missing or too many right here.
    names: usize,
    all: usize,
    /// The deeper the first violation, the more of the instance fits.
    shallow: std::cmp::Reverse<usize>,
}

impl Fit {
    fn of(place: usize, violations: &[Violation]) -> Self {
        let here = |violation: &&Violation| violation.instance.len() == place;
        let other = violations.iter().filter(here).map(|violation| match violation.keyword {
            Keyword::Type { .. } | Keyword::FalseSchema => 2,
            Keyword::Enum | Keyword::Const => 1,
            _ => 0,
        });
        let names = violations.iter().filter(here).map(|violation| match &violation.keyword {
            Keyword::Required(_) => 1,
            Keyword::AdditionalProperties(names) => names.len(),
            _ => 0,
        });
        let tag = |violation: &&Violation| violation.instance.len() == place + 1 && is_fixed(&violation.keyword);
        Self {
            other: other.max().unwrap_or(0),
            tags: violations.iter().filter(tag).count(),
            names: names.sum(),
            all: violations.len(),
            shallow: std::cmp::Reverse(violations.iter().map(|violation| violation.instance.len()).min().unwrap_or(0)),
        }
    }
}

fn is_fixed(keyword: &Keyword) -> bool {
    matches!(keyword, Keyword::Const | Keyword::Enum)
}

fn union(
    root: &Value,
    error: &ValidationError<'_>,
    context: &[Vec<ValidationError<'static>>],
    several: fn(Vec<Vec<Violation>>) -> Keyword,
    undecided: &mut bool,
) -> Vec<Violation> {
    let place = error.instance_path().segments().count();
    let mut branches = Vec::with_capacity(context.len());
    for errors in context {
        let inner = digest(root, errors.iter());
        if inner.undecided {
            // Perhaps this alternative fits.
            *undecided = true;
            return Vec::new();
        }
        let fit = Fit::of(place, &inner.violations);
        branches.push(Branch { violations: inner.violations, fit });
    }
    let conditional = under_condition(error.evaluation_path());
    if branches.iter().all(|branch| branch.fit.other == 2) {
        let wanted = branches.iter().flat_map(|branch| &branch.violations).filter(|violation| violation.instance.len() == place);
        let expected = wanted.fold(Types::NONE, |types, violation| match violation.keyword {
            Keyword::Type { expected } => types | expected,
            _ => types,
        });
        let keyword = if expected.is_none() { Keyword::FalseSchema } else { Keyword::Type { expected } };
        return vec![violation(error, keyword)];
    }
    branches.retain(|branch| branch.fit.other < 2);
    let alone = branches.len() == 1;
    if !alone && let Some(place) = tag(&branches, place) {
        // Each alternative wants another value there: together they are an enum.
        return vec![Violation { instance: place, conditional, ..violation(error, Keyword::Enum) }];
    }
    let Some(best) = branches.iter().map(|branch| branch.fit).min() else {
        return vec![violation(error, several(Vec::new()))];
    };
    branches.retain(|branch| branch.fit == best);
    if branches.len() == 1 {
        let violations = branches.into_iter().flat_map(|branch| branch.violations);
        return violations
            .map(|violation| Violation { conditional: violation.conditional || conditional || !alone, ..violation })
            .collect();
    }
    vec![violation(error, several(branches.into_iter().map(|branch| branch.violations).collect()))]
}

/// The place, here or right below, whose value is wrong in every alternative.
fn tag(branches: &[Branch], place: usize) -> Option<Vec<String>> {
    let fixed = |branch: &Branch| -> Vec<Vec<String>> {
        let near = branch.violations.iter().filter(|it| it.instance.len() <= place + 1 && is_fixed(&it.keyword));
        near.map(|it| it.instance.clone()).collect()
    };
    let (first, rest) = branches.split_first()?;
    let mut common = fixed(first);
    for branch in rest {
        let here = fixed(branch);
        common.retain(|place| here.contains(place));
    }
    common.into_iter().min_by_key(Vec::len)
}
