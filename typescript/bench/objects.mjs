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

/** Microseconds of processor time, the best of several rounds. */
function best(body) {
  const cpu = () => {
    const {user, system} = process.cpuUsage();
    return user + system;
  };
  let least = Infinity;
  for (let round = 0; round < 7; ++round) {
    let runs = 0;
    const begin = cpu();
    let now = begin;
    do {
      body();
      ++runs;
      now = cpu();
    } while (now - begin < 20_000);
    least = Math.min(least, (now - begin) / runs);
  }
  return least;
}

const ways = {
  'encode by words': (data) => () => codecs.encode(data.value),
  'encode by JSON': (data) => () =>
    codecs.convert(JSON.stringify(data.value), 'gcf', 'json'),
  'decode by JSON': (data) => () => codecs.decode(data.gcf, 'gcf'),
  'decode by words': (data) => () => {
    wasm.do('decode', engine.plan('gcf').number, wasm.putText(data.gcf), 1);
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
    const speed = json.length / best(make(data));
    (logs[name] ??= []).push(Math.log(speed));
    line.push(`${name} ${speed.toFixed(0).padStart(4)}`);
  }
  console.log(line.join('  '));
}
for (const [name, all] of Object.entries(logs)) {
  console.log(name, 'geometric mean',
    Math.exp(all.reduce((a, b) => a + b) / all.length).toFixed(1), 'MB/s');
}
