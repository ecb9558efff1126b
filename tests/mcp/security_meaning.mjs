// SPDX-License-Identifier: MIT
// 21: what the gateway forwards has one meaning. Texts that a lenient reader
// takes for a call that is denied, for another method, or for another id than
// a strict one does, are refused on every way in and never reach a server.

import {readFileSync} from 'node:fs';
import path from 'node:path';
import {with_gateway} from './cases.mjs';
import {stub_words} from './defects_stdio.mjs';
import {start_stub} from './stub_server.mjs';
import {gateway, gateway_toml, mcp_post, temporary} from './support.mjs';
import {
  eventually, legacy, modern_headers, modern_meta, pipes,
} from './wire.mjs';

const bytes = (text) => Buffer.from(text, 'latin1');

// Texts of the findings, and their relatives. `meta` is a member with a comma
// before it, or nothing. Values are strings or bytes; each must be refused.
function ambiguous(meta) {
  const call = (params) => '{"jsonrpc":"2.0","id":"five",' +
    `"method":"tools/call","params":${params}}`;
  const named = (name) => call(`{"name":${name}${meta}}`);
  const rpc = (members) =>
    `{"jsonrpc":"2.0",${members},"params":{"name":"echo"${meta}}}`;
  const ping = (id) => `{"jsonrpc":"2.0","id":${id},"method":"ping",` +
    `"params":{${meta.slice(1)}}}`;
  return {
    'a name that is a list': named('["echo"]'),
    'a name that is an object': named('{"a":"echo"}'),
    'a name that is a number': named('7'),
    'a name that is null': named('null'),
    'no name': call(`{"a":1${meta}}`),
    'params by position': call('["echo"]'),
    'params that are a string': call('"echo"'),
    'an invalid escape in a name': named('"ec\\ho"'),
    'an invalid escape in the key of a name': call(
      `{"na\\me":"echo"${meta}}`),
    'an invalid escape in the key of the method': rpc(
      '"id":"five","method":"ping","m\\ethod":"tools/call"'),
    'an invalid escape in the arguments': call(
      `{"name":"text","arguments":{"text":"\\_"}${meta}}`),
    'half of a surrogate pair in a name': named('"echo\\ud800"'),
    'half of a surrogate pair in a key': call(
      `{"name":"text","\\udc00":1${meta}}`),
    'a null in a name': named('"echo\\u0000"'),
    'a null in a key': call(`{"name":"text","name\\u0000":"echo"${meta}}`),
    'a null in the method': rpc('"id":"five","method":"tools/call\\u0000"'),
    'other letters in params': call(
      `{"name":"text","Name":"echo"${meta}}`),
    'other letters in the envelope': rpc(
      '"id":"five","method":"ping","METHOD":"tools/call"'),
    'a long s': rpc('"id":"five","method":"tools/call","param\\u017f":{}'),
    'bytes that are not UTF-8': bytes(named('"ec\xffho"')),
    'an overlong sequence': bytes(named('"\xc1\xa5cho"')),
    'a control character': named('"echo\t"'),
    'a literal that JSON lacks': call(
      `{"name":"text","arguments":{"a":NaN}${meta}}`),
    'a method and a result': rpc(
      '"id":"five","method":"tools/call","result":{}'),
    'no version': rpc('"id":"five","method":"tools/call"')
      .replace('"jsonrpc":"2.0",', ''),
    'another version': rpc('"id":"five","method":"tools/call"')
      .replace('"2.0"', '"1.0"'),
    'two versions': rpc('"jsonrpc":"2.0","id":"five","method":"tools/call"'),
    'the id -0': ping('-0'),
    'the id 1e400': ping('1e400'),
    'the id 1.0': ping('1.0'),
    'a large id': ping('99999999999999999999999999'),
    'an id just too large': ping('9007199254740992'),
    'an id that is not UTF-8': bytes(ping('"\xff"')),
    'an id that is half of a surrogate pair': ping('"\\ud800"'),
  };
}

const refusals = new Set([-32600, -32700]);

async function ambiguous_over_http(t, pith) {
  const name = '21 one meaning';
  const stub = await start_stub();
  const log = path.join(temporary(), 'stub.log');
  const toml = gateway_toml({
    url: {url: stub.url}, child: {command: [...stub_words, '--log', log]},
  }).replace(/^\[server\.(\w+)\]$/gm,
    '[server.$1]\nrewrite = { deny = ["echo"] }');
  await with_gateway(t, name, gateway(pith, toml), async (served) => {
    const in_flight = async () => JSON.parse((await mcp_post(
      `${served.url}/stats.json`, undefined, {}, {method: 'GET'})).text)
      .now.in_flight;
    const seen = {
      url: () => stub.requests.length,
      child: () => readFileSync(log, 'utf8').split('\n').length,
    };
    for (const server of ['url', 'child']) {
      const url = served.endpoint(server);
      const session = await legacy(url);
      await session.result('text', {text: 'x'});
      const eras = {
        legacy: ['', () => session.headers],
        modern: [`,"_meta":${JSON.stringify(modern_meta())}`, (body) =>
          modern_headers({method: /ping/.test(body) ? 'ping' : 'tools/call',
            params: /ping/.test(body) ? {} : {name: 'echo'}})],
      };
      for (const [era, [meta, headers]] of Object.entries(eras)) {
        for (const [what, body] of Object.entries(ambiguous(meta))) {
          const before = seen[server]();
          const {status, message} = await mcp_post(url, body,
            headers(String(body)), {timeout: 5000})
            .catch((problem) => ({status: problem.message}));
          t.check(`${name}: ${what}, ${server}, ${era}`,
            status === 400 && refusals.has(message?.error?.code),
            {status, message});
          t.check(`${name}: ${what}, ${server}, ${era}: is not forwarded`,
            seen[server]() === before);
        }
      }
      t.check(`${name}: ${server} still answers`,
        (await session.result('text', {text: 'x'})).content[0].text === 'x');
    }
    t.check(`${name}: nothing stays in flight`,
      await eventually(async () => await in_flight() === 0));
  });
  await stub.stop();
}

async function ambiguous_on_pipes(t, pith) {
  const stub = await start_stub();
  const log = path.join(temporary(), 'stub.log');
  const ways = {
    'a child': [['--', ...stub_words, '--log', log],
      () => readFileSync(log, 'utf8').split('\n').length],
    'a URL': [['--url', stub.url], () => stub.requests.length],
  };
  for (const [way, [words, seen]] of Object.entries(ways)) {
    const name = `21 one meaning on pipes to ${way}`;
    const peer = pipes(pith, ['proxy', '--deny', 'echo', ...words]);
    await peer.hello();
    await peer.call('text', {text: 'x'});
    for (const [what, body] of Object.entries(ambiguous(''))) {
      const before = seen();
      peer.texts.length = 0;
      peer.write(body);
      peer.write('\n');
      await peer.call('text', {text: 'x'});
      const codes = peer.texts.map((text) => JSON.parse(text).error?.code);
      t.check(`${name}: ${what}`, codes.some((code) => refusals.has(code)),
        peer.texts);
      t.check(`${name}: ${what}: is not forwarded`, seen() === before + 1,
        [before, seen()]);
    }
    await peer.stop();
  }
  await stub.stop();
}

// Finding B5: fields of the head hold for every message of a batch.
async function batches(t, pith) {
  const name = '21 batches';
  const stub = await start_stub();
  const toml = gateway_toml({
    url: {url: stub.url}, child: {command: stub_words}});
  await with_gateway(t, name, gateway(pith, toml), async (served) => {
    const _meta = modern_meta();
    const call = {jsonrpc: '2.0', id: 1, method: 'tools/call',
      params: {name: 'echo', arguments: {text: 'x'}, _meta}};
    const post = async (body, headers, server = 'url') => {
      const before = stub.requests.length;
      const answer = await mcp_post(served.endpoint(server), body, headers);
      return {...answer, forwarded: stub.requests.length - before};
    };
    const untrue = {'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/list', 'mcp-name': 'harmless'};
    for (const body of [call, [call], [{...call, id: 2}, call]]) {
      const got = await post(body, untrue);
      t.check(`${name}: untrue fields`, got.status === 400 &&
        got.message?.error?.code === -32020 && got.forwarded === 0, got);
    }
    for (const server of ['url', 'child']) {
      const got = await post([call], untrue, server);
      t.check(`${name}: a modern batch, ${server}`, got.status === 400, got);
      const other = await post([{jsonrpc: '2.0', id: 1, method: 'ping'}],
        {'mcp-protocol-version': '1999-01-01'}, server);
      t.check(`${name}: an unknown version, ${server}`,
        other.status === 400 && other.forwarded === 0, other);
      const many = Array.from({length: 1001},
        (_, id) => ({jsonrpc: '2.0', id, method: 'ping'}));
      const large = await post(many, {}, server);
      t.check(`${name}: too many messages, ${server}`,
        large.status === 400 && large.message?.error?.code === -32600 &&
        large.forwarded === 0, large);
    }
    // Nobody held these against the body, so nobody must see them.
    const old = await post({jsonrpc: '2.0', id: 1, method: 'ping'},
      {'mcp-method': 'tools/list', 'mcp-name': 'harmless'});
    const {headers} = stub.requests.at(-1);
    t.check(`${name}: unchecked fields stay here`, old.forwarded === 1 &&
      headers['mcp-method'] === undefined && headers['mcp-name'] === undefined,
    headers);
  });
  await stub.stop();
}

// The same bytes are another text in another charset: `+AG0-` is `m` in UTF-7,
// which servers on Express read when they are told to.
async function charsets(t, pith) {
  const name = '21 charsets';
  const stub = await start_stub();
  const toml = gateway_toml({url: {url: stub.url}});
  await with_gateway(t, name, gateway(pith, toml), async (served) => {
    const body = '{"jsonrpc":"2.0","id":1,"method":"ping",' +
      '"+AG0-ethod":"tools/call","params":{"name":"echo"}}';
    for (const type of ['application/json; charset=utf-7',
      'application/json;charset="utf-16le"', 'application/json; x=y; CharSet=a',
      'text/plain']) {
      const before = stub.requests.length;
      const {status} = await mcp_post(served.endpoint(), body,
        {'content-type': type});
      t.check(`${name}: ${type}`,
        status === 415 && stub.requests.length === before, status);
    }
    const zipped = await mcp_post(served.endpoint(), body,
      {'content-encoding': 'gzip'});
    t.check(`${name}: an encoding`, zipped.status === 415, zipped.status);
    for (const type of ['application/json', 'application/json;charset=UTF-8',
      'Application/JSON; x=y']) {
      const {status} = await mcp_post(served.endpoint(),
        {jsonrpc: '2.0', id: 1, method: 'ping'}, {'content-type': type});
      t.check(`${name}: ${type} is taken`, status !== 415, status);
      t.check(`${name}: ${type} is forwarded as JSON`,
        stub.requests.at(-1).headers['content-type'] === 'application/json');
    }
  });
  await stub.stop();
}

export const meaning_cases = [
  ['21 one meaning', ambiguous_over_http],
  ['21 one meaning on pipes', ambiguous_on_pipes],
  ['21 batches', batches],
  ['21 charsets', charsets],
];
