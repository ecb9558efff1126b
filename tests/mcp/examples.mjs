// SPDX-License-Identifier: MIT
// The examples of examples/gateway, as they are: only ports are replaced by
// free ones. Each is started, called with a real server, and stopped.
//
//   node examples.mjs PITH [PART-OF-A-NAME]

import {execFileSync} from 'node:child_process';
import {
  chmodSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync,
} from 'node:fs';
import https from 'node:https';
import path from 'node:path';
import process from 'node:process';
import tls from 'node:tls';
import {run_cases, with_gateway} from './cases.mjs';
import {same, value_of} from './payload.mjs';
import {start_stub} from './stub_server.mjs';
import {
  free_port, gateway, here, installed, mcp_post, start, temporary,
} from './support.mjs';
import {call_of, eventually, legacy, pipes} from './wire.mjs';

const root = path.join(here, '..', '..');
const secrets = {
  ALICE_TOKEN: 'the-secret-of-alice',
  BOB_TOKEN: 'the-secret-of-bob',
  METRICS_TOKEN: 'the-secret-of-numbers',
};
const as = (secret) => ({authorization: `Bearer ${secret}`});
const alice = as(secrets.ALICE_TOKEN);
const bob = as(secrets.BOB_TOKEN);

// A copy of the example, which may be written to.
function copy_of(name) {
  const folder = path.join(temporary(), name);
  cpSync(path.join(root, 'examples', 'gateway', name), folder,
    {recursive: true});
  return folder;
}

// The text of a file of the example, with parts replaced that must be there.
function text_of(folder, file, replacements = {}) {
  let text = readFileSync(path.join(folder, file), 'utf8');
  for (const [from, to] of Object.entries(replacements)) {
    if (!text.includes(from)) {
      throw new Error(`${file} does not have '${from}'`);
    }
    text = text.replaceAll(from, () => to);
  }
  return text;
}

// An environment with this pith, and with an npx that runs what is installed
// here where the real one would fetch it.
function environment(pith) {
  const programs = temporary();
  symlinkSync(path.resolve(pith), path.join(programs, 'pith'));
  writeFileSync(path.join(programs, 'npx'),
    '#!/bin/sh\n[ "$1" = -y ] || exit 2\n' +
    `package="${installed()}/$2"\nshift 2\n` +
    `exec "${process.execPath}" "$package/dist/index.js" "$@"\n`,
    {mode: 0o755});
  return {...secrets, PATH: `${programs}:${process.env.PATH}`};
}

// So many folders that their tree is worth another form than JSON.
function make_tree(folder) {
  const tree = [];
  for (const name of ['apple', 'birch', 'cedar', 'daisy', 'elder']) {
    mkdirSync(path.join(folder, name));
    const children = ['one.txt', 'three.txt', 'two.txt'].map((file) => {
      writeFileSync(path.join(folder, name, file), '');
      return {name: file, type: 'file'};
    });
    tree.push({name, type: 'directory', children});
  }
  return tree;
}

// The result is what the server said, and no longer JSON.
function check_tree(t, name, result, tree) {
  const text = result.content[0].text;
  const found = value_of(result);
  const folders = (found.content === undefined ? found :
    JSON.parse(found.content)).filter(({type}) => type === 'directory');
  t.check(`${name}: the server answers`, same(folders, tree), text);
  t.check(`${name}: in another form than JSON`,
    !/^\s*[[{]/.test(text) && result.structuredContent === undefined, text);
}

async function wrapped(t, pith) {
  const name = 'developer, wrapped';
  const folder = copy_of('developer');
  const tree = make_tree(folder);
  const {command, args} =
    JSON.parse(text_of(folder, 'mcp.json')).mcpServers.files;
  const peer = pipes(command, args, {cwd: folder, env: environment(pith)});
  await peer.hello();
  const {result} = await peer.call('directory_tree', {path: '.'});
  check_tree(t, name, result, tree);
  t.check(`${name}: ends with its client`, (await peer.stop()).code === 0);
}

async function served(t, pith) {
  const name = 'developer, gateway';
  const folder = copy_of('developer');
  const tree = make_tree(folder);
  const toml = text_of(folder, 'pith.toml', {':4100"': ':0"'});
  const options = {folder, env: environment(pith)};
  await with_gateway(t, name, gateway(pith, toml, [], options), async (at) => {
    const client = await legacy(at.endpoint('files'));
    check_tree(t, name, await client.result('directory_tree', {path: '.'}),
      tree);
    const page = await mcp_post(`${at.url}/`, undefined, {}, {method: 'GET'});
    t.check(`${name}: the page`, page.status === 200 &&
      /^text\/html/.test(page.headers['content-type']), page.status);
  });
}

// A certificate that this process trusts from now on.
function make_certificate(folder, host) {
  execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt',
    'ec_paramgen_curve:P-256', '-nodes', '-days', '2', '-subj', `/CN=${host}`,
    '-addext', `subjectAltName=DNS:${host}`, '-keyout',
    path.join(folder, 'gateway.key'), '-out', path.join(folder, 'gateway.pem')],
  {stdio: 'ignore'});
  tls.setDefaultCACertificates(
    [readFileSync(path.join(folder, 'gateway.pem'), 'utf8')]);
}

async function team(t, pith) {
  const name = 'team';
  const folder = copy_of('team');
  make_certificate(folder, 'localhost');
  const tree = make_tree(path.join(folder, 'docs'));
  const toml = text_of(folder, 'pith.toml', {'0.0.0.0:4100"': '127.0.0.1:0"'});
  const options = {folder, env: environment(pith)};
  await with_gateway(t, name, gateway(pith, toml, [], options), async (at) => {
    const url = (server) => `https://localhost:${at.port}/${server}/mcp`;
    const knock = async (server, headers) =>
      (await legacy(url(server), {headers})).first.status;
    t.check(`${name}: not without a token`, await knock('docs', {}) === 401);
    t.check(`${name}: nor with a wrong one`,
      await knock('docs', as('the-secret-of-nobody')) === 401);
    t.check(`${name}: nor with that for numbers`,
      [401, 403].includes(await knock('docs', as(secrets.METRICS_TOKEN))));
    t.check(`${name}: plans are for alice`,
      await knock('plans', alice) === 200 && await knock('plans', bob) !== 200);
    const client = await legacy(url('docs'), {headers: bob});
    check_tree(t, name, await client.result('directory_tree', {path: '.'}),
      tree);
    const {tools} = (await client.request('tools/list')).message.result;
    const names = tools.map((tool) => tool.name);
    t.check(`${name}: tools that read are offered`,
      names.includes('read_text_file') && names.includes('directory_tree'),
      names);
    t.check(`${name}: tools that write are not`,
      !names.some((word) => /^(write|edit|move|create)_/.test(word)), names);
    const {message} = await client.call('write_file',
      {path: 'new.txt', content: 'x'});
    t.check(`${name}: and cannot be called`, message?.error !== undefined &&
      !existsSync(path.join(folder, 'docs', 'new.txt')), message);
    const numbers = await mcp_post(`https://localhost:${at.port}/metrics`,
      undefined, as(secrets.METRICS_TOKEN), {method: 'GET'});
    t.check(`${name}: numbers`, numbers.status === 200 &&
      numbers.text.includes('pith_calls_total'), numbers.status);
  });
}

// Where .ci/setup puts it, or Debian.
function find_nginx() {
  return ['/usr/sbin/nginx', path.join(root, 'build/nginx/usr/sbin/nginx')]
    .find((file) => existsSync(file));
}

// Listens at `port`. Its files are in the folder, wherever the program was built
// to have them.
async function start_nginx(folder, port, replacements) {
  const kept = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((word) => `${word}_temp_path ${word}_temp;`).join(' ');
  const conf = text_of(folder, 'nginx.conf', {
    'http {': `http { access_log off; ${kept}`,
    'listen 443 ssl;': `listen 127.0.0.1:${port} ssl;`,
    ...replacements,
  });
  writeFileSync(path.join(folder, 'nginx.conf'), conf);
  return start(find_nginx(), ['-p', folder, '-c', 'nginx.conf', '-e', 'stderr',
    '-g', 'daemon off; pid nginx.pid; error_log stderr notice;'],
  {ready: /start worker process /});
}

// The status of a request through nginx, from one who may lie about its name
// and its address.
function knock(url, {secret, host, address = '127.0.0.1'}) {
  return new Promise((resolve, reject) => {
    const request = https.request(url, {method: 'POST', agent: false,
      localAddress: address, servername: 'gateway.example.org',
      headers: {...as(secret), host, 'x-forwarded-for': '192.0.2.1',
        'content-type': 'application/json'}}, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.on('error', reject);
    request.end('{"jsonrpc":"2.0","id":1,"method":"ping"}');
  });
}

async function nginx(t, pith) {
  const name = 'nginx';
  const folder = copy_of('nginx');
  make_certificate(folder, 'gateway.example.org');
  const tree = make_tree(path.join(folder, 'files'));
  // Beside the server of the example, one whose calls last as long as we like.
  const stub = await start_stub();
  const toml = text_of(folder, 'pith.toml', {':4100"': ':0"'}) +
    `[server.stub]\nurl = "${stub.url}"\n`;
  const options = {folder, env: environment(pith)};
  await with_gateway(t, name, gateway(pith, toml, [], options), async (at) => {
    const port = await free_port();
    const front = await start_nginx(folder, port,
      {'http://127.0.0.1:4100;': `http://127.0.0.1:${at.port};`});
    const url = (server) => `https://127.0.0.1:${port}/${server}/mcp`;
    const headers = {...alice, host: 'gateway.example.org'};
    try {
      const {first} = await legacy(url('files'),
        {headers: {...headers, authorization: undefined}});
      t.check(`${name}: not without a token`, first.status === 401);
      const client = await legacy(url('files'), {headers});
      check_tree(t, name, await client.result('directory_tree', {path: '.'}),
        tree);
      // nginx takes any name where there is only one server.
      const other = await knock(url('files'),
        {secret: secrets.ALICE_TOKEN, host: 'evil.example.net'});
      t.check(`${name}: no other name`, other === 403, other);

      const far = await legacy(url('stub'), {headers});
      const stream = await far.stream(call_of(7, 'progress',
        {tag: 'x', steps: 2, answer: 'sse'}, {progressToken: 'p'}));
      t.check(`${name}: events pass at once`,
        (await stream.messages.next()).params?.progress === 1);
      await stream.messages.next();
      await far.result('release', {tag: 'x'});
      t.check(`${name}: and so does the end`,
        (await stream.messages.next()).id === 7);

      const status = await knock(url('files'), {secret: 'guessed-guessed',
        host: 'gateway.example.org', address: '127.0.0.2'});
      t.check(`${name}: a wrong token`, status === 401, status);
      t.check(`${name}: the log has the address of the client`,
        await eventually(() => /"token refused".*"address":"127\.0\.0\.2"/
          .test(at.output('stderr'))), at.output('stderr'));
      const numbers = await mcp_post(`https://127.0.0.1:${port}/metrics`,
        undefined, headers, {method: 'GET'});
      t.check(`${name}: numbers stay inside`, numbers.status === 404);
    } finally {
      t.check(`${name}: ends`, (await front.stop()).code === 0,
        front.output());
    }
  });
  await stub.stop();
}

// nginx finds out who calls, and names them by a Unix socket.
async function socket(t, pith) {
  const name = 'socket, nginx';
  const folder = copy_of('socket');
  make_certificate(folder, 'gateway.example.org');
  const tree = make_tree(path.join(folder, 'files'));
  const secret = 'c0ffee54d2b94f0ea7135e9d1b6a8f21';
  writeFileSync(path.join(folder, 'proxy-secret'), `${secret}\n`);
  writeFileSync(path.join(folder, 'proxy-secret.inc'),
    `proxy_set_header Pith-Proxy-Secret ${secret};\n`);
  writeFileSync(path.join(folder, 'people'), 'alice:' +
    execFileSync('openssl', ['passwd', '-apr1', 'of-alice'], {encoding: 'utf8'}));
  // Short enough for a socket, and for workers of nginx that are nobody.
  const run_folder = temporary();
  chmodSync(run_folder, 0o755);
  const file = path.join(run_folder, 'gateway.sock');
  const toml = text_of(folder, 'pith.toml', {
    'unix:/run/pith/gateway.sock': `unix:${file}`,
    'listen_mode = "0660"': 'listen_mode = "0666"',
  }) + '[limits]\ndrain_delay_seconds = 0\n';
  const options = {folder, env: environment(pith)};
  await with_gateway(t, name, gateway(pith, toml, [], options), async (at) => {
    const port = await free_port();
    chmodSync(folder, 0o755);
    chmodSync(path.dirname(folder), 0o755);
    const front = await start_nginx(folder, port,
      {'unix:/run/pith/gateway.sock': `unix:${file}`});
    const url = `https://127.0.0.1:${port}/files/mcp`;
    const host = {host: 'gateway.example.org'};
    const basic = (word) => ({...host,
      authorization: `Basic ${btoa(`alice:${word}`)}`});
    try {
      const knocks = async (headers) =>
        (await legacy(url, {headers})).first.status;
      t.check(`${name}: not without a password`, await knocks(host) === 401);
      t.check(`${name}: nor with a wrong one`,
        await knocks(basic('of-bob')) === 401);
      t.check(`${name}: nor by claims`, await knocks({...host,
        'x-forwarded-user': 'alice', 'pith-proxy-secret': secret}) === 401);
      // What a client claims is replaced by what nginx knows.
      const client = await legacy(url, {headers: {...basic('of-alice'),
        'x-forwarded-user': 'mallory', 'pith-proxy-secret': 'guessed-guessed',
        'x-forwarded-for': '192.0.2.1'}});
      check_tree(t, name, await client.result('directory_tree', {path: '.'}),
        tree);
      t.check(`${name}: the log has who, and from where`,
        await eventually(() => at.output('stderr').split('\n').some((line) =>
          /"tool":"directory_tree"/.test(line) &&
          /"principal":"alice"/.test(line) &&
          /"address":"127\.0\.0\.1"/.test(line))), at.output('stderr'));
      t.check(`${name}: and nothing that was claimed`,
        !/mallory|192\.0\.2\.1|c0ffee/.test(at.output('stderr')));
      const numbers = await mcp_post(`https://127.0.0.1:${port}/metrics`,
        undefined, {...host, ...as(secrets.METRICS_TOKEN)}, {method: 'GET'});
      t.check(`${name}: numbers for Prometheus`, numbers.status === 200 &&
        numbers.text.includes('pith_calls_total'), front.output());
    } finally {
      t.check(`${name}: ends`, (await front.stop()).code === 0,
        front.output());
    }
  });
}

if ((process.argv[3] ?? '').includes('nginx') && find_nginx() === undefined) {
  console.log("skipped: there is no nginx; run '.ci/setup' first");
  process.exit(77);
}
await run_cases([
  ['developer, wrapped', wrapped],
  ['developer, gateway', served],
  ['team', team],
  ['nginx', nginx],
  ['socket, nginx', socket],
]);
