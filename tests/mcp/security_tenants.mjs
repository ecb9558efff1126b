// SPDX-License-Identifier: MIT
// 23: what one principal may have, whatever it does, is not all there is.

import http from 'node:http';
import path from 'node:path';
import {with_gateway} from './cases.mjs';
import {shown} from './payload.mjs';
import {start_stub} from './stub_server.mjs';
import {gateway, gateway_toml, here, mcp_post, sleep} from './support.mjs';
import {
  call_of, eventually, legacy, modern, modern_headers,
} from './wire.mjs';

const auth =
  '[auth]\ntokens = { alice = "secret-alice", bob = "secret-bob" }\n';
const as = (who) => ({headers: {authorization: `Bearer secret-${who}`}});
const stub_words =
  [process.execPath, path.join(here, 'stub_server.mjs'), 'stdio'];
const batches = '2025-03-26';
const cancel = (id) => ({jsonrpc: '2.0', method: 'notifications/cancelled',
  params: {requestId: id}});

async function numbers(served, who = 'bob') {
  const {text} = await mcp_post(`${served.url}/stats.json`, undefined,
    as(who).headers, {method: 'GET'});
  return JSON.parse(text).now;
}

// A request that nobody waits for; destroy() is to leave.
function send(url, headers, body) {
  return http.request(url, {method: 'POST', agent: false, headers: {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json', ...headers,
  }}).on('error', () => {}).end(JSON.stringify(body));
}

// While alice has all that she may have.
async function still_served(t, name, alice, bob) {
  const others = await bob.call('echo', {text: 'x'});
  t.check(`${name}: another principal is served`,
    others.message?.result !== undefined, others.text);
  const said = await alice.post(cancel(100));
  t.check(`${name}: a cancellation gets in`, said.status < 300, said.text);
}

// Both ways to a server: requests in flight of one principal.
async function in_flight(t, pith) {
  const name = '23 requests in flight';
  const stub = await start_stub();
  const toml = gateway_toml({
    url: {url: stub.url}, child: {command: stub_words},
  }) + `${auth}[limits]\nin_flight_per_client = 8\nin_flight = 12\n`;
  await with_gateway(t, name, gateway(pith, toml), async (served) => {
    for (const server of ['url', 'child']) {
      const url = served.endpoint(server);
      const alice = await legacy(url, {...as('alice'), version: batches});
      const bob = await legacy(url, as('bob'));
      const before = (await numbers(served)).in_flight;
      const large = await alice.post(
        Array.from({length: 9}, (_, i) => call_of(i, 'hang')));
      t.check(`${name}: a batch costs its messages, ${server}`,
        large.status === 429 && /batch needs 9/.test(large.text), large.text);
      const opened = [];
      for (let i = 0; i < 8; ++i) {
        opened.push(send(url, alice.headers, call_of(100 + i, 'hang')));
      }
      t.check(`${name}: as many as allowed are taken, ${server}`,
        await eventually(async () =>
          (await numbers(served)).in_flight === before + 8));
      const more = await alice.call('echo', {text: 'x'});
      t.check(`${name}: one more is 429, ${server}`, more.status === 429 &&
        Number(more.headers['retry-after']) > 0 &&
        /limits\.in_flight_per_client/.test(more.message?.error?.message) &&
        more.message.id !== null, more.text);
      await still_served(t, `${name}, ${server}`, alice, bob);
      // Now all that the gateway takes together.
      const bobs = await Promise.all(Array.from({length: 8}, () =>
        legacy(url, as('bob'))));
      for (const [i, b] of bobs.entries()) {
        opened.push(send(url, b.headers, call_of(i, 'hang')));
        await sleep(100);
      }
      t.check(`${name}: the gateway fills up, ${server}`,
        await eventually(async () =>
          (await numbers(served)).in_flight >= 11), await numbers(served));
      for (const client of [alice, bob]) {
        const end = await client.end();
        t.check(`${name}: the end of a session always gets in, ${server}`,
          end.status < 300, end.text);
      }
      for (const each of opened) {
        each.destroy();
      }
      t.check(`${name}: and empty again, ${server}`, await eventually(
        async () => (await numbers(served)).in_flight === 0),
      await numbers(served));
    }
  });
  await stub.stop();
}

// Calls in a second, however short they are.
async function rate(t, pith) {
  const name = '23 calls in a second';
  const stub = await start_stub();
  const toml = gateway_toml({
    url: {url: stub.url}, child: {command: stub_words},
  }) + `${auth}[limits]\ncalls_per_second_per_client = 4\n`;
  await with_gateway(t, name, gateway(pith, toml), async (served) => {
    for (const server of ['url', 'child']) {
      const url = served.endpoint(server);
      const alice = await legacy(url, {...as('alice'), version: batches});
      const bob = await legacy(url, as('bob'));
      await sleep(1100);
      const large = await alice.post(
        Array.from({length: 5}, (_, i) => call_of(i, 'echo')));
      t.check(`${name}: a batch costs its messages, ${server}`,
        large.status === 429 && /batch in parts/.test(large.text), large.text);
      const many = await Promise.all(Array.from({length: 40}, () =>
        alice.call('echo', {text: 'x'})));
      const refused = many.filter(({status}) => status === 429);
      t.check(`${name}: some are let in, ${server}`,
        many.filter(({message}) => message?.result).length >= 4);
      t.check(`${name}: the rest is 429, ${server}`, refused.length > 0 &&
        refused.every(({headers, message}) => headers['retry-after'] === '1' &&
          /limits\.calls_per_second_per_client/.test(message?.error?.message)),
        refused[0]?.text);
      await still_served(t, `${name}, ${server}`, alice, bob);
      await sleep(1100);
      const later = await alice.call('echo', {text: 'x'});
      t.check(`${name}: a second later it is served, ${server}`,
        later.message?.result !== undefined, later.text);
    }
  });
  await stub.stop();
}

// G3: sessions and the children that they are.
async function sessions(t, pith) {
  const name = '23 sessions and children';
  const toml = gateway_toml({
    one: {command: stub_words}, two: {command: stub_words},
  }) + `${auth}[limits]\nsessions_per_client = 3\n` +
    'children_per_client = 2\nchildren = 8\n';
  await with_gateway(t, name, gateway(pith, toml), async (served) => {
    const mine = [await legacy(served.endpoint('one'), as('alice')),
      await legacy(served.endpoint('two'), as('alice'))];
    t.check(`${name}: as many as allowed`,
      mine.every(({first}) => first.status === 200));
    const third = await legacy(served.endpoint('one'), as('alice'));
    t.check(`${name}: one more is 429`, third.first.status === 429 &&
      Number(third.first.headers['retry-after']) > 0 &&
      /limits\.children_per_client/.test(third.first.text), third.first.text);
    const stateless = await modern(served.endpoint('one'), as('alice'))
      .call('echo', {text: 'x'});
    t.check(`${name}: so it is without a session`, stateless.status === 429,
      stateless.text);
    const bob = await legacy(served.endpoint('one'), as('bob'));
    t.check(`${name}: another principal has its own`,
      bob.first.status === 200, bob.first.text);
    await mine[0].end();
    t.check(`${name}: what ended makes room`, await eventually(async () => {
      const again = await legacy(served.endpoint('two'), as('alice'));
      return again.first.status === 200;
    }));
  });
}

// Who leaves has nothing in flight any more, in a session or without one.
async function who_leaves(t, pith) {
  const name = '23 who leaves';
  const stub = await start_stub();
  const toml = gateway_toml({
    url: {url: stub.url}, child: {command: stub_words},
  }) + auth;
  await with_gateway(t, name, gateway(pith, toml), async (served) => {
    for (const server of ['url', 'child']) {
      const alice = await legacy(served.endpoint(server), as('alice'));
      const stateless = modern(served.endpoint(server), as('alice'));
      const sockets = [];
      const leave = (headers, body) =>
        sockets.push(send(alice.url, headers, body));
      for (let i = 0; i < 5; ++i) {
        leave(alice.headers, call_of(i, 'hang'));
        const body = stateless.make('tools/call', {name: 'hang'});
        leave({...as('alice').headers, ...modern_headers(body)}, body);
      }
      t.check(`${name}: ten are in flight, ${server}`, await eventually(
        async () => (await numbers(served)).in_flight === 10),
      await numbers(served));
      for (const socket of sockets) {
        socket.destroy();
      }
      t.check(`${name}: and then none, ${server}`, await eventually(
        async () => (await numbers(served)).in_flight === 0),
      await numbers(served));
      await alice.end();
    }
  });
  await stub.stop();
}

// A time limit is for answers; a stream may have nothing to say.
async function silence(t, pith) {
  const name = '23 silence';
  const stub = await start_stub();
  const toml = gateway_toml({url: {url: stub.url, timeout_seconds: 1}});
  await with_gateway(t, name, gateway(pith, toml), async (served) => {
    const client = await legacy(served.endpoint('url'));
    const stream = await client.stream();
    const answer = await client.call('hang', {});
    t.check(`${name}: an answer comes in time or never`,
      answer.message?.error !== undefined, answer.text);
    await sleep(1500);
    t.check(`${name}: the stream is open`,
      stream.status === 200 && !stream.messages.ended, stream.raw());
    stream.close();
  });
  await stub.stop();
}

// G4: pages are made beside what others ask for, and only a few at a call.
async function pages(t, pith) {
  const name = '23 pages';
  const stub = await start_stub();
  const toml = gateway_toml({
    url: {url: stub.url}, child: {command: stub_words},
  }, {max_tokens: 2000}) + `${auth}[rewrite]\nmore = true\n`;
  const asks = /\{"handle":"([^"]+)","page":(\d+)\}/;
  await with_gateway(t, name, gateway(pith, toml), async (served) => {
    for (const server of ['url', 'child']) {
      const url = served.endpoint(server);
      const alice = await legacy(url, {...as('alice'), version: batches});
      const bob = await legacy(url, as('bob'));
      const first = await alice.result('rows', {seed: 5, count: 5000});
      const [, handle] = asks.exec(shown(first)) ?? [];
      t.check(`${name}: a result with pages, ${server}`,
        handle !== undefined, shown(first).slice(-300));
      const far = await alice.result('pith_more', {handle, page: 99999999});
      t.check(`${name}: nobody jumps to the end, ${server}`,
        far.isError === true && /too far ahead/.test(shown(far)), far);
      let is_over = false;
      const batch = alice.post(Array.from({length: 190}, (_, i) =>
        call_of(i, 'pith_more', {handle, page: 2 + i % 5})), {},
      {timeout: 100000}).then((answer) => {
        is_over = true;
        return answer;
      });
      await bob.result('echo', {text: 'x'});
      t.check(`${name}: others are served meanwhile, ${server}`, !is_over);
      const {text} = await batch;
      const answers = JSON.parse(text);
      t.check(`${name}: every call of the batch is answered, ${server}`,
        Array.isArray(answers) && answers.length === 190 &&
        answers.every(({result}) => result?.content?.length > 0 &&
          !result.isError), text.slice(0, 500));
      const same = new Set(answers.filter(({id}) => id % 5 === 2)
        .map(({result}) => JSON.stringify(result)));
      t.check(`${name}: a page is always the same, ${server}`,
        same.size === 1);
    }
  });
  await stub.stop();
}

// G12: whose numbers are whose.
async function whose_numbers(t, pith) {
  const name = '23 numbers';
  const stub = await start_stub();
  const toml = gateway_toml({
    alone: {url: stub.url, principals: ['alice']}, all: {url: stub.url},
  }) + `${auth}metrics_tokens = ["secret-numbers"]\n`;
  await with_gateway(t, name, gateway(pith, toml), async (served) => {
    const get = (path, who) => mcp_post(`${served.url}${path}`, undefined,
      as(who).headers, {method: 'GET'});
    for (const server of ['alone', 'all']) {
      const alice = await legacy(served.endpoint(server), as('alice'));
      await alice.request('tools/list', {});
      await alice.call('echo', {text: 'x'});
      await Promise.all(Array.from({length: 50}, (_, i) =>
        alice.call(`made-up-${i}`, {})));
    }
    for (const path of ['/stats.json', '/metrics']) {
      for (const [who, sees] of Object.entries(
        {alice: true, bob: false, numbers: true})) {
        const {status, text} = await get(path, who);
        t.check(`${name}: ${who} reads ${path}`, status === 200, text);
        t.check(`${name}: ${who} sees its servers, ${path}`,
          /"all"/.test(text), text);
        t.check(`${name}: ${who} ${sees ? 'sees' : 'does not see'} others`,
          /alone/.test(text) === sees, text);
        t.check(`${name}: names that were made up are one, ${who}, ${path}`,
          !/made-up/.test(text) && /\(others\)/.test(text), text);
        t.check(`${name}: the gateway as a whole, ${who}, ${path}`,
          /resident_memory/.test(text) === sees, text);
      }
    }
    for (const path of ['/all/mcp', '/alone/mcp']) {
      for (const method of ['POST', 'GET', 'DELETE']) {
        const {status} = await mcp_post(`${served.url}${path}`,
          method === 'POST' ? {jsonrpc: '2.0', id: 1, method: 'ping'} :
            undefined, as('numbers').headers, {method});
        t.check(`${name}: a token for numbers is for nothing else, ${method}`,
          status === 403, status);
      }
    }
    t.check(`${name}: and nobody else gets in`,
      (await get('/metrics', 'nobody')).status === 401);
  });
  await stub.stop();
}

export const tenant_cases = [
  ['23 requests in flight', in_flight],
  ['23 calls in a second', rate],
  ['23 sessions and children', sessions],
  ['23 who leaves', who_leaves],
  ['23 silence', silence],
  ['23 pages', pages],
  ['23 numbers', whose_numbers],
];
