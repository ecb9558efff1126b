// SPDX-License-Identifier: MIT
// Runs the official conformance suite against the everything server, first
// directly and then through the gateway, and compares them check by check: a
// gateway that cannot be noticed gives the same answers, also where a server
// lacks something (the extension for tasks).
//
//   run.sh conformance.mjs PITH [--requirements REVISION]

import {existsSync, mkdirSync, readFileSync, readdirSync} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import {
  gateway, gateway_toml, here, installed, run, start, temporary,
} from './support.mjs';

const suite =
  installed('@modelcontextprotocol', 'conformance', 'dist', 'index.js');
const directory = temporary();

// {check id: statuses} of a scenario. What the suite only notes (INFO) tells
// of single messages and ports, and differs between two runs.
function checks_in(file) {
  const checks = JSON.parse(readFileSync(file, 'utf8'));
  const found = {};
  for (const {id, status, errorMessage} of checks) {
    if (status !== 'INFO') {
      found[id] ??= {statuses: [], messages: []};
      found[id].statuses.push(status);
      if (errorMessage !== undefined) {
        found[id].messages.push(errorMessage);
      }
    }
  }
  return found;
}

// What the suite says about the server at this address:
// Map of {passed, failed, checks} by scenario.
async function scores(url, requirements, name) {
  const results = path.join(directory, `${name}-${requirements}`);
  mkdirSync(results);
  const {stdout, stderr} = await run(process.execPath, [suite, 'server',
    '--url', url, '--requirements', requirements, '-o', results],
  {timeout: 600000});
  const found = new Map();
  const [, summary = ''] = stdout.split('=== SUMMARY ===');
  for (const [, scenario, passed, failed] of
    summary.matchAll(/^\S+ (\S+): (\d+) passed, (\d+) failed$/gm)) {
    found.set(scenario,
      {passed: Number(passed), failed: Number(failed), checks: {}});
  }
  if (found.size === 0) {
    throw new Error(`the suite has no summary\n${stdout}\n${stderr}`);
  }
  for (const folder of readdirSync(results, {recursive: true})) {
    const scenario = /^server-(.*)-\d{4}-\d\d-\d\dT[-\dZ]+$/.exec(
      path.basename(folder))?.[1];
    if (!found.has(scenario)) {
      continue;
    }
    // Without it, the scenario broke off, and what the suite printed says why.
    const file = path.join(results, folder, 'checks.json');
    if (!existsSync(file)) {
      throw new Error(`no checks of ${scenario}\n${stdout}\n${stderr}`);
    }
    found.get(scenario).checks = checks_in(file);
  }
  return found;
}

function differing_checks(one, other) {
  const ids = new Set([...Object.keys(one), ...Object.keys(other)]);
  const words = (check) => check?.statuses.toSorted().join(' ') ?? 'absent';
  return [...ids].filter((id) => words(one[id]) !== words(other[id])).map(
    (id) => [`${id}: ${words(one[id])} -> ${words(other[id])}`,
      ...other[id]?.messages ?? []].join('\n      '));
}

// An endpoint has streams of its own: it answers with JSON where the server
// has a stream, so the suite leaves out what it would check on one. And it
// announces a list only when it is another one, while the server of the suite
// announces lists that are as before. Nothing may fail.
function is_own_way(scenario, {failed}, different) {
  return failed === 0 && (scenario.startsWith('server-sse-') ||
    different.every((text) => /-list-changed-on-subscription:/.test(text)));
}

// Prints what differs; returns how many scenarios are equal and how many not.
function compare(direct, through, is_endpoint) {
  const totals = {passed: 0, failed: 0};
  const names = new Set([...direct.keys(), ...through.keys()]);
  const none = {passed: 0, failed: 0, checks: {}};
  const words = ({passed, failed}) => `${passed}/${failed}`.padStart(8);
  const line = (name, one, other) =>
    console.log(`  ${name.padEnd(46)} ${one} ${other}`);
  for (const name of names) {
    const one = direct.get(name) ?? none;
    const other = through.get(name) ?? none;
    const different = differing_checks(one.checks, other.checks);
    if ((one.passed === other.passed && one.failed === other.failed &&
        different.length === 0) ||
        (is_endpoint && is_own_way(name, other, different))) {
      ++totals.passed;
      continue;
    }
    if (totals.failed++ === 0) {
      line('scenario', '  direct', ' gateway');
    }
    line(name, words(one), words(other));
    for (const text of different) {
      console.log(`    ${text}`);
    }
  }
  return totals;
}

function sum(found) {
  const all = [...found.values()];
  const total = (member) => all.reduce((n, one) => n + one[member], 0);
  return `${total('passed')} passed, ${total('failed')} failed`;
}

// The suite against one address after the other.
async function compare_revision(pith, requirements) {
  const server = await start(process.execPath,
    [path.join(here, 'everything_server.mjs')],
    {env: {PORT: '0'}, ready: /^listening (\d+)/m});
  const url = `http://127.0.0.1:${server.ready[1]}/mcp`;
  const direct = await scores(url, requirements, 'direct');
  console.log(`${requirements} direct: ${sum(direct)}`);
  const totals = {passed: 0, failed: 0};
  for (const [name, {failed, checks}] of direct) {
    if (failed > 0 && !name.startsWith('tasks-')) {
      ++totals.failed;
      console.log(`  ${name} fails without the gateway: ` +
        `${JSON.stringify(checks)}`);
    }
  }
  // As a server of the gateway, and as the only member of an endpoint.
  const ways = {
    gateway: [gateway_toml({everything: {url}}), undefined],
    endpoint: [gateway_toml({everything: {url, prefix: ''}}) +
      '[endpoint.one]\nservers = ["everything"]\ndiscover = "off"\n', 'one'],
  };
  for (const [way, [text, name]] of Object.entries(ways)) {
    const front = await gateway(pith, text);
    const through = await scores(front.endpoint(name), requirements, way);
    console.log(`${requirements} ${way}: ${sum(through)}`);
    const compared = compare(direct, through, way === 'endpoint');
    if (compared.failed > 0) {
      console.log(front.output());
    }
    totals.passed += compared.passed;
    totals.failed += compared.failed;
    await front.stop();
  }
  await server.stop();
  return totals;
}

async function main() {
  const [pith, option, revision] = process.argv.slice(2);
  if (pith === undefined || (option ?? '--requirements') !== '--requirements' ||
      (option !== undefined && revision === undefined)) {
    console.error('usage: conformance.mjs PITH [--requirements REVISION]');
    return 2;
  }
  const totals = {passed: 0, failed: 0};
  for (const requirements of revision ? [revision] :
    ['2025-11-25', '2026-07-28']) {
    const {passed, failed} = await compare_revision(pith, requirements);
    totals.passed += passed;
    totals.failed += failed;
  }
  console.log(`${totals.passed} passed, ${totals.failed} failed`);
  return totals.failed === 0 ? 0 : 1;
}

process.exitCode = await main();
