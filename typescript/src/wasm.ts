// SPDX-License-Identifier: MIT
// The one place that knows the memory of the module (native/module.hpp).
import {PithError} from './error.js';

type Call = (...numbers: number[]) => number;

/** What the module exports. */
export interface Exports {
  readonly memory: WebAssembly.Memory;
  readonly [name: string]: Call | WebAssembly.Memory;
}

// Offsets in native/module.hpp: struct answer.
const answerAt = {
  offset: 16, line: 24, column: 32, name: 40, detail: 44, data: 48, size: 52,
  words: 56, wordCount: 60, numbers: 64,
} as const;

const slotOfText = 0;
const slotOfWords = 1;
/** Calls above this give back what they took. */
const largeBytes = 1 << 20;
const leastRoom = 1 << 12;
/** Below this, a loop is faster than a decoder. */
const shortBytes = 16;
/** Words and bytes of a value, below which a loop is faster than a copy. */
const shortValue = 128;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', {ignoreBOM: true});
const isWellFormed: (text: string) => boolean =
  'isWellFormed' in String.prototype
    ? (text) => (text as unknown as {isWellFormed(): boolean}).isWellFormed()
    : (text) => !/\p{Surrogate}/u.test(text);

/** True when a text has no surrogate without its partner. */
export function hasOnlyPairs(text: string): boolean {
  return isWellFormed(text);
}

/**
 * One instance of the module. After a trap, which only a lack of memory or a
 * defect can cause, it begins anew: `generation` grows, and what was made
 * before (readers, tokenizers) is gone.
 */
export class Wasm {
  generation = 0;
  #module: WebAssembly.Module;
  #exports!: Exports;
  #answer = 0;
  #bytes = new Uint8Array(0);
  #words = new Int32Array(0);
  #view = new DataView(new ArrayBuffer(0));
  #isLarge = false;
  /** Where the slots are, and how much room they have. */
  #slots = [0, 0];
  #rooms = [0, 0];

  private constructor(module: WebAssembly.Module) {
    this.#module = module;
  }

  static async start(module: WebAssembly.Module): Promise<Wasm> {
    const made = new Wasm(module);
    made.#begin(await WebAssembly.instantiate(module, made.#imports()));
    return made;
  }

  #begin(instance: WebAssembly.Instance): void {
    this.#exports = instance.exports as unknown as Exports;
    (this.#exports['_initialize'] as () => void)();
    this.#answer = (this.#exports['answer'] as Call)();
    this.#bytes = new Uint8Array(0);
    this.#slots.fill(0);
    this.#rooms.fill(0);
    ++this.generation;
  }

  /** All that the module asks for: the time, for sessions that end by it. */
  #imports(): WebAssembly.Imports {
    return {
      wasi_snapshot_preview1: {
        clock_time_get: (_id: number, _precision: bigint, at: number) => {
          new DataView(this.#exports.memory.buffer).setBigUint64(
            at, BigInt(Math.round(performance.now() * 1e6)), true);
          return 0;
        },
      },
    };
  }

  /** Views of the memory, made again when it has grown. */
  get #memory(): Uint8Array<ArrayBuffer> {
    // Growth detaches the buffer, which makes its views empty.
    if (this.#bytes.length === 0) {
      const buffer = this.#exports.memory.buffer as ArrayBuffer;
      this.#bytes = new Uint8Array(buffer);
      this.#words = new Int32Array(buffer);
      this.#view = new DataView(buffer);
    }
    return this.#bytes as Uint8Array<ArrayBuffer>;
  }

  /**
   * Calls an export whose number is not a status. One that takes fewer numbers
   * ignores the others.
   */
  ask(name: string, a = 0, b = 0, c = 0): number {
    const call = this.#exports[name];
    if (typeof call !== 'function') {
      throw new PithError('this module has no tokenizers', 'not_supported');
    }
    try {
      return call(a, b, c);
    } catch (problem) {
      if (!(problem instanceof WebAssembly.RuntimeError)) throw problem;
      this.#begin(new WebAssembly.Instance(this.#module, this.#imports()));
      throw new PithError(
        'there is not enough memory, or pith has a defect: ' +
        `${problem.message}; readers and tokenizers must be made again`,
        'out_of_memory');
    }
  }

  /** Calls an export and throws unless all is well. */
  do(name: string, a = 0, b = 0, c = 0): void {
    if (this.ask(name, a, b, c) !== 0) throw this.error();
  }

  /** Ends a call: large memory is given back. */
  end(): void {
    if (!this.#isLarge) return;
    this.#isLarge = false;
    this.#rooms.fill(0);
    this.ask('release');
  }

  /** Writes a text where the module reads it; returns its size in bytes. */
  putText(text: string | Uint8Array): number {
    if (typeof text !== 'string') {
      const at = this.#reserve(slotOfText, text.length);
      this.#memory.set(text, at);
      return text.length;
    }
    let at = this.#reserve(slotOfText, text.length);
    let {read, written} = encoder.encodeInto(
      text, this.#memory.subarray(at, at + text.length));
    if (read < text.length) {
      // It is not ASCII.
      const most = written + 3 * (text.length - read);
      at = this.#reserve(slotOfText, most);
      const rest = encoder.encodeInto(
        text.slice(read), this.#memory.subarray(at + written, at + most));
      written += rest.written;
    }
    if (written !== text.length && !isWellFormed(text)) {
      throw new PithError('a text must not have a lone surrogate',
        'invalid_surrogate');
    }
    return written;
  }

  /** Writes the first words, and of the text that they are about. */
  putValue(words: Int32Array, count: number, text: Uint8Array, size: number):
      void {
    const wordsAt = this.#reserve(slotOfWords, count * 4);
    const textAt = this.#reserve(slotOfText, size);
    const memory = this.#memory;
    if (count + size > shortValue) {
      this.#words.set(words.subarray(0, count), wordsAt / 4);
      memory.set(text.subarray(0, size), textAt);
      return;
    }
    // Views of a part cost more than these few.
    const target = this.#words;
    for (let i = 0; i < count; ++i) target[wordsAt / 4 + i] = words[i]!;
    for (let i = 0; i < size; ++i) memory[textAt + i] = text[i]!;
  }

  #reserve(slot: number, size: number): number {
    if (size > this.#rooms[slot]!) {
      if (size > largeBytes) this.#isLarge = true;
      const room = Math.max(size, leastRoom);
      this.#slots[slot] = this.ask('reserve', slot, room);
      this.#rooms[slot] = room;
    }
    return this.#slots[slot]!;
  }

  #number(at: number): number {
    this.#memory;
    return this.#words[(this.#answer + at) / 4]! >>> 0;
  }

  /** One of the numbers of the answer. */
  number(index: number): number {
    this.#memory;
    return this.#view.getFloat64(
      this.#answer + answerAt.numbers + 8 * index, true);
  }

  /** The text of the answer. */
  text(): string {
    const at = this.#number(answerAt.data);
    const size = this.#number(answerAt.size);
    if (size <= shortBytes) {
      const memory = this.#memory;
      let made = '';
      let i = at;
      for (; i < at + size && memory[i]! < 0x80; ++i) {
        made += String.fromCharCode(memory[i]!);
      }
      if (i === at + size) return made;
    }
    return decoder.decode(this.#answered());
  }

  /** A copy of its bytes. */
  bytes(): Uint8Array {
    return this.#answered().slice();
  }

  #answered(): Uint8Array {
    const at = this.#number(answerAt.data);
    const size = this.#number(answerAt.size);
    if (size > largeBytes) this.#isLarge = true;
    return this.#memory.subarray(at, at + size);
  }

  /** Whether the answer is a value in words. */
  hasWords(): boolean {
    return this.#number(answerAt.wordCount) !== 0;
  }

  /** The words of the answer; valid until the next call. */
  words(): Int32Array {
    return new Int32Array(this.#memory.buffer, this.#number(answerAt.words),
      this.#number(answerAt.wordCount));
  }

  /** The memory of the instance. */
  get memory(): WebAssembly.Memory {
    return this.#exports.memory;
  }

  /** Bytes of memory that the instance has. */
  get memoryBytes(): number {
    return this.memory.buffer.byteLength;
  }

  /** What the last call failed with. */
  error(path?: string): PithError {
    const wide = (at: number): number =>
      Number(this.#view.getBigUint64(this.#answer + at, true));
    this.#memory;
    const code = this.#string(this.#number(answerAt.name));
    const detail = this.#string(this.#number(answerAt.detail));
    const line = wide(answerAt.line);
    if (line === 0) return new PithError(detail || code, code, {path});
    const column = wide(answerAt.column);
    return new PithError(`${detail || code} (line ${line}, column ${column})`,
      code, {offset: wide(answerAt.offset), line, column});
  }

  /** As error(), for a text in chunks: it has an offset and no line. */
  errorInChunks(): PithError {
    const said = this.error();
    const offset = Number(
      this.#view.getBigUint64(this.#answer + answerAt.offset, true));
    return new PithError(`${said.message} (byte ${offset})`, said.code,
      {offset});
  }

  #string(at: number): string {
    const memory = this.#memory;
    return at === 0 ? '' : decoder.decode(
      memory.subarray(at, memory.indexOf(0, at)));
  }
}
