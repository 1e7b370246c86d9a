// docs/reference/v1beta1.md says what each field of a claim decides, and where it is shown: commands and explanations are queried as well here.

import { expect, it } from 'vitest';
import { FIELDS } from '../../scripts/v1beta1-fields.mjs';
import { claimFields } from '../../scripts/v1beta1-page.mjs';
import { commandEffects, FEW, libraryEffects } from './v1beta1/effects.js';
import { EXPLAINED_WORLDS, FIELD_WORLDS } from './v1beta1/worlds.js';

it('each field has the effects that the page lists, and no other', async () => {
  const { schema, fields } = await claimFields();
  const found = [
    await libraryEffects(schema, FIELD_WORLDS, Number.POSITIVE_INFINITY),
    await libraryEffects(schema, EXPLAINED_WORLDS, FEW),
    await commandEffects(schema),
  ];
  const effects = fields.map(({ path }) => [path, ...new Set(found.flatMap((each) => [...(each.get(path) ?? [])]))]);
  const listed = new Map(FIELDS.map((use) => [use.path, use.effects]));
  const sorted = (lists: readonly string[][]): string[][] => lists.map(([path = '', ...rest]) => [path, ...rest.sort()]);
  expect(sorted(effects)).toEqual(sorted(fields.map(({ path }) => [path, ...(listed.get(path) ?? [])])));
});
