import { describe, expect, test } from 'vitest';
import { DecodeContext } from '../../../src/core/api/context.js';
import type { PodSpec } from '../../../src/core/api/pod.js';
import type { ResourceList } from '../../../src/core/api/resource-list.js';
import { decodeRuntimeClass } from '../../../src/core/api/runtime-class.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import type { Json } from '../../../src/core/base/json.js';
import { withPodDefaults } from '../../../src/scheduler/filters/pod-defaults.js';
import { context, pod } from './objects.js';

const { features } = context();

function filled(spec: object, options: { features?: object; runtimeClass?: object } = {}): PodSpec | string {
  const runtimeClass = { metadata: { name: 'kata' }, ...options.runtimeClass };
  const runtimeClasses = new Map([['kata', decodeRuntimeClass(runtimeClass as Json, new DecodeContext())]]);
  const result = inOneGo(withPodDefaults(pod(spec), { features: { ...features, ...options.features }, runtimeClasses }, UNLIMITED));
  return 'refusal' in result ? result.refusal : result.pod.spec;
}

function specOf(...given: Parameters<typeof filled>): PodSpec {
  const spec = filled(...given);
  if (typeof spec === 'string') throw new Error(spec);
  return spec;
}

const entries = (list: ResourceList | undefined): string[] => [...(list ?? [])].map(([name, amount]) => `${name}=${amount}`).sort();

describe('tolerations', () => {
  const keys = (...tolerations: object[]): string[] => specOf({ tolerations }).tolerations.map(({ key, effect }) => `${key}:${effect}`);
  const [NOT_READY, UNREACHABLE] = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'];

  test('of nodes that are not ready or not reached are added', () => {
    expect(keys({ key: 'a', effect: 'NoSchedule' })).toEqual(['a:NoSchedule', `${NOT_READY}:NoExecute`, `${UNREACHABLE}:NoExecute`]);
    expect(specOf({}).tolerations.map(({ operator }) => operator)).toEqual(['Exists', 'Exists']);
  });

  test('that the pod has for them are left as they are', () => {
    expect(keys({ key: NOT_READY, effect: 'NoExecute' })).toEqual([`${NOT_READY}:NoExecute`, `${UNREACHABLE}:NoExecute`]);
    expect(keys({ key: UNREACHABLE }, { key: NOT_READY, effect: 'NoSchedule' })).toEqual([
      `${UNREACHABLE}:`,
      `${NOT_READY}:NoSchedule`,
      `${NOT_READY}:NoExecute`,
    ]);
    expect(keys({ operator: 'Exists' })).toEqual([':']);
    expect(keys({ operator: 'Exists', effect: 'NoSchedule' })).toHaveLength(3);
  });
});

test('on the network of the node all ports are ports of the node', () => {
  const spec = {
    initContainers: [{ ports: [{ containerPort: 1 }] }],
    containers: [{ ports: [{ containerPort: 2 }, { containerPort: 3, hostPort: 4 }] }],
  };
  const ports = (of: PodSpec): number[] =>
    [...of.initContainers, ...of.containers].flatMap((each) => each.ports.map(({ hostPort }) => hostPort));
  expect(ports(specOf({ ...spec, hostNetwork: true }))).toEqual([1, 2, 4]);
  expect(ports(specOf(spec))).toEqual([0, 0, 4]);
});

describe('requests of the pod as a whole', () => {
  const requests = (resources: object, container: object = {}, gates: object = {}): string[] =>
    entries(specOf({ resources, containers: [{ resources: container }] }, { features: gates }).resources?.requests);

  test('are those of its containers, then its limits', () => {
    expect(requests({ limits: { cpu: 4, memory: 8 } }, { requests: { cpu: 2, 'example.com/a': 1 } })).toEqual(['cpu=2', 'memory=8']);
    expect(requests({ requests: { cpu: 1 }, limits: { cpu: 4 } }, { requests: { cpu: 2 } })).toEqual(['cpu=1']);
    expect(requests({ limits: { 'example.com/a': 1 } })).toEqual([]);
  });

  test('are those of its containers where it has requests alone, from 1.37 on', () => {
    expect(requests({ requests: { cpu: 1 } }, { requests: { memory: 2 } })).toEqual(['cpu=1', 'memory=2']);
    const before = { podLevelResourcesFixDefaulting: false };
    expect(requests({ requests: { cpu: 1 } }, { requests: { memory: 2 } }, before)).toEqual(['cpu=1']);
    expect(requests({ limits: { cpu: 1 } }, { requests: { memory: 2 } }, before)).toEqual(['cpu=1', 'memory=2']);
  });

  test('of huge pages are the limits of its containers', () => {
    expect(requests({ requests: { cpu: 1 } }, { limits: { 'hugepages-2Mi': 4 } })).toEqual(['cpu=1', 'hugepages-2Mi=4']);
    expect(requests({ requests: { 'hugepages-2Mi': 8 } }, { limits: { 'hugepages-2Mi': 4 } })).toEqual(['hugepages-2Mi=8']);
  });

  test('are left alone where the pod says nothing as a whole, and without the gate', () => {
    expect(specOf({ containers: [{ resources: { requests: { cpu: 1 } } }] }).resources).toBeUndefined();
    expect(requests({}, { requests: { cpu: 1 } })).toEqual([]);
    expect(requests({ limits: { cpu: 4 } }, {}, { podLevelResources: false })).toEqual([]);
  });
});

describe('a runtime class', () => {
  test('brings its overhead', () => {
    const runtimeClass = { overhead: { podFixed: { cpu: '250m' } } };
    expect(entries(specOf({ runtimeClassName: 'kata' }, { runtimeClass }).overhead)).toEqual(['cpu=250m']);
    expect(entries(specOf({ runtimeClassName: 'kata', overhead: { cpu: '0.25' } }, { runtimeClass }).overhead)).toEqual(['cpu=250m']);
    expect(filled({ runtimeClassName: 'kata', overhead: { cpu: 1 } }, { runtimeClass })).toBe(
      "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead",
    );
    expect(filled({ runtimeClassName: 'other' }, { runtimeClass })).toBe('pod rejected: RuntimeClass "other" not found');
  });

  test('brings labels that nodes must have, and tolerations', () => {
    const runtimeClass = { scheduling: { nodeSelector: { kata: 'yes' }, tolerations: [{ key: 'kata', operator: 'Exists' }] } };
    const spec = specOf({ runtimeClassName: 'kata', nodeSelector: { zone: 'a' } }, { runtimeClass });
    expect([...spec.nodeSelector]).toEqual([
      ['zone', 'a'],
      ['kata', 'yes'],
    ]);
    expect(spec.tolerations.at(-1)).toEqual({ key: 'kata', operator: 'Exists', value: '', effect: '' });
    expect(filled({ runtimeClassName: 'kata', nodeSelector: { kata: 'no' } }, { runtimeClass })).toBe(
      'conflict: runtimeClass.scheduling.nodeSelector[kata] = yes; pod.spec.nodeSelector[kata] = no',
    );
  });
});

test('a pod that was filled in stays as it is', () => {
  const once = specOf({ hostNetwork: true, resources: { limits: { cpu: 1 } }, containers: [{ ports: [{ containerPort: 1 }] }] });
  const again = inOneGo(withPodDefaults({ ...pod({}), spec: once }, { features, runtimeClasses: new Map() }, UNLIMITED));
  expect('pod' in again && again.pod.spec).toEqual(once);
});

test('topology spread constraints with one key and action are rejected', () => {
  const constraint = (topologyKey: string, whenUnsatisfiable: string): object => ({ maxSkew: 1, topologyKey, whenUnsatisfiable });
  const both = [constraint('zone', 'DoNotSchedule'), constraint('zone', 'ScheduleAnyway'), constraint('host', 'DoNotSchedule')];
  expect(specOf({ topologySpreadConstraints: both }).topologySpreadConstraints).toHaveLength(3);
  expect(filled({ topologySpreadConstraints: [...both, constraint('zone', 'ScheduleAnyway')] })).toBe(
    'spec.topologySpreadConstraints[3]: duplicate topologyKey "zone" and whenUnsatisfiable',
  );
});
