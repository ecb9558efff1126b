// SPDX-License-Identifier: MIT
// 17, second part: a tool that the configuration denies cannot be called, in
// whatever way the call is spelled. What we read and what the server reads
// must be the same, or the call must not get there.

import {with_gateway} from './cases.mjs';
import {stub_words} from './defects_stdio.mjs';
import {start_stub} from './stub_server.mjs';
import {gateway, gateway_toml, mcp_post} from './support.mjs';
import {
  legacy, modern, modern_headers, modern_meta, pipes,
} from './wire.mjs';

// Bodies that call `echo`, to one reader or to another. `meta` is a member
// with a comma before it, or nothing.
function spellings(meta) {
  const call = (name, more = '') => '{"jsonrpc":"2.0","id":5,"method":' +
    `"tools/call","params":{${name},"arguments":{"text":"x"${more}}${meta}}}`;
  const plain = call('"name":"echo"');
  const deep = `,"a":${'['.repeat(1000)}${']'.repeat(1000)}`;
  const wide = `,"a":[${'1,'.repeat(200000)}1]`;
  return {
    'plainly': plain,
    'with blanks': ` \n\t ${plain.replaceAll(':', ' :\t')} \r\n`,
    'with deep arguments': call('"name":"echo"', deep),
    'after deep arguments': '{"jsonrpc":"2.0","id":5,"params":{' +
      `"arguments":{"text":"x"${deep}},"name":"echo"${meta}},` +
      '"method":"tools/call"}',
    'with many arguments': call('"name":"echo"', wide),
    'an escaped name': call('"name":"\\u0065cho"'),
    'an escaped key': call('"n\\u0061me":"echo"'),
    'an escaped method': plain.replace('tools/call', 'tools\\/call'),
    'another escaped method': plain.replace('tools/call', '\\u0074ools/call'),
    'an escaped params': plain.replace('"params"', '"p\\u0061rams"'),
    'two names': call('"name":"about","name":"echo"'),
    'two names, the other way': call('"name":"echo","name":"about"'),
    'two names, one escaped': call('"name":"about","n\\u0061me":"echo"'),
    'two methods': plain.replace('"method"', '"method":"ping","method"'),
    'two params': plain.replace('"params"',
      '"params":{"name":"about"},"params"'),
    'two ids': plain.replace('"id":5', '"id":4,"id":5'),
    'a batch': `[${plain}]`,
    'a batch after another': `[{"jsonrpc":"2.0","id":4,"method":"ping"},` +
      `${plain}]`,
    'after a byte order mark': `\ufeff${plain}`,
    'with a lone surrogate': call('"name":"echo"', ',"a":"\\ud800"'),
    'with a number beyond all': call('"name":"echo"', ',"a":1e999999'),
    'with a control': call('"name":"echo"', ',"a":"\u007f\u0080"'),
    'without a version': plain.replace('"jsonrpc":"2.0",', ''),
    'with another version': plain.replace('"2.0"', '"3.0"'),
    'with more after it': `${plain}{}`,
    'as a notification': plain.replace('"id":5,', ''),
    'with no id': plain.replace('"id":5', '"id":null'),
    'with an odd id': plain.replace('"id":5', '"id":[5]'),
    'a name with a null': call('"name":"echo\\u0000"'),
    'a name with a blank': call('"name":"echo "'),
  };
}

async function denied_over_http(t, pith) {
  const name = '17 denied tools';
  const stub = await start_stub();
  const toml = `${gateway_toml({stub: {url: stub.url}})}` +
    '[server.stub.rewrite]\ndeny = ["echo"]\n';
  await with_gateway(t, name, gateway(pith, toml), async (served) => {
    const session = await legacy(served.endpoint('stub'));
    const client = modern(served.endpoint('stub'));
    const meta = `,"_meta":${JSON.stringify(modern_meta())}`;
    const eras = {
      legacy: [spellings(''), session.headers],
      modern: [spellings(meta), modern_headers(
        {method: 'tools/call', params: {name: 'echo'}})],
    };
    for (const [era, [bodies, headers]] of Object.entries(eras)) {
      for (const [what, body] of Object.entries(bodies)) {
        const before = stub.calls_of('echo').length;
        await mcp_post(served.endpoint('stub'), body, headers,
          {timeout: 5000}).catch(() => {});
        t.check(`${name}: ${what}, ${era}`,
          stub.calls_of('echo').length === before,
          stub.requests.at(-1)?.raw?.slice(0, 300));
      }
    }
    for (const one of [session, client]) {
      const {message} = await one.call('echo', {text: 'x'});
      t.check(`${name}: the answer is an error`,
        message?.error !== undefined || message?.result?.isError === true,
        message);
      const {message: list} = await one.request('tools/list', {});
      t.check(`${name}: it is not offered`,
        list.result.tools.every((tool) => tool.name !== 'echo'));
      t.check(`${name}: others are`,
        (await one.result('text', {text: 'x'})).content[0].text === 'x');
    }
  });
  await stub.stop();
}

async function denied_on_pipes(t, pith) {
  const name = '17 denied tools on pipes';
  const peer = pipes(pith, ['proxy', '--deny', 'echo', '--', ...stub_words]);
  await peer.hello();
  for (const [what, body] of Object.entries(spellings(''))) {
    if (/[\n\r]/.test(body)) {
      continue;  // would be several lines
    }
    peer.write(`${body}\n`);
    // Calls are answered in order of arrival, so this one comes last.
    await peer.call('about', {});
    t.check(`${name}: ${what}`, !peer.texts.some((text) =>
      text.includes('echo x')), what);
    peer.texts.length = 0;
  }
  // It would wait for answers that some of those never get.
  peer.child.kill('SIGTERM');
  await peer.ended;
}

export const policy_cases = [
  ['17 denied tools', denied_over_http],
  ['17 denied tools on pipes', denied_on_pipes],
];
