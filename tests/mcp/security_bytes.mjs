// SPDX-License-Identifier: MIT
// 03 and 04 on the level of bytes: requests that two readers could understand
// differently, and clients that are slow on purpose. The rule for all of them:
// refused or understood in the one right way, nothing smuggled, no crash.

import net from 'node:net';
import {with_gateway} from './cases.mjs';
import {start_stub} from './stub_server.mjs';
import {gateway, gateway_toml, sleep} from './support.mjs';
import {crowd, eventually, legacy, raw} from './wire.mjs';

const smuggled = JSON.stringify({jsonrpc: '2.0', id: 66,
  method: 'tools/call', params: {name: 'echo', arguments: {text: 'SMUGGLED'}}});
const good = JSON.stringify({jsonrpc: '2.0', id: 1, method: 'ping'});

// A request head by hand. `lines` come after the usual ones.
function head(session, lines, {request = 'POST /stub/mcp HTTP/1.1',
  host = 'Host: localhost', end = '\r\n'} = {}) {
  return [request, host, 'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    `Mcp-Session-Id: ${session}`, 'MCP-Protocol-Version: 2025-11-25',
    ...lines].filter(Boolean).join(end) + end + end;
}

// name -> [bytes, must it be refused]. What is not to be refused may be
// answered or refused, but whatever follows the body is never a request unless
// the length says so.
function corpus(s) {
  const inner = head(s, [`Content-Length: ${smuggled.length}`]) + smuggled;
  const length = (value, body = good) =>
    head(s, [`Content-Length: ${value}`]) + body;
  const chunked = (line, body) => head(s, [line]) + body;
  const chunk = (text, extra = '') =>
    `${text.length.toString(16)}${extra}\r\n${text}\r\n`;
  const whole = `${chunk(good)}0\r\n\r\n`;
  const with_line = (line) =>
    head(s, [line, `Content-Length: ${good.length}`]) + good;
  return {
    'length and chunks': [head(s, [`Content-Length: ${whole.length}`,
      'Transfer-Encoding: chunked']) + whole + inner, true],
    'chunks and a short length': [head(s, ['Transfer-Encoding: chunked',
      'Content-Length: 4']) + `0\r\n\r\n${inner}`, true],
    'two lengths': [head(s, ['Content-Length: 0',
      `Content-Length: ${good.length}`]) + good, true],
    'two lengths in one line': [length(`${good.length}, 0`), true],
    'a length with a sign': [length(`+${good.length}`), true],
    'a negative length': [length(-1), true],
    'a length in hexadecimal': [length('0x28'), true],
    'a length with a blank inside': [length('3 8'), true],
    'a length beyond all numbers': [length('99999999999999999999999'), true],
    'an empty length': [length(''), true],
    'a name with a blank after it': [with_line(
      'Transfer-Encoding : chunked'), true],
    'a name with a blank inside': [with_line('X Y: z'), true],
    'an empty name': [with_line(': z'), true],
    'a line without a colon': [with_line('nonsense'), true],
    'an unknown coding': [chunked('Transfer-Encoding: xchunked', whole), true],
    'chunked that is not last': [chunked(
      'Transfer-Encoding: chunked, identity', whole), true],
    'a coding with a tab': [chunked(
      'Transfer-Encoding:\tchunked', whole + ''), false],
    'two codings': [head(s, ['Transfer-Encoding: chunked',
      'Transfer-Encoding: identity']) + whole, true],
    'a folded line': [with_line(`X-A: b\r\n Content-Length: 0`), false],
    'a folded coding': [head(s, ['Transfer-Encoding:\r\n chunked',
      `Content-Length: ${good.length}`]) + good, true],
    'bare line feeds': [head(s, [`Content-Length: ${good.length}`],
      {end: '\n'}) + good, true],
    'a bare line feed in a value': [with_line('X-A: b\nX-B: c'), true],
    'a bare carriage return in a value': [with_line('X-A: b\rX-B: c'), true],
    'a null byte in a value': [with_line('X-A: b\0c'), true],
    'a control in a value': [with_line('X-A: b\x01c'), true],
    'a line feed in the session': [head(`${s}\nX-A: b`,
      [`Content-Length: ${good.length}`]) + good, true],
    'extensions of chunks': [chunked('Transfer-Encoding: chunked',
      `${chunk(good, ';a=b;c="d\\"e"')}0;x\r\n\r\n`), false],
    'an extension with a line feed': [chunked('Transfer-Encoding: chunked',
      `${chunk(good, ';a\nb')}0\r\n\r\n`), true],
    'a trailer': [chunked('Transfer-Encoding: chunked',
      `${chunk(good)}0\r\nHost: evil.example\r\n\r\n`), false],
    'a chunk size that is none': [chunked('Transfer-Encoding: chunked',
      `zz\r\n${good}\r\n0\r\n\r\n`), true],
    'a chunk size beyond all numbers': [chunked('Transfer-Encoding: chunked',
      `FFFFFFFFFFFFFFFFF\r\n${good}\r\n0\r\n\r\n`), true],
    'a chunk size with a sign': [chunked('Transfer-Encoding: chunked',
      `-1\r\n${good}\r\n0\r\n\r\n`), true],
    'a chunk without its end': [chunked('Transfer-Encoding: chunked',
      `${good.length.toString(16)}\r\n${good}0\r\n\r\n`), true],
    'no host': [head(s, [`Content-Length: ${good.length}`],
      {host: null}) + good, true],
    'two hosts': [with_line('Host: evil.example'), true],
    'a target elsewhere': [head(s, [`Content-Length: ${good.length}`],
      {request: 'POST http://evil.example/stub/mcp HTTP/1.1'}) + good, false],
    'a blank before the version': [head(s, [`Content-Length: ${good.length}`],
      {request: 'POST /stub/mcp  HTTP/1.1'}) + good, true],
    'an unknown version': [head(s, [`Content-Length: ${good.length}`],
      {request: 'POST /stub/mcp HTTP/9.9'}) + good, true],
    'HTTP/0.9': ['GET /stub/mcp\r\n\r\n', true],
    'HTTP/2 as it begins': ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', true],
    'TLS as it begins': ['\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', true],
    'an upgrade': [head(s, ['Connection: Upgrade', 'Upgrade: h2c',
      `Content-Length: ${good.length}`]) + good, false],
    'a method without sense': [head(s, ['Content-Length: 0'],
      {request: 'BREW /stub/mcp HTTP/1.1'}), true],
    'CONNECT': ['CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: localhost\r\n\r\n',
      true],
    'a path that climbs': [head(s, [`Content-Length: ${good.length}`],
      {request: 'POST /stub/../stub/mcp HTTP/1.1'}) + good, false],
    'a path with escapes': [head(s, [`Content-Length: ${good.length}`],
      {request: 'POST /stub/mcp%0d%0aX:%20y HTTP/1.1'}) + good, true],
  };
}

// 03, second part
async function smuggling(t, pith) {
  const name = '03 smuggling';
  const stub = await start_stub();
  const toml = gateway_toml({stub: {url: stub.url}});
  await with_gateway(t, name, gateway(pith, toml), async (served) => {
    const client = await legacy(served.endpoint('stub'));
    const control = await raw(served.port,
      head(client.session, [`Content-Length: ${good.length}`]) + good,
      {milliseconds: 1000});
    t.check(`${name}: a good request is answered`, control.status === 200,
      control.text);
    const entries = Object.entries(corpus(client.session));
    await crowd(entries.length, async (i) => {
      const [what, [bytes, must_refuse]] = entries[i];
      const {text, status, closed} = await raw(served.port, bytes,
        {milliseconds: 3000});
      const refused = (status >= 400 && status < 500) || status === 501 ||
        status === 505 || (closed && text === '');
      t.check(`${name}: ${what}`, refused || (!must_refuse && status === 200),
        `closed ${closed}: ${text.slice(0, 300)}`);
      t.check(`${name}: ${what} has one answer at most`,
        (text.match(/^HTTP\/1\.1 [2-5]/gm) ?? []).length <= 1, text);
      t.check(`${name}: ${what} is not followed by more`,
        closed || !must_refuse || status === 404 || status === 405,
        'the connection stayed open');
    });
    t.check(`${name}: nothing was smuggled`,
      stub.calls_of('echo').length === 0);
    t.check(`${name}: nothing strange was passed on`, stub.requests.every(
      ({headers}) => headers['x-b'] === undefined && headers.x === undefined));

    // Two requests at once are two requests, answered in order.
    const one = (id) => {
      const body = JSON.stringify({jsonrpc: '2.0', id, method: 'ping'});
      return head(client.session, [`Content-Length: ${body.length}`]) + body;
    };
    const both = await raw(served.port, one(31) + one(32),
      {milliseconds: 1500});
    t.check(`${name}: requests in a row are answered in order`,
      both.text.indexOf('"id":31') > 0 &&
      both.text.indexOf('"id":32') > both.text.indexOf('"id":31'), both.text);
    t.check(`${name}: an id cannot add a header`, (await client.post(
      {jsonrpc: '2.0', id: 'a\r\nX-Evil: 1', method: 'ping'}))
      .headers['x-evil'] === undefined);
  });
  await stub.stop();
}

// 04, first part: sizes of heads, and slowness.
async function slowness(t, pith) {
  const name = '04 heads';
  const stub = await start_stub();
  const toml = gateway_toml({stub: {url: stub.url}}) + '[limits]\n' +
    'body_bytes = 65536\nheader_bytes = 8192\nrequest_seconds = 1\n' +
    'connections = 60\n';
  await with_gateway(t, name, gateway(pith, toml), async (served) => {
    const {port} = served;
    const client = await legacy(served.endpoint('stub'));
    const send = (lines, body = '') =>
      raw(port, head(client.session, lines) + body, {milliseconds: 3000});
    const refused = ({status, closed, text}, ...statuses) =>
      statuses.includes(status) || (closed && text === '');
    const long = await send([`X-Long: ${'x'.repeat(20000)}`]);
    t.check(`${name}: a long header`, refused(long, 431), long.text);
    const endless = await raw(port, `POST /${'x'.repeat(20000)}`,
      {milliseconds: 3000});
    t.check(`${name}: a long target`, refused(endless, 414, 431, 400),
      endless.text);
    const crowded =
      await send(Array.from({length: 500}, (_, i) => `X-${i}: y`));
    t.check(`${name}: many headers`, refused(crowded, 431, 400), crowded.text);
    const announced = await send(['Content-Length: 1000000000']);
    t.check(`${name}: a body too large, before it comes`,
      refused(announced, 413), announced.text);
    const chunks = await send(['Transfer-Encoding: chunked'],
      `${'4000\r\n'.concat('x'.repeat(0x4000), '\r\n').repeat(8)}0\r\n\r\n`);
    t.check(`${name}: a body too large, in chunks`, refused(chunks, 413),
      chunks.text);
    const extension = await send(['Transfer-Encoding: chunked'],
      `1;${'x'.repeat(200000)}\r\n{\r\n0\r\n\r\n`);
    t.check(`${name}: a chunk with a long extension`,
      refused(extension, 400, 413, 431), extension.text);
    const expected = await send(['Expect: 100-continue',
      `Content-Length: ${good.length}`], good);
    t.check(`${name}: Expect does no harm`,
      refused(expected, 100, 200, 417), expected.text);

    // One byte now and then: the time for a whole request counts.
    const dripped = head(client.session, ['Content-Length: 50']);
    const drips = await crowd(20, (i) => raw(port,
      i % 2 === 0 ? [...dripped] : [dripped, ...'{"jsonrpc"'.repeat(5)],
      {milliseconds: 6000, pause: 150}));
    t.check(`${name}: slow clients are sent away`,
      drips.every((one) => one.closed && (one.text === '' ||
        one.status === 408)),
      drips.map(({status, closed}) => [status, closed]));
    const silent = await raw(port, '', {milliseconds: 100});
    t.check(`${name}: a client that says nothing does no harm`,
      silent.text === '');

    const idle = await crowd(80, () => new Promise((resolve) => {
      const socket = net.connect(port, '127.0.0.1', () => resolve(socket));
      socket.on('error', () => resolve(socket));
    }));
    await sleep(200);  // until all of them are accepted
    const beyond = await raw(port, head(client.session,
      [`Content-Length: ${good.length}`]) + good, {milliseconds: 1000});
    t.check(`${name}: more connections than allowed`, refused(beyond, 503),
      beyond.text);
    idle.forEach((socket) => socket.destroy());
    await sleep(100);
    t.check(`${name}: and again when they are gone`, await eventually(
      async () => (await client.call('echo', {text: 'x'}).catch(() => ({})))
        .message?.result !== undefined));
  });
  await stub.stop();
}

export const bytes_cases = [
  ['03 smuggling', smuggling],
  ['04 heads', slowness],
];
