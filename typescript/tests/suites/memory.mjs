// SPDX-License-Identifier: MIT
// Memory of the module: it grows when it must, and only then.
import {expect, expectSame} from './checks.mjs';

export async function memorySuite(pith, checks, calls = 20_000) {
  const {engine} = pith.testing;
  await checks.run('calls leave nothing', () => {
    const rows = [{a: 1, b: 'two'}, {a: 3, b: 'four'}];
    const wrong = 'GCF profile=generic\n## [1]{a,b}\n1\n';
    const once = (i) => {
      const text = pith.encode(rows, 'gcf');
      pith.decode(text, 'gcf');
      pith.convert(text, 'json', 'gcf');
      for (const bad of [() => pith.decode(wrong), () => pith.encode([NaN]),
        () => pith.encode(1, 'no')]) {
        try {
          bad();
        } catch {
          continue;
        }
        throw new Error('was not refused');
      }
      if (i % 16 === 0) {
        const writer = new pith.StreamWriter();
        writer.beginTable(['a', 'b']);
        writer.row(rows[0]);
        writer.close();
        const reader = new pith.StreamReader();
        for (const _ of reader.feed(text)) { /* all of them */ }
        reader.close();
        const producer = new pith.DeltaProducer({key: 'a'});
        producer.next(rows);
        producer.close();
      }
    };
    for (let i = 0; i < calls / 100 + 100; ++i) once(i);
    const before = engine.wasm.memoryBytes;
    for (let i = 0; i < calls; ++i) once(i);
    expectSame(engine.wasm.memoryBytes, before);
  });
  await checks.run('memory grows, and views are made again', () => {
    const before = engine.wasm.memoryBytes;
    const size = before;  // more than there can be room for
    const large = ['x'.repeat(size), '\u00e9'.repeat(1000), 7];
    for (let i = 0; i < 3; ++i) {
      expectSame(pith.decode(pith.encode(large)), large);
    }
    const grown = engine.wasm.memoryBytes;
    expect(grown > before, 'it did not grow');
    for (let i = 0; i < 20; ++i) pith.decode(pith.encode(large));
    expectSame(engine.wasm.memoryBytes, grown, 'again and again');
  });
  await checks.run('rows pass in bounded memory', () => {
    const pass = (count) => {
      const writer = new pith.StreamWriter();
      const reader = new pith.StreamReader();
      let seen = 0;
      const read = (events) => {
        for (const {type} of events) seen += type === 'item' ? 1 : 0;
      };
      read(reader.feed(writer.beginTable(['n', 'text'])));
      for (let n = 0; n < count; ++n) {
        read(reader.feed(writer.row({n, text: `row ${n}`})));
      }
      read(reader.feed(writer.finish()));
      read(reader.finish());
      writer.close();
      reader.close();
      expectSame(seen, count);
    };
    pass(1000);
    const before = engine.wasm.memoryBytes;
    pass(calls);
    expectSame(engine.wasm.memoryBytes, before);
  });
  await checks.run('a text for which there is no memory', () => {
    const {wasm} = engine;
    const before = wasm.generation;
    // All that there can be is taken; none of it is touched.
    for (let pages = 1 << 16; pages >= 1; pages >>= 1) {
      try {
        for (;;) wasm.memory.grow(pages);
      } catch (problem) {
        if (!(problem instanceof RangeError)) throw problem;
      }
    }
    let code = '';
    try {
      for (let size = 1 << 12; size < 1 << 28; size *= 2) {
        pith.encode('x'.repeat(size), 'json');
      }
    } catch (problem) {
      ({code} = problem);
    }
    expectSame([code, wasm.generation], ['out_of_memory', before + 1]);
    expectSame(pith.decode(pith.encode([{a: 1}])), [{a: 1}]);
  });
  await checks.run('after a trap the module begins anew', () => {
    const {wasm} = engine;
    const reader = new pith.StreamReader();
    const before = wasm.generation;
    let code = '';
    try {
      wasm.ask('reserve', 0, 0xFFFFFFF0);  // more than any memory has
    } catch (problem) {
      ({code} = problem);
    }
    expectSame([code, wasm.generation], ['out_of_memory', before + 1]);
    expectSame(pith.decode(pith.encode([{a: 1}], 'toon',
      {delimiter: 'pipe'})), [{a: 1}]);
    // What was made before is gone, and says so; closing does no harm.
    let gone = '';
    try {
      for (const _ of reader.feed('GCF')) { /* nothing comes */ }
    } catch (problem) {
      gone = problem.code;
    }
    reader.close();
    expectSame(gone, 'invalid_argument');
  });
}
