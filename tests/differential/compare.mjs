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
import {Report, explain, readOptions, records, sameTexts} from './peer.mjs';
import {parse, same} from './tree.mjs';

function encodeThere(json) {
  try {
    return [encodeGeneric(parseJSONOrdered(json))];
  } catch (problem) {
    return [`${problem}`];
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

function checkDecode(seed, json, wire, report) {
  const tree = parse(json);
  const complaint = decodeComplaint(tree, wire);
  if (complaint === null) {
    return;
  }
  report.judgeDecoding(decodeDivergences, complaint,
    {seed, json, tree, text: wire});
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
  for await (const [json, ...ours] of records(options.program, words)) {
    const theirs = encodeThere(json);
    if (sameTexts(ours, theirs)) {
      ++equal;
      checkDecode(seed, json, ours[0], report);
    } else {
      differing.push({seed, json, ours, theirs});
    }
    ++seed;
  }
  await explain(options.program, encodeDivergences, encodeThere, differing,
    report);

  const silent = report.print();
  console.log(`differential: ${seed - options.seed} documents, ${equal} ` +
    `equal, ${seed - options.seed - equal} different, ` +
    `${report.unexplained} unexplained, ${silent} divergences not seen`);
  // A short run may miss a rare one by chance.
  const stale = silent > 0 && options.count >= 100000;
  return report.unexplained === 0 && !stale && equal > 0 ? 0 : 1;
}

process.exitCode = await main();
