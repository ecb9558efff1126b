// SPDX-License-Identifier: MIT
// Holds what tokenizer_strings prints against the original tokenizer.
//
// usage: node compare.mjs PROGRAM NAME [arguments of tokenizer_strings]
//
// Strings that are no UTF-8 (single tokens can be such) are passed over: the
// original takes only text.
import { spawn } from "node:child_process";
import { get_encoding } from "tiktoken";

const [program, name, ...words] = process.argv.slice(2);
const original = get_encoding(name);
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

let held = Buffer.alloc(0);
let strings = 0;
let skipped = 0;
let different = 0;

function check(bytes, ids) {
  let text;
  try {
    text = utf8.decode(bytes);
  } catch {
    skipped++;
    return;
  }
  strings++;
  const expected = original.encode_ordinary(text);
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
}

function take() {
  let at = 0;
  while (held.length - at >= 4) {
    const size = held.readUInt32LE(at);
    if (held.length - at < 8 + size) break;
    const count = held.readUInt32LE(at + 4 + size);
    const ids = at + 8 + size;
    if (held.length < ids + 4 * count) break;
    check(
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
child.stdout.on("data", (data) => {
  held = held.length === 0 ? data : Buffer.concat([held, data]);
  take();
});
child.on("close", (code) => {
  console.log(
    `${name} ${words.join(" ")}: ${strings} strings, ` +
      `${different} different, ${skipped} not UTF-8`,
  );
  const good = code === 0 && different === 0 && held.length === 0;
  process.exit(good && strings > 0 ? 0 : 1);
});
