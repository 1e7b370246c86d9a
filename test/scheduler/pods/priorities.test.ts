import { describe, expect, test } from 'vitest';
import type { PodSpec } from '../../../src/core/api/pod.js';
import { CallEnded, Checkpoint } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import { type ClaimGroup, claimGroups } from '../../../src/scheduler/pods/claims.js';
import { Priorities } from '../../../src/scheduler/pods/priorities.js';
import { objectsOf } from './objects.js';

const priorityClass = (name: string, value: number, rest = ''): string =>
  `{apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: ${name}}, value: ${value}${rest}}\n---\n`;
const pod = (name: string, spec: string, metadata = ''): string =>
  `{apiVersion: v1, kind: Pod, metadata: {name: ${name}, namespace: ns${metadata}}, spec: {resourceClaims: [{name: c, resourceClaimName: c}], ${spec}}}\n---\n`;
const CLAIM =
  '{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: c, namespace: ns}, spec: {devices: {requests: []}}}\n---\n';

function groupsOf(text: string, podOrder: 'input' | 'priority'): ClaimGroup[] {
  const objects = objectsOf(CLAIM + text);
  const places = new Map<object, number>([...objects.pods, ...objects.workloads].map((object, place) => [object, place]));
  return [...claimGroups({ ...objects, podOrder }, (object) => places.get(object) ?? 0)];
}

const prioritiesOf = (text: string): (number | string | undefined)[] => {
  const { pods, priorityClasses } = objectsOf(text);
  const priorities = new Priorities(priorityClasses);
  return pods.map((each) => priorities.refusalOf(each) ?? priorities.of(each.spec));
};

describe('the priority of a pod', () => {
  test('is that of its class, of the default class, or 0', () => {
    const pods = pod('a', 'priorityClassName: high') + pod('b', '') + pod('c', 'priorityClassName: system-node-critical');
    expect(prioritiesOf(pods + priorityClass('high', 1000))).toEqual([1000, 0, 2_000_001_000]);
    const defaults = priorityClass('x', 7, ', globalDefault: true') + priorityClass('other', 5, ', globalDefault: true');
    expect(prioritiesOf(pods + priorityClass('high', -3) + defaults)).toEqual([-3, 5, 2_000_001_000]);
  });

  test('is rejected where the class is not there, or says something else', () => {
    const pods =
      pod('a', 'priorityClassName: hihg') +
      pod('b', 'priorityClassName: high, priority: 3') +
      pod('c', 'priorityClassName: high, priority: 1000');
    expect(prioritiesOf(pods + priorityClass('high', 1000))).toEqual([
      'no PriorityClass with name hihg was found',
      'the integer value of priority (3) must not be provided in pod spec; priority admission controller computed 1000 from the given PriorityClass name',
      1000,
    ]);
  });

  test('of a pod that is stored is the one that it has', () => {
    expect(prioritiesOf(pod('a', 'priorityClassName: gone, priority: 9', ', uid: u') + priorityClass('high', 1000))).toEqual([9]);
  });

  test('of a class that the input cannot tell is 0', () => {
    expect(prioritiesOf(pod('a', 'priorityClassName: high'))).toEqual([0]);
  });
});

describe('pods by priority', () => {
  const owner = (name: string, className: string): string =>
    `{apiVersion: apps/v1, kind: Deployment, metadata: {name: ${name}, namespace: ns}, spec: {template: {spec: {priorityClassName: ${className}, resourceClaims: [{name: c, resourceClaimName: c}], containers: []}}}}\n---\n`;
  const input =
    pod('none', '') +
    pod('low', 'priorityClassName: low') +
    owner('web', 'high') +
    pod('high', 'priorityClassName: high') +
    pod('runs', 'nodeName: node');
  const classes = priorityClass('low', -1) + priorityClass('high', 1);

  test('come as the queue of the scheduler has them, those that have a node first', () => {
    expect(groupsOf(input + classes, 'priority').map(({ name }) => name)).toEqual([
      'pod ns/runs',
      'pod ns/high',
      'pod ns/web-0',
      'pod ns/none',
      'pod ns/low',
    ]);
  });

  test('come in the order of the input unless requested', () => {
    expect(groupsOf(input + classes, 'input').map(({ name }) => name)[0]).toBe('pod ns/none');
  });

  test('that the API server rejects are a problem', () => {
    const [group] = groupsOf(owner('web', 'hihg') + classes, 'input');
    expect(group).toMatchObject({
      name: 'pod ns/web-0',
      claims: [],
      problem: { message: 'the API server rejects the pod: no PriorityClass with name hihg was found' },
    });
  });
});

test('classes of a cluster are taken within the limits of a call', () => {
  const classes = objectsOf(
    priorityClass('low', 1, ', globalDefault: true') + priorityClass('lower', -1, ', globalDefault: true'),
  ).priorityClasses;
  const priorities = inOneGo(Priorities.within(classes, new Checkpoint()));
  const spec = (priorityClassName: string): PodSpec => ({ priorityClassName }) as PodSpec;
  expect(['low', '', 'none'].map((name) => priorities.of(spec(name)))).toEqual([1, -1, 0]);
  const many = new Array<(typeof classes)[number]>(100_000).fill(classes[0] as (typeof classes)[number]);
  expect(() => inOneGo(Priorities.within(many, new Checkpoint({ deadline: 0 })))).toThrow(CallEnded);
});
