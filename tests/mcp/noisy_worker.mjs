// SPDX-License-Identifier: MIT
// The noise of noisy.mjs that takes more than a flood of calls: batches, pages,
// hostile questions, slow reads, sessions, streams and clients that leave. What is refused is
// tried again at once; at a bare upstream the same requests are sent.
//
//   node noisy_worker.mjs LOAD-URL IDLE-URL TOKEN

import http from 'node:http';
import process from 'node:process';
import {call_of, modern_headers, modern_meta} from './wire.mjs';

const [load, idle, token] = process.argv.slice(2);
const agent = new http.Agent({keepAlive: true, maxSockets: 64});

// Resolves with {status, headers, text}; never fails.
function post(url, body, {headers = {}, method = 'POST', leaves} = {}) {
  return new Promise((resolve) => {
    const request = http.request(url, {method, agent, headers: {
      accept: 'application/json, text/event-stream',
      ...(body === undefined ? {} : {'content-type': 'application/json'}),
      authorization: `Bearer ${token}`, ...headers,
    }}, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part) => {
        text += part;
      });
      const done = () => resolve(
        {status: response.statusCode, headers: response.headers, text});
      response.on('end', done);
      response.on('error', done);
    });
    request.on('error', () => resolve({status: 0, headers: {}, text: ''}));
    request.setTimeout(10000, () => request.destroy());
    request.end(body === undefined ? undefined : JSON.stringify(body));
    if (leaves !== undefined) {
      setTimeout(() => request.destroy(), leaves);
    }
  });
}

const initialize = (version) => ({jsonrpc: '2.0', id: 0, method: 'initialize',
  params: {protocolVersion: version, capabilities: {},
    clientInfo: {name: 'noise', version: '1'}}});

async function session(version) {
  const {headers} = await post(load, initialize(version));
  return {'mcp-protocol-version': version,
    ...(headers['mcp-session-id'] === undefined ? {} :
      {'mcp-session-id': headers['mcp-session-id']})};
}

function modern_call(url, args, options = {}) {
  const body = {jsonrpc: '2.0', id: 1, method: 'tools/call', params: {
    name: options.name ?? 'load', arguments: args, _meta: modern_meta()}};
  return post(url, body, {...options, headers: modern_headers(body)});
}

// Whole batches, some of them too large.
async function batches() {
  const headers = await session('2025-03-26');
  for (let i = 0; ; ++i) {
    await post(load, Array.from({length: i % 5 === 0 ? 1000 : 100},
      (_, n) => call_of(n, 'load', {token: `${n}`})), {headers});
  }
}

// Results in pages, and batches of pages.
async function pages() {
  const url = `${load}?client=tiny`;
  const headers = await session('2025-03-26');
  for (;;) {
    const {text} = await modern_call(url, {token: 'p'});
    const [, handle] = /handle\\*":\\*"([0-9a-f]+)/.exec(text) ?? [];
    for (let page = 2; page < 12; ++page) {
      await modern_call(url, {handle, page}, {name: 'pith_more'});
    }
    await modern_call(url, {handle, page: 99999999}, {name: 'pith_more'});
    await post(url, Array.from({length: 100}, (_, n) =>
      call_of(n, 'pith_more', {handle, page: 2 + n % 5})), {headers});
  }
}

// 100 questions at once that would never be answered.
async function questions() {
  const url = `${load}?client=tiny`;
  const headers = await session('2025-03-26');
  const attacks = [
    'SELECT count(*) FROM t a, t b, t c, t d, t e, t f, t g, t h',
    'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n) ' +
      'SELECT count(*) FROM n',
    'WITH RECURSIVE n(i, x) AS (SELECT 1, \'a\' UNION ALL ' +
      'SELECT i+1, i || \'b\' FROM n) SELECT i FROM n ORDER BY x',
    'PRAGMA query_only=OFF', 'SELECT printf(\'%.*c\', 2000000000, 1)',
  ];
  for (;;) {
    const {text} = await modern_call(url, {token: 'q'});
    const [, handle] = /handle\\*":\\*"([0-9a-f]+)/.exec(text) ?? [];
    await post(url, Array.from({length: 100}, (_, n) => call_of(n,
      'pith_query', {handle, sql: attacks[n % attacks.length]})), {headers});
  }
}

// Answers that nobody takes: the socket is not read.
async function slow_reads() {
  for (;;) {
    await Promise.all(Array.from({length: 20}, () => new Promise((resolve) => {
      const request = http.request(load, {method: 'POST', agent: false,
        headers: {'content-type': 'application/json',
          accept: 'application/json', authorization: `Bearer ${token}`},
      }, (response) => {
        response.pause();
        setTimeout(() => request.destroy(), 2000);
      });
      request.on('error', () => {});
      request.on('close', resolve);
      request.end(JSON.stringify(call_of(1, 'load', {token: 's'})));
    })));
  }
}

// Sessions that nobody ends, and those whose client leaves at once.
async function sessions() {
  for (let i = 0; ; ++i) {
    await post(idle, initialize('2025-11-25'), {leaves: i % 2 ? 5 : 300});
  }
}

async function streams() {
  const headers = await session('2025-11-25');
  for (;;) {
    await Promise.all(Array.from({length: 120}, (_, i) =>
      post(load, undefined,
        {method: 'GET', headers, leaves: 200 + 10 * i})));
  }
}

async function who_leaves() {
  for (let i = 0; ; ++i) {
    await modern_call(load, {token: 'l'}, {leaves: i % 3});
  }
}

// Names that nobody has.
async function made_up() {
  for (let i = 0; ; ++i) {
    await modern_call(load, {}, {name: `made-up-${i}`});
  }
}

await Promise.all([batches(), pages(), questions(), slow_reads(), sessions(),
  streams(), who_leaves(), made_up()]);
