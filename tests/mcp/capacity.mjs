// SPDX-License-Identifier: MIT
// What a call, an agent and a replica cost, with the state that replicas share
// and without it (docs/scaling.md).
//
//   node capacity.mjs PITH UPSTREAM GENERATOR [--seconds S] [--passes N]
//                     [--only cpu|memory|points] [--output FILE] [--short]
//
// Everything runs on this machine: processor time is what counts, and hardly
// depends on what else runs here. Throughput and latency do: of N passes, the
// window counts in which others had least of the machine; without a calm one,
// the mean of all. Each says how much others had. FILE gets all figures as JSON; tools/capacity reads it. Windows that
// it has already count, too: run it again to get calmer ones. --short looks
// at what is answered and kept, with one size, in a few seconds.

import {execFileSync} from 'node:child_process';
import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import os from 'node:os';
import process from 'node:process';
import {
  make_payloads, measure, missing, session_calls, start_gateways, start_redis,
  start_upstream,
} from './capacity_parts.mjs';
import {require_commands} from './cases.mjs';
import {peak_bytes, resident_bytes} from './process_table.mjs';
import {checks, sleep} from './support.mjs';

const [pith, upstream_program, generator, ...words] = process.argv.slice(2);
if (generator === undefined) {
  console.error('usage: capacity.mjs PITH UPSTREAM GENERATOR [--seconds S] ' +
    '[--passes N] [--only cpu|memory|points] [--output FILE] [--short]');
  process.exit(2);
}
require_commands(pith, 'gateway');
if (missing() !== undefined) {
  console.log(`skipped: there is no ${missing()}`);
  process.exit(77);
}
const option = (name) =>
  words.includes(name) ? words[words.indexOf(name) + 1] : undefined;
const is_short = words.includes('--short');
const seconds = Number(option('--seconds') ?? (is_short ? 0.5 : 2));
const passes = Number(option('--passes') ?? (is_short ? 1 : 3));
const only = is_short ? 'cpu' : option('--only');
const output = option('--output');
// `ratio` is what is wanted, `most` what must not be exceeded.
const limits = {ratio: 1.7, most: 4.5, context_bytes: 2048};
const t = checks();
const payloads = make_payloads().filter(({name}) =>
  !is_short || name === 'usual');
const calm = 0.1;  // of one processor's time, what others had

// What several windows of a point come to. One that stands for several already
// counts as often.
function merged(windows) {
  const [calmest] = [...windows].sort((a, b) => a.others - b.others);
  if (calmest.others < calm) {
    return {...calmest, windows: 1};
  }
  const sum = (of) => windows.reduce((all, one) =>
    all + of(one) * (one.windows ?? 1), 0);
  const count = sum(() => 1);
  return {...Object.fromEntries(Object.entries(calmest)
    .filter(([, value]) => typeof value === 'number').map(([name]) =>
      [name, Number((sum((one) => one[name]) / count).toFixed(3))])),
  windows: count};
}

function line(what, ...columns) {
  console.log([what.padEnd(26), ...columns.map((c) => `${c}`.padStart(10))]
    .join(' '));
}

// The same calls in turn without state, with it in front of one gateway, which
// has all bases itself, and of two that take turns, so that each base comes from
// the store.
const arms = [
  {arm: 'stateless', replicas: 1, has_store: false},
  {arm: 'stateless', replicas: 2, has_store: false},
  {arm: 'state', replicas: 1, has_store: true},
  {arm: 'state', replicas: 2, has_store: true},
];

async function start_fleet({replicas, has_store, payload}) {
  const store = has_store ? await start_redis() : undefined;
  const upstream = await start_upstream(upstream_program, payload);
  const gateways = await start_gateways(pith, replicas, upstream.url, store);
  return {gateways, upstream, store, stop: async () => {
    await Promise.all(gateways.map((one) => one.stop()));
    await upstream.stop();
    await store?.stop();
  }};
}

// Calls `use({gateways, upstream, store})`, and ends what it was given.
async function with_fleet(wanted, use) {
  const fleet = await start_fleet(wanted);
  try {
    return await use(fleet);
  } finally {
    await fleet.stop();
  }
}

// All arms in turn, again and again: what else runs on this machine makes calls
// dearer, never cheaper, so that the cheapest window of each counts.
async function processor_time() {
  const out = [];
  line('CPU per call, us', 'gateway', 'redis', 'commands', 'in', 'out', 'full',
    'delta', 'unchanged', 'ratio');
  for (const payload of payloads) {
    const fleets = [];
    for (const arm of arms) {
      fleets.push(await start_fleet({...arm, payload}));
    }
    const windows = arms.map(() => []);
    for (let pass = 0; pass < passes; ++pass) {
      for (const [i, {arm, replicas}] of arms.entries()) {
        windows[i].push(await measure(t, generator,
          `${payload.name}, ${arm} ${replicas}`,
          {...fleets[i], load: {connections: 16, seconds}}));
      }
    }
    await Promise.all(fleets.map((fleet) => fleet.stop()));
    const cost = (one) => one.gateway_us + one.redis_us;
    const best = windows.map((all) => all.sort((a, b) => cost(a) - cost(b))[0]);
    for (const [i, {arm, replicas}] of arms.entries()) {
      const got = best[i];
      const ratio = Number((cost(got) / cost(best[replicas - 1])).toFixed(2));
      out.push({arm, replicas, payload: payload.name, ratio, ...got});
      line(`${payload.name}, ${arm} ${replicas}`, got.gateway_us, got.redis_us,
        got.store_commands, got.store_bytes_in, got.store_bytes_out, got.full,
        got.deltas, got.unchanged, ratio);
      // Of a session of 16 calls, 9 find changes and 5 none. What a replica does
      // not find in time is sent in full.
      const name = `${payload.name}, ${arm} ${replicas}`;
      t.check(`${name}: agents get what they ask for`, arm === 'stateless' ?
        got.full === 1 && got.store_commands === 0 :
        got.deltas > 0.3 && got.unchanged > 0.1 && got.full > 0.05, got);
      t.check(`${name}: each call has about one write, and of two replicas ` +
        'one asks for what the other has kept', arm === 'stateless' ||
        (got.store_commands > 0.8 && (replicas === 1) ===
          (got.store_bytes_out < 50)), got);
      if (!is_short && arm === 'state') {
        t.check(`${name}: at most ${limits.most} times the processor time ` +
          'without state', ratio <= limits.most, ratio);
      }
    }
  }
  const ratios = out.filter(({arm}) => arm === 'state')
    .map(({ratio}) => ratio);
  const is_met = Math.max(...ratios) <= limits.ratio;
  line('processor time, of stateless', `${Math.min(...ratios)} to`,
    Math.max(...ratios), `(${limits.ratio})`, is_met ? 'met' : 'MISSED');
  return out;
}

// What agents leave in the store: a whole session of each, and one call.
async function store_memory() {
  const out = [];
  line('store, bytes', 'agents', 'calls', 'bases', 'per base', 'per agent');
  for (const payload of payloads) {
    for (const calls_each of [1, session_calls]) {
      const agents = payload.name === 'large' ? 200 : 1000;
      await with_fleet({replicas: 1, has_store: true, payload},
        async ({gateways, upstream, store}) => {
          const used = async () =>
            Number((await store.info('memory')).used_memory);
          await measure(t, generator, 'before', {gateways, upstream, store,
            load: {connections: 16, agents: 16, calls_each: 1}});
          await sleep(200);
          await store.tell('flushall');
          const before = await used();
          await measure(t, generator, `${payload.name}, ${calls_each}`,
            {gateways, upstream, store,
              load: {connections: 16, agents, calls_each}});
          await sleep(500);
          const bytes = await used() - before;
          // Each agent has its bases, and an index of them.
          const keys = Number(await store.tell('dbsize'));
          const bases = keys - agents;
          out.push({payload: payload.name, agents, calls_each, bases,
            bytes_per_base: Math.round(bytes / bases),
            bytes_per_agent: Math.round(bytes / agents)});
          line(`${payload.name}, session of ${calls_each}`, agents, calls_each,
            bases, out.at(-1).bytes_per_base, out.at(-1).bytes_per_agent);
        });
    }
  }
  return out;
}

// What idle agents leave in a gateway: with a base in its memory, which holds
// 8192 of them, and many more.
async function gateway_memory() {
  const [payload] = payloads;
  return with_fleet({replicas: 1, has_store: true, payload},
    async ({gateways, upstream, store}) => {
      const pid = gateways[0].child.pid;
      const run = async (name, load) => {
        await measure(t, generator, name,
          {gateways, upstream, store, load: {connections: 16, ...load}});
        await sleep(500);
        return resident_bytes(pid);
      };
      // All threads have worked, and the store still has room for 8000.
      const warm = await run('warm', {agents: 16, calls_each: 16});
      const first = await run('8000 agents', {agents: 8000, calls_each: 1});
      const second = await run('40000 agents', {agents: 40000, calls_each: 1});
      // While they are open.
      const peak_before = peak_bytes(pid);
      await run('5000 connections',
        {connections: 5000, agents: 5000, calls_each: 1});
      const connections = peak_bytes(pid) - peak_before;
      // The one result that all of them got, and what stands before it.
      const data =
        readFileSync(payload.file, 'utf8').split('\n')[0].length + 95;
      const out = {
        resident_bytes: warm, idle_agents: 8000,
        bytes_per_idle_agent: Math.round((first - warm) / 8000),
        data_bytes: data,
        bytes_beside_data: Math.round((first - warm) / 8000) - data,
        resident_after_40000_agents: second,
        bytes_per_connection: Math.round(connections / 5000),
      };
      line('gateway, bytes', 'per agent', 'its data', 'beside', 'at 40,000');
      line('idle agents', out.bytes_per_idle_agent, data,
        out.bytes_beside_data, second);
      t.check(`an idle context takes at most ${limits.context_bytes} bytes ` +
        'and its data', out.bytes_beside_data < limits.context_bytes, out);
      return out;
    });
}

// Throughput and latency: as fast as it goes on so many connections, and at
// rates below that.
function planned_points() {
  const out = [];
  for (const {arm, replicas, has_store} of arms) {
    for (const payload of payloads) {
      for (const connections of [4, 8, 16, 32]) {
        out.push({arm, replicas, has_store, payload, load: {connections}});
      }
    }
    for (const share of [0.2, 0.35, 0.5, 0.65]) {
      out.push({arm, replicas, has_store, payload: payloads[1], share,
        load: {connections: 32}});
    }
  }
  return out;
}

async function points() {
  const plan = planned_points().map((point) => ({...point, windows: []}));
  const same_fleet = (a, b) => a.arm === b.arm && a.replicas === b.replicas &&
    a.payload === b.payload;
  for (const point of plan) {
    const known = before.points?.find((one) => one.arm === point.arm &&
      one.replicas === point.replicas && one.payload === point.payload.name &&
      one.connections === point.load.connections &&
      one.share === point.share);
    if (known !== undefined) {
      point.windows.push(known);
      point.rate = known.rate;
    }
  }
  // It need not be measured again.
  const is_calm = ({windows}) => windows.some(({others}) => others < calm);
  for (let pass = 0; pass < passes; ++pass) {
    for (const first of plan) {
      if (plan.filter((one) => same_fleet(one, first)).every(is_calm) ||
          plan.find((one) => same_fleet(one, first)) !== first) {
        continue;
      }
      await with_fleet(first, async (fleet) => {
        for (const point of plan.filter((one) => same_fleet(one, first) &&
          !is_calm(one))) {
          const load = {...point.load, seconds};
          if (point.share !== undefined) {
            const most = plan.filter((one) => same_fleet(one, point) &&
              one.share === undefined).flatMap(({windows}) => windows)
              .map((one) => one.calls_per_second);
            point.rate ??= Math.round(point.share * Math.max(...most));
            load.rate = point.rate;
          }
          point.windows.push(await measure(t, generator,
            `${point.arm} ${point.replicas}, ${point.payload.name}`,
            {...fleet, load}));
        }
      });
    }
  }
  line('points', 'conns', 'rate', 'calls/s', 'p50 ms', 'p99 ms', 'gateway',
    'redis', 'others');
  return plan.map(({arm, replicas, payload, load, share, rate, windows}) => {
    const best = merged(windows);
    line(`${arm} ${replicas}, ${payload.name}`, load.connections, rate ?? '-',
      best.calls_per_second, best.p50_ms, best.p99_ms, best.gateway_us,
      best.redis_us, best.others);
    return {...best, arm, replicas, payload: payload.name,
      connections: load.connections, share, rate};
  });
}

// A second replica must not lower the total by more than it asks the store. Both
// share the processors of this machine, with the calls and the server.
function compare_replicas(all) {
  for (const {name} of payloads) {
    const best = (replicas) => Math.max(...all.filter((one) =>
      one.arm === 'state' && one.replicas === replicas && one.payload === name)
      .map((one) => one.calls_per_second));
    const share = best(2) / best(1);
    line(`${name}: two replicas, of one`, best(1), best(2), share.toFixed(2));
    // Bases come from the store, which one replica need not ask; on a machine
    // that is fully used, that is paid by both.
    t.check(`${name}: a second replica hardly lowers the total`,
      share >= 0.75, share);
  }
}

const before = output !== undefined && existsSync(output) ?
  JSON.parse(readFileSync(output, 'utf8')) : {};
const figures = {
  conditions: {
    date: new Date().toISOString().slice(0, 10), cores: os.cpus().length,
    processor: os.cpus()[0].model, kernel: os.release(),
    redis: execFileSync('/usr/bin/redis-server', ['--version'],
      {encoding: 'utf8'}).split(' ')[2],
    seconds, passes,
  },
  payloads: payloads.map(({name, rows, json_bytes}) =>
    ({name, rows, json_bytes})),
};
if (only === undefined || only === 'cpu') {
  figures.cpu = await processor_time();
}
if (only === undefined || only === 'memory') {
  figures.store_memory = await store_memory();
  figures.gateway_memory = await gateway_memory();
}
if (only === undefined || only === 'points') {
  figures.points = await points();
  compare_replicas(figures.points);
}
if (output !== undefined) {
  // One line for each row, so that a change can be read.
  const rows = (value) => Array.isArray(value) ?
    `[\n    ${value.map((row) => JSON.stringify(row)).join(',\n    ')}\n  ]` :
    JSON.stringify(value);
  writeFileSync(output, `{\n${Object.entries({...before, ...figures}).map(
    ([name, value]) => `  ${JSON.stringify(name)}: ${rows(value)}`)
    .join(',\n')}\n}\n`);
}
t.done();
process.exit();
