// SPDX-License-Identifier: MIT
// Writes the tables of src/tokenizer/unicode/compose.cpp and code_ranges.cpp.
//
// usage: node make_tables.mjs ../../src/tokenizer
//
// A tokenizer.json means what the npm package `tokenizers` makes of it, and
// that package carries its own Unicode: an old one for normal forms, 16.0 for
// the properties of regular expressions. So its own answers are the source.
// Combining classes are numbered by their order, which is all that matters.
import fs from "node:fs";
import path from "node:path";
import tokenizers from "tokenizers";

const target = process.argv[2];
const head = "// Written by tests/tokenizer/make_tables.mjs.\n";
const text = (...codes) => String.fromCodePoint(...codes);
const codes = (string) => [...string].map((c) => c.codePointAt(0));
const forms = {
  nfc: tokenizers.nfcNormalizer(),
  nfd: tokenizers.nfdNormalizer(),
  nfkc: tokenizers.nfkcNormalizer(),
  nfkd: tokenizers.nfkdNormalizer(),
};
const form = (name, string) => forms[name].normalizeString(string);

const all = [];
for (let code = 1; code < 0x110000; code++) {
  if (code < 0xd800 || code > 0xdfff) all.push(code);
}
const isHangul = (code) => code >= 0xac00 && code <= 0xd7a3;

function write(name, note, numbers) {
  const words = numbers.map((n) => "0x" + n.toString(16).toUpperCase() + ",");
  let out = head + note;
  let line = "";
  for (const word of words) {
    if (line.length + word.length + 1 > 80) {
      out += line + "\n";
      line = "";
    }
    line += (line === "" ? "" : " ") + word;
  }
  fs.writeFileSync(path.join(target, name), out + line + "\n");
}

// Which of two marks goes first, by what becomes of them in either order.
function order(a, b) {
  if (a === b) return 0;
  if (form("nfd", text(b, a)) === text(a, b)) return -1;
  if (form("nfd", text(a, b)) === text(b, a)) return 1;
  return 0;
}
const low = 0x334; // overlays stand closest
const high = 0x345; // iota subscript stands last
const marks = all.filter(
  (code) =>
    form("nfd", text(code)) === text(code) &&
    (order(code, high) !== 0 || order(code, low) !== 0) &&
    code > 0x2ff,
);
const classes = []; // one mark of each, in order
for (const mark of marks) {
  let from = 0;
  let to = classes.length;
  let found = false;
  while (from < to) {
    const middle = (from + to) >> 1;
    const way = order(mark, classes[middle]);
    if (way === 0) {
      found = true;
      break;
    }
    if (way < 0) to = middle;
    else from = middle + 1;
  }
  if (!found) classes.splice(from, 0, mark);
}
const classOf = new Map();
for (const mark of marks) {
  classOf.set(mark, 1 + classes.findIndex((c) => order(mark, c) === 0));
}
write(
  "combining.inc",
  "// code point << 8 | combining class, numbered by order.\n",
  marks.map((mark) => (mark << 8) | classOf.get(mark)),
);

// Decompositions: code | length << 21, then its characters.
const sequence = (code, parts) => [code + parts.length * 2 ** 21, ...parts];
const canonical = [];
const compatible = [];
const compositions = [];
for (const code of all) {
  if (isHangul(code)) continue;
  const c = text(code);
  const d = form("nfd", c);
  const k = form("nfkd", c);
  if (d !== c) canonical.push(...sequence(code, codes(d)));
  if (k !== d) compatible.push(...sequence(code, codes(k)));
  if (d !== c && form("nfc", d) === c) {
    const parts = codes(d);
    const first = codes(form("nfc", text(...parts.slice(0, -1))));
    if (first.length !== 1) throw new Error("no pair: " + code.toString(16));
    compositions.push([first[0], parts.at(-1), code]);
  }
}
compositions.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
write("decompositions.inc",
  "// code point | length << 21, then the characters, without marks of\n" +
  "// compatibility and without Hangul.\n", canonical);
write("compatibilities.inc",
  "// As decompositions.inc, for those that only compatibility takes apart.\n",
  compatible);
write("compositions.inc", "// First, second, and what they become.\n",
  compositions.flat());

// Where a normal form cannot be told by the character alone.
const seconds = new Set(compositions.map((c) => c[1]));
for (let code = 0x1161; code <= 0x1175; code++) seconds.add(code);
for (let code = 0x11a8; code <= 0x11c2; code++) seconds.add(code);
for (const [name, which] of [["unstable.inc", "nfc"],
    ["unstable_compatible.inc", "nfkc"]]) {
  const ranges = [];
  for (const code of all) {
    if (!classOf.has(code) && !seconds.has(code) &&
        form(which, text(code)) === text(code)) continue;
    if (ranges.length > 0 && ranges.at(-1) === code - 1) ranges.pop();
    else ranges.push(code);
    ranges.push(code);
  }
  write(name,
    "// First and last of each range of characters that may change, or join\n" +
    "// what stands before them.\n", ranges);
}

// Properties, as the engine of the expressions sees them.
function propertyRanges(property) {
  const original = tokenizers.Tokenizer.fromString(JSON.stringify({
    version: "1.0", added_tokens: [], normalizer: null, post_processor: null,
    decoder: null,
    pre_tokenizer: { type: "Split", pattern: { Regex: `\\p{${property}}` },
      behavior: "Removed", invert: true },
    model: { type: "BPE", vocab: { a: 0 }, merges: [] },
  })).getPreTokenizer();
  const ranges = [];
  for (let i = 0; i < all.length; i += 4096) {
    const chunk = text(...all.slice(i, i + 4096));
    for (const [match] of original.preTokenizeString(chunk)) {
      const code = match.codePointAt(0);
      if (ranges.length > 0 && ranges.at(-1) === code - 1) ranges.pop();
      else ranges.push(code);
      ranges.push(code);
    }
  }
  return ranges;
}
for (const [name, property] of [["punctuation.inc", "P"], ["symbol.inc", "S"],
    ["titlecase.inc", "Lt"], ["modifier.inc", "Lm"]]) {
  write(name, `// First and last of each range of \\p{${property}}, Unicode 16.0.\n`,
    propertyRanges(property));
}
