// SPDX-License-Identifier: MIT
// The servers that whole conversations are held with, and what they work on:
// a shop's database, a repository with a long log, a tree of files, a graph of
// services. A server is {words, env, prepare, changing} as in
// peer_servers.mjs.

import {spawnSync} from 'node:child_process';
import {cpSync, existsSync, mkdirSync, rmSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import {DatabaseSync} from 'node:sqlite';
import {random} from './payload.mjs';
import {git_repository, renew} from './peer_data.mjs';
import {servers as peer_servers} from './peer_servers.mjs';

const pick = (next, list) => list[Math.floor(next() * list.length)];
const two = (number) => `${number}`.padStart(2, '0');
const first_names = ['Ada', 'Ben', 'Cleo', 'Dan', 'Eva', 'Finn', 'Gia', 'Hugo'];
const last_names = ['Abel', 'Brandt', 'Costa', 'Dietz', 'Engel', 'Falk'];
const cities = ['Oslo', 'Lima', 'Pune', 'Graz', 'Kyiv', 'Bonn'];
export const authors = ['Ada', 'Ben', 'Cleo', 'Dan'];

function fill(database, table, columns, rows) {
  database.exec(`create table ${table} (${columns.join(', ')})`);
  const insert = database.prepare(
    `insert into ${table} values (${columns.map(() => '?').join(', ')})`);
  for (const row of rows) {
    insert.run(...row);
  }
}

// 120 customers, 60 products, 3,000 orders, 6,000 events.
function make_shop(file) {
  const next = random(1);
  const count = (size, row) => Array.from({length: size}, (_, i) => row(i + 1));
  const database = new DatabaseSync(file);
  database.exec('begin');
  fill(database, 'customers', ['id integer primary key', 'name text',
    'email text', 'city text', 'segment text'],
  count(120, (i) => {
    const name = `${pick(next, first_names)} ${pick(next, last_names)}`;
    return [i, name, `${name.toLowerCase().replace(' ', '.')}.${i}@example.com`,
      pick(next, cities), pick(next, ['private', 'business', 'public'])];
  }));
  fill(database, 'products', ['id integer primary key', 'sku text',
    'title text', 'price real', 'stock integer'],
  count(60, (i) => [i, `A-${100 + i}`, `${pick(next, ['Desk', 'Lamp', 'Chair',
    'Shelf'])} ${pick(next, ['oak', 'steel', 'white', 'grey'])} ${i}`,
  Math.round(next() * 50000) / 100, Math.floor(next() * 40)]));
  fill(database, 'orders', ['id integer primary key', 'customer_id integer',
    'product_id integer', 'status text', 'total real', 'city text',
    'created_at text', 'note text'],
  count(3000, (i) => [i, 1 + Math.floor(next() * 120),
    1 + Math.floor(next() * 60), pick(next, ['open', 'paid', 'sent', 'lost']),
    Math.round(next() * 100000) / 100, pick(next, cities),
    `2026-${two(1 + Math.floor(next() * 10))}-` +
      two(1 + Math.floor(next() * 28)),
    next() < 0.7 ? null : `call back before delivery ${i}`]));
  fill(database, 'events', ['id integer primary key', 'at text', 'level text',
    'service text', 'milliseconds integer', 'message text'],
  count(6000, (i) => {
    const level = pick(next, ['info', 'info', 'info', 'warn', 'error']);
    return [i, `2026-11-${two(1 + Math.floor(i / 400))}T${
      two(Math.floor(i / 17) % 24)}:${two(i % 60)}:00Z`, level,
    `svc-${Math.floor(next() * 25)}`, Math.floor(next() * 3000),
    level === 'error' ? `request ${i} failed: time-out` : `request ${i} done`];
  }));
  database.exec('commit');
  database.close();
}

// 400 commits of four authors over 40 files, after those of peer_data.mjs.
function long_log(work, env) {
  const next = random(2);
  const stream = [];
  const data = (text) => `data ${Buffer.byteLength(text)}\n${text}\n`;
  for (let i = 0; i < 400; ++i) {
    const author = pick(next, authors);
    const verb = pick(next, ['Add', 'Fix', 'Speed up', 'Rename', 'Document']);
    const thing = pick(next, ['the parser', 'a test of retries', 'the cache',
      'the report of orders', 'the login page', 'a limit of sizes']);
    stream.push('commit refs/heads/main\n' +
      `author ${author} <${author.toLowerCase()}@example.com> ${
        1767400000 + i * 40000} +0000\n` +
      `committer ${author} <${author.toLowerCase()}@example.com> ${
        1767400000 + i * 40000} +0000\n` +
      data(`${verb} ${thing}, part ${i}\n`) +
      (i === 0 ? 'from refs/heads/main^0\n' : '') +
      `M 100644 inline src/module_${Math.floor(next() * 40)}.js\n` +
      data(`export const part = ${i};\nexport const by = '${author}';\n` +
        `${`// ${thing}\n`.repeat(3)}`));
  }
  for (const [words, input] of [
    [['fast-import', '--quiet'], stream.join('')],
    [['reset', '-q', '--hard', 'main'], ''],
    [['tag', 'v1.0', 'main~60'], ''],
  ]) {
    const {status, stderr} = spawnSync('git', ['-C', work, ...words],
      {input, env: {...process.env, ...env}});
    if (status !== 0) {
      throw new Error(`git ${words.join(' ')}: ${stderr}`);
    }
  }
}

// 30 directories, 900 files.
function make_tree(directory) {
  const next = random(3);
  const at = (...words) => path.join(directory, ...words);
  for (let i = 0; i < 30; ++i) {
    mkdirSync(at(`package_${i}`, 'src'), {recursive: true});
    for (let k = 0; k < 30; ++k) {
      const [folder, end] =
        k < 10 ? ['.', 'md'] : ['src', k < 26 ? 'js' : 'ts'];
      writeFileSync(at(`package_${i}`, folder, `part_${k}.${end}`),
        `// part ${k} of ${i}\n`.repeat(1 + Math.floor(next() * 9)));
    }
  }
  const settings = (port, host, extra) => JSON.stringify({
    port, host, retries: 3, log: {level: 'info', file: 'app.log'}, ...extra,
  }, null, 2);
  writeFileSync(at('settings.json'), `${settings(8080, 'localhost')}\n`);
  writeFileSync(at('settings.live.json'),
    `${settings(80, 'shop.example.com', {cache: true})}\n`);
  writeFileSync(at('notes.txt'),
    'Ask Ada about the port.\nBonn closes at 5.\n');
}

// 250 services, 500 relations, as the server keeps them.
function make_graph(file) {
  const next = random(4);
  const lines = [];
  for (let i = 0; i < 250; ++i) {
    lines.push({type: 'entity', name: `svc-${i}`,
      entityType: pick(next, ['service', 'database', 'queue']),
      observations: [`runs in ${pick(next, cities)}`,
        `owned by ${pick(next, authors)}`, `listens on port ${8000 + i}`]});
  }
  for (let i = 0; i < 500; ++i) {
    lines.push({type: 'relation', from: `svc-${i % 250}`,
      to: `svc-${Math.floor(next() * 250)}`,
      relationType: pick(next, ['calls', 'reads_from', 'writes_to'])});
  }
  writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'));
}

// Made once, then copied: a run must not see what another has changed.
function kept(directory, make) {
  const copy = `${directory}.copy`;
  return () => {
    if (!existsSync(copy)) {
      renew(directory);
      make();
      cpSync(directory, copy, {recursive: true, preserveTimestamps: true});
    }
    rmSync(directory, {recursive: true, force: true});
    cpSync(copy, directory, {recursive: true, preserveTimestamps: true});
  };
}

// {servers, at, site}: `at` are the places that tasks name.
export async function setting(directory) {
  const peers = await peer_servers(directory);
  const place = (name) => path.join(directory, name);
  const at = {
    files: place('filesystem'), work: path.join(place('git'), 'work'),
    site: peers.python_fetch.calls[0][1].url.replace('/page.html', ''),
  };
  const changed = (name, make) => ({
    ...peers[name], prepare: kept(place(name), make),
  });
  const shop = peers.sqlite.words.at(-1);
  const repository = git_repository(place('git'));
  const servers = {
    everything: peers.everything,
    memory: changed('memory', () => make_graph(
      path.join(place('memory'), 'memory.jsonl'))),
    filesystem: changed('filesystem', () => make_tree(at.files)),
    sqlite: changed('sqlite', () => make_shop(shop)),
    git: changed('git', () => {
      repository.prepare();
      long_log(at.work, peers.git.env);
    }),
    time: peers.python_time,
    fetch: peers.python_fetch,
  };
  return {servers, at};
}
