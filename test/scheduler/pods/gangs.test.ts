import { expect, it } from 'vitest';
import { decodeObjects } from '../../../src/core/api/objects.js';
import type { Pod } from '../../../src/core/api/pod.js';
import type { PodGroup } from '../../../src/core/api/pod-group.js';
import { decodedPod } from '../../../src/placement/prepared-pod.js';
import { Agreement, minCountOf, whyAllFail, whyInfeasible, whyNotQueued } from '../../../src/scheduler/pods/gangs.js';
import { Priorities } from '../../../src/scheduler/pods/priorities.js';

const group = (spec: object) =>
  decodeObjects([{ value: { apiVersion: 'scheduling.k8s.io/v1beta1', kind: 'PodGroup', metadata: { name: 'g' }, spec } as never }])
    .podGroups[0] as PodGroup;
const gangOf = (minCount: number, more: object = {}) => group({ schedulingPolicy: { gang: { minCount } }, ...more });
const pod = (spec: object) =>
  decodedPod({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec: { containers: [], ...spec } } as never);
/** Returns the first error for pods of a group, in their order. */
const disagreementOf = (podGroup: PodGroup, pods: readonly Pod[]) => {
  const agreement = new Agreement(podGroup, new Priorities([]));
  return pods.map((one) => agreement.problemOf(one)).find((problem) => problem !== undefined);
};

it('needs minCount pods for a gang, and one for another group', () => {
  expect([minCountOf(gangOf(3)), minCountOf(group({ schedulingPolicy: { basic: {} } }))]).toEqual([3, 1]);
});

it('queues a gang once minCount pods exist, and another group with its first pod', () => {
  expect(whyNotQueued(gangOf(3), 2)).toBe('waiting for minCount pods from a gang to appear in scheduling queue');
  expect([whyNotQueued(gangOf(3), 3), whyNotQueued(group({ schedulingPolicy: { basic: {} } }), 0)]).toEqual([undefined, undefined]);
});

it('is infeasible once too few pods remain, whether a pod runs or not', () => {
  expect(whyInfeasible(gangOf(4), 2, 1)).toBe('minCount (4) cannot be satisfied: 2 scheduled, 1 remaining');
  expect([whyInfeasible(gangOf(4), 2, 2), whyInfeasible(gangOf(4), 4, 0)]).toEqual([undefined, undefined]);
});

it('requires one scheduler, priority and preemption policy', () => {
  expect(disagreementOf(gangOf(2), [])).toBeUndefined();
  expect(
    disagreementOf(gangOf(2), [pod({}), pod({ schedulerName: 'default-scheduler', preemptionPolicy: 'PreemptLowerPriority' })]),
  ).toBeUndefined();
  expect(disagreementOf(gangOf(2), [pod({}), pod({ schedulerName: 'other' })])).toBe(
    'all pods in a single pod group should have the same .spec.schedulerName set, got: "other" and "default-scheduler"',
  );
  expect(disagreementOf(gangOf(2, { priority: 5 }), [pod({ priority: 5 }), pod({ priority: 4 })])).toBe(
    "all pods in a single pod group should have the same priority as the pod group's priority, got 4 and 5",
  );
  expect(disagreementOf(gangOf(2), [pod({}), pod({ preemptionPolicy: 'Never' })])).toBe(
    'all pods in a single pod group should have the same preemption policy, got Never and PreemptLowerPriority',
  );
  expect(disagreementOf(gangOf(2, { preemptionPolicy: 'Never' }), [pod({})])).toBe(
    "all pods in a single pod group should have the same preemption policy as the pod group's preemption policy, got PreemptLowerPriority and Never",
  );
  expect(disagreementOf(gangOf(2, { preemptionPolicy: 'Never' }), [pod({ preemptionPolicy: 'Never' })])).toBeUndefined();
});

it('names the pod with which the whole group fails', () => {
  expect(whyAllFail('error', 'ns/p', 'boom')).toBe('failed to schedule other pod from a pod group: boom');
  expect(whyAllFail('held', 'ns/p', 'waiting')).toBe("pod ns/p keeps the group from the scheduler's queue: waiting");
  expect(whyAllFail('interrupted', 'ns/p', '')).toBe('the search for pod ns/p was interrupted');
});
