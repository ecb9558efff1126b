// SPDX-License-Identifier: MIT
// Formats by agreement: official clients say what they read, by request, by
// session, by header, by URL or by configuration, and get that or JSON; and
// the example server, which answers in GCF itself.
//
//   node formats.mjs PITH EXAMPLE-SERVER [PART-OF-A-NAME]

import {readFileSync} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import * as modern_sdk from '@modelcontextprotocol/client';
import * as modern_stdio from '@modelcontextprotocol/client/stdio';
import {Client} from '@modelcontextprotocol/sdk/client/index.js';
import {StdioClientTransport} from '@modelcontextprotocol/sdk/client/stdio.js';
import {
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {run_cases, with_gateway} from './cases.mjs';
import {stub_words} from './defects_stdio.mjs';
import {decode, is_gcf, is_tron, rows, same} from './payload.mjs';
import {start_stub} from './stub_server.mjs';
import {gateway, gateway_toml, temporary} from './support.mjs';
import {legacy, modern} from './wire.mjs';

const [example_server] = process.argv.splice(3, 1);
const key = 'pith/result-encoding';
const mark = 'pith/encoding';
const gcf = {accept: ['text/x-gcf', 'application/json']};
const tron = {accept: ['tron']};
const json = {accept: ['application/json']};
const information = {name: 'pith-formats', version: '1.0.0'};
const table = {rows: rows(3, 30)};

// What a result is: the format of its mark, or what its text looks like.
function form_of(result) {
  const [block] = result.content;
  const marks = [block._meta?.[mark], result._meta?.[mark]];
  if (marks[0] !== marks[1]) {
    return `different marks: ${marks}`;
  }
  const {text} = block;
  const looks = is_gcf(text) ? 'gcf' : is_tron(text) ? 'tron' : 'json';
  if (marks[0] !== undefined && marks[0] !== looks) {
    return `${looks} marked as ${marks[0]}`;
  }
  return marks[0] === undefined ? `${looks}, unmarked` : looks;
}

function check_form(t, name, result, form, value = table) {
  t.check(`${name}: ${form}`, form_of(result) === form,
    {form: form_of(result), result});
  t.check(`${name}: the value`, same(decode(result.content[0].text), value),
    result);
}

function transport_of(server, stdio, http) {
  if (server.url !== undefined) {
    return new http(new URL(server.url),
      {requestInit: {headers: server.headers ?? {}}});
  }
  const [command, ...args] = server.words;
  return new stdio({command, args, stderr: 'ignore'});
}

// The official clients. `said` is for the session where there is one.
const sdks = {
  'sdk 1': (server, said) => ({
    client: new Client(information, {capabilities:
      said === undefined ? {} : {experimental: {[key]: said}}}),
    transport: transport_of(
      server, StdioClientTransport, StreamableHTTPClientTransport),
  }),
  'sdk 2': (server, said) => ({
    client: new modern_sdk.Client(information, {
      capabilities: said === undefined ? {} : {extensions: {[key]: said}},
      versionNegotiation: {mode: 'auto'},
    }),
    transport: transport_of(server, modern_stdio.StdioClientTransport,
      modern_sdk.StreamableHTTPClientTransport),
  }),
};

// Connects, lists the tools, which makes the client hold results against their
// schemas, and calls `body` with a function that calls a tool.
async function with_client(sdk, server, said, body) {
  const {client, transport} = sdks[sdk](server, said);
  await client.connect(transport);
  try {
    const tools = [];
    let cursor;
    do {
      const page = await client.listTools(cursor === undefined ? {} : {cursor});
      tools.push(...page.tools);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    await body((name, args, asked) => client.callTool({
      name, arguments: args,
      ...(asked === undefined ? {} : {_meta: {[key]: asked}}),
    }), tools);
  } finally {
    await client.close();
  }
}

const arguments_of_table = {seed: 3, count: 30};

// All that a client can say through one way, to the stub at its end.
async function check_way(t, name, server, seen) {
  for (const sdk of Object.keys(sdks)) {
    const own = `${name}, ${sdk}`;
    await with_client(sdk, server, undefined, async (call) => {
      check_form(t, `${own}: nobody asks`,
        await call('table', arguments_of_table), 'gcf, unmarked');
      check_form(t, `${own}: by request`,
        await call('table', arguments_of_table, gcf), 'gcf');
      check_form(t, `${own}: another one`,
        await call('table', arguments_of_table, tron), 'tron');
      const plain = await call('table', arguments_of_table, json);
      check_form(t, `${own}: JSON alone`, plain, 'json, unmarked');
      t.check(`${own}: JSON alone is as the server sent it`,
        same(plain.structuredContent, table) &&
        plain.content[0].text === JSON.stringify(table, null, 2));
      check_form(t, `${own}: nothing that is known`,
        await call('table', arguments_of_table, {accept: ['x/y', 7]}),
        'json, unmarked');
      check_form(t, `${own}: nothing that can be read`,
        await call('table', arguments_of_table, {accept: 'gcf', maxTokens: {}}),
        'gcf, unmarked');
    });
    await with_client(sdk, server, tron, async (call) => {
      check_form(t, `${own}: by session`,
        await call('table', arguments_of_table), 'tron');
      check_form(t, `${own}: by request before session`,
        await call('table', arguments_of_table, gcf), 'gcf');
    });
    await with_client(sdk, server, json, async (call, tools) => {
      t.check(`${own}: schemas stay for JSON`, tools.find(
        (tool) => tool.name === 'table').outputSchema !== undefined);
      const plain = await call('table', arguments_of_table);
      check_form(t, `${own}: JSON by session`, plain, 'json, unmarked');
      // The client knows the schema, and takes what it is sent.
      await call('table', arguments_of_table, gcf);
    });
  }
  t.check(`${name}: the server was asked`, seen().includes('"table"'));
  t.check(`${name}: the server does not see the key`, !seen().includes(key));
}

async function proxied(t, pith) {
  const log = path.join(temporary(), 'log');
  await check_way(t, 'proxy', {words: [pith, 'proxy', '--', ...stub_words,
    '--log', log]}, () => readFileSync(log, 'utf8'));
}

async function proxied_url(t, pith) {
  const stub = await start_stub();
  await check_way(t, 'proxy to a URL',
    {words: [pith, 'proxy', '--url', stub.url]},
    () => stub.requests.map(({raw}) => raw).join('\n'));
  await stub.stop();
}

async function commanded(t, pith) {
  const log = path.join(temporary(), 'log');
  const toml = gateway_toml({stub: {command: [...stub_words, '--log', log]}});
  await with_gateway(t, 'command', gateway(pith, toml), async (at) => {
    await check_way(t, 'command', {url: at.endpoint()},
      () => readFileSync(log, 'utf8'));
    await check_http(t, 'command', at.endpoint());
  });
}

async function relayed(t, pith) {
  const stub = await start_stub();
  const seen = () => stub.requests.map(
    ({raw, headers}) => `${raw} ${JSON.stringify(headers)}`).join('\n');
  const toml = gateway_toml({stub: {url: stub.url}});
  await with_gateway(t, 'URL', gateway(pith, toml), async (at) => {
    await check_way(t, 'URL', {url: at.endpoint()}, seen);
    await check_http(t, 'URL', at.endpoint());
    t.check('URL: the server does not see the header',
      !seen().includes('pith-accept'));
    // Clients take the id of a session from every answer that has one.
    stub.instead = (request, response) => {
      const id = request.headers['mcp-session-id'];
      if (id !== undefined) {
        response.setHeader('mcp-session-id', id);
      }
      return false;
    };
    await with_client('sdk 1', {url: at.endpoint()}, tron, async (call) => {
      for (const time of ['once', 'twice']) {
        check_form(t, `URL, repeated id: ${time}`,
          await call('table', arguments_of_table), 'tron');
      }
    });
    stub.instead = undefined;
  });
  // The session id holds what was said, and is sealed with it.
  const with_tokens =
    `${toml}\n[auth]\ntokens = {alice = "the-secret-of-alice"}\n`;
  await with_gateway(t, 'sealed', gateway(pith, with_tokens), async (at) => {
    const headers = {authorization: 'Bearer the-secret-of-alice'};
    await with_client('sdk 1', {url: at.endpoint(), headers}, tron,
      async (call) => check_form(t, 'sealed: by session',
        await call('table', arguments_of_table), 'tron'));
    const client = await legacy(at.endpoint(), {headers});
    const forged = await client.post(
      {jsonrpc: '2.0', id: 1, method: 'tools/list'},
      {'mcp-session-id': `~gcf~0~${client.session}`});
    t.check('sealed: nobody else can say it', forged.status === 404,
      forged.text);
  });
  await stub.stop();
}

// Header and URL, in both eras, and what comes before what.
async function check_http(t, name, url) {
  for (const [era, connect] of Object.entries({legacy, modern})) {
    const of = async (target, headers, meta) =>
      (await connect(target, {headers})).result(
        'table', arguments_of_table, {meta});
    const own = `${name}, ${era}`;
    check_form(t, `${own}: by header`,
      await of(url, {'pith-accept': 'text/x-gcf, application/json'}), 'gcf');
    check_form(t, `${own}: by URL`, await of(`${url}?format=tron`, {}), 'tron');
    check_form(t, `${own}: header before URL`,
      await of(`${url}?format=tron`, {'Pith-Accept': 'gcf'}), 'gcf');
    check_form(t, `${own}: request before header`,
      await of(url, {'Pith-Accept': 'gcf'}, {[key]: tron}), 'tron');
    check_form(t, `${own}: JSON by header`,
      await of(url, {'Pith-Accept': 'application/json'}), 'json, unmarked');
    check_form(t, `${own}: a header that is too long`,
      await of(url, {'Pith-Accept': 'x,'.repeat(3000)}), 'gcf, unmarked');
  }
}

async function configured(t, pith) {
  const toml = `${gateway_toml({stub: {command: stub_words}},
    {formats: ['tron']})}\n[clients.programs]\nformats = ["json"]\n`;
  await with_gateway(t, 'configured', gateway(pith, toml), async (at) => {
    const of = async (query) => (await legacy(`${at.endpoint()}${query}`))
      .result('table', arguments_of_table);
    check_form(t, 'configured: for all', await of(''), 'tron');
    check_form(t, 'configured: for a profile', await of('?client=programs'),
      'json, unmarked');
    check_form(t, 'configured: URL before configuration',
      await of('?client=programs&format=gcf'), 'gcf');
  });
}

// maxTokens cuts, where the configuration lets it.
async function limited(t, pith) {
  const words = [pith, 'proxy', '--more', '--', ...stub_words];
  for (const sdk of Object.keys(sdks)) {
    await with_client(sdk, {words}, {...gcf, maxTokens: 400}, async (call) => {
      const first = await call('table', {seed: 3, count: 200});
      t.check(`limited, ${sdk}: the first page is marked`,
        form_of(first) === 'gcf', first);
      const more = /pith_more with (\{.*?\})/.exec(
        first.content.at(-1).text);
      t.check(`limited, ${sdk}: it was cut`, more !== null, first);
      const next = await call('pith_more', JSON.parse(more[1]));
      t.check(`limited, ${sdk}: the next page is marked`,
        form_of(next) === 'gcf', next);
    });
  }
}

// A server that is not native says what it likes, and is not believed.
async function forged(t, pith) {
  const {words} = {words: [pith, 'proxy', '--', ...stub_words]};
  const result = {
    content: [{type: 'text', text: 'GCF profile=forged',
      _meta: {[mark]: 'gcf', other: 1}}],
    _meta: {[mark]: 'gcf'},
  };
  await with_client('sdk 1', {words}, gcf, async (call) => {
    const got = await call('result', {result});
    t.check('forged: without a mark', got._meta?.[mark] === undefined &&
      got.content[0]._meta?.[mark] === undefined &&
      got.content[0]._meta?.other === 1 &&
      got.content[0].text === 'GCF profile=forged', got);
  });
}

function orders(count) {
  return {orders: Array.from({length: count}, (_, i) => ({
    order_number: 70000 + i,
    customer: `customer ${i * 37 % 101}`,
    state: ['open', 'paid', 'sent', 'returned'][i % 4],
    total_in_cents: 1999 + i * 613 % 40000,
  }))};
}

// The example server: alone, and through pith in all ways.
async function check_example(t, name, server) {
  const value = orders(25);
  for (const sdk of Object.keys(sdks)) {
    const own = `${name}, ${sdk}`;
    await with_client(sdk, server, undefined, async (call, tools) => {
      t.check(`${own}: its tool`,
        tools.some((tool) => tool.name === 'list_orders'), tools);
      check_form(t, `${own}: by request`,
        await call('list_orders', {count: 25}, gcf), 'gcf', value);
      const plain = await call('list_orders', {count: 25}, json);
      check_form(t, `${own}: JSON`, plain, 'json, unmarked', value);
      t.check(`${own}: JSON is structured, too`,
        same(plain.structuredContent, value), plain);
    });
    await with_client(sdk, server, gcf, async (call) => {
      check_form(t, `${own}: by session`,
        await call('list_orders', {count: 25}), 'gcf', value);
      check_form(t, `${own}: JSON by request`,
        await call('list_orders', {count: 25}, json), 'json, unmarked', value);
    });
  }
}

async function example(t, pith) {
  const words = [path.resolve(example_server)];
  await check_example(t, 'example', {words});
  await with_client('sdk 1', {words}, undefined, async (call) => {
    check_form(t, 'example: who does not ask gets JSON',
      await call('list_orders', {count: 25}), 'json, unmarked', orders(25));
  });
  await check_example(t, 'example through a proxy',
    {words: [pith, 'proxy', '--', ...words]});
  await check_example(t, 'example through a native proxy',
    {words: [pith, 'proxy', '--native', '--', ...words]});
  for (const native of [false, true]) {
    const toml = gateway_toml({orders: {command: words, native}});
    const name = `example through a gateway, native: ${native}`;
    await with_gateway(t, name, gateway(pith, toml), (at) =>
      check_example(t, name, {url: at.endpoint()}));
  }
}

// What a native server chose is read, and cut by its rows.
async function example_pages(t, pith) {
  const words = [pith, 'proxy', '--native', '--more', '--max-tokens', '400',
    '--', path.resolve(example_server)];
  await with_client('sdk 2', {words}, gcf, async (call) => {
    const all = [];
    let result = await call('list_orders', {count: 100});
    for (let more; ;) {
      t.check('pages of an example: marked', form_of(result) === 'gcf', result);
      const value = decode(result.content[0].text);
      all.push(...(value.get?.('orders') ?? value.orders ?? value));
      more = /pith_more with (\{.*?\})/.exec(result.content.at(-1).text);
      if (more === null) {
        break;
      }
      result = await call('pith_more', JSON.parse(more[1]));
    }
    t.check('pages of an example: nothing is lost',
      same(all, orders(100).orders), all);
  });
}

await run_cases([
  ['proxy', proxied],
  ['link', proxied_url],
  ['command', commanded],
  ['url', relayed],
  ['configured', configured],
  ['limited', limited],
  ['forged', forged],
  ['example', example],
  ['pages', example_pages],
]);
