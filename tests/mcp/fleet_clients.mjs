// SPDX-License-Identifier: MIT
// Official clients of both revisions that call without end and hold every
// result against what it must be.

import * as modern from '@modelcontextprotocol/client';
import {Client} from '@modelcontextprotocol/sdk/client/index.js';
import {
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {rows, same, value_of} from './payload.mjs';
import {sleep} from './support.mjs';
import {eventually, within} from './wire.mjs';

const information = {name: 'pith-fleet', version: '1.0.0'};
const pause = 20;

// The clients: how they speak, and which server they call. A session with a
// child ends with its gateway; whoever has one begins anew.
const ways = {
  'modern, url': {era: 'modern', server: 'tickets', count: 3},
  'legacy, url': {era: 'legacy', server: 'tickets', count: 3},
  'modern, child': {era: 'modern', server: 'files', count: 2},
  'legacy, child': {era: 'legacy', server: 'files', count: 2, can_lose: true},
};

function make_client(era) {
  return era === 'legacy' ? new Client(information) :
    new modern.Client(information, {versionNegotiation: {mode: 'auto'}});
}

async function connect(url, {era, server}, secret) {
  const client = make_client(era);
  client.onerror = () => {};  // of streams, which begin again by themselves
  const transport = era === 'legacy' ? StreamableHTTPClientTransport :
    modern.StreamableHTTPClientTransport;
  await client.connect(new transport(new URL(`${url}/${server}/mcp`),
    {requestInit: {headers: {authorization: `Bearer ${secret}`}}}));
  const spoken = client.getProtocolEra?.() ?? 'legacy';
  if (spoken !== era) {
    throw new Error(`${server} speaks ${spoken}, not ${era}`);
  }
  return client;
}

// Whether the gateway says that it does not have the session.
const is_lost = (problem) => problem.code === 404 ||
  /\b404\b|[Ss]ession not found/.test(problem.message);

export async function start_crowd(url, first_secret) {
  let secret = first_secret;
  let is_over = false;
  let seeds = 0;
  let seen;
  const clear = () => {
    seen = {calls: Object.fromEntries(Object.keys(ways).map((n) => [n, 0])),
      failed: [], wrong: [], lost: 0};
  };
  clear();

  async function worker(name, way, state) {
    while (!is_over) {
      const begin = Date.now();
      try {
        if (state.client === undefined || state.secret !== secret) {
          const with_secret = secret;
          const old = state.client;
          state.client = undefined;
          state.client = await connect(url, way, with_secret);
          state.secret = with_secret;
          old?.close().catch(() => {});
        }
        const seed = ++seeds;
        const result = await within(30000, state.client.callTool(
          {name: 'rows', arguments: {seed, count: 20}}), 'a call');
        if (!same(value_of(result), rows(seed, 20))) {
          seen.wrong.push({name, seed, result});
        }
        ++seen.calls[name];
      } catch (problem) {
        const end = Date.now();
        if (way.can_lose && is_lost(problem)) {
          ++seen.lost;
        } else {
          seen.failed.push({name, begin, end, why: `${problem.message}`,
            cause: `${problem.cause ?? ''}`});
        }
        state.client?.close().catch(() => {});
        state.client = undefined;
      }
      await sleep(pause);
    }
    await state.client?.close().catch(() => {});
  }

  const states = [];
  const all = Object.entries(ways).flatMap(([name, way]) =>
    Array.from({length: way.count}, () => {
      const state = {};
      states.push(state);
      return worker(name, way, state);
    }));
  return {
    url, size: all.length,
    // What was seen since the last time.
    take() {
      const taken = seen;
      clear();
      return taken;
    },
    // Whether each way has had an answer since the last time, soon.
    all_called: () => eventually(
      () => Object.values(seen.calls).every((count) => count > 0)),
    // Resolves when nobody uses the old secret any more.
    async use(next) {
      secret = next;
      const end = Date.now() + 30000;
      while (states.some((state) => state.secret !== next)) {
        if (Date.now() > end) {
          throw new Error('some client keeps its old token');
        }
        await sleep(pause);
      }
    },
    stop() {
      is_over = true;
      return Promise.all(all);
    },
  };
}
