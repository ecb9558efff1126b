// SPDX-License-Identifier: MIT
// The table of attacks, on the module: each must end as the table says.
//
//   node hostile.mjs PACKAGE PROGRAM [DIVISOR [TWIN]]
//
// PROGRAM is the executable hostile_inputs. A smaller attack (DIVISOR above 1)
// may not reach the limit that stops the whole one.
import {spawn} from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import {pathToFileURL} from 'node:url';
import {load} from './suites/load.mjs';

const [folder, program, divisor = '1', twin = 'simd'] = process.argv.slice(2);
const pith = await load(pathToFileURL(
  path.resolve(folder, 'dist/core.js')), {simd: twin === 'simd'});
// Far above what any attack needs, and far below what one would take that is
// not linear.
const maxSeconds = 60;

// Records with parts that need not be UTF-8.
async function* records() {
  const child = spawn(program, [divisor], {stdio: ['ignore', 'pipe', 'inherit']});
  const status = new Promise((resolve) => child.on('close', resolve));
  let parts = [];
  let held = 0;
  const take = (size) => {
    const all = Buffer.concat(parts);
    parts = [all.subarray(size)];
    held = all.length - size;
    return all.subarray(0, size);
  };
  let lengths;
  for await (const chunk of child.stdout) {
    parts.push(chunk);
    held += chunk.length;
    for (;;) {
      if (lengths === undefined) {
        const all = Buffer.concat(parts);
        parts = [all];
        const feed = all.indexOf(10);
        if (feed < 0) break;
        lengths = take(feed + 1).toString('latin1').trim().split(' ')
          .map(Number);
      }
      const size = lengths.reduce((sum, n) => sum + n, 0);
      if (held < size) break;
      const record = take(size);
      let at = 0;
      yield lengths.map((n) => record.subarray(at, at += n));
      lengths = undefined;
    }
  }
  if (await status !== 0) throw new Error(`${program} failed`);
}

function runChunks(input) {
  const reader = new pith.StreamReader();
  try {
    for (let at = 0; at < input.length; at += 100) {
      for (const _ of reader.feed(input.subarray(at, at + 100))) { /* all */ }
    }
    for (const _ of reader.finish()) { /* all */ }
  } finally {
    reader.close();
  }
}

function runSession(input) {
  const producer = new pith.SessionProducer();
  const consumer = new pith.SessionConsumer();
  try {
    for (const call of pith.decode(input, 'json')) {
      const {text, ticket} = producer.encode(call);
      consumer.decode(text);
      producer.confirm(ticket);
    }
  } finally {
    producer.close();
    consumer.close();
  }
}

function runUpdate(input, isGraph) {
  const {base, next} = pith.decode(input, 'json');
  const producer = isGraph ? new pith.GraphDeltaProducer({maxPercent: 0})
    : new pith.DeltaProducer({key: 'id', maxPercent: 0});
  const consumer = isGraph ? new pith.GraphDeltaConsumer()
    : new pith.DeltaConsumer();
  try {
    for (const value of [base, next]) {
      consumer.receive(producer.next(value).text);
    }
  } finally {
    producer.close();
    consumer.close();
  }
}

function run(route, limits, input) {
  const [from, to, profile] = route.split(' ');
  if (from === 'chunks') return runChunks(input);
  if (from === 'session') return runSession(input);
  if (from === 'update') return runUpdate(input, to === 'graph');
  const [maxDepth, maxItems, maxExpansion] = limits.split(' ').map(Number);
  return pith.convert(input, to, from, {maxDepth, maxItems, maxExpansion,
    ...(profile === undefined ? {} : {profile})});
}

// Values in C++ are views of what the text has once; here it would be copied
// into every row.
const tooLargeAsText = new Set(['gcf: a key of a megabyte for 100,000 rows',
  'graph: a name of 1 MB and 100,000 edges, in chunks']);

let attacks = 0;
let refused = 0;
const failures = [];
for await (const [name, route, outcome, limits, input] of records()) {
  ++attacks;
  const begin = performance.now();
  let got = 'success';
  try {
    run(`${route}`, `${limits}`, input);
  } catch (problem) {
    got = problem instanceof pith.PithError ? problem.code : `${problem}`;
    refused += 1;
  }
  const seconds = (performance.now() - begin) / 1000;
  const isSmaller = divisor !== '1' && got === 'success';
  const wanted = tooLargeAsText.has(`${name}`) ? 'expansion_limit'
    : `${outcome}`;
  if (got !== wanted && !isSmaller) {
    failures.push(`${name} (${route}): ${got} instead of ${wanted}`);
  }
  if (seconds > maxSeconds) failures.push(`${name}: ${seconds} s`);
}
for (const failure of failures) console.log(failure);
console.log(`hostile, ${twin}: ${attacks} attacks, ${refused} refused, ` +
  `${failures.length} not as the table says; ` +
  `${(pith.testing.engine.wasm.memoryBytes / 2 ** 20).toFixed(0)} MiB`);
process.exitCode = failures.length === 0 && attacks > 100 ? 0 : 1;
