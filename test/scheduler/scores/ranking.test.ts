import fc from 'fast-check';
import { expect, it } from 'vitest';
import { indexOfBest } from '../../../src/allocator/score.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import { Ranking } from '../../../src/scheduler/scores/ranking.js';
import { type PluginScore, totalScores } from '../../../src/scheduler/scores/total.js';

const PLUGINS = [
  { weight: 3, normalization: 'lowest-is-best' },
  { weight: 2, normalization: 'highest-is-best' },
  { weight: 1, normalization: 'none' },
] as const;
const SIZE = 5;

/** The plugins, as the sum of all scores requests them. */
const scores = PLUGINS.map((plugin, index): PluginScore => ({ ...plugin, plugin: `p${index}`, changesWith: 'node', score: () => 0 }));

const row = fc.tuple(fc.constantFrom(0, 1, 2, 7), fc.constantFrom(-3, 0, 5, 8), fc.nat(100));
const change = fc.tuple(fc.nat(SIZE - 1), fc.option(row, { nil: undefined }), fc.boolean());

it('has the totals of all nodes that are in, and the first of the best, whatever came and went', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
      const ranking = new Ranking(PLUGINS, SIZE);
      const rows = new Map<number, readonly number[]>();
      for (const [place, now, isRead] of changes) {
        if (now === undefined) ranking.takeOut(place);
        else ranking.put(place, now);
        if (now === undefined) rows.delete(place);
        else rows.set(place, now);
        if (!isRead) continue;
        const places = [...rows.keys()].sort((a, b) => a - b);
        const known = places.map((each) => rows.get(each) ?? []);
        const totals = inOneGo(totalScores({ plugins: scores, devices: undefined }, known, {}, UNLIMITED)).map(({ total }) => total);
        expect(ranking.best()).toBe(places[indexOfBest(totals)] ?? -1);
        expect(places.map((each) => ranking.totalAt(each))).toEqual(totals);
      }
    }),
  );
});
