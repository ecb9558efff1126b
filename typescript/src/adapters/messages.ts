// SPDX-License-Identifier: MIT
/**
 * Message lists as OpenAI and Anthropic have them, with the results of tools in
 * their cheapest form. Needs neither package: the messages are objects.
 */
import {Tally, type TallyOptions} from './tally.js';

export {Tally} from './tally.js';

type Fields = Readonly<Record<string, unknown>>;

/**
 * A copy of the messages in which results of tools cost the least: messages of
 * the role "tool" (OpenAI, chat completions), items of the type
 * "function_call_output" (OpenAI, responses) and blocks of the type
 * "tool_result" (Anthropic). Errors and everything that users and models wrote
 * stay as they are.
 */
export function shortenMessages<T extends object>(messages: Iterable<T>,
  options: TallyOptions = {}): {messages: T[], tally: Tally} {
  const tally = new Tally(options);
  return {tally, messages: Array.from(messages, (message) =>
    shortenMessage(message as unknown as Fields, tally) as unknown as T)};
}

function shortenMessage(message: Fields, tally: Tally): Fields {
  if (message['type'] === 'function_call_output') {
    return {...message, output: shortenContent(message['output'], tally)};
  }
  if (message['role'] === 'tool') {
    return {...message, content: shortenContent(message['content'], tally)};
  }
  if (!Array.isArray(message['content'])) return message;
  return {...message, content: message['content'].map((block: Fields) =>
    block['type'] === 'tool_result' && block['is_error'] !== true
      ? {...block, content: shortenContent(block['content'], tally)}
      : block)};
}

const textTypes: readonly unknown[] = ['text', 'input_text', 'output_text'];

function shortenContent(content: unknown, tally: Tally): unknown {
  if (typeof content === 'string') return tally.shorten(content);
  if (!Array.isArray(content)) return content;
  return content.map((part: Fields) =>
    textTypes.includes(part['type']) && typeof part['text'] === 'string'
      ? {...part, text: tally.shorten(part['text'])} : part);
}
