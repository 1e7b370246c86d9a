import { expect, it } from 'vitest';
import { decodeObjects } from '../../src/core/api/objects.js';
import type { Pod } from '../../src/core/api/pod.js';
import type { PodGroup } from '../../src/core/api/pod-group.js';
import { NO_WORK } from '../../src/core/base/incremental.js';
import { done, runInOneGo } from '../../src/core/base/program.js';
import { createAllocator } from '../../src/index.js';
import {
  attemptGang,
  type GangAttempt,
  type MemberOutcome,
  outcomeOfRejections,
  scheduledPodsOf,
} from '../../src/placement/gang-attempt.js';
import { decodedPod } from '../../src/placement/prepared-pod.js';
import { Priorities } from '../../src/scheduler/pods/priorities.js';

const apiVersion = 'scheduling.k8s.io/v1beta1';
const groupOf = (minCount: number) => ({
  apiVersion,
  kind: 'PodGroup',
  metadata: { name: 'g' },
  spec: { schedulingPolicy: { gang: { minCount } } },
});
const podJson = (name: string, spec: object = {}, status: object = {}) =>
  ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name },
    spec: { containers: [{ name: 'c' }], schedulingGroup: { podGroupName: 'g' }, ...spec },
    status,
  }) as const;
const running = (count: number): Pod[] =>
  Array.from({ length: count }, (_, index) => decodedPod(podJson(`r${index}`, { nodeName: 'n' }) as never));

type Kind = MemberOutcome['kind'] | 'throws';

/** Attempts members with these results, and records the calls. */
function attempted(minCount: number, kinds: readonly Kind[], scheduled = 0, specOf = (_name: string): object => ({})) {
  const calls: string[] = [];
  const members = kinds.map((kind, index) => ({ name: `p${index}`, kind }));
  const attempt = (): GangAttempt<(typeof members)[number], string> =>
    runInOneGo(
      attemptGang(decodeObjects([{ value: groupOf(minCount) }]).podGroups[0] as PodGroup, members, running(scheduled), new Priorities([]), {
        podOf: ({ name }) => decodedPod(podJson(name, specOf(name)) as never),
        place: ({ name, kind }) => {
          calls.push(`place ${name}`);
          if (kind === 'throws') throw new Error('the end');
          return done(kind);
        },
        outcomeOf: (kind) => ({ kind: kind as MemberOutcome['kind'], message: `${kind}!` }),
        check: () => {
          calls.push('check');
          return NO_WORK;
        },
        unbind: ({ name }) => calls.push(`unbind ${name}`),
      }),
    );
  return { attempt, calls, withoutChecks: () => calls.filter((call) => call !== 'check') };
}

it('keeps the pods that fit if they are enough, and leaves the others pending', () => {
  const { attempt, withoutChecks } = attempted(2, ['bound', 'rejected', 'bound']);
  const { refusal, results } = attempt();
  expect(refusal).toBeUndefined();
  expect([...results.values()]).toEqual(['bound', 'rejected', 'bound']);
  expect(withoutChecks()).toEqual(['place p0', 'place p1', 'place p2']);
});

it('unbinds all pods in reverse order as soon as too few can fit, and tries no further pod', () => {
  const { attempt, withoutChecks } = attempted(4, ['bound', 'bound', 'rejected', 'bound']);
  const { refusal, results } = attempt();
  expect(refusal).toBe('minCount (4) cannot be satisfied: 2 scheduled, 1 remaining');
  expect([...results.values()]).toEqual(['rejected']);
  expect(withoutChecks()).toEqual(['place p0', 'place p1', 'place p2', 'unbind p1', 'unbind p0']);
});

it('counts pods that have a node', () => {
  expect(attempted(3, ['bound', 'rejected'], 2).attempt().refusal).toBeUndefined();
  expect(attempted(3, ['bound'], 1).attempt().refusal).toBe('waiting for minCount pods from a gang to appear in scheduling queue');
});

it('tries no pod if too few exist', () => {
  const { attempt, withoutChecks } = attempted(3, ['bound', 'bound']);
  expect(attempt().results.size).toBe(0);
  expect(withoutChecks()).toEqual([]);
});

it('fails with the error of a pod, and unbinds the others', () => {
  const { attempt, withoutChecks } = attempted(1, ['bound', 'error', 'bound']);
  const { refusal, results } = attempt();
  expect(refusal).toBe('failed to schedule other pod from a pod group: error!');
  expect([...results.values()]).toEqual(['error']);
  expect(withoutChecks()).toEqual(['place p0', 'place p1', 'unbind p0']);
});

it('fails with a pod that the scheduler does not queue, even if enough others fit', () => {
  const { attempt, withoutChecks } = attempted(1, ['bound', 'held', 'bound']);
  const { refusal, results } = attempt();
  expect(refusal).toBe("pod default/p1 keeps the group from the scheduler's queue: held!");
  expect([...results.values()]).toEqual(['held']);
  expect(withoutChecks()).toEqual(['place p0', 'place p1', 'unbind p0']);
});

it('asks only the pod with scheduling gates, since it holds back the others', () => {
  const gates = (name: string) => (name === 'p2' ? { schedulingGates: [{ name: 'x' }] } : {});
  const { attempt, calls } = attempted(3, ['bound', 'bound', 'held'], 0, gates);
  expect(attempt().refusal).toBe("pod default/p2 keeps the group from the scheduler's queue: held!");
  expect(calls).toEqual(['place p2']);
});

it('says that a limit ended the search', () => {
  expect(attempted(1, ['bound', 'interrupted']).attempt().refusal).toBe('the search for pod default/p1 was interrupted');
});

it('may pause at every pod before the first search', () => {
  const { attempt, calls } = attempted(2, ['bound', 'bound'], 2);
  attempt();
  expect(calls).toEqual(['check', 'check', 'check', 'check', 'place p0', 'place p1']);
});

it('reads the kind of an outcome from the reasons', () => {
  const by = (more: object) => new Map([['n', [{ code: 'claims', message: 'm', ...more } as const]]]);
  expect(outcomeOfRejections(new Map())).toBe('rejected');
  expect([{}, { keepsFromQueue: true }, { isError: true }].map((more) => outcomeOfRejections(by(more) as never))).toEqual([
    'rejected',
    'held',
    'error',
  ]);
});

it('unbinds all pods if a call ends', () => {
  const { attempt, withoutChecks } = attempted(1, ['bound', 'throws']);
  expect(attempt).toThrow('the end');
  expect(withoutChecks()).toEqual(['place p0', 'place p1', 'unbind p0']);
});

it('finds the pods of a group that have a node and have not ended, in a fork as well', async () => {
  const cluster = (await createAllocator()).cluster();
  const other = podJson('o', { nodeName: 'n', schedulingGroup: { podGroupName: 'h' } });
  const ended = podJson('e', { nodeName: 'n' }, { phase: 'Succeeded' });
  cluster.apply([podJson('a', { nodeName: 'n' }), podJson('b'), other, ended] as never);
  const fork = cluster.fork();
  const namesIn = (one: typeof cluster) =>
    runInOneGo(scheduledPodsOf('default/g', one.parts.cluster, () => NO_WORK)).map(({ metadata }) => metadata.name);
  expect([namesIn(cluster), namesIn(fork)]).toEqual([['a'], ['a']]);
  fork.apply([podJson('b', { nodeName: 'n' })] as never);
  cluster.remove([podJson('a')]);
  expect([namesIn(cluster), namesIn(fork)]).toEqual([[], ['a', 'b']]);
});
