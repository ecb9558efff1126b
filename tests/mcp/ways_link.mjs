// SPDX-License-Identifier: MIT
// A server at a URL for a client on pipes (pith proxy --url): sessions that
// end, streams that break, messages that keep their order.

import path from 'node:path';
import process from 'node:process';
import {decode, rows, same, shown} from './payload.mjs';
import {start_stub} from './stub_server.mjs';
import {free_port, here, sleep, start} from './support.mjs';
import {eventually, legacy_version, modern_meta, pipes} from './wire.mjs';

async function url_on_pipes(t, pith, answer) {
  const name = `a URL on pipes, ${answer}`;
  const stub = await start_stub({answer});
  const peer = pipes(pith, ['proxy', '--url', stub.url,
    '--header', 'X-Secret: env:PITH_TEST_SECRET'],
  {env: {PITH_TEST_SECRET: 'of-the-environment'}});
  try {
    const {result: hello} = await peer.hello();
    t.check(`${name}: hello`, hello?.protocolVersion === '2025-11-25', hello);
    const table = {rows: rows(5, 40)};
    const {result} = await peer.call('table', {seed: 5, count: 40});
    t.check(`${name}: the same value`, same(decode(shown(result)), table));
    const echoes = await Promise.all(Array.from({length: 32}, (_, i) =>
      peer.call('echo', {text: `${i}`})));
    t.check(`${name}: every call its answer`, echoes.every((echo, i) =>
      echo.result?.content[0].text === `echo ${i}`));
    t.check(`${name}: its field`, stub.requests.every((request) =>
      request.headers['x-secret'] === 'of-the-environment'));
    stub.sessions.clear();
    const again = await peer.call('echo', {text: 'again'});
    t.check(`${name}: a lost session is begun again`,
      again.result?.content[0].text === 'echo again', again);
    t.check(`${name}: no answer twice`,
      [...peer.answers.values()].every((count) => count === 1));
    for (const args of [{code: 500, body: '<html>'}, {code: 404, body: 'x'}]) {
      const bad = await peer.call('status', args);
      t.check(`${name}: status ${args.code} is an error`,
        bad.error?.code !== undefined || bad.result !== undefined, bad);
    }
    const {result: modern_answer} = await peer.request('tools/call', {
      name: 'echo', arguments: {text: 'modern'}, _meta: modern_meta()});
    t.check(`${name}: modern requests have their fields`,
      modern_answer?.content?.[0].text === 'echo modern' &&
      stub.last('echo').headers['mcp-method'] === 'tools/call' &&
      stub.last('echo').headers['mcp-name'] === 'echo', modern_answer);
    await peer.stop();
    // The one that was left because of the 404 is the server's to end.
    t.check(`${name}: its session ends with it`, await eventually(
      () => stub.sessions.size === 1), stub.sessions.size);
  } finally {
    peer.child.kill('SIGKILL');
    await stub.stop();
  }
}

// A client on pipes knows nothing of fields; the official server asks for them.
async function fields_of_arguments(t, pith) {
  const name = 'arguments as fields, on pipes';
  const server = await start(process.execPath,
    [path.join(here, 'everything_server.mjs')],
    {env: {PORT: '0'}, ready: /^listening (\d+)/m});
  const peer = pipes(pith, ['proxy', '--url',
    `http://127.0.0.1:${server.ready[1]}/mcp`]);
  try {
    const _meta = modern_meta();
    const call = () => peer.request('tools/call', {
      name: 'test_x_mcp_header', arguments: {region: 'S\u00e3o Paulo'}, _meta});
    const unlisted = await call();
    t.check(`${name}: without a list nobody knows`,
      unlisted.error?.code === -32020, unlisted);
    await peer.request('tools/list', {_meta});
    const listed = await call();
    t.check(`${name}: after a list they are there`,
      listed.result?.content[0].text === 'Region: S\u00e3o Paulo', listed);
    await peer.stop();
  } finally {
    peer.child.kill('SIGKILL');
    await server.stop();
  }
}

// A client on pipes of a stub at a URL, and what holds for every such talk.
async function linked(t, pith, name, body) {
  const stub = await start_stub();
  const peer = pipes(pith, ['proxy', '--url', stub.url]);
  try {
    await body(stub, peer);
    t.check(`${name}: nothing but messages on stdout`,
      peer.garbage.length === 0, peer.garbage[0]?.slice(0, 200));
    t.check(`${name}: no answer twice`,
      [...peer.answers.values()].every((count) => count === 1));
  } finally {
    peer.child.kill('SIGKILL');
    await stub.stop();
  }
}

const methods_of = (stub) =>
  stub.requests.map(({method, message}) => message?.method ?? method);
const count_of = (stub, method) =>
  methods_of(stub).filter((one) => one === method).length;
const text_of = (answer) => answer.result?.content?.[0].text;
const events = {'content-type': 'text/event-stream'};

// Bodies and events of several lines are still one line for the client.
async function several_lines(t, pith) {
  const name = 'a URL on pipes, several lines';
  await linked(t, pith, name, async (stub, peer) => {
    await peer.hello();
    const ways = {
      'a line feed at the end': (text) => [`${text}\n`],
      'a pretty body': (text) => [
        `\r\n${JSON.stringify(JSON.parse(text), null, 2)}\n`
          .replaceAll('\n', '\r\n')],
      'a pretty event': (text) => [
        `${JSON.stringify(JSON.parse(text), null, 2)}\n`
          .replace(/^/gm, 'data: ') + '\n\n', events],
    };
    stub.instead = (_, response, message) => {
      const [body, type = {'content-type': 'application/json'}] =
        ways[message?.params?.arguments?.way]?.(JSON.stringify({
          jsonrpc: '2.0', id: message.id,
          result: {content: [{type: 'text', text: 'a\nb'}]}})) ?? [];
      if (body !== undefined) {
        response.writeHead(200, type).end(body);
      }
      return body !== undefined;
    };
    for (const way of Object.keys(ways)) {
      const answer = await peer.call('text', {way}, {timeout: 20000});
      t.check(`${name}: ${way}`, text_of(answer) === 'a\nb', answer);
    }
  });
}

async function refused_again(t, pith) {
  const name = 'a URL on pipes, no new session';
  for (const [how, status] of [['refused', 503], ['an error', 200]]) {
    await linked(t, pith, `${name}, ${how}`, async (stub, peer) => {
      await peer.hello();
      stub.sessions.clear();
      stub.instead = (_, response, message) => {
        if (message?.method !== 'initialize') {
          return false;
        }
        response.writeHead(status, {'content-type': 'application/json'});
        response.end(JSON.stringify({jsonrpc: '2.0', id: message.id,
          error: {code: -32000, message: 'not now'}}));
        return true;
      };
      const answer = await peer.call('echo', {text: 'x'}, {timeout: 20000});
      t.check(`${name}, ${how}: is said`, answer.error !== undefined, answer);
      t.check(`${name}, ${how}: and it ends`, await Promise.race(
        [peer.ended, sleep(20000)]) !== undefined, peer.errors());
    });
  }
}

// Several calls find the session gone at the same time.
async function begun_again(t, pith) {
  const name = 'a URL on pipes, a new session';
  await linked(t, pith, name, async (stub, peer) => {
    await peer.hello();
    await peer.call('echo', {text: 'x'});
    stub.sessions.clear();
    stub.requests.length = 0;
    const answers = await Promise.all(['0', '1', '2', '3'].map(
      (text) => peer.call('echo', {text})));
    t.check(`${name}: each call its answer`, answers.every((answer, i) =>
      text_of(answer) === `echo ${i}`), answers);
    const methods = methods_of(stub);
    t.check(`${name}: it is one`, stub.sessions.size === 1, methods);
    const begin = methods.indexOf('initialize');
    const after = stub.requests.slice(begin).filter((request) =>
      stub.sessions.has(request.headers['mcp-session-id']));
    t.check(`${name}: nothing comes before it is ready`,
      after[0].message.method === 'notifications/initialized' &&
      after.length >= 5, methods);
    t.check(`${name}: with its version`, after.every(({headers}) =>
      headers['mcp-protocol-version'] === legacy_version) &&
      stub.requests[begin].headers['mcp-protocol-version'] === undefined);
  });
}

async function stream_again(t, pith) {
  const name = 'a URL on pipes, the GET stream';
  const is_open = (stub) => eventually(() => stub.streams.size === 1, 20000);
  const cut = (stub) => stub.streams.forEach((stream) => stream.destroy());
  await linked(t, pith, name, async (stub, peer) => {
    await peer.hello();
    t.check(`${name}: is opened`, await is_open(stub));
    let refusals = [503, 429];
    stub.instead = (request, response) => {
      const status = request.method === 'GET' ? refusals.shift() : undefined;
      if (status !== undefined) {
        response.writeHead(status).end();
      }
      return status !== undefined;
    };
    cut(stub);
    t.check(`${name}: is opened again when the server can`,
      await eventually(() => refusals.length === 0, 20000) &&
      await is_open(stub));
    refusals = [404];
    stub.sessions.clear();
    cut(stub);
    await eventually(() => refusals.length === 0);
    const [old] = stub.requests.filter(({method}) => method === 'GET');
    await peer.call('echo', {text: 'x'});
    t.check(`${name}: a new session has its own`, await is_open(stub) &&
      stub.requests.findLast(({method}) => method === 'GET')
        .headers['mcp-session-id'] !== old.headers['mcp-session-id']);
    // The second one comes while the first still waits to be opened again.
    cut(stub);
    stub.sessions.clear();
    await peer.call('echo', {text: 'y'});
    await sleep(2500);
    t.check(`${name}: and no other`, stub.streams.size === 1,
      stub.streams.size);
  });
  await linked(t, pith, name, async (stub, peer) => {
    stub.instead = (request, response) => request.method === 'GET' &&
      response.writeHead(405).end();
    await peer.hello();
    await sleep(2500);
    t.check(`${name}: where there is none, nobody asks twice`,
      count_of(stub, 'GET') === 1, count_of(stub, 'GET'));
  });
}

// Each POST has a connection of its own, and so could overtake another.
async function in_order(t, pith) {
  const name = 'a URL on pipes, order';
  await linked(t, pith, name, async (stub, peer) => {
    const taken = [];
    let pause = 200;
    stub.instead = async (request, response, message) => {
      if (message?.params?.lost) {
        return true;  // without any answer, ever
      }
      if (message !== undefined && message.id === undefined) {
        await sleep(pause);
      }
      taken.push(message?.params?.name ?? message?.method ?? request.method);
      return false;
    };
    peer.hello();
    await eventually(() => peer.answers.size === 1);
    const calls = [peer.call('echo', {text: '1'}), peer.call('hold', {tag: 1})];
    peer.notify('notifications/progress', {});
    calls.push(peer.call('text', {text: 'x'}));
    const freed = peer.call('release', {tag: 1});
    t.check(`${name}: nothing waits for a request`,
      text_of(await freed) === 'released');
    await Promise.all(calls);
    const [first, second] = ['notifications/initialized',
      'notifications/progress'].map((method) => taken.indexOf(method));
    t.check(`${name}: each waits for what is told before it`,
      first === 1 && first < taken.indexOf('echo') &&
      taken.indexOf('echo') < second && taken.indexOf('hold') < second &&
      second < taken.indexOf('text'), taken);
    peer.notify('notifications/progress', {lost: true});
    const late = await peer.call('echo', {text: '2'}, {timeout: 15000});
    t.check(`${name}: but not forever`, text_of(late) === 'echo 2', late);
    // Together they take longer than a server that does not answer is given.
    pause = 1200;
    taken.length = 0;
    peer.notify('notifications/progress', {});
    peer.notify('notifications/roots/list_changed');
    const {code} = await peer.stop();
    t.check(`${name}: the last words come before the end`, code === 0 &&
      taken.join() === 'notifications/progress,' +
      'notifications/roots/list_changed,DELETE', taken);
  });
}

// A server may end its stream and be asked again for the rest.
async function polled(t, pith) {
  const name = 'a URL on pipes, polling';
  await linked(t, pith, name, async (stub, peer) => {
    await peer.hello();
    const times = [];  // of the call and of each GET for its rest
    let asked;
    stub.instead = ({headers}, response, message) => {
      if (message?.params?.name === 'polled') {
        asked = message;
        times.splice(0, Infinity, Date.now());
        const {retry} = message.params.arguments;
        response.writeHead(200, events).end(
          `id: p-1\n${retry ? `retry: ${retry}\n` : ''}data: \n\n`);
        return true;
      }
      if (headers['last-event-id'] !== 'p-1') {
        return false;
      }
      times.push(Date.now());
      response.writeHead(200, events).end(
        times.length <= asked.params.arguments.polls ? ': nothing yet\n\n' :
          `data: ${JSON.stringify({jsonrpc: '2.0', id: asked.id,
            result: {content: [{type: 'text', text: 'done'}]}})}\n\n`);
      return true;
    };
    const pauses = () => times.slice(1).map((time, i) => time - times[i]);
    for (const [retry, least] of [[300, 290], [undefined, 990]]) {
      const answer = await peer.call('polled', {polls: 2, retry});
      t.check(`${name}: the answer comes, retry ${retry}`,
        text_of(answer) === 'done' && times.length === 3, answer);
      t.check(`${name}: after a pause, retry ${retry}`,
        pauses().every((pause) => pause >= least) &&
        Math.min(...pauses()) < least + 600, pauses());
    }
    peer.call('polled', {polls: 1e6, retry: 50}, {id: 'given up'})
      .catch(() => {});
    await eventually(() => times.length > 3);
    peer.notify('notifications/cancelled', {requestId: 'given up'});
    await peer.call('echo', {text: 'x'});
    await sleep(200);
    const count = times.length;
    await sleep(500);
    t.check(`${name}: until it is cancelled`, times.length === count &&
      peer.answers.get('given up') === undefined);
  });
}

// More than the proxy wants to hold for a server, which then has a question.
async function large_question(t, pith) {
  const name = 'a URL on pipes, a question about much';
  await linked(t, pith, name, async (stub, peer) => {
    await peer.hello();
    await eventually(() => stub.streams.size === 1);
    for (const via of ['post', 'get']) {
      const asking = peer.call('ask', {via, method: 'elicitation/create',
        params: {message: 'm'}, much: 'x'.repeat(12 << 20)});
      const {id} = await peer.other.next();
      peer.send({jsonrpc: '2.0', id, result: {action: 'accept'}});
      const answer = await asking;
      t.check(`${name}: is answered, ${via}`,
        text_of(answer)?.includes('accept'), answer);
    }
  });
}

async function nobody_there(t, pith) {
  const name = 'a URL where nobody is';
  const port = await free_port();
  const peer = pipes(pith, ['proxy', '--url', `http://127.0.0.1:${port}/mcp`]);
  const answer = await peer.request('initialize', {
    protocolVersion: '2025-11-25', capabilities: {}, clientInfo: {}});
  t.check(`${name}: is said`, answer.error?.message.includes('reached'),
    answer);
  const {code} = await peer.stop();
  t.check(`${name}: and ends well`, code === 0, code);
  const none = pipes(pith, ['proxy', '--url', 'ftp://x']);
  t.check(`${name}: no URL is a mistake`, (await none.ended).code !== 0);
}

export const link_cases = [
  ['a URL on pipes', (t, pith) => url_on_pipes(t, pith, 'json')],
  ['a URL on pipes, events', (t, pith) => url_on_pipes(t, pith, 'sse')],
  ['a URL on pipes, arguments as fields', fields_of_arguments],
  ['a URL on pipes, several lines', several_lines],
  ['a URL on pipes, no new session', refused_again],
  ['a URL on pipes, a new session', begun_again],
  ['a URL on pipes, the GET stream', stream_again],
  ['a URL on pipes, order', in_order],
  ['a URL on pipes, polling', polled],
  ['a URL on pipes, a question about much', large_question],
  ['a URL where nobody is', nobody_there],
];
