// SPDX-License-Identifier: MIT
// Runs the snippets of docs/typescript.md, docs/languages.md and two README.md:
// each is checked by the compiler, strictly, and prints the text after it.
//
//   node docs.mjs PACKAGE VOCABULARIES
import {spawnSync} from 'node:child_process';
import {copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync,
  symlinkSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';

const [folder, vocabularies] = process.argv.slice(2);
const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, '../..');
const pages = ['docs/typescript.md', 'docs/languages.md', 'README.md',
  'typescript/README.md'];
const mcp = path.join(root, 'tests/mcp/node_modules/@modelcontextprotocol');
if (!existsSync(path.join(mcp, 'sdk'))) {
  console.log("skipped: run 'npm ci' in tests/mcp first");
  process.exit(77);
}
let typescript;
try {
  typescript = createRequire(path.join(here, '../x.js'))('typescript');
} catch {
  console.log("skipped: run 'npm ci' in typescript first");
  process.exit(77);
}

function snippets(file) {
  const page = readFileSync(path.join(root, file), 'utf8');
  const found = [];
  const blocks = page.matchAll(/^```ts\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?/gms);
  for (const [, code, text] of blocks) {
    found.push({file, code, text});
  }
  return found;
}

const scratch = mkdtempSync(path.join(os.tmpdir(), 'pith-typescript-'));
let failed = 0;
let count = 0;
try {
  const modules = path.join(scratch, 'node_modules');
  mkdirSync(path.join(modules, 'pith-tokens-o200k'), {recursive: true});
  symlinkSync(path.resolve(folder), path.join(modules, 'pith-wasm'));
  symlinkSync(mcp, path.join(modules, '@modelcontextprotocol'));
  const data = path.join(modules, 'pith-tokens-o200k');
  copyFileSync(path.join(vocabularies, 'o200k_base.pithtok'),
    path.join(data, 'o200k_base.pithtok'));
  writeFileSync(path.join(data, 'package.json'), JSON.stringify({
    name: 'pith-tokens-o200k', type: 'module',
    exports: {types: './index.d.ts', default: './index.js'}}));
  writeFileSync(path.join(data, 'index.js'), 'export default {name: ' +
    "'o200k_base', url: new URL('./o200k_base.pithtok', import.meta.url)};");
  writeFileSync(path.join(data, 'index.d.ts'), 'declare const vocabulary: ' +
    '{readonly name: string, readonly url: URL};\nexport default vocabulary;');
  writeFileSync(path.join(scratch, 'package.json'), '{"type": "module"}');
  const all = pages.flatMap(snippets);
  const files = all.map(({code}, i) => {
    const file = path.join(scratch, `snippet${i}.ts`);
    writeFileSync(file, code);
    return file;
  });
  const program = typescript.createProgram(files, {
    strict: true, module: typescript.ModuleKind.NodeNext,
    moduleResolution: typescript.ModuleResolutionKind.NodeNext,
    target: typescript.ScriptTarget.ES2022, types: [], skipLibCheck: true,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts',
      'lib.dom.asynciterable.d.ts']});
  const problems = typescript.getPreEmitDiagnostics(program);
  for (const {file, messageText} of problems) {
    console.log(`${path.basename(file?.fileName ?? '')}: ` +
      typescript.flattenDiagnosticMessageText(messageText, '\n'));
  }
  failed += problems.length;
  program.emit();
  for (const [i, {file, code, text}] of all.entries()) {
    ++count;
    const {stdout: out, stderr, status} = spawnSync(process.execPath,
      [`snippet${i}.js`], {cwd: scratch, encoding: 'utf8'});
    if (status !== 0) {
      ++failed;
      console.log(`${file}: ${code}fails: ${stderr}`);
    }
    if (text !== undefined && out !== text) {
      ++failed;
      console.log(`${file}: ${code}prints\n${out}instead of\n${text}`);
    }
  }
} finally {
  rmSync(scratch, {recursive: true, force: true});
}
console.log(`snippets: ${count} run, ${failed} failed`);
process.exitCode = failed === 0 && count >= 16 ? 0 : 1;
