// Reads texts of files to documents with positions: YAML as kubectl reads it, and JSON exactly. Hostile texts fail here, within limits and
// in linear time.

import { checkAmount, checkFields, checkFlag, checkNumber, checkText, instanceOf, listOf, optional } from '../base/arguments.js';
import type { Json, PathStep } from '../base/json.js';
import { DuplicateKeys, type LocatedKey } from './duplicate-keys.js';
import { JsonLocator } from './json-locate.js';
import { scanJson } from './json-scan.js';
import { DEFAULT_LIMITS, MAX_ALIASED_VALUES, MAX_DOCUMENTS, MAX_READ_AGAIN, MAX_WARNINGS, type ReadLimits } from './limits.js';
import { codePoint } from './messages.js';
import { type Places, placeOf } from './places.js';
import { ReadCache } from './read-cache.js';
import { type Position, ReadError, type ReadWarning } from './read-error.js';
import { SourceText } from './source-text.js';
import { type Chunk, chunksOf } from './yaml-chunks.js';
import { findComments } from './yaml-comments.js';
import { constructYaml } from './yaml-construct.js';
import { parseYaml } from './yaml-parse.js';
import type { Warn } from './yaml-scalars.js';

export { DEFAULT_LIMITS, MAX_DEPTH, type ReadLimits } from './limits.js';
export { ReadCache } from './read-cache.js';
export { type Position, ReadError, type ReadWarning } from './read-error.js';
export { decodeUtf8 } from './utf8.js';

/** A document of a text. Objects inherit no properties, so every key is plain data. */
export interface SourceDocument {
  /** Its value. Values behind YAML aliases are shared. */
  readonly value: Json;
  /** The file as the caller named it: a path or `<stdin>`. */
  readonly file: string;
  /**
   * Returns the position of a path: of the key of an object's member, else of the value itself. For a missing path, the position of its
   * nearest existing parent. Computed on the first request.
   */
  locate(path: readonly PathStep[]): Position | undefined;
  /** The repeated keys of objects, if the options collect them. */
  readonly duplicates: readonly DuplicateKey[];
}

/** A repeated key of an object, and its position. The later value counts. */
export interface DuplicateKey extends Position {
  readonly path: readonly PathStep[];
}

/** A comment, at the position of its `#`. */
export interface Comment extends Position {
  /** The text after the `#`, without surrounding blanks. */
  readonly text: string;
}

/** The documents of a text that are not empty or null, and warnings about them. */
export interface ReadResult {
  /** The text without a byte order mark. Positions refer to it. */
  readonly text: string;
  readonly documents: readonly SourceDocument[];
  readonly warnings: readonly ReadWarning[];
  /** Returns the comments that begin with a word; JSON has no comments. Searches the whole text. */
  comments(word: string): readonly Comment[];
  /** Returns the text of a line, counted from 1, without its end; undefined after the last line. */
  lineText(line: number): string | undefined;
}

/** Options of {@link readText}. */
export interface ReadOptions extends ReadLimits {
  /** Collects repeated keys of objects instead of throwing an error. */
  readonly collectDuplicates?: boolean;
  /** A cache of objects of earlier JSON texts, which are not read again. It has no effect on YAML, or where duplicates are collected. */
  readonly cache?: ReadCache;
}

/** @internal Options of {@link readWatched}. */
interface WatchedOptions extends ReadOptions {
  /** Called at regular intervals. It may throw to end the reading. */
  readonly look?: () => void;
}

/**
 * Reads YAML (several documents) or JSON (several consecutive values). Text that begins with `{` or `[` is JSON. If it is invalid JSON, it
 * is read as YAML, unless the limit of YAML is 0.
 * Throws {@link ReadError}, and no other error, for any text.
 * @example
 * ```ts
 * import { readText } from 'dra-allocator/read';
 *
 * const { documents } = readText('kind: Pod\nmetadata:\n  name: web\n---\nkind: Node\n', 'objects.yaml');
 * console.log(JSON.stringify(documents.map(({ value }) => value))); // [{"kind":"Pod","metadata":{"name":"web"}},{"kind":"Node"}]
 * console.log(documents[0]?.locate(['metadata', 'name'])); // { line: 3, column: 3 }
 * ```
 */
export function readText(text: string, file: string, options: ReadOptions = {}): ReadResult {
  checkText(text, 'readText(text)');
  checkText(file, 'readText(file)');
  checkOptions(options);
  return readWatched(text, file, options);
}

/** @internal Reads like {@link readText}, and calls `look` at regular intervals. */
export function readWatched(text: string, file: string, options: WatchedOptions): ReadResult {
  const source = new SourceText(text.startsWith('\ufeff') ? text.slice(1) : text, file);
  try {
    if (options.yaml === 0) return readJsonAlone(source, options);
    return /^\s*[{[]/.test(source.text) ? readJsonOrYaml(source, options) : readYaml(source, options);
  } catch (error) {
    throw error instanceof ReadError ? withHint(error, source) : error;
  }
}

function checkOptions(options: ReadOptions): void {
  checkFields(options, 'readText(options)', ['yaml', 'json', 'collectDuplicates', 'cache']);
  optional(checkAmount)(options.yaml, 'yaml');
  optional(checkAmount)(options.json, 'json');
  optional(checkFlag)(options.collectDuplicates, 'collectDuplicates');
  checkCache(options.cache, 'cache');
}

const checkCache = optional(instanceOf(ReadCache, 'a ReadCache'));

function readJsonAlone(source: SourceText, options: WatchedOptions): ReadResult {
  checkLength(source, options.json ?? DEFAULT_LIMITS.json, 'JSON');
  return readJson(source, options);
}

function readJsonOrYaml(source: SourceText, options: WatchedOptions): ReadResult {
  try {
    return readJsonAlone(source, options);
  } catch (jsonError) {
    if (!(jsonError instanceof ReadError)) throw jsonError;
    try {
      return readYaml(source, options);
    } catch (error) {
      throw error instanceof ReadError ? jsonError : error;
    }
  }
}

function readJson(source: SourceText, { collectDuplicates, cache, look }: WatchedOptions): ReadResult {
  const documents: SourceDocument[] = [];
  const duplicates = collectDuplicates === true ? new DuplicateKeys() : undefined;
  for (const { value, offset } of scanJson(source, { duplicates, cache, look })) {
    addDocument(documents, { value, source, offset, duplicates: duplicates?.take(value) }, () => {
      const locator = new JsonLocator(source.text, offset);
      return (path) => locator.locate(path);
    });
  }
  return { text: source.text, documents, warnings: [], comments: commentsWith(() => []), lineText: lineTextOf(source) };
}

function readYaml(source: SourceText, { yaml, collectDuplicates, look }: WatchedOptions): ReadResult {
  checkLength(source, yaml ?? DEFAULT_LIMITS.yaml, 'YAML');
  checkCharacters(source);
  const documents: SourceDocument[] = [];
  const { all: warnings, warn } = new Warnings(source);
  const duplicates = collectDuplicates === true ? new DuplicateKeys() : undefined;
  const options = { aliases: { left: MAX_ALIASED_VALUES }, warn, duplicates, look };
  const retries = { left: MAX_READ_AGAIN };
  for (const chunk of chunksOf(source)) {
    look?.();
    let index = 0;
    let locators: readonly Locate[] | undefined;
    for (const { value, offset } of constructYaml(chunk, parseYaml(chunk, retries), options)) {
      const place = index++;
      const locate: Locate = (path) => {
        locators ??= locateInYaml(chunk);
        return locators[place]?.(path) ?? offset;
      };
      if (value !== null) addDocument(documents, { value, source, offset, duplicates: duplicates?.take(value) }, () => locate);
    }
  }
  return {
    text: source.text,
    documents,
    warnings,
    comments: commentsWith((word) =>
      Array.from(findComments(source, word), ({ text, offset }) => ({ text, ...source.positionAt(offset) })),
    ),
    lineText: lineTextOf(source),
  };
}

function commentsWith(find: ReadResult['comments']): ReadResult['comments'] {
  return (word) => {
    checkText(word, 'comments(word)');
    return find(word);
  };
}

function lineTextOf(source: SourceText): ReadResult['lineText'] {
  return (line) => {
    checkNumber(line, 'lineText(line)');
    return source.lineText(line);
  };
}

/**
 * Returns functions that find offsets in the documents of a chunk that was read without an error. Reading stores no positions, so the chunk
 * is read again.
 */
function locateInYaml(chunk: Chunk): readonly Locate[] {
  const places: Places = new Map();
  const unlimited = { left: Number.POSITIVE_INFINITY };
  const documents = [...constructYaml(chunk, parseYaml(chunk, unlimited), { aliases: unlimited, places, duplicates: new DuplicateKeys() })];
  return documents.map(
    ({ value, offset }) =>
      (path) =>
        placeOf(value, offset, path, places),
  );
}

/** The first warnings about a text. */
class Warnings {
  readonly all: ReadWarning[] = [];
  readonly warn: Warn;

  constructor(source: SourceText) {
    this.warn = (offset, message) => {
      if (this.all.length < MAX_WARNINGS) this.all.push({ message, file: source.file, ...source.positionAt(offset) });
    };
  }
}

/** Returns the offset of a path. */
type Locate = (path: readonly PathStep[]) => number;

/** A document as the reader of its language returns it. */
interface ReadDocument {
  readonly value: Json;
  readonly source: SourceText;
  readonly offset: number;
  readonly duplicates: readonly LocatedKey[] | undefined;
}

const checkPath = listOf(() => {}, 'fields and indices');
const NO_DUPLICATES: readonly DuplicateKey[] = [];

function addDocument(documents: SourceDocument[], { value, source, offset, duplicates }: ReadDocument, makeLocate: () => Locate): void {
  if (documents.length === MAX_DOCUMENTS) throw source.errorAt(offset, `the text holds more than ${MAX_DOCUMENTS} documents`);
  let locate: Locate | undefined;
  documents.push({
    value,
    file: source.file,
    locate: (path) => {
      checkPath(path, 'locate(path)');
      locate ??= makeLocate();
      return source.positionAt(locate(path));
    },
    duplicates: duplicates?.map((key) => ({ path: key.path, ...source.positionAt(key.offset) })) ?? NO_DUPLICATES,
  });
}

const JSON_ADVICE = '; JSON may be longer (kubectl get -o json)';

function checkLength(source: SourceText, limit: number, language: string): void {
  if (source.text.length <= limit) return;
  const advice = language === 'YAML' ? JSON_ADVICE : '';
  throw source.errorAt(0, `the text has ${source.text.length} characters, more than the limit of ${limit} for ${language}${advice}`);
}

/** Checks for characters that YAML does not allow (YAML 1.1, section 5.1). */
function checkCharacters(source: SourceText): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this looks for
  const match = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]/.exec(source.text);
  if (match !== null) throw source.errorAt(match.index, `YAML cannot contain ${codePoint(match[0])} unless escaped in double quotes`);
}

/** Matches an action of a Go template: a field, a variable, a comment or a common keyword. */
const TEMPLATE = /\{\{-?\s*(?:\.[\w\s}]|\$|\/\*|(?:if|else|end|range|with|define|block|template|include|printf|quote|toYaml)\b)/;

/** Matches a no-break space, which looks like a space: in the indentation, after a dash or after the colon of a key. */
const NO_BREAK_SPACE = /^ *(?:- *)*(?:[\w."'][\w./"'-]*:)?\u00a0/;

/** Adds a hint for two common mistakes: unrendered chart templates, and no-break spaces copied from web pages. */
function withHint(error: ReadError, source: SourceText): ReadError {
  const hint = hintOf(error, source);
  return hint === undefined ? error : new ReadError(`${error.message} (${hint})`, error.file, error);
}

function hintOf({ line }: ReadError, source: SourceText): string | undefined {
  if (TEMPLATE.test(source.text)) return 'this looks like a Go template: render it first';
  // The error is often reported in the next line.
  const spaced = [line - 1, line].find((near) => NO_BREAK_SPACE.test(source.lineText(near) ?? ''));
  return spaced === undefined ? undefined : `line ${spaced} has a no-break space (U+00A0) instead of a space`;
}
