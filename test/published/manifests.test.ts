// Every file under test/manifests, read as kubectl reads it and allocated or rejected as the table here says. The files come from public
// projects and are never changed; what they lack (Nodes, classes, devices, pods) is added here, row by row.

import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createAllocator } from '../../src/index.js';
import { renderGoTemplate } from '../support/go-template.js';
import { claim, deviceClass, node, request, slice } from '../support/objects.js';
import { documentsOf, place, textOf, warningsOf } from './walkthrough.js';

/** The outcome for the pods and claims of some files. */
interface Row {
  readonly title: string;
  /** Below test/manifests; read together, in this order. */
  readonly files: readonly string[];
  /** Objects that the files lack. */
  readonly added: readonly object[];
  /** For each pod or claim its node and `request=device` for each device, or why it stays pending. */
  readonly expected: Readonly<Record<string, string>>;
}

/** A pod whose only claim is made from a template. */
const pod = (name: string, template: string): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name },
  spec: { resourceClaims: [{ name: 'devices', resourceClaimTemplateName: template }], containers: [{ name: 'main' }] },
});

/** A device with string attributes. */
const device = (name: string, attributes: Readonly<Record<string, string>>): object => ({
  name,
  attributes: Object.fromEntries(Object.entries(attributes).map(([key, string]) => [key, { string }])),
});

/** A node and the devices of one driver on it. */
const machine = (name: string, driver: string, devices: readonly object[]): object[] => [
  node(name),
  slice(`${name}-${driver}`, devices, { driver, nodeName: name, pool: { name } }),
];

const EKS = 'dranet/aws-eks-gpu-efa';
const EKS_NODE = 'ip-192-168-153-160.ec2.internal';
const EKS_FILES = ['resourceslice-gpu', 'resourceslice-dranet', 'device-class', 'resource-claim-template'].map(
  (name) => `${EKS}/${name}.yaml`,
);
const EKS_ADDED = [node(EKS_NODE), deviceClass('gpu.nvidia.com', 'device.driver == "gpu.nvidia.com"')];
const five = (template: string): object[] => [0, 1, 2, 3, 4].map((index) => pod(`p${index}`, template));

/** A GPU, and what it is cut into: MIG devices named after their profiles. */
const mig = (gpu: string, ...profiles: string[]): object[] => [
  device(gpu, { type: 'gpu', uuid: gpu }),
  ...profiles.map((profile, index) => device(`${gpu}-${profile.replace('.', '-')}-${index}`, { type: 'mig', parentUUID: gpu, profile })),
];
const CUT = ['1g.5gb', '1g.5gb', '2g.10gb', '3g.20gb'];
const ONLY_SMALL = ['1g.5gb', '1g.5gb', '1g.5gb', '1g.5gb', '1g.5gb', '1g.5gb', '1g.5gb'];
const MIG_CLASS = deviceClass('mig.nvidia.com', `device.driver == 'gpu.nvidia.com' && device.attributes['gpu.nvidia.com'].type == 'mig'`);
const migPicks = (gpu: string): string =>
  `mig-1g-5gb-0=${gpu}-1g-5gb-0 mig-1g-5gb-1=${gpu}-1g-5gb-1 mig-2g-10gb=${gpu}-2g-10gb-2 mig-3g-20gb=${gpu}-3g-20gb-3`;

const gpuTest4 = (version: string): Row[] => [
  {
    title: 'each of the four replicas gets its four MIG devices from one GPU; a GPU cut into small ones only serves none',
    files: [`nvidia/${version}/gpu-test4.yaml`],
    added: [
      MIG_CLASS,
      ...machine('a', 'gpu.nvidia.com', [...mig('gpu-0', ...ONLY_SMALL), ...mig('gpu-1', ...CUT), ...mig('gpu-2', ...CUT)]),
      ...machine('b', 'gpu.nvidia.com', [...mig('gpu-0', ...CUT), ...mig('gpu-1'), ...mig('gpu-2', ...CUT)]),
    ],
    expected: {
      'pod gpu-test4/pod-0': `a: ${migPicks('gpu-1')}`,
      'pod gpu-test4/pod-1': `a: ${migPicks('gpu-2')}`,
      'pod gpu-test4/pod-2': `b: ${migPicks('gpu-0')}`,
      'pod gpu-test4/pod-3': `b: ${migPicks('gpu-2')}`,
    },
  },
  {
    title: 'devices of the right profiles on two GPUs are not enough',
    files: [`nvidia/${version}/gpu-test4.yaml`],
    added: [MIG_CLASS, ...machine('a', 'gpu.nvidia.com', [...mig('gpu-0', ...ONLY_SMALL), ...mig('gpu-1', '2g.10gb', '3g.20gb')])],
    expected: Object.fromEntries([0, 1, 2, 3].map((index) => [`pod gpu-test4/pod-${index}`, 'unallocatable'])),
  },
];

const INTEL_CLASSES = ['gpu.intel.com', 'gaudi.intel.com'].map((driver) => deviceClass(driver, `device.driver == "${driver}"`));

/** Partitions of AMD GPUs: `gpu` is their parent. */
const partitions = (gpu: string, count: number): object[] =>
  Array.from({ length: count }, (_, index) => device(`${gpu}-${index}`, { type: 'amdgpu-partition', deviceID: gpu }));
const ROCM_FILE = 'rocm/example-partitions-distinct-parents.yaml';
const ROCM_POD = 'pod gpu-test/pod-two-partitions-distinct-parents';
const ROCM_CLASS = deviceClass('gpu.amd.com', 'device.driver == "gpu.amd.com"');

const PERF = 'kubernetes-scheduler-perf';
/** Data for the Go templates of scheduler_perf. */
const PERF_DATA = { Index: 3 };
const PERF_NODE = node('scheduler-perf-dra-3', { 'node-with-dra': 'true' });
const fromTo = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, index) => `req-0=device-${first + index}`).join(' ');
const matching = (count: number): object =>
  claim('c', [{ name: 'req-0', exactly: { deviceClassName: 'any', count } }], {
    constraints: [{ matchAttribute: 'dra.example.com/match' }],
  });

const ROWS: readonly Row[] = [
  {
    title: 'aligned: each GPU comes with the EFA device of its PCIe root, of which there are four',
    files: EKS_FILES,
    added: [...EKS_ADDED, ...five('gpu-efa-aligned')],
    expected: {
      'pod p0': `${EKS_NODE}: gpu=gpu-0 efa=pci-0000-10-1b-0`,
      'pod p1': `${EKS_NODE}: gpu=gpu-2 efa=pci-0000-20-1b-0`,
      'pod p2': `${EKS_NODE}: gpu=gpu-4 efa=pci-0000-90-1b-0`,
      'pod p3': `${EKS_NODE}: gpu=gpu-6 efa=pci-0000-a0-1b-0`,
      'pod p4': 'unallocatable',
    },
  },
  {
    title: 'unaligned: GPUs and EFA devices in the order of their drivers',
    files: EKS_FILES,
    added: [...EKS_ADDED, ...five('gpu-efa-unaligned')],
    expected: {
      'pod p0': `${EKS_NODE}: gpu=gpu-0 efa=pci-0000-10-1b-0`,
      'pod p1': `${EKS_NODE}: gpu=gpu-1 efa=pci-0000-20-1b-0`,
      'pod p2': `${EKS_NODE}: gpu=gpu-2 efa=pci-0000-90-1b-0`,
      'pod p3': `${EKS_NODE}: gpu=gpu-3 efa=pci-0000-a0-1b-0`,
      'pod p4': 'unallocatable',
    },
  },
  {
    title: 'without the class that the Helm chart installs, the pod is an error and not merely pending',
    files: EKS_FILES.filter((file) => !file.endsWith('device-class.yaml')),
    added: [...EKS_ADDED, pod('p0', 'gpu-efa-aligned')],
    expected: {
      'pod p0':
        'unknown-device-class: claim p0-devices, request efa: could not retrieve device class efa.networking.k8s.aws: deviceclass.resource.k8s.io "efa.networking.k8s.aws" not found',
    },
  },
  {
    title: 'the class picks the EFA devices of DRANET: no other NIC, and no device of another driver',
    files: [`${EKS}/resourceslice-gpu.yaml`, `${EKS}/resourceslice-dranet.yaml`, `${EKS}/device-class.yaml`],
    added: [node(EKS_NODE), claim('c', [request('r', { deviceClassName: 'efa.networking.k8s.aws', allocationMode: 'All' })])],
    expected: { 'claim ns/c': `${EKS_NODE}: r=pci-0000-10-1b-0 r=pci-0000-20-1b-0 r=pci-0000-90-1b-0 r=pci-0000-a0-1b-0` },
  },
  ...gpuTest4('v1'),
  ...gpuTest4('v1beta1'),
  {
    title: 'a GPU is preferred to a Gaudi wherever it is; when all GPUs are taken, Gaudi; then nothing',
    files: ['intel/pod-inline-first-available.yaml'],
    added: [
      ...INTEL_CLASSES,
      ...machine('a', 'gaudi.intel.com', [device('0000-0f-00-0', {}), device('0000-1f-00-0', {})]),
      ...machine('b', 'gpu.intel.com', [device('0000-03-00-0', {})]),
      ...['second', 'third', 'fourth'].map((name) => pod(name, 'claim1')),
    ],
    expected: {
      'pod test-inline-first-available': 'b: ai-accelerator/gpu=0000-03-00-0',
      'pod second': 'a: ai-accelerator/gaudi=0000-0f-00-0',
      'pod third': 'a: ai-accelerator/gaudi=0000-1f-00-0',
      'pod fourth': 'unallocatable',
    },
  },
  {
    title: 'both classes must exist, also where the first alternative would do',
    files: ['intel/pod-inline-first-available.yaml'],
    added: [...INTEL_CLASSES.slice(0, 1), ...machine('a', 'gpu.intel.com', [device('0000-03-00-0', {})])],
    expected: {
      'pod test-inline-first-available':
        'unknown-device-class: claim test-inline-first-available-resource, request gaudi: could not retrieve device class gaudi.intel.com: deviceclass.resource.k8s.io "gaudi.intel.com" not found',
    },
  },
  {
    title: 'the two partitions come from different GPUs',
    files: [ROCM_FILE],
    added: [
      ROCM_CLASS,
      ...machine('a', 'gpu.amd.com', [device('whole', { type: 'amdgpu' }), ...partitions('gpu-0', 2), ...partitions('gpu-1', 2)]),
    ],
    expected: { [ROCM_POD]: 'a: p0=gpu-0-0 p1=gpu-1-0' },
  },
  {
    title: 'partitions of one GPU alone do not do',
    files: [ROCM_FILE],
    added: [ROCM_CLASS, ...machine('a', 'gpu.amd.com', partitions('gpu-0', 8))],
    expected: { [ROCM_POD]: 'unallocatable' },
  },
  {
    title: 'ten CPUs of a NUMA node that several claims share',
    files: ['dra-cpu/pod_with_resource_claim_grouped_mode.yaml'],
    added: [
      deviceClass('dra.cpu', 'device.driver == "dra.cpu"'),
      ...machine('a', 'dra.cpu', [
        {
          name: 'cpudevnuma000',
          allowMultipleAllocations: true,
          attributes: { 'dra.cpu/numaNodeID': { int: 0 } },
          capacity: { 'dra.cpu/cpu': { value: '32' } },
        },
      ]),
    ],
    expected: { 'pod pod-cpu-dra-claim': 'a: req-cpu-slice=cpudevnuma000' },
  },
  {
    title: 'seven of eight devices that draw on counters, of which the first takes too much memory',
    files: [
      'resourceslice-partitionable-backtracking-countersets',
      'resourceslice-partitionable-backtracking-devices',
      'resourceclaim-partitionable-backtracking',
    ].map((name) => `${PERF}/${name}.yaml`),
    added: [PERF_NODE, deviceClass('test-class')],
    expected: { 'claim test-claim-3': `scheduler-perf-dra-3: ${fromTo(2, 8)}` },
  },
  {
    title: 'of 64 devices with lists, the last 32 share a value: 32 that match are exactly these',
    files: [`${PERF}/resourceslice-list-attributes-devices.yaml`],
    added: [PERF_NODE, deviceClass('any'), matching(32)],
    expected: { 'claim ns/c': `scheduler-perf-dra-3: ${fromTo(32, 63)}` },
  },
  {
    title: 'a claim for one device more than that is above the limit of a claim',
    files: [`${PERF}/resourceslice-list-attributes-devices.yaml`],
    added: [PERF_NODE, deviceClass('any'), matching(33)],
    expected: {
      'claim ns/c':
        'too-many-devices: claim ns/c, request req-0: adding 33 devices exceeds the claim limit of 32, with 0 already accounted for',
    },
  },
];

/** The objects of a file; Go templates are rendered first. */
function objectsOf(file: string): object[] {
  const text = textOf(`manifests/${file}`);
  return documentsOf(file.startsWith(PERF) ? renderGoTemplate(text, PERF_DATA) : text);
}

const FILES = readdirSync(new URL('../manifests/', import.meta.url), { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.yaml'))
  // These have their pods in pod-templates.test.ts.
  .filter((file) => !file.startsWith('pod-templates/'))
  .sort();

describe('the table', () => {
  it('has a row for every manifest, and names none that is not there', () => {
    expect([...new Set(ROWS.flatMap(({ files }) => files))].sort()).toEqual(FILES);
  });

  it('is about the files of INDEX.md', () => {
    const index = textOf('manifests/INDEX.md').matchAll(/^\| (\S+\.yaml) \|/gm);
    expect(
      Array.from(index, ([, file]) => file ?? '')
        .filter((file) => !file.startsWith('pod-templates/'))
        .sort(),
    ).toEqual(FILES);
  });
});

it.each(FILES)('%s is read without a warning', (file) => {
  expect(warningsOf(objectsOf(file))).toEqual([]);
});

const allocator = await createAllocator();

describe.each([...new Set(ROWS.map(({ files }) => files.join(', ')))])('%s', (files) => {
  it.each(ROWS.filter((row) => row.files.join(', ') === files))('$title', ({ files, added, expected }) => {
    expect(place(allocator, [...files.flatMap(objectsOf), ...added])).toEqual(expected);
  });
});
