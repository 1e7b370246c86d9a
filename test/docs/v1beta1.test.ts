// docs/reference/v1beta1.md says what each field of a claim decides: which devices there are, where pods may go, and what the result says in addition to devices.

import { expect, it } from 'vitest';
import { FIELDS } from '../../scripts/v1beta1-fields.mjs';
import { claimFields } from '../../scripts/v1beta1-page.mjs';
import { type Effect, libraryEffects } from './v1beta1/effects.js';
import { FIELD_WORLDS } from './v1beta1/worlds.js';

/** Each field of each claim is changed to so many values; v1beta1.long.ts changes it to all. */
const MOST = 3;
const ASKED: readonly Effect[] = ['devices', 'pods', 'allocation'];
/** Claims for commands alone have these, which are nothing to the allocator. */
const PRINTED = /^metadata\.(?:managedFields\[\]\.|finalizers)|^status\.devices\[\]\.(?:conditions|data|networkData)/;

it('a field that is said to decide something changes an answer, and one that is not changes none', { timeout: 240_000 }, async () => {
  const { schema, fields } = await claimFields();
  const found = await libraryEffects(schema, FIELD_WORLDS, MOST);
  expect(fields.filter(({ path }) => !found.has(path) && !PRINTED.test(path))).toEqual([]);
  const effects = fields.map(({ path }) => [path, ...ASKED.filter((effect) => found.get(path)?.has(effect))]);
  const listed = new Map(FIELDS.map((use) => [use.path, use.effects]));
  expect(effects).toEqual(fields.map(({ path }) => [path, ...ASKED.filter((effect) => listed.get(path)?.includes(effect))]));
});
