// SPDX-License-Identifier: MIT
// An MCP server without an SDK for the tests of `pith proxy` on Windows, in
// lines on standard input and output.
//
//   node server.mjs [--ignore-end] [--grandchild] [--words] [WORD]...

import {spawn} from 'node:child_process';
import process from 'node:process';
import readline from 'node:readline';

const words = process.argv.slice(2);
const has = (word) => words.includes(word);

const rows = (count) => Array.from({length: count}, (_, i) => ({
  id: i, name: `name ${i % 97}`, city: ['K\u00f6ln', 'Z\u00fcrich', '\u6771\u4eac'][i % 3],
  amount: i * 1.25, active: i % 2 === 0}));
const text = (value) => ({content: [{type: 'text', text: value}]});

const tools = {
  rows: ({count}) => text(JSON.stringify(rows(count))),
  echo: ({text: said}) => text(said),
  length: ({text: said}) => text(`${said.length}`),
  words: () => text(JSON.stringify(words)),
  variable: ({name}) => text(JSON.stringify(process.env[name] ?? null)),
  names: () => text(Object.keys(process.env).sort().join(' ')),
  place: () => text(process.cwd()),
  say: ({text: said}) => {
    process.stderr.write(`${said}\n`);
    return text('said');
  },
  end: ({code}) => process.exit(code),
};

const answers = {
  initialize: ({protocolVersion}) => ({
    protocolVersion, capabilities: {tools: {}},
    serverInfo: {name: 'windows', version: '1'}}),
  ping: () => ({}),
  'tools/list': () => ({tools: Object.keys(tools).map((name) => ({
    name, description: `The tool ${name}.`, inputSchema: {type: 'object'}}))}),
  'tools/call': ({name, arguments: args}) => tools[name]?.(args ?? {}) ??
    {...text(`no tool ${name}`), isError: true},
};

if (has('--grandchild')) {
  // It waits for ever, and holds no pipe of ours.
  spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'],
    {stdio: 'ignore'});
}
if (has('--ignore-end')) {
  setInterval(() => {}, 1000);
  for (const signal of ['SIGINT', 'SIGBREAK', 'SIGHUP', 'SIGTERM']) {
    process.on(signal, () => process.stderr.write(`ignored ${signal}\n`));
  }
}
if (has('--words')) process.stdout.write('words on standard output\n');

const lines = readline.createInterface({input: process.stdin, terminal: false});
lines.on('line', (line) => {
  const {id, method, params} = JSON.parse(line);
  if (id === undefined) return;
  const message = {jsonrpc: '2.0', id, result: answers[method]?.(params ?? {})};
  if (message.result === undefined) {
    delete message.result;
    message.error = {code: -32601, message: `no ${method}`};
  }
  process.stdout.write(`${JSON.stringify(message)}\n`);
});
