// SPDX-License-Identifier: MIT
// Defects of the reference proxy between HTTP and HTTP: 2, 8, 9 and the first
// part of 10.

import {with_gateway} from './cases.mjs';
import {through} from './defects_rewrite.mjs';
import {start_stub} from './stub_server.mjs';
import {free_port, gateway, gateway_toml, mcp_post} from './support.mjs';
import {
  call_of, crowd, eventually, legacy, modern, modern_headers, modern_meta,
} from './wire.mjs';

const many = 64;

// What a server saw of a call: the tool answers with it as plain text.
async function about(client) {
  const result = await client.result('about', {});
  return JSON.parse(result.content[0].text.replace(/^about /, ''));
}

async function headers(t, pith) {
  const name = '2 headers';
  const stub = await start_stub();
  const toml = gateway_toml({stub: {
    url: stub.url, headers: {Authorization: 'Bearer upstream', 'X-Key': 'k'},
  }});
  await with_gateway(t, name, gateway(pith, toml), async (served) => {
    const url = served.endpoint('stub');
    const sessions = await crowd(many, async (i) => {
      const client = await legacy(url);
      const seen = [await about(client), await about(client)];
      const [first, second] = seen.map(({headers: sent}) => sent);
      t.check(`${name}: one upstream session for all of a client's, ${i}`,
        first['mcp-session-id'] !== undefined &&
        first['mcp-session-id'] === second['mcp-session-id'], seen);
      t.check(`${name}: the version is forwarded, ${i}`,
        first['mcp-protocol-version'] === '2025-11-25', first);
      t.check(`${name}: the server's own credentials are sent, ${i}`,
        first.authorization === 'Bearer upstream' && first['x-key'] === 'k');
      return first['mcp-session-id'];
    });
    t.check(`${name}: clients do not share an upstream session`,
      new Set(sessions).size === many, sessions.length);
    t.check(`${name}: and none was opened beside those`,
      stub.requests.filter(({message}) => message?.method === 'initialize')
        .length === many);

    const client = modern(url);
    const request = client.make(
      'tools/call', {name: 'about', arguments: {region: 'north'}});
    const {message} = await client.post(request, {
      'mcp-param-region': 'north', 'mcp-param-odd': '=?base64?w6Q=?=',
    });
    const sent = JSON.parse(message.result.content[0].text.slice(6)).headers;
    t.check(`${name}: those of the modern era`,
      sent['mcp-method'] === 'tools/call' && sent['mcp-name'] === 'about' &&
      sent['mcp-protocol-version'] === '2026-07-28' &&
      sent['mcp-param-region'] === 'north' &&
      sent['mcp-param-odd'] === '=?base64?w6Q=?=', sent);
    t.check(`${name}: no session in the modern era`,
      sent['mcp-session-id'] === undefined, sent);
  });
  await stub.stop();
}

// Members, their order and the spelling of numbers, as the client wrote them.
async function bytes(t, pith) {
  const name = '2 requests arrive as they were sent';
  await through(t, pith, name, async ({stub, eras}) => {
    const args = '{"b":1.0, "a":-0.0,"big":12345678901234567890,"e":1E400,' +
      '"b":"twice","u":"\\u00e4\\ud83d\\ude00","":[]}';
    await eras.legacy.post('{ "params":{"x-new":true,"name":"echo",' +
      `"arguments":${args}},"id":"a\\u0022b","jsonrpc":"2.0",` +
      '"method":"tools/call","x-later":1.50}');
    const legacy_raw = stub.last('echo').raw;
    t.check(`${name}: legacy`, legacy_raw.includes(args) &&
      legacy_raw.includes('"x-later":1.50') &&
      legacy_raw.includes('"x-new":true'), legacy_raw);
    const meta = JSON.stringify(modern_meta({traceparent: '00-a-b-01'}));
    const body = '{"jsonrpc":"2.0","id":9007199254740991,' +
      `"method":"tools/call","params":{"name":"echo","arguments":${args},` +
      `"_meta":${meta}}}`;
    const {text} = await mcp_post(eras.modern.url, body, modern_headers(
      {method: 'tools/call', params: {name: 'echo'}}));
    const modern_raw = stub.last('echo').raw;
    t.check(`${name}: modern`,
      modern_raw.includes(args) && modern_raw.includes(meta), modern_raw);
    t.check(`${name}: an id beyond 2^53 comes back`,
      text.includes('"id":9007199254740991'), text);
  });
}

async function methods(t, pith) {
  const name = '8 GET and DELETE';
  await through(t, pith, name, async ({stub, url, eras}) => {
    const client = eras.legacy;
    const stream = await client.stream();
    t.check(`${name}: GET opens a stream`, stream.status === 200 &&
      /^text\/event-stream/.test(stream.headers['content-type']));
    t.check(`${name}: which reaches the server`,
      await eventually(() => stub.streams.size === 1));
    const asking = client.call('ask', {method: 'roots/list', via: 'get'});
    const asked = await stream.messages.next();
    t.check(`${name}: it carries requests of the server`,
      asked?.method === 'roots/list', asked);
    await client.post({jsonrpc: '2.0', id: asked.id, result: {roots: []}});
    const {message} = await asking;
    t.check(`${name}: whose answer comes back`,
      message.result.content[0].text === 'answer {"roots":[]}', message);
    stream.close();
    const ended = await client.end();
    t.check(`${name}: DELETE ends the session`,
      [200, 202, 204].includes(ended.status), ended.status);
    const later = await client.call('echo', {text: 'x'});
    t.check(`${name}: which is unknown from then on`, later.status === 404);
    t.check(`${name}: the server's session is ended too`,
      await eventually(() => stub.sessions.size === 0), stub.sessions.size);
    const other = await legacy(url);
    t.check(`${name}: a new one works`,
      (await other.result('echo', {text: 'x'})).content[0].text === 'echo x');
    const foreign = await mcp_post(url, {jsonrpc: '2.0', id: 1,
      method: 'ping'}, {...other.headers, origin: 'http://evil.example'});
    t.check(`${name}: a foreign Origin is refused`, foreign.status === 403);
  });
}

// The call ends only after its progress has arrived, so nothing can have been
// held back.
async function progress(t, pith) {
  const name = '8 progress';
  await through(t, pith, name, async ({eras, url}) => {
    await crowd(many, async (i) => {
      const is_modern = i % 2 === 1;
      const client = is_modern ? eras.modern : await legacy(url);
      const token = `token-${i}`;
      const args = {steps: 3, tag: `p${i}`, answer: 'sse'};
      const body = is_modern ? client.make('tools/call',
        {name: 'progress', arguments: args}, {progressToken: token}) :
        call_of(i + 1000, 'progress', args, {progressToken: token});
      const stream = await client.stream(body);
      for (let step = 1; step <= 3; ++step) {
        const got = await stream.messages.next();
        t.check(`${name}: arrives while the call is held, ${i}`,
          got?.params?.progressToken === token &&
          got?.params?.progress === step, got);
      }
      await client.result('release', {tag: `p${i}`});
      const answer = await stream.messages.next();
      t.check(`${name}: and the answer comes last, ${i}`,
        answer?.id === body.id && answer.result !== undefined &&
        await stream.messages.next() === undefined, answer);
    });
  });
}

async function in_flight(t, pith) {
  const name = '9 while a call is in flight';
  await through(t, pith, name, async ({stub, url, eras}) => {
    await crowd(many, async (i) => {
      const client = await legacy(url);
      const tag = `c${i}`;
      const call = client.call('hold', {tag}).catch((problem) => problem);
      await eventually(() => stub.state.holds.has(tag));
      const {id} = stub.state.calls.find(
        ({arguments: args}) => args?.tag === tag);
      const sent = await client.post({jsonrpc: '2.0',
        method: 'notifications/cancelled',
        params: {requestId: 1, reason: 'test'}});
      t.check(`${name}: a cancellation is accepted, ${i}`, sent.status === 202);
      t.check(`${name}: it reaches the server under its id, ${i}`,
        await eventually(() => !stub.state.holds.has(tag)) &&
        stub.state.cancelled.includes(id));
      t.check(`${name}: other calls pass, ${i}`, (await client.result(
        'echo', {text: tag})).content[0].text === `echo ${tag}`);
      const got = await call;
      t.check(`${name}: a cancelled call has no result, ${i}`,
        got.message?.result === undefined, got.text);
    });
    await crowd(many, async (i) => {
      const client = await legacy(url);
      const stream = await client.stream(call_of(500 + i, 'ask', {
        method: 'elicitation/create', params: {message: `m${i}`},
        answer: 'sse'}));
      const asked = await stream.messages.next();
      t.check(`${name}: the server asks its own client, ${i}`,
        asked?.params?.message === `m${i}`, asked);
      await client.post({jsonrpc: '2.0', id: asked.id,
        result: {action: 'accept', content: {n: i}}});
      const answer = await stream.messages.next();
      t.check(`${name}: and gets its answer, ${i}`, answer?.id === 500 + i &&
        answer.result.content[0].text.includes(`"n":${i}`), answer);
    });
    const client = eras.modern;
    const stream = await client.stream(client.make('tools/call', {
      name: 'progress', arguments: {tag: 'gone', answer: 'sse'},
    }, {progressToken: 1}));
    await stream.messages.next();
    stream.close();
    t.check(`${name}: leaving is cancelling in the modern era`,
      await eventually(() => stub.gone.length !== 0));
  });
}

const ids = ['7', '"seven"', '"a\\"b\\\\c\\n"', '0', '-3', '9007199254740991'];

// The answer to a call that goes wrong upstream is a JSON-RPC error under the
// id of the call, spelled as the client spelled it.
async function errors(t, pith) {
  const name = '10 errors';
  await through(t, pith, name, async ({stub, eras, url}) => {
    const ways = [
      ['status', {code: 500, body: 'he said "no"\n\u0001\\'}],
      ['status', {code: 502, type: 'text/html', body: '<html>"</html>'}],
      ['status', {code: 429, type: 'application/json', body: '{"a":'}],
      ['status', {code: 200, type: 'text/html', body: '<html>'}],
      ['cut', {}],
      ['cut', {partial: 'data: {"jsonrpc":"2.0"'}],
      ...['not_json', 'truncated', 'foreign_id', 'null_id', 'not_object']
        .flatMap((kind) => [['malformed', {kind}],
          ['malformed', {kind, answer: 'sse'}]]),
      // As an event it would be the first of a stream that is gone on with.
      ['malformed', {kind: 'empty'}],
    ];
    for (const [tool, args] of ways) {
      const what = `${tool} ${JSON.stringify(args)}`;
      await crowd(ids.length, async (i) => {
        const body = JSON.stringify(call_of(0, tool, args))
          .replace('"id":0', `"id":${ids[i]}`);
        const {text, message} = await eras.legacy.post(body).catch(
          (problem) => ({text: `${problem}`}));
        t.check(`${name}: ${what}, id ${ids[i]}`,
          message?.error?.code !== undefined &&
          typeof message.error.message === 'string' &&
          text.includes(`"id":${ids[i]}`), text);
      });
      const {text, message} = await eras.modern.call(tool, args).catch(
        (problem) => ({text: `${problem}`}));
      t.check(`${name}: ${what}, modern`, message?.error !== undefined, text);
    }
    const good = await eras.legacy.result('echo', {text: 'still'});
    t.check(`${name}: and the session goes on`,
      good.content[0].text === 'echo still');
    stub.sessions.clear();
    const lost = await eras.legacy.call('echo', {text: 'x'});
    t.check(`${name}: a session that the server lost is 404, or made anew`,
      lost.status === 404 || lost.message?.result !== undefined, lost.text);
    const fresh = await legacy(url);
    t.check(`${name}: and a client can begin again`,
      (await fresh.result('echo', {text: 'y'})).content[0].text === 'echo y');
  });
  const port = await free_port();
  const toml = gateway_toml({away: {url: `http://127.0.0.1:${port}/mcp`}});
  await with_gateway(t, name, gateway(pith, toml), async (served) => {
    const first = await mcp_post(served.endpoint('away'), {
      jsonrpc: '2.0', id: 'a"b', method: 'initialize', params: {
        protocolVersion: '2025-11-25', capabilities: {},
        clientInfo: {name: 'x', version: '1'}},
    });
    t.check(`${name}: a server that is not there`,
      first.message?.id === 'a"b' && first.message.error !== undefined,
      first.text);
    // It comes back without a restart of the gateway.
    const stub = await start_stub({port});
    const client = await legacy(served.endpoint('away'));
    t.check(`${name}: and comes back`,
      (await client.result('echo', {text: 'z'})).content[0].text === 'echo z');
    await stub.stop();
  });
}

export const transport_cases = [
  ['2 headers', headers],
  ['2 requests arrive as they were sent', bytes],
  ['8 GET and DELETE', methods],
  ['8 progress', progress],
  ['9 while a call is in flight', in_flight],
  ['10 errors', errors],
];
