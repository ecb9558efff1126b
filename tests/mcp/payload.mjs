// SPDX-License-Identifier: MIT
// Values that the stub server answers with and that tests expect, made of a
// seed on both sides; and what a client makes of an answer.

import {spawnSync} from 'node:child_process';
import {decodeGeneric} from '@blackwell-systems/gcf';
import {TRON} from '@tron-format/tron';

// mulberry32: small, and the same everywhere.
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const cities = ['Oslo', 'Lima', 'Pune', 'Graz', 'Kyiv', 'Bonn'];
const states = ['open', 'paid', 'sent', 'lost'];

// Rows as a database returns them; another seed gives other rows.
export function rows(seed, count = 20) {
  const next = random(seed);
  const out = [];
  for (let i = 0; i < count; ++i) {
    out.push({
      id: seed * 100000 + i,
      customer: `customer ${Math.floor(next() * 1e6)}`,
      status: states[Math.floor(next() * states.length)],
      total: Math.round(next() * 1e6) / 100,
      city: cities[Math.floor(next() * cities.length)],
      note: next() < 0.2 ? null : `ref-${Math.floor(next() * 1e9)}`,
    });
  }
  return out;
}

// The input that made the reference proxy lose data: what looks like a graph
// and has members beside those of a graph.
export function graph({score = 0.5, append = 0} = {}) {
  const symbols = [];
  for (let i = 0; i < 12 + append; ++i) {
    symbols.push({
      qualifiedName: `pkg.module.Symbol${i}`,
      kind: 'function',
      score: i === 3 ? score : 0.25,
      provenance: 'lsp',
      distance: i % 3,
      file: `src/module_${i}.ts`,
      line: 10 + i,
    });
  }
  return {
    tool: 'ctx',
    tokensUsed: 1,
    tokenBudget: 2,
    extraField: 'IMPORTANT',
    symbols,
    edges: [],
  };
}

// Rows of about so many bytes of JSON.
export function huge(bytes) {
  const each = JSON.stringify(rows(7, 100)).length / 100;
  return rows(7, Math.max(1, Math.round(bytes / each)));
}

// Results in the shapes that servers use.
export function as_text(value, indent = 2) {
  return {content: [{type: 'text', text: JSON.stringify(value, null, indent)}]};
}

export function as_both(value) {
  return {...as_text(value), structuredContent: value};
}

function entries(value) {
  return value instanceof Map ? [...value] : Object.entries(value);
}

// Equality of JSON values, objects as Maps (what the GCF decoder makes) or
// plain. Without recursion, because tests nest deeply.
export function same(left, right) {
  const todo = [[left, right]];
  while (todo.length !== 0) {
    const [a, b] = todo.pop();
    if (a === b) {
      continue;
    }
    if (a === null || b === null || typeof a !== 'object' ||
        typeof b !== 'object' || Array.isArray(a) !== Array.isArray(b)) {
      return false;
    }
    const of_a = entries(a);
    const of_b = new Map(entries(b));
    if (of_a.length !== of_b.size) {
      return false;
    }
    for (const [key, value] of of_a) {
      if (!of_b.has(key)) {
        return false;
      }
      todo.push([value, of_b.get(key)]);
    }
  }
  return true;
}

// What a client that prefers structuredContent puts in front of the model.
export function shown(result) {
  if (result?.structuredContent !== undefined && result.isError !== true) {
    return JSON.stringify(result.structuredContent);
  }
  const texts = (result?.content ?? []).filter(({type}) => type === 'text');
  return texts.map(({text}) => text).join('\n');
}

// The value that a text stands for, as JSON, or as GCF or TRON that the
// independent decoders read; undefined when it is none of them.
export function decode(text) {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: GCF, TRON, or plain text.
  }
  try {
    return is_tron(text) ? TRON.parse(text) : decodeGeneric(text);
  } catch {
    return undefined;
  }
}

// The value that a result carries, for whoever reads its first text block.
export function value_of(result) {
  const first = result?.content?.find(({type}) => type === 'text');
  return first === undefined ? undefined : decode(first.text);
}

export function is_gcf(text) {
  return text.startsWith('GCF profile=');
}

// TRON with classes; without any it is JSON.
export function is_tron(text) {
  return text.startsWith('class ');
}

// Exact tokens, counted by the command itself; tests/tokenizer holds those
// counts against the original.
export function tokens(pith, text) {
  const run = spawnSync(pith, ['tokens', '--json', '-'], {input: text});
  return JSON.parse(run.stdout.toString()).total;
}
