// SPDX-License-Identifier: MIT
// Compares with the reference package of TOON: random documents must give the
// same bytes with every delimiter, and damaged texts the same verdict and the
// same value. toon_divergences.md lists what is excused.
//
//   node toon.mjs PROGRAM [--count N] [--texts N] [--seed S] [--show K]
//
// PROGRAM is the executable toon_documents.

import process from 'node:process';
import {decode, encode} from '@toon-format/toon';
import {Report, explain, readOptions, records, sameTexts} from './peer.mjs';
import {
  parse, samePlain, withoutIndexKeys, withoutLargeDoubles,
  withoutRoundedIntegers,
} from './tree.mjs';

const delimiters = [',', '\t', '|'];

// --- what is excused --------------------------------------------------------

const encodeDivergences = [
  {id: 'large-integers', neutralise: withoutRoundedIntegers},
  {id: 'large-doubles', neutralise: withoutLargeDoubles(2 ** 63)},
  {id: 'index-keys', neutralise: withoutIndexKeys},
];

// A number that the package rounds, or takes for a string, and we refuse.
const outOfRange = {
  id: 'out-of-range',
  applies: (verdict, text) => verdict === 'out_of_range' &&
    /\d{19}|\de[+-]?\d{3}/i.test(text),
};

// --- documents --------------------------------------------------------------

function encodeThere(json) {
  try {
    const value = JSON.parse(json);
    return delimiters.map((delimiter) => encode(value, {delimiter}));
  } catch (problem) {
    return [`${problem}`];
  }
}

async function compareDocuments(options, report) {
  const words = ['--seed', `${options.seed}`, '--count', `${options.count}`];
  const differing = [];
  let seed = options.seed;
  let equal = 0;
  for await (const [json, ...ours] of records(options.program, words)) {
    const theirs = encodeThere(json);
    if (sameTexts(ours, theirs)) {
      ++equal;
    } else {
      differing.push({seed, json, ours, theirs});
    }
    ++seed;
  }
  await explain(options.program, encodeDivergences, encodeThere, differing,
    report);
  console.log(`documents: ${seed - options.seed}, ${equal} equal, ` +
    `${differing.length} different`);
  return equal;
}

// --- texts ------------------------------------------------------------------

function decodeThere(text, options) {
  const [mode, indentSize] = options.split(' ');
  try {
    return {value: decode(text,
      {strict: mode === 'strict', indentSize: Number(indentSize)})};
  } catch (problem) {
    return {problem};
  }
}

async function compareTexts(options, report) {
  const words = ['--mutate', '--seed', `${options.seed}`,
    '--count', `${options.texts}`];
  let seed = options.seed;
  let accepted = 0;
  let refused = 0;
  for await (const [text, with_, verdict, json] of
    records(options.program, words)) {
    const theirs = decodeThere(text, with_);
    if (theirs.problem !== undefined && verdict !== '') {
      ++refused;
    } else if (theirs.problem === undefined && verdict === '' &&
        samePlain(parse(json), theirs.value)) {
      ++accepted;
    } else if (theirs.problem === undefined &&
        outOfRange.applies(verdict, text)) {
      report.excuse([outOfRange.id]);
    } else {
      report.complain('decoded differently', seed, JSON.stringify(text), {
        text,
        options: with_,
        ours: verdict === '' ? json : verdict,
        theirs: theirs.problem === undefined
          ? JSON.stringify(theirs.value) : `${theirs.problem}`,
      });
    }
    ++seed;
  }
  console.log(`texts: ${seed - options.seed}, ${accepted} accepted and ` +
    `${refused} refused by both`);
  return Math.min(accepted, refused);
}

async function main() {
  const options = readOptions(process.argv.slice(2),
    {count: 100000, texts: 100000, seed: 1, show: 5});
  if (options === null) {
    console.error('usage: toon.mjs PROGRAM [--count N] [--texts N] ' +
      '[--seed S] [--show K]');
    return 2;
  }
  const report = new Report(options.show,
    [...encodeDivergences, outOfRange].map(({id}) => id));
  const equal = await compareDocuments(options, report);
  const agreed = await compareTexts(options, report);
  const silent = report.print();
  console.log(`differential: ${report.unexplained} unexplained, ` +
    `${silent} divergences not seen`);
  // A short run may miss a rare one by chance.
  const stale =
    silent > 0 && options.count >= 100000 && options.texts >= 100000;
  return report.unexplained === 0 && !stale && equal > 0 && agreed > 0 ? 0 : 1;
}

process.exitCode = await main();
