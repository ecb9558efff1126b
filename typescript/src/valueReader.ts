// SPDX-License-Identifier: MIT
import {kind} from './valueWriter.js';

/**
 * Reads values from words, in which sizes count UTF-16 units
 * (native/value_writer.hpp).
 */
export class ValueReader {
  #words: Int32Array;
  #text: string;
  #next = 0;
  #at = 0;
  #shapes: string[][] = [];

  constructor(words: Int32Array, text: string) {
    this.#words = words;
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#next >= this.#words.length;
  }

  /** A word that is not a value. */
  word(): number {
    return this.#words[this.#next++]!;
  }

  value(): unknown {
    const word = this.#words[this.#next++]!;
    const number = word >>> 4;
    switch (word & 15) {
      case kind.no:
        return false;
      case kind.yes:
        return true;
      case kind.integer:
        return word >> 4;
      case kind.number:
        return this.#double();
      case kind.wide:
        return this.#wide();
      case kind.string:
        return this.#cut(number);
      case kind.array: {
        const list: unknown[] = [];
        for (let i = 0; i < number; ++i) list.push(this.value());
        return list;
      }
      case kind.object:
        return this.#object(this.#shapes[number]!);
      case kind.shape: {
        const keys: string[] = [];
        for (let i = 0; i < number; ++i) keys.push(this.#cut(this.word()));
        this.#shapes.push(keys);
        return this.#object(keys);
      }
      default:
        return null;
    }
  }

  #object(keys: readonly string[]): object {
    const made: Record<string, unknown> = {};
    for (const key of keys) {
      if (key === '__proto__') {
        Object.defineProperty(made, key, {value: this.value(),
          configurable: true, enumerable: true, writable: true});
      } else {
        made[key] = this.value();
      }
    }
    return made;
  }

  #cut(units: number): string {
    const at = this.#at;
    this.#at += units;
    return this.#text.slice(at, at + units);
  }

  #double(): number {
    const bits = new Int32Array(2);
    bits[0] = this.word();
    bits[1] = this.word();
    return new Float64Array(bits.buffer)[0]!;
  }

  /** A number while it is exact, else a bigint. */
  #wide(): number | bigint {
    const low = this.word() >>> 0;
    const high = this.word();
    const number = high * 4294967296 + low;
    if (Number.isSafeInteger(number)) return number;
    return (BigInt(high) << 32n) | BigInt(low);
  }
}
