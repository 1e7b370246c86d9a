// The errors and warnings of reading a text, with positions.

import { messageText } from '../base/describe.js';

/** A place in a text. Lines end at `\n`; columns count UTF-16 units, as editors do. Both start at 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A warning about a text that probably differs from its author's intention. */
export interface ReadWarning extends Position {
  readonly message: string;
  readonly file: string;
}

/**
 * A text that cannot be read. `message` does not name the place; `file`, `line` and `column` do.
 * @example
 * ```ts
 * import { ReadError, readText } from 'dra-allocator/read';
 *
 * try {
 *   readText('a: 1\n  b: 2\n', 'pod.yaml');
 * } catch (error) {
 *   if (error instanceof ReadError) console.log(`${error.file}:${error.line}:${error.column}: ${error.message}`);
 *   // pod.yaml:2:4: unexpected ': ': a mapping cannot begin here, and a string with a colon needs quotes
 * }
 * ```
 */
export class ReadError extends Error {
  override readonly name = 'ReadError';
  readonly file: string;
  readonly line: number;
  readonly column: number;

  constructor(message: string, file: string, position: Position) {
    super(messageText(message));
    this.file = file;
    this.line = position?.line;
    this.column = position?.column;
  }
}
