// Compares recorded decisions of a real scheduler in random clusters with a resident cluster and with the command.

import { expect, test } from 'vitest';
import { nodesFor } from '../real/ask-command.js';
import { KUBERNETES_VERSION } from '../real/build.mjs';
import { wordsOfFilters } from '../real/whole-pods.js';
import { compareCorpus } from './compare.js';
import { type CorpusStep, readCorpus } from './corpus.js';
import { figuresOf, SUBJECTS } from './figures.js';

const { header, steps } = readCorpus();
const compared = await compareCorpus(steps);
const { kinds, plugins } = figuresOf(compared.questions);

test('stores 500 steps or more of the reference', () => {
  expect(header).toMatchObject({ kubernetes: KUBERNETES_VERSION, steps: steps.length });
  expect(steps.length).toBeGreaterThanOrEqual(500);
});

test.each(Object.keys(SUBJECTS))('has pods with %s, placed and rejected', (subject) => {
  expect(kinds.get(subject)?.placed).toBeGreaterThanOrEqual(20);
  expect(kinds.get(subject)?.rejected).toBeGreaterThanOrEqual(10);
});

test.each([
  ...['DynamicResources', 'InterPodAffinity', 'NodeAffinity', 'NodePorts', 'NodeResourcesFit', 'NodeUnschedulable', 'NodeVolumeLimits'],
  ...['PodTopologySpread', 'TaintToleration', 'VolumeBinding', 'VolumeRestrictions', 'VolumeZone'],
])('has pods that %s rejects', (plugin) => {
  expect(plugins.get(plugin)).toBeGreaterThan(0);
});

test('a resident cluster decides as the scheduler did', () => {
  expect(compared.differences).toEqual([]);
});

test('the command decides as the scheduler did', async () => {
  // The command uses the same engine, so that some steps suffice.
  for (const { step, pod, objects } of compared.questions.filter((_, index) => index % 8 === 0)) {
    const { code, err, nodes } = await nodesFor({ pod, objects }, ['--kubernetes-version', KUBERNETES_VERSION]);
    const fitting = nodes.filter(({ fits }) => fits);
    const about = `cluster ${step.cluster}, ${step.pod}: ${err}`;
    if ('node' in step.decision) {
      const best = Math.max(...fitting.map(({ score = 0 }) => score));
      const good = fitting.filter(({ score }) => score === best).map(({ node }) => node);
      expect([code, good], about).toEqual([0, expect.arrayContaining([step.decision.node])]);
    } else {
      expect([code, fitting], about).toEqual([1, []]);
      if ('refused' in step.decision) expect(err, about).toContain(wordsOfFilters(step.decision.refused).replace(/^\w+: /, ''));
    }
  }
});

test('the comparison finds another node, another message and another verdict', async () => {
  const first = (test: (step: CorpusStep) => boolean): number => steps.findIndex(test);
  const withDecision = async (index: number, decision: CorpusStep['decision']): Promise<string> => {
    const { cluster } = steps[index] as CorpusStep;
    const changed = steps.map((step, position) => (position === index ? { ...step, decision } : step));
    return (await compareCorpus(changed.filter((step) => step.cluster === cluster))).differences.join('\n');
  };
  const placed = first(({ decision }) => 'node' in decision);
  const refused = first(({ decision }) => 'refused' in decision);
  expect(await withDecision(placed, { node: 'elsewhere' })).toMatch(/is on elsewhere, feasible here is/);
  expect(await withDecision(placed, { refused: 'Unschedulable: 0/1 nodes are available.' })).toMatch(/has no node, feasible here is/);
  expect(await withDecision(refused, { refused: 'Unschedulable: 0/1 nodes are available.' })).toMatch(/other words/);
  expect(await withDecision(refused, { node: 'n0' })).toMatch(/is on n0, feasible here is/);
});
