use super::super::{Allow, Date, Foreign, Layer, Reflex, Setting};
use super::*;
use crate::finding::Level;
use serde_json::json;

const KNOWN: Known<'static> = Known {
    rules: &["names/ambiguous-path", "names/unexplained", "schema/unknown-keyword", "shape/open-object", "wire/hidden-value"],
    is_meaning: |word| matches!(word, "file" | "folder" | "node"),
    meanings: &["file", "folder", "node"],
    clients: &["openai", "gemini"],
};

/// All faults of a text as (text of the span, message, help).
fn faults(text: &str) -> Vec<(String, String, String)> {
    let faults = read(text, &KNOWN).err().unwrap_or_default();
    let shown = |fault: Fault| (text.get(fault.span).unwrap_or("beyond").to_owned(), fault.message, fault.help.unwrap_or_default());
    faults.into_iter().map(shown).collect()
}

const GOOD: &str = r#"
fail-on = "warning"
require = ["calls", "wire"]

[[server]]
name = "toolkit"
tools = ["snapshots/tools.json"]
calls = ["captures/**/*.jsonl"]
handlers = "snapshots/handlers.json"

[wire]
own = ["toolkit"]
methods = { folder_create = "folder.create" }
local = { "*" = ["limit"], "search_*" = ["format"] }
foreign = "note"

[names]
bare = ["path", "key"]
[names.meaning]
"node_*.path" = "node"

[reflex]
min-refusals = 5

[rules]
"names/*" = "warning"
"schema/unknown-keyword" = "off"

[[expect]]
tools = ["folder_create", "folder_delete"]
required = ["path"]
optional = ["recursive"]
forbid = ["folder_path"]
closed = true
layers = ["advertised", "wire"]
reason = "folder tools take a bare path, end to end"
[expect.values]
channel = ["editor", 2, true]
[expect.default]
channel = "editor"
ratio = 0.5
limit = 0x10

[[value-alias]]
tools = ["signal_*"]
param = "channel"
accepts = "game"
means = "runtime"

[[allow]]
rule = "names/ambiguous-path"
tools = ["asset_*"]
param = "path"
server = "toolkit"
reason = "assets are addressed by their path in the bundle"
expires = 2027-06-01
"#;

#[test]
fn a_full_config() {
    let config = read(GOOD, &KNOWN).expect("a good config");
    assert_eq!((config.fail_on, config.require), (Some(FailOn::Warning), vec![Require::Calls, Require::Wire]));

    let [server] = config.servers.as_slice() else { panic!("one server") };
    assert_eq!((server.name.as_deref(), GOOD.get(server.span.clone())), (Some("toolkit"), Some("[[server]]")));
    let files: Vec<_> = server.tools.iter().chain(&server.calls).chain(&server.handlers).map(|path| path.text()).collect();
    assert_eq!(files, ["snapshots/tools.json", "captures/**/*.jsonl", "snapshots/handlers.json"]);

    assert_eq!(config.wire.own.iter().map(|peer| peer.text()).collect::<Vec<_>>(), ["toolkit"]);
    assert_eq!(
        config.wire.methods.iter().map(|entry| (entry.tools.text(), entry.method.as_str())).collect::<Vec<_>>(),
        [("folder_create", "folder.create")]
    );
    assert_eq!(
        config.wire.local.iter().map(|entry| (entry.tools.text(), entry.arguments.join(","))).collect::<Vec<_>>(),
        [("*", "limit".to_owned()), ("search_*", "format".to_owned())]
    );
    assert_eq!((config.wire.foreign, config.reflex), (Foreign::Note, Reflex { min_refusals: 5 }));
    assert_eq!(config.names.bare, ["path", "key"]);
    assert_eq!(
        config.names.meaning.iter().map(|entry| (entry.of.text(), entry.meaning.as_str())).collect::<Vec<_>>(),
        [("node_*.path", "node")]
    );
    assert_eq!(
        config.rules.iter().map(|level| (level.rules.text(), level.setting)).collect::<Vec<_>>(),
        [("names/*", Setting::At(Level::Warning)), ("schema/unknown-keyword", Setting::Off)]
    );

    let [expect] = config.expects.as_slice() else { panic!("one expectation") };
    assert_eq!(GOOD.get(expect.span.clone()), Some("[[expect]]"));
    assert_eq!(expect.tools.iter().map(|tools| tools.value.text()).collect::<Vec<_>>(), ["folder_create", "folder_delete"]);
    let names =
        [&expect.required, &expect.optional, &expect.forbid].map(|list| list.iter().map(|name| name.value.as_str()).collect::<Vec<_>>());
    assert_eq!(names, [["path"], ["recursive"], ["folder_path"]]);
    assert_eq!((expect.closed, expect.layers.as_slice()), (true, [Layer::Advertised, Layer::Wire].as_slice()));
    assert_eq!(expect.reason.as_deref(), Some("folder tools take a bare path, end to end"));
    let values: Vec<_> = expect.values.iter().map(|set| (set.param.value.as_str(), json!(set.values))).collect();
    assert_eq!(values, [("channel", json!(["editor", 2, true]))]);
    let defaults: Vec<_> = expect.defaults.iter().map(|entry| (entry.param.value.as_str(), entry.value.clone())).collect();
    assert_eq!(defaults, [("channel", json!("editor")), ("ratio", json!(0.5)), ("limit", json!(16))]);
    assert_eq!(expect.required.first().and_then(|name| GOOD.get(name.span.clone())), Some("\"path\""));

    let [alias] = config.value_aliases.as_slice() else { panic!("one alias") };
    assert_eq!((alias.param.as_str(), &alias.accepts, &alias.means, &alias.reason), ("channel", &json!("game"), &json!("runtime"), &None));

    let [Allow { span, rule, tools, param, server, reason, expires }] = config.allows.as_slice() else { panic!("one exception") };
    assert_eq!((GOOD.get(span.clone()), *rule, tools.len()), (Some("[[allow]]"), "names/ambiguous-path", 1));
    assert_eq!([param, server].map(|selector| selector.as_ref().map(|selector| selector.text())), [Some("path"), Some("toolkit")]);
    assert_eq!(reason, "assets are addressed by their path in the bundle");
    assert_eq!(
        expires.as_ref().map(|date| (date.value, GOOD.get(date.span.clone()))),
        Some((Date { year: 2027, month: 6, day: 1 }, Some("2027-06-01")))
    );
}

#[test]
fn an_empty_config_is_the_default() {
    for text in ["", "# nothing yet\n", "\u{feff}[wire]\n[names]\n[reflex]\n[rules]\n"] {
        assert_eq!(read(text, &KNOWN), Ok(Config::default()), "{text:?}");
    }
    let config = Config::default();
    assert_eq!((config.names.bare.as_slice(), config.reflex.min_refusals), (["path".to_owned()].as_slice(), 3));
}

const TOP: &str = "keys of the top level: `clients`, `fail-on`, `require`, `server`, `wire`, `names`, `reflex`, `rules`, `expect`, `value-alias`, `allow`";
const PATTERN: &str = "`*` stands for any text, `?` for one character; list several patterns instead of alternatives";
const PATH: &str = "`*` stands for any text within a folder, `**` for any folders; in brackets a character stands for itself";
const WHY: &str = "write why: whoever reads this next year has to know whether it still holds";
const TOOLS: &str = "write which tools it is about; `[\"*\"]` stands for all";
const DAY: &str = "write a day, as `2027-06-01`";

#[test]
fn one_fault_each() {
    for (text, span, message, help) in [
        // Keys and words.
        ("fail_on = 'note'", "fail_on", "unknown key `fail_on`: did you mean `fail-on`?", TOP),
        ("clients = ['opnai']", "'opnai'", "unknown client `opnai`: did you mean `openai`?", "known: `openai`, `gemini`"),
        ("[[servers]]", "servers", "unknown key `servers`: did you mean `server`?", TOP),
        ("[[alias]]", "alias", "unknown key `alias`: did you mean `value-alias`?", TOP),
        ("fail-on = 'eror'", "'eror'", "unknown level `eror`: did you mean `error`?", "known: `error`, `warning`, `note`, `never`"),
        ("fail-on = true", "true", "`fail-on` must be a string, not `true` or `false`", ""),
        ("require = 'calls'", "'calls'", "`require` must be a list of strings, not a string", "write `[\"calls\"]`"),
        ("require = ['handlers']", "'handlers'", "unknown requirement `handlers`", "known: `calls`, `wire`, `against`"),
        ("require = ['wire', 'wire']", "'wire'", "`wire` stands twice in `require`", ""),
        // Servers.
        (
            "[[server]]\ntools = ['a']\nmout = 'm'",
            "mout",
            "unknown key `mout`: did you mean `mount`?",
            "keys of [[server]]: `name`, `mount`, `tools`, `calls`, `handlers`",
        ),
        (
            "[[server]]\ntools = []",
            "[[server]]",
            "this [[server]] has neither `tools` nor `calls`",
            "without files there is nothing to judge",
        ),
        ("[[server]]\ntools = ['a[']", "'a['", "bad path pattern `a[`: unclosed character class; missing ']'", PATH),
        ("[[server]]\ntools = ['./']", "'./'", "bad path pattern `./`: it is empty", PATH),
        (
            "[[server]]\nname = 'a'\ntools = ['a']\n[[server]]\ntools = ['b']",
            "[[server]]",
            "this [[server]] has no `name`",
            "several servers are told apart by their names",
        ),
        ("[[server]]\nname = 'a'\ntools = ['a']\n[[server]]\nname = \"a\"\ntools = ['b']", "\"a\"", "two servers are called `a`", ""),
        (
            "server = 'a'",
            "'a'",
            "`server` must be a list of tables, not a string",
            "write `[[server]]` on a line of its own before each entry",
        ),
        // Wire, names, reflex.
        ("[[wire]]", "[[wire]]", "`wire` must be a table, not a list", "write `[wire]` once"),
        ("[wire]\nowns = []", "owns", "unknown key `owns`: did you mean `own`?", "keys of [wire]: `own`, `methods`, `local`, `foreign`"),
        ("[wire]\nown = ['{a,b}']", "'{a,b}'", "bad pattern `{a,b}`: `{` has no meaning in a pattern", PATTERN),
        ("[wire]\nforeign = 'error'", "'error'", "unknown level `error`", "known: `off`, `note`"),
        ("[wire]\nmethods = { a = 1 }", "1", "`a` must be a string, not a number", ""),
        ("[wire.methods]\na.b = 'c'", "a", "`a` is a table in [wire.methods]", "a dot without quotes begins a table: quote the whole key"),
        ("[wire.local]\n'a' = 'limit'", "'limit'", "`a` must be a list of strings, not a string", "write `[\"limit\"]`"),
        ("[names]\nbare = ['']", "''", "an entry of `bare` is empty", ""),
        ("[names.meaning]\n'a.b' = 'nodes'", "'nodes'", "unknown meaning `nodes`: did you mean `node`?", "known: `file`, `folder`, `node`"),
        (
            "[names.meaning]\n'path' = 'node'",
            "'path'",
            "`path` names no parameter of a tool",
            "write `tool.param`; `*.param` is the parameter of every tool",
        ),
        ("[names.meaning]\n'a.[b]' = 'node'", "'a.[b]'", "bad pattern `a.[b]`: `[` has no meaning in a pattern", PATTERN),
        (
            "[names.meaning]\na.b = 'node'",
            "a",
            "`a` is a table in [names.meaning]",
            "a dot without quotes begins a table: quote the whole key",
        ),
        ("[reflex]\nmin-refusals = 0", "0", "`min-refusals` must be 1 or more", ""),
        ("[reflex]\nmin-refusals = -3", "-3", "`min-refusals` must be 1 or more", ""),
        ("[reflex]\nmin-refusals = 3.5", "3.5", "`min-refusals` must be a whole number, not a number with a fraction", ""),
        (
            "[reflex]\nmin_refusals = 3",
            "min_refusals",
            "unknown key `min_refusals`: did you mean `min-refusals`?",
            "keys of [reflex]: `min-refusals`",
        ),
        // Rules.
        (
            "[rules]\n'names/ambigous-path' = 'off'",
            "'names/ambigous-path'",
            "unknown rule `names/ambigous-path`: did you mean `names/ambiguous-path`?",
            "rules of `names/`: `names/ambiguous-path`, `names/unexplained`",
        ),
        (
            "[rules]\n'client/keyword' = 'off'",
            "'client/keyword'",
            "unknown rule `client/keyword`",
            "families of rules: `names/`, `schema/`, `shape/`, `wire/`",
        ),
        (
            "[rules]\n'names' = 'off'",
            "'names'",
            "unknown rule `names`: did you mean `names/*`?",
            "families of rules: `names/`, `schema/`, `shape/`, `wire/`",
        ),
        (
            "[rules]\n'shapes/*' = 'off'",
            "'shapes/*'",
            "no rule matches `shapes/*`: did you mean `shape/*`?",
            "families of rules: `names/`, `schema/`, `shape/`, `wire/`",
        ),
        (
            "[rules]\n'names/*' = 'warn'",
            "'warn'",
            "unknown level `warn`: did you mean `warning`?",
            "known: `off`, `note`, `warning`, `error`",
        ),
        ("[rules]\n'names/*' = false", "false", "`names/*` must be a string, not `true` or `false`", ""),
        // Expectations.
        ("[[expect]]\nforbid = ['a']", "[[expect]]", "this [[expect]] has no `tools`", TOOLS),
        ("[[expect]]\ntools = []\nforbid = ['a']", "[]", "`tools` is empty", TOOLS),
        ("[[expect]]\ntools = ['*']\nclosed = 1", "1", "`closed` must be `true` or `false`, not a number", ""),
        (
            "[[expect]]\ntools = ['*']",
            "[[expect]]",
            "this [[expect]] expects nothing",
            "say what must hold: `required`, `optional`, `forbid`, `closed = true`, `values` or `default`",
        ),
        (
            "[[expect]]\ntools = ['*']\nrequired = []\nclosed = false\n[expect.values]",
            "[[expect]]",
            "this [[expect]] expects nothing",
            "say what must hold: `required`, `optional`, `forbid`, `closed = true`, `values` or `default`",
        ),
        ("[[expect]]\ntools = ['*']\nforbid = ['a']\nreason = ''", "''", "`reason` is empty", WHY),
        ("[[expect]]\ntools = ['*']\nforbid = ['a']\nlayers = []", "[]", "`layers` is empty", "leave it out to mean every layer"),
        (
            "[[expect]]\ntools = ['*']\nforbid = ['a']\nlayers = ['wires']",
            "'wires'",
            "unknown layer `wires`: did you mean `wire`?",
            "known: `advertised`, `call`, `wire`, `handler`",
        ),
        (
            "[[expect]]\ntools = ['*']\nforbid = ['a']\n[expect.defaults]\na = 1",
            "defaults",
            "unknown key `defaults`: did you mean `default`?",
            "keys of [[expect]]: `tools`, `required`, `optional`, `forbid`, `closed`, `layers`, `reason`, `values`, `default`",
        ),
        (
            "[[expect]]\ntools = ['*']\nrequired = ['a']\nforbid = [\"a\"]",
            "\"a\"",
            "`a` stands in `required` and in `forbid`",
            "no tool can be both",
        ),
        ("[[expect]]\ntools = ['*']\nvalues = { a = 'b' }", "'b'", "`a` must be a list of values, not a string", "write `[\"b\"]`"),
        ("[[expect]]\ntools = ['*']\nvalues = { a = [] }", "[]", "`a` has no values", "a parameter that takes nothing belongs in `forbid`"),
        (
            "[[expect]]\ntools = ['*']\nvalues = { a = [[1]] }",
            "[1]",
            "a value of `a` must be a string, a number, `true` or `false`, not a list",
            "",
        ),
        (
            "[[expect]]\ntools = ['*']\n[expect.values]\na = [1]\n[expect.default]\nb = nan",
            "nan",
            "the default of `b` is a number that JSON does not have",
            "",
        ),
        (
            "[[expect]]\ntools = ['*']\n[expect.values]\na = [1]\n[expect.default]\n\"a\" = 2",
            "\"a\"",
            "the default of `a` is not among its values",
            "add it to `values`, or decide on another default",
        ),
        // Aliases.
        ("[[value-alias]]\nparam = 'p'\naccepts = 'a'\nmeans = 'b'", "[[value-alias]]", "this [[value-alias]] has no `tools`", TOOLS),
        (
            "[[value-alias]]\ntools = ['*']\naccepts = 'a'\nmeans = 'b'",
            "[[value-alias]]",
            "this [[value-alias]] has no `param`",
            "write which parameter takes the value",
        ),
        (
            "[[value-alias]]\ntools = ['*']\nparam = 'p'\nmeans = 'b'",
            "[[value-alias]]",
            "this [[value-alias]] has no `accepts`",
            "write the value that is still understood",
        ),
        (
            "[[value-alias]]\ntools = ['*']\nparam = 'p'\naccepts = 'a'\nmeans = \"a\"",
            "\"a\"",
            "`accepts` and `means` are one value",
            "an alias is another word for an advertised value",
        ),
        ("[[value-alias]]\ntools = ['*']\nparam = 'p'\naccepts = 'a'\nmeans = 'b'\nreason = \"\\t\"", "\"\\t\"", "`reason` is empty", WHY),
        // Exceptions.
        ("[[allow]]\nrule = 'names/unexplained'", "[[allow]]", "this [[allow]] has no `reason`", WHY),
        ("[[allow]]\nrule = 'names/unexplained'\nreason = ''", "''", "`reason` is empty", WHY),
        ("[[allow]]\nrule = 'names/unexplained'\nreason = 1", "1", "`reason` must be a string, not a number", ""),
        ("[[allow]]\nreason = 'r'", "[[allow]]", "this [[allow]] has no `rule`", "write which rule's findings it hides"),
        (
            "[[allow]]\nrule = 'unexplained'\nreason = 'r'",
            "'unexplained'",
            "unknown rule `unexplained`: did you mean `names/unexplained`?",
            "families of rules: `names/`, `schema/`, `shape/`, `wire/`",
        ),
        (
            "[[allow]]\nrule = 'names/*'\nreason = 'r'",
            "'names/*'",
            "`names/*` is a pattern: name one rule",
            "an exception is for one rule; `[rules]` sets the levels of many",
        ),
        ("[[allow]]\nrule = 'names/unexplained'\nreason = 'r'\ntools = []", "[]", "`tools` is empty", "leave it out to mean every tool"),
        (
            "[[allow]]\nrule = 'names/unexplained'\nreason = 'r'\ntool = 'a'",
            "tool",
            "unknown key `tool`: did you mean `tools`?",
            "keys of [[allow]]: `rule`, `tools`, `param`, `server`, `reason`, `expires`",
        ),
        (
            "[[allow]]\nrule = 'names/unexplained'\nreason = 'r'\nexpires = '2027-06-01'",
            "'2027-06-01'",
            "`expires` must be a date, not a string",
            "write it without quotes: `expires = 2027-06-01`",
        ),
        (
            "[[allow]]\nrule = 'names/unexplained'\nreason = 'r'\nexpires = 'soon'",
            "'soon'",
            "`expires` must be a date, not a string",
            "write a day without quotes, as `2027-06-01`",
        ),
        (
            "[[allow]]\nrule = 'names/unexplained'\nreason = 'r'\nexpires = 2027-06-01T00:00:00Z",
            "2027-06-01T00:00:00Z",
            "`expires` must be a date alone",
            "write a day without a time, as `2027-06-01`",
        ),
        ("[[allow]]\nrule = 'names/unexplained'\nreason = 'r'\nexpires = 2027", "2027", "`expires` must be a date", DAY),
        // Syntax.
        ("[[allow]]\nexpires = 2027-02-30", "2027-02-30", "not TOML: invalid date, expected day between 01 and 28", ""),
        ("fail-on = 'note'\n\"fail-on\" = 'note'", "\"fail-on\"", "not TOML: duplicate key", ""),
        (
            "[rules]\nnames/* = 'off'",
            "/*",
            "not TOML: invalid unquoted key, expected letters, numbers, `-`, `_`",
            "quote a key that holds more than letters, digits, `-` and `_`",
        ),
    ] {
        assert_eq!(faults(text), [(span.to_owned(), message.to_owned(), help.to_owned())], "{text}");
    }
}

#[test]
fn all_faults_are_told_in_the_order_of_the_text() {
    let text = "zebra = 1\n[[expect]]\nclosed = 3\n[rules]\n'names/*' = 'of'\n'nothing/*' = 'off'\n[[allow]]\nreason = ' '\nexpires = 1";
    let spans: Vec<_> = faults(text).into_iter().map(|(span, message, _)| (span, message)).collect();
    let told = [
        ("zebra", "unknown key `zebra`"),
        ("[[expect]]", "this [[expect]] has no `tools`"),
        ("3", "`closed` must be `true` or `false`, not a number"),
        ("'of'", "unknown level `of`: did you mean `off`?"),
        ("'nothing/*'", "no rule matches `nothing/*`"),
        ("[[allow]]", "this [[allow]] has no `rule`"),
        ("' '", "`reason` is empty"),
        ("1", "`expires` must be a date"),
    ];
    assert_eq!(spans, told.map(|(span, message)| (span.to_owned(), message.to_owned())));
}

#[test]
fn one_alias_means_one_thing() {
    let alias = |tools: &str, means: &str| format!("[[value-alias]]\ntools = [{tools}]\nparam = 'p'\naccepts = 'a'\nmeans = '{means}'\n");
    let message = "an earlier [[value-alias]] of `y_*` says that \"a\" means \"b\"";
    let found = faults(&(alias("'x', 'y_*'", "b") + &alias("\"y_*\"", "c")));
    assert_eq!(found, [("\"y_*\"".to_owned(), message.to_owned(), "one value means one thing".to_owned())]);
    // A narrower entry is no contradiction: it wins.
    assert_eq!(faults(&(alias("'x', 'y_*'", "b") + &alias("'y_z'", "c"))), []);
}

#[test]
fn depth_and_rubbish_are_told_briefly() {
    let deep = faults(&format!("a = {}", "[".repeat(100_000)));
    assert_eq!(
        deep.iter().map(|(_, message, _)| message.as_str()).collect::<Vec<_>>(),
        ["not TOML: cannot recurse further; max recursion depth met", "not TOML: unclosed array, expected `]`"]
    );
    assert_eq!(faults(&"]\n".repeat(1000)).len(), MOST_SYNTAX_FAULTS);
}
