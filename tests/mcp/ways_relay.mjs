// SPDX-License-Identifier: MIT
// A server at a URL behind the gateway that answers in ways that are allowed
// and rare.

import http from 'node:http';
import {with_gateway} from './cases.mjs';
import {decode, rows, same} from './payload.mjs';
import {gateway, gateway_toml, mcp_post} from './support.mjs';
import {modern} from './wire.mjs';

// A server whose POSTs are answered by `answer(message, response)`.
function start_odd(answer) {
  const server = http.createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      answer(text === '' ? undefined : JSON.parse(text), response);
    });
  });
  const stop = () => new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(
      {url: `http://127.0.0.1:${server.address().port}/mcp`, stop}));
  });
}

const table = {rows: rows(3, 60)};
const text_of = (value) => ({content: [
  {type: 'text', text: JSON.stringify(value, null, 2)}]});
const event = (message) => `data: ${JSON.stringify(message)}\n\n`;
const large_note = {jsonrpc: '2.0', method: 'notifications/message',
  params: {level: 'info', data: 'x'.repeat(400000)}};

// Large events are rewritten aside; those after them keep their order and are
// read as well.
async function after_a_large_event(t, pith) {
  const name = 'after a large event';
  const server = await start_odd((message, response) => {
    response.writeHead(200, {'content-type': 'text/event-stream'});
    const result = message.method === 'tools/list'
      ? {tools: [{name: 'secret', inputSchema: {type: 'object'}}]}
      : text_of(table);
    response.end(event(large_note) + event(large_note) +
      event({jsonrpc: '2.0', id: message.id, result}));
  });
  const toml = `${gateway_toml({odd: {url: server.url}})}` +
    '[server.odd.rewrite]\ndeny = ["secret"]\n';
  await with_gateway(t, name, gateway(pith, toml), async (served) => {
    const client = modern(served.endpoint('odd'));
    const call = await client.call('query', {});
    const answers = call.messages.filter((one) => one.id !== undefined);
    t.check(`${name}: one answer`, answers.length === 1, answers);
    t.check(`${name}: in order`, call.messages.length === 3 &&
      call.messages[2].id !== undefined, call.messages.map((m) => m.method));
    const shown = answers[0]?.result?.content[0].text ?? '';
    t.check(`${name}: rewritten`, shown.startsWith('GCF ') &&
      same(decode(shown), table), shown.slice(0, 100));
    const list = await client.request('tools/list', {});
    t.check(`${name}: denied tools are not offered`,
      list.message?.result?.tools.length === 0, list.text.slice(-300));
  });
  await server.stop();
}

// What is denied in a batch is answered, even if nothing else is.
async function denied_in_a_batch(t, pith) {
  const name = 'denied in a batch';
  const server = await start_odd((message, response) => {
    if (message?.method === 'initialize') {
      response.writeHead(200, {'content-type': 'application/json'});
      response.end(JSON.stringify({jsonrpc: '2.0', id: message.id, result: {
        protocolVersion: '2025-03-26', capabilities: {},
        serverInfo: {name: 'odd', version: '1'}}}));
      return;
    }
    response.writeHead(202).end();
  });
  const toml = `${gateway_toml({odd: {url: server.url}})}` +
    '[server.odd.rewrite]\ndeny = ["secret"]\n';
  await with_gateway(t, name, gateway(pith, toml), async (served) => {
    const {text, message, status} = await mcp_post(served.endpoint('odd'), [
      {jsonrpc: '2.0', id: 1, method: 'tools/call', params: {name: 'secret'}},
      {jsonrpc: '2.0', method: 'notifications/initialized'},
    ], {'mcp-protocol-version': '2025-03-26'});
    t.check(`${name}: it is answered`, status === 200 &&
      text.startsWith('[') && message?.error?.code === -32602, text);
  });
  await server.stop();
}

// Deeper than we look, which is the client's business.
async function deep_results(t, pith) {
  const name = 'a deep result';
  const deep = `${'{"a":'.repeat(600)}1${'}'.repeat(600)}`;
  const server = await start_odd((message, response) => {
    response.writeHead(200, {'content-type': 'application/json'});
    response.end(`{"jsonrpc":"2.0","id":${message.id},"result":` +
      `{"content":[],"structuredContent":${deep}}}`);
  });
  await with_gateway(t, name, gateway(pith,
    gateway_toml({odd: {url: server.url}})), async (served) => {
    const {text, status} =
      await modern(served.endpoint('odd')).call('query', {});
    t.check(`${name}: passes as it is`, status === 200 && text.includes(deep),
      text.slice(0, 200));
  });
  await server.stop();
}

// An id that comes back in another spelling is the same id.
async function other_spellings(t, pith) {
  const name = 'an id in another spelling';
  const server = await start_odd((message, response) => {
    response.writeHead(200, {'content-type': 'application/json'});
    response.end(`{"jsonrpc":"2.0","id":${message.id}.0,"result":` +
      `${JSON.stringify(text_of(table))}}`);
  });
  await with_gateway(t, name, gateway(pith,
    gateway_toml({odd: {url: server.url}})), async (served) => {
    const {message, status} =
      await modern(served.endpoint('odd')).call('query', {});
    t.check(`${name}: is answered`, status === 200 &&
      message?.result?.content[0].text.startsWith('GCF '), message);
  });
  await server.stop();
}

export const relay_cases = [
  ['after a large event', after_a_large_event],
  ['denied in a batch', denied_in_a_batch],
  ['a deep result', deep_results],
  ['an id in another spelling', other_spellings],
];
