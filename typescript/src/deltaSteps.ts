// SPDX-License-Identifier: MIT
// The single steps of deltas, for those who keep rows and graphs themselves.
import {defined, type KeyedSet} from './deltas.js';
import type {Engine} from './engine.js';
import {Held} from './streams.js';

/** What makes one set of rows of another. */
export interface Delta {
  readonly tool?: string;
  /** The field with the identity. */
  readonly key?: string;
  readonly baseRoot?: string;
  readonly newRoot?: string;
  readonly fields?: readonly string[];
  readonly added?: readonly unknown[];
  readonly changed?: readonly unknown[];
  /** Identities. */
  readonly removed?: readonly unknown[];
  /** With both, the text says what share of a full payload is saved. */
  readonly deltaTokens?: number;
  readonly fullTokens?: number;
}

/** What makes one graph of another. */
export interface GraphDelta {
  readonly tool?: string;
  readonly baseRoot?: string;
  readonly newRoot?: string;
  readonly added?: readonly unknown[];
  readonly removed?: readonly unknown[];
  readonly addedEdges?: readonly unknown[];
  readonly removedEdges?: readonly unknown[];
  readonly deltaTokens?: number;
  readonly fullTokens?: number;
}

/** What the next rows add to, change in and remove from the base. */
export function diff(engine: Engine, base: unknown, next: unknown,
  set: KeyedSet = {}): Delta {
  return engine.call((wasm) => {
    engine.take({...defined(set), next}, 1);
    engine.take(base, 0);
    wasm.do('deltaDiff');
    return engine.tree() as Delta;
  });
}

/** A delta as it is sent. */
export function encodeDelta(engine: Engine, delta: Delta): string {
  return engine.call((wasm) => {
    engine.take(defined(delta), 0);
    wasm.do('deltaEncode');
    return wasm.text();
  });
}

export function decodeDelta(engine: Engine, text: string | Uint8Array): Delta {
  return engine.call((wasm) => {
    wasm.do('deltaDecode', wasm.putText(text));
    return engine.tree() as Delta;
  });
}

/** The rows that a delta makes of its base; both roots are checked. */
export function applyDelta(engine: Engine, base: unknown, delta: Delta,
  set: KeyedSet = {}, options: {readonly verify?: boolean} = {}): unknown {
  return engine.call((wasm) => {
    engine.take({...defined(set), delta: defined(delta)}, 1);
    engine.take(base, 0);
    wasm.do('deltaApply', options.verify === false ? 0 : 1);
    return engine.tree();
  });
}

/** The root of a graph. */
export function graphRoot(engine: Engine, graph: unknown): string {
  return engine.call((wasm) => {
    engine.take(graph, 0);
    wasm.do('graphRoot');
    return wasm.text();
  });
}

/** The delta of two graphs, as it is sent. */
export function graphDiff(engine: Engine, base: unknown, next: unknown,
  tool = ''): string {
  return engine.call((wasm) => {
    engine.take(next, 1);
    engine.take(base, 0);
    wasm.do('graphDiff', wasm.putText(tool));
    return wasm.text();
  });
}

export function encodeGraphDelta(engine: Engine, delta: GraphDelta): string {
  return engine.call((wasm) => {
    engine.take(defined(delta), 0);
    wasm.do('graphDeltaEncode');
    return wasm.text();
  });
}

/** The graph that a delta makes of its base. */
export function graphApply(engine: Engine, base: unknown,
  text: string | Uint8Array): unknown {
  return engine.call((wasm) => {
    engine.take(base, 0);
    wasm.do('graphApply', wasm.putText(text));
    return engine.tree();
  });
}

export interface GraphWriterOptions {
  readonly tool?: string;
  readonly tokenBudget?: number;
  readonly tokensUsed?: number;
  readonly packRoot?: string;
  readonly labeledCounts?: boolean;
}

/** A graph in pieces; every call returns what it wrote. */
export class GraphWriter extends Held {
  constructor(engine: Engine, options: GraphWriterOptions = {}) {
    engine.take(defined(options), 0);
    super(engine, 'graphWriterFree', engine.wasm.ask('graphWriterNew'));
  }
  symbol(symbol: unknown): string {
    return this.#put({symbols: [symbol]}, 0);
  }
  edge(edge: unknown): string {
    return this.#put({symbols: [], edges: [edge]}, 1);
  }
  finish(): string {
    return this.#put(null, 2);
  }

  #put(value: unknown, what: number): string {
    return this.engine.call((wasm) => {
      this.engine.take(value, 0);
      wasm.do('graphWriterPut', this.handle, what);
      return wasm.text();
    });
  }
}
