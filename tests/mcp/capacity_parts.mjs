// SPDX-License-Identifier: MIT
// What capacity.mjs measures with: turns of real data, a Redis server, gateways,
// and windows of time in which calls, processors and the store are counted.

import {execFile} from 'node:child_process';
import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import {promisify} from 'node:util';
import {decodeGenericFull} from '@blackwell-systems/gcf';
import {cpu_seconds} from './process_table.mjs';
import {
  free_port, gateway, gateway_toml, here, start, temporary,
} from './support.mjs';
import {eventually} from './wire.mjs';

const shared = process.env.PITH_SHARED_DIR ??
  path.resolve(here, '..', '..', '..', 'shared');
const session_file = path.join(shared, 'datasets', 'delta-sessions',
  '100rows_15turns_10churn.json');
const redis_program = '/usr/bin/redis-server';
const secret = '4c1de0c39a6f4b7fbb0d3c8a5e2f9071';

export const session_calls = 16;

export function missing() {
  return [redis_program, session_file].find((file) => !existsSync(file));
}

// A session as an agent has it: 16 calls, of which 5 find nothing new. In the
// tenth it has forgotten what it saw (--compact 9). So many sessions are about
// other orders each.
const order = [0, 1, 1, 2, 3, 3, 4, 5, 5, 6, 7, 7, 8, 9, 9, 10];
const sessions = {small: 64, usual: 64, large: 16};

// Orders of the shared data: a quarter of them, all, or ten times as many under
// other names. {name, file, rows, json_bytes, gcf_bytes}, means of all turns.
export function make_payloads() {
  const {arms} = JSON.parse(readFileSync(session_file, 'utf8'));
  const sets = arms.full_resend.filter(({content}) =>
    content.startsWith('GCF ')).map(({content}) =>
    decodeGenericFull(content).set.rows);
  const sizes = {
    small: (rows) => rows.filter(({id}) => id % 4 === 0),
    usual: (rows) => rows,
    large: (rows) => Array.from({length: 10}, (_, copy) => rows.map(
      (row) => ({...row, id: row.id + 100000 * copy}))).flat(),
  };
  return Object.entries(sizes).map(([name, part]) => {
    const turns = Array.from({length: sessions[name]}, (_, session) =>
      order.map((i) => part(sets[i]).map((row) =>
        ({...row, id: row.id + 1000 * session})))).flat();
    const texts = turns.map((orders) => JSON.stringify({orders}));
    const file = path.join(temporary(), `${name}.txt`);
    writeFileSync(file, `${texts.join('\n')}\n`);
    const mean = (numbers) =>
      Math.round(numbers.reduce((a, b) => a + b) / numbers.length);
    return {
      name, file, rows: mean(turns.map(({length}) => length)),
      json_bytes: mean(texts.map(({length}) => length)),
    };
  });
}

export async function start_upstream(program, payload) {
  const server = await start(program, ['turns', '--file', payload.file],
    {ready: /listening on (http:\/\/127\.0\.0\.1:(\d+)\S*)/});
  return {...server, url: server.ready[1]};
}

// {port, pid, info(section), tell(...words), stop()}.
export async function start_redis() {
  const port = await free_port();
  const served = await start(redis_program, ['--port', `${port}`, '--bind',
    '127.0.0.1', '--dir', temporary(), '--save', '', '--appendonly', 'no']);
  const tell = async (...words) => (await promisify(execFile)('redis-cli',
    ['-p', `${port}`, ...words])).stdout;
  if (!await eventually(() => tell('ping').then((said) => /PONG/.test(said),
    () => false))) {
    throw new Error(`redis-server does not answer\n${served.output()}`);
  }
  const info = async (section) => Object.fromEntries(
    (await tell('info', section)).split(/\r?\n/)
      .map((line) => line.split(':')).filter(({length}) => length === 2));
  return {port, pid: served.child.pid, tell, info, stop: served.stop};
}

const wide = '[log]\nlevel = "warn"\n[limits]\nconnections = 20000\n' +
  'in_flight = 20000\n';
const identity = '[auth.proxy]\nheader = "X-Forwarded-User"\n' +
  'from = ["127.0.0.1/32"]\nsecret_header = "Pith-Proxy-Secret"\n' +
  `secret = "${secret}"\n`;

// `store` undefined: without [state] and changes.
export async function start_gateways(pith, count, url, store) {
  const state = store === undefined ? '' :
    `[state]\nredis = ["redis://127.0.0.1:${store.port}"]\n` +
    `keys = ["${secret}"]\n` +
    '[rewrite]\nchanges = [{ match = "load", ordered = false }]\n';
  const all = [];
  for (let i = 0; i < count; ++i) {
    all.push(await gateway(pith, `threads = 2\n${gateway_toml({load: {url}})}` +
      `${wide}${identity}${state}`));
  }
  return all;
}

// Seconds of all processors that were used, or stolen from them.
function machine_seconds() {
  const [user, nice, system, , , irq, softirq, steal] =
    readFileSync('/proc/stat', 'utf8').split('\n')[0].split(/\s+/).slice(1)
      .map(Number);
  return (user + nice + system + irq + softirq + steal) / 100;
}

// Processor time first, at once: asking the store takes a while.
async function snapshot(gateways, upstream, store) {
  const times = {
    gateway: gateways.map(({child}) => cpu_seconds(child.pid))
      .reduce((a, b) => a + b),
    upstream: cpu_seconds(upstream.child.pid),
    redis: store === undefined ? 0 : cpu_seconds(store.pid),
    own: process.cpuUsage(),
    machine: machine_seconds(),
  };
  const commands = await store?.info('commandstats');
  const network = await store?.info('stats');
  return {
    ...times,
    commands: Object.fromEntries(Object.entries(commands ?? {}).map(
      ([name, text]) => [name.replace('cmdstat_', ''),
        Number(/calls=(\d+)/.exec(text)[1])])),
    bytes_in: Number(network?.total_net_input_bytes ?? 0),
    bytes_out: Number(network?.total_net_output_bytes ?? 0),
  };
}

const own_commands = ['info', 'ping', 'role', 'select', 'command|docs'];
const sent_commands = ['evalsha', 'eval', 'hmget', 'hget', 'unlink'];

function count_commands(before, after) {
  const sums = {sent: 0, inside: 0};
  for (const [name, calls] of Object.entries(after)) {
    if (!own_commands.includes(name)) {
      sums[sent_commands.includes(name) ? 'sent' : 'inside'] +=
        calls - (before[name] ?? 0);
    }
  }
  return sums;
}

let windows = 0;

// One window, of agents that were never there before. `load` is {connections, seconds, rate}. Microseconds are per call.
export async function measure(t, generator, name, {gateways, upstream, store,
  load}) {
  const words = ['--port', gateways.map(({port}) => port).join(','), '--path',
    '/load/mcp', '--secret', secret, '--name', `w${++windows}-`, '--agents',
    load.agents ?? Math.max(64, 4 * load.connections), '--session',
    session_calls, '--compact', 9, '--connections', load.connections,
    ...(load.calls_each === undefined ? ['--warm', 0.7, '--seconds',
      load.seconds + 0.7] : ['--calls-each', load.calls_each, '--seconds', 600]),
    ...(load.rate === undefined ? [] : ['--rate', load.rate])];
  const running = await start(generator, words.map(String),
    load.calls_each === undefined ? {ready: /measuring/} : {});
  const before = await snapshot(gateways, upstream, store);
  await running.ended;
  const after = await snapshot(gateways, upstream, store);
  const got = JSON.parse(running.output('stdout'));
  t.check(`${name}: every answer is its own, once`,
    got.calls > 0 && got.errors + got.lost + got.foreign + got.duplicated === 0,
    running.output());
  const micro = (seconds) => Number((seconds / got.calls * 1e6).toFixed(2));
  const each = (what) => after[what] - before[what];
  const own = (after.own.user + after.own.system - before.own.user -
    before.own.system) / 1e6;
  const used = each('gateway') + each('redis') + each('upstream') +
    got.cpu_seconds;
  const {sent, inside} = count_commands(before.commands, after.commands);
  const ratio = (number) => Number((number / got.calls).toFixed(3));
  return {
    calls: got.calls, calls_per_second: Math.round(got.calls / got.seconds),
    mean_ms: got.mean_ms, p50_ms: got.p50_ms, p99_ms: got.p99_ms,
    gateway_us: micro(each('gateway')), redis_us: micro(each('redis')),
    upstream_us: micro(each('upstream')), generator_us: micro(got.cpu_seconds),
    answer_bytes: Math.round(got.bytes / got.calls),
    full: ratio(got.full), deltas: ratio(got.deltas),
    unchanged: ratio(got.unchanged),
    store_commands: ratio(sent), store_inside: ratio(inside),
    store_bytes_in: Math.round(each('bytes_in') / got.calls),
    store_bytes_out: Math.round(each('bytes_out') / got.calls),
    // What others had of the machine, of one processor's time.
    others: Number(Math.max(0, (each('machine') - used - own) / got.seconds)
      .toFixed(3)),
  };
}
