// SPDX-License-Identifier: MIT
// Token counting beside the original tokenizer (wasm), by turns in one run.
//
// usage: node bench/tokens.mjs BENCH_TOKENS [NAME...]
//
// Run from the root of the repository, after .ci/setup.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

const require = createRequire(new URL("../tests/tokenizer/", import.meta.url));
const { get_encoding } = require("tiktoken");

const [program, ...names] = process.argv.slice(2);
const directory = mkdtempSync(join(tmpdir(), "pith-tokens-"));
const inputs = ["json5", "gcf5", "engcode5", "scripts5"];

function original(name, text) {
  const encoding = get_encoding(name);
  let best = Infinity;
  let tokens = 0;
  for (let i = 0; i < 2; i++) {
    const start = process.cpuUsage();
    tokens = encoding.encode_ordinary(text).length;
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 1e6);
  }
  encoding.free();
  return { tokens, best };
}

try {
  execFileSync(program, ["--write", directory]);
  console.log("tokenizer    input      tokens   cold/wasm  warm/wasm");
  for (const name of names.length > 0 ? names : ["o200k_base", "cl100k_base"]) {
    for (const input of inputs) {
      const file = join(directory, input);
      const theirs = original(name, readFileSync(file, "utf8"));
      const [, , tokens, cold, warm] = execFileSync(
        program, ["--tokenizer", name, file], { encoding: "utf8" },
      ).trim().split(" ");
      if (Number(tokens) !== theirs.tokens) {
        console.log(`${name} ${input}: ${tokens} is not ${theirs.tokens}`);
        process.exitCode = 1;
        continue;
      }
      console.log(
        name.padEnd(12), input.padEnd(9), tokens.padStart(8),
        (theirs.best / Number(cold)).toFixed(0).padStart(9),
        (theirs.best / Number(warm)).toFixed(0).padStart(10),
      );
    }
  }
} finally {
  rmSync(directory, { recursive: true });
}
