// SPDX-License-Identifier: MIT
// 22: the origin of the gateway is for nobody else. What a hostile server at a
// URL answers is never a page, browsers are told so, and pages of other
// origins get in only where they are listed.

import http from 'node:http';
import {with_gateway} from './cases.mjs';
import {stub_words} from './defects_stdio.mjs';
import {free_port, gateway, gateway_toml, mcp_post} from './support.mjs';

const page = '<!doctype html><script>document.title = "mine"</script>';
const policy = "default-src 'none'; sandbox";

// Answers everything with what `next` says.
function start_hostile() {
  const hostile = {next: {}, seen: 0};
  const server = http.createServer((request, response) => {
    ++hostile.seen;
    const {status = 200, headers = {}, body = page} = hostile.next;
    request.resume();
    response.writeHead(status, headers);
    response.end(body);
  });
  hostile.stop = () => new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      hostile.url = `http://127.0.0.1:${server.address().port}/mcp`;
      resolve(hostile);
    });
  });
}

const is_safe = ({headers}) =>
  headers['x-content-type-options'] === 'nosniff' &&
  headers['content-security-policy'] === policy;

async function hostile_pages(t, pith) {
  const name = '22 hostile pages';
  const hostile = await start_hostile();
  const toml = gateway_toml({weather: {url: hostile.url}});
  await with_gateway(t, name, gateway(pith, toml), async (served) => {
    const types = ['text/html', 'text/html; charset=utf-8', 'TEXT/HTML',
      'application/xhtml+xml', 'image/svg+xml', 'text/xml', 'text/javascript',
      'text/plain', 'application/octet-stream', 'application/json,text/html',
      'multipart/x-mixed-replace; boundary=a', '', undefined,
      ['application/json', 'text/html'], ['text/html', 'application/json']];
    const ask = (method) => mcp_post(served.endpoint(), method === 'POST' ?
      {jsonrpc: '2.0', id: 1, method: 'ping'} : undefined, {}, {method});
    for (const type of types) {
      for (const [status, expected] of
        [[200, 502], [201, 502], [302, 502], [404, 404], [500, 500]]) {
        for (const method of ['GET', 'POST', 'DELETE']) {
          hostile.next = {status, headers: {
            ...(type === undefined ? {} : {'content-type': type}),
            'refresh': '0;url=/', 'location': '/',
            'content-security-policy': "script-src 'unsafe-inline'",
            'access-control-allow-origin': '*', 'set-cookie': 'a=b'}};
          const got = await ask(method);
          t.check(`${name}: ${method} ${status} ${type}`,
            got.status === expected && !got.text.includes('<script') &&
            got.headers['content-type'] === 'application/json' &&
            got.message?.error?.code === -32000 && is_safe(got), got);
          t.check(`${name}: fields of ${method} ${status} ${type}`,
            ['refresh', 'location', 'access-control-allow-origin',
              'set-cookie'].every((field) => got.headers[field] === undefined),
            got.headers);
        }
      }
    }
    hostile.next = {
      headers: {'content-type': 'application/json; charset=utf-7'},
      body: '{"jsonrpc":"2.0","id":1,"result":{}}'};
    const json = await ask('POST');
    t.check(`${name}: JSON passes under its own name`, json.status === 200 &&
      json.headers['content-type'] === 'application/json' && is_safe(json),
    json);
    hostile.next = {headers: {'content-type': 'text/event-stream; a=b'},
      body: 'data: {"jsonrpc":"2.0","id":1,"result":{}}\n\n'};
    const events = await ask('POST');
    t.check(`${name}: so do events`, events.status === 200 &&
      events.headers['content-type'] === 'text/event-stream' &&
      events.message?.result !== undefined && is_safe(events), events);
    hostile.next = {status: 202, body: '', headers: {'content-type':
      'text/html'}};
    const empty = await mcp_post(served.endpoint(),
      {jsonrpc: '2.0', method: 'notifications/x'});
    t.check(`${name}: an empty body has no type`, empty.status === 202 &&
      empty.headers['content-type'] === undefined, empty);
  });
  await hostile.stop();
}

async function navigations(t, pith) {
  const name = '22 navigations';
  const hostile = await start_hostile();
  const toml = gateway_toml({weather: {url: hostile.url},
    child: {command: stub_words}});
  await with_gateway(t, name, gateway(pith, toml), async (served) => {
    for (const server of ['weather', 'child']) {
      for (const headers of [
        {'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document'},
        {'sec-fetch-mode': 'navigate'}, {'sec-fetch-dest': 'iframe'},
        {'sec-fetch-mode': 'nested-navigate'}, {'sec-fetch-dest': 'object'},
        {'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script'},
        {'sec-fetch-dest': 'embed'}, {'sec-fetch-dest': 'frame'}]) {
        for (const method of ['GET', 'POST']) {
          const before = hostile.seen;
          const got = await mcp_post(served.endpoint(server),
            method === 'POST' ? {jsonrpc: '2.0', id: 1, method: 'ping'} :
              undefined, headers, {method});
          t.check(`${name}: ${method} ${JSON.stringify(headers)}, ${server}`,
            got.status === 403 && hostile.seen === before && is_safe(got), got);
        }
      }
    }
    hostile.next = {headers: {'content-type': 'application/json'},
      body: '{"jsonrpc":"2.0","id":1,"result":{}}'};
    for (const headers of [{}, {'sec-fetch-mode': 'cors'},
      {'sec-fetch-mode': 'same-origin', 'sec-fetch-dest': 'empty'}]) {
      const got = await mcp_post(served.endpoint('weather'),
        {jsonrpc: '2.0', id: 1, method: 'ping'}, headers);
      t.check(`${name}: ${JSON.stringify(headers)} is let in`,
        got.status === 200, got);
    }
    const look = {'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document'};
    for (const path of ['/', '/stats.json', '/metrics', '/healthz',
      '/readyz', '/nowhere']) {
      const got = await mcp_post(`${served.url}${path}`, undefined, look,
        {method: 'GET'});
      t.check(`${name}: ${path} can be looked at`,
        got.status === (path === '/nowhere' ? 404 : 200), got.status);
      t.check(`${name}: ${path} is safe`, path === '/' ?
        /default-src 'none'.*connect-src 'self'.*frame-ancestors 'none'/.test(
          got.headers['content-security-policy']) &&
        got.headers['x-content-type-options'] === 'nosniff' :
        is_safe(got), got.headers);
    }
  });
  await hostile.stop();
}

async function preflights(t, pith) {
  const name = '22 preflights';
  const origin = 'https://chat.example.org';
  const toml = `[auth]\norigins = ["${origin}"]\n` +
    'tokens = ["secret-of-alice"]\n' +
    gateway_toml({child: {command: stub_words}});
  await with_gateway(t, name, gateway(pith, toml), async (served) => {
    const ask = (headers) => mcp_post(served.endpoint(), undefined,
      {'content-type': undefined, ...headers}, {method: 'OPTIONS'});
    const question = {origin, 'access-control-request-method': 'POST',
      'access-control-request-headers':
        'authorization,content-type,mcp-protocol-version,mcp-session-id,' +
        'mcp-param-region,x-other'};
    const yes = await ask(question);
    const allowed = (yes.headers['access-control-allow-headers'] ?? '')
      .toLowerCase().split(/, */);
    t.check(`${name}: a listed origin`, yes.status === 204 &&
      yes.headers['access-control-allow-origin'] === origin &&
      /\bOrigin\b/.test(yes.headers.vary), yes);
    t.check(`${name}: methods`, ['GET', 'POST', 'DELETE'].every((method) =>
      (yes.headers['access-control-allow-methods'] ?? '').includes(method)));
    t.check(`${name}: fields`, ['authorization', 'content-type',
      'mcp-protocol-version', 'mcp-session-id', 'mcp-method', 'mcp-name',
      'last-event-id', 'mcp-param-region'].every((field) =>
      allowed.includes(field)) && !allowed.includes('x-other'), allowed);
    t.check(`${name}: no credentials`,
      yes.headers['access-control-allow-credentials'] === undefined);
    for (const other of ['https://evil.example', 'null',
      'https://chat.example.org.evil.example']) {
      const no = await ask({...question, origin: other});
      t.check(`${name}: ${other}`, no.status === 403 &&
        no.headers['access-control-allow-origin'] === undefined, no);
    }
    const bare = await ask({origin});
    t.check(`${name}: no question`, bare.status === 401, bare.status);

    const initialize = {jsonrpc: '2.0', id: 1, method: 'initialize', params: {
      protocolVersion: '2025-11-25', capabilities: {},
      clientInfo: {name: 'page', version: '1'}}};
    const readable = ({headers}) =>
      headers['access-control-allow-origin'] === origin &&
      /Mcp-Session-Id/i.test(headers['access-control-expose-headers']) &&
      /\bOrigin\b/.test(headers.vary);
    const stranger = await mcp_post(served.endpoint(), initialize, {origin});
    t.check(`${name}: the page can read that it needs a token`,
      stranger.status === 401 && readable(stranger), stranger);
    const authorization = 'Bearer secret-of-alice';
    const begun = await mcp_post(served.endpoint(), initialize,
      {origin, authorization, 'sec-fetch-mode': 'cors'});
    t.check(`${name}: the page can use the server`, begun.status === 200 &&
      begun.headers['mcp-session-id'] !== undefined && readable(begun), begun);
    const none = await mcp_post(served.endpoint(), initialize,
      {authorization});
    t.check(`${name}: without an origin`, none.status === 200 &&
      none.headers['access-control-allow-origin'] === undefined &&
      /\bOrigin\b/.test(none.headers.vary), none.headers);
  });
}

// Finding B13: without tokens, a name that somebody else owns must not lead
// here, whatever the address.
async function rebinding(t, pith) {
  const name = '22 rebinding';
  const port = await free_port();
  const toml = `listen = "0.0.0.0:${port}"\n` +
    gateway_toml({child: {command: stub_words}});
  await with_gateway(t, name, gateway(pith, toml, ['--insecure']),
    async () => {
      const url = `http://127.0.0.1:${port}`;
      const get = (host, more = {}) => mcp_post(`${url}/stats.json`, undefined,
        {host, ...more}, {method: 'GET'});
      for (const host of ['evil.example', `evil.example:${port}`,
        'localhost.evil.example', '127.0.0.1.evil.example',
        'a.local.evil.example']) {
        const no = await get(host);
        t.check(`${name}: ${host}`, no.status === 403, no.status);
        const also = await get(host, {origin: `http://${host}`});
        t.check(`${name}: ${host} as origin`, also.status === 403);
      }
      for (const host of [`127.0.0.1:${port}`, 'localhost', '192.0.2.7:80',
        '[2001:db8::1]:80', 'gateway', 'gateway:4100', 'box.local']) {
        const yes = await get(host);
        t.check(`${name}: ${host} is let in`, yes.status === 200, yes.status);
      }
    });
}

export const origin_cases = [
  ['22 hostile pages', hostile_pages],
  ['22 navigations', navigations],
  ['22 preflights', preflights],
  ['22 rebinding', rebinding],
];
