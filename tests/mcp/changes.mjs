// SPDX-License-Identifier: MIT
// Results as what has changed since an earlier one (docs/gateway.md, "Only what
// has changed"): through the gateway, in front of a URL and of a child, in both
// eras, and through the proxy of several servers. A model is simulated that has
// nothing but what it was sent: it reads full payloads and deltas with the
// reference library, and must always have what the tool said.
//
//   node changes.mjs PITH [PART-OF-A-NAME]

import {readFileSync, readdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import {
  decode, decodeDelta, decodeGenericDelta, decodeGenericFull, verifyDelta,
  verifyGenericDelta,
} from '@blackwell-systems/gcf';
import {run_cases, with_gateway} from './cases.mjs';
import {random, rows, same, tokens} from './payload.mjs';
import {start_stub} from './stub_server.mjs';
import {gateway, gateway_toml, here, mcp_post, temporary} from './support.mjs';
import {legacy, modern, pipes} from './wire.mjs';

const stub_words =
  [process.execPath, path.join(here, 'stub_server.mjs'), 'stdio'];
const shared = process.env.PITH_SHARED_DIR ??
  path.resolve(here, '..', '..', '..', 'shared');
const auth =
  '[auth]\ntokens = { alice = "secret-alice", bob = "secret-bob" }\n';
const as = (who) => ({headers: {authorization: `Bearer secret-${who}`}});
const rewrite = '[rewrite]\nchanges = ["text", "table"]\n';

const handle_of = (texts) =>
  /^\[pith\] pith_since=([A-Za-z0-9_-]{12})$/.exec(texts[1] ?? '')?.[1];

// A model: what it was told, and nothing else.
function simulated_model() {
  let held;
  let handle;
  const kinds = {full: 0, delta: 0, unchanged: 0};
  const take_rows = (text) => {
    const change = decodeGenericDelta(text);
    return verifyGenericDelta(held, change, change.newRoot);
  };
  const take_graph = (text) => {
    const {removed, added, removedEdges, addedEdges, newRoot} =
      decodeDelta(text);
    return verifyDelta(held.symbols, held.edges, removed, added,
      removedEdges, addedEdges, newRoot);
  };
  return {
    kinds,
    get handle() {
      return handle;
    },
    get value() {
      return held.rows ?? held;
    },
    // Forgets everything, as one does whose context is compacted.
    compact: () => {
      held = undefined;
      handle = undefined;
    },
    take(texts) {
      const [head] = texts[0].split('\n', 1);
      const is_graph = head.includes('profile=graph');
      if (head.includes(' unchanged=true')) {
        ++kinds.unchanged;
        return;
      }
      if (head.includes(' delta=true')) {
        ++kinds.delta;
        held = is_graph ? take_graph(texts[0]) : take_rows(texts[0]);
      } else {
        ++kinds.full;
        held = is_graph ? decode(texts[0]) : decodeGenericFull(texts[0]).set;
      }
      handle = handle_of(texts);
    },
  };
}

const texts_of = (result) => result.content.map(({text}) => text);
const by = (key) => (left, right) => left[key] < right[key] ? -1 : 1;

// Rows as a set: members in any order.
const is_same_set = (left, right, key) =>
  same([...left].sort(by(key)), [...right].sort(by(key)));

// A table that lives: each turn changes some of it.
function living_table(seed, count) {
  const next = random(seed);
  const all = rows(seed, count);
  let last = all.length;
  return () => {
    const below = (n) => Math.floor(next() * n);
    all[below(all.length)].status = ['open', 'paid', 'sent'][below(3)];
    if (below(2) === 0) {
      all.splice(below(all.length), 1);
    }
    if (below(2) === 0) {
      all.push({...rows(seed + 1, 1)[0], id: seed * 100000 + ++last});
    }
    return structuredClone(all);
  };
}

// `ask(args)` resolves to a result of the tool `text`.
async function follow(t, name, ask, turns = 12) {
  const table = living_table(7, 60);
  const model = simulated_model();
  let value = table();
  for (let turn = 0; turn < turns; ++turn) {
    if (turn % 4 !== 3) {
      value = table();
    }
    if (turn === 8) {
      model.compact();
    }
    const texts = texts_of(await ask({
      text: JSON.stringify(value),
      ...(model.handle === undefined ? {} : {pith_since: model.handle}),
    }));
    model.take(texts);
    t.check(`${name}: turn ${turn} is what the tool said`,
      is_same_set(model.value, value, 'id'), texts[0].slice(0, 600));
  }
  t.check(`${name}: all three answers came`, model.kinds.full === 2 &&
    model.kinds.unchanged === 3 && model.kinds.delta === turns - 5,
  model.kinds);
  return model.handle;
}

async function through_the_gateway(t, pith) {
  const stub = await start_stub();
  const toml = gateway_toml({
    url: {url: stub.url}, child: {command: stub_words},
  }) + auth + rewrite;
  await with_gateway(t, 'gateway', gateway(pith, toml), async (served) => {
    for (const [era, open] of [['legacy', legacy], ['modern', modern]]) {
      for (const server of ['url', 'child']) {
        const name = `${era}, ${server}`;
        const alice = await open(served.endpoint(server), as('alice'));
        const bob = await open(served.endpoint(server), as('bob'));
        const handle = await follow(t, name,
          (args) => alice.result('text', args));
        const text = JSON.stringify(rows(9, 60));
        const own = texts_of(await alice.result('text', {text}));
        const stolen = texts_of(await bob.result('text',
          {text, pith_since: handle_of(own)}));
        t.check(`${name}: a handle of somebody else is none`,
          stolen.length === 2 && stolen[0] === own[0] &&
          handle_of(stolen) !== handle_of(own), stolen[1]);
        for (const wrong of ['AAAAAAAAAAAA', 'x', '', 7, null, {a: [1]},
          `${handle}A`, handle_of(stolen)]) {
          const again = texts_of(await alice.result('text',
            {text, pith_since: wrong}));
          t.check(`${name}: a wrong handle gives all: ${wrong}`,
            same(again, own), again);
        }
        const both = await alice.result('table', {seed: 3, count: 40});
        t.check(`${name}: structuredContent goes with the handle`,
          both.structuredContent === undefined &&
          handle_of(texts_of(both)) !== undefined, both);
        const small = await alice.result('text', {text: '[{"id":1}]'});
        t.check(`${name}: a small result has no handle`,
          texts_of(small).length === 1, small);
      }
    }
    const seen = stub.calls_of('text');
    t.check('no server sees a handle', seen.length > 0 &&
      seen.every((call) => !JSON.stringify(call).includes('pith_since')),
    seen.length);
    const {text} = await mcp_post(`${served.url}/stats.json`, undefined,
      as('alice').headers, {method: 'GET'});
    const {changes} = JSON.parse(text).totals;
    t.check('changes are counted apart', changes?.results === 4 * 10 &&
      changes.tokens_saved > 0, changes);
  });
  await stub.stop();
}

async function through_the_proxy(t, pith) {
  const file = path.join(temporary(), 'pith.toml');
  writeFileSync(file, '[merge]\ndiscover = "off"\n' + gateway_toml({
    one: {command: stub_words}, two: {command: stub_words},
  }) + rewrite);
  const peer = pipes(pith, ['proxy', '--config', file]);
  await peer.hello();
  await follow(t, 'proxy', async (args) =>
    (await peer.call('one__text', args)).result);
  await peer.stop();
}

// What sessions of the shared data cost: as compact JSON, as GCF without state,
// and as changes, with the handles that the model writes and the argument in
// the tool list.
async function sessions(t, pith) {
  const stub = await start_stub();
  const toml = gateway_toml({
    plain: {url: stub.url}, live: {url: stub.url},
  }) + '[server.live.rewrite]\nchanges = [{ match = "text", ordered = false }]\n';
  const folder = path.join(shared, 'datasets', 'delta-sessions');
  const lines = [];
  await with_gateway(t, 'sessions', gateway(pith, toml), async (served) => {
    const plain = await legacy(served.endpoint('plain'));
    const live = await legacy(served.endpoint('live'));
    const listed = async (client) => JSON.stringify(
      (await client.request('tools/list')).message.result.tools);
    const argument = tokens(pith, await listed(live)) -
      tokens(pith, await listed(plain));
    // As the gateway counts: what its clients show, and for changes what the
    // model writes to ask for them.
    const counted = async () => {
      const {text} = await mcp_post(`${served.url}/stats.json`, undefined, {},
        {method: 'GET'});
      const of = (name) => JSON.parse(text).servers.find(
        (one) => one.name === name);
      return {
        json: of('plain')?.tokens_before ?? 0,
        gcf: of('plain')?.tokens_after ?? 0,
        changes: of('live')?.changes?.tokens_after ?? 0,
      };
    };
    const measure = async (name, turns, key) => {
      const model = simulated_model();
      const before = await counted();
      for (const value of turns) {
        const text = JSON.stringify(value);
        await plain.result('text', {text});
        const texts = texts_of(await live.result('text', {text,
          ...(model.handle === undefined ? {} : {pith_since: model.handle})}));
        model.take(texts);
        const is_right = key === undefined ?
          is_same_set(model.value.symbols, value.symbols, 'qualifiedName') &&
            model.value.edges.length === value.edges.length :
          is_same_set(model.value, value[Object.keys(value)[0]], key);
        t.check(`${name}: the model has what the tool said`, is_right,
          texts[0].slice(0, 400));
      }
      const after = await counted();
      const cost = {
        json: after.json - before.json, gcf: after.gcf - before.gcf,
        changes: after.changes - before.changes + argument,
      };
      const share = (of) => `${((cost.changes / of - 1) * 100).toFixed(1)} %`;
      lines.push(`${name}: ${turns.length} turns, JSON ${cost.json}, GCF ` +
        `${cost.gcf}, changes ${cost.changes} (${share(cost.gcf)} of GCF, ` +
        `${share(cost.json)} of JSON), ${model.kinds.full} full, ` +
        `${model.kinds.delta} deltas`);
      return cost;
    };
    for (const file of readdirSync(folder).sort()) {
      const {arms} = JSON.parse(
        readFileSync(path.join(folder, file), 'utf8'));
      const turns = arms.full_resend.filter(
        ({content}) => content.startsWith('GCF ')).map(({content}) => {
        const {set} = decodeGenericFull(content);
        return {[set.name]: set.rows};
      });
      const cost = await measure(path.basename(file, '.json'), turns, 'id');
      t.check(`${file}: changes cost less than GCF without state`,
        cost.changes < cost.gcf, cost);
    }
    const cost = await measure('graph', graph_turns());
    t.check('graph: changes cost less than GCF without state',
      cost.changes < cost.gcf, cost);
  });
  console.log(lines.join('\n'));
  await stub.stop();
}

// Five answers of a tool about code: a few symbols come, go and change.
function graph_turns() {
  const next = random(5);
  const symbol = (i) => ({
    qualifiedName: `github.com/acme/shop/internal/orders.Handler${i}`,
    kind: ['function', 'method', 'type'][i % 3],
    score: Math.round(next() * 99) / 100,
    provenance: 'lsp_resolved', distance: i % 4,
  });
  let symbols = Array.from({length: 60}, (_, i) => symbol(i));
  return Array.from({length: 5}, (_, turn) => {
    if (turn > 0) {
      symbols = [...symbols.slice(2), symbol(60 + 2 * turn),
        symbol(61 + 2 * turn)];
      symbols[7] = {...symbols[7], score: Math.round(next() * 99) / 100};
    }
    const names = symbols.map(({qualifiedName}) => qualifiedName);
    return {
      tool: 'context_for_task', symbols: structuredClone(symbols),
      edges: names.slice(1).map((target, i) => ({source: names[i], target,
        edgeType: target.endsWith('0') ? 'references' : 'calls'})),
    };
  });
}

await run_cases([
  ['gateway', through_the_gateway],
  ['proxy', through_the_proxy],
  ['sessions', sessions],
]);
