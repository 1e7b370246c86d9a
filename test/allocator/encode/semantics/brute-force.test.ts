import { describe, expect, it } from 'vitest';
import { cases } from '../../../support/extent.js';
import { bruteForce } from './brute-force.js';
import { kindOfAnswer, WAYS } from './compare.js';
import { MODES, randomWorld } from './random-world.js';

const WORLDS = cases(30, 300);

describe.each(WAYS)('%s', (_, allocated) => {
  it.each(MODES)('%s gives the first selections of brute force, or its error', (mode) => {
    const kinds = new Map<string, number>();
    for (let seed = 0; seed < WORLDS; seed++) {
      const world = randomWorld(mode, seed);
      const expected = bruteForce(world);
      expect([seed, allocated(world)]).toEqual([seed, expected]);
      const kind = kindOfAnswer(expected);
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    }
    // Each kind of answer occurs.
    for (const kind of ['picks', 'none', 'constraint-refuses-all', 'cel-runtime-error'])
      expect([kind, (kinds.get(kind) ?? 0) > cases(0, 3)]).toEqual([kind, true]);
  });
});
