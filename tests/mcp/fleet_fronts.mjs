// SPDX-License-Identifier: MIT
// nginx and HAProxy with the files of examples/gateway/fleet.

import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {free_port, here, mcp_post, start, temporary} from './support.mjs';
import {eventually} from './wire.mjs';

const root = path.join(here, '..', '..');
const found = (...files) => files.find((file) => existsSync(file));

// Where .ci/setup puts them, or Debian.
export const nginx_program = () => found('/usr/sbin/nginx',
  path.join(root, 'build/nginx/usr/sbin/nginx'));
export const haproxy_program = () => found('/usr/sbin/haproxy',
  path.join(root, 'build/haproxy/usr/sbin/haproxy'));

// The text of a file, with parts replaced, wherever they are, that must be
// there.
export function replaced(file, replacements) {
  let text = readFileSync(file, 'utf8');
  for (const [from, to] of Object.entries(replacements)) {
    if (!text.includes(from)) {
      throw new Error(`${file} does not have '${from}'`);
    }
    text = text.replaceAll(from, () => to);
  }
  writeFileSync(file, text);
}

function ports_of(fleet) {
  return Object.fromEntries(fleet.gateways.map(({port}, i) =>
    [`127.0.0.1:410${i + 1}`, `127.0.0.1:${port}`]));
}

async function start_nginx(folder, fleet, port, is_short) {
  const kept = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((word) => `${word}_temp_path ${word}_temp;`).join(' ');
  replaced(path.join(folder, 'nginx.conf'), {
    'http {': `http { access_log off; ${kept}`,
    'listen 443 ssl;': `listen 127.0.0.1:${port} ssl;`,
    ...(is_short ? {'keepalive_timeout 2s;': 'keepalive_timeout 500ms;'} : {}),
    ...ports_of(fleet),
  });
  return start(nginx_program(), ['-p', folder, '-c', 'nginx.conf', '-e',
    'stderr', '-g', 'daemon off; pid nginx.pid; error_log stderr notice;'],
  {ready: /start worker process /});
}

// nginx without TLS in front of these ports: {port, stop, output}.
export async function start_plain_nginx(ports) {
  const folder = temporary();
  const port = await free_port();
  const servers = ports.map((each) => `server 127.0.0.1:${each};`).join(' ');
  const kept = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((word) => `${word}_temp_path ${word}_temp;`).join(' ');
  writeFileSync(path.join(folder, 'nginx.conf'), `worker_processes 1;
events { worker_connections 8192; }
http {
  access_log off; ${kept}
  upstream gateways { ${servers} keepalive 128; }
  server {
    listen 127.0.0.1:${port} backlog=4096;
    location / {
      proxy_pass http://gateways;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_buffering off;
      proxy_read_timeout 3600s;
      client_max_body_size 16m;
    }
  }
}
`);
  const process_of = await start(nginx_program(), ['-p', folder, '-c',
    'nginx.conf', '-e', 'stderr', '-g',
    'daemon off; pid nginx.pid; error_log stderr notice;'],
  {ready: /start worker process /});
  return {...process_of, port};
}

async function start_haproxy(folder, fleet, port) {
  replaced(path.join(folder, 'haproxy.cfg'), {
    'bind :443 ssl': `bind 127.0.0.1:${port} ssl`,
    ...ports_of(fleet),
  });
  const process_of =
    await start(haproxy_program(), ['-f', 'haproxy.cfg'], {cwd: folder});
  // It says nothing when all is well. Without a gateway it answers 503.
  const is_up = () => mcp_post(`https://127.0.0.1:${port}/tickets/mcp`, {})
    .then(({status}) => status === 401, () => false);
  if (!await eventually(is_up)) {
    throw new Error(`HAProxy finds no gateway\n${process_of.output()}`);
  }
  return process_of;
}

// {url, stop, output}: https, on a free port.
export async function start_front(kind, fleet, is_short) {
  const port = await free_port();
  const begin = kind === 'nginx' ? start_nginx : start_haproxy;
  const process_of = await begin(fleet.folder, fleet, port, is_short);
  return {...process_of, url: `https://127.0.0.1:${port}`};
}
