// Finds comments of a YAML text that begin with a given word. Parser events do not include comments but give the positions of scalars: a
// text that looks like a comment outside of all scalars is one.

import { lowerBound } from '../base/lower-bound.js';
import type { SourceText } from './source-text.js';
import { type Chunk, chunksOf } from './yaml-chunks.js';
import { EVENT_ID, parseYaml } from './yaml-parse.js';

/** A comment without its `#`, and the offset of the `#`. */
interface FoundComment {
  readonly text: string;
  readonly offset: number;
}

/** Finds the comments that begin with a word in a text that was read without an error. Only chunks with the word are parsed again. */
export function* findComments(source: SourceText, word: string): Generator<FoundComment> {
  for (const chunk of chunksOf(source)) {
    if (!chunk.text.includes(word)) continue;
    // Parsing may indent lines, so the chunk's text is searched afterwards.
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

/** Returns the positions of the scalars of a chunk, in order. */
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
