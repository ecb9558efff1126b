// SPDX-License-Identifier: MIT
// Traces: which spans come of calls through relays, children and endpoints, in
// both revisions; what servers are told of a trace; and that nobody waits for a
// collector.
//
//   node traces.mjs PITH [PART-OF-A-NAME]
//
// With PITH_COLLECTOR, a program made of tests/mcp/collector, spans go through
// a real OpenTelemetry Collector, too.

import {readFileSync, writeFileSync} from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import process from 'node:process';
import * as modern_sdk from '@modelcontextprotocol/client';
import {Client} from '@modelcontextprotocol/sdk/client/index.js';
import {
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {ROOT_CONTEXT, SpanKind, trace} from '@opentelemetry/api';
import {OTLPTraceExporter} from '@opentelemetry/exporter-trace-otlp-http';
import {resourceFromAttributes} from '@opentelemetry/resources';
import {SimpleSpanProcessor, TracerProvider} from '@opentelemetry/sdk-trace';
import {run_cases} from './cases.mjs';
import {stub_words} from './defects_stdio.mjs';
import {start_stub} from './stub_server.mjs';
import {
  free_port, gateway, gateway_toml, here, mcp_post, start, temporary, toml,
} from './support.mjs';
import {eventually, legacy, modern} from './wire.mjs';

// A collector that keeps what it gets: {url, batches, stop()}. `answer` is
// called with the response of each request in place of "200 {}".
async function start_sink(answer) {
  const sink = {batches: []};
  const server = http.createServer((request, response) => {
    const parts = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      const text = Buffer.concat(parts).toString();
      sink.batches.push({method: request.method, url: request.url,
        headers: request.headers, body: JSON.parse(text)});
      if (answer) {
        answer(response, sink.batches.length);
      } else {
        response.writeHead(200, {'content-type': 'application/json'});
        response.end('{}');
      }
    });
  });
  await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  sink.url = `http://127.0.0.1:${server.address().port}`;
  sink.spans = () => sink.batches.flatMap(({body}) => spans_of(body));
  sink.stop = () => new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
  return sink;
}

// The spans of a body, with attributes as an object.
function spans_of(body) {
  const value = (v) => v.stringValue ?? Number(v.intValue);
  return body.resourceSpans.flatMap((r) => r.scopeSpans)
    .flatMap((s) => s.spans).map((span) => ({...span,
      is: Object.fromEntries(
        (span.attributes ?? []).map(({key, value: v}) => [key, value(v)]))}));
}

const traces_toml = (url, more = {}) => ['[traces]',
  ...Object.entries({url, ...more}).map(([k, v]) => `${k} = ${toml(v)}`), '',
].join('\n');

let last = 0;
const hex = (bytes) =>
  `f${(++last).toString(16).padStart(2 * bytes - 1, '0')}`;
function make_parent(flags = '01') {
  const [trace_id, span_id] = [hex(16), hex(8)];
  return {trace_id, span_id, text: `00-${trace_id}-${span_id}-${flags}`};
}

const server_kind = 2;
const client_kind = 3;
const of_trace = (spans, parent) => ({
  all: spans.filter((span) => span.traceId === parent.trace_id),
  server: spans.find((span) => span.traceId === parent.trace_id &&
    span.kind === server_kind),
  client: spans.find((span) => span.traceId === parent.trace_id &&
    span.kind === client_kind),
});

// The official clients, connected: {call(name, arguments, meta), close()}.
const sdks = {
  legacy: async (url) => {
    const client = new Client({name: 'test', version: '1'});
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    return {
      call: (name, input, meta) =>
        client.callTool({name, arguments: input, _meta: meta}),
      close: () => client.close(),
    };
  },
  modern: async (url) => {
    const client = new modern_sdk.Client({name: 'test', version: '1'},
      {versionNegotiation: {mode: 'auto'}});
    await client.connect(
      new modern_sdk.StreamableHTTPClientTransport(new URL(url)));
    return {
      era: client.getProtocolEra?.(),
      call: (name, input, meta) =>
        client.callTool({name, arguments: input, _meta: meta}),
      close: () => client.close(),
    };
  },
};

const everything = [process.execPath, path.join(here, 'everything_server.mjs')];

// Which attributes spans have, and that they have no others.
const known = new Set(['mcp.method.name', 'mcp.protocol.version',
  'mcp.session.id', 'jsonrpc.request.id', 'gen_ai.operation.name',
  'gen_ai.tool.name', 'gen_ai.prompt.name', 'network.transport', 'pith.server',
  'rpc.response.status_code', 'error.type', 'pith.tokens.before',
  'pith.tokens.after']);

function check_pair(t, name, spans, parent, want) {
  const {all, server, client} = of_trace(spans, parent);
  t.check(`${name}: two spans`, all.length === 2 && server && client, all);
  if (!server || !client) {
    return;
  }
  t.check(`${name}: parents`, server.parentSpanId === parent.span_id &&
    client.parentSpanId === server.spanId &&
    client.spanId !== server.spanId, all);
  t.check(`${name}: names`, server.name === `tools/call ${want.tool}` &&
    client.name === `tools/call ${want.inner ?? want.tool}`, all);
  t.check(`${name}: times`,
    BigInt(server.startTimeUnixNano) <= BigInt(client.startTimeUnixNano) &&
    BigInt(client.startTimeUnixNano) <= BigInt(client.endTimeUnixNano) &&
    BigInt(client.endTimeUnixNano) <= BigInt(server.endTimeUnixNano) &&
    Math.abs(Number(BigInt(server.startTimeUnixNano) / 1000000n) -
      Date.now()) < 600000, all);
  const {is} = server;
  t.check(`${name}: attributes`, is['mcp.method.name'] === 'tools/call' &&
    is['gen_ai.tool.name'] === want.tool &&
    is['gen_ai.operation.name'] === 'execute_tool' &&
    is['network.transport'] === 'tcp' && is['pith.server'] === want.server &&
    client.is['network.transport'] === want.transport &&
    is['jsonrpc.request.id'] !== undefined &&
    is['pith.tokens.before'] >= is['pith.tokens.after'], all);
  t.check(`${name}: the revision`, want.era === 'modern' ?
    is['mcp.protocol.version'] === '2026-07-28' &&
      is['mcp.session.id'] === undefined :
    is['mcp.protocol.version']?.startsWith('2025-') &&
      is['mcp.session.id'] !== undefined, is);
  t.check(`${name}: no other attributes`, all.every((span) =>
    Object.keys(span.is).every((key) => known.has(key))), all);
}

async function relations(t, pith) {
  const name = 'relations';
  const sink = await start_sink();
  const real = await start(everything[0], everything.slice(1),
    {env: {PORT: '0'}, ready: /listening (\d+)/});
  const far_url = `http://127.0.0.1:${real.ready[1]}/mcp`;
  const served = await gateway(pith, gateway_toml({
    far: {url: far_url}, child: {command: [...everything, 'stdio']},
  }) + traces_toml(sink.url, {headers: {'X-Key': 'k'},
    attributes: {'deployment.environment.name': 'test'}}));
  const wanted = [];
  for (const era of ['legacy', 'modern']) {
    for (const server of ['far', 'child', 'mcp']) {
      const url = server === 'mcp' ? served.endpoint() :
        served.endpoint(server);
      const client = await sdks[era](url);
      t.check(`${name}: ${server} is ${era}`, (client.era ?? 'legacy') === era,
        client.era);
      const inner = 'test_simple_text';
      for (const member of server === 'mcp' ? ['far', 'child'] : [server]) {
        const parent = make_parent();
        const tool = server === 'mcp' ? `${member}__${inner}` : inner;
        const result = await client.call(tool, {},
          {traceparent: parent.text, tracestate: 'vendor=1'});
        t.check(`${name}: ${server} answers`,
          result.content?.length > 0 && !result.isError, result);
        wanted.push([`${era}, ${server}, ${member}`, parent, {tool, inner, era,
          server, transport: member === 'far' ? 'tcp' : 'pipe'}]);
      }
      await client.close();
    }
  }
  // An error of a tool, one of the protocol, and what has no parent.
  const client = modern(served.endpoint('far'));
  const [broken, unknown] = [make_parent(), make_parent()];
  await client.post(client.make('tools/call', {name: 'test_error_handling',
    arguments: {}}, {traceparent: broken.text}));
  await client.post(client.make('no/such', {}, {traceparent: unknown.text}));
  await served.stop();
  await real.stop();
  const spans = sink.spans();
  for (const [what, parent, want] of wanted) {
    check_pair(t, `${name}: ${what}`, spans, parent, want);
    t.check(`${name}: ${what}: state`, of_trace(spans, parent).all.every(
      (span) => span.traceState === 'vendor=1'));
  }
  const failed = of_trace(spans, broken);
  t.check(`${name}: an error of a tool`,
    failed.server?.is['error.type'] === 'tool_error' &&
    failed.server.status.code === 2 && failed.client?.status.code === 2,
    failed);
  const refused = of_trace(spans, unknown);
  t.check(`${name}: an error of the protocol`,
    refused.server?.is['error.type'] === '-32601' &&
    refused.server.is['rpc.response.status_code'] === '-32601', refused);
  t.check(`${name}: roots`, spans.some((span) => span.parentSpanId ===
    undefined && span.name === 'initialize' && span.kind === server_kind));
  t.check(`${name}: ids are unique`,
    new Set(spans.map((span) => span.spanId)).size === spans.length);
  const [{method, url, headers, body}] = sink.batches;
  t.check(`${name}: how it is posted`, method === 'POST' &&
    url === '/v1/traces' && headers['content-type'] === 'application/json' &&
    headers['x-key'] === 'k');
  const resource = JSON.stringify(body.resourceSpans[0].resource);
  t.check(`${name}: the resource`, ['service.name', 'service.version',
    'service.instance.id', 'deployment.environment.name'].every(
    (key) => resource.includes(key)), resource);
  await sink.stop();
}

// What servers are told: at a URL by HTTP and in the message, on pipes in the
// message; in place of what was there, and with all else as it was.
async function carried(t, pith) {
  const name = 'carried';
  const sink = await start_sink();
  const stub = await start_stub();
  const log = path.join(temporary(), 'log');
  const served = await gateway(pith, gateway_toml({
    far: {url: stub.url}, child: {command: [...stub_words, '--log', log]},
  }) + traces_toml(sink.url));
  const told_child = (text) => readFileSync(log, 'utf8').split('\n')
    .filter((line) => line.includes(text) && !line.startsWith('#'))
    .map((line) => JSON.parse(line)).at(-1);
  const seen = [];
  for (const kind of ['legacy', 'modern']) {
    for (const server of ['far', 'child', 'mcp']) {
      const url = server === 'mcp' ? served.endpoint() :
        served.endpoint(server);
      const client = kind === 'legacy' ? await legacy(url) : modern(url);
      for (const member of server === 'mcp' ? ['far', 'child'] : [server]) {
        const parent = make_parent();
        const head = make_parent();
        const mark = `mark-${parent.trace_id}`;
        const tool = server === 'mcp' ? `${member}__echo` : 'echo';
        const params = {name: tool, arguments: {text: mark}};
        const meta = {'traceparent': parent.text, 'tracestate': 'a=1',
          'example.org/kept': [1]};
        const message = kind === 'legacy' ?
          {jsonrpc: '2.0', id: mark, method: 'tools/call',
            params: {...params, _meta: meta}} :
          client.make('tools/call', params, meta);
        const {message: answer} = await client.post(message,
          {traceparent: head.text, tracestate: 'b=2'});
        t.check(`${name}: ${kind} ${server} answers`,
          answer?.result !== undefined, answer);
        const request = stub.requests.findLast(
          ({raw}) => `${raw}`.includes(mark));
        const told = member === 'far' ? request?.message : told_child(mark);
        seen.push({what: `${kind} ${server} ${member}`, parent, head, told,
          headers: member === 'far' ? request?.headers : undefined});
      }
    }
  }
  // By HTTP alone it is the parent; and a message without params.
  const alone = make_parent();
  const bare = make_parent();
  const child = await legacy(served.endpoint('child'));
  await child.post({jsonrpc: '2.0', id: 'alone', method: 'tools/call',
    params: {name: 'echo', arguments: {text: 'alone'}}},
  {traceparent: alone.text});
  await child.post({jsonrpc: '2.0', id: 'bare', method: 'tools/list'},
    {traceparent: bare.text});
  // What is not recorded stays so, and goes on as it came.
  const quiet = make_parent('00');
  const far = modern(served.endpoint('far'));
  await far.post(far.make('tools/call', {name: 'echo',
    arguments: {text: 'quiet'}}, {traceparent: quiet.text}));
  const told_quiet = stub.last('echo');
  // Nonsense begins a new trace.
  await far.post(far.make('tools/call', {name: 'echo',
    arguments: {text: 'nonsense'}}, {traceparent: '00-zz', tracestate: 'a=1'}));
  const told_new = stub.last('echo');
  const told_alone = told_child('"alone"');
  const told_bare = told_child('"bare"');
  await served.stop();
  const spans = sink.spans();
  for (const {what, parent, head, told, headers} of seen) {
    const {server, client} = of_trace(spans, parent);
    const wanted = `00-${parent.trace_id}-${client?.spanId}-01`;
    const meta = told?.params?._meta;
    t.check(`${name}: ${what}: in the message`, client &&
      meta?.traceparent === wanted && meta.tracestate === 'a=1' &&
      JSON.stringify(meta['example.org/kept']) === '[1]', {meta, wanted});
    t.check(`${name}: ${what}: in the head`, headers === undefined ||
      (headers.traceparent === wanted && headers.tracestate === 'a=1'),
    headers);
    t.check(`${name}: ${what}: the other is a link`,
      server?.links?.[0]?.spanId === head.span_id &&
      server.links[0].traceId === head.trace_id, server);
  }
  for (const [what, parent, told] of [['alone', alone, told_alone],
    ['bare', bare, told_bare]]) {
    const {server, client} = of_trace(spans, parent);
    t.check(`${name}: ${what}: HTTP is the parent`, server?.parentSpanId ===
      parent.span_id && server.links.length === 0, server);
    t.check(`${name}: ${what}: and is in the message`,
      told?.params?._meta?.traceparent ===
      `00-${parent.trace_id}-${client?.spanId}-01`, told);
  }
  t.check(`${name}: what is not recorded`, told_quiet.message.params._meta
    .traceparent === quiet.text && told_quiet.headers.traceparent ===
    quiet.text && of_trace(spans, quiet).all.length === 0);
  t.check(`${name}: nonsense is replaced`,
    /^00-[0-9a-f]{32}-[0-9a-f]{16}-03$/.test(
      told_new.message.params._meta.traceparent) &&
    told_new.message.params._meta.tracestate === undefined, told_new.message);
  await stub.stop();
  await sink.stop();
}

// Every path of a value with the type of what is there. Attributes are told
// apart by the type of their value alone.
function shape(value, at = '', into = new Set()) {
  if (Array.isArray(value)) {
    into.add(`${at}: list`);
    value.forEach((one) => shape(one, `${at}[]`, into));
  } else if (typeof value === 'object' && value !== null) {
    Object.entries(value).forEach(
      ([key, inner]) => shape(inner, `${at}.${key}`, into));
  } else {
    into.add(`${at}: ${value === null ? 'null' : typeof value}`);
  }
  return into;
}

// The same span by the official exporter: the same paths, the same types.
async function compared(t, pith) {
  const name = 'compared';
  const sink = await start_sink();
  const stub = await start_stub();
  const served = await gateway(pith,
    gateway_toml({far: {url: stub.url}}) + traces_toml(sink.url));
  const parent = make_parent();
  const head = make_parent();
  const client = modern(served.endpoint('far'));
  await client.post(client.make('tools/call', {name: 'rows',
    arguments: {seed: 1, count: 20}}, {traceparent: parent.text}),
  {traceparent: head.text});
  await served.stop();
  const [ours] = sink.batches.splice(0);
  const exporter = new OTLPTraceExporter({url: `${sink.url}/v1/traces`});
  const provider = new TracerProvider({
    resource: resourceFromAttributes({'service.name': 'pith'}),
    spanProcessors: [new SimpleSpanProcessor({exporter})],
  });
  const remote = ({trace_id, span_id}) =>
    ({traceId: trace_id, spanId: span_id, traceFlags: 1, isRemote: true});
  provider.getTracer('pith', '1').startSpan('tools/call rows', {
    kind: SpanKind.SERVER, links: [{context: remote(head)}],
    attributes: {'mcp.method.name': 'tools/call', 'pith.tokens.before': 7},
  }, trace.setSpanContext(ROOT_CONTEXT, remote(parent))).end();
  await provider.shutdown();
  const [theirs] = sink.batches.splice(0);
  t.check(`${name}: the request`, ours.method === theirs.method &&
    ours.url === theirs.url && ours.headers['content-type'] ===
    theirs.headers['content-type'], theirs.headers);
  // int64 is a decimal string by the specification; theirs is a number, which
  // receivers take as well.
  const rest = (body) => [...shape(body)].map((line) =>
    line.replace(/(intValue): (string|number)$/, '$1: integer')).sort();
  const [mine, official] = [rest(ours.body), rest(theirs.body)];
  t.check(`${name}: paths and types`,
    JSON.stringify(mine) === JSON.stringify(official), {
      only_ours: mine.filter((line) => !official.includes(line)),
      only_theirs: official.filter((line) => !mine.includes(line)),
    });
  const [span] = spans_of(ours.body).filter((one) => one.kind === server_kind);
  const [other] = spans_of(theirs.body);
  t.check(`${name}: kind, flags, parent and link`, span.kind === other.kind &&
    span.flags === other.flags && span.parentSpanId === other.parentSpanId &&
    span.links[0].flags === other.links[0].flags &&
    span.traceId === other.traceId, {span, other});
  await stub.stop();
  await sink.stop();
}

// A collector that is away, silent, busy or mad: no call fails or waits.
async function faults(t, pith) {
  const stub = await start_stub({records: 10});
  const silent = await start_sink(() => {});
  const busy = await start_sink((response) => {
    response.writeHead(503, {'retry-after': '30'}).end();
  });
  const mad = await start_sink((response) => {
    response.socket.end('what is this\r\n\r\n');
  });
  const collectors = {
    down: `http://127.0.0.1:${await free_port()}`,
    silent: silent.url, busy: busy.url, mad: mad.url,
  };
  for (const [kind, url] of Object.entries(collectors)) {
    const name = `faults, ${kind}`;
    const served = await gateway(pith, gateway_toml({far: {url: stub.url}}) +
      '[log]\nlevel = "warn"\n' + traces_toml(url));
    const client = modern(served.endpoint('far'));
    // As many as the queue and a batch do not hold, or a few.
    const count = kind === 'silent' ? 1400 : 200;
    let failed = 0;
    let longest = 0;
    let left = count;
    await Promise.all(Array.from({length: 8}, async () => {
      while (left-- > 0) {
        const begin = performance.now();
        const {message} = await client.call('echo', {text: 'x'});
        longest = Math.max(longest, performance.now() - begin);
        failed += message?.result === undefined ? 1 : 0;
      }
    }));
    t.check(`${name}: no call fails`, failed === 0, failed);
    t.check(`${name}: no call waits`, longest < 4000, longest);
    const {text} = await mcp_post(`${served.url}/metrics`, undefined, {},
      {method: 'GET'});
    const dropped = Number(
      /^pith_spans_dropped_total (\d+)$/m.exec(text)?.[1]);
    t.check(`${name}: what did not fit is counted`, dropped ===
      Math.max(0, 2 * count - 2048 - 512) &&
      /^pith_spans_exported_total 0$/m.test(text),
    text.match(/^pith_spans.*$/mg));
    const begin = Date.now();
    const {code} = await served.stop(20000);
    t.check(`${name}: its end is bounded`,
      code === 0 && Date.now() - begin < 8000, Date.now() - begin);
    t.check(`${name}: the log says so, once`, kind === 'silent' ||
      served.output('stderr').split('traces are not taken').length === 2,
    served.output('stderr'));
  }
  await Promise.all([stub, silent, busy, mad].map((one) => one.stop()));
}

// On and off again without a restart.
async function reloads(t, pith) {
  const name = 'reloads';
  const sink = await start_sink();
  const stub = await start_stub();
  const plain = gateway_toml({far: {url: stub.url},
    child: {command: stub_words}});
  const served = await gateway(pith, plain);
  const use = async (text) => {
    const count = () => served.output('stderr').split('"reloaded"').length;
    const before = count();
    writeFileSync(served.file, `listen = "127.0.0.1:0"\n${text}`);
    served.child.kill('SIGHUP');
    await eventually(() => count() > before);
  };
  const client = modern(served.endpoint('far'));
  const child = await legacy(served.endpoint('child'));
  const call = async () => {
    const parent = make_parent();
    await client.call('echo', {text: 'x'}, {meta: {}});
    await child.post({jsonrpc: '2.0', id: parent.trace_id, method: 'tools/call',
      params: {name: 'echo', arguments: {text: 'x'},
        _meta: {traceparent: parent.text}}});
    const {message} = stub.last('echo');
    return {parent, told: message.params._meta?.traceparent};
  };
  const off = await call();
  await use(plain + traces_toml(sink.url));
  const on = await call();
  await use(plain);
  const again = await call();
  await use(plain + traces_toml(sink.url, {sample: 0}));
  const none = await call();
  await served.stop();
  const spans = sink.spans();
  t.check(`${name}: off`, off.told === undefined &&
    of_trace(spans, off.parent).all.length === 0, off);
  t.check(`${name}: on`, /-03$/.test(on.told) &&
    of_trace(spans, on.parent).all.length === 2, on);
  t.check(`${name}: off again`, again.told === undefined &&
    of_trace(spans, again.parent).all.length === 0, again);
  t.check(`${name}: not sampled, but for what has a parent`,
    /-02$/.test(none.told) && of_trace(spans, none.parent).all.length === 2 &&
    spans.every((span) => !none.told.includes(span.traceId)), none);
  await stub.stop();
  await sink.stop();
}

// Through a real collector, which prints what it understood.
async function collector(t, pith) {
  const name = 'collector';
  const program = process.env.PITH_COLLECTOR;
  if (!program) {
    return;
  }
  const port = await free_port();
  const file = path.join(temporary(), 'collector.yaml');
  writeFileSync(file, JSON.stringify({
    receivers: {otlp: {protocols: {http: {endpoint: `127.0.0.1:${port}`}}}},
    exporters: {printer: {}},
    service: {
      telemetry: {metrics: {level: 'none'}},
      pipelines: {traces: {receivers: ['otlp'], exporters: ['printer']}},
    },
  }));
  const received = await start(program, [`--config=file:${file}`],
    {ready: /Everything is ready/, timeout: 60000});
  const stub = await start_stub();
  const served = await gateway(pith, gateway_toml({far: {url: stub.url}}) +
    traces_toml(`http://127.0.0.1:${port}`));
  const client = modern(served.endpoint('far'));
  const parents = Array.from({length: 600}, () => make_parent());
  for (const parent of parents) {
    await client.post(client.make('tools/call', {name: 'rows',
      arguments: {seed: 1, count: 5}}, {traceparent: parent.text,
      tracestate: 'a=1'}));
  }
  await eventually(async () => {
    const {text} = await mcp_post(`${served.url}/metrics`, undefined, {},
      {method: 'GET'});
    return /^pith_spans_exported_total 1200$/m.test(text);
  });
  const {text} = await mcp_post(`${served.url}/metrics`, undefined, {},
    {method: 'GET'});
  t.check(`${name}: all were taken`,
    /^pith_spans_exported_total 1200$/m.test(text) &&
    /^pith_spans_failed_total 0$/m.test(text), text.match(/^pith_spans.*$/mg));
  await served.stop();
  await eventually(() =>
    spans_printed(received.output('stdout')).length === 1200, 5000);
  await received.stop();
  const spans = spans_printed(received.output('stdout'));
  t.check(`${name}: and understood`, spans.length === 1200, spans.length);
  for (const parent of parents) {
    const {server, client: sent} = of_trace(spans, parent);
    const is_right = server?.parentSpanId === parent.span_id &&
      sent?.parentSpanId === server.spanId && server.traceState === 'a=1' &&
      server.is['mcp.method.name'] === 'tools/call' &&
      server.is['pith.tokens.before'] > 0;
    if (!t.check(`${name}: a call`, is_right, {server, sent})) {
      break;
    }
  }
  await stub.stop();
}

const spans_printed = (text) => text.split('\n')
  .filter((line) => line.startsWith('{"resourceSpans"'))
  .flatMap((line) => spans_of(JSON.parse(line)));

await run_cases([
  ['relations', relations],
  ['carried', carried],
  ['compared', compared],
  ['faults', faults],
  ['reloads', reloads],
  ['collector', collector],
]);
