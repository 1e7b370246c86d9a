import { expect, it } from 'vitest';
import { DecodeContext } from '../../../src/core/api/context.js';
import { podDisruptionBudgetKind } from '../../../src/core/api/pod-disruption-budget.js';
import { errorOf, yaml } from '../../support/api.js';

const decode = (text: string) =>
  podDisruptionBudgetKind.decode(yaml(`{apiVersion: policy/v1, kind: PodDisruptionBudget, ${text}}`), new DecodeContext());

it('has numbers of pods or percentages, and distinguishes an absent amount from 0', () => {
  const amounts = ['minAvailable: 0', "maxUnavailable: '20%'", ''].map((spec) => decode(`metadata: {name: b}, spec: {${spec}}`).spec);
  expect(amounts.map(({ minAvailable, maxUnavailable }) => [minAvailable, maxUnavailable])).toEqual([
    [0, undefined],
    [undefined, '20%'],
    [undefined, undefined],
  ]);
  expect(errorOf(() => decode('metadata: {}, spec: {minAvailable: true}')).path).toBe('spec.minAvailable');
});

it('distinguishes an absent selector from an empty one', () => {
  expect(['', 'selector: {}'].map((spec) => decode(`metadata: {}, spec: {${spec}}`).spec.selector !== undefined)).toEqual([false, true]);
});

it('has its status, if the disruption controller wrote one', () => {
  const { metadata, status } = decode(
    'metadata: {generation: 2}, status: {observedGeneration: 1, disruptionsAllowed: 0, disruptedPods: {a: "2026-01-01T00:00:00Z"}}',
  );
  expect([metadata.generation, status.observedGeneration, status.disruptionsAllowed, [...status.disruptedPods.keys()]]).toEqual([
    2n,
    1n,
    0,
    ['a'],
  ]);
  expect(decode('metadata: {}').status.disruptionsAllowed).toBeUndefined();
});
