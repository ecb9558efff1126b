// SPDX-License-Identifier: MIT
// Where the package and we differ, and why: divergences.md has the clauses.
//
// For encoding, `neutralise` returns the document without what the divergence
// is about, or an equal one where it is not about this document. For decoding,
// `applies` says whether the document has the cause and `symptom` what the
// package then answers.

import {
  changeKeys, isObject, isScalar, rebuild, withoutLargeDoubles,
  withoutRoundedIntegers,
} from './tree.mjs';

// The rows that the encoder would put into one table: the elements of an
// array, or the members of a map.
function rowsOf(node) {
  const rows = Array.isArray(node) ? node
    : isObject(node) && node.size > 1 ? [...node.values()] : [];
  return rows.length > 0 && rows.every(isObject) ? rows : [];
}

function fieldsOf(rows) {
  const out = new Set();
  for (const row of rows) {
    for (const key of row.keys()) {
      out.add(key);
    }
  }
  return [...out];
}

const column = (rows, field) =>
  rows.filter((row) => row.has(field)).map((row) => row.get(field));

const sameList = (a, b) =>
  a.length === b.length && a.every((item, i) => item === b[i]);

const sameSet = (a, b) =>
  a.length === b.length && a.every((item) => b.includes(item));

function renamed(map, rename) {
  const out = new Map();
  for (const [key, member] of map) {
    out.set(rename(key), member);
  }
  return out;
}

// Replaces what the node holds but not the node, which others refer to.
function refill(map, entries) {
  const kept = [...entries];
  map.clear();
  for (const [key, member] of kept) {
    map.set(key, member);
  }
}

// --- names ------------------------------------------------------------------

const specialNames = new Set(['constructor', 'prototype', '__proto__']);

const withoutSpecialNames =
  changeKeys((key) => specialNames.has(key) ? `${key}_` : key);

// --- flattening -------------------------------------------------------------

// Objects that stand in one column, with the same keys in different orders.
function align(values) {
  const objects = values.filter(isObject);
  if (objects.length < 2) {
    return;
  }
  const keys = [...objects[0].keys()];
  if (!objects.every((o) => sameSet(keys, [...o.keys()]))) {
    return;
  }
  for (const o of objects) {
    refill(o, keys.map((key) => [key, o.get(key)]));
  }
  for (const key of keys) {
    align(objects.map((o) => o.get(key)));
  }
}

function withAlignedKeys(tree) {
  return rebuild(tree, (node) => {
    const rows = rowsOf(node);
    for (const field of fieldsOf(rows)) {
      align(column(rows, field));
    }
    return node;
  });
}

// A null under the name of the column, somewhere inside the column.
function fillNulls(node, name) {
  if (!isObject(node)) {
    return;
  }
  if (node.get(name) === null) {
    node.set(name, true);
  }
  for (const member of node.values()) {
    fillNulls(member, name);
  }
}

function withoutRepeatedNulls(tree) {
  return rebuild(tree, (node) => {
    const rows = rowsOf(node);
    for (const field of fieldsOf(rows)) {
      for (const value of column(rows, field)) {
        fillNulls(value, field);
      }
    }
    return node;
  });
}

// --- schemas ----------------------------------------------------------------

// Array elements whose fields a table would share between its rows.
function sharedElements(rows, field) {
  if (!rows[0].has(field)) {
    return [];
  }
  const arrays = column(rows, field).filter((v) => v !== null);
  let first = null;
  for (const array of arrays) {
    const elements = Array.isArray(array) ? rowsOf(array) : [];
    const fields = fieldsOf(elements);
    first ??= fields;
    if (fields.length === 0 || !sameList(first, fields) ||
        !elements.every((e) => [...e.values()].every(isScalar))) {
      return [];
    }
  }
  return arrays.flat();
}

function withoutSharedPaths(tree) {
  return rebuild(tree, (node) => {
    const rows = rowsOf(node);
    for (const field of fieldsOf(rows)) {
      for (const element of sharedElements(rows, field)) {
        refill(element,
          renamed(element, (key) => key.replaceAll('>', 'GT')));
      }
    }
    return node;
  });
}

// A null among objects that would otherwise have an inline schema.
function withoutInlineNulls(tree) {
  return rebuild(tree, (node) => {
    const rows = rowsOf(node);
    for (const field of fieldsOf(rows)) {
      const objects = column(rows, field).filter((v) => v !== null);
      const keys = isObject(objects[0]) ? [...objects[0].keys()] : [];
      if (keys.length < 3 || !isObject(rows[0].get(field)) ||
          !objects.every((o) => isObject(o) && sameList(keys, [...o.keys()]) &&
            [...o.values()].every(isScalar))) {
        continue;
      }
      for (const row of rows) {
        if (row.get(field) === null) {
          row.delete(field);
        }
      }
    }
    return node;
  });
}

export const encodeDivergences = [
  {id: 'large-integers', neutralise: withoutRoundedIntegers},
  {id: 'large-doubles', neutralise: withoutLargeDoubles(1e21)},
  {id: 'special-names', neutralise: withoutSpecialNames},
  {id: 'flatten-order', neutralise: withAlignedKeys},
  {id: 'repeated-name-null', neutralise: withoutRepeatedNulls},
  {id: 'shared-schema-paths', neutralise: withoutSharedPaths},
  {id: 'inline-null', neutralise: withoutInlineNulls},
];

function some(tree, holds) {
  let found = false;
  rebuild(tree, (node) => {
    found ||= holds(node);
    return node;
  });
  return found;
}

export const decodeDivergences = [
  {
    id: 'bracket-keys',
    symptom:
      /^(unterminated_quote|invalid_line|invalid_count|orphan_inline)/,
    applies: (tree) => some(tree, (node) => isObject(node) &&
      [...node].some(([key, member]) =>
        key.includes('[') && Array.isArray(member))),
  },
  {
    id: 'special-names-lost',
    symptom: /^another value$/,
    applies: (tree) => some(tree, (node) => isObject(node) &&
      [...node.keys()].some((key) => specialNames.has(key))),
  },
];
