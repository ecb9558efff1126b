// SPDX-License-Identifier: MIT
// What every part of the library does with an instance of the module.
import {ValueReader} from './valueReader.js';
import {ValueWriter, type Fallback} from './valueWriter.js';
import {Wasm} from './wasm.js';

/** The value of an option of a format, or of a limit. */
export type OptionValue = string | number | boolean;
export type Options = Readonly<Record<string, OptionValue | undefined>>;

/** Ways of calling that are remembered at a time. */
const mostPlans = 256;

/** A format with its options, as the module knows it. */
export interface Plan {
  readonly number: number;
  readonly isBinary: boolean;
}

/** What a call without options has; none are looked for in it. */
export const noOptions: Options = {};

function spell(options: Options): string {
  let made = '';
  for (const name of Object.keys(options)) {
    const value = options[name];
    if (value !== undefined) made += `\0${toKebab(name)}\0${String(value)}`;
  }
  return made;
}

const noPlan: Plan = {number: 0, isBinary: false};

/** Values and texts into the module, and out of it. */
export class Engine {
  readonly wasm: Wasm;
  #writer = new ValueWriter();
  #plans = new Map<string, Plan>();
  #generation = 0;
  #freed: FinalizationRegistry<{free: string, handle: number, of: number}>;

  private constructor(wasm: Wasm) {
    this.wasm = wasm;
    this.#freed = new FinalizationRegistry(({free, handle, of}) => {
      if (of === wasm.generation) wasm.ask(free, handle);
    });
  }

  static async start(module: WebAssembly.Module): Promise<Engine> {
    return new Engine(await Wasm.start(module));
  }

  /** Hands a value over; it is number `which` in the module. */
  take(value: unknown, which: 0 | 1, fallback?: Fallback): void {
    const writer = this.#writer.isBusy ? new ValueWriter() : this.#writer;
    try {
      writer.write(value, fallback);
      const {wordCount, textSize} = writer;
      this.wasm.putValue(writer.words, wordCount, writer.text, textSize);
      this.wasm.do('take', which, wordCount, textSize);
    } finally {
      writer.shrink();
    }
  }

  /** A format with its options. */
  plan(format: string, options: Options = noOptions): Plan {
    let key = format;
    if (options !== noOptions) key += spell(options);
    if (key === '') return noPlan;
    if (this.#generation !== this.wasm.generation) {
      this.#generation = this.wasm.generation;
      this.#plans.clear();
    }
    const known = this.#plans.get(key);
    if (known !== undefined) return known;
    if (this.#plans.size >= mostPlans) {
      this.#plans.clear();
      this.wasm.ask('forgetPlans');
    }
    const number = this.wasm.ask('plan', this.wasm.putText(key));
    if (number === 0) throw this.wasm.error();
    const made = {number, isBinary: this.wasm.ask('isBinary', number) === 1};
    this.#plans.set(key, made);
    return made;
  }

  /** The value of the answer. */
  tree(): unknown {
    const {wasm} = this;
    if (!wasm.hasWords()) return JSON.parse(wasm.text()) as unknown;
    return new ValueReader(wasm.words(), wasm.text()).value();
  }

  /** Calls `body`, and gives back large memory whatever comes of it. */
  call<T>(body: (wasm: Wasm) => T): T {
    try {
      return body(this.wasm);
    } finally {
      this.wasm.end();
    }
  }

  /** Frees what has a handle when nobody holds `owner` any more. */
  watch(owner: object, free: string, handle: number): void {
    this.#freed.register(owner,
      {free, handle, of: this.wasm.generation}, owner);
  }

  /** Frees it now. */
  free(owner: object, free: string, handle: number, of: number): void {
    this.#freed.unregister(owner);
    if (of === this.wasm.generation) this.wasm.ask(free, handle);
  }
}

/** inlineSchemas: inline-schemas. */
export function toKebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
