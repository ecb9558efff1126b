// SPDX-License-Identifier: MIT
// Values in words, as native/value_reader.hpp describes them.
import {PithError, toPointer} from './error.js';
import {hasOnlyPairs} from './wasm.js';

/** Kinds of words; the number stands above these four bits. */
export const kind = {
  null: 0, no: 1, yes: 2, integer: 3, number: 4, wide: 5, string: 6, array: 7,
  object: 8, shape: 9,
} as const;

const mostShort = 2 ** 27;
/** Sizes and counts have 28 bits. */
const mostCount = 2 ** 28 - 1;
/** Below this, a loop is faster than a call of the TextEncoder. */
const shortText = 40;
const maxDepth = 512;
/** How often something may be replaced by what stands for it. */
const maxReplacements = 254;

/** Objects with the same keys in the same order. */
interface Shape {
  readonly number: number;
  readonly keys: readonly string[];
  /** What was seen at each key; made where it is needed. */
  readonly sites: (Site | undefined)[];
}

/** What was seen last at a place, and is likely to come again. */
class Site {
  shape: Shape | undefined = undefined;
  element: Site | undefined = undefined;
}

/** A tree of keys, for objects that do not look like the one before. */
interface Branch {
  readonly next: Map<string, Branch>;
  shape: Shape | undefined;
}

/** Replaces what pith does not know; undefined refuses. */
export type Fallback = (value: unknown) => unknown;

const encoder = new TextEncoder();
const double = new Float64Array(1);
const halves = new Int32Array(double.buffer);

/** Shapes that are compared one by one, before they are in a tree. */
const fewShapes = 4;

/** Writes one value at a time; its memory is used again. */
export class ValueWriter {
  #few: Shape[] = [];
  #words = new Int32Array(1024);
  #count = 0;
  #text = new Uint8Array(4096);
  #size = 0;
  #shapes = 0;
  #root: Branch | undefined = undefined;
  #path: (string | number)[] = [];
  #code = '';
  #problem = '';
  #fallback: Fallback | undefined;
  /** A getter or a fallback may encode, too. */
  isBusy = false;

  /** The words are the first `wordCount` of these. */
  get words(): Int32Array {
    return this.#words;
  }
  get wordCount(): number {
    return this.#count;
  }
  /** The text is the first `textSize` bytes of these. */
  get text(): Uint8Array {
    return this.#text;
  }
  get textSize(): number {
    return this.#size;
  }

  /** Throws a PithError with a path when the value cannot be encoded. */
  write(value: unknown, fallback?: Fallback): void {
    this.#count = 0;
    this.#size = 0;
    this.#shapes = 0;
    this.#few.length = 0;
    this.#root = undefined;
    this.#fallback = fallback;
    this.isBusy = true;
    try {
      if (this.#put(value, undefined, 0)) return;
    } finally {
      this.isBusy = false;
      this.#fallback = undefined;
    }
    const path = this.#path;
    this.#path = [];
    throw new PithError(this.#problem, this.#code,
      {path: toPointer(path.reverse())});
  }

  /** Lets go of memory that only a large value needs. */
  shrink(): void {
    if (this.#words.length > 1 << 18) this.#words = new Int32Array(1024);
    if (this.#text.length > 1 << 20) this.#text = new Uint8Array(4096);
    this.#few.length = 0;
    this.#root = undefined;
  }

  #refuse(code: string, problem: string): false {
    this.#code = code;
    this.#problem = problem;
    return false;
  }

  #put(value: unknown, site: Site | undefined, depth: number): boolean {
    if (this.#count + 4 > this.#words.length) this.#growWords(4);
    switch (typeof value) {
      case 'string':
        return this.#string(value, kind.string);
      case 'number':
        return this.#number(value);
      case 'object':
        if (value === null) {
          this.#words[this.#count++] = kind.null;
          return true;
        }
        return Array.isArray(value) ? this.#array(value, site, depth)
          : this.#object(value, site, depth);
      case 'boolean':
        this.#words[this.#count++] = value ? kind.yes : kind.no;
        return true;
      case 'bigint':
        return this.#bigint(value);
      default:
        return this.#replaced(value, site, depth,
          `a value of the type ${typeof value} cannot be encoded`);
    }
  }

  #number(value: number): boolean {
    const words = this.#words;
    if (Number.isSafeInteger(value) && !Object.is(value, -0)) {
      if (value < mostShort && value > -mostShort) {
        words[this.#count++] = (value << 4) | kind.integer;
      } else {
        words[this.#count++] = kind.wide;
        words[this.#count++] = value | 0;  // modulo 2^32
        words[this.#count++] = Math.floor(value / 4294967296);
      }
      return true;
    }
    if (!Number.isFinite(value)) {
      return this.#refuse('not_finite', 'numbers must be finite');
    }
    double[0] = value;
    words[this.#count++] = kind.number;
    words[this.#count++] = halves[0]!;
    words[this.#count++] = halves[1]!;
    return true;
  }

  #bigint(value: bigint): boolean {
    if (BigInt.asIntN(64, value) !== value) {
      return this.#refuse('out_of_range', 'a bigint must be within int64');
    }
    const words = this.#words;
    words[this.#count++] = kind.wide;
    words[this.#count++] = Number(BigInt.asIntN(32, value));
    words[this.#count++] = Number(value >> 32n);
    return true;
  }

  /** A string, or a key: its size, with the kind below it. */
  #string(value: string, of: number): boolean {
    const at = this.#size;
    const length = value.length;
    if (at + length * 3 > this.#text.length) this.#growText(length * 3);
    const text = this.#text;
    let size = length;
    let i = 0;
    if (length <= shortText) {
      for (; i < length; ++i) {
        const unit = value.charCodeAt(i);
        if (unit >= 0x80) break;
        text[at + i] = unit;
      }
    }
    if (i !== length) {
      size = encoder.encodeInto(value, text.subarray(at)).written;
      if (size !== length && !hasOnlyPairs(value)) {
        return this.#refuse('invalid_surrogate',
          'a string must not have a lone surrogate');
      }
    }
    if (size > mostCount) {
      return this.#refuse('size_limit', 'a string is too long');
    }
    this.#size = at + size;
    this.#words[this.#count++] = of === 0 ? size : (size << 4) | of;
    return true;
  }

  #array(value: readonly unknown[], site: Site | undefined, depth: number):
      boolean {
    const count = value.length;
    if (depth >= maxDepth) return this.#tooDeep();
    if (count > mostCount) {
      return this.#refuse('item_limit', 'an array is too long');
    }
    this.#words[this.#count++] = (count << 4) | kind.array;
    const element = site === undefined ? new Site()
      : site.element ??= new Site();
    for (let i = 0; i < count; ++i) {
      if (!this.#put(value[i], element, depth + 1)) {
        this.#path.push(i);
        return false;
      }
    }
    return true;
  }

  #object(value: object, site: Site | undefined, depth: number): boolean {
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && prototype !== null) {
      const made = plain(value);
      if (made !== value) {
        return this.#replaced(value, site, depth,
          'an object of this type cannot be encoded', made);
      }
    }
    if (depth >= maxDepth) return this.#tooDeep();
    const keys = Object.keys(value);
    const shape = this.#shapeOf(keys, site);
    if (shape === undefined) return false;
    const sites = shape.sites;
    for (let i = 0; i < keys.length; ++i) {
      const key = keys[i]!;
      const member = (value as Record<string, unknown>)[key];
      const at = typeof member === 'object' ? sites[i] ??= new Site()
        : undefined;
      if (!this.#put(member, at, depth + 1)) {
        this.#path.push(key);
        return false;
      }
    }
    return true;
  }

  /** Writes the word of an object; undefined when a key was refused. */
  #shapeOf(keys: readonly string[], site: Site | undefined):
      Shape | undefined {
    let shape = site?.shape;
    if (shape === undefined || !isSame(shape.keys, keys)) {
      shape = this.#find(keys);
      if (shape === undefined) return this.#newShape(keys, site);
      if (site !== undefined) site.shape = shape;
    }
    this.#words[this.#count++] = (shape.number << 4) | kind.object;
    return shape;
  }

  #find(keys: readonly string[]): Shape | undefined {
    if (this.#root !== undefined) return this.#branch(this.#root, keys).shape;
    for (const shape of this.#few) {
      if (isSame(shape.keys, keys)) return shape;
    }
    return undefined;
  }

  #branch(root: Branch, keys: readonly string[]): Branch {
    let branch = root;
    for (const key of keys) {
      let next = branch.next.get(key);
      if (next === undefined) {
        next = {next: new Map(), shape: undefined};
        branch.next.set(key, next);
      }
      branch = next;
    }
    return branch;
  }

  #newShape(keys: readonly string[], site: Site | undefined):
      Shape | undefined {
    const made: Shape = {number: this.#shapes++, keys,
      sites: new Array<Site | undefined>(keys.length)};
    this.#growWords(keys.length + 4);
    this.#words[this.#count++] = (keys.length << 4) | kind.shape;
    for (let i = 0; i < keys.length; ++i) {
      if (!this.#string(keys[i]!, 0)) return undefined;
    }
    this.#know(made);
    if (site !== undefined) site.shape = made;
    return made;
  }

  #know(shape: Shape): void {
    if (this.#root === undefined) {
      this.#few.push(shape);
      if (this.#few.length <= fewShapes) return;
      this.#root = {next: new Map(), shape: undefined};
      for (const one of this.#few) {
        this.#branch(this.#root, one.keys).shape = one;
      }
      return;
    }
    this.#branch(this.#root, shape.keys).shape = shape;
  }

  /** What stands for a value that is not plain. */
  #replaced(value: unknown, site: Site | undefined, depth: number,
    problem: string,
    made?: unknown): boolean {
    let now = made;
    for (let i = 0; i < maxReplacements; ++i) {
      if (now === undefined && this.#fallback !== undefined) {
        now = this.#fallback(value);
      }
      if (now === undefined || typeof now === 'function' ||
          typeof now === 'symbol') {
        return this.#refuse('not_supported', problem);
      }
      if (typeof now !== 'object' || now === null || isPlain(now)) {
        return this.#put(now, site, depth);
      }
      value = now;
      now = plain(value as object);
      if (now === value) return this.#put(now, site, depth);
    }
    return this.#refuse('depth_limit',
      'the fallback returned an unknown object 254 times in a row');
  }

  #tooDeep(): false {
    return this.#refuse('depth_limit',
      `containers are nested more than ${maxDepth} levels deep`);
  }

  #growWords(more: number): void {
    if (this.#count + more <= this.#words.length) return;
    const larger = new Int32Array(
      Math.max(this.#words.length * 2, this.#count + more));
    larger.set(this.#words);
    this.#words = larger;
  }

  #growText(more: number): void {
    const larger = new Uint8Array(
      Math.max(this.#text.length * 2, this.#size + more));
    larger.set(this.#text);
    this.#text = larger;
  }
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; ++i) {
    if (a[i] !== b[i]) return false;
  }
  return true;
}

function isPlain(value: object): boolean {
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/**
 * What an object with a prototype of its own stands for: what its toJSON()
 * returns; itself when it is nothing but its members; undefined for a Map, a
 * RegExp and other objects that are more than that.
 */
function plain(value: object): unknown {
  const toJson: unknown = (value as {toJSON?: unknown}).toJSON;
  if (typeof toJson === 'function') return toJson.call(value, '') as unknown;
  return Object.prototype.toString.call(value) === '[object Object]' ? value
    : undefined;
}
