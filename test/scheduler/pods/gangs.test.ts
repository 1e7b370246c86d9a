import { expect, it } from 'vitest';
import { decodeObjects } from '../../../src/core/api/objects.js';
import type { PodGroup } from '../../../src/core/api/pod-group.js';
import { decodedPod } from '../../../src/placement/prepared-pod.js';
import { disagreementOf, minCountOf, whyInfeasible, whyNotQueued } from '../../../src/scheduler/pods/gangs.js';
import { Priorities } from '../../../src/scheduler/pods/priorities.js';

const group = (spec: object) =>
  decodeObjects([{ value: { apiVersion: 'scheduling.k8s.io/v1beta1', kind: 'PodGroup', metadata: { name: 'g' }, spec } as never }])
    .podGroups[0] as PodGroup;
const gangOf = (minCount: number, more: object = {}) => group({ schedulingPolicy: { gang: { minCount } }, ...more });
const pod = (spec: object) =>
  decodedPod({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec: { containers: [], ...spec } } as never);
const NONE = new Priorities([]);

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
  expect(disagreementOf(gangOf(2), [], NONE)).toBeUndefined();
  expect(
    disagreementOf(gangOf(2), [pod({}), pod({ schedulerName: 'default-scheduler', preemptionPolicy: 'PreemptLowerPriority' })], NONE),
  ).toBeUndefined();
  expect(disagreementOf(gangOf(2), [pod({}), pod({ schedulerName: 'other' })], NONE)).toBe(
    'all pods in a single pod group should have the same .spec.schedulerName set, got: "other" and "default-scheduler"',
  );
  expect(disagreementOf(gangOf(2, { priority: 5 }), [pod({ priority: 5 }), pod({ priority: 4 })], NONE)).toBe(
    "all pods in a single pod group should have the same priority as the pod group's priority, got 4 and 5",
  );
  expect(disagreementOf(gangOf(2), [pod({}), pod({ preemptionPolicy: 'Never' })], NONE)).toBe(
    'all pods in a single pod group should have the same preemption policy, got Never and PreemptLowerPriority',
  );
});
