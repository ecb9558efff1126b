// SPDX-License-Identifier: MIT
// What the suites share. They run in every runtime, so nothing here is of Node.

/** Counts what held, and keeps what did not. */
export class Checks {
  passed = 0;
  failures = [];

  /** Runs one case; what it throws is its failure. */
  async run(name, body) {
    try {
      await body();
      ++this.passed;
    } catch (problem) {
      this.failures.push(`${name}: ${problem?.message ?? problem}`);
    }
  }
}

export function expect(holds, what) {
  if (!holds) throw new Error(what);
}

function show(value) {
  const text = typeof value === 'string' ? value
    : JSON.stringify(value, (_, v) => typeof v === 'bigint' ? `${v}n` : v);
  return `${text}`.slice(0, 400);
}

export function expectSame(got, wanted, what = '') {
  if (!isSame(got, wanted)) {
    throw new Error(`${what} got ${show(got)} instead of ${show(wanted)}`);
  }
}

/** Equal values; the order of members and the sign of 0 do not count. */
export function isSame(a, b) {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null ||
      b === null || Array.isArray(a) !== Array.isArray(b)) {
    // A number and a bigint are the same when they are equal.
    return (typeof a === 'bigint') !== (typeof b === 'bigint') &&
      (typeof a === 'number' || typeof b === 'number') && a == b;
  }
  if (Array.isArray(a)) {
    return a.length === b.length && a.every((one, i) => isSame(one, b[i]));
  }
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isSame(a[key], b[key]));
}

/** Whether all of `part` is in `whole`. */
export function isPart(part, whole) {
  if (Array.isArray(part)) {
    return Array.isArray(whole) && part.length === whole.length &&
      part.every((one, i) => isPart(one, whole[i]));
  }
  if (typeof part === 'object' && part !== null) {
    return Object.keys(part).every((key) =>
      Object.hasOwn(whole ?? {}, key) && isPart(part[key], whole[key]));
  }
  return isSame(part, whole);
}

/** The PithError that a call throws. */
export function errorOf(pith, call) {
  try {
    call();
  } catch (problem) {
    if (problem instanceof pith.PithError) return problem;
    throw problem;
  }
  throw new Error('was not refused');
}

/** Integers beyond 2^53 stay exact where they can. */
export function parse(pith, text) {
  try {
    return pith.decode(text, 'json');
  } catch {
    return JSON.parse(text);  // numbers beyond int64, lone surrogates
  }
}
