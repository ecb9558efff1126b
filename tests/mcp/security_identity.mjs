// SPDX-License-Identifier: MIT
// 26 to 28: which tools are for whom, whom a proxy in front may name, and what
// servers are told of callers.

import {existsSync, writeFileSync} from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import {Client} from '@modelcontextprotocol/sdk/client/index.js';
import {
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import * as modern_sdk from '@modelcontextprotocol/client';
import {with_gateway} from './cases.mjs';
import {stub_words} from './defects_stdio.mjs';
import {start_stub} from './stub_server.mjs';
import {
  free_port, gateway, gateway_toml, here, mcp_post, start, temporary,
} from './support.mjs';
import {call_of, eventually, legacy, modern} from './wire.mjs';

const auth =
  '[auth]\ntokens = { alice = "secret-of-alice", bob = "secret-of-bob" }\n';
const as = (who) => ({headers: {authorization: `Bearer secret-of-${who}`}});
const rules = '[[rule]]\nwho = ["bob"]\ntools = ["ec*"]\ndeny = true\n' +
  '[[rule]]\nwho = ["*"]\ntools = ["text"]\nscope = "stub:text stub:all"\n';

// Both eras at a server at a URL, at a child, and at the endpoint of both.
async function clients(served, who) {
  const places = {
    url: [served.endpoint('stub'), ''], child: [served.endpoint('child'), ''],
    endpoint: [served.endpoint(), 'stub__'],
    'child of the endpoint': [served.endpoint(), 'child__'],
  };
  const all = [];
  for (const [place, [url, prefix]] of Object.entries(places)) {
    all.push({what: `${place}, legacy`, prefix,
      client: await legacy(url, as(who))});
    if (!place.includes('child')) {
      all.push({what: `${place}, modern`, prefix,
        client: modern(url, as(who))});
    }
  }
  return all;
}

async function names_of(client) {
  const names = [];
  let cursor;
  do {
    const {message} = await client.request('tools/list',
      cursor === undefined ? {} : {cursor});
    names.push(...message.result.tools.map(({name}) => name));
    cursor = message.result.nextCursor;
  } while (cursor !== undefined);
  return names;
}

// 26
async function rights(t, pith) {
  const name = '26 rights';
  const stub = await start_stub();
  const toml = gateway_toml(
    {stub: {url: stub.url}, child: {command: stub_words}}) + auth + rules;
  await with_gateway(t, name, gateway(pith, toml), async (served) => {
    for (const who of ['alice', 'bob']) {
      const may = who === 'alice';
      for (const {what, prefix, client} of await clients(served, who)) {
        const own = `${name}: ${who}, ${what}`;
        const names = await names_of(client);
        t.check(`${own}: lists`, names.includes(`${prefix}echo`) === may &&
          names.includes(`${prefix}about`), names);
        t.check(`${own}: what lacks a scope is listed`,
          names.includes(`${prefix}text`), names);
        const before = stub.calls_of('echo').length;
        const {message} = await client.call(`${prefix}echo`, {text: 'hello'});
        t.check(`${own}: calls`, may ?
          JSON.stringify(message.result ?? '').includes('hello') :
          /Unknown tool/.test(message?.error?.message ?? ''), message);
        t.check(`${own}: and nothing got through`,
          may || stub.calls_of('echo').length === before);
        const lacking = await client.call(`${prefix}text`, {text: 'x'});
        t.check(`${own}: a scope is asked for`, lacking.status === 403 &&
          lacking.headers['www-authenticate'] === 'Bearer realm="pith", ' +
            'error="insufficient_scope", scope="stub:text stub:all"',
          [lacking.status, lacking.headers, lacking.text]);
      }
    }
    t.check(`${name}: what lacks a scope got nowhere`,
      stub.calls_of('text').length === 0);
    await rights_in_batches(t, name, served, stub);
    const numbers = await mcp_post(`${served.url}/stats.json`, undefined,
      as('bob').headers, {method: 'GET'});
    t.check(`${name}: numbers do not name it`, numbers.status === 200 &&
      !numbers.text.includes('echo'), numbers.text);
  });
  await stub.stop();
}

async function rights_in_batches(t, name, served, stub) {
  for (const place of ['stub', 'child']) {
    const bob = await legacy(served.endpoint(place),
      {...as('bob'), version: '2025-03-26'});
    const before = stub.calls_of('echo').length;
    const {messages} = await bob.post([call_of(1, 'echo', {text: 'hello'}),
      call_of(2, 'about', {})]);
    // The server at a URL knows no batches; it gets the rest all the same.
    t.check(`${name}: in a batch, ${place}`,
      messages.some((m) => m.id === 1 && m.error !== undefined) &&
      (place === 'stub' ? /^\[.*about.*\]$/.test(stub.requests.at(-1).raw) &&
        !stub.requests.at(-1).raw.includes('echo') :
        messages.some((m) => m.id === 2 && m.result !== undefined)) &&
      stub.calls_of('echo').length === before, messages);
    const lacking = await bob.post([call_of(3, 'about', {}),
      call_of(4, 'text', {text: 'x'})]);
    t.check(`${name}: a scope for a batch, ${place}`, lacking.status === 403,
      lacking.text);
  }
}

// The same with official clients, at an endpoint with few tools.
async function official(t, pith) {
  const name = '26 rights, official clients';
  const stub = await start_stub();
  const toml = `${gateway_toml({stub: {url: stub.url},
    child: {command: stub_words}})}[merge]\ndiscover = "on"\n` +
    'read_only = ["child__*"]\n' + auth + rules;
  const information = {name: 'pith-rights', version: '1.0.0'};
  await with_gateway(t, name, gateway(pith, toml), async (served) => {
    const sdks = {
      'sdk 1': () => [new Client(information), StreamableHTTPClientTransport],
      'sdk 2': () => [new modern_sdk.Client(information,
        {versionNegotiation: {mode: 'auto'}}),
      modern_sdk.StreamableHTTPClientTransport],
    };
    for (const [sdk, make] of Object.entries(sdks)) {
      for (const who of ['alice', 'bob']) {
        const own = `${name}: ${sdk}, ${who}`;
        const [client, transport] = make();
        await client.connect(new transport(new URL(served.endpoint()),
          {requestInit: as(who)}));
        const call = (tool, args) =>
          client.callTool({name: tool, arguments: args});
        const listed = (await client.listTools()).tools.map((x) => x.name);
        t.check(`${own}: a few tools`, listed.includes('pith_find') &&
          !listed.includes('stub__echo'), listed);
        const found = JSON.stringify(
          await call('pith_find', {query: 'echo'}));
        t.check(`${own}: finds`,
          /pith_call stub__echo\b/.test(found) === (who === 'alice'), found);
        for (const [wrapper, tool] of [['pith_call', 'stub__echo'],
          ['pith_read', 'child__echo']]) {
          const before = stub.calls_of('echo').length;
          const result = await call(wrapper,
            {tool, arguments: {text: 'hello'}});
          const calls = stub.calls_of('echo').length - before;
          t.check(`${own}: ${wrapper}`, who === 'alice' ?
            !result.isError && JSON.stringify(result).includes('hello') :
            result.isError === true && calls === 0, result);
        }
        await client.close();
      }
    }
  });
  await stub.stop();
}

// New rules hold for sessions that are open, and these go on.
async function new_rights(t, pith) {
  const name = '26 rights, after a reload';
  const stub = await start_stub();
  const toml = (more) => gateway_toml(
    {stub: {url: stub.url}, child: {command: stub_words}}) + auth + more;
  await with_gateway(t, name, gateway(pith, toml('')), async (served) => {
    const all = await clients(served, 'bob');
    const sees = async ({client, prefix}) =>
      (await names_of(client)).includes(`${prefix}echo`);
    for (const one of all) {
      t.check(`${name}: ${one.what}: before`, await sees(one));
    }
    writeFileSync(served.file, `listen = "127.0.0.1:0"\n${toml(rules)}`);
    served.child.kill('SIGHUP');
    t.check(`${name}: in force`, await eventually(() =>
      served.output().includes('reloaded')), served.output());
    for (const one of all) {
      t.check(`${name}: ${one.what}: not listed`, !await sees(one));
      const {message} = await one.client.call(`${one.prefix}echo`, {text: 'x'});
      t.check(`${name}: ${one.what}: not called`,
        /Unknown tool/.test(message?.error?.message ?? ''), message);
      t.check(`${name}: ${one.what}: goes on`, (await one.client.call(
        `${one.prefix}about`, {})).message?.result !== undefined);
    }
  });
  await stub.stop();
}

const secret = '0123456789abcdef0123';
const proxy = '[auth.proxy]\nheader = "X-Forwarded-User"\n' +
  'groups_header = "X-Forwarded-Groups"\nfrom = ["127.0.0.1"]\n' +
  `secret = "${secret}"\n[[rule]]\nwho = ["group:readers"]\n` +
  'tools = ["echo"]\ndeny = true\n';
const said = (user, groups) => ({'x-forwarded-user': user,
  'pith-proxy-secret': secret,
  ...(groups === undefined ? {} : {'x-forwarded-groups': groups})});

// The status of a POST with these header lines, from this address.
function knock(url, headers, address = '127.0.0.1') {
  return new Promise((resolve, reject) => {
    const request = http.request(url, {method: 'POST', agent: false,
      localAddress: address, headers: ['Host', new URL(url).host,
        'Content-Type', 'application/json', ...headers.flat()]},
    (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.on('error', reject);
    request.end('{"jsonrpc":"2.0","id":1,"method":"ping"}');
  });
}

// 27
async function trusted_proxy(t, pith) {
  const name = '27 proxy';
  const stub = await start_stub();
  const toml = gateway_toml({stub: {url: stub.url}}) + proxy;
  await with_gateway(t, name, gateway(pith, toml), async (served) => {
    const url = served.endpoint('stub');
    const alice = await legacy(url, {headers: said('alice')});
    t.check(`${name}: lets in whom it names`, alice.first.status === 200);
    t.check(`${name}: calls`, JSON.stringify(
      await alice.result('echo', {text: 'x'})).includes('x'));
    const bob = await legacy(url, {headers: said('bob', 'dev, readers')});
    t.check(`${name}: groups count`,
      !(await names_of(bob)).includes('echo') &&
      (await bob.call('echo', {text: 'x'})).message?.error !== undefined);
    const stolen = await mcp_post(url, call_of(1, 'about', {}),
      {...alice.headers, ...said('mallory')});
    t.check(`${name}: a session is whose it is`, stolen.status === 404,
      stolen.text);
    const seen = stub.requests.length;
    const user = ['X-Forwarded-User', 'alice'];
    const key = ['Pith-Proxy-Secret', secret];
    const attacks = {
      'no secret': [user], 'a wrong secret': [user, [key[0], `${secret}x`]],
      'an empty secret': [user, [key[0], '']],
      'two users': [user, ['x-forwarded-user', 'mallory'], key],
      'two secrets': [user, key, key],
      'a secret alone': [key], 'groups alone': [['X-Forwarded-Groups', 'x']],
      'two groups': [user, key, ['X-Forwarded-Groups', 'a'],
        ['X-Forwarded-Groups', 'b']],
      'no name': [['X-Forwarded-User', ''], key],
      'a name with a blank': [['X-Forwarded-User', 'a b'], key],
    };
    for (const [what, headers] of Object.entries(attacks)) {
      const status = await knock(url, headers);
      t.check(`${name}: ${what}`, status === 400, status);
    }
    const far = await knock(url, [user, key], '127.0.0.2');
    t.check(`${name}: from somebody else`, far === 400, far);
    const none = await knock(url, [], '127.0.0.2');
    t.check(`${name}: nothing at all`, none === 401, none);
    t.check(`${name}: none of that got through`, stub.requests.length === seen);
    const sent = JSON.stringify(stub.requests.map(({headers}) => headers));
    t.check(`${name}: its fields stay here`, !sent.includes(secret) &&
      !/x-forwarded-user|pith-proxy|alice/i.test(sent), sent);
    t.check(`${name}: no secret in the log, but who was refused`,
      !served.output().includes(secret) &&
      /"proxy refused".*"address":"127\.0\.0\.2"/.test(served.output()),
    served.output());
  });
  await stub.stop();
}

// Where .ci/setup puts it, or Debian.
const nginx_file = ['/usr/sbin/nginx',
  path.join(here, '../../build/nginx/usr/sbin/nginx')].find(existsSync);

// Asks `judge` about each request, and names to the gateway whom it found.
function nginx_conf(port, upstream, judge) {
  const kept = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((word) => `${word}_temp_path ${word}_temp;`).join(' ');
  return `events {}
http {
  access_log off; ${kept}
  server {
    listen 127.0.0.1:${port};
    location = /judge {
      internal;
      proxy_pass http://127.0.0.1:${judge};
      proxy_pass_request_body off;
      proxy_set_header Content-Length "";
    }
    location / {
      auth_request /judge;
      auth_request_set $user $upstream_http_x_user;
      auth_request_set $groups $upstream_http_x_groups;
      proxy_pass http://127.0.0.1:${upstream};
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header X-Forwarded-User $user;
      proxy_set_header X-Forwarded-Groups $groups;
      proxy_set_header Pith-Proxy-Secret ${secret};
      proxy_set_header Authorization "";
      proxy_buffering off;
    }
  }
}
`;
}

async function with_nginx(t, pith) {
  const name = '27 proxy, nginx';
  if (nginx_file === undefined) {
    console.log(`skipped: ${name}: run '.ci/setup' first`);
    return;
  }
  const people = {'Bearer of-alice': ['alice', 'dev'],
    'Bearer of-bob': ['bob', 'dev,readers']};
  const judge = http.createServer((request, response) => {
    const [user, groups] = people[request.headers.authorization] ?? [];
    response.writeHead(user === undefined ? 401 : 200,
      user === undefined ? {} : {'x-user': user, 'x-groups': groups});
    response.end();
  });
  await new Promise((resolve) => judge.listen(0, '127.0.0.1', resolve));
  const stub = await start_stub();
  const toml = gateway_toml({stub: {url: stub.url}}) + proxy;
  await with_gateway(t, name, gateway(pith, toml), async (served) => {
    const folder = temporary();
    const port = await free_port();
    writeFileSync(path.join(folder, 'nginx.conf'),
      nginx_conf(port, served.port, judge.address().port));
    const front = await start(nginx_file, ['-p', folder, '-c', 'nginx.conf',
      '-e', 'stderr', '-g',
      'daemon off; pid nginx.pid; error_log stderr notice;'],
    {ready: /start worker process /});
    try {
      const url = `http://127.0.0.1:${port}/stub/mcp`;
      const forged = {...said('mallory', 'admins')};
      const {first} = await legacy(url, {headers: forged});
      t.check(`${name}: nobody unknown`, first.status === 401, first.status);
      for (const [who, may] of [['alice', true], ['bob', false]]) {
        const client = await legacy(url,
          {headers: {...forged, authorization: `Bearer of-${who}`}});
        t.check(`${name}: ${who}`, client.first.status === 200 &&
          (await names_of(client)).includes('echo') === may,
        client.first.text);
      }
      const sent = JSON.stringify(stub.requests.map(({headers}) => headers));
      t.check(`${name}: its fields stay here`,
        !/mallory|alice|of-bob/.test(sent) && !sent.includes(secret), sent);
    } finally {
      await front.stop();
    }
  });
  judge.close();
  await stub.stop();
}

// 28
async function headers_of_servers(t, pith) {
  const name = '28 server headers';
  const stub = await start_stub();
  const toml = `${gateway_toml({stub: {url: stub.url, headers: {
    Authorization: 'Bearer upstream-common', 'X-User': 'gateway/{principal}'}},
  child: {command: stub_words}})}[[server.stub.headers_for]]\n` +
    'who = ["alice"]\nheaders = { authorization = "Bearer upstream-alice" }\n' +
    auth;
  await with_gateway(t, name, gateway(pith, toml), async (served) => {
    const tokens = {alice: 'Bearer upstream-alice',
      bob: 'Bearer upstream-common'};
    for (const [who, token] of Object.entries(tokens)) {
      for (const [place, prefix] of [['stub', ''], [undefined, 'stub__']]) {
        const url = served.endpoint(place);
        for (const client of [await legacy(url, as(who)),
          modern(url, as(who))]) {
          stub.requests.length = 0;
          await client.result(`${prefix}echo`, {text: 'x'});
          t.check(`${name}: ${who}, ${place ?? 'endpoint'}`,
            stub.requests.length > 0 && stub.requests.every(({headers}) =>
              headers.authorization === token &&
              headers['x-user'] === `gateway/${who}`),
            stub.requests.map(({headers}) => headers));
        }
      }
    }
    t.check(`${name}: none is logged`, !served.output().includes('upstream-'));
  });
  await stub.stop();
}

export const identity_cases = [
  ['26 rights', rights],
  ['26 rights, official clients', official],
  ['26 rights, after a reload', new_rights],
  ['27 proxy', trusted_proxy],
  ['27 proxy, nginx', with_nginx],
  ['28 server headers', headers_of_servers],
];
