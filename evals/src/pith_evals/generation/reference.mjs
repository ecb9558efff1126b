// SPDX-License-Identifier: MIT
// Decodes texts with the published packages of their formats. Reads JSON lines
// {format, kind, text} and writes {value} or {error} for each.
import process from 'node:process';
import readline from 'node:readline';
import {decode as decodeGraph, decodeGeneric, decodeGenericDelta} from '@blackwell-systems/gcf';
import {decode as decodeToon} from '@toon-format/toon';
import {TRON} from '@tron-format/tron';

function decodeGcf(kind, text) {
  if (kind === 'graph') return decodeGraph(text);
  if (kind !== 'delta') return decodeGeneric(text);
  const {key, baseRoot, newRoot, added, changed, removed} = decodeGenericDelta(text);
  return {key, base_root: baseRoot, new_root: newRoot, added, changed, removed};
}

function decode({format, kind, text}) {
  switch (format) {
    case 'gcf': return decodeGcf(kind, text);
    case 'toon': return decodeToon(text);
    case 'tron': return TRON.parse(text);
    default: return JSON.parse(text);
  }
}

// The package of GCF gives Maps, and bigints where a double would not do.
function plain(key, value) {
  if (value instanceof Map) return Object.fromEntries(value);
  return typeof value === 'bigint' ? Number(value) : value;
}

for await (const line of readline.createInterface({input: process.stdin})) {
  let answer;
  try {
    answer = {value: decode(JSON.parse(line))};
  } catch (problem) {
    answer = {error: `${problem?.message ?? problem}`};
  }
  process.stdout.write(`${JSON.stringify(answer, plain)}\n`);
}
