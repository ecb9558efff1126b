// SPDX-License-Identifier: MIT
// Three gateways and a load balancer (examples/gateway/fleet, as it is: only
// ports, servers and times are replaced), with official clients of both
// revisions that call all the time and check every result: one gateway is
// killed, all are restarted one after the other, certificate and token are
// replaced. Calls may fail only on the gateway that was killed.
//
// Without --rounds, times are shorter than in the example, and all of it takes
// less than 20 seconds.
//
//   node fleet.mjs PITH nginx|haproxy [--rounds N]

import process from 'node:process';
import {haproxy_program, nginx_program, start_front} from './fleet_fronts.mjs';
import {start_crowd} from './fleet_clients.mjs';
import {start_fleet} from './fleet_gateways.mjs';
import {require_commands} from './cases.mjs';
import {checks, mcp_post, sleep} from './support.mjs';
import {eventually} from './wire.mjs';

const [pith, kind, ...options] = process.argv.slice(2);
const is_short = options[0] !== '--rounds';
const rounds = is_short ? 1 : Number(options[1]);
if (pith === undefined || !['nginx', 'haproxy'].includes(kind)) {
  console.error('usage: fleet.mjs PITH nginx|haproxy [--rounds N]');
  process.exit(2);
}
require_commands(pith, 'gateway');
if ((kind === 'nginx' ? nginx_program : haproxy_program)() === undefined) {
  console.log(`skipped: there is no ${kind}; run '.ci/setup' first`);
  process.exit(77);
}

const t = checks();
// A balancer looks at a gateway this often, or tries again so soon, and a
// machine with other work is slower.
const notice_time = 2500;
const settle = is_short ? 800 : 2000;

// What clients saw since the last look. Nothing may be wrong, and nothing may
// fail but what `excuses` says; sessions with a child may be lost.
async function judge(name, crowd, {excuses = () => false} = {}) {
  t.check(`${name}: all clients get answers`, await crowd.all_called(), name);
  const seen = crowd.take();
  const failed = seen.failed.filter((one) => !excuses(one));
  t.check(`${name}: every result is right`, seen.wrong.length === 0,
    seen.wrong[0]);
  t.check(`${name}: no call fails`, failed.length === 0,
    failed.slice(0, 3));
  const excused = seen.failed.length - failed.length;
  const calls = Object.values(seen.calls).reduce((a, b) => a + b, 0);
  report(name, {calls, failed: failed.length, excused, lost: seen.lost});
  return seen;
}

const all = {calls: 0, failed: 0, excused: 0, lost: 0};
function report(name, {calls, failed, excused, lost}) {
  console.log(`${kind}, ${name}: ${calls} calls, ${failed} failed, ` +
    `${excused} on a gateway that was killed, ` +
    `${lost} sessions of a child lost`);
  all.calls += calls;
  all.failed += failed;
  all.excused += excused;
  all.lost += lost;
}

async function killed(fleet, crowd) {
  const victim = fleet.gateways[1];
  const at = Date.now();
  const busy = crowd.size;
  await victim.kill();
  await sleep(settle);
  await victim.start();
  await sleep(settle);
  // Requests that were on it, or on their way to it.
  const seen = await judge('kill -9', crowd, {excuses: ({begin, end}) =>
    begin < at + notice_time && end >= at});
  t.check('kill -9: fails once at most for each client',
    seen.failed.length <= busy, seen.failed.length);
}

async function rolling(fleet, crowd) {
  for (const gateway of fleet.gateways) {
    const {code} = await gateway.stop();
    t.check(`rolling: ${gateway.name} ends in good order`, code === 0,
      gateway.output().slice(-3000));
    await sleep(settle / 2);
    await gateway.start();
    await sleep(settle);
  }
  await judge('rolling restart', crowd);
}

async function rotation(fleet, crowd) {
  const before = await fleet.serials();
  fleet.new_certificates();
  // Both tokens are good until every client has the new one.
  const old = fleet.secret;
  await fleet.set_secrets([old, fleet.new_secret()]);
  await fleet.reload();
  await crowd.use(fleet.secret);
  await fleet.set_secrets([fleet.secret]);
  await fleet.reload();
  await sleep(settle);
  await judge('rotation', crowd);
  const after = await fleet.serials();
  t.check('rotation: every gateway has the new certificate',
    after.every((serial, i) => serial !== before[i]), {before, after});
  const ping = {jsonrpc: '2.0', id: 1, method: 'ping'};
  const refused = await mcp_post(`${crowd.url}/tickets/mcp`, ping,
    {authorization: `Bearer ${old}`});
  t.check('rotation: the old token is good for nothing',
    refused.status === 401, refused.status);
}

// Clients say who they are with fields that are for proxies.
async function identity(fleet, front) {
  const seen = fleet.stub.requests.length;
  await mcp_post(`${front.url}/tickets/mcp`,
    {jsonrpc: '2.0', id: 1, method: 'tools/list'}, {
      'authorization': `Bearer ${fleet.secret}`,
      'x-forwarded-user': 'root', 'x-auth-request-email': 'root@example.org',
      'remote-user': 'root', 'x-forwarded-for': '192.0.2.1'});
  t.check('identity: the server is asked',
    fleet.stub.requests.length > seen);
  const wrong = await mcp_post(`${front.url}/tickets/mcp`, {}, {
    'authorization': 'Bearer guessed-guessed', 'x-forwarded-for': '192.0.2.1'});
  t.check('identity: a wrong token', wrong.status === 401, wrong.status);
  t.check('identity: the address is the one that the balancer saw',
    await eventually(() => fleet.gateways.some((one) =>
      /"token refused".*"address":"127\.0\.0\.1"/.test(one.output()))));
  for (const path of ['/metrics', '/stats.json', '/readyz', '/']) {
    const {status} = await mcp_post(`${front.url}${path}`, undefined,
      {authorization: `Bearer ${fleet.secret}`}, {method: 'GET'});
    t.check(`identity: ${path} is not for clients`, status === 404, status);
  }
}

const fleet = await start_fleet(pith, is_short);
const front = await start_front(kind, fleet, is_short);
try {
  await identity(fleet, front);
  const crowd = await start_crowd(front.url, fleet.secret);
  await sleep(settle);
  await judge('quiet', crowd);
  for (let round = 0; round < rounds; ++round) {
    await killed(fleet, crowd);
    await rolling(fleet, crowd);
    await rotation(fleet, crowd);
  }
  await crowd.stop();
  report('all', all);
} catch (problem) {
  t.check(kind, false, problem);
} finally {
  await front.stop();
  await fleet.stop();
}
t.done();
process.exit();
