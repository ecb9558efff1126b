// SPDX-License-Identifier: MIT
// The packages of the formats beside us: a value to the format's text and back,
// the same values in the same run, in megabytes of their JSON per second of CPU.
//
//   node codecs.mjs PROGRAM [--size 10KB|1MB]... [--codec NAME]...
//
// PROGRAM is bench_codecs; the packages are those of tests/differential.
// Ends with 1 when a format is less than 20 times as fast as its package.

import {execFileSync} from 'node:child_process';
import {createRequire} from 'node:module';
import process from 'node:process';

const required = 20;

const peers = createRequire(
  new URL('../tests/differential/package.json', import.meta.url));

// One entry per format; `load` returns the functions of its package.
const packages = {
  toon: () => import(peers.resolve('@toon-format/toon')),
  tron: async () => {
    const {TRON} = await import(peers.resolve('@tron-format/tron'));
    return {
      encode: (value) => TRON.stringify(value),
      decode: (text) => TRON.parse(text),
    };
  },
};

const shapes = ['flat_rows', 'nested_orders', 'events', 'keyed_map',
  'deep_config', 'doubles', 'texts', 'twitter'];

function cpuSeconds() {
  const {user, system} = process.cpuUsage();
  return (user + system) / 1e6;
}

// Seconds per call: the median of several samples of at least 50 ms, as in the
// program.
function seconds(run) {
  run();
  const samples = [];
  while (samples.length < 7) {
    const begin = cpuSeconds();
    let calls = 0;
    let spent = 0;
    do {
      run();
      ++calls;
      spent = cpuSeconds() - begin;
    } while (spent < 0.05);
    samples.push(spent / calls);
  }
  return samples.sort((a, b) => a - b)[3];
}

const ask = (program, words) => execFileSync(program, words,
  {maxBuffer: 2 ** 30, encoding: 'utf8'});

async function main() {
  const [program, ...words] = process.argv.slice(2);
  const wanted = {'--size': [], '--codec': []};
  for (let i = 0; i < words.length; i += 2) {
    wanted[words[i]]?.push(words[i + 1]);
  }
  if (program === undefined) {
    console.error('usage: codecs.mjs PROGRAM [--size S]... [--codec NAME]...');
    return 2;
  }
  const sizes = wanted['--size'].length > 0 ? wanted['--size'] : ['1MB'];
  const names = wanted['--codec'].length > 0 ? wanted['--codec']
    : Object.keys(packages);
  let least = Infinity;
  console.log('codec  shape          size   encode MB/s  ours / theirs   ' +
    'decode MB/s  ours / theirs');
  for (const name of names) {
    const there = await packages[name]();
    for (const size of sizes) {
      for (const shape of shapes) {
        const which = ['--shape', shape, '--size', size];
        const json = ask(program, [...which, '--text']);
        const bytes = Buffer.byteLength(json) / 1e6;
        const value = JSON.parse(json);
        const text = there.encode(value);
        const encode = bytes / seconds(() => there.encode(value));
        const decode = bytes / seconds(() => there.decode(text));
        const ours = JSON.parse(ask(program,
          [...which, '--codec', name, '--json']));
        const ratios = [ours.encode_mb_per_s / encode,
          ours.decode_mb_per_s / decode];
        least = Math.min(least, ...ratios);
        const cell = (rate, ratio) => `${rate.toFixed(1).padStart(12)} ` +
          `${ratio.toFixed(1).padStart(14)}`;
        console.log(`${name.padEnd(6)} ${shape.padEnd(14)} ` +
          `${size.padStart(4)} ${cell(encode, ratios[0])}  ` +
          `${cell(decode, ratios[1])}`);
      }
    }
  }
  console.log(`least: ${least.toFixed(1)} times the package`);
  return least >= required ? 0 : 1;
}

process.exitCode = await main();
