// One text with its name: turns offsets into positions and errors. Shared by all documents of the text.

import { type Position, ReadError } from './read-error.js';

/** A text and the name of its file. */
export class SourceText {
  readonly text: string;
  readonly file: string;
  /** Offsets at which lines begin; made when the first position is asked for. */
  private lineStarts: number[] | undefined;

  constructor(text: string, file: string) {
    this.text = text;
    this.file = file;
  }

  /** The line and column of an offset, in O(log lines) after the first call. */
  positionAt(offset: number): Position {
    this.lineStarts ??= findLineStarts(this.text);
    let low = 0;
    let high = this.lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (this.lineStarts[low] ?? 0) + 1 };
  }

  /** An error at an offset; the caller throws it. */
  errorAt(offset: number, message: string): ReadError {
    return new ReadError(message, this.file, this.positionAt(offset));
  }
}

function findLineStarts(text: string): number[] {
  const starts = [0];
  for (let newline = text.indexOf('\n'); newline !== -1; newline = text.indexOf('\n', newline + 1)) starts.push(newline + 1);
  return starts;
}
