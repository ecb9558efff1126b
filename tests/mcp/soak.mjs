// SPDX-License-Identifier: MIT
// Hours of a bad day, in minutes: sessions and calls beside children that are
// killed, clients that are slow, silent, broken or gone, and servers that say
// nonsense. No answer may be lost, come twice or go to somebody else; memory
// stays flat; nothing is left at the end.
//
//   node soak.mjs PITH [--minutes M] [--seed N]

import http from 'node:http';
import process from 'node:process';
import {require_commands} from './cases.mjs';
import {stub_words} from './defects_stdio.mjs';
import {random} from './payload.mjs';
import {
  children_of, descriptors, is_alive, resident_bytes, socket_count,
} from './process_table.mjs';
import * as workers from './soak_workers.mjs';
import {start_stub} from './stub_server.mjs';
import {checks, gateway, gateway_toml, sleep} from './support.mjs';
import {eventually} from './wire.mjs';

const pith = process.argv[2];
if (pith === undefined) {
  console.error('usage: soak.mjs PITH [--minutes M] [--seed N]');
  process.exit(2);
}
require_commands(pith, 'gateway');

function option(name, otherwise) {
  const at = process.argv.indexOf(name);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
}

const minutes = option('--minutes', 1);
const seed = option('--seed', Date.now() % 1000000);
const t = checks();
const stub = await start_stub({records: 100});
const served = await gateway(pith, gateway_toml({
  web: {url: stub.url}, child: {command: stub_words},
}) + '[limits]\nsession_idle_seconds = 4\nrequest_seconds = 3\n');
const {pid} = served.child;

const next_random = random(seed);
let seeds = 0;
const tally = {answered: 0, refused: 0, lost: 0, wrong: 0, twice: 0,
  nonsense: 0, killed: 0, left: 0, problems: []};
const world = {
  endpoint: served.endpoint, pid, port: served.port, tally,
  next: () => ++seeds,
  pick: (n) => Math.floor(next_random() * n),
};

const crew = {
  web_session: 6, child_session: 3, web_stateless: 4, child_stateless: 2,
  killer: 1, slow_reader: 3, half_open: 6, malformed: 3, aborter: 4,
};

let is_over = false;
async function repeat(worker) {
  while (!is_over) {
    try {
      await worker(world);
    } catch (problem) {
      tally.problems.push(`${worker.name}: ${problem.stack}`);
      ++tally.wrong;
      await sleep(100);
    }
  }
}

const quiet = {descriptors: descriptors(pid).length, at: Date.now()};
const samples = [];  // {at, bytes} of the gateway
const sampler = setInterval(() => {
  if (is_alive(pid)) {
    samples.push({at: Date.now(), bytes: resident_bytes(pid)});
  }
}, 500);

const running = Object.entries(crew).flatMap(([name, count]) =>
  Array.from({length: count}, () => repeat(workers[name])));
const end = Date.now() + minutes * 60000;
while (Date.now() < end && is_alive(pid)) {
  await sleep(200);
}
is_over = true;
await Promise.all(running);
clearInterval(sampler);

// The mean of a part of the samples, in MiB. The first third is warm-up.
function mean(from, to) {
  const part = samples.slice(Math.floor(samples.length * from),
    Math.ceil(samples.length * to));
  return part.reduce((sum, {bytes}) => sum + bytes, 0) / part.length / 2 ** 20;
}

t.check('soak: the gateway is alive', is_alive(pid),
  served.output().slice(-2000));
const [first, last] = [mean(0.33, 0.5), mean(0.83, 1)];
console.log(`seed ${seed}: ${JSON.stringify({...tally, problems: undefined})}`);
console.log(`resident: ${first.toFixed(1)} MiB after warm-up, ` +
  `${last.toFixed(1)} MiB at the end`);
t.check('soak: calls were made', tally.answered > 100 * minutes, tally);
t.check('soak: children were killed', tally.killed > 5 * minutes, tally.killed);
t.check('soak: no answer was lost', tally.lost === 0, tally.problems);
t.check('soak: no answer came twice', tally.twice === 0);
t.check('soak: every answer was the right one', tally.wrong === 0,
  tally.problems);
t.check('soak: what a server says wrongly is an error to its client',
  tally.nonsense === 0, tally.problems);
// Results of 2 MB are under way at any time, so some movement is not a leak.
t.check('soak: memory is flat', last < first * 1.15 + 16,
  `${first.toFixed(1)} -> ${last.toFixed(1)} MiB`);

const arrived = new Map();
for (const {name, arguments: args} of stub.state.calls) {
  if (name === 'rows') {
    arrived.set(args.seed, (arrived.get(args.seed) ?? 0) + 1);
  }
}
t.check('soak: no call reached the server twice',
  [...arrived.values()].every((count) => count === 1));

// Clients vanish; sessions that nobody ended expire.
http.globalAgent.destroy();
t.check('soak: no child is left', await eventually(
  () => children_of(pid).length <= 2, 15000), children_of(pid));
t.check('soak: no zombie is left', await eventually(
  () => children_of(pid, {zombies: true}).length <= 2, 2000));
// When other sessions of a server over HTTP end is for that server to say.
t.check('soak: sessions that were ended are, and streams', await eventually(
  () => stub.sessions.size <= tally.left && stub.streams.size === 0, 15000),
[stub.sessions.size, tally.left, stub.streams.size]);
await stub.stop();
// Two shared children of the modern era may stay, with three pipes each.
t.check('soak: no descriptor is left', await eventually(
  () => descriptors(pid).length <= quiet.descriptors + 8, 20000),
[quiet.descriptors, descriptors(pid).length, socket_count(pid)]);
const {code} = await served.stop();
t.check('soak: it ends when told to', code === 0, code);
t.done();
process.exit();
