// SPDX-License-Identifier: MIT
// Ten errands of an agent. A task is {name, servers, calls}: which servers the
// client has, and what is called, in order. A call is [server, tool,
// arguments], and for a result that can come as a shape also what the agent
// wants to know of it: {sql, answer}, where `answer` computes the same from
// the value of the direct result.

import path from 'node:path';

// What the agent says to find a tool. Written by what the tools do, and not
// changed after the answers were seen. Where the first request does not find
// the tool, the next one is tried, and at last the name of the tool.
export const requests = {
  'everything/echo': ['send a message back'],
  'everything/get-structured-content': ['weather in a city'],
  'everything/get-sum': ['add two numbers'],
  'fetch/fetch': ['read a web page'],
  'filesystem/create_directory': ['make a new folder'],
  'filesystem/directory_tree': ['show all files and folders as a tree'],
  'filesystem/edit_file': ['replace a line in a file'],
  'filesystem/get_file_info': ['size and date of a file'],
  'filesystem/list_directory': ['list the files of a folder'],
  'filesystem/list_directory_with_sizes':
    ['list the files of a folder with their sizes'],
  'filesystem/move_file': ['rename a file'],
  'filesystem/read_multiple_files': ['read several files at once'],
  'filesystem/read_text_file': ['read a text file'],
  'filesystem/search_files': ['find files by a pattern of their name'],
  'filesystem/write_file': ['write text to a new file'],
  'git/git_blame': ['who changed each line of a file'],
  'git/git_branch': ['list branches', 'git branches'],
  'git/git_changelog_analyze': ['review the changelog'],
  'git/git_diff': ['differences between two commits'],
  'git/git_log': ['list the last commits', 'history of the repository'],
  'git/git_set_working_dir': ['choose the git repository to work in'],
  'git/git_show': ['show one commit'],
  'git/git_status': ['uncommitted changes of the repository'],
  'git/git_tag': ['list tags of the repository'],
  'memory/add_observations': ['add a fact to something that I know'],
  'memory/create_entities': ['remember a new thing', 'knowledge graph entity'],
  'memory/create_relations': ['connect two things in the knowledge graph'],
  'memory/open_nodes': ['show what is known of things by name'],
  'memory/read_graph': ['read the whole knowledge graph'],
  'memory/search_nodes': ['search the knowledge graph'],
  'sqlite/create_table': ['create a table in the database'],
  'sqlite/describe_table': ['columns of a database table'],
  'sqlite/list_tables': ['list the tables of the database'],
  'sqlite/read_query': ['select rows from the database'],
  'sqlite/write_query': ['insert or update rows of the database'],
  'time/convert_time': ['convert a time to another time zone'],
  'time/get_current_time': ['what time is it now'],
};

// [{key, n}] of some rows, as SQL orders them.
function count_by(rows, key) {
  const counts = new Map();
  for (const row of rows) {
    counts.set(row[key], (counts.get(row[key]) ?? 0) + 1);
  }
  return [...counts].map(([value, n]) => ({[key]: value, n}))
    .sort((a, b) => a[key] < b[key] ? -1 : 1);
}


const commits_by_author = {
  sql: 'SELECT author, count(*) AS n FROM t GROUP BY author ORDER BY author',
  answer: ({commits}) => count_by(commits, 'author'),
};
const commits_about = (word) => ({
  sql: `SELECT shortHash, subject FROM t WHERE subject LIKE '%${word}%' ` +
    'LIMIT 10',
  answer: ({commits}) => commits.filter(({subject}) => subject.includes(word))
    .slice(0, 10).map(({shortHash, subject}) => ({shortHash, subject})),
});

function repository({files, work}) {
  return [{
    name: 'review a repository',
    servers: ['git', 'filesystem', 'memory', 'time'],
    calls: [
      ['git', 'git_set_working_dir', {path: work}],
      ['git', 'git_status', {}],
      ['git', 'git_log', {maxCount: 300},
        [commits_by_author, commits_about('Fix the cache')]],
      ['git', 'git_show', {object: 'HEAD'}],
      ['git', 'git_diff', {source: 'HEAD~10', target: 'HEAD'}],
      ['git', 'git_blame', {filePath: 'src/module_3.js'}],
      ['git', 'git_log', {maxCount: 20, filePath: 'src/module_3.js'}],
      ['filesystem', 'write_file', {
        path: path.join(files, 'review.md'), content: '# Review\n',
      }],
    ],
  }, {
    name: 'write release notes',
    servers: ['git', 'filesystem'],
    calls: [
      ['git', 'git_set_working_dir', {path: work}],
      ['git', 'git_tag', {mode: 'list'}],
      ['git', 'git_branch', {mode: 'list'}],
      ['git', 'git_log', {maxCount: 60}, [{
        sql: "SELECT subject FROM t WHERE subject LIKE 'Add%'",
        answer: ({commits}) => commits
          .filter(({subject}) => subject.startsWith('Add'))
          .map(({subject}) => ({subject})),
      }, {
        sql: "SELECT subject FROM t WHERE subject LIKE 'Fix%'",
        answer: ({commits}) => commits
          .filter(({subject}) => subject.startsWith('Fix'))
          .map(({subject}) => ({subject})),
      }]],
      ['git', 'git_changelog_analyze',
        {reviewTypes: ['features'], maxCommits: 20}],
      ['git', 'git_show', {object: 'v1.0'}],
      ['git', 'git_diff', {source: 'v1.0', target: 'HEAD', stat: true}],
      ['filesystem', 'create_directory', {path: path.join(files, 'docs')}],
      ['filesystem', 'write_file', {
        path: path.join(files, 'docs', 'notes.md'), content: '# 1.1\n- more\n',
      }],
      ['filesystem', 'read_text_file',
        {path: path.join(files, 'docs', 'notes.md')}],
    ],
  }];
}

function shop({files}) {
  return [{
    name: 'answer questions about orders',
    servers: ['sqlite', 'filesystem', 'memory', 'time'],
    calls: [
      ['sqlite', 'list_tables', {}],
      ['sqlite', 'describe_table', {table_name: 'orders'}],
      ['sqlite', 'describe_table', {table_name: 'customers'}],
      ['sqlite', 'read_query',
        {query: "select * from orders where status = 'open'"}, [{
          sql: 'SELECT city, count(*) AS n FROM t GROUP BY city ORDER BY city',
          answer: (rows) => count_by(rows, 'city'),
        }, {
          sql: 'SELECT id, customer_id, total FROM t ' +
            'ORDER BY total DESC, id LIMIT 5',
          answer: (rows) => rows
            .toSorted((a, b) => b.total - a.total || a.id - b.id).slice(0, 5)
            .map(({id, customer_id, total}) => ({id, customer_id, total})),
        }]],
      ['sqlite', 'read_query', {query: 'select * from customers'}, [{
        sql: "SELECT id, name FROM t WHERE city = 'Graz' AND " +
          "segment = 'business' ORDER BY id",
        answer: (rows) => rows.filter(({city, segment}) =>
          city === 'Graz' && segment === 'business')
          .map(({id, name}) => ({id, name})),
      }]],
      ['filesystem', 'write_file', {
        path: path.join(files, 'open.md'), content: '# Open orders\n',
      }],
      ['time', 'get_current_time', {timezone: 'Europe/Vienna'}],
    ],
  }, {
    name: 'find the cause of errors',
    servers: ['sqlite', 'memory', 'time'],
    calls: [
      ['sqlite', 'list_tables', {}],
      ['sqlite', 'describe_table', {table_name: 'events'}],
      ['sqlite', 'read_query', {query: 'select * from events where ' +
        "at >= '2026-11-10' order by id"}, [{
        sql: "SELECT service, count(*) AS n FROM t WHERE level = 'error' " +
          'GROUP BY service ORDER BY service',
        answer: (rows) => count_by(
          rows.filter(({level}) => level === 'error'), 'service'),
      }, {
        sql: "SELECT max(milliseconds) AS most FROM t WHERE level = 'error'",
        answer: (rows) => [{most: Math.max(...rows
          .filter(({level}) => level === 'error')
          .map(({milliseconds}) => milliseconds))}],
      }]],
      ['sqlite', 'read_query', {query: 'select * from events where ' +
        "service = 'svc-3' and level = 'error' order by id"}],
      ['memory', 'open_nodes', {names: ['svc-3']}],
      ['memory', 'add_observations', {observations: [
        {entityName: 'svc-3', contents: ['times out since 10 November']}]}],
      ['time', 'convert_time', {source_timezone: 'UTC', time: '03:00',
        target_timezone: 'America/Lima'}],
    ],
  }, {
    name: 'answer one customer',
    servers: ['sqlite', 'memory', 'time', 'filesystem'],
    calls: [
      ['sqlite', 'list_tables', {}],
      ['sqlite', 'describe_table', {table_name: 'customers'}],
      ['sqlite', 'read_query',
        {query: "select * from customers where email like 'finn.abel.1@%'"}],
      ['sqlite', 'describe_table', {table_name: 'orders'}],
      ['sqlite', 'read_query', {query: 'select * from orders where ' +
        'customer_id = 1 order by created_at desc limit 5'}],
      ['sqlite', 'read_query',
        {query: 'select title, price, stock from products where id = 7'}],
      ['memory', 'search_nodes', {query: 'Finn Abel'}],
      ['memory', 'create_entities', {entities: [{name: 'Finn Abel',
        entityType: 'customer', observations: ['asked for a refund']}]}],
      ['sqlite', 'write_query',
        {query: "update orders set note = 'refund asked' where id = 1"}],
      ['time', 'get_current_time', {timezone: 'Europe/Oslo'}],
    ],
  }];
}

function graph() {
  return [{
    name: 'work on a knowledge graph',
    servers: ['memory', 'filesystem', 'sqlite'],
    calls: [
      ['memory', 'read_graph', {}, [{
        sql: 'SELECT entityType, count(*) AS n FROM t_entities ' +
          'GROUP BY entityType ORDER BY entityType',
        answer: ({entities}) => count_by(entities, 'entityType'),
      }, {
        sql: 'SELECT name FROM t_entities WHERE observations LIKE ' +
          "'%owned by Dan%' AND observations LIKE '%runs in Bonn%'",
        answer: ({entities}) => entities.filter(({observations}) =>
          observations.includes('owned by Dan') &&
          observations.includes('runs in Bonn')).map(({name}) => ({name})),
      }]],
      ['memory', 'search_nodes', {query: 'Graz'}, [{
        sql: "SELECT count(*) AS n FROM t_entities WHERE entityType = 'queue'",
        answer: ({entities}) => [{n: entities.filter(
          ({entityType}) => entityType === 'queue').length}],
      }]],
      ['memory', 'open_nodes', {names: ['svc-3', 'svc-50']}],
      ['memory', 'create_entities', {entities: [
        {name: 'svc-300', entityType: 'service',
          observations: ['runs in Graz', 'owned by Ada']},
        {name: 'svc-301', entityType: 'queue',
          observations: ['runs in Graz', 'owned by Ada']}]}],
      ['memory', 'create_relations', {relations: [
        {from: 'svc-300', to: 'svc-301', relationType: 'writes_to'}]}],
      ['memory', 'add_observations', {observations: [
        {entityName: 'svc-3', contents: ['will be replaced by svc-300']}]}],
      ['memory', 'open_nodes', {names: ['svc-3', 'svc-300', 'svc-301']}],
    ],
  }];
}

function tree({files}) {
  const at = (...words) => path.join(files, ...words);
  return [{
    name: 'tidy a tree of files',
    servers: ['filesystem', 'git'],
    calls: [
      ['filesystem', 'directory_tree', {path: files}, [{
        sql: "SELECT count(*) AS n FROM t_children_children WHERE name LIKE " +
          "'%.ts'",
        answer: (all) => [{n: all.flatMap(({children}) => children ?? [])
          .flatMap(({children}) => children ?? [])
          .filter(({name}) => name.endsWith('.ts')).length}],
      }, {
        sql: "SELECT name FROM t WHERE type = 'file' ORDER BY name",
        answer: (all) => all.filter(({type}) => type === 'file')
          .map(({name}) => ({name}))
          .toSorted((a, b) => a.name < b.name ? -1 : 1),
      }]],
      ['filesystem', 'search_files', {path: files, pattern: '**/part_29.ts'}],
      ['filesystem', 'list_directory_with_sizes',
        {path: at('package_1'), sortBy: 'size'}],
      ['filesystem', 'get_file_info', {path: at('notes.txt')}],
      ['filesystem', 'create_directory', {path: at('docs')}],
      ['filesystem', 'move_file',
        {source: at('notes.txt'), destination: at('docs', 'notes.txt')}],
      ['filesystem', 'list_directory', {path: at('docs')}],
    ],
  }, {
    name: 'compare two files',
    servers: ['filesystem', 'time'],
    calls: [
      ['filesystem', 'read_multiple_files',
        {paths: [at('settings.json'), at('settings.live.json')]}],
      ['filesystem', 'get_file_info', {path: at('settings.json')}],
      ['filesystem', 'get_file_info', {path: at('settings.live.json')}],
      ['filesystem', 'edit_file', {path: at('settings.json'),
        edits: [{oldText: '8080', newText: '80'}]}],
      ['filesystem', 'read_text_file', {path: at('settings.json')}],
      ['time', 'get_current_time', {timezone: 'UTC'}],
    ],
  }];
}

function mixed({files, work, site}) {
  const convert = (time, target_timezone) => ['time', 'convert_time',
    {source_timezone: 'Europe/Vienna', time, target_timezone}];
  return [{
    name: 'plan a meeting',
    servers: ['time', 'memory'],
    calls: [
      ['time', 'get_current_time', {timezone: 'Europe/Vienna'}],
      convert('09:00', 'Asia/Tokyo'),
      convert('09:00', 'America/Lima'),
      convert('15:00', 'America/Lima'),
      convert('15:00', 'Asia/Kolkata'),
      ['memory', 'create_entities', {entities: [{name: 'meeting',
        entityType: 'event', observations: ['15:00 in Vienna']}]}],
    ],
  }, {
    name: 'a bit of everything',
    servers: ['everything', 'memory', 'filesystem', 'sqlite', 'git', 'time',
      'fetch'],
    calls: [
      ['git', 'git_set_working_dir', {path: work}],
      ['git', 'git_status', {}],
      ['git', 'git_log', {maxCount: 5}],
      ['sqlite', 'list_tables', {}],
      ['sqlite', 'read_query', {query: 'select city, count(*) as n, ' +
        'sum(total) as total from orders group by city'}],
      ['sqlite', 'read_query', {query: 'select * from products order by ' +
        'stock, id limit 20'}],
      ['fetch', 'fetch', {url: `${site}/page.html`}],
      ['fetch', 'fetch', {url: `${site}/rows.json`}],
      ['everything', 'get-sum', {a: 348.66, b: 770.29}],
      ['everything', 'get-structured-content', {location: 'Chicago'}],
      ['memory', 'search_nodes', {query: 'port 8007'}],
      ['memory', 'add_observations', {observations: [
        {entityName: 'svc-7', contents: ['looked at today']}]}],
      ['filesystem', 'read_text_file', {path: path.join(files, 'notes.txt')}],
      ['filesystem', 'list_directory', {path: path.join(files, 'package_2')}],
      ['time', 'get_current_time', {timezone: 'Europe/Vienna'}],
    ],
  }];
}

// All of them; `at` says where things are (conversation_data.mjs).
export function tasks(at) {
  return [...repository(at), ...shop(at), ...graph(), ...tree(at),
    ...mixed(at)].map((task) => ({...task, calls: task.calls.map(
    ([server, tool, input, asked]) => ({server, tool, input, asked}))}));
}
