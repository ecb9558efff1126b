// SPDX-License-Identifier: MIT
// A real issuer of tokens (oidc-provider) on a loopback port: its keys can be
// replaced, it can be out of order, and it counts who asks for its keys.

import {exportJWK, generateKeyPair, importJWK, SignJWT} from 'jose';
import {once} from 'node:events';
import http from 'node:http';
import {Provider} from 'oidc-provider';

const scope = 'tools:read tools:write';

// A private key as a JWK with its kid.
export async function make_key(kid, alg = 'ES256') {
  const {privateKey} = await generateKeyPair(alg, {extractable: true});
  return {...await exportJWK(privateKey), kid, alg, use: 'sig'};
}

// Of a key, what everybody may know.
export function public_part({d, p, q, dp, dq, qi, ...rest}) {
  return rest;
}

function make_provider(url, keys, seconds) {
  const provider = new Provider(url, {
    clients: [{
      client_id: 'robot', client_secret: 'robot-secret-0123456789',
      grant_types: ['client_credentials'], redirect_uris: [],
      response_types: [], scope, id_token_signed_response_alg: 'ES256',
    }],
    scopes: scope.split(' '),
    jwks: {keys},
    extraTokenClaims: () => ({groups: ['ops', 'dev'], nick: 'Robot'}),
    features: {
      clientCredentials: {enabled: true},
      devInteractions: {enabled: false},
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (ctx, resource) => ({
          scope, audience: resource, accessTokenTTL: seconds,
          accessTokenFormat: 'jwt', jwt: {sign: {alg: 'ES256'}},
        }),
      },
    },
  });
  provider.on('server_error', (ctx, problem) => console.error(problem));
  return provider;
}

// {url, jwks_uri, key, rotate(), retire(), token(), fetches, is_down, stop()}
export async function start_issuer({seconds = 600} = {}) {
  const issuer = {fetches: 0, is_down: false};
  let answer;
  const server = http.createServer((request, response) => {
    if (request.url === '/jwks') {
      ++issuer.fetches;
    }
    if (issuer.is_down) {
      request.socket.destroy();
    } else {
      answer(request, response);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  issuer.url = `http://127.0.0.1:${server.address().port}`;
  issuer.jwks_uri = `${issuer.url}/jwks`;
  let number = 0;
  const publish = (...keys) => {
    answer = make_provider(issuer.url, keys, seconds).callback();
  };
  // A new key signs at once; nobody was told of it before. The last one is
  // still published, for the tokens that it has signed.
  issuer.rotate = async () => {
    const old = issuer.key === undefined ? [] : [issuer.key];
    issuer.key = await make_key(`key-${++number}`);
    publish(issuer.key, ...old);
  };
  issuer.retire = () => publish(issuer.key);
  await issuer.rotate();
  issuer.token = async (resource, wanted = 'tools:read') => {
    const response = await fetch(`${issuer.url}/token`, {
      method: 'POST',
      headers: {
        'authorization':
          `Basic ${btoa('robot:robot-secret-0123456789')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams(
        {grant_type: 'client_credentials', scope: wanted, resource}),
    });
    const body = await response.json();
    if (body.access_token === undefined) {
      throw new Error(`no token: ${JSON.stringify(body)}`);
    }
    return body.access_token;
  };
  issuer.stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return issuer;
}

// A token as this issuer would sign it, but for what is changed: members of
// the header and of the claims (undefined takes one away), or the key.
export async function forge(issuer, resource, {header = {}, claims = {},
  key = issuer.key} = {}) {
  const now = Math.floor(Date.now() / 1000);
  const body = {
    iss: issuer.url, sub: 'robot', aud: resource, iat: now, exp: now + 600,
    client_id: 'robot', scope: 'tools:read', ...claims,
  };
  const head = {alg: 'ES256', typ: 'at+jwt', kid: issuer.key.kid, ...header};
  const plain = (value) => JSON.parse(JSON.stringify(value));
  const secret = key instanceof Uint8Array ? key :
    await importJWK(key, head.alg);
  return new SignJWT(plain(body)).setProtectedHeader(plain(head)).sign(secret,
    {crit: {'urn:x': true}});
}
