// SPDX-License-Identifier: MIT
// 05 to 11 and 20: who is let in, whose credentials go where, and whose session
// is whose.
//
// Signed tokens, their issuers, keys and metadata (most of 05) are in
// identity.mjs. Not applicable, because the gateway has no such thing: the role
// of an OAuth proxy (07), a store that replicas share (10), results that refer
// to earlier ones (11; what is left of it is that answers do not depend on who
// asked before), and scopes (20; what is left of it is that a server may be for
// some principals only).

import path from 'node:path';
import {with_gateway} from './cases.mjs';
import {rows, same, shown, value_of} from './payload.mjs';
import {children_of} from './process_table.mjs';
import {start_stub} from './stub_server.mjs';
import {gateway, gateway_toml, here, mcp_post} from './support.mjs';
import {
  crowd, eventually, legacy, modern, modern_headers, raw,
} from './wire.mjs';

const ping = {jsonrpc: '2.0', id: 1, method: 'ping'};
const stub_words =
  [process.execPath, path.join(here, 'stub_server.mjs'), 'stdio'];
const auth = '[auth]\ntokens = ["secret-a", "secret-b"]\n';
const as = (token) => ({headers: {authorization: `Bearer ${token}`}});

// 05
async function tokens(t, pith) {
  const name = '05 tokens';
  const stub = await start_stub();
  const toml = gateway_toml({stub: {url: stub.url}}) + auth;
  await with_gateway(t, name, gateway(pith, toml), async (served) => {
    const url = served.endpoint('stub');
    const client = await legacy(url, as('secret-a'));
    t.check(`${name}: a good one`, client.first.status === 200);
    const seen = stub.requests.length;
    const bad = {
      'none': undefined, 'an empty one': '', 'no value': 'Bearer',
      'an empty value': 'Bearer ', 'another': 'Bearer secret-c',
      'a beginning': 'Bearer secret-', 'more': 'Bearer secret-aa',
      'capitals': 'Bearer SECRET-A', 'another scheme': 'Basic c2VjcmV0LWE=',
      'no scheme': 'secret-a', 'two at once': 'Bearer secret-a secret-b',
      'unsigned': 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.',
      'very long': `Bearer ${'x'.repeat(4000)}`,
    };
    for (const [what, authorization] of Object.entries(bad)) {
      for (const method of ['POST', 'GET', 'DELETE']) {
        const {status, headers} = await mcp_post(url,
          method === 'POST' ? ping : undefined,
          {...client.headers, authorization}, {method});
        t.check(`${name}: ${what}, ${method}`, status === 401 &&
          /^Bearer\b/.test(headers['www-authenticate'] ?? ''), status);
      }
    }
    const query = await mcp_post(`${url}?access_token=secret-a`, ping,
      {...client.headers, authorization: undefined});
    t.check(`${name}: never in the address`, query.status === 401);
    const twice = await raw(served.port, 'POST /stub/mcp HTTP/1.1\r\n' +
      'Host: localhost\r\nContent-Length: 2\r\n' +
      'Authorization: Bearer secret-c\r\n' +
      'Authorization: Bearer secret-a\r\n\r\n{}');
    t.check(`${name}: never twice`, [400, 401].includes(twice.status),
      twice.text);
    t.check(`${name}: nothing of that reached the server`,
      stub.requests.length === seen);
    const scheme = await client.post(ping, {authorization: 'bearer secret-a'});
    t.check(`${name}: the scheme in any case`, scheme.status === 200);
    // The whole body of somebody unknown is not even read.
    const large = await raw(served.port, 'POST /stub/mcp HTTP/1.1\r\n' +
      'Host: localhost\r\nContent-Length: 1000000\r\n\r\n');
    t.check(`${name}: refused before the body comes`, large.status === 401,
      large.text);
  });
  await stub.stop();
}

// 06
async function passthrough(t, pith) {
  const name = '06 no token passthrough';
  const stub = await start_stub();
  const toml = gateway_toml({
    stub: {url: stub.url, headers: {Authorization: 'Bearer upstream-secret'}},
    child: {command: stub_words},
  }) + auth;
  await with_gateway(t, name, gateway(pith, toml), async (served) => {
    const url = served.endpoint('stub');
    const more = {cookie: 'sid=cookie-secret',
      'proxy-authorization': 'Basic proxy-secret', 'x-api-key': 'key-secret',
      'x-forwarded-for': '10.0.0.1'};
    const answers = [];
    for (const token of ['secret-a', 'secret-b']) {
      const headers = {...as(token).headers, ...more};
      const client = await legacy(url, {headers});
      answers.push(client.first, await client.call('echo', {text: 'x'}));
      answers.push(await modern(url, {headers}).call('echo', {text: 'x'}));
      answers.push(await client.call('status', {code: 401,
        body: 'the key is wrong',
        headers: {'www-authenticate': 'Bearer realm="upstream"'}}));
      const stream = await client.stream();
      stream.close();
      await client.end();
      const child = await legacy(served.endpoint('child'), {headers});
      const about = JSON.stringify(await child.result('about', {}));
      t.check(`${name}: nor to a child, ${token}`,
        !/secret/.test(about), about);
    }
    const sent = JSON.stringify(stub.requests.map(({headers}) => headers));
    for (const secret of ['secret-a', 'secret-b', 'cookie-secret',
      'proxy-secret']) {
      t.check(`${name}: ${secret} stays here`, !sent.includes(secret), sent);
      t.check(`${name}: ${secret} is not logged`,
        !served.output().includes(secret));
    }
    t.check(`${name}: the server's own credentials are sent`,
      stub.requests.every(({headers}) =>
        headers.authorization === 'Bearer upstream-secret'));
    t.check(`${name}: and are shown to nobody`, answers.every((answer) =>
      !JSON.stringify(answer.headers).includes('upstream-secret')) &&
      !served.output().includes('upstream-secret'));
    t.check(`${name}: a server's 401 is not the client's`,
      answers.filter(({status}) => status === 401).length === 0 ||
      answers.every(({headers}) =>
        !/upstream/.test(headers['www-authenticate'] ?? '')),
      answers.map(({status}) => status));
    const numbers = await mcp_post(`${served.url}/metrics`, undefined,
      as('secret-a').headers, {method: 'GET'});
    t.check(`${name}: metrics hold no secret`, !/secret/.test(numbers.text));
  });
  await stub.stop();
}

// 08
async function requests_of_ours(t, pith) {
  const name = '08 SSRF';
  const stub = await start_stub();
  const canary = await start_stub();
  const toml = gateway_toml({stub: {url: stub.url}});
  await with_gateway(t, name, gateway(pith, toml), async (served) => {
    const client = await legacy(served.endpoint('stub'));
    for (const code of [301, 302, 303, 307, 308]) {
      const {message, status, text} = await client.call('status',
        {code, headers: {location: canary.url}});
      t.check(`${name}: ${code} is not followed`,
        message?.error !== undefined && status !== code, text);
    }
    stub.state.more_tools.push({name: 'refers', description: 'x',
      inputSchema: {$ref: `${canary.url}/schema`},
      outputSchema: {type: 'object', $ref: `${canary.url}/out`}});
    for (const cursor of [undefined, 'second']) {
      await client.request('tools/list', {cursor});
    }
    await client.call('result', {result: {content: [{type: 'resource_link',
      uri: canary.url, name: 'x'}], structuredContent: {$ref: canary.url}}});
    const host = `127.0.0.1:${canary.port}`;
    for (const target of [`http://${host}/mcp`, `//${host}/mcp`,
      `/${host}/mcp`, `/stub/mcp?url=http://${host}/mcp`,
      `/stub/mcp/../../${host}/mcp`]) {
      await raw(served.port, `POST ${target} HTTP/1.1\r\nHost: localhost\r\n` +
        'Content-Type: application/json\r\n' +
        `X-Forwarded-Host: ${host}\r\nContent-Length: 2\r\n\r\n{}`,
      {milliseconds: 300});
    }
    t.check(`${name}: nothing else was ever asked`, canary.connections === 0,
      canary.requests);
  });
  await canary.stop();
  await stub.stop();
}

// 09
async function sessions(t, pith) {
  const name = '09 sessions';
  const stub = await start_stub();
  const toml = gateway_toml({
    stub: {url: stub.url}, child: {command: stub_words},
  }) + auth + '[limits]\nsession_idle_seconds = 4\n';
  await with_gateway(t, name, gateway(pith, toml), async (served) => {
    for (const server of ['stub', 'child']) {
      const url = served.endpoint(server);
      const clients = await crowd(16, () => legacy(url, as('secret-a')));
      const ids = clients.map(({session}) => session);
      t.check(`${name}: ids are long, visible and different, ${server}`,
        ids.every((id) => /^[\x21-\x7e]{22,}$/.test(id)) &&
        new Set(ids).size === ids.length, ids);
      // 22 places of base64, or 32 of base16, that are not always the same.
      const moving = Array.from(ids[0]).filter((_, at) =>
        new Set(ids.map((id) => id[at])).size > 4).length;
      t.check(`${name}: and random, ${server}`, moving >= 21, ids);
      const [mine] = clients;
      const other = {...mine.headers, authorization: 'Bearer secret-b'};
      for (const method of ['POST', 'GET', 'DELETE']) {
        const {status} = await mcp_post(url, method === 'POST' ? ping :
          undefined, other, {method});
        t.check(`${name}: not for another principal, ${method}, ${server}`,
          [403, 404].includes(status), status);
      }
      t.check(`${name}: whose attempts change nothing, ${server}`,
        (await mine.result('echo', {text: 'x'})).content.length === 1);
      for (const guess of ['x', ids[0].slice(0, -1), `${ids[0]}x`,
        '0'.repeat(ids[0].length), '../stub', 'a'.repeat(5000)]) {
        const {status} =
          await mine.post(ping, {'mcp-session-id': guess});
        t.check(`${name}: a guess, ${server}`, status === 404, status);
      }
      const missing = await mine.post(ping, {'mcp-session-id': undefined});
      t.check(`${name}: none is 400, ${server}`, missing.status === 400);
      const wished = await legacy(url, {headers: {...as('secret-a').headers,
        'mcp-session-id': 'wished-for-session-id-0000'}});
      t.check(`${name}: nobody chooses an id, ${server}`,
        wished.session !== 'wished-for-session-id-0000');
      const another = served.endpoint(server === 'stub' ? 'child' : 'stub');
      const {status} = await mcp_post(another, ping, mine.headers);
      t.check(`${name}: not at another server, ${server}`,
        [400, 404].includes(status), status);
      await mine.end();
      t.check(`${name}: gone after DELETE, ${server}`,
        (await mine.post(ping)).status === 404);
      if (server === 'stub') {
        continue;  // when its sessions end is for the server to say
      }
      // All others were never ended; their time comes all the same.
      const held = await clients[1].stream();
      t.check(`${name}: the forgotten expire`, await eventually(
        () => children_of(served.child.pid).length <= 1, 30000),
      children_of(served.child.pid).length);
      t.check(`${name}: and are unknown then`,
        (await clients[2].post(ping)).status === 404);
      held.close();
    }
    const client = modern(served.endpoint('stub'), as('secret-b'));
    const body = client.make('tools/call',
      {name: 'echo', arguments: {text: 'm'}});
    const ignored = await mcp_post(client.url, body, {...modern_headers(body),
      ...as('secret-b').headers, 'mcp-session-id': 'x', 'last-event-id': '1'});
    t.check(`${name}: the modern era ignores them`,
      ignored.message?.result !== undefined, ignored.text);
  });
  await stub.stop();
}

// 09, for what of a large result waits to be asked for
async function handles(t, pith) {
  const name = '09 handles';
  const stub = await start_stub();
  const toml = gateway_toml({stub: {url: stub.url}}, {max_tokens: 2000}) +
    `${auth}[rewrite]\nmore = true\n`;
  await with_gateway(t, name, gateway(pith, toml), async (served) => {
    const url = served.endpoint('stub');
    const mine = modern(url, as('secret-a'));
    const foreign = modern(url, as('secret-b'));
    const asks = /\{"handle":"([^"]+)","page":(\d+)\}/;
    let result = await mine.result('rows', {seed: 3, count: 400});
    const [, handle] = asks.exec(shown(result)) ?? [];
    t.check(`${name}: cannot be guessed`, handle?.length >= 22, handle);
    const got = [];
    for (let page = 0; page < 50; ++page) {
      got.push(...value_of(result));
      const [, , next] = asks.exec(result.content.at(-1).text) ?? [];
      if (next === undefined) {
        break;
      }
      const args = {handle, page: Number(next)};
      const theirs = await foreign.call('pith_more', args);
      t.check(`${name}: is nothing to another principal, page ${next}`,
        theirs.message.error !== undefined ||
        theirs.message.result.isError === true, theirs.text);
      result = await mine.result('pith_more', args);
    }
    t.check(`${name}: all pages together are the result`,
      same(got, rows(3, 400)), got.length);
    for (const args of [{}, {handle: 'x', page: 2}, {handle, page: -1},
      {handle, page: 1e9}, {handle: [handle], page: 2}, {handle, page: '2'},
      {handle: handle.slice(1), page: 2}]) {
      const {message, text} = await mine.call('pith_more', args);
      t.check(`${name}: ${JSON.stringify(args)} is an error, or a page`,
        message.error !== undefined || message.result.isError === true ||
        message.result.content.length > 0, text);
    }
    t.check(`${name}: the server never hears of them`,
      stub.calls_of('pith_more').length === 0);
  });
  await stub.stop();
}

// 20, as far as it goes: which principals may use which server.
async function principals(t, pith) {
  const name = '20 principals';
  const stub = await start_stub();
  const toml = gateway_toml({
    alone: {url: stub.url, principals: ['alice']}, all: {url: stub.url},
  }) + '[auth]\ntokens = { alice = "secret-a", bob = "secret-b" }\n';
  await with_gateway(t, name, gateway(pith, toml), async (served) => {
    const alice = await legacy(served.endpoint('alone'), as('secret-a'));
    t.check(`${name}: who is named may`, alice.first.status === 200);
    const seen = stub.requests.length;
    const bob = await legacy(served.endpoint('alone'), as('secret-b'));
    t.check(`${name}: who is not may not`,
      [403, 404].includes(bob.first.status), bob.first.status);
    for (const method of ['POST', 'GET', 'DELETE']) {
      const {status} = await mcp_post(served.endpoint('alone'),
        method === 'POST' ? ping : undefined,
        {...alice.headers, ...as('secret-b').headers}, {method});
      t.check(`${name}: nor with a stolen session, ${method}`,
        [403, 404].includes(status), status);
    }
    t.check(`${name}: and the server does not hear of it`,
      stub.requests.length === seen);
    const both = await legacy(served.endpoint('all'), as('secret-b'));
    t.check(`${name}: others serve everybody`, both.first.status === 200);
  });
  await stub.stop();
}

// 11
async function no_trace(t, pith) {
  const name = '11 no trace of others';
  const stub = await start_stub();
  const toml = gateway_toml({stub: {url: stub.url}}) + auth;
  await with_gateway(t, name, gateway(pith, toml), async (served) => {
    const url = served.endpoint('stub');
    const texts = [];
    for (const token of ['secret-a', 'secret-b', 'secret-a', 'secret-b']) {
      const result = await modern(url, as(token)).result('rows', {seed: 4});
      texts.push(shown(result));
    }
    t.check(`${name}: the answer is the same for the first and the last`,
      new Set(texts).size === 1 && texts[0].length > 0 &&
      texts[0].includes(rows(4)[0].customer));
  });
  await stub.stop();
}

export const access_cases = [
  ['05 tokens', tokens],
  ['06 no token passthrough', passthrough],
  ['08 SSRF', requests_of_ours],
  ['09 sessions', sessions],
  ['09 handles', handles],
  ['11 no trace of others', no_trace],
  ['20 principals', principals],
];
