// SPDX-License-Identifier: MIT
// A Redis Cluster of three masters with a replica each, on free ports, and what
// can go wrong with it. With Toxiproxy, clients and replicas reach each node by
// a link that can be spoiled; the nodes hear of each other directly.

import {execFile, spawn} from 'node:child_process';
import {mkdirSync, rmSync} from 'node:fs';
import path from 'node:path';
import {promisify} from 'node:util';
import {free_port, temporary} from './support.mjs';
import {eventually} from './wire.mjs';

const program = '/usr/bin/redis-server';
const cli = async (port, ...words) => (await promisify(execFile)('redis-cli',
  ['-p', `${port}`, ...words], {timeout: 20000})).stdout;

// Of the port of a node, the bus takes the one 10,000 above it.
async function node_port(taken) {
  for (;;) {
    const port = await free_port();
    if (port < 55000 && !taken.includes(port)) {
      return port;
    }
  }
}

function make_node(folder, port, front) {
  let child;
  const home = path.join(folder, `${port}`);
  const announced = front === undefined ? [] :
    ['--cluster-announce-ip', '127.0.0.1', '--cluster-announce-port',
      `${front}`, '--cluster-announce-bus-port', `${port + 10000}`];
  const node = {
    port,
    front: front ?? port,
    start() {
      mkdirSync(home, {recursive: true});
      child = spawn(program, ['--port', `${port}`, '--bind', '127.0.0.1',
        '--dir', home, '--save', '', '--appendonly', 'no', '--loglevel',
        'warning', '--logfile', 'log', '--cluster-enabled', 'yes',
        '--cluster-node-timeout', '1500', '--repl-diskless-sync-delay', '0',
        '--cluster-require-full-coverage', 'no',
        '--enable-debug-command', 'local', ...announced], {stdio: 'ignore'});
    },
    kill: () => new Promise((resolve) => {
      child.once('exit', resolve);
      child.kill('SIGKILL');
    }),
    pause: () => child.kill('SIGSTOP'),
    go_on: () => child.kill('SIGCONT'),
    answers: () => cli(port, 'ping').then((said) => /PONG/.test(said),
      () => false),
    is_master: () => cli(port, 'role').then((said) => /^master/.test(said),
      () => false),
    tell: (...words) => cli(port, ...words).catch(() => ''),
    forget: () => rmSync(home, {recursive: true, force: true}),
  };
  process.on('exit', () => child?.kill('SIGKILL'));
  return node;
}

// {nodes, urls, masters(), is_whole(), stop()}. With `proxy`, of toxiproxy.mjs,
// each node has a `link`.
export async function start_cluster(proxy) {
  const folder = temporary();
  const nodes = [];
  while (nodes.length < 6) {
    const taken = nodes.flatMap(({port, front}) => [port, front]);
    const port = await node_port(taken);
    const front = proxy && await node_port([...taken, port]);
    nodes.push(make_node(folder, port, front));
    nodes.at(-1).link = await proxy?.link(front, port);
  }
  nodes.forEach((node) => node.start());
  const all = (test) => async () =>
    (await Promise.all(nodes.map(test))).every(Boolean);
  const has_replica = async ({port}) =>
    /master_link_status:up|connected_slaves:1/.test(
      await cli(port, 'info', 'replication').catch(() => ''));
  if (!await eventually(all((node) => node.answers()))) {
    throw new Error('a node of the cluster does not answer');
  }
  await cli(nodes[0].port, '--cluster', 'create',
    ...nodes.map(({port}) => `127.0.0.1:${port}`), '--cluster-replicas', '1',
    '--cluster-yes');
  const is_whole = async () => /cluster_state:ok/.test(
    await cli(nodes[0].port, 'cluster', 'info').catch(() => '')) &&
    all(has_replica)();
  if (!await eventually(is_whole, 60000)) {
    throw new Error('the cluster does not become whole');
  }
  return {
    nodes, is_whole,
    urls: nodes.map(({front}) => `redis://127.0.0.1:${front}`),
    masters: async () => {
      const found = [];
      for (const node of nodes) {
        if (await node.is_master()) {
          found.push(node);
        }
      }
      return found;
    },
    stop: () => Promise.all(nodes.map((node) => node.kill())),
  };
}
