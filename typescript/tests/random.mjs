// SPDX-License-Identifier: MIT
// Random documents of the C++ library: the same bytes from text and from
// objects, and the same values back.
//
//   node random.mjs PACKAGE PROGRAM FORMAT [--count N] [--seed S] [--twin T]
//       [--damage-every M]
//
// PROGRAM prints documents as JSON and in FORMAT (tests/differential). Every
// M-th text is also cut and changed: it is then read or refused, never a trap.
import path from 'node:path';
import process from 'node:process';
import {pathToFileURL} from 'node:url';
import {records} from '../../tests/differential/peer.mjs';
import {isSame} from './suites/checks.mjs';
import {load} from './suites/load.mjs';

const [folder, program, format, ...words] = process.argv.slice(2);
const options = {count: '2000', seed: '1', twin: 'simd', 'damage-every': '16'};
for (let i = 0; i < words.length; i += 2) {
  options[words[i].slice(2)] = words[i + 1];
}
const pith = await load(pathToFileURL(
  path.resolve(folder, 'dist/core.js')), {simd: options.twin === 'simd'});
const every = Number(options['damage-every']);

let state = Number(options.seed) >>> 0 || 1;
function random(below) {  // xorshift
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % below;
}

const totals = {documents: 0, objects: 0, reordered: 0, damaged: 0, read: 0};
const failures = [];

// An object of JavaScript has its keys that are numbers first: then only the
// way from text keeps the order. Undefined is what it was: nothing.
const hasNumberedKeys = (json) => /"(0|[1-9]\d*)":/.test(json);

function check(json, wire, number) {
  const fail = (what) => failures.push(`document ${number}: ${what}`);
  if (pith.convert(json, format, 'json') !== wire) fail('other bytes');
  const value = pith.decode(json, 'json');
  if (!hasNumberedKeys(json)) {
    ++totals.objects;
    if (pith.encode(value, format) !== wire) fail('other bytes from objects');
  }
  const back = pith.decode(wire, format);
  if (!isSame(back, value)) fail('another value');
  const again = (text) =>
    pith.convert(pith.convert(text, 'json', format), format, 'json');
  // Rows get the order of their header. Where they had others, they may fit
  // into another table when they are written again; once.
  const second = again(wire);
  if (second === wire) return;
  ++totals.reordered;
  const hasOrder = pith.convert(wire, 'json', format) ===
    pith.convert(json, 'json', 'json');
  if (hasOrder || again(second) !== second) fail('not a fixed point');
}

const marks = '|,:=~^@#{}[]-"\\\n 0a\u00e9';
function damaged(wire) {
  const at = random(wire.length + 1);
  switch (random(3)) {
    case 0:
      return wire.slice(0, at);
    case 1:
      return wire.slice(0, at) + marks[random(marks.length)] + wire.slice(at);
    default:
      return wire.slice(0, at) + marks[random(marks.length)] +
        wire.slice(at + 1);
  }
}

function damage(wire, number) {
  for (let i = 0; i < 4; ++i) {
    const text = damaged(wire);
    if (!text.isWellFormed()) continue;
    ++totals.damaged;
    try {
      const value = pith.decode(text, format);
      ++totals.read;
      // What is read can be written, and comes back.
      if (!isSame(pith.decode(pith.encode(value, format), format), value)) {
        failures.push(`document ${number}, damaged: another value`);
      }
    } catch (problem) {
      if (!(problem instanceof pith.PithError) ||
          problem.code === 'out_of_memory') {
        failures.push(`document ${number}, damaged: ${problem}`);
      }
    }
  }
}

for await (const [json, wire] of records(program,
  ['--seed', options.seed, '--count', options.count])) {
  const number = Number(options.seed) + totals.documents++;
  check(json, wire, number);
  if (every !== 0 && totals.documents % every === 0) damage(wire, number);
}
for (const failure of failures.slice(0, 10)) console.log(failure);
console.log(`${format}, ${options.twin}: ${totals.documents} documents as the ` +
  `C++ library, ${totals.objects} from objects too, ${totals.reordered} in another ` +
  `order first, ${totals.damaged} damaged (${totals.read} read), ${failures.length} failed`);
process.exitCode = failures.length === 0 && totals.documents > 0 ? 0 : 1;
