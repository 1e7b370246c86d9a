// Edge cases of pods and claims, in small clusters: nothing to allocate, everything allocated, zero amounts, claims in use.

import fc from 'fast-check';
import type { JsonPatchOperation, ObjectPatch, Suggestion } from '../../../src/explain/explanation.js';
import type { PodProblem } from '../../support/pod-suggestions.js';

type Fields = Readonly<Record<string, unknown>>;

const DRIVER = 'd.example.com';
const MEMORY = `${DRIVER}/memory`;
const EXTENDED = 'example.com/gpu';
const TIME_SLICES = { config: [{ opaque: { driver: DRIVER, parameters: { sharing: { strategy: 'TimeSlicing' } } } }] };
const TAINT = { key: 'k', effect: 'NoSchedule' };

/** The feature gates that the clusters need. */
export const EDGE_GATES = { DRANodeAllocatableResources: true, DRAConsumableCapacity: true, DRAExtendedResource: true } as const;

const ZERO_OR_MORE = ['0', '1', '4'] as const;
const rarely = fc.nat(9).map((number) => number === 9);
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(arbitrary, { nil: undefined });

const policy = fc.constantFrom<Fields | undefined>(
  undefined,
  {},
  { default: '0' },
  { default: '1', validValues: ['1'] },
  { default: '1', validRange: { min: '1' } },
  { default: '0', validRange: { min: '0', max: '4', step: '1' } },
  { validValues: [] },
);

const device = fc.record({
  capacity: maybe(fc.record({ value: fc.constantFrom(...ZERO_OR_MORE), requestPolicy: policy })),
  isShared: fc.boolean(),
  isMapped: fc.boolean(),
  isTainted: rarely,
});

const node = fc.record({
  cpu: fc.constantFrom(undefined, '0', '8', '8', '8'),
  pods: fc.constantFrom('0', '1', '10', '10', '10', '10'),
  plugged: fc.constantFrom(undefined, undefined, '0', '2'),
  isCordoned: rarely,
  isTainted: rarely,
  /** Undefined: the node has no slice. */
  devices: maybe(fc.array(device, { maxLength: 3 })),
});

const request = fc.record({
  form: fc.constantFrom('exact', 'exact', 'all', 'list'),
  count: fc.constantFrom(0, 1, 1, 2),
  amount: fc.constantFrom(undefined, '0', '1', '100'),
});

const allocation = fc.record({
  node: fc.nat(2),
  device: fc.nat(3),
  amount: fc.constantFrom(undefined, '0', '1', '4'),
  isAnywhere: fc.boolean(),
  isEmpty: fc.boolean(),
});

const claim = fc.record({
  requests: fc.array(request, { maxLength: 2 }),
  allocation: maybe(allocation),
  consumers: fc.constantFrom(0, 0, 1, 2, 255, 256),
  isItsOwn: fc.boolean(),
  isDeleted: rarely,
});

const pod = fc.record({
  cpu: fc.constantFrom(undefined, '0', '1', '1', '20'),
  extended: fc.constantFrom(undefined, undefined, '0', '1'),
  claims: fc.array(fc.constantFrom('named-0', 'named-1', 'template', 'named-0', 'named-1', 'template', 'gone'), { maxLength: 2 }),
  port: rarely,
  selector: fc.constantFrom(undefined, undefined, undefined, undefined, 'n0', 'gone'),
  isGated: rarely,
  tolerates: fc.boolean(),
});

const hard = fc.constantFrom<Fields | undefined>(
  undefined,
  undefined,
  undefined,
  undefined,
  { 'count/resourceclaims.resource.k8s.io': '0' },
  { 'any.deviceclass.resource.k8s.io/devices': '0' },
  { 'any.deviceclass.resource.k8s.io/devices': '1' },
);

/** A cluster with one pending pod, as a few choices that are short to print and to shrink. */
export const edgeChoices = fc.record({
  nodes: fc.oneof(
    { weight: 9, arbitrary: fc.array(node, { minLength: 1, maxLength: 3 }) },
    { weight: 1, arbitrary: fc.array(node, { maxLength: 0 }) },
  ),
  named: fc.tuple(claim, claim),
  template: fc.array(request, { maxLength: 2 }),
  holders: fc.array(allocation, { maxLength: 2 }),
  pod,
  runningCpu: fc.constantFrom(undefined, '0', '2'),
  hard,
  isServed: fc.boolean(),
  lacksClass: rarely,
  /** The pod has a claim from a template with time slices, and the first claim has the same spec. */
  isSharing: fc.nat(3).map((number) => number === 3),
});

export type EdgeChoices = typeof edgeChoices extends fc.Arbitrary<infer T> ? T : never;

/** Returns the pod and the objects of its cluster. */
export function edgePod(given: EdgeChoices): PodProblem {
  const { nodes, template, holders, isServed, lacksClass, isSharing } = given;
  const named = isSharing ? [{ ...given.named[0], requests: template }, given.named[1]] : given.named;
  const config = isSharing ? TIME_SLICES : {};
  const quota = given.hard && {
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { namespace: 'ns', name: 'q' },
    spec: { hard: given.hard },
  };
  const running = given.runningCpu === undefined ? [] : nodes.map((_, index) => runningPod(index, given.runningCpu as string));
  const served = isServed ? { extendedResourceName: EXTENDED } : {};
  return {
    pod: podOf(isSharing ? { ...given.pod, claims: ['template'] } : given.pod),
    objects: [
      ...nodes.flatMap(nodeAndSlice),
      ...(lacksClass ? [] : [{ apiVersion: 'resource.k8s.io/v1', kind: 'DeviceClass', metadata: { name: 'any' }, spec: served }]),
      ...named.map((one, index) => claimOf(`named-${index}`, one, config)),
      ...holders.map((one, index) => holderOf(`holder-${index}`, one)),
      ...[0, 1].map((index) => ({
        ...object('ResourceClaimTemplate', `template-${index}`),
        spec: { spec: { devices: { requests: template.map(requestOf), ...config } } },
      })),
      ...(quota === undefined ? [] : [quota]),
      ...running,
    ],
  };
}

/** Returns the suggestions for the pod, with patches of generated claims applied to their templates. */
export function inTemplates(suggestions: readonly Suggestion[]): readonly Suggestion[] {
  return suggestions.map((suggestion) => ({ ...suggestion, patches: suggestion.patches.map(inTemplate) }));
}

function inTemplate(given: ObjectPatch): ObjectPatch {
  const [, index] = /^p-c(\d)$/.exec(given.object.kind === 'ResourceClaim' ? given.object.name : '') ?? [];
  if (index === undefined) return given;
  const moved = ({ path, from, ...rest }: JsonPatchOperation): JsonPatchOperation => ({
    ...rest,
    path: `/spec${path}`,
    ...(from === undefined ? {} : { from: `/spec${from}` }),
  });
  return { object: { ...given.object, kind: 'ResourceClaimTemplate', name: `template-${index}` }, patch: given.patch.map(moved) };
}

function object(kind: string, name: string): Fields {
  return { apiVersion: 'resource.k8s.io/v1', kind, metadata: { namespace: 'ns', name, uid: `uid-${name}` } };
}

function nodeAndSlice({ cpu, pods, plugged, isCordoned, isTainted, devices }: EdgeChoices['nodes'][number], index: number): object[] {
  const name = `n${index}`;
  const allocatable = { cpu, memory: '8Gi', pods, ...(plugged === undefined ? {} : { [EXTENDED]: plugged }) };
  const spec = { ...(isCordoned ? { unschedulable: true } : {}), ...(isTainted ? { taints: [TAINT] } : {}) };
  const status = cpu === undefined ? {} : { allocatable, declaredFeatures: ['NodeAllocatableDRA'] };
  const one = { apiVersion: 'v1', kind: 'Node', metadata: { name, labels: { name } }, spec, status };
  return devices === undefined ? [one] : [one, sliceOf(name, devices)];
}

function sliceOf(name: string, devices: NonNullable<EdgeChoices['nodes'][number]['devices']>): object {
  const pool = { name, generation: 1, resourceSliceCount: 1 };
  return {
    apiVersion: 'resource.k8s.io/v1',
    kind: 'ResourceSlice',
    metadata: { name: `s-${name}` },
    spec: { driver: DRIVER, nodeName: name, pool, devices: devices.map(deviceOf) },
  };
}

function deviceOf(
  { capacity, isShared, isMapped, isTainted }: NonNullable<EdgeChoices['nodes'][number]['devices']>[number],
  index: number,
): object {
  const { value, requestPolicy } = capacity ?? {};
  const mapping = capacity === undefined ? { quantity: '1' } : { capacityKey: MEMORY, capacityMultiplier: '1' };
  return {
    name: `d${index}`,
    ...(capacity === undefined ? {} : { capacity: { [MEMORY]: { value, ...(isShared && requestPolicy ? { requestPolicy } : {}) } } }),
    ...(isShared ? { allowMultipleAllocations: true } : {}),
    ...(isMapped && capacity !== undefined ? { nodeAllocatableResources: { cpu: { mapping } } } : {}),
    ...(isTainted ? { taints: [TAINT] } : {}),
  };
}

function requestOf({ form, count, amount }: EdgeChoices['template'][number], index: number): object {
  const name = `r${index}`;
  const capacity = amount === undefined ? {} : { capacity: { requests: { [MEMORY]: amount } } };
  const selection = { deviceClassName: 'any', ...capacity };
  if (form === 'all') return { name, exactly: { ...selection, allocationMode: 'All' } };
  if (form === 'exact') return { name, exactly: { ...selection, count } };
  return { name, firstAvailable: Array.from({ length: Math.max(1, count) }, (_, sub) => ({ name: `s${sub}`, ...selection })) };
}

function claimOf(name: string, given: EdgeChoices['named'][number], config: Fields): object {
  const { requests, consumers, isItsOwn, isDeleted } = given;
  const others = Array.from({ length: consumers }, (_, index) => consumer(`other-${index}`));
  const reservedFor = isItsOwn ? [...others.slice(1), consumer('p')] : others;
  const base = object('ResourceClaim', name);
  const deleted = isDeleted ? { deletionTimestamp: '2026-01-01T00:00:00Z' } : {};
  return {
    ...base,
    metadata: { ...(base['metadata'] as Fields), ...deleted },
    spec: { devices: { requests: requests.map(requestOf), ...config } },
    ...(given.allocation === undefined ? {} : { status: { allocation: allocationOf(given.allocation), reservedFor } }),
  };
}

function consumer(name: string): object {
  return { resource: 'pods', name, uid: `uid-${name}` };
}

function holderOf(name: string, given: EdgeChoices['holders'][number]): object {
  const status = { allocation: allocationOf(given), reservedFor: [consumer(name)] };
  return {
    ...object('ResourceClaim', name),
    spec: { devices: { requests: [requestOf({ form: 'exact', count: 1, amount: undefined }, 0)] } },
    status,
  };
}

function allocationOf({ node: at, device: number, amount, isAnywhere, isEmpty }: EdgeChoices['holders'][number]): object {
  const share = amount === undefined ? {} : { shareID: '6d662f5d-ffc8-4479-9bc1-94e17e7d02fc', consumedCapacity: { [MEMORY]: amount } };
  const results = isEmpty ? [] : [{ request: 'r0', driver: DRIVER, pool: `n${at}`, device: `d${number}`, ...share }];
  const matchFields = [{ key: 'metadata.name', operator: 'In', values: [`n${at}`] }];
  return { devices: { results }, ...(isAnywhere ? {} : { nodeSelector: { nodeSelectorTerms: [{ matchFields }] } }) };
}

function podOf({ cpu, extended, claims, port, selector, isGated, tolerates }: EdgeChoices['pod']): object {
  const amounts = { ...(cpu === undefined ? {} : { cpu }), ...(extended === undefined ? {} : { [EXTENDED]: extended }) };
  const limits = extended === undefined ? {} : { limits: { [EXTENDED]: extended } };
  const resourceClaims = claims.map((name, index) => ({
    name: `c${index}`,
    ...(name === 'template' ? { resourceClaimTemplateName: `template-${index}` } : { resourceClaimName: name }),
  }));
  const container = {
    name: 'work',
    image: 'i',
    resources: { requests: amounts, ...limits, claims: resourceClaims.map(({ name }) => ({ name })) },
  };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'p', namespace: 'ns', uid: 'uid-p' },
    spec: {
      containers: [port ? { ...container, ports: [{ containerPort: 80, hostPort: 80 }] } : container],
      ...(resourceClaims.length > 0 ? { resourceClaims } : {}),
      ...(selector === undefined ? {} : { nodeSelector: { name: selector } }),
      ...(isGated ? { schedulingGates: [{ name: 'g' }] } : {}),
      ...(tolerates ? { tolerations: [{ operator: 'Exists' }] } : {}),
    },
    status: { phase: 'Pending' },
  };
}

function runningPod(index: number, cpu: string): object {
  const ports = [{ containerPort: 80, hostPort: 80 }];
  const name = `other-${index}`;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'ns', uid: `uid-${name}` },
    spec: {
      nodeName: `n${index}`,
      containers: [{ name: 'work', image: 'i', resources: { requests: { cpu } }, ports }],
      resourceClaims: [{ name: 'c', resourceClaimName: 'named-0' }],
    },
    status: { phase: 'Running' },
  };
}
