// SPDX-License-Identifier: MIT
// A scriptable MCP server without an SDK, which does what a test asks for.
//
//   node stub_server.mjs stdio [--log FILE] [--ignore-eof] [--ignore-term]
//                              [--grandchild] [--noise]
//   node stub_server.mjs http PORT
//
// As a module: start_stub() serves HTTP inside of the test, which then sees
// and steers everything. --log writes what came in to a file, one line each,
// and what happened to the process, as lines that begin with '#'.

import {spawn} from 'node:child_process';
import {randomUUID} from 'node:crypto';
import {appendFileSync} from 'node:fs';
import http from 'node:http';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {each_line} from './each_line.mjs';
import {
  format_message, handle, is_modern, make_peer, make_state, parse_message,
} from './stub_rpc.mjs';
import {Special} from './stub_tools.mjs';

function read_body(request) {
  return new Promise((resolve, reject) => {
    const parts = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => resolve(Buffer.concat(parts)));
    request.on('error', reject);
  });
}

// The stream of events of one response. It begins with the first message, so
// that an answer can still be plain JSON.
function make_events(response, headers) {
  let count = 0;
  return {
    begin() {
      if (!response.headersSent) {
        response.writeHead(200, {'content-type': 'text/event-stream',
          'cache-control': 'no-cache', ...headers});
        response.flushHeaders();
      }
    },
    send(message) {
      this.begin();
      response.write(Buffer.concat([
        Buffer.from(`id: e-${++count}\nevent: message\ndata: `),
        format_message(message), Buffer.from('\n\n')]));
    },
  };
}

function send_json(response, status, body, headers = {}) {
  response.writeHead(status, {'content-type': 'application/json', ...headers});
  response.end(format_message(body));
}

function complain(response, status, code, message) {
  send_json(response, status, {jsonrpc: '2.0', id: null,
    error: {code, message}});
}

async function answer_post(stub, request, response) {
  const raw = await read_body(request);
  let message;
  try {
    message = parse_message(raw.toString());
  } catch {
    stub.requests.push({method: 'POST', headers: request.headers, raw});
    complain(response, 400, -32700, 'not JSON');
    return;
  }
  stub.requests.push(
    {method: 'POST', headers: request.headers, raw: raw.toString(), message});
  if (stub.instead && await stub.instead(request, response, message)) {
    return;
  }
  const modern = is_modern(message);
  let peer = modern ? stub.stateless : undefined;
  const extra = {};
  if (!modern && message.method === 'initialize') {
    const session = randomUUID();
    stub.sessions.set(session, peer = make_peer(stub.state));
    extra['mcp-session-id'] = session;
  } else if (!modern) {
    const session = request.headers['mcp-session-id'];
    if (session === undefined) {
      complain(response, 400, -32600, 'no session');
      return;
    }
    peer = stub.sessions.get(session);
    if (peer === undefined) {
      complain(response, 404, -32001, 'unknown session');
      return;
    }
  }
  const events = make_events(response, extra);
  const args = message.params?.arguments ?? {};
  const channel = {
    send: (text) => args.via === 'get' && peer.get ?
      peer.get.send(text) : events.send(text),
    about: {pid: process.pid, headers: request.headers},
    // Only the modern era takes the end of a connection for a cancellation.
    on_gone: modern ? (gone) => response.on('close', () => {
      if (!response.writableFinished) {
        stub.gone.push(message.id);
        gone();
      }
    }) : undefined,
  };
  const answer = await handle(peer, message, channel);
  if (answer instanceof Special) {
    send_special(answer, args, response, events);
  } else if (answer === null) {
    if (message.id === undefined || message.method === undefined) {
      response.writeHead(202, extra).end();
    } else {
      response.end();  // a cancelled call: the stream ends without an answer
    }
  } else if (response.headersSent || (args.answer ?? stub.answer) === 'sse') {
    events.send(answer);
    response.end();
  } else {
    send_json(response, 200, answer, extra);
  }
}

function send_special(what, args, response, events) {
  if (what.status !== undefined) {
    response.writeHead(what.status, {'content-type': what.type,
      ...what.headers});
    response.end(what.body);
  } else if (what.raw !== undefined) {
    if (response.headersSent || args.answer === 'sse') {
      events.send(what.raw);
      response.end();
    } else {
      send_json(response, 200, what.raw);
    }
  } else if (what.cut) {
    if (what.partial !== '') {
      events.begin();
      response.write(what.partial, () => response.destroy());
    } else {
      response.destroy();
    }
  }
}

function answer_get(stub, request, response) {
  const peer = stub.sessions.get(request.headers['mcp-session-id']);
  if (peer === undefined) {
    complain(response, 404, -32001, 'unknown session');
    return;
  }
  peer.get = make_events(response);
  peer.get.begin();
  stub.streams.add(response);
  response.on('close', () => stub.streams.delete(response));
}

async function answer_other(stub, request, response) {
  const {method, headers} = request;
  stub.requests.push({method, headers});
  if (stub.instead && await stub.instead(request, response)) {
    return;
  }
  if (method === 'GET') {
    answer_get(stub, request, response);
  } else if (method === 'DELETE') {
    const known = stub.sessions.delete(headers['mcp-session-id']);
    response.writeHead(known ? 200 : 404).end();
  } else {
    response.writeHead(405).end();
  }
}

// {url, port, state, requests, sessions, streams, gone, stop()}
// `records` is how many requests are remembered. A test may set `instead`, a
// function of request, response and, for a POST, message: where it is true it
// has answered.
export function start_stub({port = 0, answer = 'json', records} = {}) {
  const state = make_state();
  const stub = {
    answer, state, requests: [], sessions: new Map(), streams: new Set(),
    gone: [], connections: 0, stateless: make_peer(state),
    calls_of: (name) => state.calls.filter((call) => call.name === name),
    // What the server was sent last in a call of that tool.
    last: (name) => stub.requests.findLast(
      ({message}) => message?.params?.name === name),
  };
  const server = http.createServer((request, response) => {
    stub.requests.splice(0, stub.requests.length - (records ?? Infinity));
    const take = request.method === 'POST' ? answer_post : answer_other;
    take(stub, request, response).catch(() => response.destroy());
  });
  server.on('connection', () => ++stub.connections);
  stub.stop = () => new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
  return new Promise((resolve) => {
    server.listen(port, '127.0.0.1', () => {
      stub.port = server.address().port;
      stub.url = `http://127.0.0.1:${stub.port}/mcp`;
      resolve(stub);
    });
  });
}

function serve_stdio(words) {
  const has = (word) => words.includes(word);
  const file = has('--log') ? words[words.indexOf('--log') + 1] : undefined;
  const log = (line) => file && appendFileSync(file, `${line}\n`);
  const peer = make_peer(make_state());
  if (has('--grandchild')) {
    const child = spawn('sleep', ['3600'], {stdio: 'ignore'});
    log(`# grandchild ${child.pid}`);
  }
  if (has('--noise')) {
    process.stderr.write('noise: {"jsonrpc":"2.0","id":1,"result":{}}\n');
  }
  log(`# pid ${process.pid}`);
  process.on('SIGTERM', () => {
    log('# SIGTERM');
    if (!has('--ignore-term')) {
      process.exit(0);
    }
  });
  const about = {
    pid: process.pid, cwd: process.cwd(), env: process.env,
    argv: process.argv.slice(2),
  };
  const send = (message) => process.stdout.write(
    Buffer.concat([format_message(message), Buffer.from('\n')]));
  const take = async (line) => {
    log(line.length > 100000 ? `# line of ${line.length}` : line);
    let message;
    try {
      message = parse_message(line);
    } catch {
      log('# not JSON');
      return;
    }
    const answer = await handle(peer, message, {send, about});
    if (answer instanceof Special) {
      if (answer.raw !== undefined) {
        send(answer.raw);
      } else if (answer.cut) {
        process.stdout.write(answer.partial, () =>
          process.kill(process.pid, 'SIGKILL'));
      }
    } else if (answer !== null) {
      send(answer);
    }
  };
  each_line(process.stdin, take);
  process.stdin.on('end', () => {
    log('# end of input');
    if (has('--ignore-eof')) {
      setInterval(() => {}, 1000);
    } else {
      process.exit(0);
    }
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [mode, ...words] = process.argv.slice(2);
  if (mode === 'stdio') {
    serve_stdio(words);
  } else if (mode === 'http') {
    const stub = await start_stub({port: Number(words[0] ?? 0)});
    console.error(`stub: listening on ${stub.url}`);
  } else {
    console.error('usage: stub_server.mjs stdio [OPTION]... | http PORT');
    process.exitCode = 2;
  }
}
