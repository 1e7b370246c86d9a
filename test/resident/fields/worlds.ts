// Small clusters, together with claims, in which every field of an object that can matter does: what it is changed to changes an answer.

import type { JsonObject } from '../../../src/json.js';
import { claim, deviceClass, deviceTaintRule, firstAvailable, node, request, selectors, slice } from '../../support/objects.js';
import type { Samples } from './schema.js';

/** Objects of a cluster, and what is asked of it. */
export interface World {
  readonly name: string;
  readonly objects: readonly JsonObject[];
  readonly claims: readonly JsonObject[];
}

const json = (...objects: readonly object[]): JsonObject[] => objects as JsonObject[];
const on = (nodeName: string, more: object = {}): { nodeName: string; pool: { name: string } } => ({
  nodeName,
  pool: { name: `pool-${nodeName}` },
  ...more,
});

/** All that metadata has, and decides nothing but by name and labels. */
const METADATA = {
  generateName: 'g-',
  uid: 'u',
  labels: { zone: 'a' },
  creationTimestamp: '2026-01-01T00:00:00Z',
  deletionTimestamp: '2026-01-02T00:00:00Z',
  ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'pu', controller: true, blockOwnerDeletion: true }],
};

function withMetadata(object: object): { readonly metadata: Readonly<Record<string, unknown>> } {
  const { metadata } = object as { readonly metadata: object };
  return { ...object, metadata: { ...METADATA, ...metadata } };
}

const D = 'device.attributes["d.example.com"]';

/** Two nodes with the same devices, of which one kind suffices and one does not. */
function twice(devices: readonly object[], more: object = {}): JsonObject[] {
  return json(
    ...['n1', 'n2'].flatMap((name) => [
      node(name, { zone: 'a' }, { declaredFeatures: ['DRAOptionalNodeOperations'] }),
      slice(`s-${name}`, devices, { ...on(name), ...more }),
    ]),
  );
}

const typed = {
  int: { int: 5 },
  bool: { bool: true },
  string: { string: 'a' },
  version: { version: '1.2.3' },
  ints: { ints: [1, 2] },
  bools: { bools: [true] },
  strings: { strings: ['a', 'b'] },
  versions: { versions: ['1.0.0'] },
  drawnInts: { list: { int: [1] } },
  drawnBools: { list: { bool: [true] } },
  drawnStrings: { list: { string: ['a'] } },
  drawnVersions: { list: { version: ['1.0.0'] } },
};

/** Of each type of attributes one that a selector reads, and one under a constraint. */
const attributes: World = {
  name: 'attributes',
  objects: [
    ...json(deviceClass('any', 'device.driver == "d.example.com"')),
    ...twice([
      { name: 'd0', attributes: { ...typed, kind: { string: 'x' } } },
      { name: 'd1', attributes: { kind: { string: 'x' } } },
    ]),
  ],
  claims: json(
    claim(
      'c',
      [
        request('r', {
          ...selectors(
            `${D}.int == 5 && ${D}.bool && ${D}.string == "a" && ${D}.version == semver("1.2.3")`,
            `${D}.ints == [1, 2] && ${D}.bools == [true] && ${D}.strings == ["a", "b"] && ${D}.versions == [semver("1.0.0")]`,
            `${D}.drawnInts == [1] && ${D}.drawnBools == [true] && ${D}.drawnStrings == ["a"] && ${D}.drawnVersions == [semver("1.0.0")]`,
          ),
        }),
        request('q'),
      ],
      { constraints: [{ requests: ['r', 'q'], matchAttribute: 'd.example.com/kind' }] },
    ),
  ),
};

/** Attributes that only constraints look at. */
const constraints: World = {
  name: 'constraints',
  objects: [
    ...json(deviceClass('any')),
    ...twice([
      { name: 'd0', attributes: { kind: { string: 'x' }, lists: { strings: ['a', 'b'] }, place: { int: 1 } } },
      { name: 'd1', attributes: { kind: { string: 'y' }, lists: { strings: ['c'] }, place: { int: 2 } } },
      { name: 'd2', attributes: { kind: { string: 'y' }, lists: { strings: ['c', 'd'] }, place: { int: 3 } } },
      { name: 'd3', attributes: { kind: { string: 'z' }, lists: { ints: [1, 2] }, place: { int: 3 } } },
    ]),
  ],
  claims: json(
    claim('c', [request('r', { count: 2 }), request('q')], {
      constraints: [
        { requests: ['r'], matchAttribute: 'd.example.com/kind' },
        { requests: ['r', 'q'], distinctAttribute: 'd.example.com/place' },
      ],
      config: [{ requests: ['r'], opaque: { driver: 'd.example.com', parameters: { a: 1 } } }],
    }),
    claim('c2', [request('s')], { constraints: [{ requests: [], matchAttribute: 'd.example.com/lists' }] }),
  ),
};

const policies = {
  ranged: { value: '10', requestPolicy: { default: '2', validRange: { min: '2', max: '6', step: '2' } } },
  valued: { value: '8', requestPolicy: { default: '2', validValues: ['2', '4'] } },
  plain: { value: '100' },
};

const FIRST_OF_SHARED = firstAvailable('f', { first: { capacity: { requests: { ranged: '2', plain: '20' } } } });

/** Devices that several requests share. */
const shared: World = {
  name: 'capacities',
  objects: [
    ...json(deviceClass('any', 'device.allowMultipleAllocations')),
    ...twice([
      { name: 'd0', allowMultipleAllocations: true, capacity: policies },
      { name: 'd1', allowMultipleAllocations: true, capacity: policies },
    ]),
    ...json({
      ...claim('holder', [request('r')]),
      status: {
        allocation: {
          devices: {
            results: [
              {
                request: 'r',
                driver: 'd.example.com',
                pool: 'pool-n1',
                device: 'd0',
                shareID: '5d1a6a5e-0c9b-4a0e-9d35-6c1f1f2c0001',
                consumedCapacity: { ranged: '4', valued: '2', plain: '100' },
              },
            ],
          },
        },
      },
    }),
  ],
  claims: json(
    claim('c', [
      request('r', {
        ...selectors('device.capacity["d.example.com"].plain.isGreaterThan(quantity("50"))'),
        capacity: { requests: { ranged: '3', valued: '4', plain: '60' } },
      }),
      request('q', { capacity: { requests: { ranged: '6', plain: '10' } }, count: 1 }),
      FIRST_OF_SHARED,
    ]),
  ),
};

const counter = (amounts: Readonly<Record<string, string>>, more: object): object => ({
  consumesCounters: [
    { counterSet: 'card', counters: Object.fromEntries(Object.entries(amounts).map(([name, value]) => [name, { value }])), ...more },
  ],
});

/** Partitions of cards. */
const counters: World = {
  name: 'counters',
  objects: [
    ...json(deviceClass('any')),
    ...json(
      ...['n1', 'n2'].flatMap((name) => [
        node(name),
        slice(`cards-${name}`, [], {
          ...on(name, { pool: { name: `pool-${name}`, resourceSliceCount: 2 } }),
          sharedCounters: [{ name: 'card', counters: { memory: { value: '10' }, cores: { value: '9' }, lanes: { value: '9' } } }],
        }),
        slice(
          `parts-${name}`,
          [
            { name: 'p0', ...counter({ memory: '6', cores: '5' }, { compatibilityGroups: ['g', 'h'] }) },
            { name: 'p1', ...counter({ memory: '4', cores: '5' }, { compatibilityGroups: ['g'] }) },
            { name: 'p2', ...counter({ memory: '4', cores: '1', lanes: '1' }, { compatibilityGroups: ['i'] }) },
          ],
          on(name, { pool: { name: `pool-${name}`, resourceSliceCount: 2 } }),
        ),
      ]),
    ),
  ],
  claims: json(claim('c', [request('r', { count: 2 })])),
};

const taint = { key: 'k', value: 'v', effect: 'NoSchedule' };

/** Devices with taints, of the slice and of a rule. */
const taints: World = {
  name: 'taints',
  objects: [
    ...json(deviceClass('any')),
    ...twice([
      { name: 'd0', taints: [{ ...taint, timeAdded: '2026-01-01T00:00:00Z' }] },
      { name: 'd1', taints: [{ ...taint, value: 'w' }] },
      { name: 'd2' },
    ]),
    ...json(
      deviceTaintRule('tolerated', { deviceSelector: { driver: 'd.example.com', pool: 'pool-n1', device: 'd0' }, taint }),
      withMetadata(
        deviceTaintRule('rule', {
          deviceSelector: { driver: 'd.example.com', pool: 'pool-n1', device: 'd2' },
          taint: { ...taint, key: 'of rule', timeAdded: '2026-01-01T00:00:00Z' },
        }),
      ),
    ),
  ],
  claims: json(
    claim('c', [
      request('r', { tolerations: [{ key: 'k', operator: 'Equal', value: 'v', effect: 'NoSchedule', tolerationSeconds: 60 }] }),
      request('q'),
    ]),
  ),
};

const zone = (value: string): JsonObject => ({
  nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'In', values: [value] }], matchFields: [] }],
});
const named = (name: string): JsonObject => ({
  nodeSelectorTerms: [{ matchExpressions: [], matchFields: [{ key: 'metadata.name', operator: 'In', values: [name] }] }],
});

/** Devices that some nodes reach. */
const reach: World = {
  name: 'reach',
  objects: json(
    withMetadata(
      deviceClass('any', undefined, {
        extendedResourceName: 'example.com/any',
        config: [{ opaque: { driver: 'd.example.com', parameters: { of: 'class' } } }],
      }),
    ),
    withMetadata(node('n1', { zone: 'a' }, { declaredFeatures: ['DRAOptionalNodeOperations'] })),
    node('n2', { zone: 'b' }, { declaredFeatures: ['DRAOptionalNodeOperations'], allocatable: { cpu: '4' } }),
    withMetadata(
      slice('zone', [{ name: 'z', nodeAllocatableResources: { cpu: '1' } }], {
        nodeSelector: zone('a'),
        pool: { name: 'zone', resourceSliceCount: 2 },
        partitionTypeAttribute: 'p',
      }),
    ),
    slice('zone2', [{ name: 'z2' }], { nodeSelector: zone('a'), pool: { name: 'zone', resourceSliceCount: 2 } }),
    slice('field', [{ name: 'f' }], { nodeSelector: named('n2'), pool: { name: 'field' } }),
    slice('all', [{ name: 'a', bindsToNode: true, bindingConditions: ['ready'], bindingFailureConditions: ['broken'] }], {
      allNodes: true,
      pool: { name: 'all' },
      skipNodeOperations: ['NodePrepareResources'],
    }),
    slice(
      'own',
      [
        { name: 'o1', nodeName: 'n1' },
        { name: 'o2', nodeSelector: zone('b') },
        { name: 'o4', nodeSelector: named('n1') },
        { name: 'o3', allNodes: true },
      ],
      { perDeviceNodeSelection: true, pool: { name: 'own' } },
    ),
  ),
  claims: json(claim('c', [request('r', { count: 4 })])),
};

const TOLERATION = { key: 'k', operator: 'Equal', value: 'v', effect: 'NoSchedule', tolerationSeconds: 5 };

/** A claim with all that its status has. */
const HOLDER = {
  ...withMetadata(claim('holder', [request('r')])),
  status: {
    allocation: {
      devices: {
        results: [
          {
            request: 'r',
            driver: 'd.example.com',
            pool: 'pool-n1',
            device: 'd2',
            adminAccess: false,
            skipNodeOperations: ['NodePrepareResources'],
            bindingConditions: ['ready'],
            bindingFailureConditions: ['broken'],
            tolerations: [TOLERATION],
          },
        ],
        config: [{ source: 'FromClaim', requests: ['r'], opaque: { driver: 'd.example.com', parameters: { a: 1 } } }],
      },
      nodeSelector: {
        nodeSelectorTerms: [
          {
            matchExpressions: [{ key: 'zone', operator: 'In', values: ['a'] }],
            matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n1'] }],
          },
        ],
      },
      allocationTimestamp: '2025-12-01T00:00:00Z',
    },
    reservedFor: [{ apiGroup: '', resource: 'pods', name: 'p', uid: 'pu' }],
    devices: [
      {
        driver: 'd.example.com',
        pool: 'pool-n1',
        device: 'd2',
        shareID: '5d1a6a5e-0c9b-4a0e-9d35-6c1f1f2c0002',
        conditions: [{ type: 'ready', status: 'True' }],
        data: { a: 1 },
        networkData: { interfaceName: 'eth0', ips: ['10.0.0.1'], hardwareAddress: '00:00:00:00:00:01' },
      },
    ],
  },
};

/** Prioritized lists, requests for all devices, for admin access, and derived attributes. */
const wanted: World = {
  name: 'requests',
  objects: [
    ...json(deviceClass('any'), deviceClass('other', `${D}.kind == "x"`)),
    ...twice([
      { name: 'd0', attributes: { kind: { string: 'x' } } },
      { name: 'd1', attributes: { kind: { string: 'x' } } },
      { name: 'd2', attributes: { kind: { string: 'y' } } },
    ]),
    ...json(HOLDER),
  ],
  claims: json(
    claim(
      'c',
      [
        firstAvailable('f', {
          first: {
            ...selectors(`${D}.kind == "z"`),
            tolerations: [{ key: 'k', operator: 'Equal', value: 'v', effect: 'NoSchedule', tolerationSeconds: 5 }],
          },
          second: {
            deviceClassName: 'other',
            count: 1,
            ...selectors(`${D}.kind == "x"`),
            tolerations: [{ key: 'k', operator: 'Exists', effect: 'NoSchedule', tolerationSeconds: 6 }],
            derivedAttributes: [{ name: 'derived/k', expression: `${D}.kind` }],
          },
          third: { allocationMode: 'ExactCount', capacity: { requests: { memory: '1' } } },
        }),
        request('g', { derivedAttributes: [{ name: 'derived/k', expression: `${D}.kind` }] }),
      ],
      { constraints: [{ requests: ['f', 'g'], matchAttribute: 'derived/k' }] },
    ),
  ),
};

/** A request for all devices, and one for admin access. */
const everything: World = {
  name: 'all devices',
  objects: wanted.objects,
  claims: json(
    claim('c', [
      request('a', {
        adminAccess: true,
        allocationMode: 'All',
        ...selectors(`${D}.kind == "y"`),
        tolerations: [{ key: 'k', operator: 'Exists' }],
      }),
      request('b', { deviceClassName: 'other', allocationMode: 'ExactCount', count: 2 }),
    ]),
  ),
};

function drawnLists(claims: readonly JsonObject[]): JsonObject[] {
  return JSON.parse(JSON.stringify(claims).replaceAll('firstAvailable', 'firstAvailableOf')) as JsonObject[];
}

/** The same, as KEP-4816 drew it. */
const drawn: World = {
  name: 'requests as drawn',
  objects: wanted.objects,
  claims: drawnLists(wanted.claims),
};

const { deletionTimestamp: _, ...KEPT_METADATA } = HOLDER.metadata;
const READY = { ...HOLDER, metadata: KEPT_METADATA };

/** Shared devices, as KEP-4816 drew the request for the first that is there. */
const drawnShared: World = { name: 'capacities as drawn', objects: shared.objects, claims: drawnLists(shared.claims) };

/** A claim that has its devices, and is asked for again. */
const allocated: World = { name: 'allocated claim', objects: wanted.objects.slice(0, -1), claims: json(READY) };

export const WORLDS: readonly World[] = [
  attributes,
  constraints,
  shared,
  counters,
  taints,
  reach,
  wanted,
  drawn,
  drawnShared,
  everything,
  allocated,
];

/** What fields are changed to, by the end of their path, beside what is made of the values that they have. */
export const SAMPLES: Samples = {
  // Claims.
  name: ['n2', 'q'],
  namespace: ['', 'default'],
  generateName: ['g-'],
  uid: ['other'],
  labels: [{}, { zone: 'b' }],
  'labels[]': ['b'],
  creationTimestamp: ['2026-02-01T00:00:00Z'],
  deletionTimestamp: ['2026-02-01T00:00:00Z'],
  ownerReferences: [[]],
  deviceClassName: ['other', 'any', 'missing'],
  selectors: [[], [{}], [{ cel: { expression: 'false' } }], [{ cel: { expression: 'device.attributes["d.example.com"].missing' } }]],
  cel: [{ expression: 'true' }],
  expression: ['false', 'true', '1', 'device.attributes["d.example.com"].kind', 'device.attributes["d.example.com"].place'],
  allocationMode: ['All', 'ExactCount', 'Any'],
  count: [1, 2, 3],
  tolerations: [[], [{ operator: 'Exists' }], [{ key: 'of rule', operator: 'Exists' }]],
  operator: ['Exists', 'Equal', 'In', 'NotIn', 'Gt', 'DoesNotExist'],
  value: ['w', 'v', '4', '9', '2000m'],
  effect: ['', 'NoExecute', 'None'],
  tolerationSeconds: [1, 0],
  'requests[].exactly.capacity': [{ requests: { ranged: '6' } }, { requests: {} }],
  'firstAvailable[].capacity': [{ requests: { memory: '1' } }],
  'capacity.requests': [{}, { plain: '1' }, { ranged: '2', valued: '2', plain: '1' }, { ranged: '2000m' }],
  'capacity.requests[]': ['2', '2000m', '5', '70'],
  derivedAttributes: [[], [{ name: 'derived/k', expression: '"same"' }], [{ name: 'd.example.com/kind', expression: '"same"' }]],
  adminAccess: [true, false],
  firstAvailable: [[{ name: 'only', deviceClassName: 'any' }], [{ name: 'only', deviceClassName: 'any', count: 2 }]],
  firstAvailableOf: [[{ name: 'only', deviceClassName: 'any' }]],
  exactly: [{ deviceClassName: 'any' }, { deviceClassName: 'any', count: 2 }],
  'constraints[].requests': [[], ['r'], ['q'], ['f'], ['g'], ['s']],
  constraints: [[], [{ matchAttribute: 'd.example.com/kind' }], [{ distinctAttribute: 'd.example.com/kind' }]],
  matchAttribute: ['d.example.com/place', 'd.example.com/kind', 'd.example.com/lists'],
  distinctAttribute: ['d.example.com/place', 'd.example.com/kind', 'd.example.com/lists'],
  'devices.config': [[], [{ opaque: { driver: 'd.example.com', parameters: { b: 2 } } }]],
  'config[].requests': [[], ['q']],
  opaque: [{ driver: 'd.example.com', parameters: { c: 3 } }],
  parameters: [{ d: 4 }, 5, 'six'],
  // Slices.
  driver: ['e.example.com'],
  'pool.name': ['pool-n1', 'other'],
  generation: [2],
  resourceSliceCount: [1, 2],
  nodeName: ['n1', 'n2', 'n3', ''],
  nodeSelector: [zone('a'), zone('b'), named('n1'), { nodeSelectorTerms: [] }],
  nodeSelectorTerms: [[], [{ matchExpressions: [], matchFields: [] }]],
  matchExpressions: [[], [{ key: 'zone', operator: 'Exists' }]],
  matchFields: [[], [{ key: 'metadata.name', operator: 'In', values: ['n1'] }]],
  key: ['zone', 'metadata.name', 'k', 'other'],
  values: [[], ['a', 'b'], ['b'], ['n1', 'n2']],
  'values[]': ['b', 'n1'],
  allNodes: [true, false],
  perDeviceNodeSelection: [true, false],
  'spec.devices': [[], [{ name: 'one' }]],
  sharedCounters: [[], [{ name: 'card', counters: { memory: { value: '20' } } }]],
  'counters[].value': ['20', '3'],
  // One counter, or another one that has as much.
  'consumesCounters[].counters': [{ memory: { value: '4' }, lanes: { value: '5' } }],
  skipNodeOperations: [[], ['NodePrepareResources']],
  partitionTypeAttribute: ['q'],
  attributes: [{}],
  'attributes[].int': [5, 6],
  'attributes[].bool': [true, false],
  'attributes[].string': ['a', 'x', 'y'],
  'attributes[].version': ['1.2.3', '1.2.4', '1.2'],
  'attributes[].ints': [[1, 2], [2, 1], [3]],
  'attributes[].bools': [[true], [false]],
  'attributes[].strings': [['a', 'b'], ['c'], ['a', 'c']],
  'attributes[].versions': [['1.0.0'], ['2.0.0']],
  'attributes[].list': [{ string: ['a', 'b'] }, { int: [1, 2] }, { bool: [true] }, { version: ['1.0.0'] }, { string: ['c'] }],
  'devices[].capacity': [{}, { plain: { value: '100' } }],
  requestPolicy: [{ default: '2' }, { default: '2000m' }, { validValues: ['3'] }, { validRange: { min: '5' } }],
  default: ['3', '2000m', '4'],
  validValues: [[], ['3', '60'], ['4']],
  'validValues[]': ['3', '2000m'],
  validRange: [{}, { min: '1' }, { min: '2', max: '3' }],
  min: ['4', '1'],
  max: ['2', '20'],
  step: ['3', '1'],
  consumesCounters: [[], [{ counterSet: 'card', counters: { memory: { value: '1' } } }]],
  counterSet: ['card', 'missing'],
  compatibilityGroups: [[], ['g'], ['i', 'g']],
  'compatibilityGroups[]': ['i', 'g'],
  taints: [[], [taint], [{ ...taint, effect: 'NoExecute' }]],
  timeAdded: ['2026-03-01T00:00:00Z'],
  bindsToNode: [true, false],
  bindingConditions: [[], ['ready']],
  bindingFailureConditions: [[], ['broken']],
  allowMultipleAllocations: [true, false],
  nodeAllocatableResources: [{ memory: '1' }],
  // Nodes, classes, rules.
  declaredFeatures: [[], ['DRAOptionalNodeOperations']],
  allocatable: [{ cpu: '8' }, {}],
  'allocatable[]': ['8'],
  'spec.config': [[], [{ opaque: { driver: 'd.example.com', parameters: { b: 2 } } }]],
  extendedResourceName: ['example.com/other'],
  deviceSelector: [{}, { pool: 'pool-n2' }, { device: 'd0' }, { driver: 'e.example.com' }],
  pool: ['pool-n2'],
  device: ['d0', 'd1'],
  // What was allocated.
  shareID: ['5d1a6a5e-0c9b-4a0e-9d35-6c1f1f2c0003'],
  consumedCapacity: [{}, { plain: '10' }],
  'consumedCapacity[]': ['50', '0'],
  'conditions[]': [{ type: 'broken', status: 'True' }],
  results: [[]],
  allocation: [{ devices: { results: [] } }],
  allocationTimestamp: ['2026-03-01T00:00:00Z'],
  reservedFor: [[]],
};
