// SPDX-License-Identifier: MIT
// Runs all suites in Node, Deno or Bun, with SIMD or without:
//   run.mjs PACKAGE FIXTURES VOCABULARIES [scalar]
// PACKAGE is build/typescript, VOCABULARIES the folder with the images.
import {readFile} from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import {pathToFileURL} from 'node:url';
import {runAll} from './suites/all.mjs';
import {load} from './suites/load.mjs';

const [folder, fixtures, vocabularies, twin] = process.argv.slice(2);
const at = (file) => pathToFileURL(path.resolve(file));
const pith = await load(at(path.join(folder, 'dist/core.js')),
  {simd: twin !== 'scalar'});
const checks = await runAll(pith,
  JSON.parse(await readFile(fixtures, 'utf8')),
  {o200k_base: at(path.join(vocabularies, 'o200k_base.pithtok')),
    cl100k_base: at(path.join(vocabularies, 'cl100k_base.pithtok'))},
  (line) => console.log(line));
for (const failure of checks.failures.slice(0, 20)) console.log(failure);
console.log(`${twin ?? 'simd'}: ${checks.passed} passed, ` +
  `${checks.failures.length} failed`);
process.exitCode = checks.failures.length === 0 ? 0 : 1;
