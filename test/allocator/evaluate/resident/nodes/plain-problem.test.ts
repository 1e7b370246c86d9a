// Tests that exactly the properties that a plain search checks distinguish nodes.

import { describe, expect, it } from 'vitest';
import type { NodeView } from '../../../../../src/allocator/encode/node-view.js';
import { type PlannedQuery, plainProblem } from '../../../../../src/allocator/evaluate/resident/nodes/plain-problem.js';
import { STAGE_MATCH } from '../../../../../src/allocator/kernel/layout.js';
import { resolveFeatures } from '../../../../../src/core/features/features.js';
import { parseQuantity } from '../../../../../src/core/quantity/quantity.js';
import { eagerSolver } from '../../../../support/counted.js';
import { cases } from '../../../../support/extent.js';
import { rounds } from './plain-rounds.js';

describe.each([
  ['searches that are plain', undefined],
  ['searches that get their bounds almost at once', eagerSolver],
])('%s', (_, solver) => {
  it('give every node what a search of it gives, step for step, and are few', () => {
    let [asked, searched] = [0, 0];
    for (let seed = 0; seed < cases(1, 3); seed++) {
      const round = rounds(seed, solver);
      expect(round.differences).toEqual([]);
      asked += round.asked;
      searched += round.searched;
    }
    expect(searched / asked).toBeLessThan(0.5);
  });
});

describe('shares of devices with long policies', () => {
  const features = resolveFeatures({ featureGates: { DRAConsumableCapacity: true } });
  const amount = parseQuantity('1');
  const selection = { capacity: { requests: new Map([['memory', amount]]) } };
  const wanted = { plans: [], slots: [{ selection }, { selection }], features } as unknown as PlannedQuery;
  const isTold = (values: number): boolean => {
    const requestPolicy = { default: amount, validValues: Array(values).fill(amount) };
    const device = { name: 'd', capacity: new Map([['memory', { value: amount, requestPolicy }]]) };
    const resources = { ledgers: [], draws: new Map(), shareable: new Set([0]) };
    const view = { devices: [{ key: 'd', device }], resources } as unknown as NodeView;
    return plainProblem(view, wanted, () => STAGE_MATCH) !== undefined;
  };

  it('are reported unless it would take long', () => {
    expect([isTold(10), isTold(5000), isTold(10_000)]).toEqual([true, true, false]);
  });
});
