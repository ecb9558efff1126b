// SPDX-License-Identifier: MIT
// What whoever operates a gateway sees of it and can do to it: the log, the
// metrics, signals, revoked tokens, descriptors, its end.
//
//   node operators.mjs PITH [PART-OF-A-NAME]

import {execFileSync, spawnSync} from 'node:child_process';
import {
  existsSync, readFileSync, renameSync, statSync, writeFileSync,
} from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import tls from 'node:tls';
import {run_cases, with_gateway} from './cases.mjs';
import {stub_words} from './defects_stdio.mjs';
import {children_of} from './process_table.mjs';
import {start_stub} from './stub_server.mjs';
import {
  free_port, gateway, gateway_toml, mcp_post, sleep, start, temporary,
} from './support.mjs';
import {eventually, legacy, modern, raw} from './wire.mjs';

const tokens = (...names) => '[auth]\ntokens = { ' +
  names.map((name) => `${name} = "secret-of-${name}"`).join(', ') + ' }\n';
const as = (name) => ({headers: {authorization: `Bearer secret-of-${name}`}});
const ping = {jsonrpc: '2.0', id: 1, method: 'ping'};

// The lines of a log, as values; a line that is not JSON is one of its own.
function lines_of(text) {
  return text.split('\n').filter((line) => line !== '').map((line) => {
    try {
      return JSON.parse(line);
    } catch {
      return {garbage: line};
    }
  });
}

const events = (served, event) =>
  lines_of(served.output('stderr')).filter((line) => line.event === event);

// The first line of this event for which the condition holds, when it comes.
async function said(served, event, holds = () => true) {
  await eventually(() => events(served, event).some(holds), 20000);
  return events(served, event).find(holds);
}

async function metrics_of(served, name) {
  const {text} = await mcp_post(`${served.url}/metrics`, undefined,
    as('alice').headers, {method: 'GET'});
  return text.split('\n').filter((line) => line.startsWith(name));
}

// Replaces the configuration and waits until it is in force.
async function reload(served, toml) {
  const before = events(served, 'reloaded').length;
  writeFileSync(served.file, `listen = "127.0.0.1:0"\n${toml}`);
  served.child.kill('SIGHUP');
  return eventually(() => events(served, 'reloaded').length > before);
}

async function audit(t, pith) {
  const name = 'audit';
  const stub = await start_stub();
  const toml = gateway_toml({
    far: {url: stub.url, rewrite: {deny: ['forbidden']}},
    child: {command: stub_words, timeout_seconds: 20},
    dead: {url: `http://127.0.0.1:${await free_port()}/mcp`},
    missing: {command: ['/nowhere/to/be/found']},
  }) + tokens('alice', 'bob');
  await with_gateway(t, name, gateway(pith, toml), async (served) => {
    for (const server of ['far', 'child']) {
      const client = await legacy(served.endpoint(server), as('alice'));
      await client.call('rows', {seed: 1, count: 30});
      const line = await said(served, 'call', (l) => l.server === server);
      t.check(`${name}: who called what, ${server}`,
        line?.principal === 'alice' && line.address === '127.0.0.1' &&
        line.tool === 'rows' && line.request === '1' &&
        line.outcome === 'ok' && line.tokens_before > line.tokens_after &&
        line.ms >= 0 && client.session.startsWith(line.session) &&
        line.session.length >= 4 && line.session.length <= 6, line);
    }
    const bob = modern(served.endpoint('far'), as('bob'));
    await bob.call('forbidden');
    const denied = await said(served, 'denied');
    t.check(`${name}: denied tools are a warning`,
      denied?.level === 'warn' && denied.principal === 'bob' &&
      denied.tool === 'forbidden' && denied.outcome === 'denied', denied);
    const child = await legacy(served.endpoint('child'), as('bob'));
    await child.post({jsonrpc: '2.0', method: 'tools/call',
      params: {name: 'rows', arguments: {}}});
    const untold = await said(served, 'denied', (l) => l.server === 'child');
    t.check(`${name}: so are calls without an id`,
      untold?.principal === 'bob' && untold.tool === 'rows', untold);
    await child.call('slow', {ms: 60000});
    const failed = (server) =>
      said(served, 'call failed', (line) => line.server === server);
    const late = await failed('child');
    t.check(`${name}: a call without an answer`,
      late?.outcome === 'timeout' && late.level === 'warn' &&
      late.tool === 'slow' && late.principal === 'bob', late);
    await modern(served.endpoint('dead'), as('alice')).call('x');
    const dead = await failed('dead');
    t.check(`${name}: a server that is not there`,
      dead?.outcome === 'unreachable' && dead.level === 'warn', dead);
    await legacy(served.endpoint('missing'), as('alice'));
    t.check(`${name}: a command that is not there`,
      (await said(served, 'server cannot start'))?.level === 'error');
    const failures = (await metrics_of(served,
      'pith_upstream_failures_total')).join('\n');
    for (const [server, reason] of [['dead', 'unreachable'],
      ['child', 'timeout'], ['missing', 'not_started']]) {
      t.check(`${name}: counted, ${server}`, failures.includes(
        `{server="${server}",reason="${reason}"} 1`), failures);
    }
    t.check(`${name}: and as a call that failed`,
      (await metrics_of(served, 'pith_call_failures_total')).includes(
        'pith_call_failures_total{server="child",tool="slow"} 1'));
    process.kill(children_of(served.child.pid)[0], 'SIGKILL');
    t.check(`${name}: a child that ends by itself is a warning`,
      await eventually(() => events(served, 'server ended')
        .some((line) => line.level === 'warn')));
    t.check(`${name}: every line is JSON`,
      lines_of(served.output('stderr')).every((line) => !line.garbage),
      lines_of(served.output('stderr')).filter((line) => line.garbage));
  });
  await stub.stop();
}

async function wrong_tokens(t, pith) {
  const name = 'wrong tokens';
  const stub = await start_stub();
  const toml = gateway_toml({stub: {url: stub.url}}) + tokens('alice') +
    'trusted_proxies = ["127.0.0.0/8"]\n';
  await with_gateway(t, name, gateway(pith, toml), async (served) => {
    const url = served.endpoint('stub');
    const guess = (from) => mcp_post(url, ping, {
      authorization: 'Bearer guessed-guessed', 'x-forwarded-for': from});
    const alice = await legacy(url, as('alice'));
    await Promise.all(Array.from({length: 50}, () => guess('1.2.3.4')));
    // Others are answered while this one waits; how fast is for the machine.
    const begin = Date.now();
    const late = guess('6.6.6.6, 1.2.3.4');
    const comes_first = (one) => Promise.race(
      [one.then(() => true), late.then(() => false)]);
    const valid = alice.call('echo', {text: 'x'});
    const elsewhere = guess('1.2.3.5');
    const none = mcp_post(url, ping, {'x-forwarded-for': '1.2.3.4'});
    const [is_valid_first, is_elsewhere_first, is_none_first] =
      await Promise.all([valid, elsewhere, none].map(comes_first));
    t.check(`${name}: valid ones do not wait`,
      is_valid_first && (await valid).status === 200, (await valid).text);
    t.check(`${name}: each address waits for itself`, is_elsewhere_first);
    t.check(`${name}: who asks without one does not wait`, is_none_first);
    t.check(`${name}: others do`, (await late).status === 401 &&
      Date.now() - begin >= 500, Date.now() - begin);
    await eventually(() => events(served, 'token refused').length === 2);
    const told = events(served, 'token refused');
    t.check(`${name}: one line per address`, told.length === 2 &&
      told[0].level === 'warn' && told[0].address === '1.2.3.4' &&
      told[1].address === '1.2.3.5' && told[0].reason === 'unknown', told);
    t.check(`${name}: which does not show them`,
      !served.output().includes('guessed'));
    t.check(`${name}: they are counted`, (await metrics_of(served,
      'pith_tokens_refused_total')).includes('pith_tokens_refused_total 53'));
  });
  const direct = gateway_toml({stub: {url: stub.url}}) + tokens('alice');
  await with_gateway(t, name, gateway(pith, direct), async (served) => {
    await mcp_post(served.endpoint('stub'), ping, {
      authorization: 'Bearer guessed-guessed', 'x-forwarded-for': '1.2.3.4'});
    t.check(`${name}: nobody believes a stranger`,
      (await said(served, 'token refused'))?.address === '127.0.0.1');
  });
  await stub.stop();
}

function make_certificate(folder, serial) {
  execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt',
    'ec_paramgen_curve:P-256', '-nodes', '-days', '2', '-subj',
    '/CN=localhost', '-set_serial', `${serial}`, '-keyout',
    path.join(folder, 'key.pem'), '-out', path.join(folder, 'cert.pem')],
  {stdio: 'ignore'});
}

function serial_at(port) {
  return new Promise((resolve, reject) => {
    const socket = tls.connect({port, host: '127.0.0.1',
      rejectUnauthorized: false}, () => {
      const {serialNumber} = socket.getPeerCertificate();
      socket.destroy();
      resolve(parseInt(serialNumber, 16));
    });
    socket.on('error', reject);
  });
}

async function renewal(t, pith) {
  const name = 'renewal';
  const folder = temporary();
  const log = path.join(folder, 'gateway.log');
  make_certificate(folder, 101);
  const toml = gateway_toml({child: {command: stub_words}}) +
    `[tls]\ncertificate = "${folder}/cert.pem"\nkey = "${folder}/key.pem"\n` +
    `[log]\nfile = "${log}"\n`;
  await with_gateway(t, name, gateway(pith, toml), async (served) => {
    t.check(`${name}: the log is for its owner`,
      (statSync(log).mode & 0o777) === 0o600);
    t.check(`${name}: the first certificate`,
      await serial_at(served.port) === 101);
    make_certificate(folder, 102);
    renameSync(log, `${log}.1`);
    served.child.kill('SIGHUP');
    t.check(`${name}: the log is reopened`, await eventually(
      () => existsSync(log) && readFileSync(log, 'utf8').includes('reloaded')));
    t.check(`${name}: for its owner as well`,
      (statSync(log).mode & 0o777) === 0o600);
    t.check(`${name}: the second certificate`, await eventually(
      async () => await serial_at(served.port) === 102));
    writeFileSync(path.join(folder, 'cert.pem'), 'not a certificate\n');
    served.child.kill('SIGHUP');
    t.check(`${name}: a broken one is refused`, await eventually(
      () => readFileSync(log, 'utf8').includes('"reload refused"')));
    t.check(`${name}: and the old one stays`,
      await serial_at(served.port) === 102);
  });
}

async function revocation(t, pith) {
  const name = 'revocation';
  const stub = await start_stub();
  const servers = {far: {url: stub.url}, child: {command: stub_words}};
  const both = gateway_toml(servers) + tokens('alice', 'bob');
  await with_gateway(t, name, gateway(pith, both), async (served) => {
    const open = {};
    for (const server of ['far', 'child']) {
      for (const who of ['alice', 'bob']) {
        const client = await legacy(served.endpoint(server), as(who));
        open[`${who} ${server}`] =
          {client, stream: await client.stream()};
      }
    }
    const slow = open['bob child'].client.call('slow', {ms: 60000})
      .then(({status}) => status, () => 'ended');
    // Its head is admitted; the rest comes when nobody is bob any more.
    const body = JSON.stringify(ping);
    const late = raw(served.port, ['POST /far/mcp HTTP/1.1\r\n' +
      'Host: localhost\r\nContent-Type: application/json\r\n' +
      'Authorization: Bearer secret-of-bob\r\nConnection: close\r\n' +
      `Mcp-Session-Id: ${open['bob far'].client.session}\r\n` +
      `Content-Length: ${body.length}\r\n\r\n`, body],
    {milliseconds: 8000, pause: 3000});
    await sleep(500);
    const seen = stub.requests.length;
    t.check(`${name}: is in force`,
      await reload(served, gateway_toml(servers) + tokens('alice')));
    for (const server of ['far', 'child']) {
      t.check(`${name}: the stream ends, ${server}`, await eventually(
        () => open[`bob ${server}`].stream.messages.ended));
    }
    t.check(`${name}: what is under way ends`,
      await Promise.race([slow, sleep(20000)]) !== undefined);
    t.check(`${name}: what was half sent is refused`,
      (await late).status === 401, (await late).text);
    t.check(`${name}: and never reaches the server`,
      stub.requests.slice(seen).every(({raw: text}) => text !== body));
    for (const server of ['far', 'child']) {
      const {client, stream} = open[`alice ${server}`];
      t.check(`${name}: others do not notice, ${server}`,
        !stream.messages.ended &&
        (await client.call('echo', {text: 'x'})).status === 200);
      stream.close();
    }
  });
  await stub.stop();
}

async function new_rules(t, pith) {
  const name = 'new rules';
  const stub = await start_stub();
  const toml = (deny) => gateway_toml({
    far: {url: stub.url, rewrite: {deny}},
    child: {command: stub_words, rewrite: {deny}},
    other: {command: stub_words},
  }) + tokens('alice');
  await with_gateway(t, name, gateway(pith, toml([])), async (served) => {
    const clients = {};
    for (const server of ['far', 'child', 'other']) {
      clients[server] = await legacy(served.endpoint(server), as('alice'));
    }
    const slow = clients.child.call('slow', {ms: 60000})
      .then(({text}) => text, () => 'ended');
    const far = clients.far.call('slow', {ms: 60000})
      .then(({text}) => text, () => 'ended');
    await sleep(300);
    t.check(`${name}: are in force`, await reload(served, toml(['slow'])));
    t.check(`${name}: a session of before ends`, await eventually(async () =>
      (await clients.child.call('echo', {text: 'x'})).status === 404));
    t.check(`${name}: and its calls`,
      await Promise.race([slow, sleep(20000)]) !== undefined);
    t.check(`${name}: calls of a server at a URL end`,
      await Promise.race([far, sleep(20000)]) !== undefined);
    const denied = await clients.far.call('slow', {ms: 1});
    t.check(`${name}: its session has the new rules`,
      denied.message?.error?.code === -32602, denied.text);
    t.check(`${name}: other servers do not notice`,
      (await clients.other.call('echo', {text: 'x'})).status === 200);
  });
  await stub.stop();
}

async function descriptors(t, pith) {
  const name = 'descriptors';
  const stub = await start_stub();
  const toml = gateway_toml({stub: {url: stub.url}});
  const file = path.join(temporary(), 'pith');
  // Few, and no more to be had.
  writeFileSync(file, `#!/bin/sh\nulimit -n 256\nexec "${pith}" "$@"\n`,
    {mode: 0o755});
  await with_gateway(t, name, gateway(file, toml), async (served) => {
    const few = await said(served, 'few file descriptors');
    t.check(`${name}: said at the start`, few?.level === 'warn' &&
      few.limit === 256 && few.connections < 200, few);
    const sockets = Array.from({length: 300}, () => {
      const socket = net.connect(served.port, '127.0.0.1');
      socket.on('error', () => {});
      return socket;
    });
    await sleep(1000);
    const ask = () => raw(served.port, 'GET /healthz HTTP/1.1\r\n' +
      'Host: localhost\r\nConnection: close\r\n\r\n');
    t.check(`${name}: refused at once, not ignored`, (await ask()).closed);
    // Those that were refused before are gone soon.
    t.check(`${name}: and told why`,
      await eventually(async () => (await ask()).status === 503, 20000));
    for (const socket of sockets) socket.destroy();
    t.check(`${name}: and served again`,
      await eventually(async () => (await ask()).status === 200));
  });
  const soft = path.join(temporary(), 'pith');
  writeFileSync(soft, `#!/bin/sh\nulimit -Sn 256\nexec "${pith}" "$@"\n`,
    {mode: 0o755});
  const limits = '[limits]\nconnections = 500\nchildren = 16\n';
  // Node would raise its own.
  const child = gateway_toml({child: {command: ['sleep', '60']}}) + limits;
  await with_gateway(t, name, gateway(soft, child), async (served) => {
    t.check(`${name}: the soft limit is raised`,
      events(served, 'started')[0]?.descriptors === 64 + 64 + 500 &&
      events(served, 'few file descriptors').length === 0,
      events(served, 'started'));
    legacy(served.endpoint('child')).catch(() => {});
    t.check(`${name}: but not that of children`, await eventually(() => {
      const [child_pid] = children_of(served.child.pid);
      return child_pid !== undefined && /Max open files\s+256 /.test(
        readFileSync(`/proc/${child_pid}/limits`, 'utf8'));
    }));
  });
  await stub.stop();
}

async function ends(t, pith) {
  const name = 'ends';
  const toml = gateway_toml({child: {command: stub_words}}) +
    '[limits]\ndrain_delay_seconds = 5\ndrain_seconds = 60\n';
  const ready = (served) => raw(served.port,
    'GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  const served = await gateway(pith, toml);
  const client = await legacy(served.endpoint('child'));
  t.check(`${name}: ready`, (await ready(served)).status === 200);
  served.child.kill('SIGTERM');
  t.check(`${name}: not ready, and says so to new connections`,
    await eventually(async () => (await ready(served)).status === 503, 4500));
  t.check(`${name}: and why`,
    (await ready(served)).text.endsWith('\r\n\r\ndraining\n'));
  const late = await client.call('echo', {text: 'x'});
  t.check(`${name}: but still served`, late.status === 200);
  t.check(`${name}: though not for long on this connection`,
    late.headers.connection === 'close', late.headers);
  const slow = client.call('slow', {ms: 50000}).catch(() => undefined);
  await sleep(5500);
  t.check(`${name}: waits for what is under way`,
    served.child.exitCode === null);
  const begin = Date.now();
  served.child.kill('SIGTERM');
  await served.ended;
  t.check(`${name}: but not for ever when told twice`,
    Date.now() - begin < 20000, Date.now() - begin);
  await slow;
}

// Streams have no end of their own; those who have them open others elsewhere.
async function ends_streams(t, pith) {
  const name = 'ends, streams';
  const stub = await start_stub();
  const toml = gateway_toml({far: {url: stub.url}}) +
    '[limits]\ndrain_seconds = 60\n';
  const served = await gateway(pith, toml);
  const client = await legacy(served.endpoint('far'));
  const stream = await client.stream();
  t.check(`${name}: open`, stream.status === 200, stream.status);
  const begin = Date.now();
  served.child.kill('SIGTERM');
  const {code} = await served.ended;
  t.check(`${name}: nobody waits for one`, Date.now() - begin < 30000,
    Date.now() - begin);
  t.check(`${name}: and it ends in good order`, code === 0, served.output());

  const hurried = await gateway(pith, toml);
  const slow = (await legacy(hurried.endpoint('far'))).call('slow', {ms: 50000})
    .catch(() => undefined);
  await sleep(500);
  hurried.child.kill('SIGTERM');
  await sleep(500);
  t.check(`${name}: a call is waited for`, hurried.child.exitCode === null);
  hurried.child.kill('SIGTERM');
  const end = await hurried.ended;
  t.check(`${name}: and dropped in good order`, end.code === 0,
    hurried.output());
  await slow;
  await stub.stop();
}

// What systemd is told, by a stand-in that hears datagrams.
async function notices(t, pith) {
  const name = 'notices';
  const socket = path.join(temporary(), 'notify');
  const heard = await start('python3', ['-u', '-c', `
import socket, sys
listening = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
listening.bind(sys.argv[1])
print("bound", flush=True)
while True:
    print(repr(listening.recv(4096)), flush=True)
`, socket], {ready: /bound/});
  const toml = gateway_toml({child: {command: stub_words}});
  const served = await gateway(pith, toml, [], {env: {NOTIFY_SOCKET: socket}});
  const lines = () => heard.output('stdout').trim().split('\n').slice(1)
    .map((line) => line.replace(/[0-9]{4,}/, 'N'));
  const hears = (...all) => eventually(
    () => lines().join() === all.map((one) => `b'${one}'`).join());
  t.check(`${name}: ready`, await hears('READY=1'), lines());
  served.child.kill('SIGHUP');
  const reload_lines = ['READY=1', 'RELOADING=1\\nMONOTONIC_USEC=N', 'READY=1'];
  t.check(`${name}: reload`, await hears(...reload_lines), lines());
  const {code} = await served.stop();
  t.check(`${name}: end`, code === 0 &&
    await hears(...reload_lines, 'STOPPING=1'), lines());
  await heard.stop();
}

async function checks_commands(t, pith) {
  const name = 'check';
  const file = path.join(temporary(), 'pith.toml');
  const check = (command) => {
    writeFileSync(file, gateway_toml({x: {command}}));
    return spawnSync(pith, ['gateway', '--check', '--config', file],
      {encoding: 'utf8'});
  };
  for (const command of ['pith-no-such-program', '/nowhere/program', '/tmp']) {
    const {status, stderr} = check([command]);
    t.check(`${name}: ${command}`, status === 1 &&
      stderr.includes(`no program '${command}'`), stderr);
  }
  for (const command of ['sh', process.execPath]) {
    const {status, stderr} = check([command]);
    t.check(`${name}: ${command}`, status === 0 &&
      stderr.includes('is valid'), stderr);
  }
}

await run_cases([
  ['audit', audit],
  ['wrong tokens', wrong_tokens],
  ['renewal', renewal],
  ['revocation', revocation],
  ['new rules', new_rules],
  ['descriptors', descriptors],
  ['ends', ends],
  ['ends, streams', ends_streams],
  ['notices', notices],
  ['check', checks_commands],
]);
