// SPDX-License-Identifier: MIT
import {formatOptions, type EncodeOptions} from './codecs.js';
import type {Engine} from './engine.js';
import {PithError} from './error.js';
import {readBytes, type Source} from './load.js';
import type {Fallback} from './valueWriter.js';

/** What one format costs. */
export interface Cost {
  readonly format: string;
  readonly tokens: number;
  readonly bytes: number;
  /** False: counting stopped, the text costs at least `tokens`. */
  readonly isExact: boolean;
  /** The code of the error by which it could not take part. */
  readonly refused?: string;
}

/** The cheapest faithful text of a value. */
export interface Auto {
  readonly text: string;
  readonly format: string;
  readonly tokens: number;
  /** Compact JSON first, then the formats as given. */
  readonly costs: readonly Cost[];
}

export interface AutoOptions {
  /** Beside compact JSON, which always takes part; by default GCF. */
  readonly formats?: readonly string[];
  readonly fallback?: Fallback;
  /** Refuse a text that changes the order of members. */
  readonly keepOrder?: boolean;
  /** Only a text whose format `detect` finds. */
  readonly recognized?: boolean;
}

/** As many rows as a budget allows. */
export interface Fitted {
  readonly text: string;
  readonly rows: number;
  readonly totalRows: number;
  readonly tokens: number;
  /** False: not even a text without rows fits; then there is none. */
  readonly fits: boolean;
}

/** A text, and what it cost before. */
export interface Shortened {
  readonly text: string;
  /** Undefined: the text is as it was. */
  readonly format?: string;
  readonly tokensBefore: number;
  readonly tokens: number;
}

/** A tokenizer that is loaded. */
export interface Tokenizer {
  /** For example `o200k_base`. */
  readonly name: string;
  /** One more than the largest token. */
  readonly vocabularySize: number;
  /** Its counts are only a hint. */
  readonly isEstimate: boolean;
  /** Gives its memory back. */
  free(): void;
}

/** What a package with a vocabulary exports. */
export interface Vocabulary {
  readonly name: string;
  readonly url: URL | string;
}

/** A tokenizer, its name, or that of a model (`gpt-4o`). */
export type Model = Tokenizer | string;

const defaultModel = 'o200k_base';
const flag = {countAll: 1, keepOrder: 2, recognized: 4, all: 8,
  text: 16} as const;

class LoadedTokenizer implements Tokenizer {
  readonly name: string;
  readonly vocabularySize: number;
  readonly isEstimate: boolean;
  readonly handle: number;
  readonly generation: number;
  readonly #free: () => void;

  constructor(name: string, vocabularySize: number, isEstimate: boolean,
    handle: number, generation: number, free: () => void) {
    this.name = name;
    this.vocabularySize = vocabularySize;
    this.isEstimate = isEstimate;
    this.handle = handle;
    this.generation = generation;
    this.#free = free;
  }
  free(): void {
    this.#free();
  }
}

/** Tokens, and what is cheapest by them. */
export class Tokens {
  readonly engine: Engine;
  #loaded = new Map<string, LoadedTokenizer>();

  constructor(engine: Engine) {
    this.engine = engine;
  }

  /** Loads an image, a rank file or a tokenizer.json. */
  async load(source: Source | Vocabulary, name?: string): Promise<Tokenizer> {
    const isPackage = typeof source === 'object' && 'url' in source &&
      'name' in source;
    const bytes = await readBytes(isPackage ? source.url : source);
    return this.loadBytes(bytes, name ?? (isPackage ? source.name
      : nameOf(source)));
  }

  /** The same of bytes, at once. */
  loadBytes(bytes: Uint8Array, name: string): Tokenizer {
    return this.engine.call((wasm) => {
      const title = new TextEncoder().encode(name);
      const both = new Uint8Array(title.length + bytes.length);
      both.set(title);
      both.set(bytes, title.length);
      const handle = wasm.ask('tokenizerLoad', title.length,
        wasm.putText(both));
      if (handle === 0) throw wasm.error();
      const known = wasm.text();
      const made: LoadedTokenizer = new LoadedTokenizer(known, wasm.number(0),
        wasm.number(1) === 1, handle, wasm.generation, () => {
          if (this.#loaded.get(known) === made) this.#loaded.delete(known);
          this.engine.free(made, 'tokenizerFree', handle, made.generation);
        });
      this.#loaded.set(known, made);
      return made;
    });
  }

  /** The tokens of a text, or of each of many. */
  countTokens(text: string | Uint8Array, model?: Model): number;
  countTokens(texts: readonly (string | Uint8Array)[], model?: Model): number[];
  countTokens(text: string | Uint8Array | readonly (string | Uint8Array)[],
    model: Model = defaultModel): number | number[] {
    const handle = this.#find(model);
    const count = (one: string | Uint8Array): number =>
      this.engine.call((wasm) => {
        wasm.do('countTokens', handle, wasm.putText(one));
        return wasm.number(0);
      });
    return typeof text === 'string' || text instanceof Uint8Array
      ? count(text) : text.map(count);
  }

  /** The tokens themselves. Special tokens are text unless asked for. */
  encodeTokens(text: string | Uint8Array, model: Model = defaultModel,
    options: {readonly specials?: boolean} = {}): Uint32Array {
    const handle = this.#find(model);
    return this.engine.call((wasm) => {
      wasm.do('encodeTokens', handle, wasm.putText(text),
        options.specials === true ? 1 : 0);
      return new Uint32Array(wasm.words());
    });
  }

  /** The bytes of tokens, which may begin or end within a character. */
  decodeTokens(tokens: Iterable<number>, model: Model = defaultModel):
      Uint8Array {
    const handle = this.#find(model);
    return this.engine.call((wasm) => {
      const ids = Int32Array.from(tokens);
      wasm.putValue(ids, ids.length, new Uint8Array(0), 0);
      wasm.do('decodeTokens', handle, ids.length);
      return wasm.bytes();
    });
  }

  /** The cheapest text that decodes to the value, never above JSON. */
  auto(value: unknown, model: Model = defaultModel,
    options: AutoOptions = {}): Auto {
    return this.#choose(value, model, options,
      (options.keepOrder === true ? flag.keepOrder : 0) |
      (options.recognized === true ? flag.recognized : 0));
  }

  /** What every lossless format costs, or those named; cheapest first. */
  compare(value: unknown, model: Model = defaultModel,
    options: Pick<AutoOptions, 'formats' | 'fallback'> = {}): Cost[] {
    const all = this.#choose(value, model, options, flag.countAll |
      (options.formats === undefined ? flag.all : 0));
    const rank = (cost: Cost): number => cost.refused === undefined ? 0 : 1;
    return [...all.costs].sort((a, b) =>
      rank(a) - rank(b) || a.tokens - b.tokens);
  }

  #choose(value: unknown, model: Model, options: AutoOptions, flags: number):
      Auto {
    const handle = this.#find(model);
    return this.engine.call((wasm) => {
      this.engine.take(options.formats ?? [], 1);
      this.engine.take(value, 0, options.fallback);
      wasm.do('auto', handle, 0, flags);
      return this.engine.tree() as Auto;
    });
  }

  /**
   * The cheapest form of a text that is a JSON object or array, if it costs
   * less than the text. Anything else stays as it is, and so does JSON with
   * numbers that would lose digits. The form is one that `detect` recognizes, because nobody
   * tells the model what it reads.
   */
  shorten(text: string, model: Model = defaultModel,
    formats: readonly string[] = ['gcf']): Shortened {
    const before = this.countTokens(text, model);
    const same: Shortened = {text, tokensBefore: before, tokens: before};
    if (!/^[ \t\r\n]*[{[]/.test(text)) return same;
    const handle = this.#find(model);
    return this.engine.call((wasm) => {
      this.engine.take(formats, 1);
      if (wasm.ask('auto', handle, wasm.putText(text),
        flag.recognized | flag.text) !== 0) {
        return same;
      }
      const best = this.engine.tree() as Auto;
      return best.tokens >= before ? same : {text: best.text,
        format: best.format, tokensBefore: before, tokens: best.tokens};
    });
  }

  /** The first rows of a value that cost at most `budget` tokens together. */
  fit(value: unknown, budget: number, model: Model = defaultModel,
    options: EncodeOptions & {readonly format?: string} = {}): Fitted {
    if (!Number.isSafeInteger(budget) || budget < 0) {
      throw new PithError('a budget must be a whole number of tokens',
        'invalid_argument');
    }
    const handle = this.#find(model);
    const {format = 'gcf', ...rest} = options;
    return this.engine.call((wasm) => {
      this.engine.take(value, 0, options.fallback);
      const by = this.engine.plan(format, formatOptions(rest));
      wasm.do('fit', handle, by.number, Math.min(budget, 0xFFFFFFFF));
      return {text: wasm.text(), rows: wasm.number(0),
        totalRows: wasm.number(1), tokens: wasm.number(2),
        fits: wasm.number(3) === 1};
    });
  }

  #find(model: Model): number {
    const found = typeof model === 'string' ? this.#byName(model)
      : model as LoadedTokenizer;
    if (found.generation !== this.engine.wasm.generation) {
      throw new PithError(`the tokenizer ${found.name} must be loaded again`,
        'unknown_tokenizer');
    }
    return found.handle;
  }

  #byName(name: string): LoadedTokenizer {
    const exact = this.#loaded.get(name);
    if (exact !== undefined) return exact;
    const encoding = this.engine.call((wasm) => {
      wasm.do('encodingOf', wasm.putText(name));
      return wasm.text();
    });
    const found = this.#loaded.get(encoding);
    if (found !== undefined) return found;
    throw new PithError(
      `the tokenizer ${encoding} is not loaded: call loadTokenizer() first`,
      'unknown_tokenizer');
  }
}

/** The last part of a path or URL, without the ending of an image. */
function nameOf(source: Source): string {
  if (typeof source !== 'string' && !(source instanceof URL)) {
    throw new PithError('bytes of a tokenizer need a name: the second argument',
      'invalid_argument');
  }
  const path = typeof source === 'string' ? source : source.pathname;
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.pithtok$/, '');
}
