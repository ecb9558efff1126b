// SPDX-License-Identifier: MIT
// The fixtures of TOON and TRON, and limits.
import {errorOf, expect, expectSame, parse} from './checks.mjs';

// What is not strict refuses a broken header all the same
// (tests/conformance/suites/toon_suite.cpp has the reasons).
const refusedToon = [
  'falls through to a key-value line on a header delimiter mismatch',
  'falls through to a key-value line when whitespace precedes the bracket ' +
    'segment',
  'skips an entry-depth line without a colon in non-strict mode',
  'treats bracket segment without a length as literal key (non-strict)',
  'treats extra brackets after valid array segment as literal key ' +
    '(non-strict)',
  'treats non-integer bracket content as literal key (non-strict)',
  'treats text between bracket segment and colon as literal key (non-strict)',
];
const delimiters = {',': 'comma', '\t': 'tab', '|': 'pipe'};
const hasNumberedKeys = (value) => /"\d+":/.test(JSON.stringify(value,
  (_, one) => typeof one === 'bigint' ? `${one}` : one));

function toonOptions({delimiter, indentSize, strict} = {}) {
  return {
    ...(indentSize === undefined ? {} : {indent: indentSize}),
    ...(strict === undefined ? {} : {strict}),
    ...(delimiter === undefined ? {} : {delimiter: delimiters[delimiter]}),
  };
}

function toonDecode(pith, test, options, refused) {
  if (test.shouldError) {
    errorOf(pith, () => pith.decode(test.input, 'toon', options));
    return;
  }
  let made;
  try {
    made = pith.decode(test.input, 'toon', options);
  } catch (problem) {
    expect(options.strict === false, problem.message);
    refused.push(test.name);
    return;
  }
  expectSame(made, test.expected);
}

/** `files`: [{folder, text}]. */
export async function toonSuite(pith, files, checks) {
  const refused = [];
  let count = 0;
  for (const {folder, text} of files) {
    for (const test of parse(pith, text).tests) {
      ++count;
      const options = toonOptions(test.options);
      await checks.run(`toon ${test.name}`, () => {
        if (folder === 'decode') {
          toonDecode(pith, test, options, refused);
        } else if (!hasNumberedKeys(test.input)) {
          expectSame(pith.encode(test.input, 'toon', options), test.expected);
        } else {
          // Objects have these keys in another order than the text.
          const text = pith.encode(test.input, 'toon', options);
          expectSame([...text].sort(), [...test.expected].sort());
          expectSame(pith.decode(test.expected, 'toon', {}), test.input);
        }
      });
    }
  }
  await checks.run('toon: all fixtures', () => {
    expectSame(count, 538);
    expectSame(refused.sort(), refusedToon);
  });
}

const camelCase = (limits = {}) => Object.fromEntries(
  Object.entries(limits).map(([name, value]) =>
    [name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase()), value]));

/** `files`: [text]. */
export async function tronSuite(pith, files, checks) {
  for (const test of files.flatMap((text) => parse(pith, text))) {
    const limits = camelCase(test.limits);
    await checks.run(`tron ${test.name}`, () => {
      if (test.error !== undefined) {
        const problem = errorOf(pith, () =>
          pith.decode(test.tron, 'tron', limits));
        expectSame([problem.code, problem.offset], [test.error, test.offset]);
        return;
      }
      expectSame(pith.decode(test.tron, 'tron', limits), test.value);
      if (test.canonical !== false && !hasNumberedKeys(test.value)) {
        const options = {neverWorse: test.never_worse ?? false, ...limits};
        expectSame(pith.encode(test.value, 'tron', options), test.tron);
      }
    });
  }
}

/** `text`: testdata/gcf/limits.json. */
export async function limitsSuite(pith, text, checks) {
  for (const test of parse(pith, text)) {
    const limits = camelCase(test.limits);
    await checks.run(`limits ${test.name}`, () => {
      if (test.operation !== 'error') {
        expectSame(pith.decode(test.input, 'gcf', limits), test.expected);
        return;
      }
      for (const call of [() => pith.decode(test.input, 'gcf', limits),
        () => pith.convert(test.input, 'json', 'gcf', limits)]) {
        const problem = errorOf(pith, call);
        expectSame([problem.code, problem.offset],
          [test.expectedError, test.expectedOffset]);
      }
    });
  }
}
