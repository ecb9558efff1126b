// SPDX-License-Identifier: MIT
// Several gateways and one Redis (docs/gateway.md, "Several replicas"): what
// one keeps, another pages through and asks about; identities stay apart; a
// store that is lost costs nothing but a second question.
//
//   node state.mjs PITH [PART-OF-A-NAME]

import {readFileSync, writeFileSync} from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import process from 'node:process';
import * as modern_sdk from '@modelcontextprotocol/client';
import {Client} from '@modelcontextprotocol/sdk/client/index.js';
import {
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {run_cases} from './cases.mjs';
import {rows, same, shown, value_of} from './payload.mjs';
import {has_redis, redis} from './redis_server.mjs';
import {start_stub} from './stub_server.mjs';
import {
  gateway, gateway_toml, here, mcp_post, sleep,
} from './support.mjs';
import {eventually, legacy, modern, within} from './wire.mjs';

if (!has_redis()) {
  console.log('skipped: there is no redis-server; run .ci/setup');
  process.exit(77);
}

const key = 'k'.repeat(32);
const auth =
  '[auth]\ntokens = { alice = "secret-alice", bob = "secret-bob" }\n';
const as = (who) => ({headers: {authorization: `Bearer secret-${who}`}});
const handle_in = (result) =>
  /\{"handle":"([0-9a-f]{32})","page":2\}/.exec(shown(result))?.[1];
const texts_of = (result) => result.content.map(({text}) => text).join('\n');
const stub_words =
  [process.execPath, path.join(here, 'stub_server.mjs'), 'stdio'];

// What the server answers to some words, raw. With MONITOR it goes on.
function talk(store, words) {
  const socket = net.connect(store.socket);
  let heard = '';
  socket.on('data', (bytes) => { heard += bytes.toString('latin1'); });
  socket.on('error', () => {});
  socket.write(`*${words.length}\r\n` + words.map((word) =>
    `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join(''));
  return {heard: () => heard, end: () => socket.destroy()};
}

async function ask(store, ...words) {
  const door = talk(store, words);
  await eventually(() => door.heard().endsWith('\r\n'));
  door.end();
  return door.heard();
}

// `count` gateways in front of the same server and the same store.
async function fleet(pith, store, {more = '', keys = [key], count = 2,
  servers, is_asked = false, rewrite = '', timeout = 1000} = {}) {
  const stub = await start_stub();
  const toml = gateway_toml(servers ?? {url: {url: stub.url}},
    {max_tokens: 1500}) + `${auth}` +
    `[rewrite]\nmore = true\nask = ${is_asked}\n${rewrite}` +
    `[state]\nredis = [${JSON.stringify(store.url)}]\n` +
    `keys = ${JSON.stringify(keys)}\ntimeout_ms = ${timeout}\n${more}`;
  const all = [];
  for (let i = 0; i < count; ++i) {
    all.push(await gateway(pith, toml));
  }
  return {
    all, stub, toml,
    stop: async () => {
      for (const each of all) {
        await each.stop();
      }
      await stub.stop();
    },
  };
}

// What a second replica says of a handle comes a moment after the first: what
// is stored is not awaited.
async function found(result) {
  let last;
  await eventually(async () => {
    last = await result();
    return last.isError !== true;
  });
  return last;
}

const sdks = {
  'sdk 1.32.2': (url, who) => {
    const client = new Client({name: 'state', version: '1'}, {});
    return {client, transport: new StreamableHTTPClientTransport(
      new URL(url), {requestInit: as(who)})};
  },
  'sdk 2.4.0': (url, who) => {
    const client = new modern_sdk.Client({name: 'state', version: '1'},
      {versionNegotiation: {mode: 'auto'}});
    return {client, transport: new modern_sdk.StreamableHTTPClientTransport(
      new URL(url), {requestInit: as(who)})};
  },
};

async function connect(make, url, who) {
  const {client, transport} = make(url, who);
  await client.connect(transport);
  await client.listTools();
  return {
    call: (name, input) => client.callTool({name, arguments: input}),
    close: () => client.close(),
  };
}

// Pages and questions at the replica that did not make the result.
async function across_replicas(t, pith) {
  const store = await redis();
  const gates = await fleet(pith, store, {is_asked: true});
  const [a, b] = gates.all;
  for (const [name, make] of Object.entries(sdks)) {
    const one = await connect(make, a.endpoint('url'), 'alice');
    const two = await connect(make, b.endpoint('url'), 'alice');
    const count = 400;
    const all = rows(7, count);
    const first = await one.call('rows', {seed: 7, count});
    const handle = handle_in(first);
    t.check(`${name}: a handle stays short`, handle?.length === 32,
      texts_of(first).slice(-300));
    const page = await found(() => two.call('pith_more', {handle, page: 2}));
    t.check(`${name}: a page of the other replica`,
      texts_of(page).includes('rows 11-'), texts_of(page).slice(-300));
    const same_page = await one.call('pith_more', {handle, page: 2});
    t.check(`${name}: the same page here and there`,
      same(page.content, same_page.content));
    const sum = await two.call('pith_query',
      {handle, sql: 'SELECT count(*) AS n, max(total) AS most FROM t'});
    t.check(`${name}: a question to the other replica`, same(value_of(sum),
      [{n: count, most: Math.max(...all.map(({total}) => total))}]),
    texts_of(sum));
    // Every page, in turns: each begins where the one before ends.
    const seen = [];
    for (let number = 2; ; ++number) {
      const from = number % 2 === 0 ? one : two;
      const next = await from.call('pith_more', {handle, page: number});
      if (next.isError) {
        t.check(`${name}: the pages end`, /the last is page/.test(
          texts_of(next)), texts_of(next));
        break;
      }
      seen.push(...value_of(next));
    }
    t.check(`${name}: all rows, once and in order`,
      same(seen, all.slice(10)), seen.length);
    await one.close();
    await two.close();
  }
  await gates.stop();
  await store.stop();
}

// The same for modern clients of a server that is a child of each replica.
async function of_children(t, pith) {
  const store = await redis();
  const gates = await fleet(pith, store,
    {servers: {child: {command: stub_words}, second: {command: stub_words}},
      is_asked: true});
  const [a, b] = gates.all.map((each) =>
    modern(each.endpoint('child'), as('alice')));
  const first = await a.result('rows', {seed: 3, count: 300});
  const handle = handle_in(first);
  const sum = await found(() => b.result('pith_query',
    {handle, sql: 'SELECT count(*) AS n FROM t'}));
  t.check('children: a question to the other replica',
    same(value_of(sum), [{n: 300}]), texts_of(sum));
  // The same at the endpoint of all servers, where names have a prefix.
  const [c, d] = gates.all.map((each) =>
    modern(each.endpoint(), as('alice')));
  const merged = handle_in(await c.result('child__rows',
    {seed: 4, count: 310}));
  const count = await found(() => d.result('pith_query',
    {handle: merged, sql: 'SELECT count(*) AS n FROM t'}));
  t.check('children: a question to another endpoint',
    same(value_of(count), [{n: 310}]), texts_of(count));
  await gates.stop();
  await store.stop();
}

// Two principals with the same data.
// What has changed since a result that another replica sent.
async function changes(t, pith) {
  const store = await redis();
  const gates = await fleet(pith, store, {rewrite: 'changes = ["text"]\n'});
  for (const [era, open] of [['legacy', legacy], ['modern', modern]]) {
    const [one, two] = await Promise.all(gates.all.map(
      (each) => open(each.endpoint('url'), as('alice'))));
    const bob = await open(gates.all[1].endpoint('url'), as('bob'));
    const table = rows(era.length, 25);
    const ask_since = async (client, since) => texts_of(
      await client.result('text', {text: JSON.stringify(table),
        ...(since && {pith_since: since})}));
    const since = /pith_since=(\S+)/.exec(await ask_since(one))?.[1];
    table[3].status = 'changed';
    let last;
    t.check(`${era}: changes since what another replica sent`,
      await eventually(async () => {
        last = await ask_since(two, since);
        return last.includes(' delta=true ');
      }), last.slice(0, 200));
    last = await ask_since(bob, since);
    t.check(`${era}: not for somebody else`, !last.includes(' delta=true ') &&
      last.includes(table[9].customer), last.slice(0, 200));
  }
  // One that is being fetched when its gateway ends.
  const [one, two] = await Promise.all(gates.all.map(
    (each) => legacy(each.endpoint('url'), as('alice'))));
  const text = JSON.stringify(rows(3, 25));
  const since = /pith_since=(\S+)/.exec(
    texts_of(await one.result('text', {text})))?.[1];
  store.pause();
  two.result('text', {text, pith_since: since}).catch(() => {});
  await sleep(200);
  const {child, output} = gates.all[1];
  const ended = new Promise((resolve) => {
    child.once('exit', (...how) => resolve(how));
  });
  child.kill('SIGTERM');
  await sleep(100);
  child.kill('SIGTERM');
  const [code, signal] = await ended;
  t.check('a gateway ends while it fetches', code === 0,
    {code, signal, output: output().slice(-2000)});
  store.go_on();
  await gates.all[0].stop();
  await gates.stub.stop();
  await store.stop();
}

async function isolation(t, pith) {
  const store = await redis();
  const monitor = talk(store, ['MONITOR']);
  const gates = await fleet(pith, store, {is_asked: true});
  const [a, b] = gates.all;
  const handles = {};
  for (const who of ['alice', 'bob']) {
    const client = await legacy(a.endpoint('url'), as(who));
    handles[who] = handle_in(await client.result('rows',
      {seed: 5, count: 300}));
  }
  for (const [who, other] of [['alice', 'bob'], ['bob', 'alice']]) {
    const client = await legacy(b.endpoint('url'), as(who));
    const sql = 'SELECT count(*) AS n FROM t';
    const own = await found(() =>
      client.result('pith_query', {handle: handles[who], sql}));
    t.check(`isolation: ${who} has what is kept for ${who}`,
      same(value_of(own), [{n: 300}]), texts_of(own));
    const changed = handles[who].replace(/^./, (c) => c === '0' ? '1' : '0');
    const answers = [];
    for (const handle of [handles[other], changed, '0'.repeat(32)]) {
      const none = await client.result('pith_query', {handle, sql});
      answers.push(JSON.stringify(none));
      t.check(`isolation: ${who} has nothing else`, none.isError === true &&
        /expired; call the tool again/.test(texts_of(none)), none);
    }
    t.check('isolation: stolen, changed and guessed handles look the same',
      new Set(answers).size === 1, answers);
  }
  const names = await ask(store, 'KEYS', '*');
  const keys = names.match(/pith:1:\{[0-9a-f]{32}\}:\S+/g) ?? [];
  const tags = new Set(keys.map((one) => /\{(.*)\}/.exec(one)[1]));
  t.check('isolation: two shares, and no key in both',
    tags.size === 2 && new Set(keys).size === keys.length && keys.length === 4,
    keys);
  const seen = monitor.heard();
  monitor.end();
  t.check('isolation: the store was used', /HMGET/i.test(seen), seen.length);
  for (const word of ['alice', 'bob', 'secret', 'customer', 'status', 'Oslo',
    ...Object.values(handles)]) {
    t.check(`isolation: the store sees no ${word}`, !seen.includes(word));
  }
  await gates.stop();
  await store.stop();
}

// A store that stops, dies, forgets or is full.
async function faults(t, pith) {
  const store = await redis();
  const gates = await fleet(pith, store, {timeout: 20});
  const [a, b] = gates.all;
  const one = await legacy(a.endpoint('url'), as('alice'));
  const two = await legacy(b.endpoint('url'), as('alice'));
  const get = (url) => mcp_post(url, undefined, as('alice').headers,
    {method: 'GET'});
  const ready = async () => (await get(`${b.url}/readyz`));
  const make = async () =>
    handle_in(await one.result('rows', {seed: 9, count: 300}));
  // A result that the other replica has seen. On a busy machine the store may
  // be lost for a moment, so it may take more than one.
  const share = async () => {
    let handle;
    await eventually(async () => {
      handle = await make();
      for (let i = 0; i < 10; ++i) {
        const page = await two.result('pith_more', {handle, page: 2});
        if (page.isError !== true) {
          return true;
        }
        await sleep(20);
      }
      return false;
    });
    return handle;
  };
  const first = await share();
  await eventually(async () => (await ready()).text === 'ready\n');

  store.pause();
  const second = await make();
  t.check('faults: results are cut while the store stands still',
    second !== undefined);
  const here_still = await one.result('pith_more', {handle: second, page: 2});
  t.check('faults: who kept it has it', here_still.isError !== true,
    texts_of(here_still));
  const begin = Date.now();
  const there = await two.result('pith_more', {handle: second, page: 2});
  t.check('faults: others are told to ask again', there.isError === true &&
    /expired; call the tool again/.test(texts_of(there)) &&
    Date.now() - begin < 2000, texts_of(there));
  await eventually(async () => {
    await two.result('pith_more', {handle: second, page: 2});
    return /state store: lost/.test((await ready()).text);
  });
  t.check('faults: a lost store is named, and ready stays 200',
    (await ready()).status === 200, await ready());
  store.go_on();
  await eventually(async () => (await ready()).text === 'ready\n');

  await store.kill();
  await eventually(async () => (await ready()).text !== 'ready\n');
  const third = await make();
  t.check('faults: a dead store fails no call', third !== undefined);
  const old = await two.result('pith_more', {handle: first, page: 2});
  t.check('faults: what was fetched is still there', old.isError !== true,
    texts_of(old));
  await store.restart();
  await eventually(async () => (await ready()).text === 'ready\n');
  const lost = await two.result('pith_more', {handle: third, page: 2});
  t.check('faults: an empty store has nothing', lost.isError === true);
  await share();
  await ask(store, 'FLUSHALL');
  await share();
  await ask(store, 'SCRIPT', 'FLUSH');
  await share();
  const {text} = await get(`${b.url}/metrics`);
  for (const word of ['pith_state_up 1', 'pith_state_hits_total',
    'pith_state_fallbacks_total{reason="unavailable"}',
    'pith_state_seconds_count']) {
    t.check(`faults: ${word} is counted`, text.includes(word),
      text.match(/pith_state.*/g));
  }
  await gates.stop();
  await store.stop();
}

// A password, and other keys without losing what is kept.
async function keys_turn_over(t, pith) {
  const store = await redis(['--requirepass', 'store-secret']);
  const fresh = 'f'.repeat(32);
  const gates = await fleet(pith, store, {keys: [key, fresh],
    more: 'password = "store-secret"\n'});
  const [a, b] = gates.all;
  const one = await legacy(a.endpoint('url'), as('alice'));
  const two = await legacy(b.endpoint('url'), as('alice'));
  const make = async (client) =>
    handle_in(await client.result('rows', {seed: 2, count: 300}));
  const before = await make(one);
  const text = readFileSync(b.file, 'utf8').replace(
    JSON.stringify([key, fresh]), JSON.stringify([fresh, key]));
  writeFileSync(b.file, text);
  b.child.kill('SIGHUP');
  await eventually(() => /reloaded/.test(b.output()));
  const old = await found(() => two.result('pith_more',
    {handle: before, page: 2}));
  t.check('keys: what the old key sealed', old.isError !== true);
  const after = await make(two);
  const next = await found(() => one.result('pith_more',
    {handle: after, page: 2}));
  t.check('keys: what the new key sealed', next.isError !== true);
  t.check('keys: a reload says nothing stays',
    !/stays/.test(b.output()), b.output());
  await gates.stop();
  await store.stop();
}

await within(600000, run_cases([
  ['across replicas', across_replicas],
  ['children', of_children],
  ['changes', changes],
  ['isolation', isolation],
  ['faults', faults],
  ['keys', keys_turn_over],
]), 'all');
