// SPDX-License-Identifier: MIT
// What real servers work on: an empty directory, a database, a repository.

import {spawnSync} from 'node:child_process';
import {mkdirSync, rmSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import {DatabaseSync} from 'node:sqlite';

// The directory has the same name for each run, because results name it.
export function renew(directory) {
  rmSync(directory, {recursive: true, force: true});
  mkdirSync(directory, {recursive: true});
}

// {file, prepare}: a database with a table of orders.
export function orders_database(directory) {
  const file = path.join(directory, 'orders.db');
  const prepare = () => {
    renew(directory);
    const database = new DatabaseSync(file);
    database.exec('create table orders (id integer primary key, ' +
      'customer text, status text, total real, city text, created_at text)');
    const insert =
      database.prepare('insert into orders values (?, ?, ?, ?, ?, ?)');
    database.exec('begin');
    for (let i = 1; i <= 300; ++i) {
      insert.run(i, `customer ${i % 40}`, ['open', 'paid', 'sent'][i % 3],
        i * 1.35, i % 11 === 0 ? null : ['Oslo', 'Lima', 'Pune'][i % 3],
        `2026-03-${`${i % 28 + 1}`.padStart(2, '0')}`);
    }
    database.exec('commit');
    database.close();
  };
  return {file, prepare};
}

// {env, prepare}: a repository in `work`, and the environment that commits
// need to be the same in each run.
export function git_repository(directory) {
  const at = (...words) => path.join(directory, ...words);
  const env = {
    MCP_TRANSPORT_TYPE: 'stdio', MCP_LOG_LEVEL: 'error',
    GIT_SIGN_COMMITS: 'false', GIT_BASE_DIR: directory,
    LOGS_DIR: at('logs'), HOME: at('home'),
    PATH: `${at('bin')}:${process.env.PATH}`,
  };
  const command = (...words) => {
    const {status, stderr} = spawnSync('git', ['-C', at('work'), ...words],
      {env: {...process.env, ...env}});
    if (status !== 0) {
      throw new Error(`git ${words.join(' ')}: ${stderr}`);
    }
  };
  const prepare = () => {
    renew(directory);
    for (const name of ['bin', 'home', 'logs', 'work']) {
      mkdirSync(at(name));
    }
    writeFileSync(at('home', '.gitconfig'), '[user]\nname = Ada\n' +
      'email = ada@example.com\n[init]\ndefaultBranch = main\n' +
      '[commit]\ngpgsign = false\n');
    // Commits are named by the time they were made at, among others.
    const now = '2026-01-02T03:04:05Z';
    writeFileSync(at('bin', 'git'), '#!/bin/sh\n' +
      `export GIT_AUTHOR_DATE=${now} GIT_COMMITTER_DATE=${now}\n` +
      `PATH='${process.env.PATH}' exec git "$@"\n`, {mode: 0o755});
    command('init', '-q');
    for (let i = 0; i < 30; ++i) {
      writeFileSync(at('work', `file${i % 5}.txt`), `line ${i}\nmore\n`);
      command('add', '.');
      command('commit', '-q', '-m', `Change number ${i}\n\nBody | of, "it"`);
    }
    command('clone', '-q', '--bare', '.', at('bare.git'));
    command('remote', 'add', 'origin', at('bare.git'));
  };
  return {env, prepare};
}
