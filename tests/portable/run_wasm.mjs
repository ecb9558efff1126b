// SPDX-License-Identifier: MIT
// Runs a program for WASI: node run_wasm.mjs PROGRAM ROOT ARGUMENT...
// The program sees ROOT as /.
import {readFile} from 'node:fs/promises';
import {WASI} from 'node:wasi';

const [program, root, ...words] = process.argv.slice(2);
const wasi = new WASI({
  version: 'preview1',
  args: ['program', ...words],
  preopens: {'/': root},
});
const module = await WebAssembly.compile(await readFile(program));
const instance = await WebAssembly.instantiate(module, wasi.getImportObject());
process.exitCode = wasi.start(instance);
