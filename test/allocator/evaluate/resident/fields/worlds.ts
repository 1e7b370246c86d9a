// Defines small clusters with claims in which every relevant field of an object has an effect: its change changes an answer.

import type { JsonObject } from '../../../../../src/core/base/json.js';
import { claim, deviceClass, deviceTaintRule, firstAvailable, node, request, selectors, slice } from '../../../../support/objects.js';
import { DISTINCT_NODES } from './distinct-nodes.js';
import { SINGLE_CHECKS } from './single-checks.js';
import { D, json, named, on, taint, twice, typed, type World, withMetadata, zone } from './world.js';

/** A selector reads attributes of each type, and a constraint checks one. */
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

/** Attributes that only constraints check. */
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

/** A claim that holds a share of a device. */
const holderOf = (name: string, nodeName: string, device: string): object => ({
  ...claim(name, [request('r')]),
  status: {
    allocation: {
      devices: {
        results: [
          {
            request: 'r',
            driver: 'd.example.com',
            pool: `pool-${nodeName}`,
            device,
            shareID: '5d1a6a5e-0c9b-4a0e-9d35-6c1f1f2c0001',
            consumedCapacity: { ranged: '4', valued: '2', plain: '100' },
          },
        ],
      },
    },
  },
});

/** Devices that several requests share. */
const shared: World = {
  name: 'capacities',
  objects: [
    ...json(deviceClass('any', 'device.allowMultipleAllocations')),
    ...twice([
      { name: 'd0', allowMultipleAllocations: true, capacity: policies },
      { name: 'd1', allowMultipleAllocations: true, capacity: policies },
    ]),
    ...json(holderOf('holder', 'n1', 'd0')),
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

/** Devices with taints, from the slice and from a rule. */
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
      slice('zone', [{ name: 'z', nodeAllocatableResources: { cpu: { mapping: { deviceMultiplier: '1' } } } }], {
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

/** A claim with all fields of its status. */
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

/** Prioritized lists, requests for all devices and for admin access, and derived attributes. */
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

/** The world `wanted`, with lists in the format that KEP-4816 sketches. */
const drawn: World = {
  name: 'requests as drawn',
  objects: wanted.objects,
  claims: drawnLists(wanted.claims),
};

const { deletionTimestamp: _, ...KEPT_METADATA } = HOLDER.metadata;
const READY = { ...HOLDER, metadata: KEPT_METADATA };

/** Shared devices, with prioritized lists in the format that KEP-4816 sketches. */
const drawnShared: World = { name: 'capacities as drawn', objects: shared.objects, claims: drawnLists(shared.claims) };

/** A claim that is allocated already, and queried again. */
const allocated: World = { name: 'allocated claim', objects: wanted.objects.slice(0, -1), claims: json(READY) };

/**
 * Searches with bounds from the first steps: the total consumption of shares
 * distinguishes nodes, not the amounts that a plain search checks.
 */
const sharedUnderBounds: World = { ...shared, name: 'capacities under bounds', plainSteps: 1 };
/** Shares consume equal amounts on both nodes, but of different devices. */
const sharedElsewhere: World = {
  name: 'shares of different devices under bounds',
  objects: [...shared.objects, ...json(holderOf('other', 'n2', 'd1'))],
  claims: json(
    claim('c', [request('r', { capacity: { requests: { plain: '60' } } }), request('q', { capacity: { requests: { plain: '40' } } })]),
  ),
  plainSteps: 1,
};

export const WORLDS: readonly World[] = [
  attributes,
  constraints,
  shared,
  sharedUnderBounds,
  sharedElsewhere,
  counters,
  taints,
  reach,
  wanted,
  drawn,
  drawnShared,
  everything,
  allocated,
  ...SINGLE_CHECKS,
  ...DISTINCT_NODES,
];
