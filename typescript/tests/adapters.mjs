// SPDX-License-Identifier: MIT
// The adapters against the real packages: both lines of the official MCP SDK
// (of tests/mcp) and the AI SDK (of peers). Skipped where they are missing.
//
//   node adapters.mjs PACKAGE VOCABULARIES
import {createRequire} from 'node:module';
import path from 'node:path';
import process from 'node:process';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {Checks, expect, expectSame} from './suites/checks.mjs';

const [folder, vocabularies] = process.argv.slice(2);
const here = path.dirname(fileURLToPath(import.meta.url));
const dist = (file) => import(pathToFileURL(
  path.resolve(folder, 'dist', file)).href);

/** Imports a package from where it is installed. */
async function from(place, name) {
  const require = createRequire(path.join(here, place, 'x.js'));
  let file;
  try {
    file = require.resolve(name);
  } catch {
    console.log(`skipped: run 'npm ci' in ${place} first`);
    process.exit(77);
  }
  return import(pathToFileURL(file).href);
}
const ofMcp = (name) => from('../../tests/mcp', name);
const ofPeers = (name) => from('peers', name);

const pith = await dist('index.js');
const {shortenAnswers} = await dist('adapters/mcp.js');
const {shortenTools} = await dist('adapters/ai.js');
const {shortenMessages} = await dist('adapters/messages.js');
const checks = new Checks();

await checks.run('a tokenizer must be loaded', () => {
  let code = '';
  try {
    shortenMessages([]);
  } catch (problem) {
    ({code} = problem);
  }
  expectSame(code, 'unknown_tokenizer');
});
await pith.loadTokenizer(pathToFileURL(
  path.resolve(vocabularies, 'o200k_base.pithtok')));

const rows = Array.from({length: 40}, (_, i) =>
  ({id: i, name: `part ${i}`, price: i / 4, inStock: i % 3 === 0}));
const json = JSON.stringify(rows, null, 2);

/** What the tools of all servers answer. */
const answers = {
  rows: {content: [{type: 'text', text: json}]},
  words: {content: [{type: 'text', text: 'not JSON'}]},
  failing: {content: [{type: 'text', text: json}], isError: true},
  both: {content: [{type: 'text', text: json}], structuredContent: {rows}},
  digits: {content: [{type: 'text',
    text: `[${Array(40).fill('{"n": 0.12345678901234567890}').join()}]`}]},
};

async function checkMcp(line, server, Client, pair) {
  const [clientSide, serverSide] = pair;
  const {transport, tally} = shortenAnswers(serverSide, {model: 'gpt-4o'});
  await server.connect(transport);
  const client = new Client({name: 'test', version: '1'});
  await client.connect(clientSide);
  const call = (name) => client.callTool({name, arguments: {}});
  await checks.run(`${line}: JSON is shortened`, async () => {
    const {content} = await call('rows');
    expect(content[0].text.startsWith('GCF profile=generic'), content[0].text);
    expectSame(pith.decode(content[0].text), rows);
    expect(tally.shortened === 1 && tally.savedTokens > 500, 'tally');
    expectSame(tally.tokens, pith.countTokens(content[0].text));
  });
  await checks.run(`${line}: the rest stays`, async () => {
    for (const name of ['words', 'failing', 'digits']) {
      const {content} = await call(name);
      expectSame(content, answers[name].content, name);
    }
    const both = await call('both');
    expectSame(both.structuredContent, {rows});
    expectSame(pith.decode(both.content[0].text), rows);
    expect((await client.listTools()).tools.length === 5, 'tools');
  });
  await client.close();
}

function register(server, z) {
  for (const [name, answer] of Object.entries(answers)) {
    const output = answer.structuredContent === undefined ? {}
      : {outputSchema: z.object({rows: z.array(z.any())})};
    server.registerTool(name, {description: name,
      inputSchema: z.object({}), ...output}, async () => answer);
  }
  return server;
}

const {z} = await ofMcp('zod');
{
  const {McpServer} = await ofMcp('@modelcontextprotocol/sdk/server/mcp.js');
  const {Client} = await ofMcp('@modelcontextprotocol/sdk/client/index.js');
  const {InMemoryTransport} =
    await ofMcp('@modelcontextprotocol/sdk/inMemory.js');
  const server = register(new McpServer({name: 'one', version: '1'}), z);
  await checkMcp('SDK 1.x', server, Client,
    InMemoryTransport.createLinkedPair());
}
{
  const {McpServer, InMemoryTransport} =
    await ofMcp('@modelcontextprotocol/server');
  const {Client} = await ofMcp('@modelcontextprotocol/client');
  const server = register(new McpServer({name: 'two', version: '1'}), z);
  await checkMcp('SDK 2.x', server, Client,
    InMemoryTransport.createLinkedPair());
}
await checks.run('SDK 1.x: only some tools', async () => {
  const {McpServer} = await ofMcp('@modelcontextprotocol/sdk/server/mcp.js');
  const {Client} = await ofMcp('@modelcontextprotocol/sdk/client/index.js');
  const {InMemoryTransport} =
    await ofMcp('@modelcontextprotocol/sdk/inMemory.js');
  const [near, far] = InMemoryTransport.createLinkedPair();
  const {transport} = shortenAnswers(far, {tools: ['both']});
  const server = register(new McpServer({name: 'some', version: '1'}), z);
  await server.connect(transport);
  const client = new Client({name: 'test', version: '1'});
  await client.connect(near);
  const {content} = await client.callTool({name: 'rows', arguments: {}});
  expectSame(content[0].text, json);
  await client.close();
});

await checks.run('AI SDK', async () => {
  const {generateText, tool, stepCountIs, isStepCount} = await ofPeers('ai');
  const {MockLanguageModelV4} = await ofPeers('ai/test');
  const zod = await ofPeers('zod');
  const seen = [];
  const usage = {inputTokens: {total: 1}, outputTokens: {total: 1}};
  const model = new MockLanguageModelV4({
    doGenerate: async ({prompt}) => {
      const results = prompt.filter(({role}) => role === 'tool')
        .flatMap(({content}) => content);
      seen.push(...results);
      return results.length > 0
        ? {finishReason: {unified: 'stop', raw: 'stop'}, usage, warnings: [],
          content: [{type: 'text', text: 'done'}]}
        : {finishReason: {unified: 'tool-calls', raw: 'tool'}, usage,
          warnings: [], content: ['rows', 'words', 'own', 'text'].map((name) =>
            ({type: 'tool-call', toolCallId: name, toolName: name,
              input: '{}'}))};
    },
  });
  const make = (execute, more = {}) => tool({description: 'x',
    inputSchema: zod.z.object({}), execute, ...more});
  const {tools, tally} = shortenTools({
    rows: make(async () => rows),
    words: make(async () => 'not JSON'),
    text: make(async () => json),
    own: make(async () => rows, {toModelOutput: ({output}) => ({
      type: 'content', value: [{type: 'text',
        text: JSON.stringify(output.slice(0, 20))}]})}),
  });
  const done = await generateText({model, tools, prompt: 'go',
    stopWhen: (stepCountIs ?? isStepCount)(3)});
  expectSame(done.text, 'done');
  const outputs = Object.fromEntries(seen.map(({toolName, output}) =>
    [toolName, output]));
  expectSame(outputs.rows.type, 'text');
  expectSame(pith.decode(outputs.rows.value), rows);
  expectSame(pith.decode(outputs.text.value), rows);
  expectSame(outputs.words, {type: 'text', value: 'not JSON'});
  expectSame(pith.decode(outputs.own.value[0].text), rows.slice(0, 20));
  expect(tally.shortened === 3 && tally.savedTokens > 0, 'tally');
  // The program still has the objects.
  const {toolResults} = done.steps[0];
  expectSame(toolResults.find(({toolName}) => toolName === 'rows').output,
    rows);
});

await checks.run('message lists', () => {
  const error = {type: 'tool_result', tool_use_id: '3', is_error: true,
    content: json};
  const {messages, tally} = shortenMessages([
    {role: 'user', content: json},
    {role: 'tool', tool_call_id: '1', content: json},
    {type: 'function_call_output', call_id: '2',
      output: [{type: 'input_text', text: json}]},
    {role: 'user', content: [error, {type: 'tool_result', tool_use_id: '4',
      content: [{type: 'text', text: json}]}]},
  ]);
  const gcf = pith.encode(rows);
  expectSame(messages, [
    {role: 'user', content: json},
    {role: 'tool', tool_call_id: '1', content: gcf},
    {type: 'function_call_output', call_id: '2',
      output: [{type: 'input_text', text: gcf}]},
    {role: 'user', content: [error, {type: 'tool_result', tool_use_id: '4',
      content: [{type: 'text', text: gcf}]}]},
  ]);
  expectSame([tally.texts, tally.shortened], [3, 3]);
});

for (const failure of checks.failures) console.log(failure);
console.log(`adapters: ${checks.passed} passed, ` +
  `${checks.failures.length} failed`);
process.exit(checks.failures.length === 0 ? 0 : 1);
