// SPDX-License-Identifier: MIT
// Those who use and abuse the gateway in soak.mjs. A worker is one round; it
// is repeated until the time is over. `world` is
//
//   endpoint(server)  addresses of the servers `web` and `child`
//   pid, port         of the gateway
//   tally             what was seen: answers that were right, refused, lost,
//                     wrong or came twice; sessions of `web` that were left
//   next()            a new seed; rows of it are in no other answer
//   pick(n)           a random number below n

import net from 'node:net';
import {rows, same, value_of} from './payload.mjs';
import {children_of} from './process_table.mjs';
import {mcp_post, sleep} from './support.mjs';
import {
  call_of, legacy, modern, modern_headers, open_stream, within,
} from './wire.mjs';

// One call that must be answered once, with its own rows; where `may_fail`
// also by an error under its id.
async function ask(world, url, body, headers, seed, may_fail) {
  const {tally} = world;
  let answer;
  try {
    answer = await mcp_post(url, body, headers, {timeout: 30000});
  } catch (problem) {
    ++tally.lost;
    tally.problems.push(`lost: ${problem.message}`);
    return false;
  }
  const {messages, message, status, text} = answer;
  const answers = messages.filter((m) => m.method === undefined);
  if (answers.length > 1) {
    ++tally.twice;
  }
  if (message?.id !== body.id) {
    // A session that ended with its child is 404 from then on.
    if (may_fail && [404, 502, 503].includes(status)) {
      ++tally.refused;
      return false;
    }
    ++tally.wrong;
    tally.problems.push(`${status} ${text.slice(0, 200)}`);
    return false;
  }
  if (message.error !== undefined) {
    ++tally[may_fail ? 'refused' : 'wrong'];
    if (!may_fail) {
      tally.problems.push(text.slice(0, 200));
    }
    return false;
  }
  if (same(value_of(message.result), rows(seed))) {
    ++tally.answered;
  } else {
    ++tally.wrong;
    tally.problems.push(`rows of another: ${text.slice(0, 200)}`);
  }
  return true;
}

async function begin(world, server) {
  try {
    const client = await legacy(world.endpoint(server));
    if (client.session === undefined) {
      return undefined;
    }
    world.tally.left += server === 'web' ? 1 : 0;
    return {...client, server};
  } catch {
    return undefined;
  }
}

async function leave(world, client) {
  const {status} = await client.end().catch(() => ({}));
  if (client.server === 'web' && [200, 202, 204].includes(status)) {
    --world.tally.left;
  }
}

// Sessions that live for some calls and end well, or are just left.
async function session(world, server) {
  const client = await begin(world, server);
  if (client === undefined) {
    if (server === 'web') {
      ++world.tally.lost;
      world.tally.problems.push('no session');
    }
    await sleep(50);
    return;
  }
  const calls = 1 + world.pick(20);
  for (let i = 1; i <= calls; ++i) {
    const seed = world.next();
    const body = call_of(i, 'rows',
      {seed, answer: world.pick(2) === 0 ? 'sse' : 'json'});
    await ask(world, client.url, body, client.headers, seed,
      server === 'child');
    await sleep(world.pick(20));
  }
  if (world.pick(3) !== 0) {
    await leave(world, client);
  }
}

export const web_session = (world) => session(world, 'web');
export const child_session = (world) => session(world, 'child');

async function stateless(world, server) {
  const client = modern(world.endpoint(server));
  for (let i = 0; i < 10; ++i) {
    const seed = world.next();
    const body = client.make('tools/call', {name: 'rows', arguments: {seed}});
    await ask(world, client.url, body, modern_headers(body), seed,
      server === 'child');
    await sleep(world.pick(20));
  }
}

export const web_stateless = (world) => stateless(world, 'web');
export const child_stateless = (world) => stateless(world, 'child');

// kill -9 of any child, in the middle of whatever it does.
export async function killer(world) {
  await sleep(500 + world.pick(1500));
  const children = children_of(world.pid);
  if (children.length !== 0) {
    try {
      process.kill(children[world.pick(children.length)], 'SIGKILL');
      ++world.tally.killed;
    } catch {
      // It ended by itself.
    }
  }
}

// Asks for megabytes and takes them slowly, or not at all.
export async function slow_reader(world) {
  const client = modern(world.endpoint(world.pick(2) === 0 ? 'web' : 'child'));
  const body = JSON.stringify(client.make('tools/call',
    {name: 'huge', arguments: {bytes: 2e6}}));
  const head = [`POST ${new URL(client.url).pathname} HTTP/1.1`,
    'Host: localhost', 'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    ...Object.entries(modern_headers(JSON.parse(body))).map(
      ([key, value]) => `${key}: ${value}`),
    `Content-Length: ${Buffer.byteLength(body)}`].join('\r\n');
  const socket = net.connect(world.port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(`${head}\r\n\r\n${body}`);
  socket.pause();
  const pieces = world.pick(20);
  for (let i = 0; i < pieces && !socket.destroyed; ++i) {
    await sleep(100);
    socket.read(4096);
  }
  await sleep(world.pick(2000));
  socket.destroy();
}

// A beginning of a request, and then nothing.
export async function half_open(world) {
  const socket = net.connect(world.port, '127.0.0.1');
  socket.on('error', () => {});
  const whole = 'POST /web/mcp HTTP/1.1\r\nHost: localhost\r\n' +
    'Content-Length: 100\r\n\r\n{"jsonrpc"';
  socket.write(whole.slice(0, world.pick(whole.length)));
  await sleep(world.pick(3000));
  if (world.pick(2) === 0) {
    socket.end();
  } else {
    socket.resetAndDestroy();
  }
}

const garbage = ['\0\0\0\0', 'GET', '{"jsonrpc":"2.0"}\n', 'A'.repeat(100000),
  'POST /web/mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\n{{{',
  'POST /web/mcp HTTP/1.1\r\nHost: localhost\r\n' +
    'Transfer-Encoding: chunked\r\n\r\nzz\r\n'];

export async function malformed(world) {
  const socket = net.connect(world.port, '127.0.0.1');
  socket.on('error', () => {});
  socket.resume();
  socket.write(garbage[world.pick(garbage.length)]);
  await sleep(world.pick(300));
  socket.destroy();
  // And upstream: whatever a server says, its caller hears of an error.
  const client = modern(world.endpoint('web'));
  const kinds = ['not_json', 'truncated', 'foreign_id', 'not_object', 'empty'];
  const kind = kinds[world.pick(kinds.length)];
  // An empty event is the first of a stream that is gone on with elsewhere.
  const answer = kind !== 'empty' && world.pick(2) === 0 ? 'sse' : 'json';
  const [name, args] = world.pick(3) === 0 ? ['cut', {partial: 'data: {'}] :
    ['malformed', {kind, answer}];
  const {message, text} = await client.call(name, args).catch(
    (problem) => ({text: `${problem}`}));
  if (message?.error === undefined) {
    ++world.tally.nonsense;
    world.tally.problems.push(`${name} ${kind} ${answer}: ${text}`);
  }
}

// Leaves in the middle of a stream: of a call, or of a session.
export async function aborter(world) {
  const server = world.pick(2) === 0 ? 'web' : 'child';
  if (world.pick(2) === 0) {
    const client = modern(world.endpoint(server));
    const body = client.make('tools/call', {name: 'progress',
      arguments: {steps: 5, tag: `abort-${world.next()}`}},
    {progressToken: 'x'});
    const stream = await within(20000, client.stream(body), 'a stream')
      .catch(() => undefined);
    await stream?.messages.next(20000).catch(() => undefined);
    stream?.close();
    return;
  }
  const client = await begin(world, server);
  if (client === undefined) {
    return;
  }
  const stream = await within(20000,
    open_stream(client.url, {headers: client.headers}), 'a stream')
    .catch(() => undefined);
  await sleep(world.pick(1000));
  stream?.close();
  if (world.pick(2) === 0) {
    await leave(world, client);
  }
}
