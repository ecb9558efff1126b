// SPDX-License-Identifier: MIT
// Official clients talk to real servers, first directly and then through
// `pith proxy` and `pith gateway`, alone and merged with another server: no
// client may complain, and every result must say the same.
//
//   run.sh peers.mjs PITH [SERVER or CLIENT...]   only those

import {writeFileSync} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import {isDeepStrictEqual} from 'node:util';
import {clients, inspect} from './peer_clients.mjs';
import {
  compare_results, map_strings, tools_problem,
} from './peer_compare.mjs';
import {servers} from './peer_servers.mjs';
import {
  checks, free_port, gateway, gateway_toml, start, temporary,
} from './support.mjs';

const {check, done} = checks();
let pith;

// Ways to a server. Each is entered with the server and the function that
// talks to where the way begins.
const through_proxy = ({words, env}, talk) => talk({
  words: [pith, 'proxy',
    ...Object.keys(env).map((name) => `--pass-env=${name}`), '--', ...words],
  env,
});

function through_gateway(client = {}) {
  return async ({url, words, env}, talk) => {
    const upstream = url === undefined ? {command: words, env} : {url};
    const front = await gateway(pith, gateway_toml({peer: upstream}, client));
    try {
      return await talk({url: front.endpoint()});
    } finally {
      await front.stop();
    }
  };
}

// Beside the server that is looked at, the same again: an endpoint speaks the
// modern revision only if all its servers do.
function merge_toml({url, words, env}) {
  const upstream = url === undefined ? {command: words, env} : {url};
  return '[merge]\ndiscover = "off"\n' +
    gateway_toml({peer: upstream, companion: upstream});
}

// What an endpoint says of the peer, as the peer would say it. What it says of
// itself is its own.
function of_peer(talk) {
  const plain = (text) => text.replace(/^peer__/, '')
    .replace(/^(ui:\/\/)?peer\+/, '$1');
  const {tools, results, rest, era} = map_strings(talk, plain);
  const is_own = ({name, uri, uriTemplate}) =>
    !name.startsWith('companion__') &&
    !(uri ?? uriTemplate ?? '').startsWith('companion+');
  const own = (list, key) => list?.[key] === undefined ? list :
    {...list, [key]: list[key].filter(is_own)};
  return {
    era, results, is_merged: true,
    tools: tools.filter(is_own),
    rest: {
      ...rest, prompts: own(rest.prompts, 'prompts'),
      resources: own(rest.resources, 'resources'),
      templates: own(rest.templates, 'resourceTemplates'),
    },
  };
}

async function through_endpoint(server, talk) {
  const front = await gateway(pith, merge_toml(server));
  try {
    return of_peer(await talk({url: front.endpoint()}, 'peer__'));
  } finally {
    await front.stop();
  }
}

async function through_merged_proxy(server, talk) {
  const file = path.join(temporary(), 'pith.toml');
  writeFileSync(file, merge_toml(server));
  return of_peer(await talk(
    {words: [pith, 'proxy', '--config', file], env: {}}, 'peer__'));
}

const ways = {
  'proxy': through_proxy, 'gateway': through_gateway(),
  'merged proxy': through_merged_proxy, 'endpoint': through_endpoint,
};

// A tool result without what differs from call to call by its nature.
function settled(server, tool, result) {
  const change = server.changing?.[tool];
  return change === undefined ? result : map_strings(result, change);
}

async function compare_talks(name, server, direct, through, shows) {
  const problem = tools_problem(direct.tools, through.tools);
  check(`${name}: tools/list`, problem === undefined, problem);
  check(`${name}: the same era`, direct.era === through.era, through.era);
  // An endpoint has a name, capabilities and times to live of its own.
  const rest_of = (rest) => through.is_merged ? {
    prompts: rest.prompts?.prompts ?? [],
    resources: rest.resources?.resources ?? [],
    templates: rest.templates?.resourceTemplates ?? [],
  } : rest;
  check(`${name}: prompts, resources, capabilities`,
    isDeepStrictEqual(rest_of(direct.rest), rest_of(through.rest)),
    {direct: direct.rest, through: through.rest});
  const rewritten = new Set();
  for (const [i, [tool, , format]] of server.calls.entries()) {
    // An endpoint asks no server for what none has offered.
    if (through.is_merged && !direct.tools.some((one) => one.name === tool)) {
      check(`${name}: ${tool} does not exist`,
        /Unknown tool/.test(through.results[i].thrown ?? ''),
        through.results[i]);
      continue;
    }
    const compared = await compare_results(pith,
      settled(server, tool, direct.results[i]),
      settled(server, tool, through.results[i]), shows);
    check(`${name}: ${tool}`, compared.problem === undefined,
      compared.problem);
    if (compared.is_rewritten) {
      rewritten.add(tool);
    }
    if (format !== undefined) {
      check(`${name}: ${tool} comes as ${format} and costs less`,
        compared.format === format && compared.saves, compared);
    }
  }
  for (const tool of server.rewritten) {
    check(`${name}: ${tool} is rewritten`, rewritten.has(tool));
  }
}

async function try_to(name, work) {
  try {
    return await work();
  } catch (problem) {
    check(name, false, problem);
    return undefined;
  }
}

// One client and one server, directly and on each of the ways.
async function compare_ways(name, server, client, some_ways, shows) {
  server.prepare();
  const direct = await client(server, server.calls);
  const uncalled = direct.tools.filter(
    (tool) => !server.calls.some(([called]) => called === tool.name));
  check(`${name}: every tool is called`, uncalled.length === 0,
    uncalled.map((tool) => tool.name));
  for (const [way, enter] of Object.entries(some_ways)) {
    const title = `${name}, ${way}`;
    await try_to(title, async () => {
      server.prepare();
      const through = await enter(server, (at, prefix = '') => client(at,
        server.calls.map(([tool, ...rest]) => [prefix + tool, ...rest])));
      await compare_talks(title, server, direct, through, shows);
    });
  }
}

// The inspector starts anew for each request, so it makes but a few.
async function compare_inspector(name, server) {
  for (const [tool, input] of [[], ...server.inspected]) {
    const words = Object.entries(input ?? {}).flatMap(
      ([key, value]) => ['--tool-arg', `${key}=${value}`]);
    const method = tool === undefined ? 'tools/list' : 'tools/call';
    const ask = async (at, prefix = '') => {
      const said = await inspect(at, method, tool === undefined ? [] :
        ['--tool-name', prefix + tool, ...words]);
      return {tools: said.tools ?? [], results: [said], rest: {}};
    };
    server.prepare();
    const direct = await ask(server);
    for (const [way, enter] of Object.entries(ways)) {
      const title = `${name}, ${way}: ${method} ${tool ?? ''}`;
      await try_to(title, async () => {
        server.prepare();
        const through = await enter(server, ask);
        const problem = tool === undefined ?
          tools_problem(direct.tools, through.tools) :
          (await compare_results(
            pith, direct.results[0], through.results[0])).problem;
        check(title, problem === undefined, problem);
      });
    }
  }
}

// Servers that speak HTTP themselves.
async function with_http(server, work) {
  const port = await free_port();
  const [command, ...words] = server.http_words;
  const upstream = await start(command, words,
    {env: {PORT: `${port}`}, ready: /listening|Uvicorn running/});
  try {
    await work({
      ...server, words: undefined, url: `http://127.0.0.1:${port}/mcp`,
      // Here it tells the environment of the test.
      changing: {...server.changing, 'get-env': () => 'environment'},
    });
  } finally {
    await upstream.stop();
  }
}

// One gateway in front of all of them: each has its own path.
async function compare_paths(all) {
  const commands = Object.fromEntries(Object.entries(all).map(
    ([name, {words, env}]) => [name, {command: words, env}]));
  for (const server of Object.values(all)) {
    server.prepare();
  }
  const front = await gateway(pith, gateway_toml(commands));
  for (const [name, server] of Object.entries(all)) {
    await try_to(`all servers, ${name}`, async () => {
      const direct = await clients['sdk 2.4.0'](server, []);
      const through =
        await clients['sdk 2.4.0']({url: front.endpoint(name)}, []);
      const problem = tools_problem(direct.tools, through.tools);
      check(`all servers, ${name}: tools/list`, problem === undefined,
        problem);
    });
  }
  await front.stop();
}

// Those that are named; all of them where none is.
function chosen(offered, names) {
  const some = Object.entries(offered).filter(([name]) => names.includes(name));
  return some.length === 0 ? offered : Object.fromEntries(some);
}

async function main() {
  const [program, ...names] = process.argv.slice(2);
  if (program === undefined) {
    console.error('usage: peers.mjs PITH [SERVER or CLIENT...]');
    process.exitCode = 2;
    return;
  }
  pith = path.resolve(program);
  const offered = await servers(temporary());
  const unknown = names.find((name) => !(name in offered) &&
    !(name in clients) && name !== 'inspector');
  if (unknown !== undefined) {
    console.error(`peers.mjs: there is no server or client '${unknown}'`);
    process.exitCode = 2;
    return;
  }
  const all = chosen(offered, names);
  const callers = chosen({...clients, inspector: undefined}, names);
  for (const [name, server] of Object.entries(all)) {
    for (const [called, client] of Object.entries(callers)) {
      if (client === undefined) {
        await compare_inspector(`${name}, inspector`, server);
        continue;
      }
      await compare_ways(`${name}, ${called}`, server, client, ways);
      if (server.http_words !== undefined) {
        await with_http(server, (http) => compare_ways(
          `${name} over HTTP, ${called}`, http, client,
          {gateway: ways.gateway, endpoint: ways.endpoint}));
      }
    }
  }
  if (all.memory !== undefined) {
    for (const shows of ['text', 'both']) {
      await compare_ways(`memory, shows ${shows}`, all.memory,
        clients['sdk 2.4.0'], {gateway: through_gateway({shows})}, shows);
    }
  }
  await try_to('all servers', () => compare_paths(all));
  done();
}

await main();
