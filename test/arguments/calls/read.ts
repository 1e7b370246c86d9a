// Valid calls of `dra-allocator/read`.

import { decodeUtf8, NumberLiteral, ReadCache, readText } from '../../../src/core/read/index.js';
import { type CallMakers, callOf } from '../valid-call.js';

const READ = readText('a: [{b: 1}] # comment\n', 'file');
const [DOCUMENT] = READ.documents;

export const READ_CALLS: CallMakers = {
  'new NumberLiteral': () => callOf((text: never) => new NumberLiteral(text), '1.5' as never),
  decodeUtf8: () => callOf((...args: readonly [never, never]) => decodeUtf8(...args), new Uint8Array([97]) as never, 'file' as never),
  'new ReadCache': () => callOf((options: never) => new ReadCache(options), {} as never),
  'ReadCache.bytes': () => callOf(() => new ReadCache().bytes),
  readText: () =>
    callOf((...args: readonly [never, never, never]) => readText(...args), '[{"a": 1}]' as never, 'file' as never, {} as never),
  'SourceDocument.locate': () => callOf((path: never) => DOCUMENT?.locate(path), ['a', 0, 'b'] as never),
  'ReadResult.comments': () => callOf((word: never) => READ.comments(word), 'comment' as never),
  'ReadResult.lineText': () => callOf((line: never) => READ.lineText(line), 1 as never),
};
