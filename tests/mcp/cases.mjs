// SPDX-License-Identifier: MIT
// Runs named cases one after the other. A case that throws, or takes too long,
// is a failed check and does not keep the others from running.
//
//   node SCRIPT.mjs PITH [PART-OF-A-NAME]

import {spawnSync} from 'node:child_process';
import process from 'node:process';
import {checks} from './support.mjs';
import {within} from './wire.mjs';

const case_milliseconds = 120000;

// Says why and ends with 77, which is "skipped", where PITH lacks a command.
export function require_commands(pith, ...commands) {
  const run = spawnSync(pith, ['help'], {encoding: 'utf8'});
  for (const command of commands) {
    if (!new RegExp(`^  ${command} `, 'm').test(run.stdout ?? '')) {
      console.log(`skipped: ${pith} has no command '${command}'`);
      process.exit(77);
    }
  }
}

// `cases` are [name, async (t, pith) => ...]; t.check() counts.
export async function run_cases(cases) {
  const [pith, part = ''] = process.argv.slice(2);
  if (pith === undefined) {
    console.error(`usage: ${process.argv[1]} PITH [PART-OF-A-NAME]`);
    process.exit(2);
  }
  require_commands(pith, 'gateway', 'proxy');
  const t = checks();
  for (const [name, body] of cases.filter(([n]) => n.includes(part))) {
    const begin = Date.now();
    try {
      await within(case_milliseconds, body(t, pith), name);
    } catch (problem) {
      t.check(name, false, problem);
    }
    if (process.env.VERBOSE) {
      console.log(`-- ${name}: ${Date.now() - begin} ms`);
    }
  }
  t.done();
  // Sockets of clients that were left open on purpose must not keep us.
  process.exit();
}

// One gateway for a case, stopped at its end. It must still be alive then: a
// crash fails the case whatever else was checked.
export async function with_gateway(t, name, start, body) {
  const served = await start;
  try {
    await body(served);
    t.check(`${name}: the gateway is alive`,
      served.child.exitCode === null && served.child.signalCode === null,
      served.output());
  } finally {
    await served.stop();
  }
}
