// SPDX-License-Identifier: MIT
//! What serde_json reads, into values and into structs, which also take lists
//! for objects; see ../../client_texts.cpp for the lines.
use serde::Deserialize;
use serde_json::Value;
use std::io::{self, BufRead, BufWriter, Write};

#[derive(Deserialize)]
struct Params {
    #[serde(default)]
    name: Value,
}

#[derive(Deserialize)]
struct Request {
    #[serde(default)]
    method: String,
    #[serde(default)]
    id: Value,
    #[serde(default)]
    params: Option<Params>,
}

fn hex(text: &str) -> String {
    text.bytes().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(digits: &str) -> Vec<u8> {
    (0..digits.len() / 2)
        .map(|i| u8::from_str_radix(&digits[2 * i..2 * i + 2], 16).unwrap())
        .collect()
}

fn reading(method: &str, id: &Value, name: Option<&Value>) -> String {
    let spelled = match id {
        Value::Null => "-".to_string(),
        Value::String(text) => format!("s{}", hex(text)),
        other => format!("n{other}"),
    };
    let name = match (method, name) {
        ("tools/call", Some(Value::String(text))) => hex(text),
        ("tools/call", other) => return format!("odd: name {other:?}"),
        _ => String::new(),
    };
    format!("{}|{spelled}|{name}", hex(method))
}

fn reading_of_value(message: &Value) -> String {
    let method = match message.get("method") {
        None => "",
        Some(Value::String(text)) => text,
        Some(other) => return format!("odd: method {other:?}"),
    };
    let name = message.get("params").and_then(|p| p.get("name"));
    reading(method, message.get("id").unwrap_or(&Value::Null), name)
}

fn reading_of_struct(message: &Request) -> String {
    let name = message.params.as_ref().map(|p| &p.name);
    reading(&message.method, &message.id, name)
}

/// None: refused.
fn values(text: &[u8]) -> Option<String> {
    let all = match serde_json::from_slice(text).ok()? {
        Value::Array(all) => all,
        one => vec![one],
    };
    Some(all.iter().map(reading_of_value).collect::<Vec<_>>().join(","))
}

fn structs(text: &[u8]) -> Option<String> {
    let is_batch = text.trim_ascii_start().starts_with(b"[");
    let all: Vec<Request> = if is_batch {
        serde_json::from_slice(text).ok()?
    } else {
        vec![serde_json::from_slice(text).ok()?]
    };
    Some(all.iter().map(reading_of_struct).collect::<Vec<_>>().join(","))
}

fn main() {
    let mut out = BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let line = line.unwrap();
        let text = unhex(line.split('\t').next().unwrap());
        let read = match (values(&text), structs(&text)) {
            (None, None) => "refused".to_string(),
            (Some(value), None) => value,
            (None, Some(read)) => read,
            (Some(value), Some(read)) if value == read => value,
            (Some(value), Some(read)) => {
                format!("odd: as values {value}, as structs {read}")
            }
        };
        writeln!(out, "{read}").unwrap();
    }
}
