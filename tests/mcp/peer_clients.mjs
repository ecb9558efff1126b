// SPDX-License-Identifier: MIT
// Official clients, each as one function: connects, lists the tools (so that
// it knows their output schemas and holds results against them), makes calls,
// and says what it got.

import {writeFileSync} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import * as modern from '@modelcontextprotocol/client';
import * as modern_stdio from '@modelcontextprotocol/client/stdio';
import {Client} from '@modelcontextprotocol/sdk/client/index.js';
import {StdioClientTransport} from '@modelcontextprotocol/sdk/client/stdio.js';
import {
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  CreateMessageRequestSchema, ElicitRequestSchema, ListRootsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import {python_clients} from './peer_python.mjs';
import {installed, run, temporary} from './support.mjs';

const information = {name: 'pith-peers', version: '1.0.0'};
const capabilities = {
  elicitation: {}, roots: {listChanged: true}, sampling: {},
};

// A user who fills in every form in the same way.
function filled(schema) {
  const examples = {boolean: true, integer: 42, number: 42, array: []};
  const formats = {
    'email': 'ada@example.com', 'uri': 'https://example.com/',
    'date': '2026-01-02', 'date-time': '2026-01-02T03:04:05Z',
  };
  const members = Object.entries(schema?.properties ?? {});
  return Object.fromEntries(members.map(([name, member]) => [name,
    member.default ?? member.enum?.[0] ?? member.oneOf?.[0].const ??
    formats[member.format] ?? examples[member.type] ?? 'Ada Lovelace']));
}

// What the client answers when a server asks it.
const answers = {
  elicitation: async ({params}) =>
    ({action: 'accept', content: filled(params.requestedSchema)}),
  roots: async () => ({roots: [{uri: 'file:///srv/one', name: 'one'}]}),
  sampling: async () => ({
    role: 'assistant', model: 'none',
    content: {type: 'text', text: 'What the model says'},
  }),
};

// A server is {words, env} for one on stdio, {url} for one on HTTP.
function transport_of(server, stdio, http) {
  if (server.url !== undefined) {
    return new http(new URL(server.url));
  }
  const [command, ...args] = server.words;
  return new stdio({command, args, env: server.env, stderr: 'ignore'});
}

// The official SDK 1.x: the legacy era only.
function old_sdk(server) {
  const client = new Client(information, {capabilities});
  client.setRequestHandler(ElicitRequestSchema, answers.elicitation);
  client.setRequestHandler(ListRootsRequestSchema, answers.roots);
  client.setRequestHandler(CreateMessageRequestSchema, answers.sampling);
  return {
    client,
    transport: transport_of(
      server, StdioClientTransport, StreamableHTTPClientTransport),
    call: (request) => client.callTool(request),
    call_task: async (request) => {
      for await (const message of
        client.experimental.tasks.callToolStream(request)) {
        if (message.type === 'result') {
          return message.result;
        }
        if (message.type === 'error') {
          throw message.error;
        }
      }
      throw new Error('the task ended without a result');
    },
  };
}

// The official SDK 2.x: the modern era where the server has it.
function new_sdk(server) {
  const client = new modern.Client(information,
    {capabilities, versionNegotiation: {mode: 'auto'}});
  client.setRequestHandler('elicitation/create', answers.elicitation);
  client.setRequestHandler('roots/list', answers.roots);
  client.setRequestHandler('sampling/createMessage', answers.sampling);
  return {
    client,
    transport: transport_of(server, modern_stdio.StdioClientTransport,
      modern.StreamableHTTPClientTransport),
    call: (request) => client.callTool(request),
  };
}

async function all_tools(client) {
  const tools = [];
  let cursor;
  do {
    const page = await client.listTools(cursor === undefined ? {} : {cursor});
    tools.push(...page.tools);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return tools;
}

// What a request came to; an error as {thrown}.
async function outcome(request) {
  try {
    return await request;
  } catch (problem) {
    return {thrown: `${problem.code}: ${problem.message}`};
  }
}

// {tools, results, era, rest}: results in the order of the calls, an error as
// {thrown}; `rest` is what a server offers beside tools.
async function talk({client, transport, call, call_task}, calls) {
  await client.connect(transport);
  try {
    const tools = await all_tools(client);
    const offered = client.getServerCapabilities() ?? {};
    const rest = {
      server: client.getServerVersion(),
      instructions: client.getInstructions(),
      offered,
      prompts: offered.prompts && await outcome(client.listPrompts()),
      resources: offered.resources && await outcome(client.listResources()),
      // Not every server that has resources knows this.
      templates:
        offered.resources && await outcome(client.listResourceTemplates()),
    };
    const results = [];
    for (const [name, input] of calls) {
      const tool = tools.find((one) => one.name === name);
      const is_task = tool?.execution?.taskSupport === 'required';
      const make = is_task && call_task ? call_task : call;
      results.push(await outcome(make({name, arguments: input})));
    }
    return {
      tools, results, rest, era: client.getProtocolEra?.() ?? 'legacy',
    };
  } finally {
    await client.close();
  }
}

// The official SDK 2.x, connected, for a script that decides as it goes:
// {tools, call(name, arguments), close()}.
export async function open_client(server) {
  const {client, transport, call} = new_sdk(server);
  await client.connect(transport);
  return {
    tools: await all_tools(client),
    call: (name, input) => outcome(call({name, arguments: input})),
    close: () => client.close(),
  };
}

export const clients = {
  'sdk 1.32.2': (server, calls) => talk(old_sdk(server), calls),
  'sdk 2.4.0': (server, calls) => talk(new_sdk(server), calls),
  ...python_clients,
};

// The command line of the inspector: one process, one request.
export async function inspect(server, method, words = []) {
  const home = temporary();
  const file = path.join(home, 'servers.json');
  const [command, ...args] = server.words ?? [];
  const peer = server.url === undefined ?
    {type: 'stdio', command, args, env: server.env} :
    {type: 'streamable-http', url: server.url};
  writeFileSync(file, JSON.stringify({mcpServers: {peer}}));
  const {code, stdout, stderr} = await run(process.execPath, [
    installed('@modelcontextprotocol', 'inspector', 'clients', 'launcher',
      'build', 'index.js'),
    '--cli', '--config', file, '--server', 'peer', '--method', method,
    ...words,
  ], {timeout: 60000, env: {HOME: home}});
  if (code !== 0) {
    throw new Error(`the inspector ended with ${code}: ${stdout}${stderr}`);
  }
  return JSON.parse(stdout);
}
