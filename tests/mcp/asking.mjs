// SPDX-License-Identifier: MIT
// Results that are kept and asked about (docs/gateway.md, "Ask instead of
// read"): through the gateway, in front of a URL and of a child, and through
// the proxy. Every answer is compared with what this script computes of the
// same rows.
//
//   node asking.mjs PITH [PART-OF-A-NAME]

import path from 'node:path';
import process from 'node:process';
import {run_cases, with_gateway} from './cases.mjs';
import {rows, same, shown, value_of} from './payload.mjs';
import {start_stub} from './stub_server.mjs';
import {gateway, gateway_toml, here, mcp_post} from './support.mjs';
import {call_of, legacy, pipes} from './wire.mjs';

const stub_words =
  [process.execPath, path.join(here, 'stub_server.mjs'), 'stdio'];
const auth =
  '[auth]\ntokens = { alice = "secret-alice", bob = "secret-bob" }\n';
const as = (who) => ({headers: {authorization: `Bearer secret-${who}`}});
const patient = {timeout: 100000};

const handle_in = (result) =>
  /\{"handle":"([0-9a-f]{32})","page":2\}/.exec(shown(result))?.[1];
const texts_of = (result) => result.content.map(({text}) => text).join('\n');

function group(all) {
  const groups = new Map();
  for (const {status, total} of all) {
    const one = groups.get(status) ?? {status, n: 0, most: 0};
    one.n += 1;
    one.most = Math.max(one.most, total);
    groups.set(status, one);
  }
  return [...groups.values()].sort((a, b) => a.status < b.status ? -1 : 1);
}

// One result and questions about it. `ask(name, args)` resolves to a result.
async function ask_about(t, name, ask, count) {
  const all = rows(7, count);
  const first = await ask('rows', {seed: 7, count});
  const handle = handle_in(first);
  t.check(`${name}: the result is kept`, handle !== undefined,
    texts_of(first).slice(-600));
  t.check(`${name}: its shape is shown`,
    texts_of(first).includes(`\nt: ${count} rows: id int 700000..`),
    texts_of(first).slice(-600));
  const query = (sql) => ask('pith_query', {handle, sql});
  const expect = (what, result, wanted) => t.check(`${name}: ${what}`,
    result.isError !== true && same(value_of(result), wanted),
    texts_of(result).slice(0, 400));
  expect('count', await query('SELECT count(*) AS n FROM t'), [{n: count}]);
  expect('group', await query('SELECT status, count(*) AS n, max(total) AS most' +
    ' FROM t GROUP BY status ORDER BY status'), group(all));
  expect('search', await query("SELECT id FROM t WHERE note LIKE 'REF-123%' " +
    'ORDER BY id LIMIT 30'), all.filter(({note}) => note?.startsWith('ref-123'))
    .slice(0, 30).map(({id}) => ({id})));
  const counted = await query('SELECT count(*) AS n FROM t');
  t.check(`${name}: an answer says that it is computed`,
    texts_of(counted).includes('[pith] computed from the kept result: 1 row'),
    texts_of(counted));
  const wrong = await query('SELECT stauts FROM t');
  t.check(`${name}: a mistake names what was meant`, wrong.isError === true &&
    texts_of(wrong) === 'no such column: stauts; did you mean status of t?',
  texts_of(wrong));
  const page = await ask('pith_more', {handle, page: 2});
  t.check(`${name}: pages follow the preview`,
    texts_of(page).includes('rows 11-'), texts_of(page).slice(-300));
  return {handle, query};
}

async function through_the_gateway(t, pith) {
  const name = 'gateway';
  const stub = await start_stub();
  const toml = gateway_toml({
    url: {url: stub.url}, child: {command: stub_words},
  }, {max_tokens: 5000}) + `${auth}[rewrite]\nask = true\n`;
  await with_gateway(t, name, gateway(pith, toml), async (served) => {
    for (const [server, count] of [['url', 20000], ['child', 20000]]) {
      const alice = await legacy(served.endpoint(server), as('alice'));
      const bob = await legacy(served.endpoint(server), as('bob'));
      const tools = [];
      for (let cursor; ;) {
        const {message} = await alice.request('tools/list', {cursor});
        tools.push(...message.result.tools);
        cursor = message.result.nextCursor;
        if (cursor === undefined) {
          break;
        }
      }
      for (const own of ['pith_more', 'pith_query']) {
        const tool = tools.find((one) => one.name === own);
        t.check(`${name}: ${own} is offered, ${server}`,
          tool?._meta['anthropic/alwaysLoad'] === true, tool);
      }
      const {handle} = await ask_about(t, `${name}, ${server}`,
        (tool, args) => alice.result(tool, args, patient), count);
      const sql = 'SELECT 1';
      const theirs = await bob.result('pith_query', {handle, sql});
      const none = await bob.result('pith_query',
        {handle: '0'.repeat(32), sql});
      t.check(`${name}: to another principal there is no handle, ${server}`,
        theirs.isError === true &&
        JSON.stringify(theirs) === JSON.stringify(none), theirs);
      t.check(`${name}: no server sees a question, ${server}`,
        stub.calls_of('pith_query').length === 0);
    }
    const {text} = await mcp_post(`${served.url}/stats.json`, undefined,
      as('alice').headers, {method: 'GET'});
    const {asking} = JSON.parse(text).totals;
    t.check(`${name}: asking is counted apart`, asking?.results === 2 &&
      asking.tokens_saved === asking.tokens_before - asking.tokens_after &&
      asking.saved_share > 0.9, asking);
  });
  await stub.stop();
}

async function through_the_proxy(t, pith) {
  const name = 'proxy';
  const peer = pipes(pith, ['proxy', '--ask-tokens', '2000', '--',
    ...stub_words]);
  await peer.hello();
  await ask_about(t, name, async (tool, args) =>
    (await peer.call(tool, args, patient)).result, 100000);
  await peer.stop();
}

// 100 at once of what would never end; somebody else asks meanwhile.
async function hostile(t, pith) {
  const name = 'hostile';
  const stub = await start_stub();
  const toml = gateway_toml({url: {url: stub.url}}, {max_tokens: 2000}) +
    `${auth}[rewrite]\nask = true\n`;
  const attacks = [
    'SELECT count(*) FROM t a, t b, t c',
    'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n) ' +
      'SELECT count(*) FROM n',
    'WITH RECURSIVE n(x) AS (SELECT \'a\' UNION ALL SELECT x || x FROM n) ' +
      'SELECT max(x) FROM n',
    'SELECT group_concat(a.customer, b.customer) FROM t a, t b',
    'SELECT a.note FROM t a, t b ORDER BY a.note || b.note',
    'SELECT count(*) FROM t a, t b WHERE a.customer || b.customer LIKE ' +
      '\'%c%u%s%t%o%m%e%r%1%2%3%x\'',
    'PRAGMA query_only=OFF', 'ATTACH \'/etc/passwd\' AS p',
    'SELECT load_extension(\'x\')', 'SELECT printf(\'%.*c\', 2000000000, 1)',
    'SELECT * FROM sqlite_schema', 'SELECT random()', 'DELETE FROM t',
    'SELECT zeroblob(100000000)', 'SELECT \'a\' REGEXP \'(a+)+$\'',
    'SELECT readfile(\'/etc/passwd\')', 'VACUUM INTO \'/tmp/x\'',
    'SELECT * FROM pragma_database_list', 'SELECT 1; SELECT 2', 'SELECT ?1',
  ];
  await with_gateway(t, name, gateway(pith, toml), async (served) => {
    const url = served.endpoint('url');
    const alice = await legacy(url, {...as('alice'), version: '2025-03-26'});
    const bob = await legacy(url, as('bob'));
    const handle = handle_in(await alice.result('rows', {seed: 1, count: 5000}));
    const own = handle_in(await bob.result('rows', {seed: 2, count: 2000}));
    const begin = Date.now();
    let is_over = false;
    const batch = alice.post(Array.from({length: 100}, (_, i) =>
      call_of(i, 'pith_query', {handle, sql: attacks[i % attacks.length]})),
    {}, patient).then((answer) => {
      is_over = true;
      return answer;
    });
    await bob.result('echo', {text: 'x'});
    t.check(`${name}: others are served meanwhile`, !is_over);
    const answer = await bob.result('pith_query',
      {handle: own, sql: 'SELECT count(*) AS n FROM t'}, patient);
    t.check(`${name}: others are answered meanwhile`, !is_over &&
      same(value_of(answer), [{n: 2000}]), texts_of(answer));
    const {text} = await batch;
    const answers = JSON.parse(text);
    t.check(`${name}: every attack is refused or stopped`,
      answers.length === 100 &&
      answers.every(({result}) => result?.isError === true),
      text.slice(0, 600));
    console.log(`100 attacks ended after ${Date.now() - begin} ms`);
    const after = await alice.result('pith_query',
      {handle, sql: 'SELECT count(*) AS n FROM t'}, patient);
    t.check(`${name}: the result can be asked afterwards`,
      same(value_of(after), [{n: 5000}]), texts_of(after));
  });
  await stub.stop();
}

await run_cases([
  ['gateway', through_the_gateway],
  ['proxy', through_the_proxy],
  ['hostile', hostile],
]);
