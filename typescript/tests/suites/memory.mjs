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
}
