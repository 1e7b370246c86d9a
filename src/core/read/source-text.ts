// A text with its name, which turns offsets into positions and errors. All documents of the text share it.

import { lowerBound } from '../base/lower-bound.js';
import { type Position, ReadError } from './read-error.js';

/** A text and the name of its file. */
export class SourceText {
  readonly text: string;
  readonly file: string;
  /** The offsets of line starts, computed for the first position. */
  private lineStarts: number[] | undefined;

  constructor(text: string, file: string) {
    this.text = text;
    this.file = file;
  }

  /** Returns the line and column of an offset, in O(log lines) after the first call. */
  positionAt(offset: number): Position {
    this.lineStarts ??= findLineStarts(this.text);
    const starts = this.lineStarts;
    const line = Math.max(
      1,
      lowerBound(starts.length, (place) => (starts[place] as number) > offset),
    );
    return { line, column: offset - (starts[line - 1] as number) + 1 };
  }

  /** Returns the text of a line, without its end; undefined after the last line. */
  lineText(line: number): string | undefined {
    this.lineStarts ??= findLineStarts(this.text);
    const start = this.lineStarts[line - 1];
    if (start === undefined) return undefined;
    const end = this.text.indexOf('\n', start);
    return this.text.slice(start, end < 0 ? undefined : end).replace(/\r$/, '');
  }

  /** Returns an error at an offset, for the caller to throw. */
  errorAt(offset: number, message: string): ReadError {
    return new ReadError(message, this.file, this.positionAt(offset));
  }
}

function findLineStarts(text: string): number[] {
  const starts = [0];
  for (let newline = text.indexOf('\n'); newline !== -1; newline = text.indexOf('\n', newline + 1)) starts.push(newline + 1);
  return starts;
}
