// Changes every field of every kind that decides about devices, one at a
// time. Cached results for the old object must not serve the new one.
// The fields come from the decoders, so that a new field is tested as soon as a decoder reads it.
// Also omits each field of each signature, one at a time: some answer must become
// wrong. A field that no answer needs has no effect and must be removed.

import { expect, it, vi } from 'vitest';
import { declaredSignatures, type OmittedFields } from '../../../../support/omitted-fields.js';
import { answerOf, UNLIKE_DRAWS } from '../../../kernel/unlike-draws.js';
import { type Asked, AT_FIRST, another, type Check, checksOf, kindOf } from './changes.js';
import { isOfOwnGates, LISTED, reasonsFor } from './never.js';
import { leavesOf, schemaOf } from './schema.js';
import type { World } from './world.js';
import { WORLDS } from './worlds.js';

const omitted: OmittedFields = await vi.hoisted(async () => {
  const { OmittedFields } = await import('../../../../support/omitted-fields.js');
  return new OmittedFields();
});

vi.mock('../../../../../src/core/base/signature.js', async (original) => omitted.module(await original()));

/** Imports modules anew, with a field omitted from signatures. */
async function without<T>(field: string | undefined, read: () => Promise<T>): Promise<T> {
  omitted.omit(field);
  vi.resetModules();
  return await read();
}

const ask = await without(undefined, () => import('./ask.js'));
const fields = [...omitted.fields];

/** Answers of fresh searches, with complete signatures. */
const fresh = new Map<World, Asked['fresh']>();
/** By field: the changes of each world that change its text. */
const differing = new Map<string, Map<World, Set<string>>>();

function noteDiffering(field: string, world: World, change: string): void {
  const worlds = differing.get(field) ?? new Map<World, Set<string>>();
  const changes = worlds.get(world) ?? new Set();
  differing.set(field, worlds.set(world, changes.add(change)));
}

/** By kind and path of the changed field: whether some answer differed. */
const seen = new Map<string, boolean>();

function note(kind: string, path: string, differs: boolean): void {
  const key = `${kind} ${path}`;
  seen.set(key, differs || seen.get(key) === true);
}

/**
 * Makes all checks of a world, and records which fields see which changes. Texts are
 * made by the first query that needs them; later queries find them cached.
 */
async function look(world: World): Promise<readonly Check[]> {
  const asked = await ask.askedOf(world);
  fresh.set(world, asked.fresh);
  const before = new Set<string>();
  const now = new Set<string>();
  const take = (change: string): void => {
    for (const text of now) {
      if (change === AT_FIRST) before.add(text);
      else if (!before.has(text)) noteDiffering(JSON.parse(text)[0], world, change);
    }
    now.clear();
  };
  omitted.onText = (field, text) => now.add(JSON.stringify([field, text]));
  const checks: Check[] = [];
  const noteAndTake = (kind: string, path: string, differs: boolean): void => {
    note(kind, path, differs);
    take(another(kind, path));
  };
  for (const check of checksOf(world, { ...asked, note: noteAndTake })) {
    checks.push(check);
    take(check.change);
  }
  omitted.onText = undefined;
  return checks;
}

it.each(WORLDS.map((world) => [world.name, world] as const))(
  '%s: nothing is taken for another thing',
  { timeout: 240_000 },
  async (_, world) => {
    const checks = await look(world);
    expect(checks.flatMap(({ difference }) => difference ?? [])).toEqual([]);
    expect(checks.length).toBeGreaterThan(100);
  },
);

it('each field is changed, and changes some answer unless it is known never to', () => {
  const objects = WORLDS.flatMap((world) => [...world.objects, ...world.claims]);
  const known = new Set(objects.flatMap((object) => leavesOf(schemaOf(object)).map((path) => `${kindOf(object)} ${path}`)));
  const never = [...known].filter((field) => seen.get(field) !== true && !isOfOwnGates(field));
  const reasons = reasonsFor(never);
  expect(never.filter((field) => !reasons.has(field))).toEqual([]);
  // Listed fields change no answer.
  const listed = reasonsFor(known);
  expect([...listed.keys()].filter((field) => !never.includes(field))).toEqual([]);
  expect(LISTED.filter((field) => ![...listed.keys()].some((own) => own === field || own.replace(/^\S+/, '*') === field))).toEqual([]);
});

/**
 * Returns the first wrong answer without a field, in unchanged worlds and
 * after the changes that the field sees; undefined if none exists.
 */
async function wrongWithout(field: string): Promise<string | undefined> {
  // Some worlds are not recorded yet if only some tests run.
  for (const world of WORLDS) if (!fresh.has(world)) await look(world);
  const { askedOf } = await without(field, () => import('./ask.js'));
  const seeing = [...(differing.get(field) ?? [])].sort(([, one], [, other]) => one.size - other.size);
  for (const [world, changes] of [...WORLDS.map((world) => [world, NONE] as const), ...seeing]) {
    const { resident } = await askedOf(world);
    const wants = (change: string): boolean => changes.has(change);
    for (const { difference } of checksOf(world, { fresh: fresh.get(world) as Asked['fresh'], resident, wants })) {
      if (difference !== undefined) return `${world.name}: ${difference}`;
    }
  }
  return undefined;
}

const NONE: ReadonlySet<string> = new Set();

// The shape of pods does not concern devices: test/scheduler/filters/pod-shape.test.ts changes each field of it.
it.each(fields.filter((field) => !/^(allocator\/kernel|scheduler\/filters)\//.test(field) && !isOfOwnGates(field)))(
  'without %s',
  { timeout: 600_000 },
  async (field) => {
    expect(await wrongWithout(field)).toBeTypeOf('string');
  },
);

it.each(fields.filter((field) => field.startsWith('allocator/kernel/')))('without %s', async (field) => {
  const { bounded } = await without(field, () => import('../../../../support/kernels.js'));
  const kinds: string[] = [];
  for (const [, problem, bounds] of UNLIKE_DRAWS) kinds.push(answerOf(await bounded(bounds), problem).kind);
  expect(kinds).toContain('failed');
});

it('every signature of the sources is here, or is that of pods, whose fields test/scheduler/filters/pod-shape.test.ts changes', () => {
  const here = (signatures: Iterable<string>): string[] =>
    [...signatures].filter((signature) => !signature.startsWith('scheduler/filters/pod-shape.ts ')).sort();
  expect(here(omitted.signatures)).toEqual(here(declaredSignatures()));
});
