// SPDX-License-Identifier: MIT
// Runs all suites in a page and in a worker of Chromium, under a policy that
// allows WebAssembly and nothing else beyond the origin. The main file of the
// package is imported, too. CHROMIUM names the browser; without one, or without
// playwright-core (tests/mcp), the test is skipped.
//
//   node browser.mjs PACKAGE FIXTURES VOCABULARIES
import {existsSync, readFileSync} from 'node:fs';
import http from 'node:http';
import {createRequire} from 'node:module';
import path from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';

const [folder, fixtures, vocabularies] = process.argv.slice(2);
const here = path.dirname(fileURLToPath(import.meta.url));

function skip(why) {
  console.log(`skipped: ${why}`);
  process.exit(77);
}

function findChromium() {
  const found = [process.env.CHROMIUM,
    ...(process.env.PATH ?? '').split(':').flatMap((directory) =>
      ['chromium', 'chromium-browser'].map((n) => path.join(directory, n)))];
  return found.find((file) => file && existsSync(file));
}

const executablePath = findChromium() ?? skip('there is no Chromium');
let chromium;
try {
  const require = createRequire(path.join(here, '../../tests/mcp/x.js'));
  ({chromium} = require('playwright-core'));
} catch {
  skip("run 'npm ci' in tests/mcp first");
}

// Runs in the page and in the worker.
const script = (twin) => `
  import {load} from '/suites/load.mjs';
  import {runAll} from '/suites/all.mjs';
  import * as main from '/package/dist/index.js';
  const pith = await load(new URL('/package/dist/core.js', self.origin),
    {simd: ${twin === 'simd'}});
  const checks = await runAll(pith, await (await fetch('/fixtures')).json(),
    {o200k_base: new URL('/vocabularies/o200k_base.pithtok', self.origin),
      cl100k_base: new URL('/vocabularies/cl100k_base.pithtok', self.origin)});
  const same = main.encode([{a: 1}]) === pith.encode([{a: 1}]);
  const said = JSON.stringify({passed: checks.passed,
    failures: same ? checks.failures : ['the main file differs']});
  if (self.document) document.title = said; else postMessage(said);`;
const page = (twin, isWorker) => `<!doctype html><title></title>
  <script type="module">${isWorker ? `
    const worker = new Worker('/worker-${twin}.mjs', {type: 'module'});
    worker.onmessage = ({data}) => { document.title = data; };
    worker.onerror = ({message}) => { document.title = message; };`
    : script(twin)}</script>`;

const types = {'.js': 'text/javascript', '.mjs': 'text/javascript',
  '.wasm': 'application/wasm', '.pithtok': 'application/octet-stream'};
const roots = {package: folder, suites: path.join(here, 'suites'),
  vocabularies};

function answer(url) {
  const [, first, ...rest] = url.split('/');
  const [, kind, twin] = /^(page|worker)-(simd|scalar)/.exec(first) ?? [];
  if (first.endsWith('.html')) {
    return ['text/html', page(twin, first.includes('in-worker'))];
  }
  if (kind === 'worker') return ['text/javascript', script(twin)];
  if (first === 'fixtures') return ['application/json', readFileSync(fixtures)];
  const file = path.join(roots[first] ?? '/nowhere', ...rest);
  if (rest.includes('..') || !existsSync(file)) return [null];
  return [types[path.extname(file)] ?? 'text/plain', readFileSync(file)];
}

const server = http.createServer((request, response) => {
  const [type, body] = answer(request.url);
  response.writeHead(type === null ? 404 : 200, {
    'content-type': type ?? 'text/plain',
    'content-security-policy': "default-src 'self'; " +
      "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'"});
  response.end(body);
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${server.address().port}`;
const browser = await chromium.launch({
  executablePath, args: ['--no-sandbox', '--disable-gpu']});
let failed = 0;
try {
  for (const twin of ['simd', 'scalar']) {
    for (const where of ['page', 'worker']) {
      const tab = await browser.newPage();
      const said = [];
      tab.on('pageerror', (problem) => said.push(`${problem}`));
      tab.on('console', (message) => said.push(message.text()));
      await tab.goto(`${origin}/page-${twin}` +
        `${where === 'worker' ? '-in-worker' : ''}.html`);
      await tab.waitForFunction(() => document.title !== '', null,
        {timeout: 120_000}).catch(() => {});
      const title = await tab.title();
      const {passed = 0, failures = [title, ...said]} =
        title.startsWith('{') ? JSON.parse(title) : {};
      for (const failure of failures.slice(0, 20)) console.log(failure);
      console.log(`Chromium ${browser.version()}, ${where}, ${twin}: ` +
        `${passed} passed, ${failures.length} failed`);
      failed += failures.length + (passed === 0 ? 1 : 0);
      await tab.close();
    }
  }
} finally {
  await browser.close();
  server.close();
  server.closeAllConnections();
}
process.exitCode = failed === 0 ? 0 : 1;
