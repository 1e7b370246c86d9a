// The calls of `dra-allocator/read`.

import { decodeUtf8, ReadCache, readText } from '../../../src/core/read/index.js';
import { TEXT_INPUTS, type Text } from '../inputs/texts.js';
import type { Forms } from '../measure.js';
import { type Entry, only, small, unlimited, way } from '../ways.js';

/** The reason for calls without limits. */
const WHY = 'the size of the text bounds it; callers set the size with `{ yaml, json }`, in characters';
const READING = { milliseconds: 50, perMegabyte: 400 };
const LOOKING = { milliseconds: 50, perMegabyte: 60 };

const documents = only(TEXT_INPUTS, ['8 MB of YAML documents', '8 MB of comments in YAML', '64 MB of JSON objects']);

function bytesOf({ text }: Text): Forms {
  const bytes = new TextEncoder().encode(text);
  return { unlimited: () => decodeUtf8(bytes, 'input') };
}

/** Looks for a position near the end of a text that was read. */
const inResult =
  (look: (read: ReturnType<typeof readText>) => unknown) =>
  ({ text, file }: Text): Forms => {
    const read = readText(text, file);
    return { unlimited: () => look(read) };
  };

export const READ: Readonly<Record<string, Entry>> = {
  readText: unlimited(
    WHY,
    READING,
    way(TEXT_INPUTS, ({ text, file }) => ({ unlimited: () => readText(text, file) })),
    way(
      TEXT_INPUTS,
      ({ text, file }) => ({ unlimited: () => readText(text, file, { cache: new ReadCache(), collectDuplicates: true }) }),
      'cache, duplicates',
    ),
  ),
  decodeUtf8: unlimited(WHY, LOOKING, way(only(TEXT_INPUTS, ['64 MB of a JSON text', '8 MB of YAML documents']), bytesOf)),
  'SourceDocument.locate': unlimited(
    'it reads the text once and caches the positions',
    READING,
    way(
      documents,
      inResult(({ documents: all }) => all.at(-1)?.locate(['metadata'])),
    ),
  ),
  'ReadResult.comments': unlimited(
    'it reads the text once',
    LOOKING,
    way(
      documents,
      inResult((read) => read.comments('comment')),
    ),
  ),
  'ReadResult.lineText': unlimited(
    'it reads the text once',
    LOOKING,
    way(
      documents,
      inResult((read) => read.lineText(100_000)),
    ),
  ),
  'new ReadCache': small('creates an empty cache'),
  'ReadCache.bytes': small('reads a number'),
  'new NumberLiteral': small('has the text of its argument'),
};
