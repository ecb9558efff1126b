// SPDX-License-Identifier: MIT
// Toxiproxy: links between programs of a test that become slow, narrow, deaf or
// broken when the test says so. `.ci/nightly faults` makes the program.

import {existsSync} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import {free_port, here, start} from './support.mjs';

// Undefined when there is none.
export const toxiproxy_program = () => [process.env.PITH_TOXIPROXY,
  path.join(here, '..', '..', 'build', 'go', 'toxiproxy-server')]
  .find((file) => file !== undefined && existsSync(file));

// {link(), stop()}; link(port, to) listens on `port` and passes on to `to`.
// A link has
//   spoil(type, attributes)  both ways, until heal(); see the toxics of
//                            Toxiproxy
//   heal()
//   cut()                    ends all of its connections
export async function start_toxiproxy() {
  const port = await free_port();
  const running = await start(toxiproxy_program(),
    ['-host', '127.0.0.1', '-port', `${port}`],
    {ready: /Starting (?:Toxiproxy )?HTTP server/, env: {LOG_LEVEL: 'info'}});
  const tell = async (method, target, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}${target}`, {
      method, body: body && JSON.stringify(body),
      headers: {'content-type': 'application/json'}});
    const text = await answer.text();
    if (!answer.ok) {
      throw new Error(`toxiproxy: ${method} ${target}: ${answer.status} ${text}`);
    }
    return text === '' ? undefined : JSON.parse(text);
  };
  return {
    async link(from, to) {
      const name = `link-${from}`;
      const at = `/proxies/${name}`;
      await tell('POST', '/proxies', {name, listen: `127.0.0.1:${from}`,
        upstream: `127.0.0.1:${to}`, enabled: true});
      return {
        async spoil(type, attributes = {}) {
          for (const stream of ['upstream', 'downstream']) {
            await tell('POST', `${at}/toxics`,
              {name: `${type}-${stream}`, type, stream, attributes});
          }
        },
        async heal() {
          for (const {name: toxic} of await tell('GET', `${at}/toxics`)) {
            await tell('DELETE', `${at}/toxics/${toxic}`);
          }
        },
        async cut() {
          await tell('POST', at, {enabled: false});
          await tell('POST', at, {enabled: true});
        },
      };
    },
    stop: () => running.stop(),
  };
}
