// SPDX-License-Identifier: MIT
// The conformance suite of GCF: one function for each kind of fixture.
import {errorOf, expect, expectSame, isPart, parse} from './checks.mjs';

const given = (object) => Object.fromEntries(
  Object.entries(object).filter(([, value]) => value !== undefined));
const setOf = ({key, name, fields}) => given({key, name, fields});

function isRefused(test, error) {
  return test.expectedError !== undefined &&
    (error.code === test.expectedError ||
      error.message.includes(test.expectedError));
}

function wireOf(test) {
  if (test.inputBase64 === undefined) return test.input;
  return Uint8Array.from(atob(test.inputBase64), (c) => c.charCodeAt(0));
}

/** `input`: its text, where objects would not keep the order of keys. */
function encode(pith, test, text, input) {
  const isGraph = test.expected.startsWith('GCF profile=graph');
  const options = isGraph ? {profile: 'graph'} : {};
  if (input === undefined) {
    const wire = pith.encode(test.input, 'gcf', options);
    expectSame(wire, test.expected);
    expectSame(pith.encode(pith.decode(wire), 'gcf', options), wire);
  } else {
    expectSame(pith.convert(input, 'gcf', 'json', options), test.expected);
    expectSame(pith.convert(test.expected, 'gcf', 'gcf', options),
      test.expected);
    expectSame(pith.decode(pith.encode(test.input, 'gcf', options)),
      test.input);
  }
  if (!isGraph) expectSame(pith.decode(test.expected), test.input);
}

// A number of JavaScript beyond int64 is a double: only the text tells.
const isWide = (value) => typeof value === 'number' &&
  Number.isInteger(value) && Math.abs(value) >= 2 ** 63;

function encodeError(pith, test, text) {
  const hasWide = Object.values(test.input).some(isWide);
  const error = errorOf(pith, hasWide
    ? () => pith.convert(text, 'gcf', 'json')
    : () => pith.encode(test.input));
  expect(isRefused(test, error), error.message);
}

function roundtripWire(pith, test) {
  expectSame(pith.encode(pith.decode(test.input)), test.expected);
  expectSame(pith.convert(test.input, 'gcf', 'gcf'), test.expected);
}

function decode(pith, test) {
  const wire = wireOf(test);
  const made = pith.decode(wire, 'gcf');
  if (`${wire}`.startsWith('GCF profile=graph')) {
    expect(isPart(test.expected, made), 'not all is there');
  } else {
    expectSame(made, test.expected);
  }
}

function error(pith, test) {
  const problem = errorOf(pith, () => pith.decode(wireOf(test), 'gcf'));
  expect(isRefused(test, problem), problem.message);
  expect(problem.line >= 1 && problem.column >= 1 && problem.offset >= 0,
    'has no place');
}

function session(pith, test) {
  const producer = new pith.SessionProducer();
  const consumer = new pith.SessionConsumer();
  const sorted = (list) => list.map((one) => JSON.stringify(one)).sort();
  for (const call of test.calls) {
    const {text, ticket} = producer.encode(call.input);
    expectSame(text, call.expected);
    const graph = consumer.decode(text);
    const alone = pith.decode(
      pith.encode(call.input, 'gcf', {profile: 'graph'}));
    for (const part of ['symbols', 'edges']) {
      expectSame(sorted(graph[part]), sorted(alone[part]), part);
    }
    expect(producer.confirm(ticket), 'not confirmed');
  }
  producer.close();
  consumer.close();
}

function packRoot(pith, test) {
  const root = (rows, set) => pith.packRoot(rows, set);
  const {rows} = test.input;
  if (test.expectedError === undefined) {
    expectSame(root(rows, setOf(test.input)), test.expected);
  } else {
    const problem = errorOf(pith, () => root(rows, setOf(test.input)));
    expect(isRefused(test, problem), problem.message);
  }
}

function genericDelta(pith, test) {
  expectSame(pith.encodeDelta(test.input), test.expected);
}

function judgeApplied(pith, test, make) {
  const {base, expectedNewRoot} = test.input;
  let rows;
  try {
    const delta = {...make(),
      ...(expectedNewRoot ? {newRoot: expectedNewRoot} : {})};
    rows = pith.applyDelta(base.rows, delta, setOf(base));
  } catch (problem) {
    expect(isRefused(test, problem), problem.message);
    return;
  }
  if (test.expectedRows !== undefined) expectSame(rows, test.expectedRows);
  expectSame(pith.packRoot(rows, setOf(base)), test.expected);
}

function deltaSession(pith, test) {
  const {base, policy, tool, updates} = test.input;
  const producer = new pith.DeltaProducer(given({...setOf(base), tool,
    reanchor: policy.mode === 'sizeGuard' ? 'bySize' : 'everyN',
    every: policy.n, maxPercent: policy.maxPercent ?? 0}));
  const consumer = new pith.DeltaConsumer();
  const first = producer.full(base.rows);
  expectSame(first, {outcome: 'full', text: test.expected.initialFull});
  expectSame(consumer.receive(first.text), 'full');
  const {emissions} = test.expected;
  expectSame(emissions.length, updates.length);
  for (const [i, emission] of emissions.entries()) {
    const {outcome, text} = producer.next(updates[i].rows);
    expectSame(text, emission.wire);
    expectSame(outcome,
      emission.kind ?? (emission.isFull ? 'full' : 'delta'));
    expectSame(consumer.receive(text), outcome);
    expectSame(consumer.root, producer.root);
    const set = {key: base.key};
    expectSame(pith.packRoot(updates[i].rows, set), consumer.root);
    expectSame(pith.packRoot(consumer.rows, set), consumer.root);
  }
  producer.close();
  consumer.close();
}

function graphPackRoot(pith, test) {
  if (test.expectedError === undefined) {
    expectSame(pith.graphRoot(test.input), test.expected);
  } else {
    const problem = errorOf(pith, () => pith.graphRoot(test.input));
    expect(isRefused(test, problem), problem.message);
  }
}

function graphDelta(pith, test) {
  if (typeof test.input === 'object') {
    expectSame(pith.encodeGraphDelta(test.input), test.expected);
    return;
  }
  let made;
  try {
    made = pith.graphApply(test.base_snapshot, test.input);
  } catch (problem) {
    expect(isRefused(test, problem), problem.message);
    return;
  }
  expect(test.expectedError === undefined, 'was not refused');
  expectSame(made.packRoot, test.new_root);
  expectSame(pith.graphRoot(test.expected_snapshot), test.new_root);
}

function graphStream(pith, test) {
  const {tool, tokenBudget, tokensUsed, packRoot: root, symbols, edges = []} =
    test.input;
  const writer = new pith.GraphWriter(given({tool, tokenBudget, tokensUsed,
    packRoot: root, labeledCounts: test.options?.labeledTrailerCounts}));
  const text = [...symbols.map((one) => writer.symbol(one)),
    ...edges.map((one) => writer.edge(one)), writer.finish()].join('');
  expectSame(text, test.expected);
  writer.close();
}

const operations = {
  'decode': decode, 'encode': encode, 'encode-error': encodeError,
  'error': error, 'roundtrip': encode, 'roundtrip-wire': roundtripWire,
  'delta': graphDelta, 'delta-verify': graphDelta,
  'generic-delta': genericDelta,
  'generic-delta-decode': (pith, test) => judgeApplied(pith, test,
    () => pith.decodeDelta(test.input.wire)),
  'generic-delta-session': deltaSession,
  'generic-delta-verify': (pith, test) => judgeApplied(pith, test,
    () => test.input.delta),
  'generic-pack-root': packRoot, 'graph-stream-encode': graphStream,
  'pack-root': graphPackRoot, 'session': session,
};

/** `fixtures`: [{name, text, input}]. */
export async function gcfSuite(pith, fixtures, checks) {
  for (const {name, text, input} of fixtures) {
    await checks.run(`gcf ${name}`, () => {
      const test = parse(pith, text);
      operations[test.operation](pith, test, text, input);
    });
  }
  await checks.run('gcf: all fixtures', () =>
    expect(fixtures.length === 281, `${fixtures.length} instead of 281`));
}
