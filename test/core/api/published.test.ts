// Objects that others have published: manifests of drivers and of Kubernetes itself, and the examples of two KEPs.

import { describe, expect, test } from 'vitest';
import { decodeAllObjects } from '../../../src/core/api/all-objects.js';
import type { ObjectSet } from '../../../src/core/api/objects.js';
import { errorOf, manifest, yamlDocuments } from '../../support/api.js';
import { renderGoTemplate } from '../../support/go-template.js';

const decode = (text: string): ObjectSet => decodeAllObjects(yamlDocuments(text).map((value) => ({ value })));

describe('manifests', () => {
  test('dumps of GPUs and NICs of one node', () => {
    const gpus = decode(manifest('dranet/aws-eks-gpu-efa/resourceslice-gpu.yaml'));
    expect(gpus.resourceSlices[0]?.spec.devices).toHaveLength(8);
    expect(gpus.resourceSlices[0]?.spec.devices[0]?.attributes.get('resource.kubernetes.io/pcieRoot')).toEqual({ string: 'pci0000:10' });
    expect(gpus.resourceSlices[0]?.spec.devices[0]?.capacity.get('memory')?.value.toString()).toBe('40Gi');
    const nics = decode(manifest('dranet/aws-eks-gpu-efa/resourceslice-dranet.yaml'));
    expect(nics.resourceSlices[0]?.spec.devices).toHaveLength(7);
    expect(nics.resourceSlices[0]?.spec.devices[0]?.attributes.get('dra.net/numaNode')).toEqual({ int: 0n });
    expect([...gpus.warnings, ...nics.warnings]).toEqual([]);
  });

  test('a class and templates of DRANET', () => {
    const classes = decode(manifest('dranet/aws-eks-gpu-efa/device-class.yaml')).deviceClasses;
    expect(classes[0]?.spec.selectors[0]?.cel?.expression).toContain('device.driver == "dra.net" &&\n');
    const templates = decode(manifest('dranet/aws-eks-gpu-efa/resource-claim-template.yaml')).resourceClaimTemplates;
    expect(templates.map(({ spec }) => spec.spec.devices.constraints)).toEqual([
      [],
      [{ requests: ['gpu', 'efa'], matchAttribute: 'resource.kubernetes.io/pcieRoot' }],
    ]);
  });

  test('the same NVIDIA example in v1 and v1beta1 decodes to the same', () => {
    const [served, flat] = ['v1', 'v1beta1'].map((version) => decode(manifest(`nvidia/${version}/gpu-test4.yaml`)));
    expect(served?.resourceClaimTemplates[0]?.spec.spec.devices.requests).toHaveLength(4);
    const given = flat?.resourceClaimTemplates.map(({ metadata: { version, ...metadata }, spec }) => ({ version, metadata, spec })) ?? [];
    expect(given.map(({ version }) => version)).toEqual(['v1beta1']);
    expect({ ...flat, resourceClaimTemplates: given.map(({ metadata, spec }) => ({ metadata, spec })) }).toEqual(served);
    expect(served?.workloads[0]?.podSets[0]?.replicas).toBe(4);
    expect(served?.workloads[0]?.podSets[0]?.template.spec.containers.map(({ claims }) => claims[0]?.request)).toEqual([
      'mig-1g-5gb-0',
      'mig-1g-5gb-1',
      'mig-2g-10gb',
      'mig-3g-20gb',
    ]);
    expect([...(served?.skipped ?? [])]).toEqual([]);
  });

  test('alternatives, distinct attributes and capacity requests', () => {
    const intel = decode(manifest('intel/pod-inline-first-available.yaml'));
    expect(intel.resourceClaimTemplates[0]?.spec.spec.devices.requests[0]?.firstAvailable.map(({ name }) => name)).toEqual([
      'gpu',
      'gaudi',
    ]);
    expect(intel.pods[0]?.spec.resourceClaims).toEqual([{ name: 'resource', resourceClaimTemplateName: 'claim1' }]);
    const rocm = decode(manifest('rocm/example-partitions-distinct-parents.yaml'));
    expect(rocm.resourceClaims[0]?.spec.devices.constraints).toEqual([
      { requests: ['p0', 'p1'], distinctAttribute: 'gpu.amd.com/deviceID' },
    ]);
    const cpu = decode(manifest('dra-cpu/pod_with_resource_claim_grouped_mode.yaml'));
    expect(cpu.resourceClaims[0]?.spec.devices.requests[0]?.exactly?.capacity?.requests.get('dra.cpu/cpu')?.toString()).toBe('10');
  });

  test('templates of the scheduler benchmark', () => {
    const render = (name: string, data = {}): ObjectSet =>
      decode(renderGoTemplate(manifest(`kubernetes-scheduler-perf/${name}.yaml`), { Index: 3, ...data }));
    expect(render('resourceclaim-partitionable-backtracking').resourceClaims[0]?.spec.devices.requests[0]?.exactly?.count).toBe(7n);
    const [sets] = render('resourceslice-partitionable-backtracking-countersets').resourceSlices;
    expect(sets?.spec.sharedCounters.map(({ counters }) => counters.size)).toEqual([8, 1]);
    const [devices] = render('resourceslice-partitionable-backtracking-devices').resourceSlices;
    expect(devices?.spec.devices[0]?.consumesCounters[1]?.counters.get('mem')?.value.toString()).toBe('20Gi');
    const [lists] = render('resourceslice-list-attributes-devices').resourceSlices;
    expect(lists?.metadata.name).toBe('resourceslice-3');
    const sizes = lists?.spec.devices.map(({ attributes }) => attributes.get('dra.example.com/match')?.strings?.length);
    expect(sizes).toEqual([...Array<number>(32).fill(32), ...Array<number>(32).fill(33)]);
    expect(lists?.spec.devices[32]?.attributes.get('dra.example.com/match')?.strings?.[0]).toBe('shared-value');
    const few = render('resourceslice-list-attributes-devices', {
      numDevices: 2,
      numListValues: 1,
      numNonMatchingDevices: 1,
      sharedValue: 's',
    });
    expect(few.resourceSlices[0]?.spec.devices.map(({ attributes }) => attributes.get('dra.example.com/match')?.strings)).toEqual([
      ['device-0-value-0'],
      ['s', 'device-1-value-0'],
    ]);
  });
});

describe('KEP-5491, story 1', () => {
  test('its slices decode to the served form', () => {
    const set = decode(`
apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata:
  name: cpu
spec:
  driver: "cpu.example.com"
  pool:
    name: "cpu"
    resourceSliceCount: 1
  nodeName: node-1
  devices:
  - name: "cpu-0"
    attributes:
      resource.kubernetes.io/pcieRoot:
        list:
          string:
          - pci0000:01
          - pci0000:02
---
apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata:
  name: gpu
spec:
  driver: "gpu.example.com"
  pool:
    name: "gpu"
    resourceSliceCount: 1
  nodeName: node-1
  devices:
  - name: "gpu-0"
    attributes:
      resource.kubernetes.io/pcieRoot:
        string: pci0000:01
`);
    const values = set.resourceSlices.map(({ spec }) => spec.devices[0]?.attributes.get('resource.kubernetes.io/pcieRoot'));
    expect(values).toEqual([{ strings: ['pci0000:01', 'pci0000:02'] }, { string: 'pci0000:01' }]);
    expect(set.resourceSlices[0]?.spec.pool.generation).toBe(0n);
    expect(set.warnings).toHaveLength(1);
  });

  const claim = (requests: string): string => `
apiVersion: resource.k8s.io/v1
kind: ResourceClaim
spec:
${requests}`;

  test('its claim leaves out `devices`, and the error says so', () => {
    const error = errorOf(() =>
      decode(claim('  requests:\n  - name: "gpu"\n    exactly:\n      deviceClassName: gpu.example.com\n      count: 1\n')),
    );
    expect(error.message).toBe('spec.requests: unknown field, did you mean spec.devices.requests?');
    expect(error.path).toBe('spec.requests');
  });

  test('mended as the error says, it decodes', () => {
    const set = decode(
      claim(`  devices:
    requests:
    - name: "gpu"
      exactly:
        deviceClassName: gpu.example.com
        count: 1
    constraints:
    - requests: ["gpu"]
      matchAttribute: k8s.io/pcieRoot
`),
    );
    expect(set.resourceClaims[0]?.spec.devices.constraints[0]?.matchAttribute).toBe('k8s.io/pcieRoot');
  });
});

test('classic DRA of v1alpha2 is explained', () => {
  const classic = `
apiVersion: resource.k8s.io/v1alpha2
driverName: fake.resource.3-shake.com
kind: ResourceClass
metadata:
  name: fake.3-shake.com
`;
  const { warnings, skipped } = decode(classic);
  expect(warnings[0]?.message).toContain('ResourceClass is skipped: classic DRA');
  expect([...skipped]).toEqual([['resource.k8s.io/v1alpha2 ResourceClass', 1]]);
  const template = `
apiVersion: resource.k8s.io/v1alpha2
kind: ResourceClaimTemplate
metadata:
  namespace: test1
  name: default-fake-template
spec:
  spec:
    resourceClassName: fake.3-shake.com
`;
  for (const text of [template, template.replace('v1alpha2', 'v1')]) {
    expect(errorOf(() => decode(text)).message).toMatch(
      /was removed in Kubernetes 1\.32; request a DeviceClass instead, in resource\.k8s\.io\/v1/,
    );
  }
});
