// SPDX-License-Identifier: MIT
// What comparisons with a reference package share: options, the records that
// a program of ours prints, and the report.

import {spawn} from 'node:child_process';
import {parse, stringify} from './tree.mjs';

// PROGRAM and `--name number` words over defaults; null when they make none.
export function readOptions(words, defaults) {
  const options = {program: words[0], ...defaults};
  for (let i = 1; i < words.length; i += 2) {
    const name = words[i].replace(/^--/, '');
    if (!(name in options) || !/^\d+$/.test(words[i + 1] ?? '')) {
      return null;
    }
    options[name] = Number(words[i + 1]);
  }
  return options.program === undefined ? null : options;
}

// Runs the program and yields its records. A record is the decimal lengths of
// its parts, a line feed, and the parts, which are UTF-8.
export async function* records(program, words, input) {
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
      const lengths = rest.toString('latin1', at, feed).split(' ').map(Number);
      const end = lengths.reduce((sum, n) => sum + n, feed + 1);
      if (end > rest.length) {
        break;
      }
      let begin = feed + 1;
      yield lengths.map((n) => rest.toString('utf8', begin, begin += n));
      at = end;
    }
    rest = rest.subarray(at);
  }
  if (await status !== 0 || rest.length !== 0) {
    throw new Error(`${program} ${words.join(' ')} failed`);
  }
}

// Counts what was excused, by divergence, and prints what was not.
export class Report {
  constructor(show, ids) {
    this.show = show;
    this.unexplained = 0;
    this.counts = new Map(ids.map((id) => [id, {alone: 0, together: 0}]));
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

  // What the package read in a text of ours is not the document: excused by a
  // divergence that has this symptom and applies, and otherwise a complaint.
  judgeDecoding(divergences, symptomSeen, {seed, json, tree, text}) {
    const cause = divergences.find(
      ({symptom, applies}) => symptom.test(symptomSeen) && applies(tree));
    if (cause === undefined) {
      this.complain(`decoded differently (${symptomSeen})`, seed, json, {text});
    } else {
      this.excuse([cause.id]);
    }
  }

  // Prints the table; returns how many divergences were never seen.
  print() {
    console.log(`${'divergence'.padEnd(24)} ${'alone'.padStart(8)} ` +
      `${'with others'.padStart(12)}`);
    let silent = 0;
    for (const [id, {alone, together}] of this.counts) {
      console.log(`${id.padEnd(24)} ${`${alone}`.padStart(8)} ` +
        `${`${together}`.padStart(12)}`);
      silent += alone + together === 0 ? 1 : 0;
    }
    return silent;
  }
}

// The document without the one or the other cause, and without all of them:
// [{ids, json}]. What is left must be the same on both sides.
function variantsWithout(divergences, tree) {
  const original = stringify(tree);
  const variants = [];
  let all = tree;
  const applied = [];
  for (const {id, neutralise} of divergences) {
    const json = stringify(neutralise(tree));
    if (json !== original) {
      variants.push({ids: [id], json});
    }
    const before = stringify(all);
    all = neutralise(all);
    if (stringify(all) !== before) {
      applied.push(id);
    }
  }
  if (applied.length > 1) {
    variants.push({ids: applied, json: stringify(all)});
  }
  return variants;
}

// Whether the package wrote what we wrote. A program of ours may print more
// texts of a document than the package writes.
export const sameTexts = (ours, theirs) =>
  theirs.every((text, i) => text === ours[i]);

// Explains the documents that were encoded differently, each a {seed, json,
// ours, theirs} with lists of texts: without the one or the other cause, what
// is left must be the same on both sides. encodeThere(json) returns the texts
// of the package.
export async function explain(
  program, divergences, encodeThere, differing, report) {
  const variants = [];
  for (const document of differing) {
    document.tries = variantsWithout(divergences, parse(document.json));
    variants.push(...document.tries);
  }
  const input = variants.map(
    ({json}) => `${Buffer.byteLength(json)}\n${json}`).join('');
  let i = 0;
  for await (const [, ...ours] of records(program, ['--encode'], input)) {
    variants[i].ours = ours;
    variants[i].theirs = encodeThere(variants[i].json);
    ++i;
  }
  for (const {seed, json, ours, theirs, tries} of differing) {
    const cause = tries.find((t) => sameTexts(t.ours, t.theirs));
    if (cause !== undefined) {
      report.excuse(cause.ids);
      continue;
    }
    const first = (t) => t.theirs.findIndex((text, k) => text !== t.ours[k]);
    const which = first({ours, theirs});
    const last = tries.at(-1);
    report.complain('encoded differently', seed, json, {
      ours: ours[which],
      theirs: theirs[which],
      ...last && {
        [`without ${last.ids.join(', ')}`]: last.json,
        'ours then': last.ours[first(last)],
        'theirs then': last.theirs[first(last)],
      },
    });
  }
}
