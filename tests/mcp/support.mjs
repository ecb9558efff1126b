// SPDX-License-Identifier: MIT
// What the tests with real peers share: processes that end with the test,
// ports, temporary directories, a counter of checks, a gateway, one POST.

import {spawn} from 'node:child_process';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import {tmpdir} from 'node:os';
import path from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';

export const here = path.dirname(fileURLToPath(import.meta.url));

// The file of a package that is installed next to these scripts.
export function installed(...words) {
  return path.join(here, 'node_modules', ...words);
}

// Nothing that a test started may survive it, however the test ends.
const children = new Set();
const directories = new Set();

process.on('exit', () => {
  for (const child of children) {
    child.kill('SIGKILL');
  }
  for (const directory of directories) {
    rmSync(directory, {recursive: true, force: true});
  }
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => process.exit(1));
}

// A loopback port that was free a moment ago.
export function free_port() {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const {port} = server.address();
      server.close(() => resolve(port));
    });
  });
}

export function sleep(milliseconds) {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

// A new empty directory; removed at the end of the test.
export function temporary() {
  const directory = mkdtempSync(path.join(tmpdir(), 'pith-mcp-'));
  directories.add(directory);
  return directory;
}

// Starts a process. With `ready` it waits until a line of either stream
// matches; `ready` of the result is then the match. What it prints is kept:
// output() is both streams, output('stdout') or output('stderr') one of them.
// `timeout` is in milliseconds and only about becoming ready. stop() sends
// SIGTERM, after `grace` milliseconds SIGKILL, and resolves to {code, signal};
// `ended` resolves to the same when the process ends by itself.
export async function start(command, args = [], options = {}) {
  const {env, cwd, ready, timeout = 30000, stdin = 'ignore'} = options;
  const child = spawn(command, args, {
    cwd, env: {...process.env, ...env}, stdio: [stdin, 'pipe', 'pipe'],
  });
  children.add(child);
  const kept = {stdout: '', stderr: '', both: ''};
  const output = (stream = 'both') => kept[stream];
  const words = [command, ...args].join(' ');
  const ended = new Promise((resolve) => {
    child.on('error', (problem) => resolve({error: problem}));
    child.on('close', (code, signal) => {
      children.delete(child);
      resolve({code, signal});
    });
  });
  let wanted = ready;
  let found = () => {};
  const seen = new Promise((resolve) => {
    found = resolve;
  });
  for (const stream of ['stdout', 'stderr']) {
    child[stream].setEncoding('utf8');
    child[stream].on('data', (text) => {
      kept[stream] += text;
      kept.both += text;
      const match = wanted?.exec(kept[stream]);
      // A line that is not complete may still lack the end of a number.
      if (match && kept[stream].indexOf('\n', match.index) >= 0) {
        wanted = undefined;
        found(match);
      }
    });
  }
  const stop = async (grace = 10000) => {
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), grace);
    const result = await ended;
    clearTimeout(timer);
    return result;
  };
  const process_of = {child, stop, output, ended, ready: undefined};
  if (ready !== undefined) {
    let timer;
    const late = new Promise((resolve) => {
      timer = setTimeout(resolve, timeout, {late: true});
    });
    const event = await Promise.race([seen, ended, late]);
    clearTimeout(timer);
    if (!Array.isArray(event)) {
      const why = event.late ? `is not ready after ${timeout} ms` :
        `ended: ${event.error ?? event.signal ?? event.code}`;
      await stop(1000);
      throw new Error(`${words} ${why}\n${output()}`);
    }
    process_of.ready = event;
  }
  return process_of;
}

// Runs a process to its end: {code, signal, stdout, stderr}. It is killed,
// and that is an error, after `timeout` milliseconds.
export async function run(command, args = [], options = {}) {
  const {timeout = 120000, input} = options;
  const stdin = input === undefined ? 'ignore' : 'pipe';
  const process_of =
    await start(command, args, {...options, ready: undefined, stdin});
  const {child, ended, output} = process_of;
  child.stdin?.on('error', () => {});  // its end is reported by the status
  child.stdin?.end(input);
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    child.kill('SIGKILL');
  }, timeout);
  const result = await ended;
  clearTimeout(timer);
  if (late || result.error) {
    throw new Error(`${[command, ...args].join(' ')} ` +
      `${late ? `ran longer than ${timeout} ms` : result.error}\n${output()}`);
  }
  return {...result, stdout: output('stdout'), stderr: output('stderr')};
}

// Counts checks and prints those that fail, all of them with VERBOSE=1.
export function checks() {
  let passed = 0;
  let failed = 0;
  return {
    check(name, condition, detail) {
      if (condition) {
        ++passed;
        if (process.env.VERBOSE) {
          console.log(`ok: ${name}`);
        }
      } else {
        ++failed;
        console.log(`FAILED: ${name}` +
          `${detail === undefined ? '' : `\n  ${show(detail)}`}`);
      }
      return Boolean(condition);
    },
    // The closing line, and the exit code of the script.
    done() {
      console.log(`${passed} passed, ${failed} failed`);
      process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
      return failed === 0;
    },
  };
}

function show(detail) {
  const text = typeof detail === 'string' ? detail :
    detail instanceof Error ? `${detail.stack}` : JSON.stringify(detail);
  return text.length > 4000 ? `${text.slice(0, 4000)}...` : text;
}

// A gateway with this configuration, on a port of its own choice unless the
// text says `listen`. The file is in a new directory, or in `options.folder`.
// `url` has no path: endpoint() is the address of the only server,
// endpoint('name') of one of several. On a Unix socket there is `socket`, its
// path, in place of these.
export async function gateway(pith, toml_text, extra_args = [], options = {}) {
  const file = path.join(options.folder ?? temporary(), 'pith.toml');
  const listens = /^\s*listen\s*=/m.test(toml_text);
  writeFileSync(file,
    `${listens ? '' : 'listen = "127.0.0.1:0"\n'}${toml_text}`);
  const process_of = await start(
    pith, ['gateway', '--config', file, ...extra_args],
    {ready: /listening(?: on |","url":")(?:unix:([^\s"]+)|(https?:\/\/[^\s"]+:(\d+)))/,
      ...options});
  const [, socket, url, port] = process_of.ready;
  return {
    ...process_of, url, port: Number(port), socket, file,
    endpoint: (name) => `${url}${name === undefined ? '' : `/${name}`}/mcp`,
  };
}

// A TOML value of strings, numbers, truth values, lists and (inline) tables.
export function toml(value) {
  if (Array.isArray(value)) {
    return `[${value.map(toml).join(', ')}]`;
  }
  if (typeof value === 'object') {
    const members = Object.entries(value).map(
      ([key, inner]) => `${JSON.stringify(key)} = ${toml(inner)}`);
    return `{ ${members.join(', ')} }`;
  }
  return JSON.stringify(value);  // JSON strings are TOML basic strings
}

// The text of a configuration: {name: {url} or {command, env}} and a profile.
export function gateway_toml(servers, client = {}) {
  const table = (title, members) => [`[${title}]`,
    ...Object.entries(members).map(([key, value]) => `${key} = ${toml(value)}`),
    ''].join('\n');
  return [
    ...Object.entries(servers).map(
      ([name, members]) => table(`server.${name}`, members)),
    ...Object.keys(client).length === 0 ? [] : [table('client', client)],
  ].join('\n');
}

// The JSON-RPC messages of a body, which is JSON or a stream of events.
export function messages_of(content_type, text) {
  if (!/^text\/event-stream/.test(content_type ?? '')) {
    return /^application\/json/.test(content_type ?? '') && text !== '' ?
      [JSON.parse(text)].flat() : [];
  }
  return text.split(/\r?\n\r?\n/).map((event) => event.split(/\r?\n/)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(5).replace(/^ /, '')).join('\n'))
    .filter((data) => data !== '').map((data) => JSON.parse(data));
}

// What speaks to this URL.
export function client_for(url) {
  return url.startsWith('https:') ? https : http;
}

// One request with the headers that every client sends; `body` is a value or,
// to send what is not JSON, a string or a buffer. Any header may be replaced
// or, with undefined, left out. (fetch would not let us set Host or
// Connection.)
// {status, headers, text, messages, message}; `message` is the response.
export function mcp_post(url, body, headers = {}, options = {}) {
  const {method = 'POST', timeout = 30000} = options;
  const all = {
    'content-type': 'application/json',
    'accept': 'application/json, text/event-stream',
    ...headers,
  };
  const sent = Object.fromEntries(
    Object.entries(all).filter(([, value]) => value !== undefined));
  return new Promise((resolve, reject) => {
    const request = client_for(url).request(
      url, {method, headers: sent, timeout}, (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part) => {
          text += part;
        });
        response.on('error', reject);
        response.on('end', () => {
          try {
            const messages =
              messages_of(response.headers['content-type'], text);
            resolve({
              status: response.statusCode, headers: response.headers, text,
              messages, message: messages.findLast(
                (m) => m.result !== undefined || m.error !== undefined),
            });
          } catch (problem) {
            reject(new Error(`${problem.message} in: ${text}`));
          }
        });
      });
    request.on('timeout', () => request.destroy(new Error('timed out')));
    request.on('error', reject);
    request.end(body === undefined ? undefined :
      typeof body === 'string' || Buffer.isBuffer(body) ? body :
        JSON.stringify(body));
  });
}
