// SPDX-License-Identifier: MIT
// 01 to 04: who may connect, what a request must look like, and what it may
// cost. Requests that no client library would send are written by hand.

import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {with_gateway} from './cases.mjs';
import {stub_words} from './defects_stdio.mjs';
import {start_stub} from './stub_server.mjs';
import {
  gateway, gateway_toml, mcp_post, start, temporary,
} from './support.mjs';
import {
  eventually, legacy, modern, modern_headers, open_stream,
} from './wire.mjs';

const ping = {jsonrpc: '2.0', id: 1, method: 'ping'};

// 01
async function origin(t, pith) {
  const name = '01 origin';
  const stub = await start_stub();
  const toml = gateway_toml({stub: {url: stub.url}}) +
    '[auth]\norigins = ["http://localhost:6274"]\n' +
    'hosts = ["gateway.example"]\n';
  await with_gateway(t, name, gateway(pith, toml), async (served) => {
    const url = served.endpoint('stub');
    const client = await legacy(url);
    const seen = stub.requests.length;
    // Whoever lists origins means these and no others, local ones included.
    for (const value of ['http://evil.example', 'null', 'http://localhost',
      'http://localhost:6275', 'https://localhost:6274', '',
      'http://localhost:6274.evil.example', 'http://evil.example:6274',
      'http://localhost@evil.example', 'http://localhost:x',
      'http://localhost:6274, http://evil.example']) {
      for (const method of ['POST', 'GET', 'DELETE', 'OPTIONS']) {
        // A GET that is let in is a stream, which does not end.
        const {status} = await mcp_post(url,
          method === 'POST' ? ping : undefined,
          {...client.headers, origin: value}, {method, timeout: 1000})
          .catch(() => ({status: 'a stream'}));
        t.check(`${name}: ${method} from '${value}'`, status === 403, status);
      }
    }
    for (const host of ['evil.example', `evil.example:${served.port}`,
      '127.0.0.1.evil.example', 'localhost.evil.example', '169.254.169.254',
      '127.0.0.1@evil.example']) {
      const {status} = await mcp_post(url, ping, {...client.headers, host});
      t.check(`${name}: Host '${host}'`, [403, 421, 400].includes(status),
        status);
    }
    t.check(`${name}: nothing of that reached the server`,
      stub.requests.length === seen, stub.requests.length - seen);
    for (const good of [{}, {origin: 'http://localhost:6274'},
      {host: `localhost:${served.port}`}, {host: 'localhost'},
      {host: `127.0.0.1:${served.port}`}, {host: `[::1]:${served.port}`},
      {host: 'gateway.example'}, {host: `GateWay.Example:${served.port}`}]) {
      const {message} = await mcp_post(url, ping, {...client.headers, ...good});
      t.check(`${name}: ${JSON.stringify(good)} is let in`,
        message?.result !== undefined, message);
    }
  });
  // Without `listen` nobody but this machine can connect.
  const file = path.join(temporary(), 'pith.toml');
  writeFileSync(file, gateway_toml({stub: {url: stub.url}}));
  try {
    const served = await start(pith, ['gateway', '--config', file],
      {ready: /"listening","url":"([^"]+)"/});
    t.check(`${name}: listens on loopback unless told otherwise`,
      served.ready[1].startsWith('http://127.0.0.1:'), served.ready[1]);
    await served.stop();
  } catch (problem) {
    // Its usual port may be taken by somebody else.
    t.check(`${name}: listens on loopback unless told otherwise`,
      /in use/i.test(problem.message), problem);
  }
  await stub.stop();
}

// 02
async function open_to_all(t, pith) {
  const name = '02 non-loopback';
  const server = gateway_toml({stub: {url: 'http://127.0.0.1:9/mcp'}});
  for (const address of ['0.0.0.0:0', '[::]:0']) {
    const listen = `listen = "${address}"\n`;
    let refused = false;
    try {
      const served = await gateway(pith, listen + server);
      await served.stop();
    } catch (problem) {
      refused = /ended: [1-9]/.test(problem.message) &&
        /auth|token|insecure/i.test(problem.message);
    }
    t.check(`${name}: ${address} without tokens does not start`, refused);
    const insecure = await gateway(pith, listen + server, ['--insecure']);
    t.check(`${name}: ${address} --insecure does`, insecure.port > 0);
    await insecure.stop();
    const safe = await gateway(pith,
      `${listen}${server}[auth]\ntokens = ["secret-a"]\n`);
    t.check(`${name}: ${address} with tokens does`, safe.port > 0);
    // The address stays, so the tokens have to.
    writeFileSync(safe.file, `listen = "127.0.0.1:0"\n${server}`);
    safe.child.kill('SIGHUP');
    t.check(`${name}: ${address} a reload without tokens is refused`,
      await eventually(() => safe.output().includes('reload refused')),
      safe.output());
    const {status} = await mcp_post(`http://127.0.0.1:${safe.port}/stub/mcp`,
      ping);
    t.check(`${name}: ${address} and they are asked for still`, status === 401,
      status);
    await safe.stop();
  }
}

// 03, first part: what the headers say is what the body says.
async function mismatch(t, pith) {
  const name = '03 header mismatch';
  const stub = await start_stub();
  const toml =
    gateway_toml({stub: {url: stub.url}, child: {command: stub_words}});
  await with_gateway(t, name, gateway(pith, toml), async (served) => {
    const client = modern(served.endpoint('stub'));
    const post = (headers) => {
      const body = client.make('tools/call',
        {name: 'echo', arguments: {text: 'x'}});
      return mcp_post(client.url, body, {...modern_headers(body), ...headers});
    };
    const base64 = (text) =>
      `=?base64?${Buffer.from(text).toString('base64')}?=`;
    const bad = {
      'another method': {'mcp-method': 'tools/list'},
      'a method in capitals': {'mcp-method': 'Tools/Call'},
      'no method': {'mcp-method': undefined},
      'an empty method': {'mcp-method': ''},
      'another name': {'mcp-name': 'about'},
      'no name': {'mcp-name': undefined},
      'another name in base64': {'mcp-name': base64('about')},
      'base64 that is none': {'mcp-name': '=?base64?e%cho?='},
      'base64 that is not UTF-8': {'mcp-name': '=?base64?/////w==?='},
      'base64 without an end': {'mcp-name': '=?base64?ZWNobw=='},
      'base64 twice': {'mcp-name': base64(base64('echo'))},
      'two names': {'mcp-name': ['echo', 'about']},
      'another version': {'mcp-protocol-version': '2025-11-25'},
      'no version': {'mcp-protocol-version': undefined},
      'an unknown version': {'mcp-protocol-version': '2031-01-01'},
    };
    for (const [what, headers] of Object.entries(bad)) {
      const {status, message, text} = await post(headers);
      t.check(`${name}: ${what}`, status === 400 &&
        [-32020, -32022, -32600, -32602].includes(message?.error?.code),
        `${status} ${text}`);
      if (/name|base64/.test(what)) {
        t.check(`${name}: ${what} has the code for it`,
          message?.error?.code === -32020, text);
      }
    }
    t.check(`${name}: nothing of that reached a tool`,
      stub.state.calls.length === 0, stub.state.calls);
    for (const headers of [{}, {'mcp-name': base64('echo')}]) {
      const {message, text} = await post(headers);
      t.check(`${name}: ${JSON.stringify(headers)} is good`,
        message?.result?.content[0].text === 'echo x', text);
    }
    // A server over HTTP looks at these itself; for a child we must.
    const session = await legacy(served.endpoint('child'));
    const odd = await session.post(ping, {'mcp-protocol-version': 'latest'});
    t.check(`${name}: an invalid version in a session`, odd.status === 400,
      odd.status);
    const absent =
      await session.post(ping, {'mcp-protocol-version': undefined});
    t.check(`${name}: no version in a session is an old one`,
      absent.message?.result !== undefined, absent.text);
    const page = await session.post(ping, {'content-type': 'text/plain'});
    t.check(`${name}: a body that is not called JSON`,
      [400, 406, 415].includes(page.status), page.status);
  });
  await stub.stop();
}

function eventual_status(promise) {
  return promise.then(({status}) => status, () => 'closed');
}

// 04, second part: how many of everything.
async function numbers(t, pith) {
  const name = '04 limits';
  const stub = await start_stub();
  const toml = gateway_toml({
    stub: {url: stub.url}, child: {command: stub_words},
  }) + '[limits]\nbody_bytes = 65536\nheader_bytes = 8192\n' +
    'streams_per_client = 4\nin_flight = 8\nsessions = 4\n';
  await with_gateway(t, name, gateway(pith, toml), async (served) => {
    const url = served.endpoint('stub');
    const client = await legacy(url);
    const large = await eventual_status(
      client.call('echo', {text: 'x'.repeat(70000)}));
    t.check(`${name}: a body`, large === 413, large);
    const deep = await client.post(`{"jsonrpc":"2.0","id":1,"method":"ping",` +
      `"params":{"a":${'['.repeat(30000)}${']'.repeat(30000)}}}`);
    t.check(`${name}: depth of JSON`,
      deep.status === 400 || deep.message?.error !== undefined, deep.text);
    for (const body of ['', '{', 'null', '7', '"x"', '{}', '[]', '[{}]',
      '{"jsonrpc":"2.0"}', '{"jsonrpc":"2.0","id":null,"method":"ping"}',
      '{"jsonrpc":"2.0","id":{},"method":"ping"}',
      '{"jsonrpc":"2.0","id":1,"method":5}', '{"id":1,"method":"ping"',
      '\u0000', '{"jsonrpc":"2.0","id":1,"method":"ping"}{}']) {
      const {status, message, text} = await client.post(body).catch(
        (problem) => ({text: `${problem}`}));
      t.check(`${name}: the body ${JSON.stringify(body)}`,
        status === 400 || message?.error !== undefined, `${status} ${text}`);
    }
    // An id too many, one by one, and all back when they are released.
    const calls = Array.from({length: 14}, (_, i) =>
      client.call('hold', {tag: i}));
    let refused = 0;
    for (const call of calls) {
      call.then(({status}) => {
        refused += status === 200 ? 0 : 1;
      });
    }
    const first = await Promise.race(calls);
    t.check(`${name}: calls in flight`, [429, 503].includes(first.status) &&
      first.message?.error !== undefined, `${first.status} ${first.text}`);
    // One that comes late would find room when others are released.
    await eventually(() => stub.state.holds.size >= 8 && refused >= 6, 10000);
    const release = setInterval(() => {
      stub.state.holds.forEach((resolve) => resolve());
      stub.state.holds.clear();
    }, 50);
    const statuses = (await Promise.all(calls)).map(({status}) => status);
    clearInterval(release);
    t.check(`${name}: as many as allowed were answered`,
      statuses.filter((status) => status === 200).length >= 7 &&
      statuses.filter((status) => status === 200).length <= 8, statuses);
    t.check(`${name}: and later ones are`,
      (await client.result('echo', {text: 'x'})).content.length === 1);

    const streams = [];
    for (let i = 0; i < 6; ++i) {
      streams.push(await open_stream(url, {headers: client.headers}));
    }
    t.check(`${name}: streams of a client`, streams.slice(4).every(
      ({status}) => [409, 429, 503].includes(status)),
    streams.map(({status}) => status));
    streams.forEach((stream) => stream.close());

    // Those of servers over HTTP are the server's; these are ours.
    const sessions = [];
    for (let i = 0; i < 6; ++i) {
      sessions.push(await legacy(served.endpoint('child')));
    }
    t.check(`${name}: sessions`, sessions[0].session !== undefined &&
      sessions.slice(4).every(
        ({first: {status}}) => [429, 503].includes(status)),
    sessions.map(({first: {status}}) => status));
    await Promise.all(sessions.filter(({session}) => session)
      .map((one) => one.end()));
    t.check(`${name}: and again when some have ended`, await eventually(
      async () => (await legacy(served.endpoint('child'))).session));
  });
  await stub.stop();
}

export const http_cases = [
  ['01 origin', origin],
  ['02 non-loopback', open_to_all],
  ['03 header mismatch', mismatch],
  ['04 limits', numbers],
];
