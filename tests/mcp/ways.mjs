// SPDX-License-Identifier: MIT
// The other ways through pith: a server at a URL on pipes, odd answers of
// servers, ends, budgets with pith_more, reload, TLS.
//
//   node ways.mjs PITH [PART-OF-A-NAME]

import {execFileSync} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';
import https from 'node:https';
import path from 'node:path';
import {run_cases, with_gateway} from './cases.mjs';
import {stub_words} from './defects_stdio.mjs';
import {decode, rows, same, shown, tokens} from './payload.mjs';
import {children_of} from './process_table.mjs';
import {start_stub} from './stub_server.mjs';
import {gateway, gateway_toml, run, start, temporary} from './support.mjs';
import {end_cases} from './ways_ends.mjs';
import {link_cases} from './ways_link.mjs';
import {relay_cases} from './ways_relay.mjs';
import {eventually, legacy, pipes} from './wire.mjs';

// All pages of a result, and what was said beside them.
async function all_pages(t, name, call, first, limit, pith) {
  const values = [];
  let result = first;
  for (let page = 1; page < 100; ++page) {
    const [data, ...words] = result.content.map((block) => block.text);
    t.check(`${name}: page ${page} fits`,
      tokens(pith, result.content.map((b) => b.text).join('\n')) <= limit + 8);
    values.push(decode(data));
    const more = /pith_more with (\{.*?\})/.exec(words.join('\n'));
    if (more === null) return values;
    result = await call(JSON.parse(more[1]));
  }
  return values;
}

async function budgets(t, pith) {
  const name = 'budgets';
  const limit = 1000;
  const peer = pipes(pith, ['proxy', '--max-tokens', `${limit}`, '--more', '--',
    ...stub_words]);
  await peer.hello();
  let {result: list} = await peer.request('tools/list', {});
  while (list.nextCursor !== undefined) {
    t.check(`${name}: the tool is not offered before the end`,
      list.tools.every((tool) => tool.name !== 'pith_more'));
    ({result: list} = await peer.request('tools/list',
      {cursor: list.nextCursor}));
  }
  t.check(`${name}: the tool is offered`,
    list.tools.some((tool) => tool.name === 'pith_more'));
  const {result} = await peer.call('table', {seed: 7, count: 400});
  const values = await all_pages(t, name, async (args) =>
    (await peer.call('pith_more', args)).result, result, limit, pith);
  t.check(`${name}: several pages`, values.length > 2, values.length);
  t.check(`${name}: nothing is lost`, same(
    values.flatMap((value) => value.get?.('rows') ?? value), rows(7, 400)));
  const {result: wrong} = await peer.call('pith_more',
    {handle: '0'.repeat(22), page: 2});
  t.check(`${name}: a handle of nobody`, wrong.isError === true, wrong);
  await peer.stop();
  const plain = pipes(pith, ['proxy', '--max-tokens', `${limit}`, '--',
    ...stub_words]);
  await plain.hello();
  const {result: whole} = await plain.call('table', {seed: 7, count: 400});
  t.check(`${name}: without --more nothing is cut`,
    same(decode(shown(whole)), {rows: rows(7, 400)}));
  await plain.stop();
}

async function reload(t, pith) {
  const name = 'reload';
  const stub = await start_stub();
  const file = path.join(temporary(), 'pith.toml');
  const write = (more) => writeFileSync(file, `listen = "127.0.0.1:0"\n` +
    gateway_toml({stub: {url: stub.url}, child: {command: stub_words}})
      .replace(/^listen.*\n/m, '') + more);
  write('');
  const served = await start(pith, ['gateway', '--config', file],
    {ready: /"listening","url":"(http:[^"]+)"/});
  const base = served.ready[1];
  try {
    const old = await legacy(`${base}/child/mcp`);
    const slow = old.call('slow', {milliseconds: 1500});
    write('[server.more]\n' + `url = "${stub.url}"\n` +
      '[rewrite]\nmode = "passthrough"\n');
    served.child.kill('SIGHUP');
    t.check(`${name}: is said`, await eventually(
      () => served.output().includes('"event":"reloaded"')), served.output());
    const added = await legacy(`${base}/more/mcp`);
    const {result} = (await added.call('table', {seed: 1, count: 40})).message;
    t.check(`${name}: a new server, with the new mode`,
      result.structuredContent !== undefined, result);
    t.check(`${name}: what was under way is answered`,
      (await slow).message?.result !== undefined);
    const kept = await old.call('table', {seed: 1, count: 40});
    t.check(`${name}: an old session goes on as it was`,
      kept.message?.result?.structuredContent === undefined, kept.text);
    writeFileSync(file, 'lisen = 7\n');
    served.child.kill('SIGHUP');
    t.check(`${name}: a mistake changes nothing`, await eventually(
      () => served.output().includes('"event":"reload refused"')));
    t.check(`${name}: and is shown with its line`,
      /"line":1,"column":1,"what":"unknown key/.test(served.output()),
      served.output());
    t.check(`${name}: all is still served`,
      (await added.call('echo', {text: 'x'})).message?.result !== undefined);
    await old.end();
    t.check(`${name}: old children end with their sessions`, await eventually(
      () => children_of(served.child.pid).length === 0, 10000));
  } finally {
    await served.stop();
    await stub.stop();
  }
}

async function over_tls(t, pith) {
  const name = 'TLS';
  const stub = await start_stub();
  const folder = temporary();
  const key = path.join(folder, 'key.pem');
  const certificate = path.join(folder, 'certificate.pem');
  execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt',
    'ec_paramgen_curve:P-256', '-nodes', '-days', '2', '-subj',
    '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1',
    '-keyout', key, '-out', certificate], {stdio: 'ignore'});
  const toml = gateway_toml({stub: {url: stub.url}}) +
    `[tls]\ncertificate = "${certificate}"\nkey = "${key}"\n`;
  await with_gateway(t, name, gateway(pith, toml), async (served) => {
    const ask = (options) => new Promise((resolve, reject) => {
      https.get(`https://127.0.0.1:${served.port}/healthz`, options,
        (answer) => resolve(answer.resume().statusCode)).on('error', reject);
    });
    t.check(`${name}: a client that trusts it`,
      await ask({ca: readFileSync(certificate)}) === 200);
    t.check(`${name}: one that does not`,
      await ask({}).catch(() => 'refused') === 'refused');
    const stats = (env) => run(pith,
      ['stats', `https://127.0.0.1:${served.port}`, '--json'], {env});
    const trusted = await stats({SSL_CERT_FILE: certificate});
    t.check(`${name}: pith stats that trusts it`, trusted.code === 0 &&
      Object.hasOwn(JSON.parse(trusted.stdout), 'servers'), trusted.stderr);
    const wary = await stats({SSL_CERT_FILE: '/dev/null'});
    t.check(`${name}: pith stats that does not`, wary.code !== 0 &&
      wary.stderr.includes('certificate'), wary.stderr);
    // A second gateway is the client of the first.
    const next = `[server.far]\nurl = "https://127.0.0.1:${served.port}/mcp"\n`;
    for (const [ca, is_good] of [[`ca_file = "${certificate}"\n`, true],
      ['', false]]) {
      await with_gateway(t, name, gateway(pith,
        `listen = "127.0.0.1:0"\n${next}${ca}`), async (front) => {
        const talk = await legacy(`http://127.0.0.1:${front.port}/mcp`)
          .catch(() => undefined);
        const echo = await talk?.call('echo', {text: 'far'})
          .catch(() => undefined);
        t.check(`${name}: as a client, ${is_good ? 'with' : 'without'} the CA`,
          (echo?.message?.result?.content[0].text === 'echo far') === is_good,
          echo?.text);
      });
    }
  });
  await stub.stop();
}

await run_cases([
  ...link_cases, ...relay_cases, ...end_cases,
  ['budgets', budgets],
  ['reload', reload],
  ['TLS', over_tls],
]);
