// SPDX-License-Identifier: MIT
//! The crate gcf as a peer of newer.py: see there.
use std::io::{self, BufRead, Read, Write};

fn answer(order: &str, body: &[u8]) -> Result<String, String> {
    if order == "encode" {
        let value: serde_json::Value =
            serde_json::from_slice(body).map_err(|problem| problem.to_string())?;
        return gcf::encode_generic(&value);
    }
    let text = std::str::from_utf8(body).map_err(|problem| problem.to_string())?;
    let value = gcf::decode_generic(text).map_err(|problem| format!("{problem:?}"))?;
    serde_json::to_string(&value).map_err(|problem| problem.to_string())
}

fn main() -> io::Result<()> {
    let mut source = io::BufReader::new(io::stdin());
    let mut target = io::BufWriter::new(io::stdout());
    let mut head = String::new();
    while source.read_line(&mut head)? != 0 {
        let (order, size) = head.trim_end().split_once(' ').unwrap();
        let mut body = vec![0; size.parse().unwrap()];
        source.read_exact(&mut body)?;
        let (word, text) = match answer(order, &body) {
            Ok(text) => ("ok", text),
            Err(problem) => ("refused", problem),
        };
        write!(target, "{word} {}\n{text}", text.len())?;
        target.flush()?;
        head.clear();
    }
    Ok(())
}
