// SPDX-License-Identifier: MIT
// The official Python SDK and the reference servers that are published for
// Python, as .ci/setup installs them: clients as in peer_clients.mjs and
// servers as in peer_servers.mjs.

import {writeFileSync} from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import {git_repository, orders_database} from './peer_data.mjs';
import {rows} from './payload.mjs';
import {here, run} from './support.mjs';

// An environment for each version of the SDK; a server has to have its own.
const home = (name) => path.resolve(here, '..', '..', 'build', name, 'bin');
const old_sdk = home('mcp_python1');
const new_sdk = home('mcp_python');

function client(sdk) {
  return async ({words, env, url}, calls) => {
    const {code, stdout, stderr} = await run(path.join(sdk, 'python'),
      [path.join(here, 'python', 'client.py')],
      {input: JSON.stringify({words, env, url, calls})});
    if (code !== 0) {
      throw new Error(`client.py ended with ${code}: ${stderr}`);
    }
    return JSON.parse(stdout);
  };
}

export const python_clients = {
  'python 1.30.0': client(old_sdk),
  'python 2.3.0': client(new_sdk),
};

// Our own server, with the shapes of results that the SDK makes.
function sdk_server(sdk) {
  const words =
    [path.join(sdk, 'python'), path.join(here, 'python', 'server.py')];
  return {
    words: [...words, 'stdio'],
    http_words: words,
    env: {},
    prepare: () => {},
    rewritten: ['order_model', 'order_text'],
    inspected: [['order_text', {count: 30}]],
    calls: [
      ['order_model', {count: 100}],
      ['order_model', {count: 1}],
      ['order_list', {count: 40}],
      ['order_list', {count: 0}],
      ['order_text', {count: 100}],
      ['order_dicts', {count: 40}],
      ['say', {text: 'a | b, "c"\n## [1]{d}'}],
      ['say', {text: 'GCF profile=generic\n## [1]{a}\n1\n'}],
      ['add', {left: 1, right: 2}],
      ['add', {left: 1}],
      ['nothing', {}],
      ['fail', {}],
      ['picture', {}],
      ['mixed', {count: 50}],
      ['slow', {steps: 3}],
      ['ask', {}],
      ['think', {prompt: 'Say something'}],
      ['there_is_no_such_tool', {}],
    ],
  };
}

function time() {
  return {
    words: [path.join(new_sdk, 'mcp-server-time'), '--local-timezone', 'UTC'],
    env: {},
    prepare: () => {},
    rewritten: [],
    inspected: [],
    changing: {
      get_current_time: (text) => text.replace(/T\d\d:\d\d:\d\d/, ''),
    },
    calls: [
      ['get_current_time', {timezone: 'Europe/Vienna'}],
      ['get_current_time', {timezone: 'Nowhere'}],
      ['convert_time', {
        source_timezone: 'UTC', time: '12:00', target_timezone: 'Asia/Tokyo',
      }],
    ],
  };
}

function git(directory) {
  const {env, prepare: make} = git_repository(directory);
  const repo_path = path.join(directory, 'work');
  const now = '1767323045 +0000';  // git and GitPython know this form
  const prepare = () => {
    make();
    writeFileSync(path.join(repo_path, 'file1.txt'), 'another line\n');
    writeFileSync(path.join(repo_path, 'note.txt'), 'a note\n');
  };
  return {
    words: [path.join(new_sdk, 'mcp-server-git'), '--repository', repo_path],
    env: {...env, GIT_AUTHOR_DATE: now, GIT_COMMITTER_DATE: now},
    prepare,
    rewritten: [],
    inspected: [],
    calls: [
      ['git_status', {}],
      ['git_log', {max_count: 20}],
      ['git_show', {revision: 'HEAD'}],
      ['git_show', {revision: 'HEAD:file1.txt'}],
      ['git_diff', {target: 'HEAD~5'}],
      ['git_diff', {target: '--output=stolen'}],
      ['git_branch', {branch_type: 'local'}],
      ['git_create_branch', {branch_name: 'side', base_branch: 'main'}],
      ['git_checkout', {branch_name: 'side'}],
      ['git_diff_unstaged', {}],
      ['git_add', {files: ['note.txt']}],
      ['git_diff_staged', {}],
      ['git_commit', {message: 'Add | a, "note"'}],
      ['git_reset', {}],
    ].map(([tool, input]) => [tool, {repo_path, ...input}]),
  };
}

function sqlite(directory) {
  const {file, prepare} = orders_database(directory);
  return {
    words: [path.join(old_sdk, 'mcp-server-sqlite'), '--db-path', file],
    env: {},
    prepare,
    rewritten: [],
    inspected: [],
    calls: [
      ['list_tables', {}],
      ['describe_table', {table_name: 'orders'}],
      ['read_query', {query: 'select * from orders limit 200'}],
      ['read_query', {query: 'select x from nowhere'}],
      ['create_table', {
        query: 'create table notes (id integer primary key, note text)',
      }],
      ['write_query', {
        query: `insert into notes values (1, 'a | b, "c"' || char(10))`,
      }],
      ['read_query', {query: 'select * from notes'}],
      ['append_insight', {insight: 'Most orders are | open'}],
    ],
  };
}

// Pages for the server that fetches some; they are there until the test ends.
function serve_pages() {
  const pages = {
    '/page.html': ['text/html', '<html><head><title>Orders</title></head>' +
      `<body><article><h1>Orders</h1>${'<p>Some | words, "here".</p>'.repeat(20)
      }</article></body></html>`],
    '/rows.json': ['application/json', JSON.stringify(rows(1, 40))],
  };
  const site = http.createServer((request, response) => {
    const [type, text] = pages[request.url] ?? ['text/plain', undefined];
    response.writeHead(text === undefined ? 404 : 200, {'content-type': type});
    response.end(text);
  });
  return new Promise((resolve, reject) => {
    site.on('error', reject);
    site.listen(0, '127.0.0.1', () => {
      site.unref();
      resolve(`http://127.0.0.1:${site.address().port}`);
    });
  });
}

async function fetches() {
  const site = await serve_pages();
  return {
    words: [path.join(new_sdk, 'mcp-server-fetch'), '--allow-private-ips'],
    // It would start a program of node for each page, if it found one.
    env: {PATH: '/usr/bin:/bin', NO_PROXY: '127.0.0.1'},
    prepare: () => {},
    rewritten: [],
    inspected: [],
    calls: [
      ['fetch', {url: `${site}/page.html`}],
      ['fetch', {url: `${site}/page.html`, raw: true, max_length: 100}],
      ['fetch', {url: `${site}/rows.json`}],
      ['fetch', {url: `${site}/missing`}],
    ],
  };
}

export async function python_servers(directory) {
  const at = (name) => path.join(directory, name);
  return {
    python: sdk_server(new_sdk),
    python1: sdk_server(old_sdk),
    python_time: time(),
    python_git: git(at('python_git')),
    python_sqlite: sqlite(at('python_sqlite')),
    python_fetch: await fetches(),
  };
}
