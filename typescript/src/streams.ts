// SPDX-License-Identifier: MIT
// GCF row by row, in both directions and in constant memory.
import type {Engine} from './engine.js';
import {PithError} from './error.js';
import {ValueReader} from './valueReader.js';
import type {Fallback} from './valueWriter.js';

export type SectionKind = 'table' | 'keyed' | 'list';
const kinds: readonly SectionKind[] = ['table', 'keyed', 'list'];
const put = {members: 0, row: 1, item: 2, keyed: 3} as const;

/** What a text that comes in chunks says. */
export type Event =
  | {readonly type: 'begin', readonly name: string | null,
    readonly kind: SectionKind, readonly fields: readonly string[],
    /** How many the text announces; null when it does not say. */
    readonly declared: number | null}
  | {readonly type: 'item', readonly value: unknown}
  | {readonly type: 'entry', readonly key: string, readonly value: unknown}
  | {readonly type: 'end', readonly count: number}
  | {readonly type: 'member', readonly key: string, readonly value: unknown}
  | {readonly type: 'root', readonly value: unknown};

/** Something in the module with a number, until close(). */
class Held {
  protected readonly engine: Engine;
  readonly #free: string;
  readonly #handle: number;
  readonly #generation: number;
  #isOpen = true;

  protected constructor(engine: Engine, free: string, handle: number) {
    this.engine = engine;
    this.#free = free;
    this.#handle = handle;
    this.#generation = engine.wasm.generation;
    engine.watch(this, free, handle);
  }

  protected get handle(): number {
    if (!this.#isOpen || this.#generation !== this.engine.wasm.generation) {
      throw new PithError('it was closed', 'invalid_argument');
    }
    return this.#handle;
  }

  /** Frees its memory. It does no harm to close twice. */
  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.engine.free(this, this.#free, this.#handle, this.#generation);
  }
}

export {Held};

/** Writes one GCF document; each call returns the text that it adds. */
export class StreamWriter extends Held {
  constructor(engine: Engine, options: {readonly rememberKeys?: boolean} = {}) {
    super(engine, 'writerFree', engine.wasm.ask('writerNew',
      options.rememberKeys === false ? 0 : 1));
  }

  /** All members of an object, before the first table or list. */
  members(value: unknown, fallback?: Fallback): string {
    return this.#put(value, put.members, fallback);
  }
  beginTable(fields: readonly string[], name?: string): string {
    return this.#begin('table', fields, name);
  }
  /** A table whose rows have keys: an object of objects. */
  beginKeyed(fields: readonly string[], name?: string): string {
    return this.#begin('keyed', fields, name);
  }
  beginList(name?: string): string {
    return this.#begin('list', [], name);
  }
  /** A row of a table: an object with scalars among the fields. */
  row(value: unknown, fallback?: Fallback): string {
    return this.#put(value, put.row, fallback);
  }
  keyedRow(key: string, value: unknown, fallback?: Fallback): string {
    return this.#put([key, value], put.keyed, fallback);
  }
  /** An item of a list: anything. */
  item(value: unknown, fallback?: Fallback): string {
    return this.#put(value, put.item, fallback);
  }
  /** The summary with the counts; nothing may follow. */
  finish(): string {
    return this.engine.call((wasm) => {
      wasm.do('writerFinish', this.handle);
      return wasm.text();
    });
  }

  #begin(kind: SectionKind, fields: readonly string[], name?: string): string {
    return this.engine.call((wasm) => {
      this.engine.take([name ?? null, fields], 0);
      wasm.do('writerBegin', this.handle, kinds.indexOf(kind));
      return wasm.text();
    });
  }
  #put(value: unknown, what: number, fallback?: Fallback): string {
    return this.engine.call((wasm) => {
      this.engine.take(value, 0, fallback);
      wasm.do('writerPut', this.handle, what);
      return wasm.text();
    });
  }
}

export interface ReaderOptions {
  /** Refuse a text that was cut. */
  readonly requireSummary?: boolean;
  /** Bytes that the reader may hold; 1 GiB. */
  readonly maxHeldBytes?: number;
}

/** Reads GCF that comes in chunks of any size. */
export class StreamReader extends Held {
  constructor(engine: Engine, options: ReaderOptions = {}) {
    super(engine, 'readerFree', engine.wasm.ask('readerNew',
      options.requireSummary === true ? 1 : 0, options.maxHeldBytes ?? 0));
  }

  /** What became complete with this chunk. */
  *feed(chunk: string | Uint8Array): Generator<Event, void> {
    yield* this.#events((size) =>
      this.engine.wasm.ask('readerFeed', this.handle, size), chunk);
  }
  /** The text is complete. */
  *finish(): Generator<Event, void> {
    yield* this.#events(() =>
      this.engine.wasm.ask('readerFinish', this.handle), '');
  }

  *#events(read: (size: number) => number, chunk: string | Uint8Array):
      Generator<Event, void> {
    // All of a chunk is read at once, so that nothing else comes between.
    const [events, problem] = this.engine.call((wasm) => {
      const status = read(wasm.putText(chunk));
      const all: Event[] = [];
      const words = new ValueReader(wasm.words(), wasm.text());
      while (!words.isAtEnd) all.push(readEvent(words));
      return [all, status === 0 ? undefined : wasm.errorInChunks()] as const;
    });
    yield* events;
    if (problem !== undefined) throw problem;
  }
}

function readEvent(words: ValueReader): Event {
  switch (words.word()) {
    case 0:
      return {type: 'begin', name: words.value() as string | null,
        kind: kinds[words.value() as number] ?? 'table',
        fields: words.value() as string[],
        declared: words.value() as number | null};
    case 1:
      return {type: 'item', value: words.value()};
    case 2:
      return {type: 'entry', key: words.value() as string,
        value: words.value()};
    case 3:
      return {type: 'end', count: words.value() as number};
    case 4:
      return {type: 'member', key: words.value() as string,
        value: words.value()};
    default:
      return {type: 'root', value: words.value()};
  }
}

export interface EncodeRowsOptions {
  /** Makes the document an object with the rows under this name. */
  readonly name?: string;
  readonly fallback?: Fallback;
}

/**
 * Takes rows and gives pieces of GCF. With fields the rows are objects with
 * scalars among them and make a table; without, they may be anything.
 */
export function encodeRowsStream(engine: Engine, fields?: readonly string[],
  options: EncodeRowsOptions = {}): TransformStream<unknown, string> {
  const writer = new StreamWriter(engine);
  return new TransformStream<unknown, string>({
    start(controller) {
      controller.enqueue(fields === undefined ? writer.beginList(options.name)
        : writer.beginTable(fields, options.name));
    },
    transform(row, controller) {
      controller.enqueue(fields === undefined
        ? writer.item(row, options.fallback)
        : writer.row(row, options.fallback));
    },
    flush(controller) {
      controller.enqueue(writer.finish());
      writer.close();
    },
  });
}

/** Takes chunks of GCF and gives events. */
export function decodeEventsStream(engine: Engine, options: ReaderOptions = {}):
    TransformStream<string | Uint8Array, Event> {
  const reader = new StreamReader(engine, options);
  return new TransformStream<string | Uint8Array, Event>({
    transform(chunk, controller) {
      for (const event of reader.feed(chunk)) controller.enqueue(event);
    },
    flush(controller) {
      for (const event of reader.finish()) controller.enqueue(event);
      reader.close();
    },
  });
}

/** Takes chunks of GCF and gives the rows of its tables and lists. */
export function decodeRowsStream(engine: Engine, options: ReaderOptions = {}):
    TransformStream<string | Uint8Array, unknown> {
  const reader = new StreamReader(engine, options);
  const pass = (events: Iterable<Event>,
    controller: TransformStreamDefaultController<unknown>): void => {
    for (const event of events) {
      if (event.type === 'item') controller.enqueue(event.value);
    }
  };
  return new TransformStream<string | Uint8Array, unknown>({
    transform(chunk, controller) {
      pass(reader.feed(chunk), controller);
    },
    flush(controller) {
      pass(reader.finish(), controller);
      reader.close();
    },
  });
}
