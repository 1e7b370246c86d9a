// Changes of decoded objects that go by type, such as filling in defaults. What does not change is shared.

import type { Decoded, DecodedStruct } from './decoded.js';
import { isStruct } from './decoded.js';
import type { Type } from './schema/schema.js';

/** Gives a struct as it shall be; the same one where nothing changes. */
export type Transform = (struct: DecodedStruct) => DecodedStruct;

/** Transforms by the names of the types whose structs they change. */
export type Transforms = ReadonlyMap<string, Transform>;

/** A struct of ours. */
export function struct(fields: Readonly<Record<string, Decoded | undefined>>): DecodedStruct {
  return Object.assign(Object.create(null) as object, fields) as DecodedStruct;
}

/** A struct with other values for some fields; undefined takes a field away. */
export function withFields(original: DecodedStruct, changes: Readonly<Record<string, Decoded | undefined>>): DecodedStruct {
  const changed = struct({ ...original, ...changes }) as Record<string, Decoded | undefined>;
  for (const name of Object.keys(changes)) if (changes[name] === undefined) delete changed[name];
  return changed;
}

/** A struct without some fields; the same one where it has none of them. */
export function withoutFields(original: DecodedStruct, ...names: readonly string[]): DecodedStruct {
  const present = names.filter((name) => original[name] !== undefined);
  return present.length === 0 ? original : withFields(original, Object.fromEntries(present.map((name) => [name, undefined])));
}

/** Changes a value of a type and all that it contains: a struct first, then its fields. */
export function transform<T extends Decoded>(value: T, type: Type, transforms: Transforms): T {
  return change(value, type, transforms) as T;
}

function change(value: Decoded, type: Type, transforms: Transforms): Decoded {
  if (type.kind === 'struct' && isStruct(value)) return changeStruct(transforms.get(type.name)?.(value) ?? value, type.fields, transforms);
  if (type.kind === 'list' && Array.isArray(value)) return changeList(value, type.items, transforms);
  if (type.kind === 'map' && value instanceof Map) return changeMap(value, type.values, transforms);
  return value;
}

function changeStruct(value: DecodedStruct, fields: ReadonlyMap<string, Type>, transforms: Transforms): DecodedStruct {
  let changes: Record<string, Decoded> | undefined;
  for (const name of Object.keys(value)) {
    const type = fields.get(name);
    const given = value[name];
    if (type === undefined || given === undefined) continue;
    const changed = change(given, type, transforms);
    if (changed === given) continue;
    changes ??= {};
    changes[name] = changed;
  }
  return changes === undefined ? value : withFields(value, changes);
}

function changeList(value: readonly Decoded[], type: Type, transforms: Transforms): readonly Decoded[] {
  const changed = value.map((item) => change(item, type, transforms));
  return changed.some((item, position) => item !== value[position]) ? changed : value;
}

function changeMap(value: ReadonlyMap<string, Decoded>, type: Type, transforms: Transforms): ReadonlyMap<string, Decoded> {
  const changed = new Map<string, Decoded>();
  let isOther = false;
  for (const [key, item] of value) {
    const result = change(item, type, transforms);
    changed.set(key, result);
    isOther ||= result !== item;
  }
  return isOther ? changed : value;
}
