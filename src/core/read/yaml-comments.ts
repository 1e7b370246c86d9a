// The comments of a YAML text that begin with a word, for those to whom they say something. Events tell of no comment, but where scalars are: what
// looks like a comment and stands in none of them is one.

import { lowerBound } from '../base/lower-bound.js';
import type { SourceText } from './source-text.js';
import { type Chunk, chunksOf } from './yaml-chunks.js';
import { EVENT_ID, parseYaml } from './yaml-parse.js';

/** A comment without its sign, and the offset of the sign. */
interface FoundComment {
  readonly text: string;
  readonly offset: number;
}

/** Finds the comments that begin with a word in a text that has been read without an error. Only chunks that have the word are read again. */
export function* findComments(source: SourceText, word: string): Generator<FoundComment> {
  for (const chunk of chunksOf(source)) {
    if (!chunk.text.includes(word)) continue;
    // Reading may indent lines, so that the text of the chunk is considered afterwards.
    const scalars = scalarsOf(chunk);
    for (const { 0: sign, index } of chunk.text.matchAll(/#[ \t]*/g)) {
      const start = index + sign.length;
      if (!chunk.text.startsWith(word, start) || !/^\s?$/.test(chunk.text.charAt(index - 1)) || isWithin(scalars, index)) continue;
      const end = chunk.text.indexOf('\n', start);
      yield { text: chunk.text.slice(start, end < 0 ? undefined : end).trimEnd(), offset: chunk.original(index) };
    }
  }
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The places of the scalars of a chunk, in order. */
function scalarsOf(chunk: Chunk): readonly Span[] {
  const spans: Span[] = [];
  for (const event of parseYaml(chunk, { left: Number.POSITIVE_INFINITY })) {
    if (event.type === EVENT_ID.SCALAR && event.valueStart >= 0) spans.push({ start: event.valueStart, end: event.valueEnd });
  }
  return spans;
}

function isWithin(spans: readonly Span[], offset: number): boolean {
  const next = lowerBound(spans.length, (place) => (spans[place]?.start ?? 0) > offset);
  return offset < (spans[next - 1]?.end ?? 0);
}
