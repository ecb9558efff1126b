// SPDX-License-Identifier: MIT
/**
 * For the AI SDK (the package `ai`): tools whose results reach the model in
 * their cheapest form.
 *
 *     const {tools} = shortenTools({orders: tool({...})});
 *     await generateText({model, tools, prompt});
 */
import {Tally, type TallyOptions} from './tally.js';

export {Tally} from './tally.js';

/** What a tool gives the model. */
interface ModelOutput {
  readonly type: string;
  readonly value?: unknown;
}

type ToModelOutput = (given: {output: unknown}) =>
  ModelOutput | PromiseLike<ModelOutput>;

/** A result as the AI SDK sends it when a tool does not say how. */
function plainOutput(output: unknown): ModelOutput {
  return typeof output === 'string' ? {type: 'text', value: output}
    : {type: 'json', value: output ?? null};
}

function shortenOutput(output: ModelOutput, tally: Tally): ModelOutput {
  if (output.type === 'text' && typeof output.value === 'string') {
    return {...output, value: tally.shorten(output.value)};
  }
  if (output.type === 'json') {
    const text = JSON.stringify(output.value) as string | undefined;
    if (text === undefined) return output;
    const made = tally.shorten(text);
    return made === text ? output : {...output, type: 'text', value: made};
  }
  if (output.type === 'content' && Array.isArray(output.value)) {
    return {...output, value: output.value.map((part: ModelOutput &
      {readonly text?: unknown}) =>
      part.type === 'text' && typeof part.text === 'string'
        ? {...part, text: tally.shorten(part.text)} : part)};
  }
  return output;  // errors and denials
}

/**
 * Copies of tools. What `execute` returns stays for the program; the model is
 * given the cheapest form, never one that costs more than JSON.
 */
export function shortenTools<T extends Record<string, object>>(tools: T,
  options: TallyOptions = {}): {tools: T, tally: Tally} {
  const tally = new Tally(options);
  const wrap = (tool: object): object => {
    const own = (tool as {toModelOutput?: ToModelOutput}).toModelOutput;
    const toModelOutput: ToModelOutput = async (given) =>
      shortenOutput(own === undefined ? plainOutput(given.output)
        : await own.call(tool, given), tally);
    return {...tool, toModelOutput};
  };
  return {tally, tools: Object.fromEntries(Object.entries(tools)
    .map(([name, tool]) => [name, wrap(tool)])) as T};
}
