// SPDX-License-Identifier: MIT
// Whole conversations on real servers, scripted: what a model reads of lists
// and results when a client has the servers directly, through one endpoint
// with formats alone, with discovery, and with discovery and asking. Every
// result must say what it says directly; every answer to a question must be
// what this script computes of the direct result.
//
//   run.sh conversations.mjs PITH [PART-OF-A-TASK]

import {spawnSync} from 'node:child_process';
import {mkdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import {setting} from './conversation_data.mjs';
import {requests, tasks} from './conversation_tasks.mjs';
import {decode, same, shown, value_of} from './payload.mjs';
import {open_client} from './peer_clients.mjs';
import {compare_results, map_strings} from './peer_compare.mjs';
import {checks, gateway, gateway_toml, temporary} from './support.mjs';

const {check, done} = checks();
const ask_tokens = 2000;
let pith;

// Exact tokens of many texts, in one run of the command.
function count_all(texts) {
  const directory = temporary();
  const names = texts.map((text, i) => {
    const name = path.join(directory, `${i}.txt`);
    writeFileSync(name, text);
    return name;
  });
  const {stdout, stderr} = spawnSync(pith, ['tokens', '--json', ...names],
    {encoding: 'utf8', maxBuffer: 1 << 26});
  const files = JSON.parse(stdout || '{}').files ?? [];
  if (files.length !== texts.length) {
    throw new Error(`pith tokens: ${files.length} of ${texts.length} texts ` +
      `are counted\n${stderr}`);
  }
  const counts = new Map(files.map(({file, tokens}) => [file, tokens]));
  return names.map((name) => counts.get(name));
}

// What a model reads and writes in one conversation, as [kind, text, sign].
// Of calls, only what they have beyond the plain call counts.
function ledger() {
  const entries = [];
  const add = (kind, text, sign = 1) => entries.push([kind, text, sign]);
  return {
    add,
    list: (tools) => add('list', JSON.stringify(tools.map(
      ({name, description, inputSchema}) =>
        ({name, description, inputSchema})))),
    instead_of: (kind, {tool, input}, call) => {
      add(kind, JSON.stringify(call));
      add(kind, JSON.stringify({name: tool, arguments: input}), -1);
    },
    // {kind: tokens}
    sums: () => {
      const counts = count_all(entries.map(([, text]) => text));
      const sums = {};
      for (const [i, [kind, , sign]] of entries.entries()) {
        sums[kind] = (sums[kind] ?? 0) + sign * counts[i];
      }
      return sums;
    },
  };
}

// One connection for each server.
async function talk_directly({task, servers}) {
  const account = ledger();
  const open = Object.fromEntries(await Promise.all(task.servers.map(
    async (name) => [name, await open_client(servers[name])])));
  account.list(Object.values(open).flatMap(({tools}) => tools));
  const results = [];
  for (const {server, tool, input} of task.calls) {
    const result = await open[server].call(tool, input);
    account.add('results', shown(result));
    results.push(result);
  }
  await Promise.all(Object.values(open).map((one) => one.close()));
  return {results, sums: account.sums()};
}

// One endpoint for all of them; `converse` holds the conversation.
async function through_endpoint({task, servers}, settings, converse) {
  const commands = Object.fromEntries(task.servers.map((name) => [name,
    {command: servers[name].words, env: servers[name].env}]));
  const front = await gateway(pith, settings + gateway_toml(commands));
  const client = await open_client({url: front.endpoint()});
  const account = ledger();
  try {
    account.list(client.tools);
    const said = await converse(client, account);
    return {...said, sums: account.sums()};
  } finally {
    await client.close();
    const {code} = await front.stop();
    check(`${task.name}: the gateway ends well`, code === 0, front.output());
  }
}

function with_formats(conversation) {
  const {calls} = conversation.task;
  return through_endpoint(conversation, '[merge]\ndiscover = "off"\n',
    async (client, account) => {
      const results = [];
      for (const call of calls) {
        const name = `${call.server}__${call.tool}`;
        const result = await client.call(name, call.input);
        account.instead_of('calls', call, {name, arguments: call.input});
        account.add('results', shown(result));
        results.push(result);
      }
      return {results};
    });
}

// Looks for a tool, in other words if need be; resolves to the tool that calls
// it. A tool that stood in an earlier answer is looked for again, but what that
// costs is told apart.
function finder(client, account, title) {
  const seen = new Set();
  const callers = new Map();
  const misses = [];
  return {
    misses,
    async find({server, tool}) {
      const name = `${server}__${tool}`;
      if (callers.has(name)) {
        return callers.get(name);
      }
      const kind = seen.has(name) ? 'finds again' : 'finds';
      for (const query of [...requests[`${server}/${tool}`], name]) {
        const answer = await client.call('pith_find', {query});
        const text = shown(answer);
        account.add(kind,
          JSON.stringify({name: 'pith_find', arguments: {query}}));
        account.add(kind, text);
        const found = [...text.matchAll(/^(pith_(?:read|call)) ([^\s:]+)/gm)];
        for (const [, , one] of found) {
          seen.add(one);
        }
        const caller = found.find(([, , one]) => one === name)?.[1];
        if (caller !== undefined) {
          callers.set(name, caller);
          return caller;
        }
        misses.push(`${query}: ${name}`);
      }
      check(`${title}: ${name} is found by its name`, false);
      return 'pith_call';
    },
  };
}

const handle_in = (text) =>
  /pith_query with the handle/.test(text) ?
    /\{"handle":"([0-9a-f]{32})","page":2\}/.exec(text)?.[1] : undefined;

const value_directly = (result) => {
  const value = result.structuredContent ?? value_of(result);
  // A file listing is JSON within a JSON string.
  return typeof value?.content === 'string' ? decode(value.content) : value;
};

// A result that came as a shape: the questions in place of all its rows.
async function ask_about(client, account, title, call, direct, handle) {
  check(`${title}: there are questions`, call.asked !== undefined);
  for (const {sql, answer} of call.asked ?? []) {
    const input = {handle, sql};
    const result = await client.call('pith_query', input);
    account.add('questions',
      JSON.stringify({name: 'pith_query', arguments: input}));
    account.add('questions', shown(result));
    const wanted = answer(value_directly(direct));
    check(`${title}: ${sql}`, wanted.length !== 0 && result.isError !== true &&
      same(value_of(result), wanted), {wanted, shown: shown(result)});
  }
}

function with_discovery(conversation, title, direct, asks) {
  const settings = '[merge]\ndiscover = "on"\ntrust_hints = true\n' +
    (asks ? `[rewrite]\nask = true\nask_tokens = ${ask_tokens}\n` : '');
  return through_endpoint(conversation, settings, async (client, account) => {
    const {find, misses} = finder(client, account, title);
    const results = [];
    const shapes = [];
    for (const [i, call] of conversation.task.calls.entries()) {
      const name = await find(call);
      const input =
        {tool: `${call.server}__${call.tool}`, arguments: call.input};
      const result = await client.call(name, input);
      account.instead_of('calls', call, {name, arguments: input});
      const handle = asks ? handle_in(shown(result)) : undefined;
      account.add(handle === undefined ? 'results' : 'shapes', shown(result));
      if (handle !== undefined) {
        shapes[i] = true;
        await ask_about(client, account, `${title}, ${call.tool}`, call,
          direct.results[i], handle);
      }
      results.push(result);
    }
    return {results, shapes: asks ? shapes : undefined, misses};
  });
}

// A result without what differs from call to call by its nature, and without
// what a server adds in the modern era alone: an endpoint speaks that only
// where all its servers do.
function settled(result, change = (text) => text) {
  const {_meta, ...rest} = result;
  const {'io.modelcontextprotocol/serverInfo': _, ...others} = _meta ?? {};
  return map_strings(
    Object.keys(others).length === 0 ? rest : {...rest, _meta: others}, change);
}

// Every result that came whole must say what it says directly.
async function compare_all({task, servers}, title, direct, through) {
  for (const [i, {server, tool, asked}] of task.calls.entries()) {
    if (through.shapes?.[i]) {
      continue;
    }
    const [one, other] = [direct.results[i], through.results[i]].map(
      (result) => settled(result, servers[server].changing?.[tool]));
    check(`${title}, ${tool}: no error`,
      one.thrown === undefined && one.isError !== true, one);
    const {problem} = await compare_results(pith, one, other);
    check(`${title}, ${tool}`, problem === undefined, problem);
    if (through.shapes !== undefined) {
      check(`${title}, ${tool}: what is asked about comes as a shape`,
        asked === undefined, shown(other));
    }
  }
}

// {name, calls, ways: {way: sums}, misses} of a task.
async function hold(task, servers) {
  const conversation = {task, servers};
  const renew = () => {
    for (const name of task.servers) {
      servers[name].prepare();
    }
  };
  renew();
  const direct = await talk_directly(conversation);
  const ways = {direct: direct.sums};
  let misses = [];
  for (const [way, enter] of [
    ['formats', () => with_formats(conversation)],
    ['discovery', () => with_discovery(conversation,
      `${task.name}, discovery`, direct, false)],
    ['asking', () => with_discovery(conversation,
      `${task.name}, asking`, direct, true)],
  ]) {
    renew();
    const through = await enter();
    await compare_all(conversation, `${task.name}, ${way}`, direct, through);
    ways[way] = through.sums;
    misses = through.misses ?? misses;
  }
  check(`${task.name}: 5 to 15 calls`,
    task.calls.length >= 5 && task.calls.length <= 15, task.calls.length);
  return {name: task.name, calls: task.calls.length, ways, misses};
}

const number = (value) => value.toLocaleString('en');
const percent = (value, of) => {
  const share = (value / of - 1) * 100;
  return `${share > 0 ? '+' : ''}${share.toFixed(1)} %`;
};
function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] :
    (sorted[middle - 1] + sorted[middle]) / 2;
}
const list_of = (sums) => sums.list;
const rest_of = (sums) => Object.entries(sums)
  .reduce((sum, [kind, tokens]) => kind === 'list' ? sum : sum + tokens, 0);
const total_of = (sums) => list_of(sums) + rest_of(sums);

function add_up(held, way) {
  const sums = {};
  for (const {ways} of held) {
    for (const [kind, tokens] of Object.entries(ways[way])) {
      sums[kind] = (sums[kind] ?? 0) + tokens;
    }
  }
  return sums;
}

// As the page of the gateway has it.
function print_table(held) {
  const ways = Object.keys(held[0].ways);
  const whole = {
    name: 'all', calls: held.reduce((sum, {calls}) => sum + calls, 0),
    ways: Object.fromEntries(ways.map((way) => [way, add_up(held, way)])),
  };
  console.log(`| task | calls | ${ways.join(' | ')} |`);
  console.log(`|---|--:|${ways.map(() => '--:|').join('')}`);
  for (const {name, calls, ways: of} of [...held, whole]) {
    const cells = ways.map((way) =>
      `${number(list_of(of[way]))} + ${number(rest_of(of[way]))}` +
      (way === 'direct' ? '' :
        ` (${percent(total_of(of[way]), total_of(of.direct))})`));
    console.log(`| ${name} | ${calls} | ${cells.join(' | ')} |`);
  }
  const medians = ways.map((way) => way === 'direct' ? '' : percent(median(
    held.map(({ways: of}) => total_of(of[way]) / total_of(of.direct))), 1));
  console.log(`| median |  | ${medians.join(' | ')} |`);
  for (const way of ways) {
    const parts = Object.entries(whole.ways[way]).map(
      ([kind, tokens]) => `${kind} ${number(tokens)}`);
    console.log(`${way}: ${parts.join(', ')}; ` +
      `${number(total_of(whole.ways[way]))} in all`);
  }
  for (const {name, ways: of} of held) {
    for (const [i, way] of ways.entries()) {
      const more = i === 0 ? 0 : total_of(of[way]) - total_of(of[ways[i - 1]]);
      if (more > 0) {
        console.log(`${name}: ${way} costs ${number(more)} more than ` +
          ways[i - 1]);
      }
    }
  }
  for (const {name, misses} of held) {
    for (const miss of misses) {
      console.log(`${name}: not found: ${miss}`);
    }
  }
  return whole;
}

async function main() {
  const [program, part = ''] = process.argv.slice(2);
  if (program === undefined) {
    console.error('usage: conversations.mjs PITH [PART-OF-A-TASK]');
    process.exitCode = 2;
    return;
  }
  pith = path.resolve(program);
  // Results name it, and its name should cost the same each time.
  const directory = path.join(temporary(), 'data');
  mkdirSync(directory);
  const {servers, at} = await setting(directory);
  const all = tasks(at);
  check('10 tasks', all.length === 10);
  const held = [];
  for (const task of all.filter(({name}) => name.includes(part))) {
    try {
      held.push(await hold(task, servers));
    } catch (problem) {
      check(task.name, false, problem);
    }
  }
  if (held.length !== 0) {
    const {ways} = print_table(held);
    if (part === '') {
      check('each step saves, over all tasks',
        total_of(ways.formats) < total_of(ways.direct) &&
        total_of(ways.discovery) < total_of(ways.formats) &&
        total_of(ways.asking) < total_of(ways.discovery));
    }
  }
  done();
  process.exit();
}

await main();
