// Converts YAML events to JSON values as kubectl does (go.yaml.in/yaml/v2, then sigs.k8s.io/yaml).

import type { Json, PathStep } from '../base/json.js';
import type { DuplicateKeys } from './duplicate-keys.js';
import { newObject, type OpenObject } from './json-object.js';
import { MAX_ALIASED_VALUES, MAX_DEPTH, MAX_IMPLICIT_KEY, MAX_KEYS } from './limits.js';
import { duplicateKey, quoted, tooDeep, tooManyKeys } from './messages.js';
import { notePlace, type Places } from './places.js';
import type { SourceText } from './source-text.js';
import type { Chunk } from './yaml-chunks.js';
import {
  type AliasEvent,
  anchorOf,
  type CollectionEvent,
  type DocumentDirective,
  isPlain,
  type NodeEvent,
  NodePlaces,
  type ScalarEvent,
  scalarText,
  tagOf,
} from './yaml-nodes.js';
import { EVENT_ID, type Event } from './yaml-parse.js';
import { ScalarReader, type Warn } from './yaml-scalars.js';

const MERGE_TAG = 'tag:yaml.org,2002:merge';

interface Constructed {
  /** Null for a document without content. */
  readonly value: Json;
  /** The offset of the document's root in the source. */
  readonly offset: number;
}

/** The number of values that aliases and merges may still repeat, over all documents of a text. */
interface AliasBudget {
  left: number;
}

interface ConstructOptions {
  readonly aliases: AliasBudget;
  /** Called for scalars that other YAML readers would read otherwise. */
  readonly warn?: Warn;
  /** Filled with the places of all members, if given. */
  readonly places?: Places;
  /** Receives repeated keys; without it they are errors. */
  readonly duplicates?: DuplicateKeys | undefined;
  /** Called at regular intervals. It may throw to end the reading. */
  readonly look?: (() => void) | undefined;
}

/** The number of values between two calls of `look`: about a millisecond of work. */
const VALUES_BETWEEN_LOOKS = 1024;

/** An anchored node. Aliases share its value. */
interface Anchored {
  /** The node, if it is a scalar. A scalar that is a number as a value may have a different text as a key. */
  readonly scalar: ScalarEvent | undefined;
  /** Undefined during construction, because an alias within the value would contain itself. */
  value: Json | undefined;
  /** The number of its values, itself included, with aliases followed. Long strings count for more. */
  size: number;
  /** The number of its levels of objects and arrays. */
  height: number;
}

/**
 * Returns the values of the documents of a chunk, one by one, from its events.
 * Throws ReadError at values that JSON cannot represent, at repeated keys unless they are collected, at unknown or endless aliases, and
 * above the limits.
 */
export function constructYaml(chunk: Chunk, events: readonly Event[], options: ConstructOptions): Generator<Constructed> {
  return new Constructor(chunk, events, options).documents();
}

class Constructor {
  readonly #chunk: Chunk;
  readonly #source: SourceText;
  readonly #events: readonly Event[];
  readonly #options: ConstructOptions;
  readonly #scalars: ScalarReader;
  readonly #nodes: NodePlaces;
  /** The index of the next event. */
  #next = 0;
  #directives: readonly DocumentDirective[] = [];
  readonly #anchors = new Map<string, Anchored>();
  /** The number of values so far, with aliases followed. */
  #count = 0;
  /** The number of values at the next call of `look`. */
  #nextLook: number;
  /** The deepest level since it was last reset. */
  #deepest = 0;

  constructor(chunk: Chunk, events: readonly Event[], options: ConstructOptions) {
    this.#chunk = chunk;
    this.#source = chunk.source;
    this.#events = events;
    this.#options = options;
    this.#nextLook = options.look === undefined ? Number.POSITIVE_INFINITY : 0;
    this.#scalars = new ScalarReader(chunk.source, options.warn);
    this.#nodes = new NodePlaces(chunk);
  }

  *documents(): Generator<Constructed> {
    while (this.#next < this.#events.length) {
      const document = this.#events[this.#next++];
      this.#directives = document?.type === EVENT_ID.DOCUMENT ? document.directives : [];
      this.#anchors.clear();
      const node = this.#node();
      const offset = this.#nodes.pass(node);
      yield { value: this.#value(node, offset, 0), offset };
      // The event after the root ends the document.
      this.#next++;
    }
  }

  /** Returns the next event. Requires: it is a node's, so an open collection has members left, or an item is due. */
  #node(): NodeEvent {
    return this.#events[this.#next++] as NodeEvent;
  }

  /** Returns whether the open collection ends here, and skips its end. */
  #ends(collection: CollectionEvent): boolean {
    if (this.#events[this.#next]?.type !== EVENT_ID.POP) return false;
    this.#next++;
    this.#nodes.close(collection);
    return true;
  }

  /** Returns the value of a node at an offset, within `depth` objects and arrays. */
  #value(node: NodeEvent, offset: number, depth: number): Json {
    if (node.type === EVENT_ID.ALIAS) return this.#alias(node, offset, depth);
    const anchor = anchorOf(this.#chunk, node);
    if (anchor === undefined) return this.#content(node, offset, depth);

    const scalar = node.type === EVENT_ID.SCALAR ? node : undefined;
    const anchored: Anchored = { scalar, value: undefined, size: 0, height: 0 };
    this.#anchors.set(anchor, anchored);
    const countBefore = this.#count;
    const deepestBefore = this.#deepest;
    this.#deepest = depth;
    const value = this.#content(node, offset, depth);
    anchored.value = value;
    anchored.size = this.#count - countBefore;
    anchored.height = this.#deepest - depth;
    this.#deepest = Math.max(this.#deepest, deepestBefore);
    return value;
  }

  /** Returns the value of a node, regardless of its anchor. */
  #content(node: CollectionEvent | ScalarEvent, offset: number, depth: number): Json {
    this.#count++;
    if (this.#count >= this.#nextLook) {
      this.#nextLook = this.#count + VALUES_BETWEEN_LOOKS;
      this.#options.look?.();
    }
    if (node.type === EVENT_ID.SCALAR) {
      const text = scalarText(this.#chunk, node);
      this.#count += extraWeight(text);
      return this.#scalars.value(text, isPlain(node), offset, this.#tag(node));
    }
    this.#reach(depth + 1, offset);
    return node.type === EVENT_ID.MAPPING ? this.#object(node, depth + 1) : this.#array(node, depth + 1);
  }

  #array(sequence: CollectionEvent, depth: number): Json[] {
    const array: Json[] = [];
    while (!this.#ends(sequence)) {
      const node = this.#node();
      const offset = this.#nodes.pass(node, true);
      this.#note(array, array.length, offset);
      array.push(this.#value(node, offset, depth));
    }
    return array;
  }

  #object(mapping: CollectionEvent, depth: number): OpenObject {
    const object = newObject();
    /** The offsets of keys that the mapping itself has, without merged ones. */
    const keys = new Map<string, number>();
    while (!this.#ends(mapping)) {
      const node = this.#node();
      const offset = this.#nodes.pass(node);
      if (this.#isMerge(node)) {
        this.#merge(object, keys, offset, depth);
        continue;
      }
      const key = this.#key(node, offset);
      const first = keys.get(key);
      if (first !== undefined) this.#duplicate(object, key, offset, first);
      keys.set(key, offset);
      if (keys.size > MAX_KEYS) throw this.#source.errorAt(offset, tooManyKeys());
      this.#note(object, key, offset);
      const member = this.#node();
      object[key] = this.#value(member, this.#nodes.pass(member), depth);
    }
    return object;
  }

  #duplicate(object: OpenObject, key: string, offset: number, first: number): void {
    const { duplicates } = this.#options;
    if (duplicates === undefined) throw this.#source.errorAt(offset, duplicateKey(key, this.#source.positionAt(first)));
    duplicates.add(object, key, offset);
  }

  #key(node: NodeEvent, offset: number): string {
    // An alias elsewhere may use the key's node as a value.
    if (node.type !== EVENT_ID.ALIAS && node.anchorStart >= 0) this.#value(node, offset, 0);
    const scalar = node.type === EVENT_ID.ALIAS ? this.#anchored(node, offset).scalar : node;
    if (scalar?.type !== EVENT_ID.SCALAR) throw this.#source.errorAt(offset, 'a mapping or a list cannot be a key');
    if (scalar === node) this.#checkLength(node, offset);
    const key = this.#scalars.key(scalarText(this.#chunk, scalar), isPlain(scalar), offset, this.#tag(scalar));
    this.#count += extraWeight(key);
    return key;
  }

  /** Rejects a key so long that go-yaml does not search for its colon. */
  #checkLength({ valueStart, valueEnd }: ScalarEvent, offset: number): void {
    if (valueEnd - valueStart <= MAX_IMPLICIT_KEY || /\?\s*$/.test(this.#chunk.text.slice(valueStart - 3, valueStart))) return;
    throw this.#source.errorAt(offset, `a key can have at most ${MAX_IMPLICIT_KEY} characters, unless it begins with '? '`);
  }

  /** Returns whether a key is a merge: `<<` as a plain scalar. */
  #isMerge(node: NodeEvent): boolean {
    if (node.type !== EVENT_ID.SCALAR || node.valueEnd - node.valueStart > 4 || scalarText(this.#chunk, node) !== '<<') return false;
    const tag = this.#tag(node);
    return tag === undefined ? isPlain(node) : tag === '!' || tag === MERGE_TAG;
  }

  /** Copies the members of the following mappings into an object and replaces existing ones, as go-yaml does. */
  #merge(object: OpenObject, keys: ReadonlyMap<string, number>, offset: number, depth: number): void {
    const merged = this.#mergedMappings(depth);
    // The first of several mappings wins, so it is copied last.
    for (const from of merged.reverse()) {
      const names = Object.keys(from);
      this.#spend(names.length, offset);
      for (const name of names) {
        if (keys.has(name)) this.#options.warn?.(offset, `'<<' replaces the value of ${quoted(name)} above it, as in kubectl`);
        object[name] = from[name] as Json;
        const { places } = this.#options;
        const place = places?.get(from)?.get(name);
        if (places !== undefined && place !== undefined) notePlace(places, object, name, place);
      }
    }
  }

  #mergedMappings(depth: number): OpenObject[] {
    const node = this.#node();
    const offset = this.#nodes.pass(node);
    if (node.type !== EVENT_ID.SEQUENCE) return [this.#mergedMapping(node, offset, depth)];
    const merged: OpenObject[] = [];
    while (!this.#ends(node)) {
      const item = this.#node();
      merged.push(this.#mergedMapping(item, this.#nodes.pass(item, true), depth));
    }
    return merged;
  }

  #mergedMapping(node: NodeEvent, offset: number, depth: number): OpenObject {
    const value = node.type === EVENT_ID.SEQUENCE ? null : this.#value(node, offset, depth - 1);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as OpenObject;
    throw this.#source.errorAt(offset, "'<<' needs a mapping or a list of mappings");
  }

  #alias(node: AliasEvent, offset: number, depth: number): Json {
    const anchored = this.#anchored(node, offset);
    const { value } = anchored;
    if (value === undefined) throw this.#source.errorAt(offset, `the value of anchor ${quoted(this.#name(node))} contains itself`);
    this.#spend(anchored.size, offset);
    this.#count += anchored.size;
    this.#reach(depth + anchored.height, offset);
    return value;
  }

  #anchored(alias: AliasEvent, offset: number): Anchored {
    const anchored = this.#anchors.get(this.#name(alias));
    if (anchored === undefined) throw this.#source.errorAt(offset, `unknown anchor ${quoted(this.#name(alias))}`);
    return anchored;
  }

  #name(alias: AliasEvent): string {
    return anchorOf(this.#chunk, alias) ?? '';
  }

  #tag(scalar: ScalarEvent): string | undefined {
    return tagOf(this.#chunk, scalar, this.#directives);
  }

  /** Subtracts repeated values from the budget. */
  #spend(values: number, offset: number): void {
    this.#options.aliases.left -= values;
    if (this.#options.aliases.left < 0)
      throw this.#source.errorAt(offset, `aliases and merges expand to more than ${MAX_ALIASED_VALUES} values`);
  }

  /** Records that a value reaches a level. Aliases reach deeper levels than the text itself. */
  #reach(level: number, offset: number): void {
    if (level > MAX_DEPTH) throw this.#source.errorAt(offset, tooDeep());
    this.#deepest = Math.max(this.#deepest, level);
  }

  #note(container: object, step: PathStep, offset: number): void {
    if (this.#options.places !== undefined) notePlace(this.#options.places, container, step, offset);
  }
}

/** Returns the weight of a string in addition to its value, which bounds aliases of long strings too. */
function extraWeight(text: string): number {
  return text.length >> 6;
}
