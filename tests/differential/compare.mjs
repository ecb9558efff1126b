// SPDX-License-Identifier: MIT
// Encodes random documents with the reference package and compares the bytes
// with ours; then lets the package decode what both agree on. A difference is
// excused only by a divergence in the list, and only if the document without
// what the divergence is about gives the same bytes on both sides.
//
//   node compare.mjs PROGRAM [--count N] [--seed S] [--show K]
//
// PROGRAM is the executable differential_documents.

import {spawn} from 'node:child_process';
import process from 'node:process';
import {
  decodeGeneric, encodeGeneric, parseJSONOrdered,
} from '@blackwell-systems/gcf';
import {decodeDivergences, encodeDivergences} from './divergences.mjs';
import {parse, same, stringify} from './tree.mjs';

function readOptions(words) {
  const options = {program: words[0], count: 100000, seed: 1, show: 5};
  for (let i = 1; i < words.length; i += 2) {
    const name = words[i].replace(/^--/, '');
    if (!(name in options) || !/^\d+$/.test(words[i + 1] ?? '')) {
      return null;
    }
    options[name] = Number(words[i + 1]);
  }
  return options.program === undefined ? null : options;
}

// Runs the program and yields its records as {json, wire}.
async function* records(program, words, input) {
  const child = spawn(program, words, {stdio: ['pipe', 'pipe', 'inherit']});
  const status = new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  child.stdin.on('error', () => {});  // its end is reported by the status
  child.stdin.end(input ?? '');
  let rest = Buffer.alloc(0);
  for await (const chunk of child.stdout) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let at = 0;
    for (;;) {
      const feed = rest.indexOf(10, at);
      if (feed < 0) {
        break;
      }
      const [json, wire] = rest.toString('latin1', at, feed).split(' ');
      const middle = feed + 1 + Number(json);
      const end = middle + Number(wire);
      if (end > rest.length) {
        break;
      }
      yield {
        json: rest.toString('utf8', feed + 1, middle),
        wire: rest.toString('utf8', middle, end),
      };
      at = end;
    }
    rest = rest.subarray(at);
  }
  if (await status !== 0 || rest.length !== 0) {
    throw new Error(`${program} ${words.join(' ')} failed`);
  }
}

function encodeThere(json) {
  try {
    return encodeGeneric(parseJSONOrdered(json));
  } catch (problem) {
    return `${problem}`;
  }
}

// What the decoder of the package makes of a text, as a complaint or null.
function decodeComplaint(tree, wire) {
  let value;
  try {
    value = decodeGeneric(wire);
  } catch (problem) {
    return `${problem.message}`;
  }
  return same(tree, value) ? null : 'another value';
}

class Report {
  constructor(show) {
    this.show = show;
    this.unexplained = 0;
    this.counts = new Map();
    for (const {id} of [...encodeDivergences, ...decodeDivergences]) {
      this.counts.set(id, {alone: 0, together: 0});
    }
  }

  excuse(ids) {
    for (const id of ids) {
      this.counts.get(id)[ids.length === 1 ? 'alone' : 'together'] += 1;
    }
  }

  complain(words, seed, json, texts) {
    this.unexplained += 1;
    if (this.unexplained > this.show) {
      return;
    }
    console.log(`\n${words}, seed ${seed}\njson: ${json}`);
    for (const [name, text] of Object.entries(texts)) {
      console.log(`--- ${name}\n${text}`);
    }
  }
}

// Each document that differs, without the one or the other cause: what is
// left must be the same on both sides.
async function explain(program, differing, report) {
  const variants = [];
  for (const document of differing) {
    const tree = parse(document.json);
    const original = stringify(tree);
    document.tries = [];
    let all = tree;
    const applied = [];
    for (const divergence of encodeDivergences) {
      const json = stringify(divergence.neutralise(tree));
      if (json !== original) {
        document.tries.push({ids: [divergence.id], json});
      }
      const before = stringify(all);
      all = divergence.neutralise(all);
      if (stringify(all) !== before) {
        applied.push(divergence.id);
      }
    }
    if (applied.length > 1) {
      document.tries.push({ids: applied, json: stringify(all)});
    }
    variants.push(...document.tries);
  }
  const input = variants.map(
    ({json}) => `${Buffer.byteLength(json)} 0\n${json}`).join('');
  let i = 0;
  for await (const {wire} of records(program, ['--encode'], input)) {
    variants[i].ours = wire;
    variants[i].theirs = encodeThere(variants[i].json);
    ++i;
  }
  for (const {seed, json, ours, theirs, tries} of differing) {
    const cause = tries.find((t) => t.ours === t.theirs);
    if (cause !== undefined) {
      report.excuse(cause.ids);
      continue;
    }
    const last = tries.at(-1);
    report.complain('encoded differently', seed, json, {
      ours, theirs,
      ...last && {
        [`without ${last.ids.join(', ')}`]: last.json,
        'ours then': last.ours,
        'theirs then': last.theirs,
      },
    });
  }
}

function checkDecode(seed, json, wire, report) {
  const tree = parse(json);
  const complaint = decodeComplaint(tree, wire);
  if (complaint === null) {
    return;
  }
  const cause = decodeDivergences.find(
    ({symptom, applies}) => symptom.test(complaint) && applies(tree));
  if (cause === undefined) {
    report.complain(`decoded differently (${complaint})`, seed, json, {wire});
  } else {
    report.excuse([cause.id]);
  }
}

async function main() {
  const options = readOptions(process.argv.slice(2));
  if (options === null) {
    console.error(
      'usage: compare.mjs PROGRAM [--count N] [--seed S] [--show K]');
    return 2;
  }
  const report = new Report(options.show);
  let seed = options.seed;
  let equal = 0;
  const words = ['--seed', `${options.seed}`, '--count', `${options.count}`];
  const differing = [];
  for await (const {json, wire} of records(options.program, words)) {
    const theirs = encodeThere(json);
    if (theirs === wire) {
      ++equal;
      checkDecode(seed, json, wire, report);
    } else {
      differing.push({seed, json, ours: wire, theirs});
    }
    ++seed;
  }
  await explain(options.program, differing, report);

  console.log(`${'divergence'.padEnd(24)} ${'alone'.padStart(8)} ` +
    `${'with others'.padStart(12)}`);
  let silent = 0;
  for (const [id, {alone, together}] of report.counts) {
    console.log(`${id.padEnd(24)} ${`${alone}`.padStart(8)} ` +
      `${`${together}`.padStart(12)}`);
    silent += alone + together === 0 ? 1 : 0;
  }
  console.log(`differential: ${seed - options.seed} documents, ${equal} ` +
    `equal, ${seed - options.seed - equal} different, ` +
    `${report.unexplained} unexplained, ${silent} divergences not seen`);
  // A short run may miss a rare one by chance.
  const stale = silent > 0 && options.count >= 100000;
  return report.unexplained === 0 && !stale && equal > 0 ? 0 : 1;
}

process.exitCode = await main();
