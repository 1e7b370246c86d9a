// Suggestions for pods that the scheduler's filters reject: with them applied, the pod fits a node.

import { describe, expect, it } from 'vitest';
import { createAllocator } from '../../../src/index.js';
import { claim, device, deviceClass, node, request, slice } from '../../support/objects.js';
import { explainPod, type PodProblem, wrongForPod } from '../../support/pod-suggestions.js';

const allocator = await createAllocator();
const ROOM = { allocatable: { cpu: '8', memory: '32Gi', pods: '10', 'hugepages-2Mi': '64Mi', 'example.com/fpga': '2' } };
const SHARE = '6d662f5d-ffc8-4479-9bc1-94e17e7d02fc';
const gpus = [deviceClass('any'), slice('s', [device('g0'), device('g1')]), claim('c', [request('r')])];

const pod = (spec: object = {}, requests: object = {}, more: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p', namespace: 'ns' },
  spec: {
    containers: [{ name: 'work', resources: { requests }, ...more }],
    resourceClaims: [{ name: 'd', resourceClaimName: 'c' }],
    ...spec,
  },
});
const running = (name: string, requests: object, more: object = {}, meta: object = {}): object => ({
  kind: 'Pod',
  metadata: { name, namespace: 'ns', ...meta },
  spec: { nodeName: 'n', containers: [{ name: 'work', resources: { requests }, ...more }] },
});
const labelled = (labels: object, spec: object = {}): object => ({ ...node('n', labels as never, ROOM), spec });

function texts(problem: PodProblem): readonly string[] {
  const { suggestions } = explainPod(allocator, problem);
  expect(wrongForPod(allocator, problem, suggestions)).toEqual([]);
  return suggestions.map(({ text }) => text);
}

describe('suggestions for a pod', () => {
  it('are about the pod and the node alone where there is nothing to allocate, whatever devices are shared there', () => {
    const shared = device('g0', {}, { allowMultipleAllocations: true, capacity: { cpu: { value: '15' } } });
    const found = ['request 3 of cpu instead of 20 in container work'];
    const without = pod({ resourceClaims: [] }, { cpu: '20' });
    const objects = [node('n', {}, ROOM), deviceClass('any'), slice('s', [shared]), running('other', { cpu: '5' })];
    expect(texts({ pod: without, objects })).toEqual(found);
    const results = [{ request: 'r', driver: 'd.example.com', pool: 'p', device: 'g0', shareID: SHARE, consumedCapacity: { cpu: '4' } }];
    const held = { ...claim('c', [request('r')]), status: { allocation: { devices: { results } }, reservedFor: [] } };
    expect(texts({ pod: pod({}, { cpu: '20' }), objects: [...objects, held] })).toEqual(found);
  });

  it('are no other class where a quota has no room for its devices', () => {
    const made = { kind: 'ResourceClaimTemplate', metadata: { name: 't', namespace: 'ns' } };
    const template = { apiVersion: 'resource.k8s.io/v1', ...made, spec: { spec: { devices: { requests: [request('r')] } } } };
    const asked = pod({ resourceClaims: [{ name: 'd', resourceClaimTemplateName: 't' }] });
    const quota = (devices: string): object => ({
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      metadata: { name: 'q', namespace: 'ns' },
      spec: { hard: { 'other.deviceclass.resource.k8s.io/devices': devices } },
    });
    const classes = [deviceClass('any', 'false'), deviceClass('other')];
    const objects = [node('n', {}, ROOM), ...classes, slice('s', [device('g0')]), template];
    const found = (devices: string): readonly string[] =>
      explainPod(allocator, { pod: asked, objects: [...objects, quota(devices)] }).suggestions.map(({ text }) => text);
    const ofOther = (text: string): boolean => text.includes('class other');
    expect(found('1').filter(ofOther)).not.toEqual([]);
    expect(found('0').filter(ofOther)).toEqual([]);
  });

  it('uncordon a node, with the taint of the cordon', () => {
    const cordon = { unschedulable: true, taints: [{ key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' }] };
    const found = texts({ pod: pod(), objects: [labelled({}, cordon), ...gpus] });
    expect(found).toEqual(['uncordon node n', 'add a node like n']);
  });

  it('tolerate a taint, or take it off', () => {
    const taints = [{ key: 'dedicated', value: 'batch', effect: 'NoSchedule' }];
    const found = texts({ pod: pod(), objects: [labelled({}, { taints }), ...gpus] });
    expect(found).toEqual([
      'add a toleration for the taint dedicated=batch:NoSchedule to the pod',
      'remove the taint dedicated=batch:NoSchedule from node n',
    ]);
  });

  it('write the value or the name of a label that the node has', () => {
    const objects = [labelled({ zone: 'zone-a' }), ...gpus];
    expect(texts({ pod: pod({ nodeSelector: { zone: 'zone-A' } }), objects })).toEqual([
      "write zone-a instead of zone-A for zone in the pod's node selector",
      "remove zone=zone-A from the pod's node selector",
      'label node n with zone=zone-A',
    ]);
    expect(texts({ pod: pod({ nodeSelector: { zones: 'zone-a' } }), objects })[0]).toBe(
      "write zone instead of zones in the pod's node selector",
    );
  });

  it('change one requirement of required node affinity, or leave all of it out', () => {
    const affinityOf = (...nodeSelectorTerms: object[]): object => ({
      affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } },
    });
    const [zone, gpu] = [
      { key: 'zone', operator: 'In', values: ['zone-b', 'zoneb'] },
      { key: 'gpu', operator: 'Exists' },
    ];
    const objects = [labelled({ zone: 'zone-b', gpus: '' }), ...gpus];
    expect(texts({ pod: pod(affinityOf({ matchExpressions: [zone, gpu] })), objects })).toEqual([
      "remove `gpu Exists` from the pod's node affinity",
      'label node n with gpu=',
    ]);
    expect(texts({ pod: pod(affinityOf({ matchExpressions: [{ ...zone, values: ['zone-B'] }] })), objects })[0]).toBe(
      "write zone-b instead of zone-B for zone in the pod's node affinity",
    );
    const named = affinityOf({ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['gone'] }] });
    expect(texts({ pod: pod(named), objects })).toEqual(["remove the pod's required node affinity"]);
    const forbidden = affinityOf({ matchExpressions: [{ key: 'zone', operator: 'NotIn', values: ['zone-b'] }] });
    expect(texts({ pod: pod(forbidden), objects })).toContain('remove the label zone from node n');
  });

  it('request what is free, or delete the smallest pod that makes room', () => {
    const others = [running('small', { cpu: '1' }), running('middle', { cpu: '2' }), running('large', { cpu: '3' })];
    const objects = [labelled({}), ...gpus, ...others];
    expect(texts({ pod: pod({}, { cpu: '4' }), objects })).toEqual([
      'request 2 of cpu instead of 4 in container work',
      'delete pod ns/middle, which uses 2 of cpu',
      'add a node like n',
    ]);
    const owned = running(
      'daemon',
      { cpu: '6' },
      {},
      { ownerReferences: [{ apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'd', uid: 'u' }] },
    );
    expect(texts({ pod: pod({}, { cpu: '4' }), objects: [labelled({}), ...gpus, owned] })).toEqual([
      'request 2 of cpu instead of 4 in container work',
      'add a node like n',
    ]);
  });

  it('request less where a limit stands for the request, and of huge pages and extended resources as limit as well', () => {
    const objects = [labelled({}), ...gpus];
    const limited = (limits: object): object => pod({}, {}, { resources: { limits } });
    expect(texts({ pod: limited({ memory: '64Gi' }), objects })[0]).toBe('request 32Gi of memory instead of 64Gi in container work');
    expect(texts({ pod: limited({ 'hugepages-2Mi': '101Mi' }), objects })[0]).toBe(
      'request 64Mi of hugepages-2Mi instead of 101Mi in container work',
    );
    const both = pod({}, {}, { resources: { requests: { 'example.com/fpga': 3 }, limits: { 'example.com/fpga': 3 } } });
    const { suggestions } = explainPod(allocator, { pod: both, objects });
    expect(suggestions[0]?.patches[0]?.patch.map(({ path, value }) => [path, value])).toEqual([
      ['/spec/containers/0/resources/requests/example.com~1fpga', '2'],
      ['/spec/containers/0/resources/limits/example.com~1fpga', '2'],
    ]);
  });

  it('request fewer of an extended resource that devices stand for', () => {
    const served = deviceClass('served', undefined, { extendedResourceName: 'example.com/gpu' });
    const objects = [labelled({}), served, slice('s', [device('g0'), device('g1')])];
    const asking = (count: number, key: string): object => ({
      ...pod(),
      spec: { containers: [{ name: 'work', resources: { [key]: { 'example.com/gpu': count } } }] },
    });
    for (const key of ['requests', 'limits']) {
      const [first] = texts({ pod: asking(3, key), objects });
      expect(first).toBe('request 2 of example.com/gpu instead of 3 in container work');
    }
  });

  it('lower the requests of several containers where one alone is not enough', () => {
    const containers = ['a', 'b'].map((name) => ({ name, resources: { requests: { cpu: '16' } } }));
    expect(texts({ pod: pod({ containers }), objects: [labelled({}), ...gpus] })).toEqual([
      'request 4 of cpu instead of 16 in container a, and request 4 of cpu instead of 16 in container b',
    ]);
  });

  it('lower the request of the pod as a whole', () => {
    const whole = pod({ resources: { requests: { cpu: '20' } } }, { cpu: '2' });
    expect(texts({ pod: whole, objects: [labelled({}), ...gpus] })[0]).toBe('request 8 of cpu instead of 20 for the pod as a whole');
  });

  it('give up a port of the node, or delete the pod that has it', () => {
    const ports = [{ containerPort: 80, hostPort: 8080 }];
    const objects = [labelled({}), ...gpus, running('web', {}, { ports })];
    expect(texts({ pod: pod({}, {}, { ports }), objects })).toEqual([
      'remove hostPort 8080 from container work',
      'delete pod ns/web, which uses port TCP/8080',
      'add a node like n',
    ]);
    const onHost = pod({ hostNetwork: true }, {}, { ports: [{ containerPort: 8080 }] });
    expect(texts({ pod: onHost, objects })[0]).toBe('run the pod without hostNetwork');
  });

  it('take scheduling gates off, and leave out the name of a node', () => {
    const objects = [labelled({}), ...gpus];
    expect(texts({ pod: pod({ schedulingGates: [{ name: 'example.com/wait' }] }), objects })).toEqual([
      'remove the scheduling gate example.com/wait from the pod',
    ]);
    expect(texts({ pod: pod({ nodeName: 'gone' }), objects })).toEqual(['remove nodeName gone from the pod']);
  });

  it('joined what filters reject and what devices lack', () => {
    const taints = [{ key: 'dedicated', effect: 'NoSchedule' }];
    const objects = [labelled({}, { taints }), deviceClass('any'), slice('s', [device('g0')]), claim('c', [request('r', { count: 2 })])];
    const found = texts({ pod: pod(), objects });
    expect(found[0]).toBe('add a toleration for the taint dedicated:NoSchedule to the pod, and request 1 device instead of 2 in request r');
  });

  it('write labels as the node has them also among several changes', () => {
    const taints = [{ key: 'dedicated', effect: 'NoSchedule' }];
    const asked = pod({ nodeSelector: { zone: 'zone-A' } }, { cpu: '9' });
    expect(texts({ pod: asked, objects: [labelled({ zone: 'zone-a' }, { taints }), ...gpus] })[0]).toBe(
      "write zone-a instead of zone-A for zone in the pod's node selector, and add a toleration for the taint dedicated:NoSchedule to the pod, and " +
        'request 8 of cpu instead of 9 in container work',
    );
  });

  it('come in turns, too', async () => {
    const cluster = allocator.cluster();
    cluster.apply([labelled({}, { unschedulable: true }), ...gpus] as never);
    const { suggestions } = await cluster.explainAsync({ pod: pod() as never });
    expect(suggestions.map(({ text }) => text)).toEqual(['uncordon node n', 'add a node like n']);
  });
});
