// SPDX-License-Identifier: MIT
// Token counting beside the original tokenizer, by turns in one run: that of
// the package tiktoken (wasm), and for the path of a tokenizer.json that of the
// package tokenizers (native code).
//
// usage: node bench/tokens.mjs BENCH_TOKENS [NAME|PATH...]
//
// Run from the root of the repository, after .ci/setup.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

const require = createRequire(new URL("../tests/tokenizer/", import.meta.url));
const { get_encoding } = require("tiktoken");
const { Tokenizer } = require("tokenizers");

const [program, ...names] = process.argv.slice(2);
const directory = mkdtempSync(join(tmpdir(), "pith-tokens-"));
const inputs = ["json5", "gcf5", "engcode5", "scripts5"];

function counterOf(name) {
  if (name.endsWith(".json")) {
    const native = Tokenizer.fromFile(name);
    return async (text) => {
      const encoded = await native.encode(text, null,
        { addSpecialTokens: false });
      return encoded.getLength();
    };
  }
  const encoding = get_encoding(name);
  return async (text) => encoding.encode_ordinary(text).length;
}

async function original(name, text) {
  const count = counterOf(name);
  let best = Infinity;
  let tokens = 0;
  for (let i = 0; i < 2; i++) {
    const start = process.cpuUsage();
    tokens = await count(text);
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 1e6);
  }
  return { tokens, best };
}

try {
  execFileSync(program, ["--write", directory]);
  console.log("tokenizer    input      tokens        cold       warm");
  for (const name of names.length > 0 ? names : ["o200k_base", "cl100k_base"]) {
    for (const input of inputs) {
      const file = join(directory, input);
      const theirs = await original(name, readFileSync(file, "utf8"));
      const [, , tokens, cold, warm] = execFileSync(
        program, ["--tokenizer", name, file], { encoding: "utf8" },
      ).trim().split(" ");
      if (Number(tokens) !== theirs.tokens) {
        console.log(`${name} ${input}: ${tokens} is not ${theirs.tokens}`);
        process.exitCode = 1;
        continue;
      }
      console.log(
        basename(name).padEnd(12), input.padEnd(9), tokens.padStart(8),
        (theirs.best / Number(cold)).toFixed(0).padStart(9),
        (theirs.best / Number(warm)).toFixed(0).padStart(10),
      );
    }
  }
} finally {
  rmSync(directory, { recursive: true });
}
