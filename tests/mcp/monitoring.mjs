// SPDX-License-Identifier: MIT
// A real Prometheus reads a real gateway, with the alert rules of
// packaging/prometheus. Every query of the dashboard and of the rules must be
// one that Prometheus takes, and may only name metrics that the gateway has.
// Each alert must have its section in docs/operations.md. When the store and
// the issuer are lost, the alerts about them begin.
//
//   node monitoring.mjs PITH

import {spawnSync} from 'node:child_process';
import {copyFileSync, existsSync, readFileSync, writeFileSync} from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import process from 'node:process';
import {require_commands} from './cases.mjs';
import {start_issuer} from './identity/issuer.mjs';
import {has_redis, redis} from './redis_server.mjs';
import {start_stub} from './stub_server.mjs';
import {
  checks, free_port, gateway, gateway_toml, here, mcp_post, start, temporary,
} from './support.mjs';
import {eventually, legacy, modern} from './wire.mjs';

const root = path.join(here, '..', '..');
const packaging = path.join(root, 'packaging');
const found = (name) => [`/usr/bin/${name}`,
  path.join(root, 'build/prometheus/usr/bin', name)]
  .find((file) => existsSync(file));

const [pith] = process.argv.slice(2);
require_commands(pith, 'gateway');
if (found('promtool') === undefined || found('prometheus') === undefined) {
  console.log("skipped: there is no Prometheus; run '.ci/setup' first");
  process.exit(77);
}
if (!has_redis()) {
  console.log("skipped: there is no redis-server; run '.ci/setup' first");
  process.exit(77);
}
const t = checks();

function check_rules() {
  const folder = path.join(packaging, 'prometheus');
  for (const words of [['check', 'rules', 'pith.rules.yml'],
    ['test', 'rules', 'pith.rules_test.yml']]) {
    const {status, stdout, stderr} = spawnSync(found('promtool'), words,
      {cwd: folder, encoding: 'utf8'});
    t.check(`promtool ${words.join(' ')}`, status === 0, stdout + stderr);
  }
}

// A collector that takes everything.
async function start_collector() {
  const server = http.createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, {'content-type': 'application/json'}).end('{}');
    });
  });
  await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

// Everything that a gateway can have numbers about.
async function start_world() {
  return {stub: await start_stub(), store: await redis(),
    issuer: await start_issuer(), collector: await start_collector()};
}

// A gateway with numbers of every kind: calls that work, calls that fail, a
// server that is not there, a request without a token, a reload that is
// refused, results in the store, keys of an issuer, traces.
async function busy_gateway({stub, store, issuer, collector}) {
  const port = await free_port();
  const base = `http://127.0.0.1:${port}`;
  const toml = `listen = "127.0.0.1:${port}"\n` + gateway_toml({
    tickets: {url: stub.url},
    gone: {url: `http://127.0.0.1:${await free_port()}/mcp`},
  }, {max_tokens: 1500}) +
    '[auth]\ntokens = { alice = "secret-of-alice" }\n' +
    'metrics_tokens = ["secret-of-numbers"]\n' +
    `[auth.oauth]\nissuer = "${issuer.url}"\nresource = "${base}"\n` +
    `jwks_uri = "${issuer.jwks_uri}"\n` +
    '[rewrite]\nmore = true\n' +
    `[traces]\nurl = "${collector.url}"\n` +
    `[state]\nredis = ["${store.url}"]\nkeys = ["${'k'.repeat(32)}"]\n`;
  const served = await gateway(pith, toml);
  const alice = {headers: {authorization: 'Bearer secret-of-alice'}};
  const client = await legacy(served.endpoint('tickets'), alice);
  for (const count of [40, 40, 40, 900, 900]) {
    await client.result('rows', {seed: 1, count});
  }
  const token = await issuer.token(base);
  await modern(served.endpoint('tickets'),
    {headers: {authorization: `Bearer ${token}`}}).call('echo', {text: 'x'});
  await modern(served.endpoint('gone'), alice).call('x');
  await mcp_post(served.endpoint('tickets'), {});
  writeFileSync(served.file, 'nonsense = 1\n');
  served.child.kill('SIGHUP');
  await eventually(() => /reload refused/.test(served.output()));
  writeFileSync(served.file, toml);
  return served;
}

async function start_prometheus(served) {
  const folder = temporary();
  const port = await free_port();
  copyFileSync(path.join(packaging, 'prometheus', 'pith.rules.yml'),
    path.join(folder, 'pith.rules.yml'));
  writeFileSync(path.join(folder, 'metrics-token'), 'secret-of-numbers');
  let text = readFileSync(
    path.join(packaging, 'prometheus', 'prometheus.yml'), 'utf8');
  for (const [from, to] of [
    [/_interval: 15s/g, '_interval: 1s'],
    ['scheme: https', 'scheme: http'],
    [/ {4}tls_config:\n(?: {6}.*\n)+/, ''],
    [/targets: \[.*\]/, `targets: ["127.0.0.1:${served.port}"]`],
  ]) {
    const next = text.replace(from, to);
    if (next === text) throw new Error(`prometheus.yml does not have ${from}`);
    text = next;
  }
  writeFileSync(path.join(folder, 'prometheus.yml'), text);
  const process_of = await start(found('prometheus'), [
    '--config.file=prometheus.yml', `--storage.tsdb.path=${folder}/data`,
    `--web.listen-address=127.0.0.1:${port}`],
  {cwd: folder, ready: /Server is ready to receive web requests/});
  const ask = async (where, parameters = {}) => {
    const url = `http://127.0.0.1:${port}/api/v1/${where}?` +
      new URLSearchParams(parameters);
    return (await fetch(url)).json();
  };
  return {...process_of, ask,
    query: (expression) => ask('query', {query: expression})};
}

// {title, expr} of everything that a panel shows, as Grafana would send it.
function panel_queries() {
  const dashboard = JSON.parse(readFileSync(
    path.join(packaging, 'grafana', 'pith-gateway.json'), 'utf8'));
  const values = {'$__rate_interval': '1m', '$instance': '.*'};
  return dashboard.panels.flatMap(({title, targets = []}) =>
    targets.map(({expr}) => ({title, expr: Object.entries(values).reduce(
      (text, [from, to]) => text.replaceAll(from, to), expr)})));
}

// Names of metrics in a query: no words of PromQL, no labels.
function names_of(expression) {
  return expression.match(/\b(?:pith|process)_[a-z_]+/g) ?? [];
}

async function check_queries(served, prometheus) {
  const {text} = await mcp_post(`${served.url}/metrics`, undefined,
    {authorization: 'Bearer secret-of-numbers'}, {method: 'GET'});
  const live = new Set(text.split('\n').filter((line) => !line.startsWith('#'))
    .map((line) => line.split(/[{ ]/)[0]));
  const {data} = await prometheus.ask('rules');
  const rules = data.groups.flatMap((group) => group.rules);
  t.check('rules: Prometheus has them', rules.length >= 10, rules.length);
  const panels = panel_queries();
  t.check('dashboard: has panels', panels.length >= 20, panels.length);
  const all = [...panels,
    ...rules.map((rule) => ({title: rule.name, expr: rule.query}))];
  for (const {title, expr} of all) {
    const answer = await prometheus.query(expr);
    t.check(`${title}: Prometheus takes the query`,
      answer.status === 'success', {expr, error: answer.error});
    for (const name of names_of(expr)) {
      t.check(`${title}: the gateway has ${name}`, live.has(name), expr);
    }
  }
  // A query that names what exists may still ask for labels that do not.
  for (const {title, expr} of panels) {
    const {data: got} = await prometheus.query(expr);
    t.check(`${title}: shows something`, got?.result?.length > 0, expr);
  }
  for (const rule of rules) {
    t.check(`${rule.name}: is healthy`, rule.health === 'ok', rule.lastError);
  }
  return rules.filter((rule) => rule.type === 'alerting');
}

// Headings as GitHub and others make anchors of them.
function anchors_of(file) {
  return new Set(readFileSync(path.join(root, file), 'utf8').split('\n')
    .filter((line) => /^#+ /.test(line)).map((line) => line
      .replace(/^#+ /, '').toLowerCase().replace(/[^a-z0-9 _-]/g, '')
      .replaceAll(' ', '-')));
}

function check_runbooks(alerts) {
  const file = 'docs/operations.md';
  const anchors = anchors_of(file);
  for (const {name, annotations} of alerts) {
    const [page, anchor] = annotations.runbook.split('#');
    t.check(`${name}: its runbook is its own section`, page === file &&
      anchor === name.toLowerCase() && anchors.has(anchor), annotations);
  }
  const named = new Set(alerts.map(({name}) => name.toLowerCase()));
  for (const anchor of anchors) {
    t.check(`${anchor}: is about an alert that exists`,
      !/^pith[a-z]+$/.test(anchor) || named.has(anchor));
  }
}

// The numbers of a busy gateway are those of what it did.
async function check_parts(prometheus) {
  for (const expression of ['pith_state_up == 1', 'pith_state_writes_total > 0',
    'pith_state_written_bytes_total > 0', 'pith_keys > 0',
    'pith_key_fetches_total{result="ok"} > 0', 'pith_keys_age_seconds < 600',
    'pith_spans_exported_total > 0']) {
    t.check(`the gateway has ${expression}`, await eventually(async () =>
      (await prometheus.query(expression)).data?.result?.length === 1));
  }
}

// Begun is enough: how long each of them waits, promtool has tested.
async function check_faults(served, prometheus, {store, issuer}) {
  await store.kill();
  issuer.is_down = true;
  served.child.kill('SIGHUP');  // reads the keys again
  for (const name of ['PithStoreLost', 'PithKeysFailing']) {
    t.check(`${name}: begins`, await eventually(async () => {
      const {data} = await prometheus.ask('alerts');
      return data.alerts.some(({labels}) => labels.alertname === name);
    }));
  }
  const ready = await mcp_post(`${served.url}/readyz`, undefined, {},
    {method: 'GET'});
  t.check('what is lost is named, and the gateway stays ready',
    ready.status === 200 && /^state store: lost$/m.test(ready.text), ready);
}

check_rules();
const world = await start_world();
const served = await busy_gateway(world);
const prometheus = await start_prometheus(served);
try {
  // Three samples: rates need two, and rules are evaluated once more.
  const ready = 'count_over_time(pith_uptime_seconds[1m]) >= 4';
  t.check('Prometheus reads the gateway', await eventually(async () =>
    (await prometheus.query(ready)).data?.result?.length === 1));
  check_runbooks(await check_queries(served, prometheus));
  await check_parts(prometheus);
  await check_faults(served, prometheus, world);
} finally {
  await prometheus.stop();
  await served.stop();
  for (const part of Object.values(world)) {
    await part.stop();
  }
}
t.done();
process.exit();
