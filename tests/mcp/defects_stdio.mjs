// SPDX-License-Identifier: MIT
// Defects of the reference proxy around servers on pipes: 1, 8, 9 and 10 again,
// through `pith proxy` and through a gateway that starts the server.

import path from 'node:path';
import {with_gateway} from './cases.mjs';
import {
  as_text, decode, graph, huge, rows, same, shown, tokens, value_of,
} from './payload.mjs';
import {children_of} from './process_table.mjs';
import {gateway, gateway_toml, here} from './support.mjs';
import {call_of, crowd, eventually, legacy, modern, pipes} from './wire.mjs';

const many = 64;
export const stub_words =
  [process.execPath, path.join(here, 'stub_server.mjs'), 'stdio'];

// A client of `pith proxy` in front of the stub. Whatever happens, its stdout
// holds messages and nothing else, and no answer comes twice.
export async function wrapped(t, pith, name, body, words = []) {
  const peer = pipes(pith, ['proxy', '--', ...stub_words, ...words]);
  try {
    await peer.hello();
    await body(peer);
    t.check(`${name}: nothing but messages on stdout`,
      peer.garbage.length === 0, peer.garbage[0]?.slice(0, 200));
    t.check(`${name}: no answer twice`,
      [...peer.answers.values()].every((count) => count === 1));
    const {code, signal} = await peer.stop();
    t.check(`${name}: ends with its client`, code === 0 && signal === null,
      `${code} ${signal} ${peer.errors()}`);
  } finally {
    peer.child.kill('SIGKILL');
  }
}

async function rewriting(t, pith) {
  const name = '1 on pipes';
  await wrapped(t, pith, name, async (peer) => {
    const table = {rows: rows(5, 40)};
    const {result} = await peer.call('table', {seed: 5, count: 40});
    t.check(`${name}: the same value`, same(decode(shown(result)), table));
    t.check(`${name}: in fewer tokens`, tokens(pith, shown(result)) <
      0.8 * tokens(pith, JSON.stringify(table)));
    const {result: list} = await peer.request('tools/list', {});
    t.check(`${name}: no schema without structuredContent`,
      result.structuredContent !== undefined ||
      list.tools.every((tool) => tool.outputSchema === undefined));
    for (const args of [{}, {score: 0.99}, {append: 1}]) {
      const answer = await peer.call('graph', args);
      t.check(`${name}: graph ${JSON.stringify(args)}`,
        same(value_of(answer.result), graph(args)));
    }
  }, ['--noise']);
}

async function in_flight(t, pith) {
  const name = '9 on pipes';
  await wrapped(t, pith, name, async (peer) => {
    // All calls wait in the server until the last one releases them.
    const held = Array.from({length: many},
      (_, i) => peer.call('hold', {tag: i}, {id: `h${i}`}));
    const cancelled = peer.call('hold', {tag: 'x'}, {id: 'cancel me'});
    cancelled.catch(() => {});  // it may never be answered
    peer.notify('notifications/cancelled', {requestId: 'cancel me'});
    t.check(`${name}: a cancellation overtakes calls`,
      await eventually(async () => {
        const {result} = await peer.call('release', {tag: 'x'});
        return result.content[0].text === 'nothing held';
      }));
    const asking = peer.call('ask', {method: 'elicitation/create',
      params: {message: 'm'}});
    const asked = await peer.other.next();
    t.check(`${name}: the server can ask`,
      asked.method === 'elicitation/create', asked);
    peer.send({jsonrpc: '2.0', id: asked.id, result: {action: 'accept'}});
    t.check(`${name}: and is answered`, (await asking).result.content[0].text
      .includes('accept'));
    await crowd(many, (i) => peer.call('release', {tag: i}));
    const answers = await Promise.all(held);
    t.check(`${name}: every call has its own answer`, answers.every(
      ({id, result}, i) => id === `h${i}` &&
        result.content[0].text === `released ${i}`));
  });
}

async function progress(t, pith) {
  const name = '8 progress on pipes';
  await wrapped(t, pith, name, async (peer) => {
    const call = peer.call('progress', {steps: 3, tag: 'p'},
      {meta: {progressToken: 'pt'}});
    for (let step = 1; step <= 3; ++step) {
      const got = await peer.other.next();
      t.check(`${name}: step ${step} while the call is held`,
        got?.params?.progressToken === 'pt' && got.params.progress === step);
    }
    await peer.call('release', {tag: 'p'});
    t.check(`${name}: and the answer`, (await call).result !== undefined);
  });
}

async function long_lines(t, pith) {
  const name = '10 long lines';
  await wrapped(t, pith, name, async (peer) => {
    // Words: to count the tokens of one word of 12 MB takes a minute with the
    // sanitizers, and is not what this is about.
    const sent = 'yes '.repeat(3 << 20);
    const echo = await peer.call('echo', {text: sent}, {timeout: 180000});
    t.check(`${name}: 12 MB there and back`,
      echo.result?.content[0].text === `echo ${sent}`);
    const bytes = 12e6;
    const {result} = await peer.call('huge', {bytes}, {timeout: 180000});
    t.check(`${name}: a result of 12 MB`,
      same(value_of(result), huge(bytes)));
    const small = await peer.call('echo', {text: 'after'});
    t.check(`${name}: and the next call`,
      small.result.content[0].text === 'echo after');
  });
}

async function errors(t, pith) {
  const name = '10 errors on pipes';
  const peer = pipes(pith, ['proxy', '--', ...stub_words]);
  await peer.hello();
  // Lines that are not messages must not disturb what is.
  for (const kind of ['not_json', 'truncated', 'empty', 'not_object',
    'bad_utf8']) {
    peer.send(call_of(`lost ${kind}`, 'malformed', {kind}));
    const {result} = await peer.call('echo', {text: kind});
    t.check(`${name}: goes on after ${kind}`,
      result?.content[0].text === `echo ${kind}`);
  }
  t.check(`${name}: every line is JSON`, peer.garbage.length === 0,
    peer.garbage[0]?.slice(0, 200));
  const waiting = Array.from({length: many}, (_, i) =>
    peer.call('hold', {tag: i}, {id: `w"${i}`, timeout: 20000})
      .catch((problem) => problem));
  const dying = peer.call('cut', {}, {id: 'last', timeout: 20000});
  const answers = await Promise.all([...waiting, dying]);
  t.check(`${name}: a dead server is an error under each id`,
    answers.every((a) => typeof a.error?.message === 'string' &&
      Number.isInteger(a.error.code)), answers.find((a) => !a.error));
  // From here it either starts the server again or ends; it is never silent.
  const later = await Promise.race([peer.ended, peer.call('echo',
    {text: 'later'}, {timeout: 20000}).catch((problem) => ({problem}))]);
  t.check(`${name}: is not silent afterwards`,
    later.problem === undefined, later);
  t.check(`${name}: no answer twice`,
    [...peer.answers.values()].every((count) => count === 1));
  peer.child.kill('SIGKILL');
}

// A gateway that starts the server itself.
async function processes(t, pith) {
  const name = '8 no process per request';
  const toml = gateway_toml({stub: {command: stub_words}});
  await with_gateway(t, name, gateway(pith, toml), async (served) => {
    const url = served.endpoint('stub');
    const where = async (client) => {
      const result = await client.result('about', {});
      return JSON.parse(result.content[0].text.slice(6)).pid;
    };
    const one = await legacy(url);
    const pids = new Set();
    await crowd(many, async () => {
      for (let i = 0; i < 4; ++i) {
        pids.add(await where(one));
      }
    });
    t.check(`${name}: one session, one process`, pids.size === 1, [...pids]);
    t.check(`${name}: which is a child of the gateway`,
      children_of(served.child.pid).includes([...pids][0]));
    const client = modern(url);
    const stateless = new Set();
    await crowd(many, async () => {
      stateless.add(await where(client));
    });
    t.check(`${name}: calls of the modern era share a few`,
      stateless.size <= 4, stateless.size);
    const clients = await crowd(16, () => legacy(url));
    await crowd(16, async (i) => {
      const seen = new Set([await where(clients[i]), await where(clients[i])]);
      t.check(`${name}: a session stays with its process, ${i}`,
        seen.size === 1);
    });
    t.check(`${name}: at most one child for each session`,
      children_of(served.child.pid).length <= 17 + 4,
      children_of(served.child.pid).length);

    // Answers go to who asked, although ids of clients are the same.
    let wrong = 0;
    await crowd(16, async (i) => {
      for (let j = 0; j < 8; ++j) {
        const result = await clients[i].result('rows', {seed: i * 100 + j});
        wrong += same(value_of(result), rows(i * 100 + j)) ? 0 : 1;
      }
    });
    t.check(`${name}: answers are not mixed up`, wrong === 0, wrong);

    const stream = await one.stream(
      call_of('p', 'progress', {tag: 'g'}, {progressToken: 5}));
    const got = await stream.messages.next();
    t.check(`${name}: progress is part of the answer`,
      got?.method === 'notifications/progress' &&
      got.params.progressToken === 5, got);
    await one.result('release', {tag: 'g'});
    let last;
    for (let next; (next = await stream.messages.next()) !== undefined;) {
      last = next;
    }
    t.check(`${name}: which ends with the result`, last?.id === 'p', last);
    await crowd(16, (i) => clients[i].end());
    await one.end();
    t.check(`${name}: no child outlives its session by much`,
      await eventually(() => children_of(served.child.pid).length <= 4, 20000),
      children_of(served.child.pid).length);
  });
}

async function child_results(t, pith) {
  const name = '10 never larger on pipes';
  await wrapped(t, pith, name, async (peer) => {
    const value = {temperature: 22.5, conditions: 'Partly cloudy',
      humidity: 65};
    const {result} = await peer.call('result', {result: as_text(value, 0)});
    t.check(`${name}: a small object stays`,
      result.content[0].text === JSON.stringify(value), result);
  });
}

export const stdio_cases = [
  ['1 on pipes', rewriting],
  ['8 progress on pipes', progress],
  ['8 no process per request', processes],
  ['9 on pipes', in_flight],
  ['10 long lines', long_lines],
  ['10 errors on pipes', errors],
  ['10 never larger on pipes', child_results],
];
