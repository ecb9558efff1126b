// SPDX-License-Identifier: MIT
// Three gateways and a load balancer (examples/gateway/fleet) that share a
// Redis Cluster, and agents that ask for changes and pages all the time. Each
// has nothing but what it was sent, reads it with our consumer, and compares
// what it then holds with what the tool said. Meanwhile gateways are killed,
// and masters are paused, killed, flushed, restarted empty, made slow and
// limited; agents drop connections and forget. With Toxiproxy
// (`.ci/nightly faults` makes it), the network between gateways and masters is
// slow, narrow, deaf and broken, too.
//
// Nothing may be wrong, no delta may come that its agent cannot apply, and calls
// may fail only on a gateway that was killed.
//
//   node faults.mjs PITH CONSUMER nginx|haproxy [--agents N] [--minutes M]
//                   [--calm]      without faults

import {spawn} from 'node:child_process';
import {randomBytes} from 'node:crypto';
import {existsSync, writeFileSync} from 'node:fs';
import https from 'node:https';
import path from 'node:path';
import process from 'node:process';
import {each_line} from './each_line.mjs';
import {haproxy_program, nginx_program, start_front} from './fleet_fronts.mjs';
import {start_fleet} from './fleet_gateways.mjs';
import {random, rows, same} from './payload.mjs';
import {start_cluster} from './redis_cluster.mjs';
import {checks, sleep} from './support.mjs';
import {start_toxiproxy, toxiproxy_program} from './toxiproxy.mjs';
import {call_of, modern_headers, modern_meta, within} from './wire.mjs';

const [pith, consumer, kind, ...options] = process.argv.slice(2);
if (consumer === undefined || !['nginx', 'haproxy'].includes(kind)) {
  console.error('usage: faults.mjs PITH CONSUMER nginx|haproxy ' +
    '[--agents N] [--minutes M] [--calm]');
  process.exit(2);
}
const option = (name, otherwise) => options.includes(name) ?
  Number(options[options.indexOf(name) + 1]) : otherwise;
const agents = option('--agents', 200);
const minutes = option('--minutes', 20);
const is_calm = options.includes('--calm');
if ((kind === 'nginx' ? nginx_program : haproxy_program)() === undefined ||
    !existsSync('/usr/bin/redis-server')) {
  console.log("skipped: run '.ci/setup' first");
  process.exit(77);
}

const t = checks();
const seen = {
  calls: 0, full: 0, delta: 0, unchanged: 0, pages: 0, expired: 0, dropped: 0,
  wrong: [], refused: [], failed: [], excused: 0,
};
// Requests that were on a killed gateway, or on their way to it before the
// balancer noticed.
const notice_time = 3000;
const killed = [];
// Faults of the network, and how often gateways went on without the store.
const noticed = {};
const is_excused = (begin, end) =>
  killed.some((at) => begin < at + notice_time && end >= at);

// What all agents hold, in one process: hold(agent, text) resolves to {kind,
// rows} or {error}; without a text the agent forgets.
function consumers() {
  const child = spawn(consumer, [], {stdio: ['pipe', 'pipe', 'inherit']});
  process.on('exit', () => child.kill('SIGKILL'));
  const waiting = new Map();
  each_line(child.stdout, (line) => {
    const said = JSON.parse(line);
    waiting.get(said.agent)(said);
  });
  const tell = (what) => child.stdin.write(`${JSON.stringify(what)}\n`);
  return {
    forget: (agent) => tell({agent}),
    hold: (agent, text) => new Promise((resolve) => {
      waiting.set(agent, resolve);
      tell({agent, text});
    }),
  };
}

const connections = new https.Agent({keepAlive: true, maxSockets: 64});

// One call. `drops` ends the connection before the answer.
function call(url, secret, name, args, drops) {
  const message = call_of(1, name, args, modern_meta());
  const body = JSON.stringify(message);
  return new Promise((resolve, reject) => {
    const request = https.request(`${url}/tickets/mcp`, {
      method: 'POST', agent: connections, headers: {
        'content-type': 'application/json',
        'accept': 'application/json, text/event-stream',
        'content-length': Buffer.byteLength(body),
        'authorization': `Bearer ${secret}`, ...modern_headers(message),
      },
    }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece) => {
        text += piece;
      });
      response.on('error', reject);
      response.on('end', () => {
        const data = /^data: (.*)$/m.exec(text)?.[1] ?? text;
        try {
          resolve({status: response.statusCode, ...JSON.parse(data)});
        } catch {
          reject(new Error(`${response.statusCode} ${text.slice(0, 200)}`));
        }
      });
    });
    request.on('error', reject);
    request.end(body);
    if (drops) {
      setTimeout(() => request.destroy(), 5);
    }
  });
}

// A table that its agent changes, and the handle of what it was last sent.
class Agent {
  constructor(name, url, secret, held) {
    Object.assign(this, {name, url, secret, held, handle: undefined});
    this.next = random(Number(name) + 1);
    this.table = rows(Number(name) + 1, 30);
    this.last = this.table.length;
  }

  below(n) {
    return Math.floor(this.next() * n);
  }

  change() {
    const {table} = this;
    if (this.below(4) > 0) {
      table[this.below(table.length)].total = this.below(100000) / 100;
    }
    if (this.below(4) === 0 && table.length > 20) {
      table.splice(this.below(table.length), 1);
    }
    if (this.below(4) === 0) {
      table.push({...rows(this.below(1000), 1)[0], id: ++this.last});
    }
  }

  forget() {
    this.handle = undefined;
    this.held.forget(this.name);
  }

  // Calls the tool and holds what comes against what it said.
  async look() {
    const text = JSON.stringify(this.table);
    const drops = this.below(50) === 0;
    const answer = call(this.url, this.secret, 'text',
      {text, ...(this.handle && {pith_since: this.handle})}, drops);
    if (drops) {
      // Whether it came or not, the agent has not seen it.
      await answer.catch(() => {});
      ++seen.dropped;
      return;
    }
    const {result, ...rest} = await within(30000, answer, 'a call');
    if (result === undefined) {
      throw new Error(JSON.stringify(rest).slice(0, 300));
    }
    const [wire, trailer] = result.content.map((block) => block.text);
    const has = await this.held.hold(this.name, wire);
    if (has.error !== undefined) {
      seen.refused.push({error: has.error, wire: wire.slice(0, 300)});
      this.forget();
      return;
    }
    ++seen[has.kind];
    if (!same(has.rows, this.table)) {
      seen.wrong.push({agent: this.name, wire: wire.slice(0, 600)});
    }
    this.handle = /pith_since=(\S+)/.exec(trailer ?? '')?.[1] ?? this.handle;
  }

  // A result that is too long, and its second page, perhaps from another
  // gateway: it is right, or has expired.
  async page() {
    const seed = this.below(1000);
    const first = await within(30000, call(this.url, this.secret, 'rows',
      {seed, count: 200}), 'a call');
    const shown = JSON.stringify(first.result?.content ?? first);
    const handle = /handle\\+":\\+"([0-9a-f]{32})/.exec(shown)?.[1];
    if (handle === undefined) {
      throw new Error(shown.slice(0, 300));
    }
    const next = await within(30000, call(this.url, this.secret, 'pith_more',
      {handle, page: 2}), 'a call');
    if (next.result?.isError) {
      ++seen.expired;
    } else if (next.result === undefined) {
      throw new Error(JSON.stringify(next).slice(0, 300));
    } else {
      ++seen.pages;
      const [wire] = next.result.content;
      const from = Number(/rows (\d+)-/.exec(
        next.result.content.at(-1).text)?.[1]);
      const row = rows(seed, 200)[from - 1];
      if (!wire.text.includes(`${row.id}`) ||
          !wire.text.includes(row.customer)) {
        seen.wrong.push({seed, from, wire: wire.text.slice(0, 300)});
      }
    }
  }

  async run(is_over) {
    while (!is_over()) {
      await sleep(200 + this.below(1600));
      this.change();
      if (this.below(20) === 0) {
        this.forget();
      }
      const begin = Date.now();
      try {
        await (this.below(12) === 0 ? this.page() : this.look());
        ++seen.calls;
      } catch (problem) {
        if (is_excused(begin, Date.now())) {
          ++seen.excused;
        } else {
          seen.failed.push({at: begin, problem: `${problem.message}`});
        }
      }
    }
  }
}

// How often gateways went on without the store.
async function fallbacks(fleet) {
  let sum = 0;
  for (const gateway of fleet.gateways) {
    for (const [, name, count] of (await gateway.numbers()).matchAll(
      /^pith_state_(fallbacks_total\{reason="[a-z_]+"\}|lost_total) (\d+)$/mg)) {
      sum += name.includes('too_large') ? 0 : Number(count);
    }
  }
  return sum;
}

// What a network does. The links of all nodes are spoiled, because the masters
// are not always the same. Gateways wait for 20 ms at most.
function network_faults(fleet, cluster, whole) {
  const links = cluster.nodes.map(({link}) => link);
  const each = (body) => Promise.all(links.map(body));
  const spoiled = async (milliseconds, type, attributes) => {
    await each((link) => link.spoil(type, attributes));
    await sleep(milliseconds);
  };
  const heal = () => each((link) => link.heal());
  const faults = {
    // Each way; first in time, then too late.
    async latency() {
      for (const attributes of [{latency: 4, jitter: 3},
        {latency: 30, jitter: 29}]) {
        await spoiled(2000, 'latency', attributes);
        await heal();
      }
      await whole();
    },
    // Kilobytes per second.
    async narrow() {
      await spoiled(3000, 'bandwidth', {rate: 1});
      await heal();
      await whole();
    },
    // What is sent is lost, and nobody is told; in the end the connections are
    // gone.
    async half_open() {
      await spoiled(3000, 'timeout', {timeout: 0});
      await each((link) => link.cut());
      await heal();
      await whole();
    },
    // The same, but the connections go on after what is missing, so that answers
    // are not those of the questions.
    async swallowed() {
      for (let i = 0; i < 5; ++i) {
        await spoiled(30, 'timeout', {timeout: 0});
        await heal();
        await sleep(300);
      }
      await whole();
    },
    async reset() {
      await spoiled(1500, 'reset_peer', {timeout: 0});
      await heal();
      await whole();
    },
  };
  // A fault that no gateway notices is none.
  for (const [name, make] of Object.entries(faults)) {
    faults[name] = async () => {
      const before = await fallbacks(fleet);
      await make();
      noticed[name] = (noticed[name] ?? 0) + await fallbacks(fleet) - before;
    };
  }
  return faults;
}

// One fault after the other; each is over when it returns.
async function make_faults(fleet, cluster, is_over) {
  const counts = {};
  let turn = 0;
  const a_master = async () => {
    const all = await cluster.masters();
    return all[turn % all.length];
  };
  const whole = () => within(60000, (async () => {
    while (!await cluster.is_whole()) {
      await sleep(200);
    }
  })(), 'the cluster');
  const faults = {
    async gateway_killed() {
      const victim = fleet.gateways[turn % fleet.gateways.length];
      killed.push(Date.now());
      await victim.kill();
      await sleep(1000);
      await victim.start();
    },
    async master_paused() {
      const node = await a_master();
      node.pause();
      await sleep(1000);
      node.go_on();
    },
    async master_killed() {
      const node = await a_master();
      await node.kill();
      await sleep(4000);
      node.start();
      await whole();
    },
    async flushed() {
      for (const node of await cluster.masters()) {
        await node.tell('flushall');
      }
    },
    async restarted_empty() {
      const node = await a_master();
      await node.kill();
      node.start();
      await whole();
    },
    async slow() {
      for (const node of await cluster.masters()) {
        for (let i = 0; i < 5; ++i) {
          await node.tell('debug', 'sleep', '0.1');
        }
      }
    },
    async full() {
      const all = await cluster.masters();
      for (const policy of ['noeviction', 'volatile-lru']) {
        for (const node of all) {
          await node.tell('config', 'set', 'maxmemory-policy', policy);
          await node.tell('config', 'set', 'maxmemory', '3mb');
        }
        await sleep(1500);
      }
      for (const node of all) {
        await node.tell('config', 'set', 'maxmemory', '0');
      }
    },
    async scripts_gone() {
      for (const node of await cluster.masters()) {
        await node.tell('script', 'flush');
      }
    },
    ...(cluster.nodes[0].link === undefined ? {} : network_faults(fleet, cluster, whole)),
  };
  const names = Object.keys(faults);
  for (; !is_over(); ++turn) {
    const name = names[turn % names.length];
    await faults[name]();
    counts[name] = (counts[name] ?? 0) + 1;
    await sleep(1000);
  }
  return counts;
}

const network = toxiproxy_program() === undefined || is_calm ? undefined :
  await start_toxiproxy();
if (network === undefined && !is_calm) {
  console.log("without faults of the network: there is no Toxiproxy; run " +
    "'.ci/nightly faults'");
}
const cluster = await start_cluster(network);
const fleet = await start_fleet(pith, true, `
[server.tickets.rewrite]
changes = ["text"]
more = true

[client]
max_tokens = 3000

[state]
redis = ${JSON.stringify(cluster.urls)}
cluster = true
keys = ["${'k'.repeat(32)}"]
timeout_ms = 20
`);
// Each principal has its share of the store, and a few agents.
const people = Array.from({length: Math.ceil(agents / 10)}, (_, i) =>
  [`person-${i}`, randomBytes(16).toString('hex')]);
writeFileSync(path.join(fleet.folder, 'tokens'), `alice ${fleet.secret}\n` +
  people.map((one) => `${one.join(' ')}\n`).join(''));
fleet.share('tokens');
await fleet.reload();
const front = await start_front(kind, fleet, true);
const held = consumers();
const end = Date.now() + minutes * 60000;
const is_over = () => Date.now() >= end;
const crowd = Array.from({length: agents}, (_, i) =>
  new Agent(`${i}`, front.url, people[i % people.length][1], held));
const [counts] = await Promise.all([
  is_calm ? {} : make_faults(fleet, cluster, is_over),
  ...crowd.map((agent) => agent.run(is_over)),
]);
t.check('every value is right', seen.wrong.length === 0,
  seen.wrong.slice(0, 3));
t.check('every delta can be applied', seen.refused.length === 0,
  seen.refused.slice(0, 3));
t.check('no call fails but on a gateway that was killed',
  seen.failed.length === 0, seen.failed.slice(0, 5));
t.check('deltas, pages and full results came',
  seen.delta > 0 && seen.full > 0 && seen.pages > 0, seen);
t.check('faults were made', is_calm || Object.keys(counts).length > 0, counts);
for (const [name, count] of Object.entries(noticed)) {
  t.check(`gateways noticed the fault ${name}`, count > 0, noticed);
}
console.log(`${kind}: ${seen.calls} calls of ${agents} agents, ` +
  `${seen.full} full, ${seen.delta} deltas, ${seen.unchanged} unchanged, ` +
  `${seen.pages} pages, ${seen.expired} to be asked again, ` +
  `${seen.dropped} dropped; ` +
  `${seen.wrong.length} wrong, ${seen.refused.length} not applicable, ` +
  `${seen.failed.length} failed, ${seen.excused} on killed gateways; ` +
  (is_calm ? 'no faults' :
    Object.entries(counts).map(([name, n]) => `${name} ${n}` +
      (name in noticed ? ` (${noticed[name]} times without the store)` : ''))
      .join(', ')));
await front.stop();
await fleet.stop();
await cluster.stop();
await network?.stop();
t.done();
process.exit();
