// Trees of package yaml -> JSON values, as kubectl makes them (go.yaml.in/yaml/v2, then sigs.k8s.io/yaml).

import { type Alias, isAlias, isMap, isScalar, isSeq, type ParsedNode, type Scalar as ScalarNode, type YAMLMap } from 'yaml';
import type { Json, PathStep } from '../json.js';
import { newObject, type OpenObject } from './json-object.js';
import { MAX_ALIASED_VALUES, MAX_DEPTH, MAX_KEYS } from './limits.js';
import { duplicateKey, quoted, tooManyKeys } from './messages.js';
import { notePlace, type Places } from './places.js';
import type { ReadError } from './read-error.js';
import type { SourceText } from './source-text.js';
import { ScalarReader, type Warn } from './yaml-scalars.js';

const MERGE_TAG = 'tag:yaml.org,2002:merge';

/** A mapping of a parsed document. */
type MapNode = YAMLMap<ParsedNode, ParsedNode | null>;

/** What an anchor names. Aliases share its value. */
interface Anchored {
  readonly node: ParsedNode;
  /** undefined while the value is being made: an alias within it would contain itself. */
  value?: Json;
  /** How many values it holds, itself included, with aliases followed; long strings count for more. */
  size: number;
  /** How many levels of objects and arrays it has. */
  height: number;
}

/** Counts what aliases and merges stand for, over all documents of a text. */
export interface AliasBudget {
  left: number;
}

/** What a converter reports besides the value. */
export interface ConvertOptions {
  readonly aliases?: AliasBudget;
  readonly warn?: Warn;
  /** Filled with the places of all members, if given. */
  readonly places?: Places;
}

/**
 * The JSON value of a document whose offsets count from `start` in the text.
 *
 * Throws ReadError at what JSON cannot hold, duplicate keys, unknown or endless aliases, and above the limits.
 */
export function convertYaml(root: ParsedNode | null, source: SourceText, start: number, options: ConvertOptions = {}): Json {
  return new Converter(source, start, options).value(root, 0);
}

class Converter {
  private readonly source: SourceText;
  private readonly start: number;
  private readonly options: ConvertOptions;
  private readonly aliases: AliasBudget;
  private readonly scalars: ScalarReader;
  private readonly anchors = new Map<string, Anchored>();
  /** How many values there are so far, with aliases followed. */
  private count = 0;
  /** The deepest level since it was last reset. */
  private deepest = 0;

  constructor(source: SourceText, start: number, options: ConvertOptions) {
    this.source = source;
    this.start = start;
    this.options = options;
    this.scalars = new ScalarReader(source, options.warn);
    this.aliases = options.aliases ?? { left: MAX_ALIASED_VALUES };
  }

  /** The value of a node within `depth` objects and arrays. */
  value(node: ParsedNode | null, depth: number): Json {
    if (node === null) return null;
    if (isAlias(node)) return this.alias(node, depth);
    const anchor = node.anchor;
    if (anchor === undefined) return this.plainValue(node, depth);

    const anchored: Anchored = { node, size: 0, height: 0 };
    this.anchors.set(anchor, anchored);
    const countBefore = this.count;
    const deepestBefore = this.deepest;
    this.deepest = depth;
    anchored.value = this.plainValue(node, depth);
    anchored.size = this.count - countBefore;
    anchored.height = this.deepest - depth;
    this.deepest = Math.max(this.deepest, deepestBefore);
    return anchored.value;
  }

  private plainValue(node: ParsedNode, depth: number): Json {
    this.count++;
    if (isScalar(node)) {
      const text = String(node.value);
      this.count += extraWeight(text);
      return this.scalars.value(text, isPlain(node), this.offset(node), node.tag);
    }
    this.reach(depth + 1, node);
    if (isMap(node)) return this.object(node, depth + 1);
    const array: Json[] = [];
    if (isSeq(node)) {
      for (const item of node.items as ParsedNode[]) {
        this.place(array, array.length, item);
        array.push(this.value(item, depth + 1));
      }
    }
    return array;
  }

  private object(node: MapNode, depth: number): OpenObject {
    const object = newObject();
    /** Keys that stand here themselves, not by a merge, with their nodes. */
    const keys = new Map<string, ParsedNode>();
    for (const pair of node.items) {
      if (isMerge(pair.key)) {
        this.merge(object, keys, pair.key, pair.value, depth);
        continue;
      }
      const key = this.key(pair.key);
      const first = keys.get(key);
      if (first !== undefined) throw this.errorAt(pair.key, duplicateKey(key, this.source.positionAt(this.offset(first))));
      keys.set(key, pair.key);
      if (keys.size > MAX_KEYS) throw this.errorAt(pair.key, tooManyKeys());
      this.place(object, key, pair.key);
      object[key] = this.value(pair.value, depth);
    }
    return object;
  }

  /** Puts the members of merged mappings into an object, over what it has: go-yaml lets the last one win. */
  private merge(object: OpenObject, keys: ReadonlyMap<string, ParsedNode>, key: ParsedNode, node: ParsedNode | null, depth: number): void {
    const sources = isSeq(node) ? (node.items as ParsedNode[]) : [node];
    const merged = sources.map((item) => {
      if (!isMap(this.follow(item))) throw this.errorAt(item ?? key, "'<<' needs a mapping or a list of mappings");
      return this.value(item, depth - 1) as OpenObject;
    });
    // Of several mappings, the first one wins.
    for (const from of merged.reverse()) {
      const names = Object.keys(from);
      this.spend(names.length, key);
      for (const name of names) {
        if (keys.has(name)) this.options.warn?.(this.offset(key), `'<<' replaces the value of ${quoted(name)} above it, as in kubectl`);
        object[name] = from[name] as Json;
        const { places } = this.options;
        const offset = places?.get(from)?.get(name);
        if (places !== undefined && offset !== undefined) notePlace(places, object, name, offset);
      }
    }
  }

  private alias(node: Alias.Parsed, depth: number): Json {
    const anchored = this.anchored(node);
    if (anchored.value === undefined) throw this.errorAt(node, `the value of anchor ${quoted(node.source)} contains itself`);
    this.spend(anchored.size, node);
    this.count += anchored.size;
    this.reach(depth + anchored.height, node);
    return anchored.value;
  }

  /** Takes values that the text does not contain, but repeats, off the budget. */
  private spend(values: number, node: ParsedNode): void {
    this.aliases.left -= values;
    if (this.aliases.left < 0) throw this.errorAt(node, `aliases and merges stand for more than ${MAX_ALIASED_VALUES} values`);
  }

  private key(node: ParsedNode): string {
    // What an anchor at a key names can be used as a value, too.
    if (!isAlias(node) && node.anchor !== undefined) this.value(node, 0);
    const target = this.follow(node);
    if (!isScalar(target)) throw this.errorAt(node, 'a mapping or a list cannot be a key');
    const key = this.scalars.key(String(target.value), isPlain(target), this.offset(node), target.tag);
    this.count += extraWeight(key);
    return key;
  }

  /** The node that an alias names; any other node itself. */
  private follow(node: ParsedNode | null): ParsedNode | null {
    return isAlias(node) ? this.anchored(node).node : node;
  }

  private anchored(alias: Alias.Parsed): Anchored {
    const anchored = this.anchors.get(alias.source);
    if (anchored === undefined) throw this.errorAt(alias, `unknown anchor ${quoted(alias.source)}`);
    return anchored;
  }

  /** Notes that a value reaches a level, which ends the text if it is too deep. Aliases reach deeper than the text itself. */
  private reach(level: number, node: ParsedNode): void {
    if (level > MAX_DEPTH) throw this.errorAt(node, `the text nests deeper than ${MAX_DEPTH} levels`);
    this.deepest = Math.max(this.deepest, level);
  }

  private place(container: object, step: PathStep, node: ParsedNode): void {
    if (this.options.places !== undefined) notePlace(this.options.places, container, step, this.offset(node));
  }

  private offset(node: ParsedNode): number {
    return this.start + node.range[0];
  }

  private errorAt(node: ParsedNode, message: string): ReadError {
    return this.source.errorAt(this.offset(node), message);
  }
}

function isPlain(node: ScalarNode.Parsed): boolean {
  return node.type === 'PLAIN';
}

/** Whether a key asks for a merge: `<<` as a plain scalar. */
function isMerge(key: ParsedNode): boolean {
  if (!isScalar(key) || key.value !== '<<') return false;
  return key.tag === undefined ? isPlain(key) : key.tag === '!' || key.tag === MERGE_TAG;
}

/** What a string counts for besides itself, so that aliases of long strings have a bound, too. */
function extraWeight(text: string): number {
  return text.length >> 6;
}
