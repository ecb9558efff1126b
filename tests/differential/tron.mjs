// SPDX-License-Identifier: MIT
// Compares with the reference package of TRON: it must decode what we encode,
// and other spellings, to the same value, and encode random documents to the
// same bytes.
// tron_divergences.md lists what is excused.
//
//   node tron.mjs PROGRAM [--count N] [--seed S] [--show K]
//
// PROGRAM is the executable tron_documents.

import process from 'node:process';
import {isDeepStrictEqual} from 'node:util';
import {TRON} from '@tron-format/tron';
import {Report, explain, readOptions, records, sameTexts} from './peer.mjs';
import {
  changeKeys, isObject, parse, rebuild, samePlain, withoutIndexKeys,
  withoutLargeDoubles, withoutRoundedIntegers,
} from './tree.mjs';

// --- what is excused --------------------------------------------------------

const reserved = new Set(['class', 'true', 'false', 'null']);

// Calls visit for each object, outer ones first, as classes are discovered.
function visitObjects(node, visit) {
  if (isObject(node)) {
    visit(node);
    node.forEach((member) => visitObjects(member, visit));
  } else if (Array.isArray(node)) {
    node.forEach((item) => visitObjects(item, visit));
  }
}

// Gives all objects with the same set of keys the order of the first one.
function withAlignedKeys(tree) {
  const orders = new Map();
  const signature = (map) => JSON.stringify([...map.keys()].sort());
  visitObjects(tree, (map) => {
    const keys = signature(map);
    if (!orders.has(keys)) {
      orders.set(keys, [...map.keys()]);
    }
  });
  return rebuild(tree, (node) => isObject(node)
    ? new Map(orders.get(signature(node)).map((key) => [key, node.get(key)]))
    : node);
}

const encodeDivergences = [
  {id: 'large-integers', neutralise: withoutRoundedIntegers},
  {id: 'large-doubles', neutralise: withoutLargeDoubles(1e21)},
  {
    id: 'index-keys',
    neutralise: withoutIndexKeys,
  },
  {
    id: 'reserved-words',
    neutralise: changeKeys((key) => reserved.has(key) ? `${key}_` : key),
  },
  {id: 'key-order', neutralise: withAlignedKeys},
];

function hasProto(tree) {
  let found = false;
  visitObjects(tree, (map) => {
    found ||= map.has('__proto__');
  });
  return found;
}

const decodeDivergences = [
  {id: 'proto-lost', symptom: /^another value$/, applies: hasProto},
];

// --- what random documents do not meet --------------------------------------

const refused = Symbol('refused');

// Texts that the package gets wrong, with what it makes of them. When one is
// right, its entry goes.
const wrongTexts = [
  ['{"a":\n1}', refused],
  ['{"a"\n:1}', refused],
  ['class A: 1st,b\nA(1,2)', refused],
  ['class A: true,b\nA(1,2)', refused],
  ['class A:\n  a\n  # comment\n  b\nA(1,2)', refused],
  ['class A: a,b\nA(a\n=1,b=2)', refused],
  ['"abc', 'abc'],
  ['"a\nb"', 'a\nb'],
  ['"\\u12g4"', 'u12g4'],
  ['"\\x"', 'x'],
  ['"\\ud800"', '\ud800'],
  ['1.2.3', 1.2],
  ['01', 1],
  ['9223372036854775807', 9223372036854775807],
  ['1e400', Infinity],
  ['{"a":1,"a":2}', {a: 2}],
  ['class A: a b\nA(1,2)', {a: 1, b: 2}],
  ['class A: a,,b\nA(1,2)', {a: 1, b: 2}],
  ['class A: a class B: b\nB(1)', {b: 1}],
  ['class A: a,a\n1', 1],
  ['class A: a\nclass A: b\nA(1)', {b: 1}],
  ['class A:\nA()', {}],
];

// Values of which the package writes something that is not the value.
const wrongValues = [
  [{a: NaN}, '{"a":NaN}'],
  [[{'a,b': 1, c: 2}, {'a,b': 1, c: 2}, {a: 1, b: 2, c: 3}],
    'class A: "a,b",c\n\n[A(1,2),A(1,2),A(null,3)]'],
  [[{a: 1, b: 2}, {b: 3, a: 4}], 'class A: a,b\n\n[A(1,2),A(4,3)]'],
  [[{class: 1, b: 2}, {class: 3, b: 4}],
    'class A: class,b\n\n[A(1,2),A(3,4)]'],
];

function parseThere(text) {
  try {
    return TRON.parse(text);
  } catch {
    return refused;
  }
}

function checkKnownDefects(report) {
  for (const [text, wrong] of wrongTexts) {
    if (!isDeepStrictEqual(parseThere(text), wrong)) {
      report.complain('no longer wrong', 0, 'none', {text});
    }
  }
  for (const [value, wrong] of wrongValues) {
    if (TRON.stringify(value) !== wrong) {
      report.complain('no longer wrong', 0, JSON.stringify(value), {wrong});
    }
  }
}

function checkDecode(seed, json, text, report) {
  const tree = parse(json);
  let complaint = null;
  try {
    complaint = samePlain(tree, TRON.parse(text)) ? null : 'another value';
  } catch (problem) {
    complaint = `${problem.message}`;
  }
  if (complaint === null) {
    return true;
  }
  report.judgeDecoding(decodeDivergences, complaint, {seed, json, tree, text});
  return false;
}

function encodeThere(json) {
  try {
    return [TRON.stringify(JSON.parse(json))];
  } catch (problem) {
    return [`${problem}`];
  }
}

async function main() {
  const options = readOptions(process.argv.slice(2),
    {count: 50000, seed: 1, show: 5});
  if (options === null) {
    console.error('usage: tron.mjs PROGRAM [--count N] [--seed S] [--show K]');
    return 2;
  }
  const report = new Report(options.show,
    [...encodeDivergences, ...decodeDivergences].map(({id}) => id));
  checkKnownDefects(report);
  const words = ['--seed', `${options.seed}`, '--count', `${options.count}`];
  const differing = [];
  let seed = options.seed;
  let decoded = 0;
  let classes = 0;
  for await (const [json, ...ours] of records(options.program, words)) {
    // The same text with other options, and another spelling of it.
    const right = ours.every(
      (text) => checkDecode(seed, json, text, report));
    decoded += right ? 1 : 0;
    classes += ours[0].startsWith('class') ? 1 : 0;
    const theirs = encodeThere(json);
    if (!sameTexts(ours, theirs)) {
      differing.push({seed, json, ours, theirs});
    }
    ++seed;
  }
  await explain(options.program, encodeDivergences, encodeThere, differing,
    report);
  const silent = report.print();
  console.log(`differential: ${seed - options.seed} documents, ${classes} ` +
    `with classes, ${decoded} decoded by the package to the same value, ` +
    `${differing.length} encoded differently, ${report.unexplained} ` +
    `unexplained, ${silent} divergences not seen`);
  // A short run may miss a rare one by chance.
  const stale = silent > 0 && options.count >= 50000;
  return report.unexplained === 0 && !stale && decoded > 0 ? 0 : 1;
}

process.exitCode = await main();
