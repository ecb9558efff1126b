// SPDX-License-Identifier: MIT
/**
 * For servers of the official TypeScript SDK of MCP, 1.x and 2.x:
 *
 *     const {transport} = shortenAnswers(new StdioServerTransport());
 *     await server.connect(transport);
 */
import {Tally, type TallyOptions} from './tally.js';

export {Tally} from './tally.js';

export interface ShortenOptions extends TallyOptions {
  /** Only answers of these tools. */
  readonly tools?: Iterable<string>;
}

interface Message {
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
}

/** What both lines of the SDK call a transport. */
export interface TransportLike {
  // A method, so that messages of either line will do.
  send(message: never, options?: never): Promise<void>;
  onmessage?: unknown;
}

/** Calls that wait for their answer; one beyond this many is forgotten. */
const mostCalls = 10_000;

/**
 * A transport that answers tool calls in the cheapest form and never grows one.
 * Each text of an answer that is JSON takes the cheapest of the formats and
 * compact JSON. Errors, images and structured content stay as they are.
 */
export function shortenAnswers<T extends TransportLike>(transport: T,
  options: ShortenOptions = {}): {transport: T, tally: Tally} {
  const tally = new Tally(options);
  const tools = options.tools === undefined ? undefined
    : new Set(options.tools);
  const calls = new Set<string | number>();

  const listen = (message: Message): void => {
    if (message.method !== 'tools/call' || message.id === undefined ||
        message.id === null) {
      return;
    }
    const {name} = (message.params ?? {}) as {name?: string};
    if (tools !== undefined && !tools.has(name ?? '')) return;
    if (calls.size >= mostCalls) {
      calls.delete(calls.values().next().value as string | number);
    }
    calls.add(message.id);
  };
  const answer = (message: Message): Message => {
    if (message.method !== undefined || message.id === undefined ||
        message.id === null || !calls.delete(message.id)) {
      return message;
    }
    return {...message, result: shortenResult(message.result, tally)};
  };

  const wrapped = new Proxy(transport, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      if (name === 'send') {
        return (message: Message, ...rest: unknown[]): unknown =>
          member.call(target, answer(message), ...rest) as unknown;
      }
      // Private members are found on the transport itself only. Callbacks
      // that others have set are theirs.
      return /^on/.test(String(name)) ? member
        : (member.bind(target) as unknown);
    },
    set(target, name, value: unknown) {
      if (name !== 'onmessage' || typeof value !== 'function') {
        return Reflect.set(target, name, value, target);
      }
      return Reflect.set(target, name,
        (message: Message, ...rest: unknown[]): unknown => {
          listen(message);
          return value.call(target, message, ...rest) as unknown;
        }, target);
    },
  });
  return {transport: wrapped, tally};
}

interface Block {
  readonly type?: unknown;
  readonly text?: unknown;
}

/** The result of a tool with its JSON texts in their cheapest form. */
export function shortenResult(result: unknown, tally: Tally): unknown {
  const {content, isError} =
    (result ?? {}) as {content?: unknown, isError?: unknown};
  if (!Array.isArray(content) || isError === true) return result;
  return {...result as object, content: content.map((block: Block) =>
    block.type === 'text' && typeof block.text === 'string'
      ? {...block, text: tally.shorten(block.text)} : block)};
}
