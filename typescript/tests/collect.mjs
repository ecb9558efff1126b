// SPDX-License-Identifier: MIT
// Puts fixtures and data sets, and what the C++ library makes of them, into one
// file that every runtime can read.
//
//   node collect.mjs PITH SHARED OUTPUT
import {execFileSync} from 'node:child_process';
import {existsSync, readFileSync, readdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';

const [program, shared, output] = process.argv.slice(2);
if (output === undefined) {
  console.error('usage: collect.mjs PITH SHARED OUTPUT');
  process.exit(2);
}
if (!existsSync(path.join(shared, 'fixtures'))) {
  console.log(`skipped: ${shared} has no fixtures`);
  process.exit(77);
}
const testdata = fileURLToPath(new URL('../../testdata', import.meta.url));
const read = (...parts) => readFileSync(path.join(...parts), 'utf8');

function jsonFiles(folder) {
  return readdirSync(folder, {recursive: true, withFileTypes: true})
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

// The C++ library itself, by its command.
function madeBy(file, format) {
  let text = execFileSync(program, ['encode', '--from', 'json', '--to', format,
    file], {encoding: 'utf8', maxBuffer: 1 << 28});
  // The command ends every text with a line feed; not every format does.
  if (format !== 'gcf') text = text.replace(/\n$/, '');
  return text;
}

// The input of a fixture as text, in which the order of all keys stays: objects
// of JavaScript have those that are numbers first.
function inputOf(file, text) {
  if (!/"\d+"\s*:/.test(text) || !('input' in JSON.parse(text))) return undefined;
  return execFileSync(program, ['encode', '--from', 'json', '--to', 'json',
    '--path', '/input', file], {encoding: 'utf8'}).replace(/\n$/, '');
}

const sets = readdirSync(path.join(shared, 'datasets'))
  .filter((name) => name.endsWith('.json')).sort();
writeFileSync(output, JSON.stringify({
  gcf: jsonFiles(path.join(shared, 'fixtures/gcf'))
    .map((file) => ({name: path.basename(file), text: read(file),
      input: inputOf(file, read(file))}))
    .filter(({text}) => 'operation' in JSON.parse(text)),
  toon: jsonFiles(path.join(shared, 'fixtures/toon')).map((file) => ({
    folder: path.basename(path.dirname(file)), text: read(file)})),
  tron: jsonFiles(path.join(testdata, 'tron')).map((file) => read(file)),
  limits: read(testdata, 'gcf/limits.json'),
  datasets: sets.map((name) => {
    const file = path.join(shared, 'datasets', name);
    return {name, text: read(file), made: Object.fromEntries(
      ['gcf', 'toon', 'tron', 'json'].map((format) =>
        [format, madeBy(file, format)]))};
  }),
}));
