// SPDX-License-Identifier: MIT
// People and programs that come with the token of an issuer: oidc-provider
// signs what is good, jose what is not.
//
//   node identity.mjs PITH [PART-OF-A-NAME]

import {Client as Client1} from '@modelcontextprotocol/sdk/client/index.js';
import {ClientCredentialsProvider as Credentials1} from
  '@modelcontextprotocol/sdk/client/auth-extensions.js';
import {StreamableHTTPClientTransport as Transport1} from
  '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  Client as Client2, ClientCredentialsProvider as Credentials2,
  StreamableHTTPClientTransport as Transport2,
} from '@modelcontextprotocol/client';
import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {run_cases, with_gateway} from './cases.mjs';
import {
  forge, make_key, public_part, start_issuer,
} from './identity/issuer.mjs';
import {start_stub} from './stub_server.mjs';
import {
  free_port, gateway, gateway_toml, here, mcp_post, temporary,
} from './support.mjs';
import {crowd, eventually, legacy, modern, open_stream} from './wire.mjs';

const stub_words =
  [process.execPath, path.join(here, 'stub_server.mjs'), 'stdio'];
const as = (token) => ({headers: {authorization: `Bearer ${token}`}});
const ping = {jsonrpc: '2.0', id: 1, method: 'ping'};
const well_known = '/.well-known/oauth-protected-resource';

// An issuer, a stub, and a gateway in front of it that believes the issuer.
// body({served, issuer, stub, base}); base is the resource.
async function setting(t, pith, name, body, {keys, rules = ''} = {}) {
  const issuer = await start_issuer();
  const stub = await start_stub();
  const port = await free_port();
  const base = `http://127.0.0.1:${port}`;
  const toml = `listen = "127.0.0.1:${port}"\n` + gateway_toml({
    stub: {url: stub.url}, child: {command: stub_words},
  }) + '[auth]\ntokens = { alice = "secret-of-alice" }\n' +
    `[auth.oauth]\nissuer = "${issuer.url}"\nresource = "${base}"\n` +
    `${keys ?? `jwks_uri = "${issuer.jwks_uri}"`}\n` +
    'scopes = ["tools:read", "tools:write"]\nname_claim = "nick"\n' + rules;
  try {
    await with_gateway(t, name, gateway(pith, toml), (served) =>
      body({served, issuer, stub, base}));
  } finally {
    issuer.stop();
    await stub.stop();
  }
}

function call(url, token, text = 'x') {
  return modern(url, as(token)).call('echo', {text});
}

async function metadata(t, pith) {
  const name = 'metadata';
  await setting(t, pith, name, async ({issuer, base}) => {
    const strange = {host: 'evil.example', origin: 'https://page.example'};
    for (const [where, resource] of [['', base], ['/mcp', `${base}/mcp`],
      ['/stub/mcp', `${base}/stub/mcp`], ['/child/mcp', `${base}/child/mcp`]]) {
      for (const headers of [{}, strange]) {
        const {status, text, headers: got} = await mcp_post(
          `${base}${well_known}${where}`, undefined, headers, {method: 'GET'});
        const said = status === 200 ? JSON.parse(text) : {};
        t.check(`${name}: of '${where}' for ${headers.host ?? 'us'}`,
          said.resource === resource &&
          JSON.stringify(said.authorization_servers) ===
            JSON.stringify([issuer.url]) &&
          said.scopes_supported.join() === 'tools:read,tools:write' &&
          said.bearer_methods_supported.join() === 'header' &&
          got['access-control-allow-origin'] === '*' &&
          /^application\/json/.test(got['content-type']), {status, text});
      }
    }
    const asked = await mcp_post(`${base}${well_known}/stub/mcp`, undefined, {
      'origin': 'https://page.example',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'mcp-protocol-version',
    }, {method: 'OPTIONS'});
    t.check(`${name}: a page may ask`, asked.status === 204 &&
      asked.headers['access-control-allow-origin'] === '*' &&
      asked.headers['access-control-allow-headers'] === '*', asked.headers);
    const posted = await mcp_post(`${base}${well_known}`, ping);
    t.check(`${name}: is only read`, posted.status === 405, posted.status);
    for (const where of ['/nobody/mcp', '/stub', 'x']) {
      const {status} = await mcp_post(`${base}${well_known}${where}`,
        undefined, {}, {method: 'GET'});
      t.check(`${name}: not of '${where}'`, [401, 404].includes(status),
        status);
    }
  });
}

async function challenges(t, pith) {
  const name = 'challenge';
  await setting(t, pith, name, async ({issuer, base}) => {
    const url = `${base}/stub/mcp`;
    const where = `resource_metadata="${base}${well_known}/stub/mcp"`;
    for (const [what, headers, is_token] of [['none', {}, false],
      ['an unknown secret', as('secret-of-nobody').headers, true],
      ['a strange Host', {...as('x.y.z').headers, host: 'evil.example'},
        true]]) {
      const {status, headers: got} = await mcp_post(url, ping, headers);
      const said = got['www-authenticate'] ?? '';
      // Who is not allowed here at all is told nothing else.
      if (headers.host !== undefined) {
        t.check(`${name}: ${what}`, status === 403, status);
        continue;
      }
      t.check(`${name}: ${what}`, status === 401 && said.includes(where) &&
        said.includes('scope="tools:read tools:write"') &&
        /^Bearer /.test(said) &&
        said.includes('error="invalid_token"') === is_token, said);
    }
    const old = await forge(issuer, url, {claims: {exp: 1000000}});
    const {headers} = await mcp_post(url, ping, as(old).headers);
    t.check(`${name}: says that a token is too old`,
      /error_description="The token has expired"/
        .test(headers['www-authenticate']), headers);
  });
}

// Both generations of the official client find everything by themselves.
async function discovery(t, pith) {
  const name = 'discovery';
  await setting(t, pith, name, async ({served, issuer, stub, base}) => {
    for (const [version, Client, Transport, Credentials] of [
      ['1', Client1, Transport1, Credentials1],
      ['2', Client2, Transport2, Credentials2]]) {
      for (const where of ['/stub/mcp', '/child/mcp', '/mcp']) {
        const provider = new Credentials({
          clientId: 'robot', clientSecret: 'robot-secret-0123456789',
          scope: 'tools:read', expectedIssuer: issuer.url,
        });
        const client = new Client({name: 'test', version: '1'});
        await client.connect(new Transport(new URL(`${base}${where}`),
          {authProvider: provider}));
        const tool = where === '/mcp' ? 'stub__echo' : 'echo';
        const {content} = await client.callTool(
          {name: tool, arguments: {text: `by ${version}`}});
        t.check(`${name}: SDK ${version} at ${where}`,
          content[0].text.includes(`by ${version}`), content);
        const [, claims] = provider.tokens().access_token.split('.');
        const {aud} = JSON.parse(Buffer.from(claims, 'base64url'));
        t.check(`${name}: for this resource, SDK ${version} at ${where}`,
          aud === `${base}${where}`, aud);
        await client.close();
      }
    }
    t.check(`${name}: the log shows who it was`, served.output().includes(
      `"principal":"${issuer.url}|robot","caller":"Robot"`), served.output());
    t.check(`${name}: no token is in it`, !/eyJ/.test(served.output()));
    t.check(`${name}: no token went to the server`,
      stub.requests.length > 0 && stub.requests.every(({headers}) =>
        headers.authorization === undefined),
      stub.requests.map(({headers}) => headers));
    t.check(`${name}: the keys were read once`, issuer.fetches === 1,
      issuer.fetches);
  });
}

async function beside(t, pith) {
  const name = 'beside static tokens';
  await setting(t, pith, name, async ({issuer, base}) => {
    const url = `${base}/stub/mcp`;
    const alice = await call(url, 'secret-of-alice');
    t.check(`${name}: they are as good as ever`, alice.status === 200);
    const robot = await call(url, await issuer.token(url));
    t.check(`${name}: and so is the other`, robot.status === 200, robot.text);
    for (const server of ['stub', 'child']) {
      const at = `${base}/${server}/mcp`;
      const mine = await legacy(at, as(await issuer.token(at)));
      t.check(`${name}: a session, ${server}`, mine.first.status === 200);
      const again = {...mine.headers, ...as(await issuer.token(at)).headers};
      const {status} = await mcp_post(at, ping, again);
      t.check(`${name}: goes on with the next token, ${server}`,
        status === 200, status);
      for (const token of ['secret-of-alice',
        await forge(issuer, at, {claims: {sub: 'robot2'}})]) {
        const stolen = await mcp_post(at, ping,
          {...mine.headers, ...as(token).headers});
        t.check(`${name}: is for its principal alone, ${server}`,
          stolen.status === 404, stolen.status);
      }
    }
  });
}

async function refused(t, pith) {
  const name = 'refused';
  await setting(t, pith, name, async ({issuer, stub, base}) => {
    const url = `${base}/stub/mcp`;
    const now = Math.floor(Date.now() / 1000);
    const own = await make_key(issuer.key.kid);
    const rsa = await make_key(issuer.key.kid, 'RS256');
    const good = await forge(issuer, url);
    const [head, claims, signature] = good.split('.');
    const text = (value) =>
      Buffer.from(JSON.stringify(value)).toString('base64url');
    const point = new TextEncoder().encode(
      JSON.stringify(public_part(issuer.key)));
    const with_claims = (changed) => forge(issuer, url, {claims: changed});
    const with_header = (changed, key) =>
      forge(issuer, url, {header: changed, key});
    const bad = {
      'another audience': await with_claims({aud: 'https://other.example'}),
      'another endpoint': await with_claims({aud: `${base}/child/mcp`}),
      'a longer audience': await with_claims({aud: `${base}.evil`}),
      'no audience': await with_claims({aud: undefined}),
      'an empty list of audiences': await with_claims({aud: []}),
      'another issuer': await with_claims({iss: 'https://id.example'}),
      'an issuer with a slash': await with_claims({iss: `${issuer.url}/`}),
      'no issuer': await with_claims({iss: undefined}),
      'expired': await with_claims({exp: now - 61}),
      'expired long ago': await with_claims({exp: 1}),
      'no end': await with_claims({exp: undefined}),
      'an end that is a text': await with_claims({exp: `${now + 600}`}),
      'not yet': await with_claims({nbf: now + 120}),
      'issued in the future': await with_claims({iat: now + 120}),
      'no subject': await with_claims({sub: undefined}),
      'an empty subject': await with_claims({sub: ''}),
      'a subject with a null': await with_claims({sub: 'a\u0000b'}),
      'an id token': await with_header({typ: 'JWT'}),
      'no type': await with_header({typ: undefined}),
      'no key id': await with_header({kid: undefined}),
      'an extension': await with_header({'crit': ['urn:x'], 'urn:x': 1}),
      'a key of its own': await with_header({}, own),
      'a key that it brings': await with_header(
        {jwk: public_part(own)}, own),
      'a key that it points to': await with_header(
        {jku: 'https://evil.example/keys'}, own),
      'RSA with the id of P-256': await with_header({alg: 'RS256'}, rsa),
      'HMAC with the public key': await with_header({alg: 'HS256'}, point),
      'none': `${text({alg: 'none', typ: 'at+jwt'})}.${claims}.`,
      'none, signed': `${text({alg: 'none', typ: 'at+jwt',
        kid: issuer.key.kid})}.${claims}.${signature}`,
      'no signature': `${head}.${claims}.`,
      'two parts': `${head}.${claims}`,
      'five parts': `${good}.x.y`,
      'padding': `${good}=`,
      'other claims': `${head}.${text({sub: 'root'})}.${signature}`,
      'a flipped bit': `${head}.${claims}.` +
        `${signature[0] === 'A' ? 'B' : 'A'}${signature.slice(1)}`,
      'not base64': `${head}.${claims}.${signature}!`,
      'too long': await with_claims({note: 'x'.repeat(9000)}),
    };
    t.check(`${name}: the good one is good`,
      (await call(url, good)).status === 200);
    const seen = stub.requests.length;
    // All at once: each refusal is held back for longer than the one before.
    await Promise.all(Object.entries(bad).map(async ([what, token]) => {
      const {status, headers} = await call(url, token);
      t.check(`${name}: ${what}`, status === 401 &&
        headers['www-authenticate'].includes('error="invalid_token"'), status);
    }));
    t.check(`${name}: at least 30`, Object.keys(bad).length >= 30);
    const query = await mcp_post(`${url}?access_token=${good}`, ping);
    t.check(`${name}: never in the address`, query.status === 401);
    t.check(`${name}: the server heard nothing`, stub.requests.length === seen);
    t.check(`${name}: the good one is still good`,
      (await call(url, good)).status === 200);
  });
}

// What a token may do: its scopes and its groups, at each kind of server.
async function rights(t, pith) {
  const name = 'rights';
  const rules = '[[rule]]\nwho = ["*"]\ntools = ["echo"]\n' +
    'scope = "tools:read tools:write"\n' +
    '[[rule]]\nwho = ["group:dev"]\ntools = ["rows"]\ndeny = true\n';
  await setting(t, pith, name, async ({issuer, base}) => {
    for (const server of ['stub', 'child']) {
      const url = `${base}/${server}/mcp`;
      const both = await issuer.token(url, 'tools:read tools:write');
      t.check(`${name}: with all scopes, ${server}`,
        (await call(url, both)).status === 200);
      const one = await issuer.token(url, 'tools:read');
      const {status, headers} = await call(url, one);
      const said = headers['www-authenticate'] ?? '';
      t.check(`${name}: without one of them, ${server}`, status === 403 &&
        said.includes('error="insufficient_scope"') &&
        said.includes('scope="tools:read tools:write"') &&
        said.includes(
          `resource_metadata="${base}${well_known}/${server}/mcp"`),
      {status, said});
      const seen = await modern(url, as(both)).request('tools/list', {});
      const names = seen.message.result.tools.map((tool) => tool.name);
      t.check(`${name}: its group hides a tool, ${server}`,
        names.includes('echo') && !names.includes('rows'), names);
      const free = await forge(issuer, url, {claims: {groups: ['ops']}});
      const all = await modern(url, as(free)).request('tools/list', {});
      t.check(`${name}: another sees it, ${server}`,
        all.message.result.tools.some((tool) => tool.name === 'rows'),
        all.text);
    }
  }, {rules});
}

// The issuer has a new key, and later only that one, while everybody calls.
async function rotation(t, pith) {
  const name = 'rotation';
  await setting(t, pith, name, async ({served, issuer, base}) => {
    const url = `${base}/stub/mcp`;
    const answers = [];
    let is_over = false;
    const loops = crowd(8, async () => {
      while (!is_over) {
        const token = await issuer.token(url);
        const {status, text} = await call(url, token);
        answers.push({status, text});
      }
    });
    await eventually(() => answers.length > 50);
    const before = answers.length;
    const old = await issuer.token(url);
    await issuer.rotate();
    await eventually(() => answers.length > before + 200);
    const twice = issuer.fetches;
    t.check(`${name}: the old key is good for a while`,
      (await call(url, old)).status === 200);
    issuer.retire();
    served.child.kill('SIGHUP');
    t.check(`${name}: and worth nothing once it is gone`, await eventually(
      async () => (await call(url, old)).status === 401, 10000));
    const after = answers.length;
    await eventually(() => answers.length > after + 50);
    is_over = true;
    await loops;
    const failed = answers.filter(({status}) => status !== 200);
    t.check(`${name}: no call fails`, failed.length === 0,
      failed.slice(0, 3));
    t.check(`${name}: the keys were read twice for it`, twice === 2, twice);
    console.log(`${answers.length} calls during two rotations`);
  });
}

async function outage(t, pith) {
  const name = 'outage';
  await setting(t, pith, name, async ({issuer, base}) => {
    const url = `${base}/stub/mcp`;
    const first = await issuer.token(url);
    t.check(`${name}: before`, (await call(url, first)).status === 200);
    issuer.is_down = true;
    const second = await forge(issuer, url);
    t.check(`${name}: a token of before`,
      (await call(url, first)).status === 200);
    t.check(`${name}: one that was not seen before`,
      (await call(url, second)).status === 200);
    const strange = await forge(issuer, url,
      {key: await make_key('new'), header: {kid: 'new'}});
    const {status, headers} = await call(url, strange);
    t.check(`${name}: nobody can tell about a new key`, status === 503 &&
      headers['retry-after'] !== undefined, status);
  });
}

// What is open by a token ends with it.
async function end_of_time(t, pith) {
  const name = 'end';
  await setting(t, pith, name, async ({issuer, base}) => {
    await Promise.all(['stub', 'child'].map(async (server) => {
      const url = `${base}/${server}/mcp`;
      const now = Math.floor(Date.now() / 1000);
      // Clocks may differ by a minute, so this one has some seconds.
      const short = await forge(issuer, url, {claims: {exp: now - 55}});
      const client = await legacy(url, as(short));
      t.check(`${name}: good until then, ${server}`,
        client.first.status === 200, client.first.status);
      const stream = await open_stream(url, {headers: client.headers});
      t.check(`${name}: a stream, ${server}`, stream.status === 200);
      t.check(`${name}: is ended, ${server}`,
        await eventually(() => stream.messages.ended, 12000));
      t.check(`${name}: not before its time, ${server}`,
        Date.now() / 1000 >= now + 5, Date.now() / 1000 - now);
      t.check(`${name}: and the token is too old, ${server}`,
        (await mcp_post(url, ping, client.headers)).status === 401);
    }));
  });
}

// Without a network: keys in a file that is read again on SIGHUP.
async function file(t, pith) {
  const name = 'file';
  const keys = path.join(temporary(), 'keys.json');
  const first = await make_key('first');
  const second = await make_key('second');
  const write = (...all) => writeFileSync(keys,
    JSON.stringify({keys: all.map(public_part)}));
  write(first);
  await setting(t, pith, name, async ({served, issuer, base}) => {
    const url = `${base}/child/mcp`;
    const by = (key) =>
      forge(issuer, url, {key, header: {kid: key.kid}});
    t.check(`${name}: the first key`,
      (await call(url, await by(first))).status === 200);
    write(second);
    served.child.kill('SIGHUP');
    const token = await by(second);
    t.check(`${name}: the second key after a reload`, await eventually(
      async () => (await call(url, token)).status === 200, 10000));
    t.check(`${name}: the first is gone`,
      (await call(url, await by(first))).status === 401);
    t.check(`${name}: nobody asked the issuer`, issuer.fetches === 0);
  }, {keys: `jwks_file = "${keys}"`});
}

await run_cases([
  ['metadata', metadata], ['challenges', challenges],
  ['discovery', discovery], ['beside', beside], ['refused', refused],
  ['rights', rights], ['rotation', rotation], ['outage', outage], ['end', end_of_time],
  ['file', file],
]);
