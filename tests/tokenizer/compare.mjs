// SPDX-License-Identifier: MIT
// Holds what tokenizer_strings prints against the original tokenizer.
//
// usage: node compare.mjs PROGRAM NAME [arguments of tokenizer_strings]
//
// NAME is an encoding, whose original is the package tiktoken, or the path of a
// tokenizer.json, whose original is the package tokenizers. That one always
// looks for added tokens in a text, which are text to us: it gets a copy of the
// file without them, unless the arguments say "--specials tokens".
//
// Strings that are not UTF-8 (single tokens can be such) are passed over: the
// originals take only text.
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const [program, name, ...words] = process.argv.slice(2);
const isFile = name.endsWith(".json");
const encode = isFile ? await encoderOfFile(name) : await encoderByName(name);

async function encoderByName(encoding) {
  const { get_encoding } = await import("tiktoken");
  const original = get_encoding(encoding);
  return async (texts) => texts.map((text) => original.encode_ordinary(text));
}

async function encoderOfFile(file) {
  const { default: tokenizers } = await import("tokenizers");
  const json = JSON.parse(fs.readFileSync(file, "utf8"));
  if (!words.join(" ").includes("--specials tokens")) json.added_tokens = [];
  // Given as a file: as a string it would cross the border of two languages.
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "tokenizer-"));
  try {
    const copy = path.join(folder, "tokenizer.json");
    fs.writeFileSync(copy, JSON.stringify(json));
    const original = tokenizers.Tokenizer.fromFile(copy);
    return async (texts) => {
      const all = await original.encodeBatch(texts, { addSpecialTokens: false });
      return all.map((encoding) => encoding.getIds());
    };
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

let held = Buffer.alloc(0);
let strings = 0;
let skipped = 0;
let different = 0;

// Strings wait here until there are enough for one call.
let texts = [];
let answers = [];

function hold(bytes, ids) {
  try {
    texts.push(utf8.decode(bytes));
    answers.push(ids);
  } catch {
    skipped++;
  }
}

async function check() {
  const [now, ours] = [texts, answers];
  texts = [];
  answers = [];
  if (now.length === 0) return;
  const theirs = await encode(now);
  strings += now.length;
  now.forEach((text, n) => {
    const [ids, expected] = [ours[n], theirs[n]];
    if (
      expected.length === ids.length &&
      expected.every((id, i) => id === ids[i])
    ) {
      return;
    }
    if (++different <= 20) {
      console.log(JSON.stringify(text), "ours", [...ids], "theirs", [
        ...expected,
      ]);
    }
  });
}

function take() {
  let at = 0;
  while (held.length - at >= 4) {
    const size = held.readUInt32LE(at);
    if (held.length - at < 8 + size) break;
    const count = held.readUInt32LE(at + 4 + size);
    const ids = at + 8 + size;
    if (held.length < ids + 4 * count) break;
    hold(
      held.subarray(at + 4, at + 4 + size),
      new Uint32Array(held.buffer.slice(held.byteOffset + ids,
        held.byteOffset + ids + 4 * count)),
    );
    at = ids + 4 * count;
  }
  held = held.subarray(at);
}

const child = spawn(program, ["--tokenizer", name, ...words], {
  stdio: ["ignore", "pipe", "inherit"],
});
const exit = new Promise((done) => child.on("close", done));
for await (const data of child.stdout) {
  held = held.length === 0 ? data : Buffer.concat([held, data]);
  take();
  if (texts.length >= 1000) await check();
}
await check();
const code = await exit;
console.log(
  `${isFile ? path.basename(name) : name} ${words.join(" ")}: ` +
    `${strings} strings, ${different} different, ${skipped} not UTF-8`,
);
const good = code === 0 && different === 0 && held.length === 0;
process.exit(good && strings > 0 ? 0 : 1);
