// SPDX-License-Identifier: MIT
// The data sets: the bytes of the C++ library, and the published token tables.
import {expect, expectSame, parse} from './checks.mjs';

// Of the data sets whose names are below "15", and of all
// (tests/conformance/token_table_fixtures.cpp).
const published = {
  o200k_base: {
    first: {json: 384_629, gcf: 271_347, toon: 361_022, tron: 271_945},
    all: {json: 659_377, gcf: 495_071, toon: 631_226, tron: 467_935},
  },
  cl100k_base: {
    first: {json: 379_990, gcf: 274_229, toon: 359_804, tron: 275_861},
    all: {json: 648_343, gcf: 495_697, toon: 628_216, tron: 471_864},
  },
};

/** `sets`: [{name, text, made: {format: text of the C++ library}}]. */
export async function datasetSuite(pith, sets, checks) {
  for (const {name, text, made} of sets) {
    const value = parse(pith, text);
    for (const [format, wanted] of Object.entries(made)) {
      await checks.run(`${name} as ${format}`, () => {
        expect(pith.encode(value, format) === wanted, 'other bytes');
        expect(pith.convert(text, format, 'json') === wanted,
          'other bytes from text');
        expectSame(pith.decode(wanted, format), value);
        expectSame(pith.decode(pith.convert(wanted, 'json', format)), value);
        if (format !== 'tron') {
          expectSame(pith.detect(wanted), format, 'detect');
        }
      });
    }
  }
  await checks.run('all data sets', () => expectSame(sets.length, 19));
}

/** The tokenizers must be loaded. */
export async function tokenSuite(pith, sets, checks) {
  for (const [model, tables] of Object.entries(published)) {
    await checks.run(`token tables of ${model}`, () => {
      const sums = {first: {}, all: {}};
      for (const {name, text} of sets) {
        const value = parse(pith, text);
        for (const format of Object.keys(tables.all)) {
          const tokens = pith.countTokens(pith.encode(value, format), model);
          sums.all[format] = (sums.all[format] ?? 0) + tokens;
          if (name < '15') {
            sums.first[format] = (sums.first[format] ?? 0) + tokens;
          }
        }
      }
      expectSame(sums, tables);
    });
  }
  await checks.run('auto is never above JSON', () => {
    for (const {name, text} of sets) {
      const value = parse(pith, text);
      const best = pith.auto(value);
      expectSame(best.tokens, pith.countTokens(best.text), name);
      expect(best.tokens <= pith.countTokens(pith.encode(value, 'json')),
        name);
      expectSame(pith.decode(best.text, best.format.replace(/-.*/, '')), value,
        name);
    }
  });
  await checks.run('tokens and back', () => {
    const text = 'na\u00efve \u{1f600} code: x += 1';
    for (const model of ['o200k_base', 'gpt-4']) {
      const ids = pith.encodeTokens(text, model);
      expectSame(ids.length, pith.countTokens(text, model));
      expectSame(new TextDecoder().decode(pith.decodeTokens(ids, model)), text);
    }
  });
}
