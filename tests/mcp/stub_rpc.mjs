// SPDX-License-Identifier: MIT
// The stub server without a transport: one message in, one answer out.

import {Special, definitions, tools} from './stub_tools.mjs';

export const modern_version = '2026-07-28';
const versions = ['2025-03-26', '2025-06-18', '2025-11-25'];
const in_meta = 'io.modelcontextprotocol/';

// Integers that a double would change travel as marked strings in here.
const mark = '@integer:';

export function parse_message(text) {
  const message = JSON.parse(text);
  if (typeof message?.id === 'number' && !Number.isSafeInteger(message.id)) {
    message.id = mark + /"id"\s*:\s*(-?\d+)/.exec(text)[1];
  }
  return message;
}

// Messages, and texts that stand for one, as bytes.
export function format_message(message) {
  if (Buffer.isBuffer(message)) {
    return message;
  }
  const text = typeof message === 'string' ? message : JSON.stringify(message);
  return Buffer.from(
    text.replace(new RegExp(`"id":"${mark}(-?\\d+)"`), '"id":$1'));
}

export function is_modern(message) {
  const meta = message?.params?._meta;
  return meta?.[`${in_meta}protocolVersion`] === modern_version;
}

const capabilities = {tools: {listChanged: true}, logging: {}};
const server = {name: 'stub', version: '1', 'x-vendor': 'kept'};

function initialized({protocolVersion}) {
  return {
    protocolVersion: versions.includes(protocolVersion) ?
      protocolVersion : versions.at(-1),
    capabilities, serverInfo: server, instructions: 'Ask for what you want.',
  };
}

function discovered() {
  return {
    resultType: 'complete', supportedVersions: [modern_version],
    capabilities, ttlMs: 1000, cacheScope: 'private',
    _meta: {[`${in_meta}serverInfo`]: server},
  };
}

// Two pages, so that whoever rewrites definitions must do it on both.
function list(state, {cursor} = {}) {
  const all = [...definitions(), ...state.more_tools];
  const half = all.length >> 1;
  return cursor === 'second' ? {tools: all.slice(half)} :
    {tools: all.slice(0, half), nextCursor: 'second'};
}

function failure(id, code, message) {
  return {jsonrpc: '2.0', id, error: {code, message}};
}

// Everything that sessions, or one process, share.
export function make_state() {
  return {
    holds: new Map(),      // calls that wait for `release`
    cancelled: [],         // ids that notifications/cancelled named
    calls: [],             // {name, arguments, id} in the order of arrival
    answers: [],           // answers to our own requests, by clients
    more_tools: [],        // definitions of tools that a test adds
    asked: 0,
  };
}

// One conversation: requests in flight, and our own requests.
export function make_peer(state) {
  return {state, in_flight: new Map(), asks: new Map()};
}

// `channel` is {send(message), about}. Resolves to the answer, to a Special,
// or to null when there is none: for notifications, answers and cancellation.
export async function handle(peer, message, channel) {
  const {state} = peer;
  if (message.method === undefined) {
    state.answers.push(message);
    peer.asks.get(message.id)?.(message.result ?? message.error);
    peer.asks.delete(message.id);
    return null;
  }
  const {id, method, params = {}} = message;
  if (method === 'notifications/cancelled') {
    state.cancelled.push(params.requestId);
    peer.in_flight.get(params.requestId)?.abort();
  }
  if (id === undefined) {
    return null;
  }
  const done = (result) => ({
    jsonrpc: '2.0', id,
    result: is_modern(message) ? {resultType: 'complete', ...result} : result,
  });
  switch (method) {
    case 'initialize':
      return done(initialized(params));
    case 'server/discover':
      return is_modern(message) ? done(discovered()) :
        failure(id, -32601, 'Method not found');
    case 'ping':
    case 'logging/setLevel':
      return done({});
    case 'tools/list':
      return done({...list(state, params), ...(is_modern(message) ?
        {ttlMs: 1000, cacheScope: 'private'} : {})});
    case 'tools/call':
      break;
    default:
      return failure(id, -32601, 'Method not found');
  }
  state.calls.push({id, name: params.name, arguments: params.arguments});
  const tool = tools[params.name];
  if (tool === undefined) {
    return failure(id, -32602, `Unknown tool: "${params.name}"`);
  }
  const abort = new AbortController();
  peer.in_flight.set(id, abort);
  channel.on_gone?.(() => abort.abort());
  const call = {
    id, holds: state.holds, signal: abort.signal, about: channel.about,
    meta: params._meta ?? {},
    notify: (name, content) =>
      channel.send({jsonrpc: '2.0', method: name, params: content}),
    ask: (name, content) => new Promise((resolve) => {
      const ask_id = `ask-${++state.asked}`;
      peer.asks.set(ask_id, resolve);
      channel.send(
        {jsonrpc: '2.0', id: ask_id, method: name, params: content});
    }),
  };
  try {
    const result = await tool(params.arguments ?? {}, call);
    if (!(result instanceof Special)) {
      return done(result);
    }
    return result.result === undefined ? result : new Special({
      raw: `{"jsonrpc":"2.0","id":${JSON.stringify(id)},` +
        `"result":${result.result}}`,
    });
  } catch (problem) {
    return abort.signal.aborted ? null :
      failure(id, -32603, `${problem.message}`);
  } finally {
    peer.in_flight.delete(id);
  }
}
