// Parses YAML text to syntax events with js-yaml, with limits on depth and memory.

import { EVENT_ID, type Event, parseEvents, YAMLException } from 'js-yaml';
import { shorten } from '../base/words.js';
import { MAX_DEPTH, MAX_YAML_ENTRIES } from './limits.js';
import { quoted, tooDeep } from './messages.js';
import type { Chunk } from './yaml-chunks.js';

export { EVENT_ID, type Event };

/** js-yaml counts scalars and keys as levels too. The construction of values counts collections exactly. */
const MAX_NODE_DEPTH = MAX_DEPTH + 3;

/** Messages of js-yaml can quote long pieces of a text. */
const MAX_MESSAGE = 200;

/** The number of characters of a whole text that may still be parsed again after a line is indented. */
interface RetryBudget {
  left: number;
}

/** Returns the events of a chunk. Indents lines of the chunk where js-yaml requires it. Throws ReadError at the first syntax error, and above the limits. */
export function parseYaml(chunk: Chunk, budget: RetryBudget): readonly Event[] {
  checkEntries(chunk);
  for (;;) {
    try {
      return parseEvents(chunk.text, { maxDepth: MAX_NODE_DEPTH });
    } catch (error) {
      if (!(error instanceof YAMLException)) throw error;
      const position = error.mark?.position ?? 0;
      budget.left -= isIndentation(error) ? chunk.text.length : 0;
      if (isIndentation(error) && budget.left >= 0 && chunk.indent(position)) continue;
      throw chunk.errorAt(position, messageOf(error));
    }
  }
}

/** Returns whether js-yaml requires more indentation for a line within brackets or quotes. */
function isIndentation({ reason }: YAMLException): boolean {
  return reason === 'deficient indentation';
}

/** Clear messages by the reason of js-yaml, which is in terms of the grammar. */
const CLEARER: ReadonlyMap<string, string> = new Map([
  [
    'bad indentation of a mapping entry',
    'expected the next key: this line is indented differently from the keys before it, or follows a complete value',
  ],
  [
    'bad indentation of a sequence entry',
    "expected the next '- ': this starts in a different column than the items before it, or follows a complete value",
  ],
  ["expected ':' after a mapping key", "expected ':' after the key"],
  ['can not read a block mapping entry; a multiline key may not be an implicit key', "expected ':' after the key on the line before"],
  [
    'end of the stream or a document separator is expected',
    'expected the end of the document: this line has the wrong indentation, or a key has no colon',
  ],
  ['unexpected end of the stream within a double quoted scalar', "the closing '\"' is missing"],
  ['unexpected end of the stream within a single quoted scalar', 'the closing "\'" is missing'],
  ['unexpected end of the stream within a flow collection', "the closing ']' or '}' is missing"],
  ['missed comma between flow collection entries', "expected ',' between items in brackets"],
  ['deficient indentation', 'lines within brackets or quotes need a deeper indentation than the line that opens them'],
]);

/** Characters that cannot begin a value. */
const RESERVED = /[@`%]/;

function messageOf({ reason, mark }: YAMLException): string {
  if (reason.startsWith('nesting exceeded')) return tooDeep();
  const character = mark?.buffer.charAt(mark.position) ?? '';
  if (reason.startsWith('bad indentation') && RESERVED.test(character))
    return `a value cannot begin with ${quoted(character)} without quotes`;
  if (reason.startsWith('bad indentation') && character === ':')
    return "unexpected ': ': a mapping cannot begin here, and a string with a colon needs quotes";
  return shorten(CLEARER.get(reason) ?? reason, MAX_MESSAGE);
}

const SPACE = 0x20;
const LINE_FEED = 0x0a;
const COMMA = 0x2c;
const HYPHEN = 0x2d;
const COLON = 0x3a;
const QUESTION_MARK = 0x3f;
const OPEN_BRACKET = 0x5b;
const OPEN_BRACE = 0x7b;

/**
 * Rejects a chunk that may have more entries than fit into memory: js-yaml uses 300 bytes of events for an entry of perhaps two
 * characters. Shorter chunks are not scanned. In a short program, V8 would need its time for optimizing the loop.
 */
function checkEntries(chunk: Chunk): void {
  const { text } = chunk;
  if (text.length <= MAX_YAML_ENTRIES) return;
  let entries = 0;
  for (let at = 0; at < text.length; at++) {
    if (!isEntry(text, at) || ++entries <= MAX_YAML_ENTRIES) continue;
    const message = `a document has more than ${MAX_YAML_ENTRIES} entries (lines, items and brackets); JSON may have more (kubectl get -o json)`;
    throw chunk.errorAt(at, message);
  }
}

/** Returns whether an entry may begin at an offset: a line, an item, a collection, or a key with an empty value in brackets. */
function isEntry(text: string, at: number): boolean {
  switch (text.charCodeAt(at)) {
    case LINE_FEED:
    case COMMA:
    case OPEN_BRACKET:
    case OPEN_BRACE:
      return true;
    case HYPHEN:
    case QUESTION_MARK:
      return text.charCodeAt(at + 1) === SPACE;
    case COLON:
      return text.charCodeAt(at + 1) === COMMA;
    default:
      return false;
  }
}
