// SPDX-License-Identifier: MIT
import {PithError} from './error.js';
import {noOptions, type Engine, type Options} from './engine.js';
import type {Fallback} from './valueWriter.js';

/** Bounds on what is accepted; docs/typescript.md lists their defaults. */
export interface Limits {
  readonly maxBytes?: number;
  readonly maxDepth?: number;
  readonly maxItems?: number;
  readonly maxFields?: number;
  readonly maxLineBytes?: number;
  readonly maxExpansion?: number;
}

export interface EncodeOptions extends Limits {
  /** Replaces what pith does not know, for example a Map. */
  readonly fallback?: Fallback;
  /** An option of the format in camelCase, for example `delimiter`. */
  readonly [option: string]: string | number | boolean | Fallback | undefined;
}

export interface DecodeOptions extends Limits {
  /** Refuse number literals that a double does not hold. */
  readonly exactNumbers?: boolean;
  readonly [option: string]: string | number | boolean | undefined;
}

/** A format. */
export interface Format {
  readonly name: string;
  readonly summary: string;
  readonly mediaType: string;
  /** What does not come back; empty when everything does. */
  readonly loses: string;
  readonly isLossless: boolean;
  readonly isBinary: boolean;
  readonly canDecode: boolean;
  readonly options:
    readonly {readonly name: string, readonly default: string,
      readonly help: string}[];
}

/** The payload in what a language model wrote. */
export interface Extracted {
  readonly payload: string;
  readonly format: 'gcf' | 'json';
  /** Where it begins, in bytes of UTF-8. */
  readonly offset: number;
}

const limitNames: readonly string[] = ['maxBytes', 'maxDepth', 'maxItems',
  'maxFields', 'maxLineBytes', 'maxExpansion'];

/** The options of a format, without what is ours. */
export function formatOptions(options: EncodeOptions): Options {
  if (options.fallback === undefined) return options as Options;
  const {fallback: _, ...rest} = options;
  return rest as Options;
}

/** What of the options is about the text that is read, and the other. */
function bothSides(options: DecodeOptions):
    {reading: Options, writing: Options} {
  if (options === noOptions) return {reading: noOptions, writing: noOptions};
  const {exactNumbers, ...writing} = options;
  const reading: Record<string, string | number | boolean | undefined> =
    {exactNumbers};
  for (const name of limitNames) reading[name] = options[name];
  return {reading, writing};
}

/** Formats: values to texts and back, and what language models write. */
export class Codecs {
  readonly engine: Engine;
  constructor(engine: Engine) {
    this.engine = engine;
  }

  /** A value in a format; bytes if the format is binary. */
  encode(value: unknown, format: 'gcb', options?: EncodeOptions): Uint8Array;
  encode(value: unknown, format?: string, options?: EncodeOptions): string;
  encode(value: unknown, format = 'gcf', options: EncodeOptions = noOptions):
      string | Uint8Array {
    return this.engine.call((wasm) => {
      this.engine.take(value, 0, options.fallback);
      const by = this.engine.plan(format, formatOptions(options));
      wasm.do('encode', by.number);
      return by.isBinary ? wasm.bytes() : wasm.text();
    });
  }

  /** The value of a text; without a format, that is found out. */
  decode(text: string | Uint8Array, format = '',
    options: DecodeOptions = noOptions): unknown {
    return this.engine.call((wasm) => {
      const by = this.engine.plan(format, options);
      wasm.do('decode', by.number, wasm.putText(text));
      return this.engine.tree();
    });
  }

  /** From one text to another, without values in between. */
  convert(text: string | Uint8Array, to: 'gcb', from?: string,
    options?: DecodeOptions): Uint8Array;
  convert(text: string | Uint8Array, to?: string, from?: string,
    options?: DecodeOptions): string;
  convert(text: string | Uint8Array, to = 'gcf', from = '',
    options: DecodeOptions = noOptions): string | Uint8Array {
    const {reading, writing} = bothSides(options);
    return this.engine.call((wasm) => {
      // A plan that is made may displace all others, so both are made before
      // one of them is asked for its number.
      this.engine.plan(from, reading);
      const target = this.engine.plan(to, writing);
      const source = this.engine.plan(from, reading);
      wasm.do('convert', source.number, target.number, wasm.putText(text));
      return target.isBinary ? wasm.bytes() : wasm.text();
    });
  }

  /** The format that a text looks like. */
  detect(text: string | Uint8Array): string | undefined {
    return this.engine.call((wasm) =>
      wasm.ask('detect', wasm.putText(text)) === 0 ? wasm.text() : undefined);
  }

  /** Finds the GCF or JSON in an answer: fenced or not. */
  extract(text: string): Extracted | undefined {
    return this.engine.call((wasm) => {
      if (wasm.ask('extract', wasm.putText(text)) !== 0) return undefined;
      return {payload: wasm.text(), offset: wasm.number(0),
        format: wasm.number(1) === 1 ? 'gcf' : 'json'};
    });
  }

  /**
   * What is wrong with a text and how to repair it, in words to send back to
   * the model that wrote it; undefined when nothing is.
   */
  explain(text: string, format = ''): string | undefined {
    return this.engine.call((wasm) => {
      const by = this.engine.plan(format);
      if (wasm.ask('explain', by.number, wasm.putText(text)) === 0) {
        return wasm.text();
      }
      const problem = wasm.error();
      if (problem.code === 'not_found') return undefined;
      throw problem;
    });
  }

  /** All formats. */
  formats(): Format[] {
    return this.engine.call((wasm) => {
      wasm.do('formats');
      return this.engine.tree() as Format[];
    });
  }
}

export {PithError};
