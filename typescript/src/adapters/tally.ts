// SPDX-License-Identifier: MIT
import {countTokens, shorten, type Model} from '../index.js';

export interface TallyOptions {
  /** Whose tokens count; its tokenizer must be loaded. By default o200k_base. */
  readonly model?: Model;
  /** What takes part beside compact JSON; by default GCF. */
  readonly formats?: readonly string[];
}

/** Shortens texts for an adapter, and counts what it has saved. */
export class Tally {
  /** Texts that were looked at, and those that became shorter. */
  texts = 0;
  shortened = 0;
  tokensBefore = 0;
  tokens = 0;
  readonly #options: TallyOptions;

  constructor(options: TallyOptions = {}) {
    this.#options = options;
    // A tokenizer that is not loaded is told now, not at the first answer.
    countTokens('', options.model);
  }

  get savedTokens(): number {
    return this.tokensBefore - this.tokens;
  }

  /** The cheapest form of a text; never dearer than the text. */
  shorten(text: string): string {
    const done = shorten(text, this.#options.model, this.#options.formats);
    ++this.texts;
    if (done.format !== undefined) ++this.shortened;
    this.tokensBefore += done.tokensBefore;
    this.tokens += done.tokens;
    return done.text;
  }
}
