// Queries a world, changes one field of it and queries it again. The answers of
// the resident cluster must equal the answers of fresh searches.

import type { JsonObject } from '../../../../../src/core/base/json.js';
import { SAMPLES } from './samples.js';
import { schemaOf, type Variant, variantsOf } from './schema.js';
import { nameOf, type World } from './world.js';

/** A cluster that stays in the memory of the solver. */
export interface ResidentCluster {
  answer(claims: readonly JsonObject[]): string;
  /** Replaces an object. */
  replace(before: JsonObject, after: JsonObject): void;
}

/** The clusters that are compared. */
export interface Asked {
  /** Returns the answer of a fresh cluster; undefined if it rejects some of the objects. */
  fresh(objects: readonly JsonObject[], claims: readonly JsonObject[]): string | undefined;
  resident(objects: readonly JsonObject[]): ResidentCluster;
}

/** The clusters that are compared, with a callback and a filter. */
export interface Comparison extends Asked {
  /** Receives each accepted variant, and whether its answer differs. */
  note?(kind: string, path: string, differs: boolean): void;
  /** Returns whether to check a change. Absent: all changes are checked. */
  wants?(change: string): boolean;
}

/** The result of a check. */
export interface Check {
  readonly change: string;
  /** The place where the answers differ; undefined if they are equal. */
  readonly difference?: string;
}

/** The name of the first query, before any change. */
export const AT_FIRST = 'nothing';

/** Returns the name of a change of a field. */
export function another(kind: string, path: string): string {
  return `another ${kind} ${path}`;
}

/** Yields all checks of a world. */
export function* checksOf(world: World, asked: Comparison): Generator<Check> {
  yield* changedClaims(world, asked);
  yield* changedObjects(world, asked);
}

export function kindOf(object: JsonObject): string {
  return object['kind'] as string;
}

function variants(object: JsonObject): Variant[] {
  return variantsOf(object, schemaOf(object), SAMPLES);
}

function replaced(list: readonly JsonObject[], index: number, object: JsonObject): JsonObject[] {
  return list.map((other, place) => (place === index ? object : other));
}

function compare(change: string, when: string, said: string, expected: string): Check {
  if (said === expected) return { change };
  let at = 0;
  while (said[at] === expected[at]) at++;
  return { change, difference: `${when} ${change}: ...${said.slice(at - 40, at + 80)}, not ...${expected.slice(at - 40, at + 80)}` };
}

/** Checks claims that differ in one field from the queried ones. */
function* changedClaims({ objects, claims }: World, { fresh, resident: residentOf, note, wants }: Comparison): Generator<Check> {
  const base = fresh(objects, claims) as string;
  const resident = residentOf(objects);
  yield compare(AT_FIRST, 'asked after', resident.answer(claims), base);
  for (const [index, claim] of claims.entries()) {
    for (const { path, object } of variants(claim)) {
      const change = another('ResourceClaim', path);
      if (wants?.(change) === false) continue;
      const changed = replaced(claims, index, object);
      const expected = fresh(objects, changed);
      if (expected === undefined) continue;
      note?.('ResourceClaim', path, expected !== base);
      yield compare(change, 'asked before', resident.answer(claims), base);
      yield compare(change, 'asked after', resident.answer(changed), expected);
    }
  }
}

/** A change that replaces an object of the cluster, and its name. */
interface Change {
  readonly index: number;
  readonly after: JsonObject;
  readonly change: string;
}

/**
 * Checks objects of the cluster after a change of one field, by which they differ from the object of the other node.
 * Also checks slices with an additional device, which differs in one field from an existing one.
 */
function* changedObjects(world: World, asked: Comparison): Generator<Check> {
  const { fresh, note, wants } = asked;
  const base = fresh(world.objects, world.claims);
  for (const [index, before] of world.objects.entries()) {
    // Both nodes have equal objects.
    if (nameOf(before)?.endsWith('-n2"]') === true) continue;
    const kind = kindOf(before);
    const changes = variants(before).flatMap((variant): Change[] => {
      const { path, object } = variant;
      if (note !== undefined) {
        const expected = fresh(replaced(world.objects, index, object), world.claims);
        if (expected !== undefined) note(kind, path, expected !== base);
      }
      return [
        { index, after: object, change: another(kind, path) },
        ...beside(before, variant).map((after) => ({ index, after, change: `beside another ${path}` })),
      ];
    });
    const wanted = changes.filter(({ change }) => wants?.(change) !== false);
    if (wanted.length > 0) yield* askAmong(world, before, wanted, asked);
  }
}

/** Queries a cluster before, during and after each change, and a new cluster that has the changed object from the beginning. */
function* askAmong(
  { objects, claims }: World,
  before: JsonObject,
  changes: readonly Change[],
  { fresh, resident: residentOf }: Comparison,
): Generator<Check> {
  const base = fresh(objects, claims) as string;
  let resident = residentOf(objects);
  yield compare(AT_FIRST, 'asked after', resident.answer(claims), base);
  for (const { index, after, change } of changes) {
    const changed = replaced(objects, index, after);
    const expected = fresh(changed, claims);
    if (expected === undefined) continue;
    resident.replace(before, after);
    yield compare(change, 'asked after', resident.answer(claims), expected);
    resident.replace(after, before);
    yield compare(change, 'asked again after', resident.answer(claims), base);
    // An object that is added again under its name becomes the last of its kind.
    if (nameOf(before) !== nameOf(after)) resident = residentOf(objects);
    if (kindOf(before) === 'ResourceSlice') yield compare(change, 'asked first after', residentOf(changed).answer(claims), expected);
  }
}

/** Returns a slice with one additional device: the changed device of a variant under a new name. Empty if the variant changes no device. */
function beside(slice: JsonObject, { object, steps }: Variant): JsonObject[] {
  const [, field, place] = steps;
  if (slice['kind'] !== 'ResourceSlice' || field !== 'devices' || steps.length < 4) return [];
  const devicesOf = (own: JsonObject): JsonObject[] => (own['spec'] as { devices: JsonObject[] }).devices;
  const added = { ...(devicesOf(object)[place as number] as JsonObject), name: 'beside' };
  return [{ ...slice, spec: { ...(slice['spec'] as JsonObject), devices: [...devicesOf(slice), added] } }];
}
