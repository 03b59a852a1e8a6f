//! What a config says, once every word of it is known to be meant.

use super::{ConfigFile, Date, ParamSelector, PathPattern, Selector};
use crate::finding::Level;
use serde_json::Value;
use std::ops::Range;
use std::sync::Arc;

/// A value and the bytes of the config where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Located<T> {
    pub(crate) value: T,
    pub(crate) span: Range<usize>,
}

impl Located<String> {
    pub(super) fn borrowed(&self) -> Located<&str> {
        Located { value: &self.value, span: self.span.clone() }
    }
}

#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Config {
    /// None where there is no config: then all else is the default.
    pub(crate) file: Option<Arc<ConfigFile>>,
    pub(crate) fail_on: Option<FailOn>,
    pub(crate) require: Vec<Require>,
    /// None: the default set.
    pub(crate) clients: Option<Vec<ClientWord>>,
    pub(crate) servers: Vec<Server>,
    pub(crate) wire: Wire,
    pub(crate) names: Names,
    pub(crate) reflex: Reflex,
    pub(crate) rules: Vec<RuleLevel>,
    pub(crate) expects: Vec<Expect>,
    pub(crate) value_aliases: Vec<ValueAlias>,
    pub(crate) allows: Vec<Allow>,
}

/// A client that somebody asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ClientWord {
    pub(crate) name: &'static str,
    /// Beside the default set, not instead of it.
    pub(crate) adds: bool,
}

/// The level from which a finding fails the gate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FailOn {
    Error,
    Warning,
    Note,
    Never,
}

/// What must have been compared for green to mean anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Require {
    Calls,
    Wire,
    Against,
}

/// `[[server]]`: which files belong together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Server {
    pub(crate) span: Range<usize>,
    /// Always there where a config has several servers.
    pub(crate) name: Option<String>,
    /// The name under which hosts mount it.
    pub(crate) mount: Option<String>,
    pub(crate) tools: Vec<PathPattern>,
    pub(crate) calls: Vec<PathPattern>,
    pub(crate) handlers: Option<PathPattern>,
}

/// `[wire]`: what is behind the server.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Wire {
    /// Peers whose names are ours.
    pub(crate) own: Vec<Selector>,
    pub(crate) methods: Vec<Method>,
    pub(crate) local: Vec<Local>,
    pub(crate) foreign: Foreign,
}

/// A payload with this method is the own wire of these tools.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Method {
    pub(crate) tools: Selector,
    pub(crate) method: String,
}

/// Arguments that the server keeps to itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Local {
    pub(crate) tools: Selector,
    pub(crate) arguments: Vec<String>,
}

/// Whether names that change on the way to somebody else's service are worth a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Foreign {
    #[default]
    Off,
    Note,
}

/// `[names]`: how names are read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Names {
    /// Names that say too little to mean two things on one surface.
    pub(crate) bare: Vec<String>,
    pub(crate) meaning: Vec<Meaning>,
}

impl Default for Names {
    fn default() -> Self {
        Self { bare: vec!["path".to_owned()], meaning: Vec::new() }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Meaning {
    pub(crate) of: ParamSelector,
    pub(crate) meaning: String,
}

/// `[reflex]`: when a caller's habit is advice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Reflex {
    pub(crate) min_refusals: u64,
}

impl Default for Reflex {
    fn default() -> Self {
        Self { min_refusals: 3 }
    }
}

/// What a rule is set to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Setting {
    Off,
    At(Level),
}

/// One line of `[rules]`, or one `--rule` of the command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RuleLevel {
    /// Empty on the command line.
    pub(crate) span: Range<usize>,
    pub(crate) rules: Selector,
    pub(crate) setting: Setting,
}

/// Where a name lives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Layer {
    Advertised,
    Call,
    Wire,
    Handler,
}

impl Layer {
    pub(crate) const ALL: [Self; 4] = [Self::Advertised, Self::Call, Self::Wire, Self::Handler];
}

/// `[[expect]]`: a decision, kept as a test.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Expect {
    pub(crate) span: Range<usize>,
    pub(crate) tools: Vec<Located<Selector>>,
    pub(crate) required: Vec<Located<String>>,
    pub(crate) optional: Vec<Located<String>>,
    pub(crate) forbid: Vec<Located<String>>,
    pub(crate) closed: bool,
    /// Never empty: all of them where the entry names none.
    pub(crate) layers: Vec<Layer>,
    pub(crate) values: Vec<ExpectedValues>,
    pub(crate) defaults: Vec<ExpectedDefault>,
    pub(crate) reason: Option<String>,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ExpectedValues {
    pub(crate) param: Located<String>,
    pub(crate) values: Vec<Value>,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ExpectedDefault {
    pub(crate) param: Located<String>,
    pub(crate) value: Value,
}

/// `[[value-alias]]`: a value that is understood and not shown.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ValueAlias {
    pub(crate) span: Range<usize>,
    pub(crate) tools: Vec<Located<Selector>>,
    pub(crate) param: String,
    pub(crate) accepts: Value,
    pub(crate) means: Value,
    pub(crate) reason: Option<String>,
}

/// `[[allow]]`: an exception. What it does not name, it does not narrow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Allow {
    pub(crate) span: Range<usize>,
    pub(crate) rule: &'static str,
    /// Empty: all tools, and findings that are about none.
    pub(crate) tools: Vec<Located<Selector>>,
    pub(crate) param: Option<Selector>,
    pub(crate) server: Option<Selector>,
    pub(crate) reason: String,
    /// The last day on which it holds.
    pub(crate) expires: Option<Located<Date>>,
}
