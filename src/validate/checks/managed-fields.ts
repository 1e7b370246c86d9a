// Selects the field managers that the API server validates. The API server first parses, merges and sorts the list, and drops
// the whole list if one entry is unreadable. Sources: k8s.io/apimachinery pkg/util/managedfields/internal v0.37.1;
// fieldpath/serialize.go of structured-merge-diff v6.4.2. Two steps of the API server are missing here: it removes entries
// whose fields all pass to the manager of the request, and merges managers beyond the tenth.

import { parseTimestamp, Timestamp } from '../../cel/values/timestamp.js';
import { isJsonObject } from '../../core/api/decoder.js';
import type { Json } from '../../core/base/json.js';
import { versionsOf } from '../schema/schema.js';
import { RawJson } from '../tree/decoded.js';
import type { Field } from '../tree/field.js';

/** Fields that are nested deeper do not occur in objects. */
const MOST_LEVELS = 1000;

/** Returns the entries that the API server validates, in its order. */
export function validManagers(metadata: Field, kind: string, minor: number): readonly Field[] {
  const entries = metadata.child('managedFields').items;
  const versions = new Set(versionsOf(kind, minor).map(({ apiVersion }) => apiVersion));
  if (!entries.every(isReadable)) return [];
  const entriesByIdentity = new Map<string, Field>();
  for (const entry of entries) entriesByIdentity.set(identityOf(entry), entry);
  return [...entriesByIdentity.values()]
    .filter((entry) => versions.has(textOf(entry, 'apiVersion').replace(/^\//, '')) && fieldsIn(entry) > 0)
    .toSorted((left, right) => (isBefore(left, right) ? -1 : isBefore(right, left) ? 1 : 0));
}

function textOf(entry: Field, name: string): string {
  return entry.child(name).text;
}

/** A later entry with the same identity replaces the earlier one. */
function identityOf(entry: Field): string {
  const isApplied = textOf(entry, 'operation') === 'Apply';
  const texts = ['manager', 'operation', 'subresource'].map((name) => textOf(entry, name));
  return JSON.stringify([...texts, isApplied ? '' : textOf(entry, 'apiVersion')]);
}

function isReadable(entry: Field): boolean {
  const version = textOf(entry, 'apiVersion');
  const isSupported = ['Apply', 'Update'].includes(textOf(entry, 'operation')) && textOf(entry, 'fieldsType') === 'FieldsV1';
  return isSupported && version !== '' && version.split('/', 3).length < 3 && fieldsIn(entry) >= 0;
}

/** Returns the number of top-level fields of an entry; -1 if they are unreadable. */
function fieldsIn(entry: Field): number {
  const { value } = entry.child('fieldsV1');
  return value instanceof RawJson ? countFields(value.json, 0) : 0;
}

function countFields(json: Json, depth: number): number {
  if (json === null) return 0;
  if (!isJsonObject(json) || depth > MOST_LEVELS) return -1;
  let count = 0;
  for (const key of Object.keys(json)) {
    if (key === '.' || /^[^fvik]:/.test(key)) continue;
    if (!isPathElement(key) || countFields(json[key] as Json, depth + 1) < 0) return -1;
    count++;
  }
  return count;
}

/** Returns whether a key is a step to a field: `f:` with a name, `i:` with an index, `v:` with a value, `k:` with an object of keys. */
function isPathElement(key: string): boolean {
  const rest = key.slice(2);
  if (key.startsWith('f:')) return true;
  if (key.startsWith('i:')) return /^[+-]?[0-9]{1,18}$/.test(rest);
  if (!/^[vk]:/.test(key)) return false;
  try {
    const value: Json = JSON.parse(rest);
    return key.startsWith('v:') || value === null || isJsonObject(value);
  } catch {
    return false;
  }
}

/** Orders entries by operation, time in seconds, manager, version and subresource. */
function isBefore(left: Field, right: Field): boolean {
  for (const name of ['operation', 'time', 'manager', 'apiVersion', 'subresource']) {
    const [one, other] = name === 'time' ? [secondsOf(left), secondsOf(right)] : [textOf(left, name), textOf(right, name)];
    if (one !== other) return one < other;
  }
  return false;
}

function secondsOf(entry: Field): bigint {
  const time = parseTimestamp(textOf(entry, 'time'));
  return time instanceof Timestamp ? time.seconds : 0n;
}
