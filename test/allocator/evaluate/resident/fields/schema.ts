// Derives variants of objects: each field that the decoders read is changed, one at a time.

import { DecodeContext } from '../../../../../src/core/api/context.js';
import { decodeObjects } from '../../../../../src/core/api/objects.js';
import type { Schema } from '../../../../../src/core/api/schema.js';
import type { Json, JsonObject } from '../../../../../src/core/base/json.js';

/** Returns the schema that the decoder of an object announces. */
export function schemaOf(object: JsonObject): Schema {
  const { startObject } = DecodeContext.prototype;
  let schema: Schema | undefined;
  DecodeContext.prototype.startObject = function (this: DecodeContext, ...args) {
    schema ??= args[0];
    startObject.apply(this, args);
  };
  try {
    decodeObjects([{ value: object, origin: 0 }]);
  } finally {
    DecodeContext.prototype.startObject = startObject;
  }
  if (schema === undefined) throw new Error(`nothing decodes ${JSON.stringify(object)}`);
  return schema;
}

/** Returns the paths of all fields without nested fields, such as `spec.devices.requests[].name`. */
export function leavesOf(schema: Schema, path = ''): string[] {
  if (schema.items !== undefined) return leavesOf(schema.items, `${path}[]`);
  if (schema.fields === undefined) return [path];
  return [...schema.fields].flatMap(([name, field]) => leavesOf(field, path === '' ? name : `${path}.${name}`));
}

/** An object that differs from another in one place. */
export interface Variant {
  /** The path of the field, with `[]` for items and names. */
  readonly path: string;
  /** The keys and indices that lead to the field. */
  readonly steps: readonly (string | number)[];
  readonly object: JsonObject;
}

/**
 * Values to which fields are changed, next to values derived from the
 * present one. The key is the name of the field, or the end of its path.
 */
export type Samples = Readonly<Record<string, readonly Json[]>>;

/** Returns every object that differs in one field from this one: changed, removed, or added. */
export function variantsOf(object: JsonObject, schema: Schema, samples: Samples): Variant[] {
  const changes = [...changesOf({ value: object, decoder: schema, path: '', steps: [] }, samples)];
  return changes.map(({ path, steps, value }) => ({ path, steps, object: withValue(object, steps, value) as JsonObject }));
}

/** A value and its location. */
interface Place {
  readonly value: Json | undefined;
  readonly path: string;
  readonly steps: readonly (string | number)[];
}

function* changesOf(place: Place & { readonly decoder: Schema }, samples: Samples): Generator<Place> {
  const { value, decoder, path, steps } = place;
  if (steps.length > 0) {
    for (const other of [undefined, ...samplesFor(path, samples), ...othersThan(value)]) {
      if (JSON.stringify(other) !== JSON.stringify(value)) yield { value: other, path, steps };
    }
  }
  for (const [step, field] of fieldsOf(value, decoder)) {
    const within =
      typeof step === 'number' || decoder.items !== undefined ? `${path}[]` : [path, step].filter((part) => part !== '').join('.');
    const inner = (value as Readonly<Record<string | number, Json>>)[step];
    yield* changesOf({ value: inner, decoder: field, path: within, steps: [...steps, step] }, samples);
  }
}

/** Returns the fields and items that a value can contain, each with its decoder. */
function fieldsOf(value: Json | undefined, { items, fields }: Schema): (readonly [string | number, Schema])[] {
  if (typeof value !== 'object' || value === null) return [];
  if (items === undefined) return [...(fields ?? [])];
  const steps = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return steps.map((step) => [step, items] as const);
}

function samplesFor(path: string, samples: Samples): readonly Json[] {
  const keys = Object.keys(samples).filter((key) => path === key || path.endsWith(`.${key}`));
  return keys.flatMap((key) => samples[key] as readonly Json[]);
}

function othersThan(value: Json | undefined): Json[] {
  if (Array.isArray(value)) return value.length > 1 ? [[...value].reverse() as Json] : [];
  if (typeof value === 'boolean') return [!value];
  if (typeof value === 'number') return [value + 1, 0];
  return typeof value === 'string' ? [`${value}x`] : [];
}

/** Returns a copy with another value in one place; undefined removes the value. */
function withValue(value: Json | undefined, [step, ...rest]: readonly (string | number)[], other: Json | undefined): Json | undefined {
  if (step === undefined) return other;
  if (Array.isArray(value)) {
    const copy: Json[] = [...value];
    const changed = withValue(copy[step as number], rest, other);
    if (changed === undefined) copy.splice(step as number, 1);
    else copy[step as number] = changed;
    return copy;
  }
  const copy: Record<string, Json> = { ...(value as JsonObject) };
  const changed = withValue(copy[step as string], rest, other);
  if (changed === undefined) delete copy[step as string];
  else copy[step as string] = changed;
  return copy;
}
