// Filters, devices and scores agree with the recorded decisions of a real scheduler about whole pods with the same objects.

import { describe, expect, test } from 'vitest';
import { resolveFeatures } from '../../../src/core/features/features.js';
import { type Answer, type Round, readAnswers } from './answers.mjs';
import { KUBERNETES_VERSION } from './build.mjs';
import { compareAll } from './compare.js';
import { madePods } from './made-pods.js';
import { type Expectation, readScenarios, type Scenario } from './scenario.mjs';

const scenarios = readScenarios().filter(({ wholePods }) => wholePods);
const answers = new Map(Object.entries(readAnswers()));
const compared = await compareAll(scenarios, answers);

/** The last answer for each pod, by its name. */
function lastAnswers(rounds: readonly Round[]): ReadonlyMap<string, Answer> {
  return new Map(rounds.flatMap((round) => round.answers.map((answer) => [answer.pod.replace('default/', ''), answer] as const)));
}

function isAsExpected(expected: Expectation, answer: Answer | undefined): boolean {
  if (answer === undefined) return false;
  if (expected.kind === 'untried') return 'untried' in answer;
  if (expected.kind === 'refused') return 'refused' in answer && answer.refused.includes(expected.words);
  return expected.kind === 'placed' && 'node' in answer && (expected.node === undefined || expected.node === answer.node);
}

describe.each(scenarios)('$name', (scenario: Scenario) => {
  const rounds = answers.get(scenario.name) ?? [];

  test('has the answers that it expects', () => {
    const last = lastAnswers(rounds);
    const step = scenario.steps.at(-1);
    for (const [name, expected] of step?.kind === 'expect' ? step.pods : []) {
      if (expected.kind !== 'counts') {
        expect(isAsExpected(expected, last.get(name)), `${name}: ${JSON.stringify(last.get(name))}`).toBe(true);
        continue;
      }
      const made = [...last].filter(([pod]) => pod.startsWith(name.slice(0, -1))).map(([, answer]) => answer);
      expect(made.filter((answer) => 'node' in answer)).toHaveLength(expected.placed);
      expect(made.filter((answer) => 'refused' in answer)).toHaveLength(expected.refused);
    }
  });

  test(scenario.differs ?? 'is answered here as it was there', () => {
    const differences = compared.get(scenario.name)?.differences;
    if (scenario.differs === undefined) expect(differences).toEqual([]);
    else expect(differences).not.toEqual([]);
  });
});

test('owners make as many pods here as their controllers did', () => {
  const owners = scenarios.filter(({ name }) => name.startsWith('pods/owner'));
  const features = resolveFeatures({ kubernetesVersion: KUBERNETES_VERSION });
  for (const { name, steps } of owners) {
    const objects = steps.flatMap((step) => (step.kind === 'apply' ? step.objects : []));
    const theirs = new Set((answers.get(name) ?? []).flatMap((round) => round.answers.flatMap((one) => (one.made ? [one.pod] : []))));
    expect(madePods(objects, features), name).toHaveLength(theirs.size);
  }
  expect(owners.length).toBeGreaterThanOrEqual(8);
});

test('there are at least sixty of them, and no answers of others', () => {
  expect(scenarios.length).toBeGreaterThanOrEqual(60);
  expect([...answers.keys()].sort()).toEqual(scenarios.map(({ name }) => name).sort());
});

describe('the comparison tells', () => {
  const [scenario] = scenarios.filter(({ name }) => name === 'pods/devices-behind-taints');
  const differencesWith = async (change: (answer: Answer) => Answer): Promise<readonly string[]> => {
    if (scenario === undefined) throw new Error('the scenario is gone');
    const changed = (answers.get(scenario.name) ?? []).map((round) => ({ ...round, answers: round.answers.map(change) }));
    return (await compareAll([scenario], new Map([[scenario.name, changed]]))).get(scenario.name)?.differences ?? [];
  };

  test('a node that is none of ours', async () => {
    const differences = await differencesWith((answer) => ('node' in answer && answer.node === 'n2' ? { ...answer, node: 'n3' } : answer));
    expect(differences.join()).toMatch(/is on n3, feasible here is \[n2\]/);
  });

  test('another device', async () => {
    const text = (answer: Answer): Answer =>
      JSON.parse(JSON.stringify(answer).replace('"pool":"n2","device":"gpu-0"', '"pool":"n2","device":"gpu-1"'));
    expect((await differencesWith(text)).join()).toMatch(/claims\n {4}scheduler .*gpu-1.*\n {4}here .*gpu-0/);
  });

  test('other words', async () => {
    const differences = await differencesWith((answer) =>
      'refused' in answer ? { ...answer, refused: answer.refused.replace('2 cannot', '1 cannot') } : answer,
    );
    expect(differences.join()).toMatch(/has other words/);
  });

  test('a pod that was rejected and has a node here', async () => {
    const differences = await differencesWith((answer) =>
      'node' in answer && answer.node === 'n2' ? { pod: answer.pod, spec: answer.spec, refused: 'Unschedulable: nothing' } : answer,
    );
    expect(differences.join()).toMatch(/has no node, feasible here is \[n2\]/);
  });

  test('a pod that its controller made otherwise', async () => {
    const owned = scenarios.filter(({ name }) => name === 'pods/owner-daemon-set');
    const changed = (answers.get('pods/owner-daemon-set') ?? []).map((round) => ({
      ...round,
      answers: round.answers.map((answer) => ({ ...answer, spec: { ...answer.spec, tolerations: [] } })),
    }));
    const compared = await compareAll(owned, new Map([['pods/owner-daemon-set', changed]]));
    expect(compared.get('pods/owner-daemon-set')?.differences.join()).toMatch(/is made otherwise/);
  });

  test('a spec that the API server filled in otherwise', async () => {
    const differences = await differencesWith((answer) => ({ ...answer, spec: { ...answer.spec, hostNetwork: true } }));
    expect(differences.join()).toMatch(/is filled in otherwise/);
  });
});
