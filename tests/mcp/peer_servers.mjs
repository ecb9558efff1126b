// SPDX-License-Identifier: MIT
// Real servers, what they work on, and a call of every tool that they have.
// A server is {words, env, prepare, calls, rewritten, changing, inspected}: how
// it is started, what makes its directory new, its calls in order, the tools
// whose results are so large that they must come in another form, what hides
// the time and the like in results of a tool, and the calls that the inspector
// makes. A call is [tool, arguments], or [tool, arguments, FORMAT] when this
// very result must come in that form and cost less. A server that speaks HTTP
// too has `http_words`; it listens on the PORT of its environment.

import {mkdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import {git_repository, orders_database, renew} from './peer_data.mjs';
import {git_calls} from './peer_git.mjs';
import {python_servers} from './peer_python.mjs';
import {here, installed} from './support.mjs';

const official = (...words) => installed('@modelcontextprotocol', ...words);

function everything() {
  const time = (text) => text.replace(/\d+:\d\d:\d\d [AP]M$/, 'now');
  return {
    // One of its tools tells the environment, so that is always the same.
    words: ['env', '-i', 'LANG=C', process.execPath,
      official('server-everything', 'dist', 'index.js'), 'stdio'],
    http_words: [process.execPath,
      official('server-everything', 'dist', 'index.js'), 'streamableHttp'],
    env: {},
    prepare: () => {},
    rewritten: [],
    inspected: [['get-structured-content', {location: 'New York'}],
      ['get-tiny-image', {}], ['get-sum', {a: 1, b: 2}]],
    changing: {
      'get-resource-reference': (text) => time(
        text.startsWith('UmVz') ? Buffer.from(text, 'base64').toString() :
          text),
      'simulate-research-query':
        (text) => text.replace(/^[0-9a-f]{32}$/, 'task'),
      // Over HTTP it names the session.
      'toggle-simulated-logging':
        (text) => text.replace(/[0-9a-f]+(-[0-9a-f]+){4}/, 'session'),
      'toggle-subscriber-updates':
        (text) => text.replace(/[0-9a-f]+(-[0-9a-f]+){4}/, 'session'),
    },
    calls: [
      ['echo', {message: 'a | b, "c"\n## [1]{d}'}],
      ['echo', {message: 'GCF profile=generic\n## [1]{a}\n1\n'}],
      ['get-annotated-message', {messageType: 'error', includeImage: true}],
      ['get-env', {}],
      ['get-resource-links', {count: 3}],
      ['get-resource-reference', {resourceType: 'Text', resourceId: 1}],
      ['get-resource-reference', {resourceType: 'Blob', resourceId: 2}],
      ['get-structured-content', {location: 'Chicago'}],
      ['get-sum', {a: 2, b: 3}],
      ['get-tiny-image', {}],
      ['gzip-file-as-resource', {
        name: 'a.txt.gz', data: 'data:text/plain;base64,aGVsbG8=',
        outputType: 'resource',
      }],
      ['toggle-simulated-logging', {}],
      ['toggle-subscriber-updates', {}],
      ['trigger-long-running-operation', {duration: 0.3, steps: 3}],
      ['get-roots-list', {}],
      ['trigger-elicitation-request', {}],
      // Only clients that can show addresses are offered this.
      ['trigger-url-elicitation',
        {url: 'https://example.com/', elicitationId: 'one'}],
      ['trigger-sampling-request', {prompt: 'Say something', maxTokens: 10}],
      ['simulate-research-query', {topic: 'tests', ambiguous: false}],
      ['there-is-no-such-tool', {}],
    ],
  };
}

function memory(directory) {
  const entities = Array.from({length: 60}, (_, i) => ({
    name: `svc-${i}`, entityType: 'service',
    observations: ['runs on port 80' + i, 'owned by team ' + i % 7,
      i % 5 === 0 ? 'pipes | commas, "quotes"\nand lines' : 'stable'],
  }));
  const relations = entities.flatMap(({name}, i) => [
    {from: name, to: `svc-${(i + 1) % 60}`, relationType: 'calls'},
    {from: name, to: `svc-${(i + 7) % 60}`, relationType: 'reads_from'},
  ]);
  return {
    words: [process.execPath, official('server-memory', 'dist', 'index.js')],
    env: {MEMORY_FILE_PATH: path.join(directory, 'memory.jsonl')},
    prepare: () => renew(directory),
    rewritten: ['create_relations', 'read_graph'],
    inspected: [['search_nodes', {query: 'x'}]],
    calls: [
      ['create_entities', {entities}],
      // Lists of texts in each row: GCF costs more than compact JSON here.
      ['read_graph', {}, 'tron'],
      ['create_relations', {relations}],
      ['add_observations', {
        observations: [{entityName: 'svc-1', contents: ['was restarted']}],
      }],
      ['read_graph', {}],
      ['search_nodes', {query: 'team 3'}],
      ['open_nodes', {names: ['svc-2', 'svc-5']}],
      ['delete_observations', {
        deletions: [{entityName: 'svc-1', observations: ['was restarted']}],
      }],
      ['delete_relations', {relations: relations.slice(0, 2)}],
      ['delete_entities', {entityNames: ['svc-0']}],
      ['read_graph', {}],
      ['open_nodes', {names: []}],
    ],
  };
}

function filesystem(directory) {
  const at = (...words) => path.join(directory, ...words);
  const prepare = () => {
    renew(directory);
    for (let i = 0; i < 12; ++i) {
      mkdirSync(at(`dir${i}`, 'sub'), {recursive: true});
      for (let k = 0; k < 10; ++k) {
        writeFileSync(at(`dir${i}`, `file${k}.txt`), `line ${k}\nend\n`);
        writeFileSync(at(`dir${i}`, 'sub', `data${k}.json`),
          JSON.stringify({i, k, tags: ['a', 'b']}, null, 2));
      }
    }
    writeFileSync(at('pixel.png'), Buffer.from('89504e470d0a1a0a', 'hex'));
  };
  const json = at('dir1', 'sub', 'data2.json');
  const words = at('dir2', 'file3.txt');
  return {
    words: [process.execPath,
      official('server-filesystem', 'dist', 'index.js'), directory],
    env: {},
    prepare,
    rewritten: ['directory_tree'],
    inspected: [['directory_tree', {path: directory}]],
    changing: {get_file_info: (text) => text.replaceAll(/: .*\d{4}.*/g, ':')},
    calls: [
      ['list_allowed_directories', {}],
      ['directory_tree', {path: directory}],
      ['list_directory', {path: at('dir1')}],
      ['list_directory_with_sizes', {path: at('dir1'), sortBy: 'name'}],
      ['search_files', {path: directory, pattern: '**/*7.json'}],
      ['get_file_info', {path: json}],
      ['read_file', {path: words}],
      ['read_text_file', {path: json}],
      ['read_text_file', {path: words, head: 1}],
      ['read_text_file', {path: '/etc/hostname'}],
      ['read_media_file', {path: at('pixel.png')}],
      ['read_multiple_files', {paths: [json, words]}],
      ['create_directory', {path: at('new')}],
      ['write_file', {path: at('new', 'a.txt'), content: 'one\ntwo\n'}],
      ['edit_file', {
        path: at('new', 'a.txt'), edits: [{oldText: 'two', newText: 'three'}],
      }],
      ['move_file',
        {source: at('new', 'a.txt'), destination: at('new', 'b.txt')}],
    ],
  };
}

function sqlite(directory) {
  const {file, prepare} = orders_database(directory);
  return {
    words: [process.execPath, '--disable-warning=ExperimentalWarning',
      installed('mcp-server-sqlite-npx', 'dist', 'index.js'), file],
    env: {},
    prepare,
    rewritten: ['read_query'],
    inspected: [['read_query', {query: 'select * from orders limit 50'}]],
    calls: [
      ['list_tables', {}],
      ['describe_table', {table_name: 'orders'}],
      ['read_query', {query: 'select * from orders limit 200'}],
      ['read_query', {query: 'select count(*) as n from orders'}],
      ['read_query', {query: 'select x from nowhere'}],
      ['create_table', {
        query: 'create table notes (id integer primary key, note text)',
      }],
      ['write_query', {
        query: `insert into notes values (1, 'a | b, "c"' || char(10))`,
      }],
      ['read_query', {query: 'select * from notes'}],
    ],
  };
}

function git(directory) {
  const {env, prepare} = git_repository(directory);
  return {
    words: [process.execPath,
      installed('@cyanheads', 'git-mcp-server', 'dist', 'index.js')],
    env, prepare,
    rewritten: ['git_log'],
    inspected: [['git_log',
      {path: path.join(directory, 'work'), maxCount: 20}]],
    calls: git_calls(directory),
  };
}

// Our own server on the newest SDK, the only one here with the modern era.
function dual() {
  return {
    words: [process.execPath, path.join(here, 'everything_server.mjs'),
      'stdio'],
    http_words: [process.execPath, path.join(here, 'everything_server.mjs')],
    env: {},
    prepare: () => {},
    rewritten: ['test_rows', 'test_rows_text'],
    inspected: [['test_rows', {count: 30}]],
    is_modern: true,
    calls: [
      ...['simple_text', 'image_content', 'audio_content', 'embedded_resource',
        'multiple_content_types', 'error_handling', 'tool_with_logging',
        'logging_tool', 'tool_with_progress', 'reconnection',
        'trigger_tool_change', 'trigger_prompt_change',
        'elicitation_sep1034_defaults', 'elicitation_sep1330_enums',
        'missing_capability', 'streaming_elicitation',
        ...['elicitation', 'sampling', 'list_roots', 'request_state',
          'multiple_inputs', 'multi_round', 'tampered_state', 'capabilities',
        ].map((name) => `input_required_result_${name}`),
      ].map((name) => [`test_${name}`, {}]),
      ['test_rows', {count: 100}],
      ['test_rows', {count: 1}],
      ['test_rows_text', {count: 100}],
      ['test_x_mcp_header', {region: 'eu, "west"'}],
      ['test_sampling', {prompt: 'Say something'}],
      ['test_elicitation', {message: 'Who are you?'}],
      ['json_schema_2020_12_tool',
        {name: 'a', contactMethod: 'email', email: 'a@example.com'}],
    ],
  };
}

export async function servers(directory) {
  const at = (name) => path.join(directory, name);
  return {
    everything: everything(),
    memory: memory(at('memory')),
    filesystem: filesystem(at('filesystem')),
    sqlite: sqlite(at('sqlite')),
    git: git(at('git')),
    dual: dual(),
    ...await python_servers(directory),
  };
}
