// A world is queried, then one field of it is changed and it is queried again: what the cluster that stays in the memory of the solver says is compared
// with what fresh searches say.

import type { JsonObject } from '../../../../../src/core/base/json.js';
import { SAMPLES } from './samples.js';
import { schemaOf, type Variant, variantsOf } from './schema.js';
import { nameOf, type World } from './world.js';

/** A cluster that stays in the memory of the solver. */
export interface ResidentCluster {
  answer(claims: readonly JsonObject[]): string;
  /** Puts another object in the place of one. */
  replace(before: JsonObject, after: JsonObject): void;
}

/** The clusters that are compared. */
export interface Asked {
  /** The answer of a fresh cluster; undefined: it does not take some of the objects. */
  fresh(objects: readonly JsonObject[], claims: readonly JsonObject[]): string | undefined;
  resident(objects: readonly JsonObject[]): ResidentCluster;
}

/** The clusters that are compared, and what of it is considered. */
export interface Comparison extends Asked {
  /** A variant that is taken: whether it has another answer. */
  note?(kind: string, path: string, differs: boolean): void;
  /** Returns whether a change is of interest. Absent: all are. */
  wants?(change: string): boolean;
}

/** The result of a check. */
export interface Check {
  readonly change: string;
  /** The place where the answers differ; undefined: they are equal. */
  readonly difference?: string;
}

/** The name of the first query, before anything is changed. */
export const AT_FIRST = 'nothing';

/** The name of a change of a field. */
export function another(kind: string, path: string): string {
  return `another ${kind} ${path}`;
}

/** All checks of a world. */
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

/** Claims that differ in one field from what was queried before. */
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

/** An object of the cluster in place of another, and what that is called. */
interface Change {
  readonly index: number;
  readonly after: JsonObject;
  readonly change: string;
}

/**
 * Objects of the cluster that differ in one field from what they were, and so from those of the other node; and devices that differ in it from the
 * one before.
 */
function* changedObjects(world: World, asked: Comparison): Generator<Check> {
  const { fresh, note, wants } = asked;
  const base = fresh(world.objects, world.claims);
  for (const [index, before] of world.objects.entries()) {
    // Both nodes have the same.
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

/** A cluster that was queried before is queried, and one that has both from the first. */
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
    // An object that came again under its name is the last of its kind.
    if (nameOf(before) !== nameOf(after)) resident = residentOf(objects);
    if (kindOf(before) === 'ResourceSlice') yield compare(change, 'asked first after', residentOf(changed).answer(claims), expected);
  }
}

/** A slice with one device more, which is that of a variant under a name of its own. */
function beside(slice: JsonObject, { object, steps }: Variant): JsonObject[] {
  const [, field, place] = steps;
  if (slice['kind'] !== 'ResourceSlice' || field !== 'devices' || steps.length < 4) return [];
  const devicesOf = (own: JsonObject): JsonObject[] => (own['spec'] as { devices: JsonObject[] }).devices;
  const added = { ...(devicesOf(object)[place as number] as JsonObject), name: 'beside' };
  return [{ ...slice, spec: { ...(slice['spec'] as JsonObject), devices: [...devicesOf(slice), added] } }];
}
