// The nodes of a YAML text with their extents, for edits in place. JSON is YAML in brackets.

import { COLLECTION_STYLE, SCALAR_STYLE } from 'js-yaml';
import { append } from '../base/lists.js';
import { MAX_READ_AGAIN } from './limits.js';
import { SourceText } from './source-text.js';
import { type Chunk, chunksOf } from './yaml-chunks.js';
import { type CollectionEvent, type NodeEvent, NodePlaces, type ScalarEvent, scalarText } from './yaml-nodes.js';
import { EVENT_ID, type Event, parseYaml } from './yaml-parse.js';

/** The form in which a node is written: a collection as a block or in brackets, a scalar in one of five styles. */
export type YamlStyle = 'block' | 'flow' | 'plain' | 'single' | 'double' | 'literal' | 'folded';

/** A node and its extent, from the first character after its properties. */
export interface YamlNode {
  readonly kind: 'scalar' | 'map' | 'list' | 'alias';
  readonly style: YamlStyle;
  readonly start: number;
  /** The offset after its last character. A block ends where its last node does. */
  readonly end: number;
  /** Entries of a map have keys, items of a list do not. Empty for scalars. */
  readonly entries: readonly YamlEntry[];
  /** The value of a scalar as a text; empty for other nodes. */
  readonly text: string;
}

/** An entry of a map, or an item of a list. */
export interface YamlEntry {
  readonly key?: YamlNode;
  readonly value: YamlNode;
}

/** Returns the roots of the documents of a text, including empty documents. Throws ReadError. */
export function yamlTrees(text: string, file: string): readonly YamlNode[] {
  const roots: YamlNode[] = [];
  const retries = { left: MAX_READ_AGAIN };
  for (const chunk of chunksOf(new SourceText(text, file))) {
    const events = parseYaml(chunk, retries);
    const builder = new TreeBuilder(chunk, events);
    append(roots, builder.roots());
  }
  return roots;
}

const SCALAR_STYLES: ReadonlyMap<number, YamlStyle> = new Map<number, YamlStyle>([
  [SCALAR_STYLE.PLAIN, 'plain'],
  [SCALAR_STYLE.SINGLE_QUOTED, 'single'],
  [SCALAR_STYLE.DOUBLE_QUOTED, 'double'],
  [SCALAR_STYLE.LITERAL_BLOCK, 'literal'],
  [SCALAR_STYLE.FOLDED_BLOCK, 'folded'],
]);

/** Matches white space, comments, and commas before a closing bracket. */
const BEFORE_CLOSING = /(?:[\s,]|#[^\n]*)*/y;

class TreeBuilder {
  readonly #chunk: Chunk;
  readonly #events: readonly Event[];
  readonly #places: NodePlaces;
  #next = 0;

  constructor(chunk: Chunk, events: readonly Event[]) {
    this.#chunk = chunk;
    this.#events = events;
    this.#places = new NodePlaces(chunk);
  }

  *roots(): Generator<YamlNode> {
    while (this.#next < this.#events.length) {
      // The event of the document, its root, and the event that ends it.
      this.#next++;
      yield this.#node(false);
      this.#next++;
    }
  }

  #node(isItem: boolean): YamlNode {
    const event = this.#events[this.#next++] as NodeEvent;
    const start = this.#places.pass(event, isItem);
    if (event.type === EVENT_ID.ALIAS) {
      return { kind: 'alias', style: 'plain', start, end: this.#chunk.original(event.anchorEnd), entries: [], text: '' };
    }
    return event.type === EVENT_ID.SCALAR ? this.#scalar(event, start) : this.#collection(event, start);
  }

  #scalar(event: ScalarEvent, start: number): YamlNode {
    const style = SCALAR_STYLES.get(event.style) ?? 'plain';
    const isQuoted = style === 'single' || style === 'double';
    const end = event.valueStart < 0 ? start : this.#chunk.original(event.valueEnd) + (isQuoted ? 1 : 0);
    return { kind: 'scalar', style, start, end, entries: [], text: scalarText(this.#chunk, event) };
  }

  #collection(event: CollectionEvent, start: number): YamlNode {
    const isMap = event.type === EVENT_ID.MAPPING;
    const entries: YamlEntry[] = [];
    while (this.#events[this.#next]?.type !== EVENT_ID.POP) {
      const first = this.#node(!isMap);
      entries.push(isMap ? { key: first, value: this.#node(false) } : { value: first });
    }
    this.#next++;
    this.#places.close(event);
    const isFlow = event.style === COLLECTION_STYLE.FLOW;
    const last = entries.at(-1)?.value.end ?? start + 1;
    const end = isFlow ? this.#closing(last) : last;
    return { kind: isMap ? 'map' : 'list', style: isFlow ? 'flow' : 'block', start, end, entries, text: '' };
  }

  /** Returns the offset after the next closing bracket. */
  #closing(from: number): number {
    const { text } = this.#chunk.source;
    BEFORE_CLOSING.lastIndex = from;
    BEFORE_CLOSING.test(text);
    return BEFORE_CLOSING.lastIndex + 1;
  }
}
