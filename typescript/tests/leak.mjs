// SPDX-License-Identifier: MIT
// A million calls, good ones and refused ones, leave no memory in use: neither
// in the module nor in JavaScript.
//
//   node --expose-gc leak.mjs PACKAGE [CALLS]
import path from 'node:path';
import process from 'node:process';
import {pathToFileURL} from 'node:url';
import {Checks} from './suites/checks.mjs';
import {load} from './suites/load.mjs';
import {memorySuite} from './suites/memory.mjs';

const [folder, calls = '1000000'] = process.argv.slice(2);
const pith = await load(pathToFileURL(path.resolve(folder, 'dist/core.js')));
const checks = new Checks();
// A round of the suite is six calls.
const rounds = Math.ceil(Number(calls) / 6);
await memorySuite(pith, checks, 1000);
globalThis.gc?.();
const before = process.memoryUsage().heapUsed;
await memorySuite(pith, checks, rounds);
globalThis.gc?.();
const grown = process.memoryUsage().heapUsed - before;
if (grown > 2 ** 20) checks.failures.push(`the heap grew by ${grown} bytes`);
for (const failure of checks.failures) console.log(failure);
console.log(`memory: ${rounds * 6} calls, module unchanged, heap ` +
  `${grown < 0 ? '' : '+'}${(grown / 1024).toFixed(0)} KiB, ` +
  `${checks.failures.length} failed`);
process.exitCode = checks.failures.length === 0 ? 0 : 1;
