// Applies patches to the text of files in place, so that comments, quotes and layout remain. The result is parsed and compared with the
// expected value. A patch that cannot be applied is rejected, and the text stays unchanged.

import { edited } from '../../../cel/rewrite/list-reads.js';
import type { Token } from '../../../cel/syntax/token.js';
import { endOf, tokensOf } from '../../../cel/syntax/tokens.js';
import type { Json, JsonObject, PathStep } from '../../../core/base/json.js';
import { isContainer, MOST_LISTS_IN_LISTS } from '../../../core/base/json.js';
import { ReadError, readText } from '../../../core/read/read.js';
import { yamlTrees } from '../../../core/read/yaml-tree.js';
import type { JsonPatchOperation, ObjectPatch } from '../../../explain/explanation.js';
import { formatYaml } from '../print/yaml.js';
import { applyFixes } from './fixes.js';
import { afterAll, normalizedPatch, patched, type SteppedOperation, stepped, valueAt } from './json-patch.js';
import { withLineEnds } from './line-ends.js';
import { readsAs } from './reads-as.js';
import { splicesFor } from './splice.js';

/** A text with applied patches, or the unchanged text. */
export interface AppliedPatches {
  readonly text: string;
  /** The objects whose patches were applied. */
  readonly made: readonly ObjectPatch['object'][];
  /**
   * The objects of patches that cannot be applied to this text, with reasons. One such patch blocks all others of the text. Objects that
   * the text lacks are in neither list.
   */
  readonly rejectedPatches: readonly { readonly object: ObjectPatch['object']; readonly why: string }[];
}

const BY_HAND = 'the changed text would parse differently (it may use an alias or a merge key): change it by hand';

/** Applies patches to a valid text. `namespace`: the namespace of objects that name none. */
export function applyPatches(inputText: string, file: string, patches: readonly ObjectPatch[], namespace = 'default'): AppliedPatches {
  const mark = inputText.startsWith('\ufeff') ? '\ufeff' : '';
  let text = inputText.slice(mark.length);
  const made: ObjectPatch['object'][] = [];
  for (const { object, patch } of patches) {
    const next = appliedTo(text, file, { ...object, unnamed: namespace }, patch);
    if (next === 'absent') continue;
    if (next === undefined) return { text: inputText, made: [], rejectedPatches: [{ object, why: BY_HAND }] };
    text = next;
    made.push(object);
  }
  return { text: mark + text, made, rejectedPatches: [] };
}

/** The object to find in a text. */
interface Sought extends Readonly<ObjectPatch['object']> {
  /** The namespace of objects that name none. */
  readonly unnamed: string;
}

/** Returns the text with one patch applied. `absent` if the text lacks the object; undefined if the patch cannot be applied. */
function appliedTo(text: string, file: string, object: Sought, patch: ObjectPatch['patch']): string | 'absent' | undefined {
  const [first] = patch;
  if (first?.path !== '') return patchedText(text, file, object, patch);
  return first.op === 'remove' ? withoutObject(text, file, object) : withObject(text, file, patch);
}

/** Returns the text without an object: removes its document, or its list item. */
function withoutObject(text: string, file: string, object: Sought): string | 'absent' | undefined {
  const place = placeOf(text, file, object);
  if (place === undefined) return 'absent';
  const { document, steps } = place;
  if (steps.length > 0) return withOperation(text, file, document, { op: 'remove', steps });
  const root = rootOf(text, file, document);
  if (root === undefined) return undefined;
  const before = readText(text, file).documents.map(({ value }) => value);
  const separators = [...text.matchAll(/^---(?:[ \t].*)?\r?\n/gm)];
  const separator = separators.findLast(({ index }) => index < root.start);
  const next = separators.find(({ index }) => index >= root.end);
  const end = next?.index ?? text.length;
  // The first document may have no separator before it, and a comment above it may be about the whole file.
  const candidate =
    separator === undefined
      ? `${text.slice(0, text.lastIndexOf('\n', root.start - 1) + 1)}${text.slice(next === undefined ? end : end + next[0].length)}`
      : `${text.slice(0, separator.index)}${text.slice(end)}`;
  const others = before.filter((_, index) => index !== document);
  return readsAs(candidate, file, others) ? candidate : undefined;
}

/** Returns the text with a new object at the end; undefined if this text does not allow it. */
function withObject(text: string, file: string, patch: readonly JsonPatchOperation[]): string | undefined {
  const made = afterAll(null, patch);
  if (made === undefined || /^\s*\{/.test(text)) return undefined;
  const before = readText(text, file).documents.map(({ value }) => value);
  const lines = `${before.length === 0 ? '' : '---\n'}${formatYaml(made)}`;
  const isOpen = text !== '' && !text.endsWith('\n');
  const edit = { start: text.length, end: text.length, text: isOpen ? `\n${lines.trimEnd()}` : lines };
  const candidate = edited(text, [withLineEnds(text, edit)]);
  return readsAs(candidate, file, [...before, made]) ? candidate : undefined;
}

/** Returns the text with a patched object. `absent` if the text lacks the object; undefined if the patch cannot be applied. */
function patchedText(inputText: string, file: string, object: Sought, patch: readonly JsonPatchOperation[]): string | 'absent' | undefined {
  const place = placeOf(inputText, file, object);
  if (place === undefined) return 'absent';
  let text = inputText;
  const whole = readText(text, file).documents[place.document]?.value ?? null;
  for (const operation of normalizedPatch(valueAt(whole, place.steps) ?? null, patch)) {
    const values = readText(text, file).documents.map(({ value }) => value);
    const objectValue = valueAt(values[place.document] ?? null, place.steps);
    const relative = objectValue === undefined ? undefined : stepped(objectValue, operation);
    if (relative === undefined) return undefined;
    const next = withOperation(text, file, place.document, { ...relative, steps: [...place.steps, ...relative.steps] });
    if (next === undefined) return undefined;
    text = next;
  }
  return text;
}

interface ObjectPlace {
  readonly document: number;
  readonly steps: readonly PathStep[];
}

/**
 * Returns the place of an object in the documents of a text, or in lists within them. If several objects match, the last one is
 * used. Returns undefined if several objects have generated names, because the name is then ambiguous.
 */
function placeOf(text: string, file: string, object: Sought): ObjectPlace | undefined {
  let found: ObjectPlace | undefined;
  let generated = 0;
  for (const [document, { value }] of readText(text, file).documents.entries()) {
    for (const steps of objectsIn(value, [], 0)) {
      const objectValue = valueAt(value, steps) as JsonObject;
      if (!isObject(objectValue, object, steps.length > 0 ? listKind(value, steps) : '')) continue;
      if (!(objectValue['metadata'] as JsonObject)['name']) generated++;
      found = { document, steps };
    }
  }
  return generated > 1 ? undefined : found;
}

function* objectsIn(value: Json, steps: readonly PathStep[], depth: number): Generator<readonly PathStep[]> {
  if (!isContainer(value) || Array.isArray(value) || depth > MOST_LISTS_IN_LISTS) return;
  const { kind, items } = value as JsonObject;
  if (typeof kind === 'string' && kind.endsWith('List') && Array.isArray(items))
    for (const [index, item] of (items as readonly Json[]).entries()) yield* objectsIn(item, [...steps, 'items', index], depth + 1);
  else yield steps;
}

/** Returns the kind of list items that do not state it. */
function listKind(document: Json, steps: readonly PathStep[]): string {
  const list = valueAt(document, steps.slice(0, -2)) as JsonObject;
  return String(list['kind']).slice(0, -'List'.length);
}

function isObject(value: JsonObject, { kind, namespace, name, unnamed }: Sought, listed: string): boolean {
  const metadata = value['metadata'];
  if ((value['kind'] ?? listed) !== kind || !isContainer(metadata) || Array.isArray(metadata)) return false;
  const { name: metadataName, generateName, namespace: metadataNamespace } = metadata as JsonObject;
  if (metadataName ? metadataName !== name : !isGenerated(name, generateName)) return false;
  return (metadataNamespace || unnamed) === (namespace ?? unnamed);
}

/** Returns whether a name was generated from this `generateName`. */
function isGenerated(name: string, start: Json | undefined): boolean {
  return typeof start === 'string' && start !== '' && name.startsWith(start) && /^\d+$/.test(name.slice(start.length));
}

function withOperation(text: string, file: string, document: number, operation: SteppedOperation): string | undefined {
  const before = readText(text, file).documents.map(({ value }) => value);
  const expectedValues = before.map((value, index) => (index === document ? patched(value, operation) : value));
  for (const candidate of candidatesFor(text, file, document, operation)) if (readsAs(candidate, file, expectedValues)) return candidate;
  return undefined;
}

function* candidatesFor(text: string, file: string, document: number, operation: SteppedOperation): Generator<string> {
  const rewritten = rewrittenExpression(text, file, document, operation);
  if (rewritten !== undefined) yield rewritten;
  const root = rootOf(text, file, document);
  if (root === undefined) return;
  for (const edits of splicesFor(text, root, operation))
    yield edited(
      text,
      edits.map((edit) => withLineEnds(text, edit)),
    );
}

/** Returns the text with a changed expression. Only differing tokens change, so lines and comments remain. */
function rewrittenExpression(text: string, file: string, document: number, operation: SteppedOperation): string | undefined {
  if (operation.op === 'remove' || operation.steps.at(-1) !== 'expression' || typeof operation.value !== 'string') return undefined;
  const from = valueAt(readText(text, file).documents[document]?.value ?? null, operation.steps);
  if (typeof from !== 'string') return undefined;
  const [old, now] = [tokensOf(from), tokensOf(operation.value)];
  let first = 0;
  while (first < Math.min(old.length, now.length) && old[first]?.text === now[first]?.text) first++;
  let last = 0;
  while (last < Math.min(old.length, now.length) - first && old.at(-1 - last)?.text === now.at(-1 - last)?.text) last++;
  const [start, end] = spanOf(old, first, old.length - last);
  const [from2, to2] = spanOf(now, first, now.length - last);
  if (start === undefined || end === undefined) return undefined;
  const instead = from2 === undefined ? '' : operation.value.slice(from2, to2);
  const fix = { document, steps: operation.steps, fix: { from, edits: [{ start, end, text: instead }] } };
  const { text: result, rejectedFixes } = applyFixes(text, file, [fix]);
  return rejectedFixes.length > 0 ? undefined : result;
}

function spanOf(tokens: readonly Token[], first: number, end: number): readonly [number, number] | readonly [] {
  const [from, to] = [tokens[first], tokens[end - 1]];
  return from === undefined || to === undefined || end <= first ? [] : [from.at, endOf(to)];
}

/** Returns the root of a document, by the numbers of `readText`, which skips empty documents. */
function rootOf(text: string, file: string, document: number): ReturnType<typeof yamlTrees>[number] | undefined {
  try {
    const roots = yamlTrees(text, file).filter(
      ({ kind, text: scalarText, style }) => kind !== 'scalar' || style !== 'plain' || !/^(?:~|null|Null|NULL|)$/.test(scalarText),
    );
    return roots[document];
  } catch (error) {
    if (error instanceof ReadError) return undefined;
    throw error;
  }
}
