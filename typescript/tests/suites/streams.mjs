// SPDX-License-Identifier: MIT
// Rows as Web Streams, in bounded memory; deltas.
import {expect, expectSame} from './checks.mjs';

function streamOf(items) {
  const iterator = items[Symbol.iterator]();
  return new ReadableStream({
    pull(controller) {
      const {done, value} = iterator.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}

async function all(stream) {
  const list = [];
  const reader = stream.getReader();
  for (;;) {
    const {done, value} = await reader.read();
    if (done) return list;
    list.push(value);
  }
}

async function failure(stream) {
  const got = [];
  const reader = stream.getReader();
  try {
    for (;;) {
      const {done, value} = await reader.read();
      if (done) return {got, problem: undefined};
      got.push(value);
    }
  } catch (problem) {
    return {got, problem};
  }
}

export async function streamSuite(pith, checks) {
  const rows = Array.from({length: 100}, (_, i) =>
    ({n: i, square: i * i, name: `r\u00e9w ${i}`, half: i / 2}));

  await checks.run('a table', async () => {
    const pieces = await all(streamOf(rows).pipeThrough(
      pith.encodeRows(['n', 'square', 'name', 'half'])));
    const text = pieces.join('');
    expect(text.includes('[?]') && text.endsWith('counts=100\n'), text);
    expectSame(pith.decode(text), rows);
    for (const size of [1, 7, 1000]) {
      const bytes = new TextEncoder().encode(text);
      const chunks = [];
      for (let i = 0; i < bytes.length; i += size) {
        chunks.push(bytes.subarray(i, i + size));
      }
      expectSame(await all(streamOf(chunks).pipeThrough(pith.decodeRows())),
        rows, `chunks of ${size}`);
    }
  });
  await checks.run('a list of anything, with a name', async () => {
    const items = [1, 'two', {three: [3n * 2n ** 60n]}, [4], null];
    const text = (await all(streamOf(items).pipeThrough(
      pith.encodeRows(undefined, {name: 'items'})))).join('');
    expectSame(pith.decode(text), {items});
    const events = await all(streamOf([text]).pipeThrough(
      pith.decodeEvents({requireSummary: true})));
    expectSame(events[0], {type: 'begin', name: 'items', kind: 'list',
      fields: [], declared: null});
    expectSame(events.slice(1, -1).map(({value}) => value), items);
    expectSame(events.at(-1), {type: 'end', count: 5});
  });
  await checks.run('members and keyed rows', () => {
    const writer = new pith.StreamWriter();
    const text = writer.members({source: 'x'}) +
      writer.beginKeyed(['count'], 'stock') +
      writer.keyedRow('nails', {count: 400}) + writer.finish();
    writer.close();
    expectSame(pith.decode(text), {source: 'x', stock: {nails: {count: 400}}});
    const reader = new pith.StreamReader();
    const events = [...reader.feed(text), ...reader.finish()];
    reader.close();
    expectSame(events.map(({type}) => type),
      ['member', 'begin', 'entry', 'end']);
    expectSame(events[2], {type: 'entry', key: 'nails', value: {count: 400}});
  });
  await checks.run('errors', async () => {
    const text = 'GCF profile=generic\n## [2]{a,b}\n1|2\n3\n';
    const {got, problem} = await failure(
      streamOf([text]).pipeThrough(pith.decodeRows()));
    // A stream that fails drops what was not read; events say what was good.
    expect(got.length <= 1, 'rows');
    expectSame([problem.code, problem.offset], ['row_width_mismatch', 37]);
    const reader = new pith.StreamReader();
    const seen = [];
    try {
      for (const event of reader.feed(text)) seen.push(event);
    } catch (error) {
      seen.push(error.code);
    }
    reader.close();
    expectSame(seen.slice(1), [{type: 'item', value: {a: 1, b: 2}},
      'row_width_mismatch']);
    const cut = await failure(streamOf([text.slice(0, 35)]).pipeThrough(
      pith.decodeRows({requireSummary: true})));
    expect(cut.problem instanceof pith.PithError, 'a text that was cut');
    const refused = await failure(streamOf([{a: {}}, {a: NaN}]).pipeThrough(
      pith.encodeRows(['a'])));
    expectSame(refused.problem.code, 'misplaced_value');
  });
  await checks.run('one error does not end a writer', () => {
    const writer = new pith.StreamWriter();
    let text = writer.beginTable(['a']);
    let code = '';
    try {
      writer.row({b: 1});
    } catch (problem) {
      ({code} = problem);
    }
    text += writer.row({a: 1}) + writer.finish();
    writer.close();
    expectSame([code, pith.decode(text)], ['misplaced_value', [{a: 1}]]);
  });
  await checks.run('deltas of rows and graphs', () => {
    const producer = new pith.DeltaProducer({key: 'n'});
    const consumer = new pith.DeltaConsumer();
    const now = structuredClone(rows);
    for (const wanted of ['full', 'unchanged', 'delta', 'delta']) {
      if (wanted === 'delta') now[3].square += 1;
      const {outcome, text} = producer.next(now);
      expectSame([outcome, consumer.receive(text)], [wanted, wanted]);
      expectSame(consumer.rows, now);
    }
    expectSame(producer.answer(now, consumer.root).outcome, 'unchanged');
    expectSame(pith.packRoot(now, {key: 'n'}), consumer.root);
    const delta = pith.diff(rows, now, {key: 'n'});
    expectSame(delta.changed.length, 1);
    expectSame(pith.applyDelta(rows, pith.decodeDelta(
      pith.encodeDelta(delta)), {key: 'n'}), now);
    producer.close();
    consumer.close();
    const graph = {tool: 't', symbols: [{qualifiedName: 'a.b', kind: 'function',
      score: 0.5, provenance: 'p', distance: 0}], edges: []};
    const next = structuredClone(graph);
    next.symbols.push({...graph.symbols[0], qualifiedName: 'a.c'});
    expectSame(pith.graphRoot(pith.graphApply(graph,
      pith.graphDiff(graph, next))), pith.graphRoot(next));
    const sends = new pith.GraphDeltaProducer({maxPercent: 0});
    const holds = new pith.GraphDeltaConsumer();
    expectSame(holds.receive(sends.next(graph).text), 'full');
    expectSame(holds.receive(sends.next(next).text), 'delta');
    expectSame(holds.graph.symbols.length, 2);
    sends.close();
    holds.close();
  });
}
