// SPDX-License-Identifier: MIT
// What the gateway can take: direct, and through it.
//
//   node load.mjs PITH UPSTREAM GENERATOR [--short] [--seconds S]
//
// A call that is lost, answered twice or answered with somebody else's answer
// is a failure; speed never is, because the machine is not ours alone. --short
// looks at correctness only and takes a few seconds.

import {spawnSync} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import {require_commands} from './cases.mjs';
import {cpu_seconds, peak_bytes, resident_bytes} from './process_table.mjs';
import {
  checks, gateway, gateway_toml, mcp_post, run, sleep, start, temporary,
} from './support.mjs';
import {eventually, modern} from './wire.mjs';

const [pith, upstream, generator, ...words] = process.argv.slice(2);
if (generator === undefined) {
  console.error('usage: load.mjs PITH UPSTREAM GENERATOR [--short]');
  process.exit(2);
}
require_commands(pith, 'gateway');
const is_short = words.includes('--short');
const seconds = is_short ? 1 : Number(words[words.indexOf('--seconds') + 1] ||
  10) || 10;
const t = checks();

async function start_upstream(mode, ...more) {
  const server = await start(upstream, [mode, ...more.map(String)],
    {ready: /listening on (http:\/\/127\.0\.0\.1:(\d+)\S*)/});
  return {...server, url: server.ready[1], port: Number(server.ready[2])};
}

// As a busy place would have it: no line for every call.
const limits = '[log]\nlevel = "warn"\n[limits]\nconnections = 20000\n' +
  'sessions = 20000\n' +
  'streams_per_client = 20000\nin_flight = 20000\n';

function start_gateway(url) {
  return gateway(pith,
    `threads = 2\n${gateway_toml({load: {url}})}${limits}`);
}

async function generate(name, port, target, ...options) {
  const {stdout, stderr} = await run(generator, ['--port', port, '--path',
    target, ...options].map(String), {timeout: 180000});
  const got = JSON.parse(stdout);
  t.check(`${name}: every answer is its own, once`,
    got.errors + got.lost + got.foreign + got.duplicated +
    got.streams_closed === 0, stdout + stderr);
  return got;
}

function line(what, ...columns) {
  console.log([what.padEnd(34), ...columns.map((c) => `${c}`.padStart(12))]
    .join(' '));
}

function target(what, value, limit, unit, is_met) {
  line(what, `${value} ${unit}`, `(${limit})`, is_met ? 'met' : 'MISSED');
}

const milliseconds = (value) => `${value.toFixed(2)} ms`;

// Direct and through the gateway, as fast as it goes.
async function speed(mode, connections, ...options) {
  const server = await start_upstream(mode);
  const served = await start_gateway(server.url);
  const name = [mode, ...options].join(' ');
  const common = ['--connections', connections, '--seconds', seconds,
    ...options];
  const direct = await generate(`${name}, direct`, server.port, '/mcp',
    ...common);
  const before = cpu_seconds(served.child.pid);
  const through = await generate(name, served.port, '/load/mcp', ...common);
  const cost = (cpu_seconds(served.child.pid) - before) / through.calls;
  if (!is_short) {
    line(name, `${direct.calls_per_second}/s`, `${through.calls_per_second}/s`,
      milliseconds(through.p50_ms), milliseconds(through.p99_ms),
      `${(cost * 1e6).toFixed(0)} us CPU`);
  }
  t.check(`${name}: calls were made`, through.calls > 10, through);
  await served.stop();
  await server.stop();
  return through;
}

// Ticks in which a hypervisor gave our processors to somebody else.
function stolen_ticks() {
  return Number(readFileSync('/proc/stat', 'utf8').split(/\s+/)[8]);
}

// Calls at fixed times, direct and through in turn: what the gateway adds to
// the slowest of a hundred. A machine that stands still for a tenth of a second
// is in both numbers and says nothing about either; so there are many short
// turns, and the median of those counts in which fewest ticks were stolen.
async function latency(rate) {
  const server = await start_upstream('text');
  const served = await start_gateway(server.url);
  const common = ['--connections', 64, '--seconds', 1, '--rate', rate];
  const turns = [];
  for (let turn = 0; turn < 4 * seconds; ++turn) {
    const before = stolen_ticks();
    const direct =
      await generate('rate, direct', server.port, '/mcp', ...common);
    const through =
      await generate('rate', served.port, '/load/mcp', ...common);
    turns.push({direct, through, stolen: stolen_ticks() - before});
  }
  await served.stop();
  await server.stop();
  const added = (turn) => turn.through.p99_ms - turn.direct.p99_ms;
  turns.sort((a, b) => a.stolen - b.stolen);
  const calm = turns.slice(0, turns.length >> 2)
    .sort((a, b) => added(a) - added(b));
  const {direct, through} = calm[calm.length >> 1];
  line(`at ${rate} calls/s, p50`, milliseconds(direct.p50_ms),
    milliseconds(through.p50_ms));
  line(`at ${rate} calls/s, p99`, milliseconds(direct.p99_ms),
    milliseconds(through.p99_ms));
  line('ticks stolen, in these and in all',
    `${Math.max(...calm.map((turn) => turn.stolen))} at most`,
    `${turns.at(-1).stolen} at most`);
  return through.p99_ms - direct.p99_ms;
}

// Streams that are held open, and what they cost in memory.
async function streams(count, ...options) {
  const server = await start_upstream('sse', '--interval', 2);
  const served = await start_gateway(server.url);
  const before = resident_bytes(served.child.pid);
  const holder = await start(generator, ['--port', served.port, '--path',
    '/load/mcp', '--streams', count, '--seconds', is_short ? 3 : 20,
    ...options].map(String), {ready: /open/, timeout: 60000});
  await sleep(is_short ? 500 : 5000);  // some comments go by
  const after = resident_bytes(served.child.pid);
  // A call still gets through among them.
  const call = await modern(served.endpoint('load')).call('load', {token: 'x'});
  t.check('streams: a call beside them', call.status === 200, call.text);
  await holder.ended;
  const got = JSON.parse(holder.output('stdout'));
  t.check('streams: all are open and stay so',
    got.streams === count && got.streams_closed === 0 && got.errors === 0, got);
  t.check('streams: none is left behind', await eventually(async () => {
    const {text} = await mcp_post(`${served.url}/metrics`, undefined, {},
      {method: 'GET', timeout: 2000}).catch(() => ({text: ''}));
    const open = /^\S*streams\S* (\d+)$/m.exec(text)?.[1];
    return open === undefined || Number(open) === 0;
  }, 10000));
  await served.stop();
  await server.stop();
  return {before, after};
}

// User and system seconds of a command, without those of one that does nothing.
// The mean of several runs, because the kernel counts in ticks.
function bare_seconds(command, file) {
  const runs = 10;
  const timed = (input) => {
    const {stderr} = spawnSync('bash', ['-c', 'TIMEFORMAT="%U %S"; ' +
      `time for i in {1..${runs}}; do "$@" >/dev/null; done`, 'bash', pith,
    ...command, input], {encoding: 'utf8'});
    const [user, system] = stderr.trim().split('\n').at(-1).split(' ');
    return (Number(user) + Number(system)) / runs;
  };
  const empty = path.join(path.dirname(file), 'empty.json');
  writeFileSync(empty, '[]');
  return Math.max(0.001, timed(file) - timed(empty));
}

// A result of 10 MB: the gateway's CPU against reading, encoding and counting
// the same bytes with the command.
async function large(mode, bytes) {
  const server = await start_upstream(mode, '--size', bytes);
  const served = await start_gateway(server.url);
  const direct = await modern(server.url).result('load', {});
  const file = path.join(temporary(), 'rows.json');
  const encoded = `${file}.gcf`;
  writeFileSync(file, direct.content[0].text);
  spawnSync(pith, ['encode', file, '-o', encoded]);
  const client = modern(served.endpoint('load'));
  await client.result('load', {});
  const count = is_short ? 1 : 10;
  const before = cpu_seconds(served.child.pid);
  let result;
  for (let i = 0; i < count; ++i) {
    result = await client.result('load', {}, {timeout: 120000});
  }
  const each = (cpu_seconds(served.child.pid) - before) / count;
  t.check(`large, ${mode}: the result is smaller`,
    result.content[0].text.length < direct.content[0].text.length);
  if (!is_short) {
    const encode = bare_seconds(['encode', '--to', 'gcf'], file);
    const tokens = bare_seconds(['tokens'], file) +
      bare_seconds(['tokens'], encoded);
    const times = each / (encode + tokens);
    line('10 MB: bare parse and encode', `${encode.toFixed(2)} s`);
    line('10 MB: bare counts of both', `${tokens.toFixed(2)} s`);
    target(`10 MB, ${mode}: a call, to bare`, times.toFixed(2), 3, 'times',
      times <= 3);
    line(`10 MB, ${mode}: CPU of a call`, `${each.toFixed(2)} s`,
      `peak ${(peak_bytes(served.child.pid) / 2 ** 20).toFixed(0)} MiB`);
  }
  await served.stop();
  await server.stop();
}

if (is_short) {
  await speed('text', 32);
  await speed('structured', 32, '--era', 'legacy');
  await speed('small', 32);
  await speed('sse', 32);
  await speed('text', 8, '--rate', 200);
  await streams(100);
  await streams(100, '--era', 'legacy');
  await large('text', 1e6);
} else {
  line('calls', 'direct', 'gateway', 'p50', 'p99', 'per call');
  const text = await speed('text', 64);
  await speed('structured', 64);
  await speed('small', 64);
  await speed('sse', 64);
  await speed('text', 64, '--era', 'legacy');
  target('small calls, rewritten', text.calls_per_second, 10000, '/s',
    text.calls_per_second >= 10000);
  const added = await latency(5000);
  target('p99 added at half of that, calm', added.toFixed(2), 5, 'ms', added <= 5);
  for (const options of [[], ['--era', 'legacy']]) {
    const {after} = await streams(5000, ...options);
    target(`5,000 streams ${options.join(' ')}`,
      (after / 2 ** 20).toFixed(0), 300, 'MiB', after <= 300 * 2 ** 20);
  }
  await large('text', 1e7);
  await large('structured', 1e7);
}
t.done();
process.exit();
