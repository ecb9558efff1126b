// SPDX-License-Identifier: MIT
// A real Prometheus reads a real gateway, with the alert rules of
// packaging/prometheus. Every query of the dashboard and of the rules must be
// one that Prometheus takes, and may only name metrics that the gateway has.
// Each alert must have its section in docs/operations.md.
//
//   node monitoring.mjs PITH

import {spawnSync} from 'node:child_process';
import {copyFileSync, existsSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import {require_commands} from './cases.mjs';
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

// A gateway with numbers of every kind: calls that work, calls that fail, a
// server that is not there, a request without a token, a reload that is
// refused.
async function busy_gateway(stub) {
  const toml = gateway_toml({
    tickets: {url: stub.url},
    gone: {url: `http://127.0.0.1:${await free_port()}/mcp`},
  }) + '[auth]\ntokens = { alice = "secret-of-alice" }\n' +
    'metrics_tokens = ["secret-of-numbers"]\n';
  const served = await gateway(pith, toml);
  const alice = {headers: {authorization: 'Bearer secret-of-alice'}};
  const client = await legacy(served.endpoint('tickets'), alice);
  for (let seed = 0; seed < 5; ++seed) {
    await client.result('rows', {seed, count: 40});
  }
  await modern(served.endpoint('gone'), alice).call('x');
  await mcp_post(served.endpoint('tickets'), {});
  writeFileSync(served.file, 'nonsense = 1\n');
  served.child.kill('SIGHUP');
  await eventually(() => /reload refused/.test(served.output()));
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

check_rules();
const stub = await start_stub();
const served = await busy_gateway(stub);
const prometheus = await start_prometheus(served);
try {
  // Three samples: rates need two, and rules are evaluated once more.
  const ready = 'count_over_time(pith_uptime_seconds[1m]) >= 4';
  t.check('Prometheus reads the gateway', await eventually(async () =>
    (await prometheus.query(ready)).data?.result?.length === 1));
  check_runbooks(await check_queries(served, prometheus));
} finally {
  await prometheus.stop();
  await served.stop();
  await stub.stop();
}
t.done();
process.exit();
