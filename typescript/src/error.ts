// SPDX-License-Identifier: MIT

/** Where an error is. What does not apply is undefined. */
export interface Place {
  /** Of the first offending byte of a text, in UTF-8. */
  readonly offset?: number | undefined;
  /** From 1. */
  readonly line?: number | undefined;
  /** From 1, in code points. */
  readonly column?: number | undefined;
  /** A JSON pointer into a value. */
  readonly path?: string | undefined;
}

/** What was wrong with a text, a value or a call. */
export class PithError extends Error {
  override readonly name = 'PithError';
  /** The category, for example `row_width_mismatch`. */
  readonly code: string;
  readonly offset: number | undefined;
  readonly line: number | undefined;
  readonly column: number | undefined;
  readonly path: string | undefined;

  constructor(message: string, code: string, place: Place = {}) {
    super(message);
    this.code = code;
    this.offset = place.offset;
    this.line = place.line;
    this.column = place.column;
    this.path = place.path;
  }
}

/** A JSON pointer (RFC 6901) of the steps to a place. */
export function toPointer(steps: readonly (string | number)[]): string {
  return steps.map((step) => '/' +
    String(step).replaceAll('~', '~0').replaceAll('/', '~1')).join('');
}
