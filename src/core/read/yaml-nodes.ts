// Nodes of YAML in the events of js-yaml: their positions, properties and scalar texts.

import {
  type AliasEvent,
  COLLECTION_STYLE,
  type DocumentDirective,
  EVENT_ID,
  getScalarValue,
  type MappingEvent,
  SCALAR_STYLE,
  type ScalarEvent,
  type SequenceEvent,
} from 'js-yaml';
import { quoted } from './messages.js';
import type { Chunk } from './yaml-chunks.js';

export type { AliasEvent, DocumentDirective, ScalarEvent };

export type CollectionEvent = MappingEvent | SequenceEvent;
export type NodeEvent = AliasEvent | CollectionEvent | ScalarEvent;

/** Matches an escape in double quotes: of eight hexadecimal digits, or any other. */
const ESCAPE = /\\(?:U([0-9A-Fa-f]{8})|.)/gs;

const MAX_CODE_POINT = 0x10ffff;

const LONE_SURROGATE = /\p{Surrogate}/u;

/** The prefix of YAML's standard tags. */
const YAML_TAG_PREFIX = 'tag:yaml.org,2002:';

/** Returns whether a scalar has no quotes and is not a block. */
export function isPlain({ style }: ScalarEvent): boolean {
  return style === SCALAR_STYLE.PLAIN;
}

/** Returns the text of a scalar without quotes, escapes and indentation. Throws ReadError at escapes that are not characters. */
export function scalarText(chunk: Chunk, event: ScalarEvent): string {
  const text = getScalarValue(chunk.text, event);
  if (event.style === SCALAR_STYLE.DOUBLE_QUOTED && !event.fast) checkEscapes(chunk, event, text);
  return text;
}

/** Rejects lone surrogates and numbers above the range of Unicode. */
function checkEscapes(chunk: Chunk, { valueStart, valueEnd }: ScalarEvent, text: string): void {
  for (const match of chunk.text.slice(valueStart, valueEnd).matchAll(ESCAPE)) {
    const isCharacter = Number.parseInt(match[1] ?? '0', 16) <= MAX_CODE_POINT;
    if (!isCharacter) throw chunk.errorAt(valueStart + match.index, `the escape ${quoted(match[0])} is not a character`);
  }
  if (LONE_SURROGATE.test(text)) throw chunk.errorAt(valueStart - 1, 'an escape of the text is only half of a surrogate pair');
}

/** Returns the name of a node's anchor. */
export function anchorOf({ text }: Chunk, { anchorStart, anchorEnd }: NodeEvent): string | undefined {
  return anchorStart < 0 ? undefined : text.slice(anchorStart, anchorEnd);
}

/** Returns the full tag of a scalar. The prefixes that the document's directives declare replace handles. */
export function tagOf({ text }: Chunk, { tagStart, tagEnd }: ScalarEvent, directives: readonly DocumentDirective[]): string | undefined {
  if (tagStart < 0) return undefined;
  const tag = text.slice(tagStart, tagEnd);
  if (tag.startsWith('!<')) return percentDecoded(tag.slice(2, -1));
  const handle = tag.slice(0, tag.indexOf('!', 1) + 1) || '!';
  return prefixOf(handle, directives) + percentDecoded(tag.slice(handle.length));
}

function prefixOf(handle: string, directives: readonly DocumentDirective[]): string {
  for (const directive of directives) {
    if (directive.kind === 'tag' && directive.handle === handle) return directive.prefix;
  }
  return handle === '!!' ? YAML_TAG_PREFIX : handle;
}

/** A tag with invalid UTF-8 escapes stays unchanged. The tag is then unknown. */
function percentDecoded(tag: string): string {
  try {
    return decodeURIComponent(tag);
  } catch {
    return tag;
  }
}

/** Matches white space and comments. */
const SPACE = /(?:\s|#[^\n]*)*/y;

/** Matches white space, comments, and the signs between nodes. */
const BETWEEN_NODES = /(?:[\s,:?]|#[^\n]*)*/y;

/** Matches white space, comments, and the signs between nodes or before list items. */
const BEFORE_BLOCK = /(?:[\s,:?-]|#[^\n]*)*/y;

/**
 * Finds the positions of nodes in a text. Events lack the positions of block scalars, empty nodes and closing brackets. These follow the
 * last token before them, so all nodes must be passed in order.
 */
export class NodePlaces {
  readonly #chunk: Chunk;
  readonly #text: string;
  /** The end of the last token. */
  #end = 0;

  constructor(chunk: Chunk) {
    this.#chunk = chunk;
    this.#text = chunk.text;
  }

  /**
   * Returns the offset of a node in the source, after its properties. The node may be a list item. For an empty node, the offset where its
   * text would begin.
   */
  pass(event: NodeEvent, isItem = false): number {
    return this.#chunk.original(this.#pass(event, isItem));
  }

  #pass(event: NodeEvent, isItem: boolean): number {
    if (event.type === EVENT_ID.ALIAS) {
      this.#end = event.anchorEnd;
      return event.anchorStart - 1;
    }
    if (event.type !== EVENT_ID.SCALAR) {
      this.#end = event.style === COLLECTION_STYLE.FLOW ? event.start + 1 : event.start;
      return event.start;
    }
    if (event.style === SCALAR_STYLE.PLAIN && event.valueStart >= 0) {
      this.#end = event.valueEnd;
      return event.valueStart;
    }
    return this.#passOtherScalar(event, isItem);
  }

  /** Passes the end of a collection. */
  close({ style }: CollectionEvent): void {
    if (style === COLLECTION_STYLE.FLOW) this.#end = this.#skip(BETWEEN_NODES, this.#end) + 1;
  }

  #passOtherScalar({ style, valueStart, valueEnd, anchorEnd, tagEnd }: ScalarEvent, isItem: boolean): number {
    const from = Math.max(this.#end, anchorEnd, tagEnd);
    if (valueStart < 0) return this.#passEmpty(from, isItem, from === anchorEnd || from === tagEnd);
    const isQuoted = style === SCALAR_STYLE.SINGLE_QUOTED || style === SCALAR_STYLE.DOUBLE_QUOTED;
    this.#end = isQuoted ? valueEnd + 1 : valueEnd;
    return isQuoted ? valueStart - 1 : Math.min(this.#skip(BEFORE_BLOCK, from), valueStart);
  }

  /**
   * Passes a node without a text. Its place is after its properties, or after the sign of its item. Otherwise, its place is the
   * next token.
   */
  #passEmpty(from: number, isItem: boolean, hasProperties: boolean): number {
    this.#end = from;
    if (hasProperties) return from;
    const sign = isItem ? this.#skip(BETWEEN_NODES, from) : -1;
    if (this.#text[sign] !== '-') return this.#skip(SPACE, from);
    this.#end = sign + 1;
    return this.#end;
  }

  /** Returns the end of a pattern's match at an offset. */
  #skip(pattern: RegExp, from: number): number {
    pattern.lastIndex = from;
    pattern.test(this.#text);
    return pattern.lastIndex;
  }
}
