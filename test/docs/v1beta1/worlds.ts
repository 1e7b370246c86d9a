// Small clusters with claims of v1beta1 in which each field can count that ever does.

import type { JsonObject } from '../../../src/core/base/json.js';
import { D, json, on, twice, type World, withMetadata } from '../../allocator/evaluate/resident/fields/world.js';
import { WORLDS } from '../../allocator/evaluate/resident/fields/worlds.js';
import { claim, device, deviceClass, firstAvailable, node, request, slice } from '../../support/objects.js';

/** A cluster, what is queried of it, and the pod that asks instead of its claims, if there is one. */
export interface FieldWorld {
  readonly name: string;
  readonly objects: readonly JsonObject[];
  readonly claims: readonly JsonObject[];
  readonly pod?: JsonObject;
  /** An explanation is requested instead. */
  readonly isExplained?: true;
}

/** Converts a claim from v1 to v1beta1: the fields under `exactly` move next to the name of the request. */
export function flatClaim(object: JsonObject): JsonObject {
  if (object['kind'] !== 'ResourceClaim') return object;
  const spec = object['spec'] as { devices: { requests: ({ exactly?: object } & JsonObject)[] } };
  const requests = spec.devices.requests.map(({ exactly, ...rest }) => ({ ...rest, ...exactly }));
  return { ...object, apiVersion: 'resource.k8s.io/v1beta1', spec: { ...spec, devices: { ...spec.devices, requests } } } as JsonObject;
}

function flatWorld({ name, objects, claims }: World): FieldWorld {
  return { name, objects: objects.map(flatClaim), claims: claims.map(flatClaim) };
}

/** Worlds of the fields of v1 that are about claims. */
const SHARED = ['constraints', 'capacities', 'taints', 'requests', 'all devices', 'allocated claim'];

const TAINTS = [{ key: 'k', value: 'v', effect: 'NoSchedule' }];
const TOLERATION = { key: 'k', operator: 'Equal', value: 'v', effect: 'NoSchedule', tolerationSeconds: 60 };
const TWO_NODES = json(deviceClass('any'), node('n1', { zone: 'a' }), node('n2', { zone: 'b' }));

/** Only the tainted device is left, and only the first alternative tolerates it. */
const tolerated: FieldWorld = {
  name: 'tolerations of alternatives',
  objects: [...TWO_NODES, ...json(slice('s-n1', [device('d0', {}, { taints: TAINTS })], on('n1')))],
  claims: json(flatClaim(claim('c', [firstAvailable('f', { first: { tolerations: [TOLERATION] } })]) as JsonObject)),
};

const ON_N1 = {
  nodeSelectorTerms: [
    {
      matchExpressions: [{ key: 'zone', operator: 'In', values: ['a'] }],
      matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n1'] }],
    },
  ],
};

/** A pending claim for its device to be bound, for longer than the scheduler waits. */
function bound(status: object, allocationTimestamp: string): JsonObject {
  const place = { driver: 'd.example.com', pool: 'pool-n1', device: 'd0' };
  const result = { request: 'r', ...place, bindingConditions: ['ready'], bindingFailureConditions: ['broken'] };
  const conditions = [{ type: 'ready', status: 'False', ...status, lastTransitionTime: '2025-12-31T00:00:00Z', observedGeneration: 1 }];
  return {
    ...flatClaim(claim('c', [request('r')]) as JsonObject),
    status: {
      allocation: { devices: { results: [result] }, nodeSelector: ON_N1, allocationTimestamp },
      devices: [{ ...place, conditions }],
    },
  } as JsonObject;
}

const waiting = (name: string, held: JsonObject): FieldWorld => ({
  name,
  objects: [...TWO_NODES, ...json(slice('s-n1', [device('d0')], on('n1')))],
  claims: [held],
});

/** A claim that was made for an entry of a pod's claims, and is in use by that pod. */
const OWNED = {
  ...flatClaim(claim('made', [request('r')]) as JsonObject),
  metadata: {
    namespace: 'ns',
    name: 'made',
    annotations: { 'resource.kubernetes.io/pod-claim-name': 'g' },
    ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'pu', controller: true, blockOwnerDeletion: true }],
  },
  status: {
    allocation: {
      devices: { results: [{ request: 'r', driver: 'd.example.com', pool: 'pool-n1', device: 'd0' }] },
      nodeSelector: ON_N1,
    },
    reservedFor: [{ resource: 'pods', name: 'p', uid: 'pu' }],
  },
} as unknown as JsonObject;

const TEMPLATE = {
  apiVersion: 'resource.k8s.io/v1',
  kind: 'ResourceClaimTemplate',
  metadata: { namespace: 'ns', name: 't' },
  spec: { spec: { devices: { requests: [request('r')] } } },
};

const podWith = (entry: object, uid = 'pu'): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { namespace: 'ns', name: 'p', uid },
  spec: { containers: [{ name: 'c' }], resourceClaims: [{ name: 'g', ...entry }] },
});

/** Devices that stand for CPUs of their node are for one pod at a time. */
const CPUS = { nodeAllocatableResources: { cpu: { mapping: { deviceMultiplier: '1' } } } };

const KNOWN: readonly FieldWorld[] = [
  {
    name: 'a claim that was made for the pod',
    objects: [
      ...TWO_NODES,
      TEMPLATE,
      ...['n1', 'n2'].map((name) => slice(`s-${name}`, [device('d0'), device('d1')], on(name))),
      OWNED,
    ] as JsonObject[],
    claims: [],
    pod: podWith({ resourceClaimTemplateName: 't' }),
  },
  {
    name: 'a claim that the pod names',
    objects: [
      ...TWO_NODES,
      ...['n1', 'n2'].map((name) => slice(`s-${name}`, [device('d0', {}, CPUS), device('d1')], on(name))),
      OWNED,
    ] as JsonObject[],
    claims: [],
    pod: podWith({ resourceClaimName: 'made' }),
  },
];

/** A pod that does not exist yet has no UID, only a name. */
const pods: readonly FieldWorld[] = [
  ...KNOWN,
  ...KNOWN.slice(1).map((world) => ({ ...world, pod: podWith({ resourceClaimName: 'made' }, '') })),
];

const WAITING = waiting('a claim that waits', bound({}, '2025-12-31T23:59:00Z'));
const FAILED = waiting(
  'a claim that failed',
  bound({ type: 'broken', status: 'True', reason: 'Burnt', message: 'no power' }, '2025-12-31T23:59:00Z'),
);

/** A claim with whole alternatives, of which the second one works. */
const CHOICE = {
  ...flatClaim(claim('choice', []) as JsonObject),
  spec: {
    firstOfDevices: [
      { requests: [{ name: 'many', deviceClassName: 'any', count: 9 }] },
      { requests: [{ name: 'one', deviceClassName: 'any', count: 1 }] },
    ],
  },
} as JsonObject;

/** That claim once it is allocated. */
const CHOSEN = {
  ...CHOICE,
  metadata: { namespace: 'ns', name: 'chosen' },
  status: {
    allocation: {
      devices: { results: [{ request: 'one', driver: 'd.example.com', pool: 'pool-n1', device: 'd0' }] },
      firstOfDevicesIndex: 1,
    },
  },
} as JsonObject;

const alternatives: FieldWorld = {
  name: 'whole alternatives',
  objects: [...TWO_NODES, ...json(slice('s-n1', [device('d0'), device('d1')], on('n1')))],
  claims: [CHOICE, CHOSEN],
};

const ofKind = (kind: string): object => ({ selectors: [{ cel: { expression: `${D}.kind == "${kind}"` } }] });
const DERIVED = {
  derivedAttributes: [
    { name: 'derived/k', expression: `${D}.kind` },
    { name: 'derived/unused', expression: '1' },
  ],
};

function withAllMetadata(object: object): object {
  const { metadata, ...rest } = withMetadata(object);
  const managedFields = [
    {
      manager: 'm',
      operation: 'Apply',
      apiVersion: 'v1',
      time: '2026-01-01T00:00:00Z',
      fieldsType: 'FieldsV1',
      fieldsV1: {},
      subresource: 'status',
    },
  ];
  const unread = { selfLink: '/s', resourceVersion: '1', generation: 1, deletionGracePeriodSeconds: 3, finalizers: ['f'], managedFields };
  return { ...rest, metadata: { ...metadata, annotations: { note: 'n' }, ...unread } };
}

/** A claim with all that a spec has. */
const FULL_CLAIM = {
  ...withAllMetadata(
    claim(
      'full',
      [
        {
          name: 'r',
          deviceClassName: 'any',
          ...ofKind('x'),
          allocationMode: 'ExactCount',
          count: 1,
          adminAccess: false,
          tolerations: [TOLERATION],
          capacity: { requests: { memory: '1' } },
          ...DERIVED,
        },
        firstAvailable('f', {
          first: {
            ...ofKind('y'),
            allocationMode: 'ExactCount',
            count: 1,
            tolerations: [TOLERATION],
            capacity: { requests: { memory: '1' } },
            ...DERIVED,
          },
        }),
      ],
      {
        constraints: [
          { requests: ['r'], matchAttribute: 'derived/k' },
          { requests: ['f'], matchAttribute: 'derived/k' },
          { requests: ['r'], distinctAttribute: 'd.example.com/kind' },
        ],
        config: [{ requests: ['r'], opaque: { driver: 'd.example.com', parameters: { a: 1 } } }],
      },
    ),
  ),
  apiVersion: 'resource.k8s.io/v1beta1',
} as unknown as JsonObject;

const HELD = { driver: 'd.example.com', pool: 'pool-n1', device: 'd2' };
const SHARE = '5d1a6a5e-0c9b-4a0e-9d35-6c1f1f2c0001';

/** A claim with all that a status has. */
const FULL_HOLDER = {
  ...withAllMetadata(flatClaim(claim('holder', [request('r')]) as JsonObject)),
  status: {
    allocation: {
      devices: {
        results: [
          {
            request: 'r',
            ...HELD,
            adminAccess: false,
            shareID: SHARE,
            consumedCapacity: { memory: '4' },
            tolerations: [TOLERATION],
            bindingConditions: ['ready'],
            bindingFailureConditions: ['broken'],
            skipNodeOperations: ['NodePrepareResources'],
          },
        ],
        config: [{ source: 'FromClaim', requests: ['r'], opaque: { driver: 'd.example.com', parameters: { a: 1 } } }],
      },
      nodeSelector: ON_N1,
      allocationTimestamp: '2025-12-01T00:00:00Z',
    },
    reservedFor: [{ apiGroup: '', resource: 'pods', name: 'q', uid: 'qu' }],
    devices: [
      {
        ...HELD,
        shareID: SHARE,
        conditions: [
          {
            type: 'ready',
            status: 'True',
            reason: 'Ready',
            message: 'm',
            observedGeneration: 1,
            lastTransitionTime: '2025-12-01T00:00:00Z',
          },
        ],
        data: { a: 1 },
        networkData: { interfaceName: 'eth0', ips: ['10.0.0.1'], hardwareAddress: '00:00:00:00:00:01' },
      },
    ],
  },
} as unknown as JsonObject;

const MEMORY = { capacity: { memory: { value: '10' } } };
const X = { attributes: { kind: { string: 'x' } }, ...MEMORY };
const Y = { attributes: { kind: { string: 'y' } }, ...MEMORY };

/** Claims with all fields: a pending one, and one that has a share of d2, a device of this kind. */
const fullWorld = (kind: string): FieldWorld => ({
  name: 'claims with all fields',
  objects: [
    ...json(deviceClass('any'), deviceClass('other')),
    ...twice([
      { name: 'd0', ...X, taints: TAINTS },
      { name: 'd1', ...X },
      { name: 'd2', attributes: { kind: { string: kind } }, allowMultipleAllocations: true, ...MEMORY },
      { name: 'd3', ...Y, taints: TAINTS },
      { name: 'd4', ...Y },
    ]),
    FULL_HOLDER,
  ],
  claims: [FULL_CLAIM, CHOICE],
});

/** For commands, whose new shares have random IDs: there are none. */
export const COMMAND_WORLD = fullWorld('z');

export const FIELD_WORLDS: readonly FieldWorld[] = [
  ...WORLDS.filter(({ name }) => SHARED.includes(name)).map(flatWorld),
  tolerated,
  alternatives,
  WAITING,
  FAILED,
  ...pods,
];

export const EXPLAINED_WORLDS: readonly FieldWorld[] = [FAILED, fullWorld('y')].map((world) => ({ ...world, isExplained: true }));
