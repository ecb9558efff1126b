// SPDX-License-Identifier: MIT
// What users do with the files of a release: installs them with npm, without a
// network, into an empty project, compiles the snippets of the package's
// README.md and one that counts tokens with a strict tsc, and runs them.
//
//   node install.mjs DIST
//
// DIST has pith-wasm-*.tgz and pith-tokens-o200k-*.tgz (packaging/release.py).
import {spawnSync} from 'node:child_process';
import {existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync,
  writeFileSync} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';

const dist = path.resolve(process.argv[2]);
const here = path.dirname(fileURLToPath(import.meta.url));
const tsc = path.join(here, '../node_modules/typescript/bin/tsc');
if (!existsSync(tsc)) {
  console.log("skipped: run 'npm ci' in typescript first");
  process.exit(77);
}
const tgz = (name) => {
  const found = readdirSync(dist).filter((file) =>
    file.startsWith(`${name}-`) && file.endsWith('.tgz') &&
    /^\d/.test(file.slice(name.length + 1)));
  if (found.length !== 1) throw new Error(`${dist} has not one ${name}`);
  return path.join(dist, found[0]);
};

const scratch = mkdtempSync(path.join(os.tmpdir(), 'pith-install-'));
const run = (program, ...words) => {
  const {stdout, stderr, status, error} = spawnSync(program, words,
    {cwd: scratch, encoding: 'utf8'});
  if (status !== 0) {
    throw new Error(`${program} ${words.join(' ')}: ` +
      `${error ?? `${stdout}${stderr}`}`);
  }
  return stdout;
};

const counting = `import {auto, countTokens, loadTokenizer} from 'pith-wasm';
import o200k from 'pith-tokens-o200k';

await loadTokenizer(o200k);
const rows: readonly {id: number}[] = [{id: 1}, {id: 2}];
const best = auto(rows, 'gpt-4o');
console.log(countTokens('hello world'), best.tokens === countTokens(best.text));
`;

try {
  // An empty cache: what is not in the files cannot be found.
  mkdirSync(path.join(scratch, 'cache'));
  writeFileSync(path.join(scratch, 'package.json'),
    '{"private": true, "type": "module"}');
  run('npm', 'install', '--offline', '--no-audit', '--no-fund',
    '--cache', path.join(scratch, 'cache'), tgz('pith-wasm'),
    tgz('pith-tokens-o200k'));
  const home = path.join(scratch, 'node_modules/pith-wasm');
  const readme = readFileSync(path.join(home, 'README.md'), 'utf8');
  const snippets = [...readme.matchAll(
    /^```ts\n(.*?)^```\n\n```text\n(.*?)^```\n/gms)]
    .map(([, code, text]) => ({code, text}));
  if (snippets.length === 0) throw new Error('README.md has no snippet');
  snippets.push({code: counting, text: '2 true\n'});
  snippets.forEach(({code}, i) =>
    writeFileSync(path.join(scratch, `snippet${i}.ts`), code));
  writeFileSync(path.join(scratch, 'tsconfig.json'), JSON.stringify({
    compilerOptions: {strict: true, module: 'nodenext', target: 'es2022',
      exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true,
      verbatimModuleSyntax: true, types: [],
      lib: ['es2022', 'dom', 'dom.iterable']}}));
  // Without skipLibCheck: the declarations of the package are checked, too.
  run(process.execPath, tsc, '-p', '.');
  snippets.forEach(({code, text}, i) => {
    const out = run(process.execPath, `snippet${i}.js`);
    if (out !== text) {
      throw new Error(`${code}prints\n${out}instead of\n${text}`);
    }
  });
  for (const name of ['LICENSE', 'NOTICE']) {
    if (!existsSync(path.join(home, name))) throw new Error(`no ${name}`);
  }
  console.log(`installed from files: ${snippets.length} programs compiled ` +
    'strictly and run, 0 failed');
} catch (problem) {
  console.log(`${problem.message}\ninstalled from files: 1 failed`);
  process.exitCode = 1;
} finally {
  rmSync(scratch, {recursive: true, force: true});
}
