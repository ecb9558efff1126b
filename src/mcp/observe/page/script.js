// SPDX-License-Identifier: MIT
// What the page of statistics does: fetches stats.json, which lies beside it,
// every few seconds and draws it. Text from data is set as text, never as
// markup.
'use strict';
const by = id => document.getElementById(id);
const digits = new Intl.NumberFormat('en');
const count = n => digits.format(n || 0).replace('-', '\u2212');
const percent = share => (share * 100).toFixed(share >= 0.9995 ? 0 : 1) + '%';
const time = ms => ms >= 1000 ? (ms / 1000).toFixed(2) + ' s' :
    ms >= 10 ? ms.toFixed(0) + ' ms' :
    ms >= 1 ? ms.toFixed(1) + ' ms' : (ms * 1000).toFixed(0) + ' \u00b5s';
const bytes = n => (n / 1048576).toFixed(1) + ' MiB';
const saved = one => (one.tokens_before || 0) - (one.tokens_after || 0);

/* All text from data goes through here, as text. */
function make(tag, name, ...parts) {
  const made = document.createElement(tag);
  if (name) made.className = name;
  made.append(...parts.map(p => p instanceof Node ? p : String(p)));
  return made;
}

/* A name that may be cut; the whole of it shows when pointed at. */
function named(tag, name, text, ...after) {
  const made = make(tag, name, text, ...after);
  made.title = text;
  return made;
}

function span(seconds) {
  const parts = [[86400, 'd'], [3600, 'h'], [60, 'min'], [1, 's']];
  const first = parts.findIndex(([size]) => seconds >= size);
  if (first < 0) return '0 s';
  let rest = Math.floor(seconds);
  return parts.slice(first, first + 2).map(([size, unit]) => {
    const n = Math.floor(rest / size);
    rest -= n * size;
    return n + ' ' + unit;
  }).join(' ');
}

function share(one) {
  const is_less = one.saved_share > 0;
  return make('b', is_less ? '' : 'none',
      is_less ? '\u2212' + percent(one.saved_share) :
      one.saved_share < 0 ? '+' + percent(-one.saved_share) : '0%');
}

function bar(most, before, after) {
  const made = make('div', 'bar');
  made.setAttribute('aria-hidden', 'true');
  const part = (name, n) => {
    if (!n) return;
    const one = make('i', name);
    one.style.width = 100 * n / most + '%';
    made.append(one);
  };
  part('', before);
  part('after', after);
  return made;
}

function row(name, value, drawn) {
  return make('li', '', make('div', 'label', name, value), drawn);
}

/* Rows of tokens before and after, in the order given. */
function draw(into, rows) {
  const most = Math.max(1, ...rows.map(r => r.of.tokens_before));
  into.replaceChildren(...rows.map(r => row(r.name,
      make('span', 'value', count(r.of.tokens_before) + ' \u2192 ' +
          count(r.of.tokens_after) + '\u2002', share(r.of)),
      bar(most, r.of.tokens_before, r.of.tokens_after))));
}

const reasons = {
  mode: 'passes by configuration', not_complete: 'no complete tool result',
  is_error: 'an error', encrypted: 'encrypted', not_json: 'not JSON',
  outside_domain: 'JSON that cannot be carried faithfully',
  differs: 'text and structured content differ', small: 'small already',
  not_smaller: 'no form costs less', not_faithful: 'did not decode back',
  unchanged_asked: 'the client asked for JSON'
};

function draw_figures(all, disclosure) {
  const passed = Object.values(all.passed).reduce((a, b) => a + b, 0);
  const figure = (title, big, small) => make('div', '',
      make('dt', '', title), make('dd', 'big', big),
      make('dd', 'small', small));
  const first = figure('Tokens saved', count(saved(all)),
      percent(Math.max(0, all.saved_share)) + ' of all');
  first.classList.add('first');
  const list = [first,
    figure('Tokens sent', count(all.tokens_after),
        'of ' + count(all.tokens_before)),
    figure('Calls', count(all.calls), all.failures ?
        count(all.failures) + ' failed' : 'none failed'),
    figure('Rewritten', count(all.rewritten), count(passed) + ' passed'),
    figure('Time added', time(all.added_ms.p50),
        'median; p99 ' + time(all.added_ms.p99)),
    figure('Kept below limits', count(all.limit_crossings_avoided),
        count(all.paged) + ' cut into pages')];
  if (all.asking) {
    list.push(figure('Saved by asking', count(all.asking.tokens_saved),
        'of ' + count(all.asking.tokens_before) + ', in ' +
        count(all.asking.results) + ' results'));
  }
  if (all.changes) {
    list.push(figure('Saved by changes', count(all.changes.tokens_saved),
        'of ' + count(all.changes.tokens_before) + ', ' +
        count(all.changes.results) + ' results not sent whole'));
  }
  if (disclosure) {
    list.push(figure('Saved by short lists', count(disclosure.tokens_before -
        disclosure.tokens_after - disclosure.finding_tokens),
        'of ' + count(disclosure.tokens_before) + ', in ' +
        count(disclosure.lists) + ' lists'));
  }
  by('figures').replaceChildren(...list);
}

const columns = [
  ['server', 'Server', t => t.server], ['tool', 'Tool', t => t.name],
  ['calls', 'Calls', t => t.calls],
  ['before', 'Before', t => t.tokens_before],
  ['after', 'After', t => t.tokens_after],
  ['saved', 'Saved', t => saved(t)],
  ['share', 'Share', t => t.saved_share],
  ['passed', 'Passed', t => t.calls - t.failures - t.rewritten],
  ['added', 'Added p50', t => t.added_ms.p50],
  ['worst', 'p99', t => t.added_ms.p99]];
let order = {by: 'saved', up: false};
let tools = [];

function draw_head() {
  by('head').replaceChildren(...columns.map(([id, title], i) => {
    const cell = make('th', i < 2 ? 'text' : '');
    cell.scope = 'col';
    if (order.by === id) {
      cell.setAttribute('aria-sort', order.up ? 'ascending' : 'descending');
    }
    const button = make('button', '', title);
    button.type = 'button';
    button.onclick = () => {
      order = {by: id, up: order.by === id ? !order.up : i < 2};
      draw_head();
      draw_table();
      by('head').children[i].firstChild.focus();
    };
    cell.append(button);
    return cell;
  }));
}

function draw_table() {
  const key = columns.find(c => c[0] === order.by)[2];
  const word = by('filter').value.trim().toLowerCase();
  const compare = (a, b) => typeof key(a) === 'string' ?
      key(a).localeCompare(key(b)) : key(a) - key(b);
  const shown = tools
      .filter(t => (t.server + ' ' + t.name).toLowerCase().includes(word))
      .sort((a, b) => (order.up ? 1 : -1) * compare(a, b));
  const lines = shown.slice(0, 500).map(t => make('tr', '',
      named('td', 'text', t.server), named('td', 'text', t.name),
      ...[count(t.calls), count(t.tokens_before), count(t.tokens_after),
        count(saved(t)), share(t),
        count(t.calls - t.failures - t.rewritten),
        time(t.added_ms.p50), time(t.added_ms.p99)]
          .map(text => make('td', '', text))));
  if (shown.length > 500 || !shown.length) {
    const cell = make('td', 'text', shown.length ?
        count(shown.length - 500) + ' more' : 'None');
    cell.colSpan = columns.length;
    lines.push(make('tr', '', cell));
  }
  by('body').replaceChildren(...lines);
}

function draw_now(data) {
  const now = data.now;
  const lines = [['Connections', count(now.connections)],
    ['Event streams', count(now.streams)],
    ['Sessions', count(now.sessions)], ['In flight', count(now.in_flight)],
    ['Child processes', count(now.children)],
    ['Started in all', count(now.children_started)],
    ['Refused', count(now.requests_refused)],
    ['Upstream failures', count(now.upstream_failures)],
    ['Reloads', count(now.reloads)],
    ['Memory', bytes(data.process.resident_memory_bytes)],
    ['Open files', count(data.process.open_fds)],
    ['Processor time', span(data.process.cpu_seconds)]];
  by('now').replaceChildren(...lines.map(([name, value]) => make('div', '',
      make('dt', '', name), make('dd', '', value))));
  by('up').textContent = 'Up for ' + span(data.uptime_seconds);
}

function draw_all(data) {
  const all = data.totals, servers = data.servers;
  const has_calls = all.calls > 0;
  for (const id of ['totals', 'servers-part', 'tools-part', 'all']) {
    by(id).hidden = !has_calls;
  }
  by('empty').hidden = has_calls;
  tools = servers.flatMap(
      s => s.tools.map(t => Object.assign({server: s.name}, t)));
  const by_saving = list => list.sort((a, b) => saved(b.of) - saved(a.of));
  if (has_calls) {
    draw_figures(all, data.disclosure);
    draw(by('servers'), by_saving(servers.filter(s => s.calls > 0)
        .map(s => ({name: named('span', 'name', s.name), of: s}))
        ).slice(0, 12));
    const most = by_saving(tools.map(t => ({name: named('span', 'name',
        t.name, ' ', make('small', '', t.server)), of: t}))).slice(0, 10);
    draw(by('tools'), most);
    by('tools-note').textContent = tools.length > most.length ?
        'The ' + most.length + ' that saved most of ' +
        count(tools.length) : 'Tokens of results';
    draw_table();
  }
  const passed = Object.entries(all.passed).sort((a, b) => b[1] - a[1]);
  const top = Math.max(1, ...passed.map(p => p[1]));
  by('passed').replaceChildren(...passed.map(([why, n]) => row(
      make('span', 'name', reasons[why] || why),
      make('span', 'value', count(n)), bar(top, n, 0))));
  const listed = servers.filter(s => s.tool_list);
  draw(by('lists'), by_saving(listed.map(s => ({
    name: named('span', 'name', s.name, ' ', make('small', '',
        s.tool_list.tools_after === s.tool_list.tools_before ?
        count(s.tool_list.tools_after) + ' tools' :
        count(s.tool_list.tools_after) + ' tools, were ' +
        count(s.tool_list.tools_before))), of: s.tool_list}))));
  by('passed-part').hidden = !passed.length;
  by('lists-part').hidden = !listed.length;
  by('charts').hidden = !has_calls && !listed.length;
  // Not for those who may use some servers only.
  by('now-part').hidden = !data.now;
  if (data.now) draw_now(data);
}

function say(name, text) {
  const state = by('state');
  if (state.className !== name) state.className = name;
  if (state.textContent !== text) state.textContent = text;
}

let token = '', last = '', timer = 0;
async function update() {
  clearTimeout(timer);
  if (!document.hidden) {
    try {
      const answer = await fetch('stats.json', {cache: 'no-store',
        headers: token ? {Authorization: 'Bearer ' + token} : {}});
      by('asking').hidden = answer.status !== 401 && answer.status !== 403;
      if (!answer.ok) throw new Error('answered ' + answer.status);
      draw_all(await answer.json());
      last = new Date().toLocaleTimeString();
      say('live', 'Live');
    } catch (failed) {
      say('lost', by('asking').hidden ? 'Cannot reach the gateway' +
          (last ? '; metrics of ' + last : '') : 'Not let in');
    }
  }
  timer = setTimeout(update, 3000);
}

by('filter').oninput = draw_table;
by('ask').onsubmit = event => {
  event.preventDefault();
  token = by('token').value;
  update();
};
document.addEventListener('visibilitychange', update);
draw_head();
update();
