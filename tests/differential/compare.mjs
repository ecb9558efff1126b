// SPDX-License-Identifier: MIT
// Encodes random documents with the reference package and compares the bytes
// with ours; then lets the package decode what both agree on. A difference is
// excused only by a divergence in the list, and only if the document without
// what the divergence is about gives the same bytes on both sides.
//
//   node compare.mjs PROGRAM [--count N] [--seed S] [--show K]
//
// PROGRAM is the executable differential_documents.

import process from 'node:process';
import {
  decodeGeneric, encodeGeneric, parseJSONOrdered,
} from '@blackwell-systems/gcf';
import {decodeDivergences, encodeDivergences} from './divergences.mjs';
import {Report, readOptions, records, variantsWithout} from './peer.mjs';
import {parse, same, stringify} from './tree.mjs';

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

// Each document that differs, without the one or the other cause: what is
// left must be the same on both sides.
async function explain(program, differing, report) {
  const variants = [];
  for (const document of differing) {
    document.tries =
      variantsWithout(encodeDivergences, parse(document.json), stringify);
    variants.push(...document.tries);
  }
  const input = variants.map(
    ({json}) => `${Buffer.byteLength(json)}\n${json}`).join('');
  let i = 0;
  for await (const [, wire] of records(program, ['--encode'], input)) {
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
  const options = readOptions(process.argv.slice(2),
    {count: 100000, seed: 1, show: 5});
  if (options === null) {
    console.error(
      'usage: compare.mjs PROGRAM [--count N] [--seed S] [--show K]');
    return 2;
  }
  const report = new Report(options.show,
    [...encodeDivergences, ...decodeDivergences].map(({id}) => id));
  let seed = options.seed;
  let equal = 0;
  const words = ['--seed', `${options.seed}`, '--count', `${options.count}`];
  const differing = [];
  for await (const [json, wire] of records(options.program, words)) {
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

  const silent = report.print();
  console.log(`differential: ${seed - options.seed} documents, ${equal} ` +
    `equal, ${seed - options.seed - equal} different, ` +
    `${report.unexplained} unexplained, ${silent} divergences not seen`);
  // A short run may miss a rare one by chance.
  const stale = silent > 0 && options.count >= 100000;
  return report.unexplained === 0 && !stale && equal > 0 ? 0 : 1;
}

process.exitCode = await main();
