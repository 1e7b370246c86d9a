// Evaluates nodes of a template on a value like k8s.io/client-go/util/jsonpath, including ranges. The work is bounded, since `{..*..*..*}`
// would find each value many times.

import { isJsonObject } from '../../../core/api/decoder.js';
import { type Json, type JsonObject, NumberLiteral } from '../../../core/base/json.js';
import { compareValues } from './compare.js';
import { Constant, type Found } from './found.js';
import { JsonPathError, type PathNode, type SlicePart } from './parse.js';

/** The most values that a template finds, and its deepest nesting of ranges. */
const MAX_FOUND = 20_000_000;
const MAX_RANGES = 100;

/** An error of a path. `results` are the results before it, which decide `exists`. */
class PathError extends JsonPathError {
  readonly results: readonly Found[];

  constructor(message: string, results: readonly Found[]) {
    super(message);
    this.results = results;
  }
}

/** One run of a template over a value. */
export class Evaluation {
  readonly #nodes: readonly PathNode[];
  readonly #allowsMissing: boolean;
  #work = 0;
  #begun = 0;
  #inside = 0;
  #ended = 0;
  #lastEnd = -1;

  /** `allowsMissing`: a missing field is not an error. */
  constructor(nodes: readonly PathNode[], allowsMissing: boolean) {
    this.#nodes = nodes;
    this.#allowsMissing = allowsMissing;
  }

  /** Returns the results of each part of the template, in output order. Throws {@link JsonPathError}. */
  run(value: Json): readonly (readonly Found[])[] {
    const all: (readonly Found[])[] = [];
    this.#runFrom(0, value, all);
    return all;
  }

  /** Adds the results of the parts from `first` on. Parts after `range` are evaluated once for each of its values. */
  #runFrom(first: number, value: Found, all: (readonly Found[])[] | undefined): void {
    for (let index = first; index < this.#nodes.length; index++) {
      const results = this.#walk([value], this.#nodes[index] as PathNode);
      if (this.#ended > 0 && this.#ended <= this.#inside) {
        this.#ended--;
        this.#lastEnd = index;
        return;
      }
      if (this.#begun === 0) {
        all?.push(results);
        continue;
      }
      this.#begun--;
      this.#inside++;
      if (this.#inside > MAX_RANGES) throw new JsonPathError(`more than ${MAX_RANGES} nested ranges`);
      for (const each of results) this.#runFrom(index + 1, each instanceof Constant ? each.value : each, all);
      // An empty range still runs once, to find its end.
      if (results.length === 0) this.#runFrom(index + 1, undefined, undefined);
      this.#inside--;
      if (this.#lastEnd > index) index = this.#lastEnd;
    }
  }

  #walk(input: readonly Found[], node: PathNode): readonly Found[] {
    this.#work += input.length + 1;
    if (this.#work > MAX_FOUND) throw new JsonPathError(`it matches more than ${MAX_FOUND} values`);
    switch (node.kind) {
      case 'list':
        return node.nodes.reduce<readonly Found[]>((values, each) => this.#walk(values, each), input);
      case 'text':
        return [new Constant(node.text)];
      case 'constant':
        return input.map(() => new Constant(node.value, node.isFloat));
      case 'field':
        return this.#field(input, node.name);
      case 'slice':
        return this.#slice(input, node.parts);
      case 'filter':
        return this.#filter(input, node);
      case 'union':
        return this.#union(input, node.paths);
      case 'word':
        return this.#word(input, node.word);
      case 'wildcard':
        return this.#counted(input.flatMap(membersOf));
      case 'recursive':
        return this.#recursive(input, []);
    }
  }

  #counted(results: readonly Found[]): readonly Found[] {
    this.#work += results.length;
    return results;
  }

  #word(input: readonly Found[], word: string): readonly Found[] {
    if (word === 'range') {
      this.#begun++;
      return input;
    }
    if (word !== 'end') throw new PathError(`unrecognized identifier ${word}`, input);
    if (this.#inside === 0) throw new PathError('not in range, nothing to end', []);
    this.#ended++;
    return [];
  }

  #field(input: readonly Found[], name: string): readonly Found[] {
    if (input.length === 0) return [];
    const results = input.flatMap((value) => (isObject(value) && Object.hasOwn(value, name) ? [value[name]] : []));
    if (results.length === 0 && !this.#allowsMissing) throw new PathError(`${name} is not found`, results);
    return results;
  }

  #slice(input: readonly Found[], parts: readonly [SlicePart, SlicePart, SlicePart]): readonly Found[] {
    const results: Found[] = [];
    for (const value of input) {
      if (value === null) continue;
      if (!Array.isArray(value)) throw new PathError(`${kindInWords(value)} is not array or slice`, input);
      const range = rangeOf(value.length, parts, input);
      // An empty slice also ends the search in the remaining values, as in kubectl.
      if (range === undefined) return results;
      for (let index = range.start; index < range.end; index += range.step) results.push((value as readonly Json[])[index]);
    }
    return this.#counted(results);
  }

  #union(input: readonly Found[], paths: readonly PathNode[]): readonly Found[] {
    try {
      return paths.flatMap((path) => this.#walk(input, path));
    } catch (error) {
      throw error instanceof PathError ? new PathError(error.message, input) : error;
    }
  }

  #recursive(input: readonly Found[], results: Found[]): readonly Found[] {
    for (const value of input) {
      const members = membersOf(value);
      this.#work += members.length + 1;
      if (this.#work > MAX_FOUND) throw new JsonPathError(`it matches more than ${MAX_FOUND} values`);
      if (members.length === 0) continue;
      results.push(value);
      if (isObject(value) || Array.isArray(value)) this.#recursive(members, results);
    }
    return results;
  }

  #filter(input: readonly Found[], filter: Extract<PathNode, { kind: 'filter' }>): readonly Found[] {
    const results: Found[] = [];
    for (const value of input) {
      if (!Array.isArray(value)) throw new PathError(`${kindInWords(value)} is not array or slice and cannot be filtered`, input);
      for (const item of value as readonly Json[]) if (this.#passes(item, filter, input)) results.push(item);
    }
    return results;
  }

  #passes(item: Json, { left, right, operator }: Extract<PathNode, { kind: 'filter' }>, input: readonly Found[]): boolean {
    if (operator === 'exists') return this.#exists(item, left);
    try {
      const lefts = this.#walk([item], left);
      if (lefts.length === 0) return false;
      if (lefts.length > 1) throw new PathError('can only compare one element at a time', input);
      const rights = this.#walk([item], right);
      if (rights.length === 0) return false;
      if (rights.length > 1) throw new PathError('can only compare one element at a time', input);
      return compareValues(lefts[0], rights[0], operator);
    } catch (error) {
      throw error instanceof PathError ? new PathError(error.message, input) : error;
    }
  }

  /** Returns whether a path finds a value, possibly before an error. */
  #exists(item: Json, path: PathNode): boolean {
    try {
      return this.#walk([item], path).length > 0;
    } catch (error) {
      if (!(error instanceof PathError)) throw error;
      return error.results.length > 0;
    }
  }
}

function isObject(value: Found): value is JsonObject {
  return !(value instanceof Constant) && isJsonObject(value);
}

/** Returns the values in an object or a list, or the bytes of a string, as in Go. */
function membersOf(value: Found): readonly Json[] {
  const data = value instanceof Constant ? value.value : value;
  if (Array.isArray(data)) return data as readonly Json[];
  if (typeof data === 'string') return [...new TextEncoder().encode(data)];
  return isObject(data) ? Object.values(data) : [];
}

/** Returns the range of a slice; undefined if it is empty at any position. */
function rangeOf(
  length: number,
  [first, last, by]: readonly [SlicePart, SlicePart, SlicePart],
  input: readonly Found[],
): { readonly start: number; readonly end: number; readonly step: number } | undefined {
  const start = first.value < 0 ? first.value + length : first.value;
  const lastValue = last.isKnown ? last.value : length;
  const end = lastValue < 0 || (lastValue === 0 && last.isDerived) ? lastValue + length : lastValue;
  if (start === end) return undefined;
  if (start >= length || start < 0) throw new PathError(`array index out of bounds: index ${start}, length ${length}`, input);
  if (end > length || end < 0) throw new PathError(`array index out of bounds: index ${end - 1}, length ${length}`, input);
  if (start > end) throw new PathError(`starting index ${start} is greater than ending index ${end}`, input);
  if (by.isKnown && by.value <= 0) throw new PathError('step must be > 0', input);
  return { start, end, step: by.isKnown ? by.value : 1 };
}

function kindInWords(value: Found): string {
  if (value === undefined || value === null) return 'null';
  if (value instanceof Constant) return typeof value.value;
  if (value instanceof NumberLiteral || typeof value === 'bigint') return 'number';
  return isJsonObject(value) ? 'an object' : typeof value;
}
