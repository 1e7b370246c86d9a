// Tests when warnings about unintended configurations are reported and when not.

import { describe, expect, it } from 'vitest';
import { variantOf } from '../../../../src/validate/examples.js';
import { validate } from '../../../../src/validate/index.js';
import type { ExampleObject } from '../../../../src/validate/world-rule.js';

const told = (...objects: readonly ExampleObject[]): readonly string[] =>
  validate(objects.map(([kind, changes, apiVersion]) => variantOf(kind, changes, apiVersion) as object)).map(
    ({ rule, message }) => `${rule}: ${message}`,
  );
const rules = (...objects: readonly ExampleObject[]): readonly string[] => told(...objects).map((text) => text.split(':')[0] as string);

describe('count: 0', () => {
  it.each([['ExactDeviceRequest', { 'spec.devices.requests[0].exactly.count': 0 }]])('is reported as 1 device in %s', (_, changes) => {
    expect(told(['ResourceClaim', changes])).toEqual([
      'count-zero: count 0 requests 1 device: the API server treats 0 as unset and defaults it to 1',
    ]);
  });

  it('is reported in templates, alternatives and other versions', () => {
    expect(rules(['ResourceClaimTemplate', { 'spec.spec.devices.requests[0].exactly.count': 0 }])).toEqual(['count-zero']);
    const alternative = { name: 'a', deviceClassName: 'gpu.example.com', count: 0 };
    expect(rules(['ResourceClaim', { 'spec.devices.requests[0]': { name: 'g', firstAvailable: [alternative] } }])).toEqual(['count-zero']);
    const flat = { name: 'g', deviceClassName: 'gpu.example.com', count: 0 };
    expect(rules(['ResourceClaim', { 'spec.devices.requests[0]': flat }, 'resource.k8s.io/v1beta1'])).toContain('count-zero');
  });

  it('is not reported with All, which has no count, nor where no count is written', () => {
    const all = { deviceClassName: 'gpu.example.com', allocationMode: 'All', count: 0 };
    expect(rules(['ResourceClaim', { 'spec.devices.requests[0].exactly': all }])).toEqual([]);
    expect(rules(['ResourceClaim', {}])).toEqual([]);
  });
});

describe('a selector that fails on a device', () => {
  const slice: ExampleObject = [
    'ResourceSlice',
    { 'spec.devices[0].attributes': { model: { string: 'A100' }, driver: { version: '1.2.0' } } },
  ];
  const nic: ExampleObject = [
    'ResourceSlice',
    { 'metadata.name': 'nic', 'spec.driver': 'nic.example.com', 'spec.devices[0].attributes': {} },
  ];
  const suggestions = (expression: string): readonly (string | undefined)[] =>
    validate(
      [slice, nic, ['DeviceClass', { 'spec.selectors[0].cel.expression': expression }] as const].map(
        ([kind, changes]) => variantOf(kind, changes as ExampleObject[1]) as object,
      ),
    )
      .filter(({ rule }) => rule === 'selector-fails')
      .map(({ suggestion }) => suggestion);

  it('gets the advice to test the driver only if the device lacks the attribute', () => {
    expect(suggestions("device.attributes['gpu.example.com'].model == 'A100'")).toEqual([
      'begin with device.driver == "gpu.example.com" && ...',
    ]);
    expect(suggestions("device.driver == 'gpu.example.com' && device.attributes['gpu.example.com'].driver >= '1.0.0'")).toEqual([
      undefined,
    ]);
  });
});

describe('a DeviceTaintRule', () => {
  const slice: ExampleObject = ['ResourceSlice', {}];
  const rule = (deviceSelector: object | undefined, effect = 'NoSchedule'): ExampleObject => [
    'DeviceTaintRule',
    { 'spec.deviceSelector': deviceSelector, 'spec.taint.effect': effect },
  ];

  it('that selects everything is reported with what its effect does', () => {
    expect(told(slice, rule({}))).toEqual([
      'taint-rule-unbounded: an empty deviceSelector selects every device of every driver in the cluster: the taint keeps new pods from every device unless its claim tolerates the taint',
    ]);
    expect(told(slice, rule({}, 'NoExecute'))[0]).toContain('evicts every pod that uses a device');
    expect(told(slice, rule({}, 'None'))).toEqual([]);
  });

  it('that has no selector is reported', () => {
    expect(told(slice, rule(undefined))).toEqual(['taint-rule-unbounded: without deviceSelector the rule taints no device']);
  });

  it.each([
    [{ driver: 'gpu.exmaple.com' }, 'the driver gpu.exmaple.com: did you mean gpu.example.com?'],
    [{ pool: 'elsewhere' }, 'the pool elsewhere: found worker'],
    [{ driver: 'gpu.example.com', pool: 'worker', device: 'gpu-O' }, 'the device gpu-o'],
  ] as const)('that selects no device of the input is reported: %o', (selector, end) => {
    const found = told(slice, rule(JSON.parse(JSON.stringify(selector).toLowerCase()) as object));
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(`taint-rule-without-devices: the rule taints no device: no device of the input has ${end}`);
  });

  it('is not reported without devices in the input', () => {
    expect(told(rule({ driver: 'gpu.other.org' }))).toEqual([]);
  });
});

describe('a claim that no container uses', () => {
  const unused = { 'spec.containers[0].resources': {} };

  it('is reported in pods and in templates of pods', () => {
    expect(told(['Pod', unused])).toEqual([
      'claim-unused: no container uses the claim gpu: its devices are allocated to the pod, but no container can access them',
    ]);
    expect(rules(['Deployment', { 'spec.template.spec.containers[0].resources': {} }])).toEqual(['claim-unused']);
  });

  it('is used by init containers, and by one of several', () => {
    const uses = { name: 'before', image: 'a', resources: { claims: [{ name: 'gpu' }] } };
    expect(told(['Pod', { ...unused, 'spec.initContainers': [uses] }])).toEqual([]);
    expect(told(['Pod', { 'spec.containers[1]': { name: 'other', image: 'a' } }])).toEqual([]);
  });

  it('is not reported of network devices, which are attached to the whole pod', () => {
    const reference = { name: 'nic', resourceClaimName: 'nic' };
    expect(told(['Pod', { ...unused, 'spec.resourceClaims': [reference] }])).toEqual([]);
    const claim: ExampleObject = [
      'ResourceClaim',
      { 'metadata.name': 'a', 'spec.devices.requests[0].exactly.deviceClassName': 'rdma.example.com' },
    ];
    expect(told(claim, ['Pod', { ...unused, 'spec.resourceClaims': [{ name: 'a', resourceClaimName: 'a' }] }])).toEqual([]);
  });
});

describe('a request for capacity', () => {
  const request: ExampleObject = ['ResourceClaim', { 'spec.devices.requests[0].exactly.capacity.requests[memory]': '10Gi' }];
  const shared = { 'metadata.name': 'b', 'spec.pool.name': 'b', 'spec.devices[0].allowMultipleAllocations': true };

  it('is reported where every device that matches is allocated whole', () => {
    expect(told(['ResourceSlice', {}], ['DeviceClass', {}], request)).toEqual([
      'capacity-of-whole-devices: no device that matches can be shared: the request is allocated a whole device, such as gpu-0 with all 40Gi of memory instead of 10Gi',
    ]);
  });

  it('is not reported where one of them can be shared, or no device is known', () => {
    expect(told(['ResourceSlice', {}], ['ResourceSlice', shared], ['DeviceClass', {}], request)).toEqual([]);
    expect(told(request)).toEqual([]);
  });
});

describe('sharing in a template', () => {
  const config = (parameters: object): object => [{ opaque: { driver: 'gpu.example.com', parameters } }];
  const template = (parameters: object): ExampleObject => ['ResourceClaimTemplate', { 'spec.spec.devices.config': config(parameters) }];
  const sliced = template({ apiVersion: 'resource.nvidia.com/v1beta1', kind: 'GpuConfig', sharing: { strategy: 'TimeSlicing' } });

  it('is reported where pods have one container that uses the claim', () => {
    expect(told(sliced, ['Deployment', {}])).toEqual([
      'sharing-in-template: the template creates a separate claim for each pod: with TimeSlicing, the containers of one pod share a device, but different pods do not',
    ]);
    expect(rules(template({ sharing: { strategy: 'MPS' } }))).toEqual(['sharing-in-template']);
  });

  it('is not reported where containers of a pod share the claim, nor for other configuration', () => {
    const second = { name: 'second', image: 'a', resources: { claims: [{ name: 'gpu' }] } };
    expect(told(sliced, ['Deployment', { 'spec.template.spec.containers[1]': second }])).toEqual([]);
    expect(told(template({ sharing: 'no' }), template({ mode: 'fast' }), template({ sharing: { strategy: 'Exclusive' } }))).toEqual([]);
  });
});

describe('CPUs of claims', () => {
  const claim = (more: object): ExampleObject => [
    'ResourceClaim',
    { 'spec.devices.requests[0].exactly': { deviceClassName: 'dra.cpu', ...more } },
  ];
  const ten = claim({ capacity: { requests: { 'dra.cpu/cpu': '10' } } });
  const requesting = (resources: object, ofPod?: object): ExampleObject => [
    'Pod',
    {
      'spec.containers[0].resources': { claims: [{ name: 'gpu' }], ...resources },
      ...(ofPod === undefined ? {} : { 'spec.resources': ofPod }),
    },
  ];

  it('are reported where the container requests others, or none', () => {
    expect(told(ten, requesting({ requests: { cpu: '8' } }))).toEqual([
      'cpu-claim-mirrored: container main requests 8 CPU, but its claims allocate 10 CPU of driver dra.cpu: the scheduler counts only requests, so two pods can be allocated the same CPUs',
    ]);
    expect(told(ten, requesting({}))[0]).toContain('requests no CPU, but its claims allocate 10 CPU');
    expect(rules(claim({ count: 4 }), requesting({ requests: { cpu: '3500m' } }))).toEqual(['cpu-claim-mirrored']);
  });

  it('are not reported where the container or the pod requests them', () => {
    expect(told(ten, requesting({ requests: { cpu: '10' } }))).toEqual([]);
    expect(told(ten, requesting({ limits: { cpu: '10' } }))).toEqual([]);
    expect(told(ten, requesting({}, { requests: { cpu: '12' } }))).toEqual([]);
    expect(told(claim({ count: 4 }), requesting({ requests: { cpu: '4' } }))).toEqual([]);
  });

  it('are reported where the pod as a whole requests fewer', () => {
    expect(told(ten, requesting({}, { requests: { cpu: '6' } }))[0]).toContain('the pod requests 6 CPU, but the claims of its containers');
  });

  it('are not reported where their number is unknown, or the scheduler accounts for them', () => {
    expect(told(claim({}), requesting({}))).toEqual([]);
    expect(told(claim({ allocationMode: 'All' }), requesting({}))).toEqual([]);
    const device = { name: 'cpus', capacity: { 'dra.cpu/cpu': { value: '64' } }, allowMultipleAllocations: true };
    const mapped = { ...device, nodeAllocatableResources: { cpu: { mapping: { capacityKey: 'dra.cpu/cpu' } } } };
    const cpuClass: ExampleObject = [
      'DeviceClass',
      { 'metadata.name': 'dra.cpu', 'spec.selectors[0].cel.expression': 'device.driver == "dra.cpu"' },
    ];
    const slice = (one: object): ExampleObject => ['ResourceSlice', { 'spec.driver': 'dra.cpu', 'spec.devices': [one] }];
    expect(rules(slice(device), cpuClass, ten, requesting({}))).toEqual(['cpu-claim-mirrored']);
    expect(rules(slice(mapped), cpuClass, ten, requesting({})).filter((rule) => rule === 'cpu-claim-mirrored')).toEqual([]);
  });
});
