// Finds migrated objects and their notes for tests.

import { expect } from 'vitest';
import { migrateClassicObjects } from '../../../src/classic/index.js';

/** A migrated object. */
export type Found = Record<string, never> & { kind: string; metadata: { name: string } };

/** Returns the only migrated object of a kind. */
export function one(objects: readonly object[], kind: string): { readonly object: Found; readonly notes: readonly string[] } {
  const { objects: migrated, notes } = migrateClassicObjects(objects);
  const found = migrated.filter((object) => object['kind'] === kind) as unknown as readonly Found[];
  expect(found).toHaveLength(1);
  const place = migrated.indexOf(found[0] as never);
  return { object: found[0] as Found, notes: notes.filter(({ into }) => into === place).map(({ code, path }) => `${code} ${path}`) };
}

/** Returns all notes as code, object and path. */
export function notesOf(objects: readonly object[]): readonly string[] {
  return migrateClassicObjects(objects).notes.map(({ code, object, path }) => `${code} ${object} ${path}`);
}
