// SPDX-License-Identifier: MIT
// JSON as a tree that keeps what a double would lose: objects are Maps, and a
// number is the text that it was written with.

export class Numeral {
  constructor(text) {
    this.text = text;
  }

  get value() {
    return Number(this.text);
  }

  get isInteger() {
    return /^-?\d+$/.test(this.text);
  }
}

// The text is the output of our own writer, so this need not be a validator.
export function parse(text) {
  let at = 0;

  function value() {
    switch (text[at]) {
      case '{':
        return object();
      case '[':
        return array();
      case '"':
        return string();
      case 't':
        at += 4;
        return true;
      case 'f':
        at += 5;
        return false;
      case 'n':
        at += 4;
        return null;
      default: {
        const begin = at;
        while (at < text.length && '+-.eE0123456789'.includes(text[at])) {
          ++at;
        }
        if (at === begin) {
          throw new Error(`not JSON at ${at}: ${text}`);
        }
        return new Numeral(text.slice(begin, at));
      }
    }
  }

  function string() {
    const begin = at++;
    while (text[at] !== '"') {
      at += text[at] === '\\' ? 2 : 1;
    }
    ++at;
    return JSON.parse(text.slice(begin, at));
  }

  function array() {
    const out = [];
    ++at;
    while (text[at] !== ']') {
      out.push(value());
      if (text[at] === ',') {
        ++at;
      }
    }
    ++at;
    return out;
  }

  function object() {
    const out = new Map();
    ++at;
    while (text[at] !== '}') {
      const key = string();
      ++at;  // the colon
      out.set(key, value());
      if (text[at] === ',') {
        ++at;
      }
    }
    ++at;
    return out;
  }

  const out = value();
  if (at !== text.length) {
    throw new Error(`text after the JSON at ${at}: ${text}`);
  }
  return out;
}

export function stringify(node) {
  if (node instanceof Numeral) {
    return node.text;
  }
  if (node instanceof Map) {
    const members = [];
    for (const [key, member] of node) {
      members.push(`${JSON.stringify(key)}:${stringify(member)}`);
    }
    return `{${members.join(',')}}`;
  }
  if (Array.isArray(node)) {
    return `[${node.map(stringify).join(',')}]`;
  }
  return JSON.stringify(node);
}

export const isObject = (node) => node instanceof Map;
export const isScalar = (node) => !Array.isArray(node) && !isObject(node);

// Rebuilds a tree from its leaves up; `change` gets each node with its parts
// already rebuilt and returns what takes its place.
export function rebuild(node, change) {
  if (node instanceof Map) {
    const out = new Map();
    for (const [key, member] of node) {
      out.set(key, rebuild(member, change));
    }
    return change(out);
  }
  if (Array.isArray(node)) {
    return change(node.map((item) => rebuild(item, change)));
  }
  return change(node);
}

// True when a value of the package equals a tree: Maps without regard to the
// order of members, numbers as the doubles that JavaScript makes of them.
export function same(node, theirs) {
  if (node instanceof Numeral) {
    return typeof theirs === 'number' && node.value === theirs;
  }
  if (node instanceof Map) {
    if (!(theirs instanceof Map) || theirs.size !== node.size) {
      return false;
    }
    for (const [key, member] of node) {
      if (!theirs.has(key) || !same(member, theirs.get(key))) {
        return false;
      }
    }
    return true;
  }
  if (Array.isArray(node)) {
    return Array.isArray(theirs) && theirs.length === node.length &&
      node.every((item, i) => same(item, theirs[i]));
  }
  return node === theirs;
}

// Keys that JavaScript takes for indexes and moves to the front.
const isIndex = (key) =>
  /^(?:0|[1-9]\d*)$/.test(key) && Number(key) < 2 ** 32 - 1;

// The tree with the numbers replaced that `applies` picks.
const changeNumbers = (applies, substitute) => (tree) => rebuild(tree,
  (node) => node instanceof Numeral && applies(node)
    ? new Numeral(substitute) : node);

export const withoutRoundedIntegers = changeNumbers((numeral) =>
  numeral.isInteger && String(numeral.value) !== numeral.text, '1');

// Doubles from 2 ** 53 up to the limit, which some print as integers.
export const withoutLargeDoubles = (limit) => changeNumbers((numeral) =>
  !numeral.isInteger && Math.abs(numeral.value) >= 2 ** 53 &&
  Math.abs(numeral.value) < limit, '1.5');

// The tree with other keys.
export const changeKeys = (rename) => (tree) => rebuild(tree,
  (node) => isObject(node)
    ? new Map([...node].map(([key, member]) => [rename(key), member])) : node);

export const withoutIndexKeys =
  changeKeys((key) => isIndex(key) ? `index ${key}` : key);

// Whether a plain JavaScript value equals a tree: numbers as the doubles that
// JavaScript makes of them, members in order unless a key is an index, which
// JavaScript moves to the front.
export function samePlain(node, theirs) {
  if (node instanceof Numeral) {
    return typeof theirs === 'number' && node.value === theirs;
  }
  if (Array.isArray(node)) {
    return Array.isArray(theirs) && theirs.length === node.length &&
      node.every((item, i) => samePlain(item, theirs[i]));
  }
  if (isObject(node)) {
    if (theirs === null || typeof theirs !== 'object' ||
        Array.isArray(theirs)) {
      return false;
    }
    const keys = Object.keys(theirs);
    const ours = [...node.keys()];
    if (keys.length !== ours.length || (!keys.some(isIndex) &&
        !keys.every((key, i) => key === ours[i]))) {
      return false;
    }
    return ours.every((key) =>
      Object.hasOwn(theirs, key) && samePlain(node.get(key), theirs[key]));
  }
  return node === theirs;
}
