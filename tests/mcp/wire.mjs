// SPDX-License-Identifier: MIT
// Clients that say exactly what a test wants said: a session of the legacy
// era, calls of the modern era, streams that are read event by event, a peer
// on pipes, and bytes on a socket.

import {spawn} from 'node:child_process';
import net from 'node:net';
import {each_line} from './each_line.mjs';
import {client_for, mcp_post} from './support.mjs';

export const legacy_version = '2025-11-25';
export const modern_version = '2026-07-28';

// Fails after so many milliseconds, saying what was waited for.
export function within(milliseconds, promise, what) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`${what}: nothing after ${milliseconds} ms`)),
      milliseconds);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

// Polls until the condition holds; whether it did.
export async function eventually(condition, milliseconds = 20000) {
  const end = Date.now() + milliseconds;
  while (!(await condition())) {
    if (Date.now() > end) {
      return false;
    }
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  }
  return true;
}

// Values in the order of arrival, for whoever waits for the next one.
export function queue() {
  const values = [];
  const waiting = [];
  let ended = false;
  return {
    all: [],
    get ended() {
      return ended;
    },
    push(value) {
      this.all.push(value);
      const take = waiting.shift();
      if (take) {
        take(value);
      } else {
        values.push(value);
      }
    },
    end() {
      ended = true;
      waiting.splice(0).forEach((take) => take(undefined));
    },
    // undefined when nothing comes any more.
    next(milliseconds = 10000) {
      if (values.length !== 0 || ended) {
        return Promise.resolve(values.shift());
      }
      return within(milliseconds, new Promise((resolve) => {
        waiting.push(resolve);
      }), 'the next message');
    },
  };
}

// A response that is read while it comes. Resolves with its headers:
// {status, headers, messages (a queue), raw(), close()}.
export function open_stream(url, {method = 'GET', body, headers = {}} = {}) {
  return new Promise((resolve, reject) => {
    const request = client_for(url).request(url, {method, agent: false, headers: {
      accept: method === 'GET' ? 'text/event-stream' :
        'application/json, text/event-stream',
      ...(body === undefined ? {} : {'content-type': 'application/json'}),
      ...headers,
    }}, (response) => {
      const messages = queue();
      let text = '';
      let raw = '';
      const is_events =
        /^text\/event-stream/.test(response.headers['content-type'] ?? '');
      response.setEncoding('utf8');
      response.on('data', (part) => {
        text += part;
        raw += part;
        for (let end; is_events && (end = text.search(/\r?\n\r?\n/)) >= 0;) {
          const data = text.slice(0, end).split(/\r?\n/)
            .filter((line) => line.startsWith('data:'))
            .map((line) => line.slice(5).replace(/^ /, '')).join('\n');
          text = text.slice(end).replace(/^\r?\n\r?\n/, '');
          if (data !== '') {
            messages.push(JSON.parse(data));
          }
        }
      });
      response.on('end', () => {
        if (!is_events && text !== '') {
          try {
            messages.push(JSON.parse(text));
          } catch {
            // Whoever cares looks at raw().
          }
        }
        messages.end();
      });
      response.on('error', () => messages.end());
      response.on('close', () => messages.end());
      resolve({
        status: response.statusCode, headers: response.headers, messages,
        raw: () => raw, close: () => request.destroy(),
        pause: () => response.pause(),
      });
    });
    request.on('error', reject);
    request.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

export function call_of(id, name, args = {}, meta) {
  return {jsonrpc: '2.0', id, method: 'tools/call', params: {
    name, arguments: args, ...(meta === undefined ? {} : {_meta: meta})}};
}

// A session: initialize, initialized, and then requests in it.
export async function legacy(url, options = {}) {
  const {headers = {}, version = legacy_version} = options;
  const first = await mcp_post(url, {
    jsonrpc: '2.0', id: 'init', method: 'initialize', params: {
      protocolVersion: version,
      capabilities: {elicitation: {}, sampling: {}, roots: {}},
      clientInfo: {name: 'test', version: '1'},
    },
  }, headers);
  const session = first.headers['mcp-session-id'];
  const all = {
    ...headers, 'mcp-protocol-version': version,
    ...(session === undefined ? {} : {'mcp-session-id': session}),
  };
  let ids = 0;
  const client = {
    first, session, headers: all, url,
    post: (body, more = {}, options) =>
      mcp_post(url, body, {...all, ...more}, options),
    request: (method, params, options) => client.post(
      {jsonrpc: '2.0', id: ++ids, method, params}, {}, options),
    call: (name, args, options) => client.post(
      call_of(++ids, name, args, options?.meta), {}, options),
    // The result of a call; whatever else comes instead is an error.
    result: async (name, args, options) => {
      const {message, status, text} = await client.call(name, args, options);
      if (message?.result === undefined) {
        throw new Error(`${name}: ${status} ${text.slice(0, 500)}`);
      }
      return message.result;
    },
    stream: (body) => open_stream(url, {
      method: body === undefined ? 'GET' : 'POST', body, headers: all}),
    end: () => mcp_post(url, undefined, all, {method: 'DELETE'}),
  };
  if (first.status === 200) {
    await client.post({jsonrpc: '2.0', method: 'notifications/initialized'});
  }
  return client;
}

// What every request of the modern era says about itself.
export function modern_meta(meta = {}) {
  return {
    'io.modelcontextprotocol/protocolVersion': modern_version,
    'io.modelcontextprotocol/clientInfo': {name: 'test', version: '1'},
    'io.modelcontextprotocol/clientCapabilities': {},
    ...meta,
  };
}

export function modern_headers(message) {
  const name = message.params?.name ?? message.params?.uri;
  return {
    'mcp-protocol-version': modern_version,
    'mcp-method': message.method,
    ...(name === undefined ? {} : {'mcp-name': name}),
  };
}

export function modern(url, {headers = {}} = {}) {
  let ids = 0;
  const make = (method, params = {}, meta = {}) => ({
    jsonrpc: '2.0', id: ++ids, method,
    params: {...params, _meta: modern_meta(meta)},
  });
  const client = {
    url, make,
    post: (body, more = {}, options) => mcp_post(
      url, body, {...headers, ...modern_headers(body), ...more}, options),
    request: (method, params, options) =>
      client.post(make(method, params), {}, options),
    call: (name, args = {}, options) => client.post(
      make('tools/call', {name, arguments: args}, options?.meta), {}, options),
    result: async (name, args, options) => {
      const {message, status, text} = await client.call(name, args, options);
      if (message?.result === undefined) {
        throw new Error(`${name}: ${status} ${text.slice(0, 500)}`);
      }
      return message.result;
    },
    stream: (body) => open_stream(url, {method: 'POST', body,
      headers: {...headers, ...modern_headers(body)}}),
  };
  return client;
}

// A process that speaks MCP on its pipes. `other` holds what it sends that is
// no answer: notifications and its own requests.
export function pipes(command, args, {env, cwd} = {}) {
  const child = spawn(command, args, {
    cwd, env: {...process.env, ...env}, stdio: ['pipe', 'pipe', 'pipe']});
  const waiting = new Map();
  const other = queue();
  const garbage = [];
  const texts = [];  // lines, as they came
  const answers = new Map();  // id -> how many
  let errors = '';
  let ids = 0;
  child.stdin.on('error', () => {});
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errors += text;
  });
  const take = (line) => {
    texts.push(line.slice(0, 1000));
    let message;
    try {
      message = JSON.parse(line);
    } catch {
      garbage.push(line);
      return;
    }
    if (message.method !== undefined) {
      other.push(message);
      return;
    }
    answers.set(message.id, (answers.get(message.id) ?? 0) + 1);
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  };
  each_line(child.stdout, take);
  const ended = new Promise((resolve) => {
    child.on('close', (code, signal) => resolve({code, signal}));
  });
  ended.then(() => other.end());
  const peer = {
    child, other, garbage, texts, answers, ended, errors: () => errors,
    write: (text) => child.stdin.write(text),
    send: (message) => child.stdin.write(`${JSON.stringify(message)}\n`),
    // Resolves to the whole answer.
    request: (method, params, {id = ++ids, timeout = 30000} = {}) => {
      const answer = new Promise((resolve) => waiting.set(id, resolve));
      peer.send({jsonrpc: '2.0', id, method, params});
      return within(timeout, answer, `${method} ${JSON.stringify(id)}`);
    },
    call: (name, args = {}, options = {}) => peer.request('tools/call', {
      name, arguments: args,
      ...(options.meta === undefined ? {} : {_meta: options.meta}),
    }, options),
    notify: (method, params) => peer.send({jsonrpc: '2.0', method, params}),
    hello: async () => {
      const answer = await peer.request('initialize', {
        protocolVersion: legacy_version,
        capabilities: {elicitation: {}, sampling: {}, roots: {}},
        clientInfo: {name: 'test', version: '1'},
      });
      peer.notify('notifications/initialized');
      return answer;
    },
    stop: (milliseconds = 10000) => {
      child.stdin.end();
      return within(milliseconds, ended, 'the end of the process')
        .catch((problem) => {
          child.kill('SIGKILL');
          throw problem;
        });
    },
  };
  return peer;
}

// Writes bytes to a port and reads until the other side closes, or for so many
// milliseconds: {text, closed}. `pieces` are written with a pause between them.
export function raw(port, pieces, {milliseconds = 2000, pause = 0} = {}) {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    let text = '';
    const finish = (closed) => {
      clearTimeout(timer);
      socket.destroy();
      const status = Number(/^HTTP\/1.1 (\d+)/.exec(text)?.[1]);
      resolve({text, closed, status});
    };
    const timer = setTimeout(() => finish(false), milliseconds);
    socket.setEncoding('latin1');
    socket.on('data', (part) => {
      text += part;
    });
    socket.on('error', () => finish(true));
    socket.on('close', () => finish(true));
    socket.on('connect', async () => {
      for (const piece of [pieces].flat()) {
        socket.write(Buffer.from(piece, 'latin1'));
        if (pause !== 0) {
          await new Promise((next) => {
            setTimeout(next, pause);
          });
        }
      }
    });
  });
}

// `count` loops at the same time, each called with its number.
export function crowd(count, loop) {
  return Promise.all(Array.from({length: count}, (_, i) => loop(i)));
}
