// The fields of the kinds, as their decoders have them, and what they are changed to one at a time.

import { DecodeContext } from '../../../../../src/core/api/context.js';
import { decodeObjects } from '../../../../../src/core/api/objects.js';
import type { Schema } from '../../../../../src/core/api/schema.js';
import type { Json, JsonObject } from '../../../../../src/core/base/json.js';

/** The decoder of an object: what the decoding of it begins with. */
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

/** The paths of all fields that have no fields of their own, such as `spec.devices.requests[].name`. */
export function leavesOf(schema: Schema, path = ''): string[] {
  if (schema.items !== undefined) return leavesOf(schema.items, `${path}[]`);
  if (schema.fields === undefined) return [path];
  return [...schema.fields].flatMap(([name, field]) => leavesOf(field, path === '' ? name : `${path}.${name}`));
}

/** An object that differs from another in one place. */
export interface Variant {
  /** The path of the field, with `[]` for items and names. */
  readonly path: string;
  /** The steps to where it is. */
  readonly steps: readonly (string | number)[];
  readonly object: JsonObject;
}

/** Fields are changed to these values, next to those made of the value that is there. By the name of the field, or the end of its path. */
export type Samples = Readonly<Record<string, readonly Json[]>>;

/** Every object that differs in one field from this one: changed, taken away, or added. */
export function variantsOf(object: JsonObject, schema: Schema, samples: Samples): Variant[] {
  const changes = [...changesOf({ value: object, decoder: schema, path: '', steps: [] }, samples)];
  return changes.map(({ path, steps, value }) => ({ path, steps, object: withValue(object, steps, value) as JsonObject }));
}

/** A value and where it is. */
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

/** The fields and items that a value could have inside, each with its decoder. */
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

/** A copy with another value in one place; undefined: nothing there. */
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
