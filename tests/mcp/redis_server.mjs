// SPDX-License-Identifier: MIT
// A Redis server for a test: paused, killed and started again as it likes.

import {spawn} from 'node:child_process';
import {existsSync} from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import process from 'node:process';
import {free_port, temporary} from './support.mjs';
import {eventually} from './wire.mjs';

const program = '/usr/bin/redis-server';

export function has_redis() {
  return existsSync(program);
}

// A Redis server of its own, on a port and a Unix socket.
export async function redis(more = []) {
  const folder = temporary();
  const port = await free_port();
  const socket = path.join(folder, 'socket');
  const begin = () => spawn(program, ['--port', String(port), '--bind',
    '127.0.0.1', '--unixsocket', socket, '--dir', folder, '--save', '',
    '--appendonly', 'no', '--loglevel', 'warning', '--logfile',
    path.join(folder, 'log'), ...more], {stdio: 'ignore'});
  let child = begin();
  process.on('exit', () => child.kill('SIGKILL'));
  const listens = () => new Promise((resolve) => {
    const probe = net.connect(port, '127.0.0.1');
    probe.on('connect', () => { probe.destroy(); resolve(true); });
    probe.on('error', () => resolve(false));
  });
  const gone = (which) => which.exitCode !== null ||
    which.signalCode !== null ? Promise.resolve() :
    new Promise((resolve) => { which.on('exit', resolve); });
  await eventually(listens);
  return {
    port, socket, url: `redis://127.0.0.1:${port}`,
    pause: () => child.kill('SIGSTOP'),
    go_on: () => child.kill('SIGCONT'),
    kill: async () => { child.kill('SIGKILL'); await gone(child); },
    restart: async () => { child = begin(); await eventually(listens); },
    stop: async () => { child.kill('SIGKILL'); await gone(child); },
  };
}
