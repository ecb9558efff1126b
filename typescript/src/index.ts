// SPDX-License-Identifier: MIT
/**
 * Data for language models in the fewest tokens: GCF, TOON, TRON, JSON.
 *
 * The module with the formats is loaded by the import, that with tokenizers by
 * the first loadTokenizer().
 */
import * as core from './core.js';
import {PithError} from './error.js';
import type {Source} from './load.js';
import type {Model, Tokenizer, Tokens, Vocabulary} from './tokens.js';

const codecs = await core.startCodecs();
const {engine} = codecs;

/** A value in a format, by default GCF; bytes if the format is binary. */
export const encode = codecs.encode.bind(codecs) as core.Codecs['encode'];
/** The value of a text; without a format, that is found out. */
export const decode = codecs.decode.bind(codecs);
/** From one text to another, without values in between. */
export const convert = codecs.convert.bind(codecs) as core.Codecs['convert'];
/** The format that a text looks like. */
export const detect = codecs.detect.bind(codecs);
/** Finds the GCF or JSON in an answer of a language model. */
export const extract = codecs.extract.bind(codecs);
/** What is wrong with a text, in words to send back. */
export const explain = codecs.explain.bind(codecs);
/** All formats and their options. */
export const formats = codecs.formats.bind(codecs);

/** Rows to GCF: a TransformStream. */
export function encodeRows(fields?: readonly string[],
  options?: core.EncodeRowsOptions): TransformStream<unknown, string> {
  return core.encodeRowsStream(engine, fields, options);
}

/** GCF in chunks to rows: a TransformStream. */
export function decodeRows(options?: core.ReaderOptions):
    TransformStream<string | Uint8Array, unknown> {
  return core.decodeRowsStream(engine, options);
}

/** GCF in chunks to events: a TransformStream. */
export function decodeEvents(options?: core.ReaderOptions):
    TransformStream<string | Uint8Array, core.Event> {
  return core.decodeEventsStream(engine, options);
}

/** Writes one GCF document, call by call. */
export class StreamWriter extends core.StreamWriter {
  constructor(options?: {readonly rememberKeys?: boolean}) {
    super(engine, options);
  }
}

/** Reads GCF that comes in chunks. */
export class StreamReader extends core.StreamReader {
  constructor(options?: core.ReaderOptions) {
    super(engine, options);
  }
}

/** Answers with the least that brings a consumer's rows up to date. */
export class DeltaProducer extends core.DeltaProducer {
  constructor(options?: core.KeyedSet & core.ProducerOptions) {
    super(engine, options);
  }
}

/** Holds rows and follows their updates. */
export class DeltaConsumer extends core.DeltaConsumer {
  constructor(options?: {readonly verify?: boolean}) {
    super(engine, options);
  }
}

/** As DeltaProducer, for graphs. */
export class GraphDeltaProducer extends core.GraphDeltaProducer {
  constructor(options?: core.ProducerOptions) {
    super(engine, options);
  }
}

/** Holds a graph and follows its updates. */
export class GraphDeltaConsumer extends core.GraphDeltaConsumer {
  constructor(options?: {readonly verify?: boolean}) {
    super(engine, options);
  }
}

/** The side of a session that answers with graphs. */
export class SessionProducer extends core.SessionProducer {
  constructor() {
    super(engine);
  }
}

/** The side of a session that receives them. */
export class SessionConsumer extends core.SessionConsumer {
  constructor() {
    super(engine);
  }
}

/** The root of rows, by which a consumer says what it holds. */
export function packRoot(rows: unknown, set?: core.KeyedSet): string {
  return core.packRoot(engine, rows, set);
}

/** What the next rows add to, change in and remove from the base. */
export function diff(base: unknown, next: unknown, set?: core.KeyedSet):
    core.Delta {
  return core.diff(engine, base, next, set);
}
/** A delta as it is sent. */
export function encodeDelta(delta: core.Delta): string {
  return core.encodeDelta(engine, delta);
}
export function decodeDelta(text: string | Uint8Array): core.Delta {
  return core.decodeDelta(engine, text);
}
/** The rows that a delta makes of its base; both roots are checked. */
export function applyDelta(base: unknown, delta: core.Delta,
  set?: core.KeyedSet, options?: {readonly verify?: boolean}): unknown {
  return core.applyDelta(engine, base, delta, set, options);
}
/** The root of a graph. */
export function graphRoot(graph: unknown): string {
  return core.graphRoot(engine, graph);
}
/** The delta of two graphs, as it is sent. */
export function graphDiff(base: unknown, next: unknown, tool?: string):
    string {
  return core.graphDiff(engine, base, next, tool);
}
export function encodeGraphDelta(delta: core.GraphDelta): string {
  return core.encodeGraphDelta(engine, delta);
}
/** The graph that a delta makes of its base. */
export function graphApply(base: unknown, text: string | Uint8Array): unknown {
  return core.graphApply(engine, base, text);
}

/** A graph in pieces; every call returns what it wrote. */
export class GraphWriter extends core.GraphWriter {
  constructor(options?: core.GraphWriterOptions) {
    super(engine, options);
  }
}

let starting: Promise<Tokens> | undefined;
let started: Tokens | undefined;

function tokens(): Tokens {
  if (started !== undefined) return started;
  throw new PithError('no tokenizer is loaded: call loadTokenizer() first',
    'unknown_tokenizer');
}

/**
 * Loads a vocabulary: of a package (`import o200k from 'pith-tokens-o200k'`),
 * a URL, or bytes with a name. Then its name, or that of a model that uses it,
 * is enough.
 */
export async function loadTokenizer(source: Source | Vocabulary,
  name?: string): Promise<Tokenizer> {
  starting ??= core.startTokens();
  started = await starting;
  return started.load(source, name);
}

/** The tokens of a text, or of each of many. */
export const countTokens = ((text: string, model?: Model) =>
  tokens().countTokens(text, model)) as Tokens['countTokens'];
/** The tokens themselves. */
export const encodeTokens: Tokens['encodeTokens'] = (...given) =>
  tokens().encodeTokens(...given);
/** The bytes of tokens. */
export const decodeTokens: Tokens['decodeTokens'] = (...given) =>
  tokens().decodeTokens(...given);
/** The cheapest text that decodes to the value, never above compact JSON. */
export const auto: Tokens['auto'] = (...given) => tokens().auto(...given);
/** What every lossless format costs. */
export const compare: Tokens['compare'] = (...given) =>
  tokens().compare(...given);
/** The cheapest form of a JSON text, if it costs less than the text. */
export const shorten: Tokens['shorten'] = (...given) =>
  tokens().shorten(...given);
/** The first rows of a value that fit a budget. */
export const fit: Tokens['fit'] = (...given) => tokens().fit(...given);

export {PithError};
export type {Auto, AutoOptions, Cost, DecodeOptions, Delta, EncodeOptions,
  EncodeRowsOptions, Event, Extracted, Fallback, Fitted, Format, GraphDelta,
  GraphWriterOptions, KeyedSet,
  Limits, Model, Outcome, ProducerOptions, ReaderOptions, SectionKind,
  Shortened, Source,
  Tokenizer, Update, Vocabulary} from './core.js';
