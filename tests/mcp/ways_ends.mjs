// SPDX-License-Identifier: MIT
// How a proxy on pipes ends when its client does not behave.

import {spawn} from 'node:child_process';
import process from 'node:process';
import {sleep} from './support.mjs';

// Says one line of so many bytes, `times` times, for every line it hears, and
// one more when its input ends.
const talkative = `
const say = (bytes) => process.stdout.write(JSON.stringify({jsonrpc: '2.0',
  method: 'notifications/message', params: {data: 'x'.repeat(bytes)}}) + '\\n');
process.stdin.on('data', () => {
  for (let i = 0; i < Number(process.argv[2]); ++i) say(Number(process.argv[1]));
});
process.stdin.on('end', () => { say(10); process.exit(0); });
`;

function start_proxy(pith, bytes, times) {
  const child = spawn(pith, ['proxy', '--', process.execPath, '-e', talkative,
    `${bytes}`, `${times}`], {stdio: ['pipe', 'pipe', 'ignore']});
  child.stdin.on('error', () => {});
  const ended = new Promise((resolve) => {
    child.on('exit', (code, signal) => resolve({code, signal}));
  });
  return {child, ended};
}

const hello = '{"jsonrpc":"2.0","method":"notifications/x"}\n';
const late = (milliseconds) => sleep(milliseconds).then(() => 'late');

async function client_that_died(t, pith) {
  const {child, ended} = start_proxy(pith, 100, 1);
  await new Promise((resolve) => {
    child.stdout.once('data', resolve);
    child.stdin.write(hello);
  });
  child.stdout.destroy();
  child.stdin.destroy();
  const end = await Promise.race([ended, late(15000)]);
  t.check('a client that died: the proxy ends', end.code === 0, end);
  child.kill('SIGKILL');
}

async function client_that_does_not_read(t, pith) {
  const {child, ended} = start_proxy(pith, 1000000, 40);
  child.stdout.pause();
  child.stdin.write(hello);
  await sleep(1500);  // until both pipes are full
  child.kill('SIGTERM');
  const end = await Promise.race([ended, late(30000)]);
  t.check('a client that does not read: the proxy ends', end.code === 0, end);
  child.kill('SIGKILL');
}

async function deep_lines(t, pith) {
  const deep = `${'{"a":'.repeat(600)}1${'}'.repeat(600)}`;
  const line = `{"jsonrpc":"2.0","id":1,"result":{"structuredContent":${deep}}}`;
  const child = spawn(pith, ['proxy', '--', process.execPath, '-e',
    `process.stdin.once('data', () => console.log('${line}'));`],
  {stdio: ['pipe', 'pipe', 'ignore']});
  const heard = await Promise.race([late(10000), new Promise((resolve) => {
    child.stdout.once('data', (data) => resolve(`${data}`));
    child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"tools/call",' +
      '"params":{"name":"x"}}\n');
  })]);
  t.check('a deep line: passes as it is', heard === `${line}\n`,
    heard.slice(0, 100));
  child.kill('SIGKILL');
}

export const end_cases = [
  ['a client that died', client_that_died],
  ['a client that does not read', client_that_does_not_read],
  ['a deep line', deep_lines],
];
