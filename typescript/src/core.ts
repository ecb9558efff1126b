// SPDX-License-Identifier: MIT
// For those who choose themselves which module runs, and when it is loaded.
import {Codecs} from './codecs.js';
import {Engine} from './engine.js';
import {compile, hasSimd, type ModuleSource} from './load.js';
import {Tokens} from './tokens.js';

// Literals, so that bundlers find the files.
const files = {
  codecs: {
    scalar: () => new URL('./pith.wasm', import.meta.url),
    simd: () => new URL('./pith.simd.wasm', import.meta.url),
  },
  tokens: {
    scalar: () => new URL('./pith-tokens.wasm', import.meta.url),
    simd: () => new URL('./pith-tokens.simd.wasm', import.meta.url),
  },
} as const;

export interface StartOptions {
  /** The module; by default the file beside this one. */
  readonly module?: ModuleSource;
  /** By default as the runtime can. */
  readonly simd?: boolean;
}

async function start(which: keyof typeof files, options: StartOptions):
    Promise<Engine> {
  const twin = options.simd ?? hasSimd() ? 'simd' : 'scalar';
  return Engine.start(await compile(options.module ?? files[which][twin]()));
}

/** An instance of its own with the formats. */
export async function startCodecs(options: StartOptions = {}):
    Promise<Codecs> {
  return new Codecs(await start('codecs', options));
}

/** An instance of its own with formats and tokenizers. */
export async function startTokens(options: StartOptions = {}):
    Promise<Tokens> {
  return new Tokens(await start('tokens', options));
}

export {Codecs} from './codecs.js';
export type {DecodeOptions, EncodeOptions, Extracted, Format, Limits}
  from './codecs.js';
export {GraphWriter, applyDelta, decodeDelta, diff, encodeDelta,
  encodeGraphDelta, graphApply, graphDiff, graphRoot} from './deltaSteps.js';
export type {Delta, GraphDelta, GraphWriterOptions} from './deltaSteps.js';
export {DeltaConsumer, DeltaProducer, GraphDeltaConsumer, GraphDeltaProducer,
  SessionConsumer, SessionProducer, packRoot} from './deltas.js';
export type {KeyedSet, Outcome, ProducerOptions, Update} from './deltas.js';
export type {Engine} from './engine.js';
export {PithError, type Place} from './error.js';
export {hasSimd, type ModuleSource, type Source} from './load.js';
export {StreamReader, StreamWriter, decodeEventsStream, decodeRowsStream,
  encodeRowsStream} from './streams.js';
export type {EncodeRowsOptions, Event, ReaderOptions, SectionKind}
  from './streams.js';
export {Tokens} from './tokens.js';
export type {Auto, AutoOptions, Cost, Fitted, Model, Shortened, Tokenizer,
  Vocabulary} from './tokens.js';
export type {Fallback} from './valueWriter.js';
