// SPDX-License-Identifier: MIT
// The tools of the stub server. A tool is called with its arguments and with
// the call:
//
//   call.notify(method, params)   a notification on the stream of this call
//   call.ask(method, params)      a request to the client; its answer
//   call.signal                   aborted when the call was cancelled
//   call.meta                     params._meta
//   call.about                    where this server runs and what it was sent
//   call.holds                    calls that wait for `release`, by tag
//
// and returns a result, or a `special` answer that no good server would give.

import {setTimeout as sleep} from 'node:timers/promises';
import {as_both, as_text, graph, huge, rows} from './payload.mjs';

// What is sent instead of a result:
//   raw     text in place of the whole message
//   result  text in place of the result
//   hang    nothing, ever
//   cut     nothing, and the connection or the process ends; after `partial`
//   status  an HTTP answer of its own, with `type`, `headers` and `body`
export class Special {
  constructor(what) {
    Object.assign(this, what);
  }
}

function plain(text) {
  return {content: [{type: 'text', text}]};
}

// Waits for the tool `release`, or until the call is cancelled.
function held(call, tag) {
  return new Promise((resolve, reject) => {
    call.holds.set(tag, resolve);
    call.signal.addEventListener('abort', () => {
      call.holds.delete(tag);
      reject(new Error('cancelled'));
    });
  });
}

async function progress({steps = 3, tag}, call) {
  const token = call.meta.progressToken;
  for (let step = 1; step <= steps; ++step) {
    call.notify('notifications/progress', {
      progressToken: token, progress: step, total: steps, message: `s${step}`,
    });
  }
  if (tag !== undefined) {
    await held(call, tag);
  }
  return plain(`done after ${steps}`);
}

// Answers that break the protocol, by kind. `id` is the one that was asked.
const malformed = {
  not_json: () => 'this is not JSON',
  truncated: (id) => `{"jsonrpc":"2.0","id":${id},"result":{"content":[`,
  foreign_id: () => '{"jsonrpc":"2.0","id":987654321,"result":{}}',
  null_id: () => '{"jsonrpc":"2.0","id":null,"result":{}}',
  no_result: (id) => `{"jsonrpc":"2.0","id":${id}}`,
  not_object: () => '[1,2,3]',
  bad_utf8: (id) => Buffer.concat([
    Buffer.from(`{"jsonrpc":"2.0","id":${id},"result":` +
      '{"content":[{"type":"text","text":"'),
    Buffer.from([0xff, 0xfe, 0xc0]), Buffer.from('"}]}}')]),
  strange_result: (id) => `{"jsonrpc":"2.0","id":${id},"result":` +
    '{"content":{"no":"array"},"structuredContent":[[[]]],"isError":7}}',
  empty: () => '',
};

export const tools = {
  // Whatever a test wants back.
  result: ({result}) => result,
  raw: ({text}) => new Special({result: text}),
  text: ({text}) => plain(text),
  echo: ({text}) => plain(`echo ${text}`),

  rows: ({seed, count}) => as_text(rows(seed, count)),
  table: ({seed, count}) => as_both({rows: rows(seed, count)}),
  graph: (args) => as_text(graph(args)),
  huge: ({bytes}) => as_text(huge(bytes), 0),
  huge_both: ({bytes}) => as_both({rows: huge(bytes)}),

  // Where this runs and what it was sent, as text that is not JSON and which
  // nothing may rewrite therefore.
  about: (args, call) =>
    plain(`about ${JSON.stringify({...call.about, arguments: args})}`),

  slow: async ({ms, text = 'slow'}, call) => {
    await sleep(ms, undefined, {signal: call.signal});
    return plain(text);
  },
  hold: async ({tag}, call) => {
    await held(call, tag);
    return plain(`released ${tag}`);
  },
  release: ({tag}, call) => {
    const resolve = call.holds.get(tag);
    call.holds.delete(tag);
    resolve?.();
    return plain(resolve === undefined ? 'nothing held' : 'released');
  },
  progress,
  log: ({count = 1, text = 'x'}, call) => {
    for (let i = 0; i < count; ++i) {
      call.notify('notifications/message',
        {level: 'info', data: `${text}${i}`});
    }
    return plain('logged');
  },
  ask: async ({method, params}, call) =>
    plain(`answer ${JSON.stringify(await call.ask(method, params))}`),

  malformed: ({kind}, call) =>
    new Special({raw: malformed[kind](JSON.stringify(call.id))}),
  hang: () => new Special({hang: true}),
  cut: ({partial = ''}) => new Special({cut: true, partial}),
  status: ({code, type = 'text/plain', body = '', headers = {}}) =>
    new Special({status: code, type, body, headers}),
};

const rows_schema = {
  type: 'object',
  properties: {rows: {type: 'array', items: {type: 'object'}}},
  required: ['rows'],
};

// Descriptions hold what a careless rewriter would touch.
export function definitions() {
  return Object.keys(tools).map((name) => ({
    name,
    description: `The tool "${name}": a | b, {x}\nGCF profile=generic \u2028`,
    inputSchema: {type: 'object', 'x-vendor': [1.0, 'kept']},
    ...(name === 'table' || name === 'huge_both' || name === 'result' ?
      {outputSchema: name === 'result' ? {type: 'object'} : rows_schema} : {}),
    annotations: {readOnlyHint: true, 'x-unknown': null},
    'x-member': {of: 'a later revision'},
  }));
}
