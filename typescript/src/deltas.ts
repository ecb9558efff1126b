// SPDX-License-Identifier: MIT
// Deltas and sessions: a consumer is sent only what it does not have.
import type {Engine} from './engine.js';
import {Held} from './streams.js';
import type {Fallback} from './valueWriter.js';

export type Outcome = 'unchanged' | 'delta' | 'full';
const outcomes: readonly Outcome[] = ['unchanged', 'delta', 'full'];
const how = {full: 0, next: 1, answer: 2} as const;

/** What a producer sends. */
export interface Update {
  readonly outcome: Outcome;
  readonly text: string;
}

/** How rows are told apart. */
export interface KeyedSet {
  /** The field with the identity; by default `id`. */
  readonly key?: string;
  /** The section that holds the rows. */
  readonly name?: string;
  /** Which columns come first. */
  readonly fields?: readonly string[];
}

export interface ProducerOptions {
  /** Named by full payloads. */
  readonly tool?: string;
  /** When everything is sent again, although a delta would do. */
  readonly reanchor?: 'never' | 'everyN' | 'bySize';
  readonly every?: number;
  /** A delta must be below this share of a full payload; 0 allows any. */
  readonly maxPercent?: number;
}

/** Without members that are undefined, which no value has. */
export function defined(options: object): object {
  return Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined));
}

class Producer extends Held {
  constructor(engine: Engine, isGraph: boolean, options: object) {
    engine.take(defined(options), 0);
    super(engine, 'senderFree',
      engine.wasm.ask('senderNew', isGraph ? 1 : 0));
  }

  /** A full payload. */
  full(value: unknown, fallback?: Fallback): Update {
    return this.#send(value, how.full, '', fallback);
  }
  /** For a consumer that holds what was sent last. */
  next(value: unknown, fallback?: Fallback): Update {
    return this.#send(value, how.next, '', fallback);
  }
  /** For a consumer that names the root it holds. */
  answer(value: unknown, heldRoot: string, fallback?: Fallback): Update {
    return this.#send(value, how.answer, heldRoot, fallback);
  }
  /** Of what was sent last; empty before the first. */
  get root(): string {
    return this.engine.call((wasm) => {
      wasm.do('senderRoot', this.handle);
      return wasm.text();
    });
  }

  #send(value: unknown, way: number, root: string, fallback?: Fallback):
      Update {
    return this.engine.call((wasm) => {
      this.engine.take(value, 0, fallback);
      wasm.do('senderSend', this.handle, way, wasm.putText(root));
      return {outcome: outcomes[wasm.number(0)] ?? 'full', text: wasm.text()};
    });
  }
}

class Consumer extends Held {
  constructor(engine: Engine, isGraph: boolean,
    options: {readonly verify?: boolean} = {}) {
    super(engine, 'receiverFree', engine.wasm.ask('receiverNew',
      isGraph ? 1 : 0, options.verify === false ? 0 : 1));
  }

  /** Takes what a producer sent: all of it, or nothing when it fails. */
  receive(text: string | Uint8Array): Outcome {
    return this.engine.call((wasm) => {
      wasm.do('receiverTake', this.handle, wasm.putText(text));
      return outcomes[wasm.number(0)] ?? 'full';
    });
  }
  protected get value(): unknown {
    return this.engine.call((wasm) => {
      wasm.do('receiverValue', this.handle);
      return this.engine.tree();
    });
  }
  /** To be sent with the next request. */
  get root(): string {
    return this.engine.call((wasm) => {
      wasm.do('receiverRoot', this.handle);
      return wasm.text();
    });
  }
}

/** Answers with the least that brings a consumer's rows up to date. */
export class DeltaProducer extends Producer {
  constructor(engine: Engine, options: KeyedSet & ProducerOptions = {}) {
    super(engine, false, options);
  }
}

/** Holds rows and follows their updates. */
export class DeltaConsumer extends Consumer {
  constructor(engine: Engine, options: {readonly verify?: boolean} = {}) {
    super(engine, false, options);
  }
  /** null before the first full payload. */
  get rows(): unknown {
    return this.value;
  }
}

/** As DeltaProducer, for graphs: objects with `symbols` and `edges`. */
export class GraphDeltaProducer extends Producer {
  constructor(engine: Engine, options: ProducerOptions = {}) {
    super(engine, true, options);
  }
}

/** Holds a graph and follows its updates. */
export class GraphDeltaConsumer extends Consumer {
  constructor(engine: Engine, options: {readonly verify?: boolean} = {}) {
    super(engine, true, options);
  }
  get graph(): unknown {
    return this.value;
  }
}

/** The root of rows: `sha256:` and 64 hexadecimal digits. */
export function packRoot(engine: Engine, rows: unknown, set: KeyedSet = {}):
    string {
  return engine.call((wasm) => {
    engine.take(defined(set), 1);
    engine.take(rows, 0);
    wasm.do('deltaRoot');
    return wasm.text();
  });
}

/** The side of a session that answers with graphs. */
export class SessionProducer extends Held {
  constructor(engine: Engine) {
    super(engine, 'sessionFree', engine.wasm.ask('sessionNew', 0));
  }
  encode(graph: unknown, fallback?: Fallback):
      {text: string, ticket: number, references: number} {
    return this.engine.call((wasm) => {
      this.engine.take(graph, 0, fallback);
      wasm.do('sessionEncode', this.handle);
      return {text: wasm.text(), ticket: wasm.number(0),
        references: wasm.number(1)};
    });
  }
  /** The consumer has it. False when that does not matter any more. */
  confirm(ticket: number): boolean {
    return this.engine.wasm.ask('sessionConfirm', this.handle, ticket) === 1;
  }
  /** The consumer has lost what it had. */
  reset(): void {
    this.engine.wasm.ask('sessionReset', this.handle);
  }
}

/** The side that receives them. */
export class SessionConsumer extends Held {
  constructor(engine: Engine) {
    super(engine, 'sessionFree', engine.wasm.ask('sessionNew', 1));
  }
  decode(text: string | Uint8Array): unknown {
    return this.engine.call((wasm) => {
      wasm.do('sessionDecode', this.handle, wasm.putText(text));
      return this.engine.tree();
    });
  }
  reset(): void {
    this.engine.wasm.ask('sessionReset', this.handle);
  }
}
