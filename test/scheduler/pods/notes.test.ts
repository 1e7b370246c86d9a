import { describe, expect, test } from 'vitest';
import { type NotesInput, scheduleNotes } from '../../../src/scheduler/pods/notes.js';
import { threadMilliseconds } from '../../support/clock.js';
import { objectsOf } from './objects.js';

const CLASS =
  '{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: gpu}, spec: {extendedResourceName: example.com/gpu}}\n---\n';
const NODE = '{apiVersion: v1, kind: Node, metadata: {name: w1}, status: {allocatable: {cpu: 8, plug.example.com/nic: 2}}}\n---\n';

const containers = (resource: string, amount: string): string =>
  `containers: [{name: main, resources: {limits: {${resource}: ${amount}}}}]`;
const pod = (name: string, resource: string, amount = '1', rest = ''): string =>
  `{apiVersion: v1, kind: Pod, metadata: {name: ${name}, namespace: ns, uid: ${name}}, spec: {${containers(resource, amount)}${rest}}}\n---\n`;

const notesOf = (text: string, more: Partial<NotesInput> = {}): string[] =>
  scheduleNotes({ ...objectsOf(text), ...more }).map(({ severity, message }) => `${severity}: ${message}`);

describe('an extended resource that nobody has', () => {
  const nobody = 'which no DeviceClass and no node of the input has';

  test('is warned about, with the name that was meant', () => {
    expect(notesOf(CLASS + NODE + pod('p', 'example.com/gpus'))).toEqual([
      `warning: pod ns/p: requests extended resource example.com/gpus, ${nobody}, did you mean example.com/gpu?`,
    ]);
    expect(notesOf(CLASS + NODE + pod('p', 'plug.example.com/nics'))).toEqual([
      `warning: pod ns/p: requests extended resource plug.example.com/nics, ${nobody}, did you mean plug.example.com/nic?`,
    ]);
  });

  test('is warned about without such a name only where a node reports what it has', () => {
    const other = pod('p', 'other.org/fpga');
    expect(notesOf(CLASS + NODE + other)).toEqual([`warning: pod ns/p: requests extended resource other.org/fpga, ${nobody}`]);
    expect(notesOf(`${CLASS}{apiVersion: v1, kind: Node, metadata: {name: w1}}\n---\n${other}`)).toEqual([]);
  });

  test('is warned about in any case where it has the name of a class', () => {
    const resource = (name: string): string => `deviceclass.resource.kubernetes.io/${name}`;
    expect(notesOf(pod('p', resource('gpu')))).toEqual([`warning: pod ns/p: requests extended resource ${resource('gpu')}, ${nobody}`]);
    expect(notesOf(CLASS + pod('p', resource('gpus')))).toEqual([
      `warning: pod ns/p: requests extended resource ${resource('gpus')}, ${nobody}, did you mean ${resource('gpu')}?`,
    ]);
  });

  test('is no matter for what a class or a device plugin serves, for what runs, and for resources of Kubernetes', () => {
    const served = pod('a', 'example.com/gpu') + pod('b', 'deviceclass.resource.kubernetes.io/gpu') + pod('c', 'plug.example.com/nic');
    expect(notesOf(CLASS + NODE + served + pod('d', 'cpu') + pod('e', 'example.com/gpus', '1', ', nodeName: w1'))).toEqual([]);
  });

  test('is reported once for all pods, and for what makes pods', () => {
    const job = `{apiVersion: batch/v1, kind: Job, metadata: {name: j, namespace: ns}, spec: {template: {spec: {${containers('example.com/gpus', '1')}}}}}\n---\n`;
    const none = job.replace('spec: {template', 'spec: {parallelism: 0, template');
    expect(notesOf(CLASS + pod('p', 'example.com/gpus') + pod('q', 'example.com/gpus') + job)).toEqual([
      expect.stringMatching(/^warning: pod ns\/p: .*, did you mean example.com\/gpu\? \(and 2 more like it\)$/),
    ]);
    expect(notesOf(CLASS + job)).toEqual([expect.stringMatching(/^warning: Job ns\/j: /)]);
    expect(notesOf(CLASS + none)).toEqual([]);
  });
});

describe('a fraction of an extended resource', () => {
  test('is warned about: the API server rejects it', () => {
    expect(notesOf(CLASS + pod('p', 'example.com/gpu', '1.5') + pod('q', 'example.com/gpu', '2500m'))).toEqual([
      'warning: pod ns/p: container main requests 1500m of extended resource example.com/gpu: the API server would reject the fraction; here it is rounded up (and 1 more like it)',
    ]);
  });

  test('is what it is, however it is written, and for devices only', () => {
    expect(notesOf(CLASS + pod('p', 'example.com/gpu', '2000m') + pod('q', 'cpu', '1.5'))).toEqual([]);
  });
});

describe('a pod that runs with extended resources of DRA', () => {
  const assigned = pod('p', 'example.com/gpu', '1', ', nodeName: w1');
  const runs = assigned.replace('spec:', 'status: {phase: Running}, spec:');
  const note =
    'note: pod ns/p: already runs on a node with devices for extended resource example.com/gpu: the input lacks the claim for these devices, so they count as free';

  test('is mentioned where its claim is not there', () => {
    expect(notesOf(CLASS + NODE + runs)).toEqual([note]);
  });

  test('has none, if its author assigned it to the node', () => {
    const text =
      'spec.nodeName bypasses kube-scheduler: no claim is created for extended resource example.com/gpu, so the pod has no device of it';
    expect(notesOf(CLASS + NODE + assigned)).toEqual([`warning: pod ns/p: ${text}`]);
    expect(notesOf(CLASS + NODE.replace('plug.example.com/nic', 'example.com/gpu') + assigned)).toEqual([]);
    const recorded = 'status: {extendedResourceClaimStatus: {resourceClaimName: c}}, spec:';
    expect(notesOf(CLASS + NODE + assigned.replace('spec:', recorded))).toEqual([note]);
  });

  test('is not where its claim is there, a device plugin serves it, it ended, or the gate is off', () => {
    const owner = 'ownerReferences: [{apiVersion: v1, kind: Pod, name: p, uid: p, controller: true}]';
    const annotations = 'annotations: {resource.kubernetes.io/extended-resource-claim: "true"}';
    const claim = `{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: c, namespace: ns, ${owner}, ${annotations}}, spec: {devices: {requests: []}}}\n---\n`;
    expect(notesOf(CLASS + NODE + runs + claim)).toEqual([]);
    expect(notesOf(CLASS + NODE.replace('plug.example.com/nic', 'example.com/gpu') + runs)).toEqual([]);
    expect(notesOf(CLASS + NODE + runs.replace('Running', 'Succeeded'))).toEqual([]);
    const features = { extendedResource: false, genericWorkload: true, workloadResourceClaims: true };
    expect(notesOf(CLASS + NODE + runs, { features })).toEqual([]);
  });
});

test('there are at most a hundred notes, however many names nobody has, and comparing them takes no time to speak of', () => {
  const names = Array.from({ length: 2000 }, (_, index) => `example.com/gp${index}`);
  const limits = names.map((name) => `${name}: 1`).join(', ');
  const classes = Array.from({ length: 2000 }, (_, index) =>
    CLASS.replace('name: gpu', `name: gpu-${index}`).replace('/gpu}', `/gpu${index}}`),
  );
  const text = `${classes.join('')}{apiVersion: v1, kind: Pod, metadata: {name: p, namespace: ns}, spec: {containers: [{name: m, resources: {limits: {${limits}}}}]}}`;
  const set = objectsOf(text);
  const start = threadMilliseconds();
  expect(scheduleNotes(set)).toHaveLength(100);
  expect(threadMilliseconds() - start).toBeLessThan(2000);
});

describe('a pod template that sets spec.nodeName', () => {
  const template = (spec: string): string => `template: {spec: {containers: [{name: c, image: i}], ${spec}}}`;
  const deployment = (spec: string, kind = 'Deployment'): string =>
    `{apiVersion: apps/v1, kind: ${kind}, metadata: {name: d, namespace: ns}, spec: {selector: {}, ${template(spec)}}}\n`;
  const OTHER_NODE = NODE.replace('name: w1', 'name: other');
  const CLAIMS = 'resourceClaims: [{name: g, resourceClaimTemplateName: t}]';

  test('is noted where its pods have no claims: others have a message of their own', () => {
    for (const kind of ['Deployment', 'DaemonSet']) {
      const start = `note: ${kind} ns/d: spec.nodeName bypasses kube-scheduler: its pods`;
      expect(notesOf(deployment('nodeName: w1', kind))).toEqual([`${start} use resources of node w1 without the checks of the scheduler`]);
      expect(notesOf(OTHER_NODE + deployment('nodeName: w1', kind))).toEqual([`${start} belong to node w1, which is not in the input`]);
      expect(notesOf(deployment(`nodeName: w1, ${CLAIMS}`, kind))).toEqual([]);
      expect(notesOf(deployment(CLAIMS, kind))).toEqual([]);
    }
  });
});
