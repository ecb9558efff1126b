// SPDX-License-Identifier: MIT
// Which way from objects is faster: JSON text, or words; and back.
//   node bench/objects.mjs DATASETS
import {readFileSync, readdirSync} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import {startCodecs} from '../../build/typescript/dist/core.js';
import {ValueReader} from '../../build/typescript/dist/valueReader.js';

const folder = process.argv[2];
const codecs = await startCodecs();
const {engine} = codecs;
const {wasm} = engine;

/** Nanoseconds of the fastest of several rounds. */
export function best(body) {
  let least = Infinity;
  for (let round = 0; round < 7; ++round) {
    let runs = 0;
    const begin = process.hrtime.bigint();
    let now = begin;
    do {
      body();
      ++runs;
      now = process.hrtime.bigint();
    } while (now - begin < 20_000_000n);
    least = Math.min(least, Number(now - begin) / runs);
  }
  return least;
}

const ways = {
  'encode by words': (data) => () => codecs.encode(data.value),
  'encode by JSON': (data) => () =>
    codecs.convert(JSON.stringify(data.value), 'gcf', 'json'),
  'decode by JSON': (data) => () => codecs.decode(data.gcf, 'gcf'),
  'decode by words': (data) => () => {
    wasm.do('decode', engine.plan('gcf'), wasm.putText(data.gcf), 1);
    return new ValueReader(wasm.words(), wasm.text()).value();
  },
};
const logs = {};
for (const file of readdirSync(folder).filter((f) => f.endsWith('.json'))) {
  const json = JSON.stringify(
    JSON.parse(readFileSync(path.join(folder, file), 'utf8')));
  const value = JSON.parse(json);
  const data = {value, gcf: codecs.encode(value)};
  const line = [file.padEnd(42)];
  for (const [name, make] of Object.entries(ways)) {
    let speed = NaN;
    try {
      speed = json.length * 1000 / best(make(data));
    } catch {
      continue;
    }
    (logs[name] ??= []).push(Math.log(speed));
    line.push(`${name} ${speed.toFixed(0).padStart(4)}`);
  }
  console.log(line.join('  '));
}
for (const [name, all] of Object.entries(logs)) {
  console.log(name, 'geometric mean',
    Math.exp(all.reduce((a, b) => a + b) / all.length).toFixed(1), 'MB/s');
}
