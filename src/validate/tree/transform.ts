// Changes decoded objects by type, such as to fill in defaults. Unchanged parts are shared with the original.

import { Reach } from '../schema/reach.js';
import type { StructType, Type } from '../schema/schema.js';
import type { Decoded, DecodedStruct } from './decoded.js';
import { isStruct, newStruct } from './decoded.js';

/** Returns the changed struct, or the same one if nothing changes. */
export type Transform = (struct: DecodedStruct) => DecodedStruct;

/** Transforms by the names of the types whose structs they change. */
export class Transforms {
  readonly #byType: ReadonlyMap<string, Transform>;
  /** The types whose values may change. */
  readonly reach = new Reach((name) => this.#byType.has(name));

  constructor(byType: Iterable<readonly [type: string, transform: Transform]>) {
    this.#byType = new Map(byType);
  }

  /** Returns the changed struct of a type. */
  of(type: string, value: DecodedStruct): DecodedStruct {
    return this.#byType.get(type)?.(value) ?? value;
  }
}

/** Returns a struct with these fields. */
export function struct(fields: Readonly<Record<string, Decoded | undefined>>): DecodedStruct {
  return Object.assign(newStruct(), fields);
}

/** Returns a struct with other values for some fields; undefined removes a field. */
export function withFields(original: DecodedStruct, changes: Readonly<Record<string, Decoded | undefined>>): DecodedStruct {
  const changed = newStruct();
  for (const name of Object.keys(original)) if (!Object.hasOwn(changes, name)) changed[name] = original[name];
  for (const name of Object.keys(changes)) if (changes[name] !== undefined) changed[name] = changes[name];
  return changed;
}

/** Returns a struct without some fields, or the same one if it has none of the fields. */
export function withoutFields(original: DecodedStruct, names: readonly string[]): DecodedStruct {
  if (names.every((name) => original[name] === undefined)) return original;
  const changed = newStruct();
  for (const name of Object.keys(original)) if (!names.includes(name)) changed[name] = original[name];
  return changed;
}

/** Returns a struct with a changed value at a path of field names, or the same struct if it has no such value. */
export function changeAt(object: DecodedStruct, path: readonly string[], change: (value: Decoded) => Decoded): DecodedStruct {
  const [name = '', ...rest] = path;
  const value = object[name];
  if (value === undefined) return object;
  const changed = rest.length === 0 ? change(value) : isStruct(value) ? changeAt(value, rest, change) : value;
  return changed === value ? object : withFields(object, { [name]: changed });
}

/** Changes a value of a type and all its contents: a struct first, then its fields. */
export function transform<T extends Decoded>(value: T, type: Type, transforms: Transforms): T {
  return change(value, type, transforms) as T;
}

function change(value: Decoded, type: Type, transforms: Transforms): Decoded {
  if (!transforms.reach.leadsFrom(type)) return value;
  if (type.kind === 'struct' && isStruct(value)) return changeStruct(transforms.of(type.name, value), type, transforms);
  if (type.kind === 'list' && Array.isArray(value)) return changeList(value, type.items, transforms);
  if (type.kind === 'map' && value instanceof Map) return changeMap(value, type.values, transforms);
  return value;
}

function changeStruct(value: DecodedStruct, type: StructType, transforms: Transforms): DecodedStruct {
  let changes: Record<string, Decoded | undefined> | undefined;
  for (const [name, inner] of transforms.reach.stepsOf(type)) {
    const fieldValue = value[name];
    if (fieldValue === undefined) continue;
    const changed = change(fieldValue, inner, transforms);
    if (changed === fieldValue) continue;
    changes ??= newStruct();
    changes[name] = changed;
  }
  return changes === undefined ? value : withFields(value, changes);
}

function changeList(value: readonly Decoded[], type: Type, transforms: Transforms): readonly Decoded[] {
  let list: Decoded[] | undefined;
  for (const [position, item] of value.entries()) {
    const changed = change(item, type, transforms);
    if (changed === item) continue;
    list ??= [...value];
    list[position] = changed;
  }
  return list ?? value;
}

function changeMap(value: ReadonlyMap<string, Decoded>, type: Type, transforms: Transforms): ReadonlyMap<string, Decoded> {
  let map: Map<string, Decoded> | undefined;
  for (const [key, item] of value) {
    const changed = change(item, type, transforms);
    if (changed === item) continue;
    // Existing keys keep their places.
    map ??= new Map(value);
    map.set(key, changed);
  }
  return map ?? value;
}
