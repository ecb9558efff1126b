// SPDX-License-Identifier: MIT
// How fast the package is beside its peers, in one run: the reference package
// of GCF from texts and from objects, both ways, and tiktoken's module, counting
// texts that it has not seen.
//
//   node bench/run.mjs PACKAGE DATASETS VOCABULARIES
//
// The geometric mean of the data sets; of each, the best of several rounds of
// processor time. The peers come from tests/differential and tests/peers.
import {readFileSync, readdirSync} from 'node:fs';
import {createRequire} from 'node:module';
import path from 'node:path';
import process from 'node:process';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {load} from '../tests/suites/load.mjs';

const [folder, datasets, vocabularies] = process.argv.slice(2);
const here = path.dirname(fileURLToPath(import.meta.url));
const peer = async (place, name) => import(pathToFileURL(
  createRequire(path.join(here, place, 'x.js')).resolve(name)).href);
const gcf = await peer('../../tests/differential', '@blackwell-systems/gcf');
const tiktoken = await peer('../tests/peers', 'tiktoken');
const core = pathToFileURL(path.resolve(folder, 'dist/core.js'));
const pith = {simd: await load(core, {simd: true}),
  scalar: await load(core, {simd: false})};

function cpuMicroseconds() {
  const {user, system} = process.cpuUsage();
  return user + system;
}

/** Microseconds of one run, the best of rounds. */
function best(body, rounds = 7, least = 40_000) {
  body();
  let fastest = Infinity;
  for (let round = 0; round < rounds; ++round) {
    const begin = cpuMicroseconds();
    let runs = 0;
    let now = begin;
    do {
      body();
      ++runs;
      now = cpuMicroseconds();
    } while (now - begin < least);
    fastest = Math.min(fastest, (now - begin) / runs);
  }
  return fastest;
}

const sets = readdirSync(datasets).filter((name) => name.endsWith('.json'))
  .sort().map((name) => {
    const value = JSON.parse(readFileSync(path.join(datasets, name), 'utf8'));
    return {name, value, json: JSON.stringify(value),
      gcf: pith.simd.encode(value)};
  });

// Each a function of a data set, and how many times gcf it must be.
const ways = {
  'text to GCF': {
    least: 3,
    pith: (p, d) => p.convert(d.json, 'gcf', 'json'),
    gcf: (d) => gcf.encodeGeneric(JSON.parse(d.json)),
  },
  'GCF to text': {
    least: 3,
    pith: (p, d) => p.convert(d.gcf, 'json', 'gcf'),
    gcf: (d) => JSON.stringify(gcf.decodeGeneric(d.gcf)),
  },
  'objects to GCF': {
    least: 1.2,
    pith: (p, d) => p.encode(d.value),
    gcf: (d) => gcf.encodeGeneric(d.value),
  },
  'GCF to objects': {
    least: 1.2,
    pith: (p, d) => p.decode(d.gcf, 'gcf'),
    gcf: (d) => gcf.decodeGeneric(d.gcf),
  },
};
const mean = (list) => Math.exp(
  list.reduce((sum, one) => sum + Math.log(one), 0) / list.length);
const mega = (list) => `${mean(list).toFixed(0).padStart(5)} MB/s`;

const misses = [];
for (const [name, {pith: ours, gcf: theirs, least}] of Object.entries(ways)) {
  const speeds = {simd: [], scalar: [], gcf: []};
  const worst = {factor: Infinity, name: ''};
  for (const set of sets) {
    const speed = (body) => set.json.length / best(body);
    const simd = speed(() => ours(pith.simd, set));
    const peers = speed(() => theirs(set));
    speeds.simd.push(simd);
    speeds.scalar.push(speed(() => ours(pith.scalar, set)));
    speeds.gcf.push(peers);
    if (simd / peers < worst.factor) {
      Object.assign(worst, {factor: simd / peers, name: set.name});
    }
  }
  if (mean(speeds.simd) < least * mean(speeds.gcf)) {
    misses.push(`${name}: not ${least} times gcf`);
  }
  console.log(`${name.padEnd(15)} pith ${mega(speeds.simd)}, scalar ` +
    `${mega(speeds.scalar)}, gcf ${mega(speeds.gcf)}: ` +
    `${(mean(speeds.simd) / mean(speeds.gcf)).toFixed(2)} times ` +
    `(least ${worst.factor.toFixed(2)}, ${worst.name})`);
}

// Cold: every text once, in a process that has counted nothing before. What
// starting takes is told apart.
const image = path.join(vocabularies, 'o200k_base.pithtok');
let begin = cpuMicroseconds();
await pith.simd.loadTokenizer(pathToFileURL(path.resolve(image)));
const started = {pith: cpuMicroseconds() - begin};
const texts = sets.map(({json}) => json);
const bytes = texts.reduce((sum, text) => sum + text.length, 0);
begin = cpuMicroseconds();
const counted = texts.reduce((sum, text) =>
  sum + pith.simd.countTokens(text), 0);
const ours = cpuMicroseconds() - begin;
begin = cpuMicroseconds();
const encoding = tiktoken.get_encoding('o200k_base');
started.tiktoken = cpuMicroseconds() - begin;
begin = cpuMicroseconds();
const theirs = texts.reduce((sum, text) =>
  sum + encoding.encode_ordinary(text).length, 0);
const peers = cpuMicroseconds() - begin;
if (counted !== theirs) throw new Error(`${counted} and ${theirs} tokens`);
console.log(`counting cold   pith ${(bytes / ours).toFixed(1)} MB/s, tiktoken ` +
  `${(bytes / peers).toFixed(1)} MB/s: ${(peers / ours).toFixed(1)} times; ` +
  `${counted} tokens, ready after ${(started.pith / 1000).toFixed(0)} and ` +
  `${(started.tiktoken / 1000).toFixed(0)} ms`);
if (peers < 8 * ours) misses.push('counting cold: not 8 times tiktoken');
for (const miss of misses) console.log(`MISSED: ${miss}`);
process.exitCode = misses.length === 0 ? 0 : 1;
