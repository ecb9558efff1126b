// SPDX-License-Identifier: MIT
// Values of JavaScript: exact or refused, with the place.
import {errorOf, expect, expectSame} from './checks.mjs';

export async function objectSuite(pith, checks) {
  const back = (value, format) => pith.decode(pith.encode(value, format));

  await checks.run('integers', () => {
    const most = Number.MAX_SAFE_INTEGER;
    for (const number of [0, 1, -1, 134217727, 134217728, -134217728,
      -134217729, 2 ** 31, -(2 ** 31), 2 ** 32, most, -most]) {
      expect(Object.is(back([number])[0], number), `${number}`);
    }
    for (const wide of [2n ** 53n, -(2n ** 53n), 2n ** 63n - 1n,
      -(2n ** 63n)]) {
      expect(back([wide])[0] === wide, `${wide}n`);
      expectSame(pith.encode([wide], 'json'), `[${wide}]`);
    }
    // A bigint that a number holds comes back as a number.
    expect(back([5n])[0] === 5, '5n');
    expect(pith.decode('[9007199254740991,9007199254740992]')[1] ===
      9007199254740992n, '2^53');
  });
  await checks.run('doubles', () => {
    for (const number of [0.1, -2.5e-7, 1e300, 5e-324, 1.7976931348623157e308,
      2 ** 53, 2 ** 60, 2 ** 80, 1e21, 123456789.125, 4.35, 1e-7]) {
      expect(Object.is(back([number])[0], number), `${number}`);
      const json = JSON.parse(pith.encode([number], 'json'))[0];
      expect(Object.is(json, number), `${number} as JSON`);
    }
    // No format writes the sign of a zero.
    expect(Object.is(back([-0])[0], 0), '-0');
  });
  await checks.run('strings', () => {
    const texts = ['', 'a', '\0', 'a\u0000b', '\n', '"', '\u00e9', '\u4e2d',
      '\u{1f600}', 'x'.repeat(40), 'x'.repeat(41), '\u00e9'.repeat(39),
      'x'.repeat(39) + '\u{1f600}', '\ufeff', '\ufeffa', ' a ', '-', '~',
      '\u4e2d'.repeat(100_000)];
    for (const format of ['gcf', 'json', 'toon', 'tron']) {
      expectSame(back(texts, format), texts, format);
    }
    expectSame(back(Object.fromEntries(texts.map((t, i) => [t, i]))),
      Object.fromEntries(texts.map((t, i) => [t, i])));
  });
  await checks.run('shapes', () => {
    const rows = [];
    for (let i = 0; i < 200; ++i) {
      const row = {};
      for (let j = 0; j < 6; ++j) {
        if ((i >> j & 1) === 1) row[`k${(j * 5 + i) % 7}`] = [{a: i}, {b: j}];
      }
      rows.push(row, {}, [], [row], {only: {deep: {er: i}}});
    }
    expectSame(back(rows), rows);
    expectSame(pith.encode(rows),
      pith.convert(JSON.stringify(rows), 'gcf', 'json'));
  });
  await checks.run('__proto__ is a key like any other', () => {
    const text = '{"__proto__":{"a":1},"constructor":9223372036854775807}';
    const value = pith.decode(text, 'json');
    expect(Object.hasOwn(value, '__proto__') && value.a === undefined, 'own');
    expectSame(pith.encode(value, 'json'), text);
    expectSame(JSON.stringify(pith.decode('{"__proto__":[1]}', 'json')),
      '{"__proto__":[1]}');
  });
  await checks.run('what is refused, and where', () => {
    const loop = {};
    loop.a = [loop];
    let deep = [];
    for (let i = 0; i < 512; ++i) deep = [deep];
    for (const [value, code, path] of [
      [NaN, 'not_finite', ''], [{a: [0, -Infinity]}, 'not_finite', '/a/1'],
      [undefined, 'not_supported', ''],
      [{'a/b': {'~': undefined}}, 'not_supported', '/a~1b/~0'],
      [[() => 1], 'not_supported', '/0'], [[Symbol('x')], 'not_supported', '/0'],
      // eslint-disable-next-line no-sparse-arrays
      [[1, , 3], 'not_supported', '/1'],
      ['\ud800', 'invalid_surrogate', ''],
      [[{a: 'x'.repeat(100) + '\udc00'}], 'invalid_surrogate', '/0/a'],
      [{rows: [{n: 2n ** 63n}]}, 'out_of_range', '/rows/0/n'],
      [{m: new Map()}, 'not_supported', '/m'],
      [{r: /x/}, 'not_supported', '/r'],
      [{t: new Uint8Array(1)}, 'not_supported', '/t'],
      [{d: new Date(NaN)}, 'ok', ''],  // its toJSON() is null
    ]) {
      if (code === 'ok') {
        expectSame(back(value), {d: null});
        continue;
      }
      const problem = errorOf(pith, () => pith.encode(value));
      expectSame([problem.code, problem.path], [code, path]);
      expect(problem instanceof Error && problem.name === 'PithError', 'Error');
    }
    for (const value of [loop, deep]) {
      expectSame(errorOf(pith, () => pith.encode(value)).code, 'depth_limit');
    }
    expectSame(back(deep[0]), deep[0]);
    expectSame(errorOf(pith, () => pith.encode({'\ud800': 1})).code,
      'invalid_surrogate');
    expectSame(errorOf(pith, () => pith.decode('"\ud800"')).code,
      'invalid_surrogate');
  });
  await checks.run('what stands for something else', () => {
    class Point {
      constructor(x) {
        this.x = x;
      }
    }
    expectSame(back([new Point(1), Object.create(null)]), [{x: 1}, {}]);
    const when = new Date(0);
    expectSame(back({when}), {when: '1970-01-01T00:00:00.000Z'});
    const fallback = (value) => value instanceof Map ? [...value]
      : value === undefined ? null : undefined;
    expectSame(pith.encode({m: new Map([[1, 2]]), u: undefined}, 'json',
      {fallback}), '{"m":[[1,2]],"u":null}');
    expectSame(errorOf(pith, () => pith.encode(new Set(), 'json',
      {fallback})).code, 'not_supported');
    expectSame(errorOf(pith, () => pith.encode(new Set(), 'json',
      {fallback: () => new Set()})).code, 'depth_limit');
  });
  await checks.run('a getter may encode, and may throw', () => {
    const nested = {a: 1, get b() {
      return pith.encode([{x: 1}, {x: 2}], 'json');
    }, c: [3]};
    expectSame(pith.encode(nested, 'json'),
      '{"a":1,"b":"[{\\"x\\":1},{\\"x\\":2}]","c":[3]}');
    const angry = {get a() {
      throw new RangeError('angry');
    }};
    let thrown;
    try {
      pith.encode(angry);
    } catch (problem) {
      thrown = problem;
    }
    expect(thrown instanceof RangeError, 'the own error passes');
    expectSame(back([1]), [1]);
  });
  await checks.run('formats, options and limits', () => {
    const names = pith.formats().map(({name}) => name);
    for (const name of ['gcf', 'toon', 'tron', 'json', 'gcb']) {
      expect(names.includes(name), name);
    }
    expectSame(pith.encode([[1, 2]], 'TOON', {delimiter: 'pipe'}),
      pith.convert('[[1,2]]', 'toon', 'json', {delimiter: 'pipe'}));
    expectSame(errorOf(pith, () => pith.encode(1, 'nothing')).code,
      'unknown_format');
    expectSame(errorOf(pith, () => pith.encode(1, 'gcf', {no: 1})).code,
      'unknown_option');
    expectSame(errorOf(pith, () => pith.decode('[1,2]', 'json',
      {maxItems: 1})).code, 'item_limit');
    expectSame(errorOf(pith, () => pith.decode('[1]', 'json',
      {maxItems: 'x'})).code, 'invalid_option');
    expectSame(errorOf(pith, () => pith.decode('[0.12345678901234567890]',
      'json', {exactNumbers: true})).code, 'out_of_range');
    expectSame(errorOf(pith, () => pith.decode('what?')).code,
      'unknown_format');
    // More ways than are remembered.
    for (let i = 1; i < 700; ++i) {
      expectSame(pith.convert('[[1]]', 'json', 'json', {maxItems: i}), '[[1]]');
    }
  });
  await checks.run('texts of models', () => {
    const wrong = 'GCF profile=generic\n## [1]{a,b}\n1\n';
    const problem = errorOf(pith, () => pith.decode(wrong));
    expectSame([problem.code, problem.line, problem.column, problem.offset],
      ['row_width_mismatch', 3, 2, 33]);
    expect(pith.explain(wrong).includes('row_width_mismatch'), 'explain');
    expectSame(pith.explain('[1]'), undefined);
    const found = pith.extract('Here:\n```json\n{"a": 1}\n```\n');
    expectSame(pith.decode(found.payload, found.format), {a: 1});
    expectSame(found.offset, 14);
    expectSame(pith.extract('nothing'), undefined);
    expectSame(pith.detect('nothing'), undefined);
  });
  await checks.run('bytes', () => {
    const text = new TextEncoder().encode('{"a":"\u00e9"}');
    expectSame(pith.decode(text), {a: '\u00e9'});
    const graph = {tool: 't', symbols: [{qualifiedName: 'a.b', kind: 'function',
      score: 0.5, provenance: 'lsp_resolved', distance: 0}], edges: []};
    const made = pith.encode(graph, 'gcb');
    expect(made instanceof Uint8Array, 'bytes');
    expectSame(pith.decode(made, 'gcb').symbols[0].qualifiedName, 'a.b');
    const problem = errorOf(pith, () =>
      pith.decode(new Uint8Array([0x22, 0xff, 0x22]), 'json'));
    expectSame([problem.code, problem.offset], ['invalid_utf8', 1]);
  });
}
