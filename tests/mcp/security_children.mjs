// SPDX-License-Identifier: MIT
// 18 and 19: servers that we start ourselves.

import {existsSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {with_gateway} from './cases.mjs';
import {stub_words} from './defects_stdio.mjs';
import {
  children_of, descriptors, group_of, is_alive,
} from './process_table.mjs';
import {gateway, gateway_toml, mcp_post, temporary} from './support.mjs';
import {eventually, legacy, pipes, raw} from './wire.mjs';

async function about(client) {
  const result = await client.result('about', {});
  return JSON.parse(result.content[0].text.slice(6));
}

// Pids that the stub wrote to its log.
function logged(file, what) {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return [...text.matchAll(new RegExp(`^# ${what} (\\d+)$`, 'gm'))]
    .map(([, pid]) => Number(pid));
}

const allowed = /^(PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_.*|TERM|TMPDIR|TZ)$/;

// 18, in the gateway
async function environment(t, pith) {
  const name = '18 children';
  const canary = path.join(temporary(), 'canary');
  const odd = [`$(touch ${canary})`, `; touch ${canary}`, '`id`', '*', 'a b',
    '"', '\\', '', '-x', '$HOME', '| cat', '> x', '\u00e4'];
  const toml = gateway_toml({stub: {command: [...stub_words, ...odd],
    env: {KEY: 'value of $HOME'}, pass_env: ['PITH_TEST_PASSED']}}) +
    '[auth]\ntokens = ["secret-a"]\n';
  const env = {PITH_TEST_SECRET: 'leaked', PITH_TEST_PASSED: 'passed',
    AWS_SECRET_ACCESS_KEY: 'leaked', LD_LIBRARY_PATH: '', LC_TEST: 'x'};
  const served = await gateway(pith, toml, [], {env});
  const pid = served.child.pid;
  await with_gateway(t, name, served, async () => {
    const client = await legacy(served.endpoint('stub'),
      {headers: {authorization: 'Bearer secret-a'}});
    const child = await about(client);
    t.check(`${name}: words arrive as they are, without a shell`,
      JSON.stringify(child.argv) === JSON.stringify(['stdio', ...odd]) &&
      !existsSync(canary), child.argv);
    t.check(`${name}: its variables`, child.env.KEY === 'value of $HOME' &&
      child.env.PITH_TEST_PASSED === 'passed' && child.env.LC_TEST === 'x',
    child.env);
    // pass_env adds to the usual ones or replaces them; both are allow-lists.
    const more = Object.keys(child.env).filter((key) => !allowed.test(key) &&
      key !== 'KEY' && key !== 'PITH_TEST_PASSED');
    t.check(`${name}: and no others`, more.length === 0, more);
    t.check(`${name}: a group of its own`, group_of(child.pid) === child.pid &&
      group_of(child.pid) !== group_of(pid));
    const ours = new Set(descriptors(pid));
    const shared = descriptors(child.pid).filter((what) =>
      what.startsWith('socket:') && ours.has(what));
    t.check(`${name}: no socket of ours`, shared.length === 0, shared);
    t.check(`${name}: no secret among the words or in the log`,
      !readFileSync(`/proc/${child.pid}/cmdline`, 'utf8').includes('secret') &&
      !/secret-a|leaked|value of/.test(served.output()));
  });
}

// 18, at the end: of a session, of the gateway, of the proxy; politely, and
// when the child does not listen.
async function ending(t, pith) {
  const name = '18 ends';
  for (const words of [[], ['--ignore-eof'],
    ['--ignore-eof', '--ignore-term']]) {
    const log = path.join(temporary(), 'log');
    const all = [...stub_words, '--log', log, '--grandchild', ...words];
    const what = `[${words.join(' ')}]`;
    const gone = () => [...logged(log, 'pid'), ...logged(log, 'grandchild')]
      .every((one) => !is_alive(one));
    const toml = gateway_toml({stub: {command: all}});
    const served = await gateway(pith, toml);
    const client = await legacy(served.endpoint('stub'));
    await about(client);
    t.check(`${name}: ${what} runs`, logged(log, 'pid').length >= 1 && !gone());
    await client.end();
    t.check(`${name}: ${what} with its session, and its whole group`,
      await eventually(gone, 10000), [logged(log, 'pid')]);
    t.check(`${name}: ${what} is reaped`, await eventually(() =>
      children_of(served.child.pid, {zombies: true}).length === 0, 10000));
    await about(await legacy(served.endpoint('stub')));
    await served.stop(15000);
    t.check(`${name}: ${what} with the gateway`, await eventually(gone, 10000));

    const peer = pipes(pith, ['proxy', '--', ...all]);
    await peer.hello();
    await peer.stop(15000).catch((problem) =>
      t.check(`${name}: ${what}, the proxy`, false, problem));
    t.check(`${name}: ${what} with the proxy's input`,
      await eventually(gone, 10000));
    const other = pipes(pith, ['proxy', '--', ...all]);
    await other.hello();
    other.child.kill('SIGTERM');
    const {signal} = await other.ended;
    t.check(`${name}: ${what} with SIGTERM to the proxy`,
      signal !== 'SIGKILL' && await eventually(gone, 10000), signal);
    // Nothing runs after the test, whatever failed.
    for (const pid of [...logged(log, 'pid'), ...logged(log, 'grandchild')]) {
      if (is_alive(pid)) {
        process.kill(pid, 'SIGKILL');
      }
    }
  }
  // A gateway that is killed cannot tidy up; the end of its pipes must do.
  const log = path.join(temporary(), 'log');
  const served = await gateway(pith,
    gateway_toml({stub: {command: [...stub_words, '--log', log]}}));
  await about(await legacy(served.endpoint('stub')));
  served.child.kill('SIGKILL');
  t.check(`${name}: a child outlives not even a killed gateway`,
    await eventually(() => logged(log, 'pid').every((pid) => !is_alive(pid))));
  const absent = pipes(pith, ['proxy', '--', '/nonexistent/server']);
  const {code} = await absent.ended;
  t.check(`${name}: a command that does not exist`, code !== 0 &&
    /nonexistent/.test(absent.errors()), absent.errors());
}

// 19
async function commands(t, pith) {
  const name = '19 commands';
  const canary = path.join(temporary(), 'canary');
  const toml = gateway_toml({stub: {command: stub_words}}) +
    '[auth]\ntokens = ["secret-a"]\n';
  await with_gateway(t, name, gateway(pith, toml), async (served) => {
    const headers = {authorization: 'Bearer secret-a'};
    const client = await legacy(served.endpoint('stub'), {headers});
    await about(client);
    const before = children_of(served.child.pid);
    const command = ['touch', canary];
    const settings = {command, name: 'evil', url: 'http://127.0.0.1:9/'};
    for (const target of ['/', '/mcp', '/evil/mcp', '/admin', '/servers',
      '/config', '/reload', '/stub', '/stub/mcp/', '/touch/mcp',
      '/stub/mcp?command=touch']) {
      for (const method of ['POST', 'PUT', 'PATCH', 'GET', 'DELETE']) {
        await mcp_post(served.url + target,
          method === 'GET' ? undefined : settings, headers,
          {method, timeout: 1000}).catch(() => {});
      }
    }
    for (const params of [settings, {_meta: settings}, {server: settings}]) {
      await client.request('initialize', params);
      await client.request('server/add', params);
    }
    await raw(served.port, 'POST /stub/mcp HTTP/1.1\r\nHost: localhost\r\n' +
      `Authorization: Bearer secret-a\r\nX-Command: touch ${canary}\r\n` +
      'Content-Length: 2\r\n\r\n{}', {milliseconds: 300});
    t.check(`${name}: a token cannot start anything`, !existsSync(canary) &&
      children_of(served.child.pid).length <= before.length + 1,
    children_of(served.child.pid));
    t.check(`${name}: what starts is recorded`,
      /stub/.test(served.output('stderr').replace(/stub_server/g, '')),
      served.output());
  });
}

export const children_cases = [
  ['18 children', environment],
  ['18 ends', ending],
  ['19 commands', commands],
];
