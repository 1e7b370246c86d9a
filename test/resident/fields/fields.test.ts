// Every field of every kind that decides about devices, changed one at a time: what the resident cluster knows of the one that it was asked about
// before is never taken for the other. The fields are those of the decoders, so that a new one is here as soon as it is read.

import { expect, it } from 'vitest';
import type { JsonObject } from '../../../src/json.js';
import { answer, nameOf, Resident } from './ask.js';
import { LISTED, reasonsFor } from './never.js';
import { SAMPLES } from './samples.js';
import { leavesOf, schemaOf, type Variant, variantsOf } from './schema.js';
import type { World } from './world.js';
import { WORLDS } from './worlds.js';

/** By kind and path: whether it was changed, and whether some answer was another one. */
const seen = new Map<string, boolean>();
const known = new Set<string>();

function note(kind: string, path: string, differs: boolean): void {
  const key = `${kind} ${path}`;
  seen.set(key, differs || seen.get(key) === true);
}

function kindOf(object: JsonObject): string {
  return object['kind'] as string;
}

function learn(object: JsonObject): Variant[] {
  const schema = schemaOf(object);
  for (const path of leavesOf(schema)) known.add(`${kindOf(object)} ${path}`);
  return variantsOf(object, schema, SAMPLES);
}

function replaced(list: readonly JsonObject[], index: number, object: JsonObject): JsonObject[] {
  return list.map((other, place) => (place === index ? object : other));
}

/** What a check found: what was done, and where the texts differ. Undefined: nothing. */
type Found = string | undefined;

function compare(what: string, one: string, two: string): Found {
  if (one === two) return undefined;
  let at = 0;
  while (one[at] === two[at]) at++;
  return `${what}: ...${one.slice(at - 40, at + 80)}, not ...${two.slice(at - 40, at + 80)}`;
}

/** What is asked differs in one field from what was asked before. */
function* changedClaims({ objects, claims }: World): Generator<Found> {
  const base = answer(objects, claims) as string;
  const resident = new Resident(objects);
  for (const [index, claim] of claims.entries()) {
    for (const { path, object } of learn(claim)) {
      const changed = replaced(claims, index, object);
      const expected = answer(objects, changed);
      if (expected === undefined) continue;
      note('ResourceClaim', path, expected !== base);
      yield compare(`asked before another ${path}`, resident.answer(claims), base);
      yield compare(`asked after another ${path}`, resident.answer(changed), expected);
    }
  }
}

/** An object of the cluster in place of another, and what that is called. */
interface Change {
  readonly index: number;
  readonly after: JsonObject;
  readonly what: string;
}

/**
 * An object of the cluster differs in one field from what it was, and so from that of the other node; or a device differs in it from the one before.
 */
function* changedObjects(world: World): Generator<Found> {
  for (const [index, before] of world.objects.entries()) {
    // Both nodes have the same.
    if (nameOf(before)?.endsWith('-n2"]') === true) continue;
    const changes = learn(before).flatMap((variant): Change[] => {
      const { path, object } = variant;
      const kind = kindOf(before);
      const expected = answer(replaced(world.objects, index, object), world.claims);
      if (expected !== undefined) note(kind, path, expected !== answer(world.objects, world.claims));
      return [
        { index, after: object, what: `another ${kind} ${path}` },
        ...beside(before, variant).map((after) => ({ index, after, what: `beside another ${path}` })),
      ];
    });
    yield* askAmong(world, before, changes);
  }
}

/** A cluster that was asked before is asked, and one that has both from the first. */
function* askAmong({ objects, claims }: World, before: JsonObject, changes: readonly Change[]): Generator<Found> {
  const base = answer(objects, claims) as string;
  let resident = new Resident(objects);
  yield compare('asked at first', resident.answer(claims), base);
  for (const { index, after, what } of changes) {
    const changed = replaced(objects, index, after);
    const expected = answer(changed, claims);
    if (expected === undefined) continue;
    resident.replace(before, after);
    yield compare(what, resident.answer(claims), expected);
    resident.replace(after, before);
    yield compare(`after ${what}`, resident.answer(claims), base);
    // What came again under its name is the last of its kind.
    if (nameOf(before) !== nameOf(after)) resident = new Resident(objects);
    if (kindOf(before) === 'ResourceSlice') yield compare(`${what} from the first`, new Resident(changed).answer(claims), expected);
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

it.each(WORLDS.map((world) => [world.name, world] as const))('%s: nothing is taken for another thing', { timeout: 240_000 }, (_, world) => {
  const found = [changedClaims, changedObjects].flatMap((way) => [...way(world)]);
  expect(found.filter((wrong) => wrong !== undefined)).toEqual([]);
  expect(found.length).toBeGreaterThan(100);
});

it('each field is changed, and changes some answer unless it is known never to', () => {
  const never = [...known].filter((field) => seen.get(field) !== true);
  const reasons = reasonsFor(never);
  expect(never.filter((field) => !reasons.has(field))).toEqual([]);
  // What is listed changes nothing.
  const listed = reasonsFor(known);
  expect([...listed.keys()].filter((field) => !never.includes(field))).toEqual([]);
  expect(LISTED.filter((field) => ![...listed.keys()].some((own) => own === field || own.replace(/^\S+/, '*') === field))).toEqual([]);
});
