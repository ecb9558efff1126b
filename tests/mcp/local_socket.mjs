// SPDX-License-Identifier: MIT
// A gateway on a Unix socket: what is served there, who may name a caller, and
// what becomes of the file.
//
//   node local_socket.mjs PITH [PART-OF-A-NAME]

import {
  chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync,
  writeFileSync,
} from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import {run_cases, with_gateway} from './cases.mjs';
import {haproxy_program} from './fleet_fronts.mjs';
import {start_stub} from './stub_server.mjs';
import {
  free_port, gateway, gateway_toml, mcp_post, run, start, temporary,
} from './support.mjs';
import {call_of, eventually, modern_headers, modern_meta} from './wire.mjs';

const secret = '0123456789abcdef0123';
const proxy = (from) => '[auth.proxy]\nheader = "X-Forwarded-User"\n' +
  `from = [${from.map((one) => `"${one}"`).join(', ')}]\n` +
  `secret = "${secret}"\n`;
const said = (user, more) => ({'x-forwarded-user': user,
  'pith-proxy-secret': secret, ...more});
const limits = '[limits]\ndrain_delay_seconds = 0\n';
const listen = (socket) => `listen = "unix:${socket}"\n`;
const new_path = () => path.join(temporary(), 'gateway.sock');

// {status, headers, text} of a request by the socket.
function ask(socketPath, target, {headers = {}, body, method} = {}) {
  return new Promise((resolve, reject) => {
    const request = http.request({socketPath, path: target, agent: false,
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {host: 'localhost', accept: 'application/json, text/event-stream',
        ...(body && {'content-type': 'application/json'}), ...headers}},
    (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => {
        text += part;
      }).on('end', () => resolve({
        status: response.statusCode, headers: response.headers, text}));
    });
    request.on('error', reject).end(body && JSON.stringify(body));
  });
}

function call(socket, args, headers = {}, tool = 'echo') {
  const message = call_of(1, tool, args, modern_meta());
  return ask(socket, '/stub/mcp', {body: message,
    headers: {...modern_headers(message), ...headers}});
}

async function serves(t, pith) {
  const name = 'serves';
  const stub = await start_stub();
  const socket = new_path();
  const toml = listen(socket) + 'threads = 4\n' +
    gateway_toml({stub: {url: stub.url}}) + limits;
  await with_gateway(t, name, gateway(pith, toml), async (served) => {
    t.check(`${name}: says where`, served.socket === socket, served.socket);
    t.check(`${name}: for owner and group`,
      (lstatSync(socket).mode & 0o777) === 0o660, lstatSync(socket).mode);
    const ready = await ask(socket, '/readyz');
    t.check(`${name}: ready`, ready.status === 200 && ready.text === 'ready\n',
      ready);
    t.check(`${name}: health`, (await ask(socket, '/healthz')).status === 200);
    const all = await Promise.all(Array.from({length: 200}, (_, i) =>
      call(socket, {text: `text-${i}`})));
    t.check(`${name}: 200 calls at a time`, all.every(({status, text}, i) =>
      status === 200 && text.includes(`text-${i}`)),
    all.find(({status}) => status !== 200));
    const {text} = await ask(socket, '/metrics');
    t.check(`${name}: numbers`,
      /^pith_calls_total\{[^}]*"echo"\} 200$/m.test(text),
      text.match(/^pith_calls.*$/mg));
    t.check(`${name}: the log says whence`,
      /"address":"unix"/.test(served.output()), served.output());
    // A name that somebody could point at a proxy in front.
    const other = await ask(socket, '/metrics',
      {headers: {host: 'evil.example.net'}});
    t.check(`${name}: no other name`, other.status === 403, other);
  });
  t.check(`${name}: the file is gone`, !existsSync(socket));
  await stub.stop();
}

async function identity(t, pith) {
  const name = 'identity';
  const stub = await start_stub();
  const socket = new_path();
  const toml = listen(socket) + gateway_toml({stub: {url: stub.url}}) +
    '[auth]\ntokens = { build = "token-of-build" }\n' +
    'trusted_proxies = ["unix"]\n' + proxy(['unix']) + limits;
  await with_gateway(t, name, gateway(pith, toml), async (served) => {
    const status = async (headers) =>
      (await call(socket, {text: 'x'}, headers)).status;
    t.check(`${name}: whom the proxy names`, await status(said('alice')) === 200);
    t.check(`${name}: a token still does`,
      await status({authorization: 'Bearer token-of-build'}) === 200);
    t.check(`${name}: nobody`, await status({}) === 401);
    const seen = stub.requests.length;
    for (const [what, headers] of Object.entries({
      'no secret': {'x-forwarded-user': 'alice'},
      'a wrong secret': said('alice', {'pith-proxy-secret': `${secret}x`}),
      'a secret alone': {'pith-proxy-secret': secret},
      'two users': said(['alice', 'mallory']),
      'no name': said(''),
    })) {
      const got = await status(headers);
      t.check(`${name}: ${what}`, got === 400, got);
    }
    await status({'authorization': 'Bearer guessed-guessed',
      'x-forwarded-for': '192.0.2.7'});
    t.check(`${name}: the log has the address of the client`,
      await eventually(() => /"token refused".*"address":"192\.0\.2\.7"/
        .test(served.output())), served.output());
    t.check(`${name}: none of that got through`, stub.requests.length === seen);
    t.check(`${name}: no secret in the log`, !served.output().includes(secret));
  });
  await stub.stop();
}

// Over TCP nobody is the proxy of the socket, whatever it says of itself.
async function over_tcp(t, pith) {
  const name = 'tcp';
  const stub = await start_stub();
  const servers = gateway_toml({stub: {url: stub.url}});
  const check = async (text) => {
    const file = path.join(temporary(), 'pith.toml');
    writeFileSync(file, text);
    return run(pith, ['gateway', '--check', '--config', file]);
  };
  for (const [what, text, why] of [
    ['a proxy by a socket', servers + proxy(['unix']), /'unix' is for/],
    ['a socket and an address',
      listen('/run/s') + servers + proxy(['unix', '127.0.0.1']),
      /use 'unix'/],
    ['a socket in trusted_proxies',
      `${servers}[auth]\ntrusted_proxies = ["unix"]\n`, /'unix' is for/],
    ['a path that is too long', listen(`/${'a'.repeat(120)}`) + servers,
      /at most 107 bytes/],
    ['a relative path', listen('run/s') + servers, /must be absolute/],
  ]) {
    const {code, stderr} = await check(text);
    t.check(`${name}: ${what} is an error`, code !== 0 && why.test(stderr),
      stderr);
  }
  const toml = `${servers}[auth]\ntrusted_proxies = ["127.0.0.1"]\n` +
    proxy(['10.0.0.0/8']);
  await with_gateway(t, name, gateway(pith, toml), async (served) => {
    for (const claim of [{}, {'x-forwarded-for': 'unix'},
      {'x-forwarded-for': 'unix:/run/pith/gateway.sock'},
      {'x-forwarded-for': '10.0.0.1'}, {'forwarded': 'for=unix'},
      {'x-real-ip': 'unix'}]) {
      const message = call_of(1, 'echo', {text: 'x'}, modern_meta());
      const {status} = await mcp_post(served.endpoint('stub'), message,
        {...modern_headers(message), ...said('alice'), ...claim});
      t.check(`${name}: ${JSON.stringify(claim)}`, status === 400, status);
    }
    t.check(`${name}: nothing got through`, stub.requests.length === 0);
  });
  await stub.stop();
}

// What is at the path before, and after.
async function files(t, pith) {
  const name = 'files';
  const stub = await start_stub();
  const servers = gateway_toml({stub: {url: stub.url}}) + limits;
  const socket = new_path();
  const folder = path.dirname(socket);
  const open = (where, more = '') => gateway(pith, listen(where) + more + servers);
  // Why it does not start.
  const refused = async (where) => {
    const file = path.join(temporary(), 'pith.toml');
    writeFileSync(file, listen(where) + servers);
    const {code, stderr} = await run(pith, ['gateway', '--config', file]);
    return code === 0 ? 'it starts' : stderr;
  };

  const first = await open(socket);
  t.check(`${name}: another gateway is left alone`,
    /another process listens/.test(await refused(socket)));
  t.check(`${name}: and serves on`,
    (await ask(socket, '/readyz')).status === 200);
  first.child.kill('SIGKILL');
  await first.ended;
  t.check(`${name}: one that is killed leaves its file`, existsSync(socket));

  const second = await open(socket, 'listen_mode = "0600"\n');
  t.check(`${name}: the next one replaces it`,
    (await ask(socket, '/readyz')).status === 200 &&
    (lstatSync(socket).mode & 0o777) === 0o600);
  writeFileSync(second.file,
    readFileSync(second.file, 'utf8').replace(socket, `${socket}2`));
  second.child.kill('SIGHUP');
  t.check(`${name}: another path needs a restart`, await eventually(
    () => /"needs a restart".*listen/.test(second.output())));
  t.check(`${name}: until then it is the old one`,
    (await ask(socket, '/readyz')).status === 200 && !existsSync(`${socket}2`));
  await second.stop();
  t.check(`${name}: its end removes it`, !existsSync(socket), second.output());

  writeFileSync(socket, 'precious');
  t.check(`${name}: a file that is not a socket stays`,
    /is not a socket/.test(await refused(socket)) &&
    readFileSync(socket, 'utf8') === 'precious');
  const link = path.join(folder, 'link');
  for (const target of [socket, path.join(folder, 'nowhere')]) {
    const from = `${link}-${path.basename(target)}`;
    symlinkSync(target, from);
    t.check(`${name}: so does a link to ${path.basename(target)}`,
      /is not a socket/.test(await refused(from)) &&
      lstatSync(from).isSymbolicLink());
  }
  const open_to_all = path.join(folder, 'all');
  mkdirSync(open_to_all);
  chmodSync(open_to_all, 0o1777);
  t.check(`${name}: not where everybody writes`,
    /everybody can write/.test(await refused(path.join(open_to_all, 's'))));
  t.check(`${name}: nor in a folder that is not there`,
    /directory cannot be opened/.test(
      await refused(path.join(folder, 'no', 's'))));
  await stub.stop();
}

// A request that has begun is answered when the gateway is told to end.
async function ends(t, pith) {
  const name = 'ends';
  const stub = await start_stub();
  const socket = new_path();
  const toml = listen(socket) + gateway_toml({stub: {url: stub.url}}) + limits;
  const served = await gateway(pith, toml);
  const slow = call(socket, {ms: 1000}, {}, 'slow');
  await eventually(() => stub.requests.length > 0);
  const end = served.stop();
  t.check(`${name}: nobody new finds it`, await eventually(() =>
    ask(socket, '/readyz').then(() => false, () => true), 5000));
  const {status} = await slow;
  t.check(`${name}: who was there is answered`, status === 200, status);
  t.check(`${name}: in good order`, (await end).code === 0, served.output());
  await stub.stop();
}

// As docs/operations.md has it; nginx is in examples.mjs.
async function after_haproxy(t, pith) {
  const name = 'haproxy';
  if (haproxy_program() === undefined) {
    console.log(`skipped: ${name}: run '.ci/setup' first`);
    return;
  }
  const stub = await start_stub();
  const socket = new_path();
  const toml = listen(socket) + gateway_toml({stub: {url: stub.url}}) + limits;
  await with_gateway(t, name, gateway(pith, toml), async () => {
    const folder = temporary();
    const port = await free_port();
    writeFileSync(path.join(folder, 'haproxy.cfg'), `defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
frontend clients
  bind 127.0.0.1:${port}
  default_backend gateways
backend gateways
  option httpchk GET /readyz
  server a unix@${socket} check
`);
    const front = await start(haproxy_program(), ['-f', 'haproxy.cfg'],
      {cwd: folder});
    try {
      const message = call_of(1, 'echo', {text: 'through'}, modern_meta());
      let last;
      t.check(`${name}: a call`, await eventually(async () => {
        last = await mcp_post(`http://127.0.0.1:${port}/stub/mcp`, message,
          modern_headers(message)).catch((problem) => ({text: `${problem}`}));
        return last.status === 200 && last.text.includes('through');
      }), {last, said: front.output()});
    } finally {
      await front.stop();
    }
  });
  await stub.stop();
}

await run_cases([
  ['serves', serves],
  ['identity', identity],
  ['tcp', over_tcp],
  ['files', files],
  ['ends', ends],
  ['haproxy', after_haproxy],
]);
