// SPDX-License-Identifier: MIT
// usage: collect.mjs PYTHON OUTPUT.json
// Starts every server of servers.json, lists its tools with the official
// client, and writes all definitions into one file:
//   {"members": [{"name": ..., "tools": [definition...]}...]}
// Keys are placeholders: a list needs none. Nothing is called.
import {existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {Client} from '@modelcontextprotocol/sdk/client/index.js';
import {StdioClientTransport} from '@modelcontextprotocol/sdk/client/stdio.js';

const here = dirname(fileURLToPath(import.meta.url));
const [python, output] = process.argv.slice(2);
if (!python || !output) {
  console.error('usage: collect.mjs PYTHON OUTPUT.json');
  process.exit(2);
}
const servers = JSON.parse(readFileSync(join(here, 'servers.json'), 'utf8'));
const scratch = mkdtempSync(join(tmpdir(), 'pith-disclosure-'));

/** The program of an npm package: the first entry of its `bin`. */
function entryOf(name) {
  const home = join(here, 'node_modules', name);
  const {bin} = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  const entry = join(home, typeof bin === 'string' ? bin : Object.values(bin)[0]);
  if (!existsSync(entry)) throw new Error(`${name} has no ${entry}`);
  return entry;
}

function commandOf({npm, program, args = []}) {
  const rest = args.map((a) => a.replace('{scratch}', scratch));
  return npm ? [process.execPath, [entryOf(npm), ...rest]]
             : [join(dirname(python), program), rest];
}

async function toolsOf(server) {
  const [command, args] = commandOf(server);
  const transport = new StdioClientTransport({
    command, args, cwd: scratch, stderr: 'pipe',
    env: {PATH: process.env.PATH, HOME: scratch, ...server.env},
  });
  let said = '';
  transport.stderr?.on('data', (data) => { said = (said + data).slice(-2000); });
  const client = new Client({name: 'pith-disclosure', version: '1'});
  try {
    await client.connect(transport, {timeout: 60_000});
    const tools = [];
    let cursor;
    do {
      const page = await client.listTools(cursor === undefined ? {} : {cursor});
      tools.push(...page.tools);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    return tools;
  } catch (error) {
    throw new Error(`${error.message}; the server says: ${said}`);
  } finally {
    await client.close();
  }
}

const members = [];
let failed = false;
for (const [name, server] of Object.entries(servers)) {
  try {
    const tools = await toolsOf(server);
    members.push({name, tools});
    console.log(`${name}: ${tools.length} tools`);
  } catch (error) {
    failed = true;
    console.error(`${name}: ${error.message}`);
  }
}
rmSync(scratch, {recursive: true, force: true});
writeFileSync(output, JSON.stringify({members}));
const count = members.reduce((sum, {tools}) => sum + tools.length, 0);
console.log(`${members.length} servers, ${count} tools`);
process.exit(failed || members.length < 12 || count < 150 ? 1 : 0);
