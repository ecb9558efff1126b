// SPDX-License-Identifier: MIT
// The tools of these tests, without a gateway: the stub server does what it is
// asked for, and the load generator notices every kind of wrong answer.
//
//   node self_test.mjs UPSTREAM GENERATOR

import http from 'node:http';
import path from 'node:path';
import process from 'node:process';
import {rows, same, value_of} from './payload.mjs';
import {start_stub} from './stub_server.mjs';
import {checks, here, run, start} from './support.mjs';
import {call_of, eventually, legacy, modern, pipes} from './wire.mjs';

const [upstream, generator] = process.argv.slice(2);
if (generator === undefined) {
  console.error('usage: self_test.mjs UPSTREAM GENERATOR');
  process.exit(2);
}
const t = checks();

async function check_http() {
  const stub = await start_stub();
  const client = await legacy(stub.url);
  t.check('stub: a session', client.session !== undefined);
  t.check('stub: rows', same(value_of(await client.result('rows', {seed: 3})),
    rows(3)));
  const events = await client.call('echo', {text: 'x', answer: 'sse'});
  t.check('stub: events', events.message.result.content[0].text === 'echo x' &&
    /event-stream/.test(events.headers['content-type']));
  const large = '{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}';
  t.check('stub: large ids', (await client.post(large)).text
    .includes('"id":9007199254740993'));
  const stream = await client.stream(
    call_of(7, 'progress', {tag: 'x', steps: 2}, {progressToken: 'p'}));
  t.check('stub: progress',
    (await stream.messages.next()).params.progress === 1);
  await stream.messages.next();
  await client.result('release', {tag: 'x'});
  t.check('stub: held calls', (await stream.messages.next()).id === 7 &&
    await stream.messages.next() === undefined);
  const asking = await client.stream(
    call_of(8, 'ask', {method: 'roots/list', answer: 'sse'}));
  const asked = await asking.messages.next();
  await client.post({jsonrpc: '2.0', id: asked.id, result: {roots: [1]}});
  t.check('stub: requests of its own', (await asking.messages.next())
    .result.content[0].text.includes('[1]'));
  const held = client.call('hold', {tag: 'y'});
  await eventually(() => stub.state.holds.has('y'));
  await client.post({jsonrpc: '2.0', method: 'notifications/cancelled',
    params: {requestId: 2}});
  t.check('stub: no session, no answer',
    (await client.post({jsonrpc: '2.0', id: 1, method: 'ping'},
      {'mcp-session-id': undefined})).status === 400);
  stub.state.holds.get('y')?.();
  await held;
  const leaving = modern(stub.url);
  const left = await leaving.stream(leaving.make('tools/call',
    {name: 'progress', arguments: {tag: 'z'}}, {progressToken: 1}));
  left.close();
  t.check('stub: a client that leaves',
    await eventually(() => stub.gone.length === 1));
  t.check('stub: the end of a session', (await client.end()).status === 200 &&
    (await client.call('echo', {text: 'x'})).status === 404);
  await stub.stop();
}

async function check_pipes() {
  const peer = pipes(process.execPath,
    [path.join(here, 'stub_server.mjs'), 'stdio']);
  await peer.hello();
  const {result} = await peer.call('echo', {text: 'y'.repeat(11e6)});
  t.check('stub: a long line', result.content[0].text.length === 11000005);
  peer.send(call_of('bad', 'malformed', {kind: 'not_json'}));
  await peer.call('echo', {text: 'x'});
  t.check('stub: lines that are not messages', peer.garbage.length === 1);
  t.check('stub: its end', (await peer.stop()).code === 0);
}

// A server that gives one wrong answer of each kind in every hundred.
function start_liar() {
  let count = 0;
  const server = http.createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      const {id, params: {arguments: {token}}} = JSON.parse(body);
      const answer = (as_id, as_token) => JSON.stringify({jsonrpc: '2.0',
        id: as_id, result: {_meta: {'load/token': as_token}}});
      const mine = answer(id, token);
      const lies = [
        () => response.end(answer(id + 1, token)),
        () => response.end(answer(id, 't0')),
        () => response.writeHead(200, {'content-type': 'text/event-stream'})
          .end(`data: ${mine}\n\ndata: ${mine}\n\n`),
        () => response.destroy(),
        () => response.writeHead(503).end('{}'),
        () => response.end(JSON.stringify({id, error: {code: 1}})),
      ];
      (lies[++count % 100] ?? (() => response.end(mine)))();
    });
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve({
      port: server.address().port, hundreds: () => count / 100,
      stop: () => server.close(),
    }));
  });
}

async function generate(port, ...options) {
  const {code, stdout} = await run(generator,
    ['--port', port, '--connections', 8, '--seconds', 0.5, ...options]
      .map(String));
  return {code, ...JSON.parse(stdout)};
}

async function check_generator() {
  const liar = await start_liar();
  const got = await generate(liar.port);
  const near = (value, per_hundred) =>
    Math.abs(value - per_hundred * liar.hundreds()) <= 2 * per_hundred;
  t.check('generator: notices lies', got.code === 1 && near(got.foreign, 2) &&
    near(got.duplicated, 1) && near(got.lost, 1) && near(got.errors, 2),
  {...got, hundreds: liar.hundreds()});
  liar.stop();
  for (const mode of ['text', 'structured', 'small', 'sse']) {
    const server = await start(upstream, [mode],
      {ready: /127\.0\.0\.1:(\d+)/});
    for (const options of [[], ['--era', 'legacy'], ['--rate', 500],
      ['--streams', 200], ['--streams', 200, '--era', 'legacy']]) {
      const run_of = await generate(server.ready[1], ...options);
      t.check(`generator: ${mode} ${options.join(' ')}`, run_of.code === 0 &&
        (run_of.calls > 100 || run_of.streams === 200), run_of);
    }
    await server.stop();
  }
}

await check_http();
await check_pipes();
await check_generator();
t.done();
process.exit();
