//! A large capture, made anew and always the same: sessions with the surface of the story, calls with arguments of the right types,
//! payloads behind them, results of all sizes, and a refusal now and then.

use serde_json::{Map, Value, json};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Writes at least `size` bytes: whole calls.
pub(super) fn write(to: &Path, tools: &Path, size: u64) -> io::Result<()> {
    let surface: Value = serde_json::from_slice(&fs::read(tools)?)?;
    let mut out = Recorder { out: BufWriter::new(File::create(to)?), written: 0, calls: 0, dice: Dice(0x2545_F491_4F6C_DD1D) };
    out.open(&surface)?;
    let tools = surface["tools"].as_array().map_or(&[][..], Vec::as_slice);
    while out.written < size {
        let tool = &tools[out.dice.below(tools.len() as u64) as usize];
        out.call(tool)?;
    }
    out.out.flush()
}

struct Recorder {
    out: BufWriter<File>,
    written: u64,
    calls: u64,
    dice: Dice,
}

impl Recorder {
    fn put(&mut self, dir: &str, msg: &Value) -> io::Result<()> {
        let (minute, second) = (self.calls / 60 % 60, self.calls % 60);
        let line = json!({"ts": format!("2026-03-02T09:{minute:02}:{second:02}.000Z"), "dir": dir, "msg": msg}).to_string();
        self.written += line.len() as u64 + 1;
        writeln!(self.out, "{line}")
    }

    fn ask(&mut self, id: &Value, method: &str, params: Value) -> io::Result<()> {
        self.put("client->server", &json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))
    }

    fn answer(&mut self, id: &Value, result: &Value) -> io::Result<()> {
        self.put("server->client", &json!({"jsonrpc": "2.0", "id": id, "result": result}))
    }

    fn open(&mut self, surface: &Value) -> io::Result<()> {
        let (hello, list) = (json!("open-1"), json!("open-2"));
        let client = json!({"name": "bench", "version": "1"});
        self.ask(&hello, "initialize", json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}))?;
        let server = json!({"name": "toolkit", "version": "1"});
        self.answer(&hello, &json!({"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": server}))?;
        self.put("client->server", &json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))?;
        self.ask(&list, "tools/list", json!({}))?;
        self.answer(&list, surface)
    }

    fn call(&mut self, tool: &Value) -> io::Result<()> {
        self.calls += 1;
        let (id, name) = (json!(self.calls), tool["name"].as_str().unwrap_or_default());
        let mut arguments = Map::new();
        for (key, schema) in tool["inputSchema"]["properties"].as_object().into_iter().flatten() {
            arguments.insert(key.clone(), self.dice.value(schema));
        }
        let mut on_the_wire = arguments.clone();
        if let Some(folder) = on_the_wire.remove("folder_path") {
            on_the_wire.insert("path".to_owned(), folder);
            if self.dice.below(2) == 0 {
                self.ask(&id, "tools/call", json!({"name": name, "arguments": on_the_wire}))?;
                return self.answer(&id, &refusal(name));
            }
        }
        self.ask(&id, "tools/call", json!({"name": name, "arguments": arguments}))?;
        let (wire, method) = (format!("tk-{id}"), name.replacen('_', ".", 1));
        self.put("server->toolkit", &json!({"jsonrpc": "2.0", "id": wire, "method": method, "params": on_the_wire}))?;
        self.put("toolkit->server", &json!({"jsonrpc": "2.0", "id": wire, "result": {"ok": true}}))?;
        let text = self.dice.text();
        self.answer(&id, &json!({"content": [{"type": "text", "text": text}]}))
    }
}

fn refusal(name: &str) -> Value {
    let words = "Invalid input: expected string, received undefined";
    let issues = json!([{"expected": "string", "code": "invalid_type", "path": ["folder_path"], "message": words}]);
    let text = format!("MCP error -32602: Input validation error: Invalid arguments for tool {name}: {issues:#}");
    json!({"content": [{"type": "text", "text": text}], "isError": true})
}

/// Numbers that look like chance and are always the same (xorshift).
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, end: u64) -> u64 {
        self.next() % end.max(1)
    }

    fn value(&mut self, schema: &Value) -> Value {
        if let Some(members) = schema["enum"].as_array() {
            return members[self.below(members.len() as u64) as usize].clone();
        }
        match schema["type"].as_str() {
            Some("boolean") => Value::Bool(self.below(2) == 0),
            Some("integer") => json!(self.below(4000) + 2),
            Some("number") => json!(self.below(1000) as f64 / 1000.0),
            _ => json!(format!("Assets/Level{}/part-{:06}", self.below(40), self.below(1_000_000))),
        }
    }

    /// Half of the results are short, a third is a page, the others are long.
    fn text(&mut self) -> String {
        let lines = match self.below(20) {
            0..10 => return r#"{"ok":true}"#.to_owned(),
            10..17 => 8 + self.below(24),
            _ => 40 + self.below(100),
        };
        (0..lines).map(|line| format!("{line}: \"node-{:05}\" at {} of the open scene\n", self.below(100_000), self.below(1000))).collect()
    }
}
