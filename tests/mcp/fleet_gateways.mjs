// SPDX-License-Identifier: MIT
// The gateways of examples/gateway/fleet on free ports, with certificates of an
// authority of their own and servers that tests can check.

import {execFileSync} from 'node:child_process';
import {randomBytes} from 'node:crypto';
import {
  appendFileSync, copyFileSync, cpSync, mkdirSync, readFileSync, renameSync, writeFileSync,
} from 'node:fs';
import https from 'node:https';
import path from 'node:path';
import tls from 'node:tls';
import {stub_words} from './defects_stdio.mjs';
import {replaced} from './fleet_fronts.mjs';
import {start_stub} from './stub_server.mjs';
import {free_port, here, start, temporary, toml} from './support.mjs';
import {eventually} from './wire.mjs';

const example = path.join(here, '..', '..', 'examples', 'gateway', 'fleet');
const internal = 'gateway.internal.example';

function openssl(...words) {
  execFileSync('openssl', words, {stdio: 'ignore'});
}

// A certificate of the authority in `folder`, or, without a name, that itself.
function make_certificate(folder, name, {file, names}) {
  const by = file === 'ca' ? [] :
    ['-CA', path.join(folder, 'ca.pem'), '-CAkey', path.join(folder, 'ca.key')];
  openssl('req', '-x509', '-newkey', 'ec', '-pkeyopt',
    'ec_paramgen_curve:P-256', '-nodes', '-days', '2', '-subj', `/CN=${name}`,
    ...(names === undefined ? [] : ['-addext', `subjectAltName=${names}`,
      '-addext', 'basicConstraints=CA:FALSE']),
    ...by, '-keyout', path.join(folder, `${file}.key`),
    '-out', path.join(folder, `${file}.pem`));
}

function make_certificates(folder) {
  make_certificate(folder, 'authority', {file: 'ca'});
  make_certificate(folder, internal, {file: 'gateway', names: `DNS:${internal}`});
  make_certificate(folder, 'gateway.example.org',
    {file: 'front', names: 'DNS:gateway.example.org,IP:127.0.0.1'});
  writeFileSync(path.join(folder, 'front-and-key.pem'),
    ['front.pem', 'front.key'].map((file) =>
      readFileSync(path.join(folder, file), 'utf8')).join(''));
  tls.setDefaultCACertificates(
    [readFileSync(path.join(folder, 'ca.pem'), 'utf8')]);
}

// Whoever reads the file sees the old one or the new one, whole.
function put(file, text) {
  writeFileSync(`${file}.new`, text, {mode: 0o600});
  renameSync(`${file}.new`, file);
}

async function make_gateway(pith, shared, index, more) {
  const name = 'abc'[index];
  const port = await free_port();
  const folder = path.join(shared.folder, name);
  mkdirSync(path.join(folder, 'files'), {recursive: true});
  copyFileSync(path.join(example, 'pith.toml'), path.join(folder, 'pith.toml'));
  replaced(path.join(folder, 'pith.toml'), {
    '127.0.0.1:4101': `127.0.0.1:${port}`,
    'replica = "a"': `replica = "${name}"`,
    'https://tickets.internal.example/mcp': shared.stub.url,
    '["npx", "-y", "@modelcontextprotocol/server-filesystem", "."]':
      toml(stub_words),
    // Still longer than nginx keeps connections, and than HAProxy needs to
    // notice.
    ...(shared.is_short ?
      {'drain_delay_seconds = 5': 'drain_delay_seconds = 1'} : {}),
  });
  appendFileSync(path.join(folder, 'pith.toml'), more);
  let running;
  let said = '';
  const ask = (what, headers = {}) => new Promise((resolve) => {
    https.get({host: '127.0.0.1', port, path: what, agent: false, headers,
      servername: internal}, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => {
        text += part;
      }).on('end', () => resolve({status: response.statusCode, text}))
        .on('error', () => resolve({}));
    }).on('error', () => resolve({}));
  });
  const ready = async () => (await ask('/readyz')).status === 200;
  const gateway = {
    name, port, folder,
    output: () => said + (running?.output() ?? ''),
    async start() {
      said += running?.output() ?? '';
      running = await start(pith, ['gateway', '--config',
        path.join(folder, 'pith.toml')], {ready: /"listening"/});
      if (!await eventually(ready)) {
        throw new Error(`${name} does not become ready\n${running.output()}`);
      }
    },
    // The text of /metrics.
    numbers: async () => (await ask('/metrics', {
      host: 'gateway.example.org',
      authorization: `Bearer ${shared.secret}`})).text ?? '',
    stop: () => running.stop(60000),
    kill() {
      running.child.kill('SIGKILL');
      return running.ended;
    },
    async reload() {
      const count = () => running.output().split('"reloaded"').length;
      const before = count();
      running.child.kill('SIGHUP');
      if (!await eventually(() => count() > before)) {
        throw new Error(`${name} does not reload\n${running.output()}`);
      }
    },
    // Of the certificate that it shows.
    serial: () => new Promise((resolve, reject) => {
      const socket = tls.connect({host: '127.0.0.1', port,
        servername: internal}, () => {
        resolve(socket.getPeerCertificate().serialNumber);
        socket.destroy();
      });
      socket.on('error', reject);
    }),
  };
  return gateway;
}

// {folder, gateways, stub, secret, ...}; everything is started. `more` is added
// to the configuration.
export async function start_fleet(pith, is_short, more = '') {
  const folder = path.join(temporary(), 'fleet');
  cpSync(example, folder, {recursive: true});
  make_certificates(folder);
  const stub = await start_stub();
  const fleet = {
    folder, stub, is_short, gateways: [], secret: randomBytes(16).toString('hex'),
    new_secret() {
      fleet.secret = randomBytes(16).toString('hex');
      return fleet.secret;
    },
    new_certificates() {
      make_certificate(folder, internal,
        {file: 'gateway', names: `DNS:${internal}`});
      fleet.share('gateway.pem', 'gateway.key');
    },
    // Copies files to all gateways.
    share(...files) {
      for (const gateway of fleet.gateways) {
        for (const file of files) {
          put(path.join(gateway.folder, file),
            readFileSync(path.join(folder, file)));
        }
      }
    },
    async set_secrets(secrets) {
      writeFileSync(path.join(folder, 'tokens'),
        secrets.map((secret) => `alice ${secret}\n`).join(''));
      fleet.share('tokens');
    },
    reload: () => Promise.all(fleet.gateways.map((one) => one.reload())),
    serials: () => Promise.all(fleet.gateways.map((one) => one.serial())),
    async stop() {
      await Promise.all(fleet.gateways.map((one) => one.stop()));
      await stub.stop();
    },
  };
  for (const index of [0, 1, 2]) {
    fleet.gateways.push(await make_gateway(pith, fleet, index, more));
  }
  fleet.share('gateway.pem', 'gateway.key');
  await fleet.set_secrets([fleet.secret]);
  await Promise.all(fleet.gateways.map((one) => one.start()));
  return fleet;
}
