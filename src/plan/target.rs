//! Which parameters are meant: tools by patterns, as in a config, and one name. Who names nothing is told what is near.

use crate::config::{ParamSelector, Selector, nearest};
use crate::contract::Server;
use crate::surface::Tool;
use std::sync::Arc;

/// Names that a message lists.
const SHOWN: usize = 5;

/// The words on the command line do not fit what was given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Usage {
    pub(crate) message: String,
    pub(crate) help: Option<String>,
}

impl Usage {
    fn new(message: impl Into<String>, help: Option<String>) -> Self {
        Self { message: message.into(), help }
    }
}

/// What TOOLS says, one word for each comma.
#[derive(Debug)]
pub(crate) enum Words {
    /// `folder_*`: tools, whose parameter is named apart.
    Tools(Vec<Selector>),
    /// `signal_*.mode`: parameters, whose value is named apart.
    Params(Vec<ParamSelector>),
}

/// One parameter of one tool, and the server that lists it.
#[derive(Debug, Clone)]
pub(crate) struct Target {
    pub(crate) server: usize,
    /// Its index in the list.
    pub(crate) index: usize,
    pub(crate) tool: Arc<Tool>,
    pub(crate) param: Arc<str>,
}

/// What was chosen.
#[derive(Debug, Default)]
pub(crate) struct Chosen {
    pub(crate) targets: Vec<Target>,
    /// Tools that a pattern matches, and that have no such parameter.
    pub(crate) without: Vec<Arc<str>>,
}

impl Words {
    pub(crate) fn tools(text: &str) -> Result<Self, Usage> {
        let words: Result<Vec<Selector>, Usage> = text
            .split(',')
            .map(|word| {
                Selector::parse(word).map_err(|bad| Usage::new(format!("TOOLS `{word}`: {}", bad.message()), Some(bad.help().to_owned())))
            })
            .collect();
        words.map(Self::Tools)
    }

    pub(crate) fn params(text: &str) -> Result<Self, Usage> {
        let words: Result<Vec<ParamSelector>, Usage> = text
            .split(',')
            .map(|word| match ParamSelector::parse(word) {
                Ok(Some(selector)) => Ok(selector),
                Ok(None) => Err(Usage::new(
                    format!("TOOLS `{word}` names no parameter"),
                    Some("with --value, write `tool.param`, such as `signal_*.mode`".to_owned()),
                )),
                Err(bad) => Err(Usage::new(format!("TOOLS `{word}`: {}", bad.message()), Some(bad.help().to_owned()))),
            })
            .collect();
        words.map(Self::Params)
    }

    /// The parameters that are meant, and the tools without one. Every word must mean something.
    pub(crate) fn choose(&self, servers: &[Server], from: &str) -> Result<Chosen, Usage> {
        match self {
            Self::Tools(words) => by_tool(words, servers, from),
            Self::Params(words) => by_param(words, servers),
        }
    }
}

fn all(servers: &[Server]) -> impl Iterator<Item = (usize, usize, &Arc<Tool>)> {
    servers.iter().enumerate().flat_map(|(server, it)| it.surface.tools.iter().enumerate().map(move |(at, tool)| (server, at, tool)))
}

fn by_tool(words: &[Selector], servers: &[Server], from: &str) -> Result<Chosen, Usage> {
    let mut chosen = Chosen::default();
    for word in words {
        if !all(servers).any(|(_, _, tool)| word.matches(&tool.name)) {
            return Err(no_tool(word.text(), servers));
        }
    }
    for (server, index, tool) in all(servers).filter(|(_, _, tool)| words.iter().any(|word| word.matches(&tool.name))) {
        match tool.param(from) {
            Some(param) => {
                chosen.targets.push(Target { server, index, tool: Arc::clone(tool), param: Arc::clone(&param.name) });
            }
            None if words.iter().any(|word| word.is_exact() && word.matches(&tool.name)) => return Err(no_param(&[tool], from)),
            None => chosen.without.push(Arc::clone(&tool.name)),
        }
    }
    if chosen.targets.is_empty() {
        let tools: Vec<&Arc<Tool>> =
            all(servers).map(|(_, _, tool)| tool).filter(|tool| words.iter().any(|word| word.matches(&tool.name))).collect();
        return Err(no_param(&tools, from));
    }
    Ok(chosen)
}

fn by_param(words: &[ParamSelector], servers: &[Server]) -> Result<Chosen, Usage> {
    let mut chosen = Chosen::default();
    for word in words {
        if !all(servers).any(|(_, _, tool)| tool.params.iter().any(|param| word.matches(&tool.name, &param.name))) {
            let pairs: Vec<String> =
                all(servers).flat_map(|(_, _, tool)| tool.params.iter().map(|param| format!("{}.{}", tool.name, param.name))).collect();
            let help = nearest(word.text(), pairs.iter().map(String::as_str)).map(|near| format!("the nearest is `{near}`"));
            return Err(Usage::new(format!("no parameter is called `{}`", word.text()), help));
        }
    }
    for (server, index, tool) in all(servers) {
        for param in tool.params.iter().filter(|param| words.iter().any(|word| word.matches(&tool.name, &param.name))) {
            chosen.targets.push(Target { server, index, tool: Arc::clone(tool), param: Arc::clone(&param.name) });
        }
    }
    Ok(chosen)
}

fn no_tool(word: &str, servers: &[Server]) -> Usage {
    let names = || all(servers).map(|(_, _, tool)| &*tool.name);
    let help = match nearest(word, names()) {
        Some(near) => format!("the nearest is `{near}`"),
        None => format!("the tools are {}", listed(names())),
    };
    Usage::new(format!("no tool is called `{word}`"), Some(help))
}

fn no_param(tools: &[&Arc<Tool>], from: &str) -> Usage {
    let names = || tools.iter().flat_map(|tool| tool.params.iter().map(|param| &*param.name));
    let whose = match tools {
        [one] => format!("`{}` has", one.name),
        many => format!("none of the {} tools that match has", many.len()),
    };
    let help = match nearest(from, names()) {
        Some(near) => Some(format!("the nearest is `{near}`")),
        None if names().next().is_none() => None,
        None => Some(format!("the parameters are {}", listed(names()))),
    };
    let no = if tools.len() == 1 { "no parameter" } else { "a parameter" };
    Usage::new(format!("{whose} {no} `{from}`"), help)
}

/// The first names, each once.
pub(crate) fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let mut once: Vec<&str> = Vec::new();
    let mut more = 0;
    for name in names {
        if once.contains(&name) {
            continue;
        }
        if once.len() < SHOWN { once.push(name) } else { more += 1 }
    }
    let mut words: Vec<String> = once.iter().map(|name| format!("`{name}`")).collect();
    if more > 0 {
        words.push(format!("{more} more"));
    }
    crate::text::series(&words)
}
