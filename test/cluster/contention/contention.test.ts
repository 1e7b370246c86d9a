// Compares recorded steps of a real scheduler, in which pods compete, with the command.

import { expect, test } from 'vitest';
import { readCorpus } from '../corpus/corpus.js';
import { KUBERNETES_VERSION } from '../real/build.mjs';
import { compareSteps, type StepKind } from './compare.js';
import { CONTENTION, type ContentionStep } from './steps.js';

const { header, steps } = readCorpus<ContentionStep>(CONTENTION);
const { differences, counts } = await compareSteps(steps);

test('stores 300 steps or more of the reference', () => {
  expect(header).toMatchObject({ kubernetes: KUBERNETES_VERSION, steps: steps.length });
  expect(steps.length).toBeGreaterThanOrEqual(300);
});

test.each<[StepKind, number]>([
  ['pod', 100],
  ['evicts', 5],
  ['gang', 80],
  ['gang of a claim', 5],
])('compares steps of the kind %s', (kind, least) => {
  expect(counts.get(kind)).toBeGreaterThanOrEqual(least);
});

test('the command decides as the scheduler did', () => {
  expect(differences).toEqual([]);
});

test('the comparison finds another verdict and other victims', async () => {
  const index = steps.findIndex(({ pods, victims }) => victims.length > 0 && pods.length === 1 && !pods[0]?.pod.includes('/g'));
  const { cluster } = steps[index] as ContentionStep;
  const changed = async (change: (step: ContentionStep) => ContentionStep): Promise<string> => {
    const all = steps.map((step, place) => (place === index ? change(step) : step)).filter((step) => step.cluster === cluster);
    return (await compareSteps(all)).differences.join();
  };
  expect(await changed((step) => ({ ...step, victims: [] }))).toMatch(/evicts .+, the scheduler no pod/);
  const pending = (step: ContentionStep): ContentionStep['pods'] => step.pods.map(({ pod }) => ({ pod, message: 'Unschedulable: no' }));
  expect(await changed((step) => ({ ...step, pods: pending(step) }))).toMatch(/is placed here/);
});
