// The effects of gates by release: the table of defaults, and for every supported gate a query whose answer shows whether it is on.
// Each query runs with the defaults of every release, and with the gate switched where the release allows that.
// Effects of a disabled gate: docs/spec/reference-1.37.md 3; pools_experimental.go, allocator_experimental.go and allocateddevices.go.

import { describe, expect, it } from 'vitest';
import { AllocationError } from '../../../src/core/base/errors.js';
import { type GateTableCell, gateTable, RELEASES, type Release } from '../../../src/core/features/features.js';
import { type AllocatedInput, type AllocateInput, type Allocator, createAllocator } from '../../../src/index.js';
import { claim, device, deviceClass, devices, firstAvailable, node, request, slice } from '../../support/objects.js';

/**
 * `.` is a gate that the release does not have, `ON` one that cannot be turned off. As the kube_features.go of each release says: v1.32.0,
 * v1.33.0, v1.34.0, v1.35.0, v1.36.2, v1.37.1.
 */
const DEFAULTS = `
                                            1.32 1.33 1.34 1.35 1.36 1.37
DRAAdminAccess                              off  off  on   on   ON   ON
DRAConsumableCapacity                       .    .    off  off  on   on
DRADerivedAttributes                        .    .    .    .    .    off
DRADeviceBindingConditions                  .    .    off  off  on   on
DRADeviceCompatibilityGroups                .    .    .    .    .    off
DRADeviceTaintRules                         .    .    .    off  off  on
DRADeviceTaints                             .    off  off  off  on   on
DRAExtendedResource                         .    .    off  off  on   ON
DRAFractionalCapacityRange                  .    .    .    .    .    off
DRAListTypeAttributes                       .    .    .    .    off  off
DRANodeAllocatableResources                 .    .    .    .    off  off
DRAOptionalNodeOperations                   .    .    .    .    .    off
DRAPartitionableDevices                     .    off  off  off  on   on
DRAPartitionableDevicesType                 .    .    .    .    .    off
DRAPrioritizedList                          .    off  on   on   on   ON
DRAResourceClaimDeviceStatus                off  on   on   on   on   ON
DRAResourceClaimGranularStatusAuthorization .    .    .    .    on   on
DRAResourcePoolStatus                       .    .    .    .    off  off
DRASchedulerFilterTimeout                   .    .    on   on   on   on
DRAWorkloadResourceClaims                   .    .    .    .    off  off
DynamicResourceAllocation                   off  off  on   ON   ON   ON
GenericWorkload                             .    .    .    off  off  off
InPlacePodLevelResourcesVerticalScaling     .    .    .    off  on   on
InPlacePodVerticalScaling                   off  on   on   ON   ON   ON
MatchLabelKeysInPodTopologySpread           on   on   on   on   on   on
MatchLabelKeysInPodTopologySpreadSelectorMerge .  .    on   on   on   on
NodeDeclaredFeatures                        .    .    .    off  on   ON
PodLevelResources                           off  off  on   on   on   on
PodLevelResourcesFixDefaulting              .    .    .    .    .    on
StorageCapacityScoring                      .    off  off  off  off  on
TaintTolerationComparisonOperators          .    .    .    off  off  off
VolumeLimitScaling                          .    .    .    off  off  on
`;

type State = '.' | 'off' | 'on' | 'ON';

const [, ...rows] = DEFAULTS.trim()
  .split('\n')
  .map((line) => line.trim().split(/ +/));
const states = new Map(rows.map(([gate, ...row]) => [gate as string, row as State[]]));

function stateOf(gate: string, release: Release): State {
  return states.get(gate)?.[RELEASES.indexOf(release)] ?? '.';
}

/** A question, and its answers with the gate on and off. */
interface Behaviour {
  readonly gate: string;
  readonly shows: string;
  readonly question: Partial<AllocateInput>;
  readonly on: string;
  readonly off: string;
  /** The answer where a gate that this one needs is off, too. */
  readonly without?: string;
}

const one = (exactly: object = {}): object[] => [claim('c', [request('r', { ...exactly })])];
const slices = (...list: object[]): Partial<AllocateInput> => ({ resourceSlices: [slice('s', list)] });

const tainted = device('a', {}, { taints: [{ key: 'k', effect: 'NoSchedule' }] });
const binding = { bindingConditions: ['attached'], bindingFailureConditions: ['broken'] };
const shared = (policy: object = {}): object =>
  device('x', {}, { allowMultipleAllocations: true, capacity: { m: { value: '10', ...policy } } });
const share = (name: string, quantity: string): object => claim(name, [request('r', { capacity: { requests: { m: quantity } } })]);
const heldBy = (result: object): AllocatedInput => ({
  claims: [{ ...claim('h', [request('r')]), status: { allocation: { devices: { results: [result] } } } }],
});
const place = { request: 'r', driver: 'd.example.com', pool: 'p' };

/** A pool of a counter set of two counters `c`, and devices that consume one each. */
function counterPool(consumption: object = {}): object[] {
  const pool = { resourceSliceCount: 2 };
  const consumesCounters = [{ counterSet: 'set', counters: { c: { value: '1' } }, ...consumption }];
  return [
    slice('counters', [], { pool, sharedCounters: [{ name: 'set', counters: { c: { value: '2' } } }] }),
    slice('devices', [device('part', {}, { consumesCounters })], { pool }),
  ];
}

const BEHAVIOURS: readonly Behaviour[] = [
  {
    gate: 'DRAAdminAccess',
    shows: 'admin access to a device in use',
    question: { ...slices(...devices(1)), claims: one({ adminAccess: true }), allocated: heldBy({ ...place, device: 'd0' }) },
    on: 'r=d0',
    off: 'error: admin-access-disabled',
  },
  {
    gate: 'DRAPrioritizedList',
    shows: 'a request with alternatives',
    question: { ...slices(...devices(1)), claims: [claim('c', [firstAvailable('r', { two: { count: 2 }, one: {} })])] },
    on: 'r/one=d0',
    off: 'error: prioritized-list-disabled',
  },
  {
    gate: 'DRAPartitionableDevices',
    shows: 'a device that consumes counters',
    question: { resourceSlices: counterPool(), claims: one() },
    on: 'r=part',
    off: 'unallocatable',
  },
  {
    gate: 'DRAPartitionableDevices',
    shows: 'a slice whose devices choose their nodes',
    question: { resourceSlices: [slice('s', [device('a', {}, { allNodes: true })], { perDeviceNodeSelection: true })], claims: one() },
    on: 'r=a',
    off: 'unallocatable',
  },
  {
    gate: 'DRADeviceTaints',
    shows: 'a device with a taint',
    question: { ...slices(tainted, device('b')), claims: one() },
    on: 'r=b',
    off: 'r=a',
  },
  {
    gate: 'DRADeviceTaintRules',
    shows: 'a device that a rule taints',
    question: {
      ...slices(device('a'), device('b')),
      claims: one(),
      deviceTaintRules: [
        {
          apiVersion: 'resource.k8s.io/v1',
          kind: 'DeviceTaintRule',
          metadata: { name: 'rule' },
          spec: { deviceSelector: { device: 'a' }, taint: { key: 'k', effect: 'NoSchedule' } },
        },
      ],
    },
    on: 'r=b',
    off: 'r=a',
  },
  {
    gate: 'DRAConsumableCapacity',
    shows: 'a request for capacity',
    question: {
      ...slices(device('a', {}, { capacity: { m: { value: '1' } } }), device('b', {}, { capacity: { m: { value: '3' } } })),
      claims: [share('c', '2')],
    },
    on: 'r=b',
    off: 'error: consumable-capacity-disabled',
  },
  {
    gate: 'DRAConsumableCapacity',
    shows: 'two claims and one device that can be shared',
    question: { ...slices(shared({ requestPolicy: { default: '1' } })), claims: [claim('a', [request('r')]), claim('b', [request('r')])] },
    on: 'r=x:1 r=x:1',
    off: 'unallocatable',
  },
  {
    gate: 'DRAConsumableCapacity',
    shows: 'a device of which a share is in use',
    question: {
      ...slices(shared({ requestPolicy: { default: '1' } })),
      claims: one(),
      allocated: heldBy({ ...place, device: 'x', shareID: 'b7f5c4ee-0000-4000-8000-000000000001', consumedCapacity: { m: '1' } }),
    },
    on: 'r=x:1',
    off: 'unallocatable',
  },
  {
    gate: 'DRAFractionalCapacityRange',
    shows: 'steps of half a unit',
    question: {
      ...slices(shared({ requestPolicy: { default: '1', validRange: { min: '500m', max: '9', step: '500m' } } })),
      claims: [share('c', '1200m')],
    },
    on: 'r=x:1500m',
    off: 'r=x:2',
    without: 'error: consumable-capacity-disabled',
  },
  {
    gate: 'DRADeviceBindingConditions',
    shows: 'a device with binding conditions',
    question: { ...slices(device('a', {}, binding), device('b')), claims: one() },
    on: 'r=a',
    off: 'r=b',
  },
  {
    gate: 'DRADeviceBindingConditions',
    shows: 'a claim whose binding failed',
    question: {
      resourceSlices: [],
      claims: [
        {
          ...claim('c', [request('r')]),
          status: {
            allocation: { devices: { results: [{ ...place, device: 'a', ...binding }] } },
            devices: [{ driver: 'd.example.com', pool: 'p', device: 'a', conditions: [{ type: 'broken', status: 'True' }] }],
          },
        },
      ],
    },
    on: 'unallocatable',
    off: 'r=a',
  },
  {
    gate: 'DRAListTypeAttributes',
    shows: 'two lists with a value in common',
    question: {
      ...slices(device('a', { k: [1, 2] }), device('b', { k: [2, 3] })),
      claims: [claim('c', [request('r', { count: 2 })], { constraints: [{ matchAttribute: 'd.example.com/k' }] })],
    },
    on: 'r=a r=b',
    off: 'unallocatable',
  },
  {
    gate: 'DRAOptionalNodeOperations',
    shows: 'a device whose operations the node may skip',
    question: { resourceSlices: [slice('s', devices(1), { skipNodeOperations: ['*'] })], claims: one() },
    on: 'r=d0',
    off: 'unallocatable',
  },
  {
    gate: 'DRADerivedAttributes',
    shows: 'a constraint over a derived attribute',
    question: {
      ...slices(device('a', { k: 1 }), device('b', { k: 2 }), device('c', { k: 3 })),
      claims: [
        claim(
          'c',
          [
            request('r', {
              count: 2,
              derivedAttributes: [{ name: 'derived.example.com/odd', expression: 'device.attributes["d.example.com"].k % 2 == 1' }],
            }),
          ],
          { constraints: [{ matchAttribute: 'derived.example.com/odd' }] },
        ),
      ],
    },
    on: 'r=a r=c',
    off: 'error: derived-attributes-disabled',
  },
  {
    gate: 'DRADeviceCompatibilityGroups',
    shows: 'a pool with compatibility groups',
    question: { resourceSlices: counterPool({ compatibilityGroups: ['g'] }), claims: one() },
    on: 'r=part',
    off: 'unallocatable',
  },
  {
    gate: 'DRADeviceCompatibilityGroups',
    shows: 'all devices while a pool has compatibility groups',
    question: { resourceSlices: counterPool({ compatibilityGroups: ['g'] }), claims: one({ allocationMode: 'All' }) },
    on: 'r=part',
    off: 'error: pool-incomplete',
    without: 'unallocatable',
  },
];

/** Gates that no answer depends on, with the reason. */
const WITHOUT_BEHAVIOUR: Readonly<Record<string, string>> = {
  DRAExtendedResource: 'is about claims that are made, not about devices',
  DRANodeAllocatableResources: 'is about the resources of nodes that the scheduler counts',
  DRAPartitionableDevicesType: 'is about what the API server tells of pools',
  DRAResourceClaimDeviceStatus: 'acts through DRADeviceBindingConditions, which needs it',
  DRAResourceClaimGranularStatusAuthorization: 'is about who may write',
  DRAResourcePoolStatus: 'is about what the API server tells of pools',
  DRASchedulerFilterTimeout: 'is `limits.milliseconds` here',
  DRAWorkloadResourceClaims: 'is about claims that are made, not about devices',
  DynamicResourceAllocation: 'acts through the gates that need it: whoever asks for devices has it',
  GenericWorkload: 'acts through the gates that need it',
  InPlacePodLevelResourcesVerticalScaling: 'is about what pods on nodes take, not about devices',
  InPlacePodVerticalScaling: 'is about what pods on nodes take, not about devices',
  MatchLabelKeysInPodTopologySpread: 'is about pods that are spread, not about devices',
  MatchLabelKeysInPodTopologySpreadSelectorMerge: 'changes how pods are stored, and the scheduler spreads them alike',
  NodeDeclaredFeatures: 'acts through the gates that need it',
  PodLevelResources: 'is about what pods on nodes take, not about devices',
  PodLevelResourcesFixDefaulting: 'is about what pods on nodes take, not about devices',
  StorageCapacityScoring: 'is about the volumes of pods, not about devices',
  TaintTolerationComparisonOperators: 'is about the taints of nodes, not about devices',
  VolumeLimitScaling: 'is about the volumes of pods, not about devices',
};

/** Returns the answer to a query: the device and consumed capacity of each request, or another outcome. */
function answer(allocator: Allocator, question: Partial<AllocateInput>): string {
  const able = node('n', {}, { declaredFeatures: ['DRAOptionalNodeOperations'] });
  try {
    const outcome = allocator.allocate({ node: able, claims: [], deviceClasses: [deviceClass('any')], resourceSlices: [], ...question });
    if (outcome.kind !== 'allocated') return outcome.kind;
    const results = outcome.allocations.flatMap((allocation) => allocation.devices.results ?? []);
    return results
      .map(({ request, device, consumedCapacity }) => [`${request}=${device}`, ...Object.values(consumedCapacity ?? {})].join(':'))
      .join(' ');
  } catch (error) {
    if (error instanceof AllocationError) return `error: ${error.code}`;
    throw error;
  }
}

/** Lists what a gate needs, and what that needs. */
function needsOf(gate: string): string[] {
  const { needs = [] } = gateTable().find((row) => row.gate === gate) ?? {};
  return needs.flatMap((need) => [need, ...needsOf(need)]);
}

/** Returns overrides that switch a gate in a release, with the other gates that must be switched for that. */
function turned(gate: string, release: Release): Record<string, boolean> {
  if (stateOf(gate, release) === 'off') return Object.fromEntries([gate, ...needsOf(gate)].map((name) => [name, true]));
  const dependents = [...states.keys()].filter((name) => needsOf(name).includes(gate) && stateOf(name, release) === 'on');
  return Object.fromEntries([gate, ...dependents].map((name) => [name, false]));
}

async function codeOf(kubernetesVersion: string, featureGates: Record<string, boolean>): Promise<string> {
  return createAllocator({ kubernetesVersion, featureGates }).then(
    () => 'none',
    (error: AllocationError) => error.code,
  );
}

const stateIn = (cell: GateTableCell | null): State => (cell === null ? '.' : cell.locked ? 'ON' : cell.default ? 'on' : 'off');

it('the defaults are those of the table of gates', () => {
  expect(new Map(gateTable().map(({ gate, releases }) => [gate, releases.map(stateIn)]))).toEqual(states);
});

it('every gate has a question, or a reason to have none', () => {
  const asked = new Set(BEHAVIOURS.map(({ gate }) => gate));
  expect([...asked, ...Object.keys(WITHOUT_BEHAVIOUR)].sort()).toEqual([...states.keys()]);
});

const cells = BEHAVIOURS.flatMap((behaviour) =>
  RELEASES.map((release) => ({ ...behaviour, release, state: stateOf(behaviour.gate, release) })),
);

describe.each(cells)('$gate in $release ($state), $shows', ({ gate, release, state, question, on, off, without = off }) => {
  it('is answered by the default', async () => {
    const needsAreOn = needsOf(gate).every((need) => ['on', 'ON'].includes(stateOf(need, release)));
    const expected = state === 'on' || state === 'ON' ? on : needsAreOn ? off : without;
    expect(answer(await createAllocator({ kubernetesVersion: release }), question)).toBe(expected);
  });

  if (state === 'on' || state === 'off') {
    it('is answered the other way when the gate is turned over', async () => {
      const featureGates = turned(gate, release);
      expect(answer(await createAllocator({ kubernetesVersion: release, featureGates }), question)).toBe(state === 'on' ? off : on);
    });
  } else {
    it('cannot be answered the other way', async () => {
      const code = state === '.' ? 'unknown-feature-gate' : 'locked-feature-gate';
      expect(await codeOf(release, { [gate]: state === '.' })).toBe(code);
    });
  }
});

describe.each(BEHAVIOURS)('$gate without a version, $shows', ({ gate, question, on, off }) => {
  it('is on, and off when it is turned off alone', async () => {
    expect(answer(await createAllocator(), question)).toBe(on);
    expect(answer(await createAllocator({ featureGates: { [gate]: false } }), question)).toBe(off);
  });
});

describe.each([...states])('%s', (gate, row) => {
  it.each(RELEASES)('can be set in %s as the table says', async (release) => {
    const state = row[RELEASES.indexOf(release)];
    const codes = await Promise.all([true, false].map((value) => codeOf(release, { [gate]: value })));
    if (state === '.') expect(codes).toEqual(['unknown-feature-gate', 'unknown-feature-gate']);
    else if (state === 'ON') expect(codes).toEqual(['none', 'locked-feature-gate']);
    else expect(codes.filter((code) => code !== 'none' && code !== 'feature-gate-needs')).toEqual([]);
  });

  it('needs other gates to be on where it is on', async () => {
    for (const need of new Set(needsOf(gate))) {
      const release = RELEASES.find(
        (candidate) => ['on', 'off'].includes(stateOf(gate, candidate)) && ['on', 'off'].includes(stateOf(need, candidate)),
      );
      if (release === undefined) continue;
      expect(await codeOf(release, { ...Object.fromEntries([gate, ...needsOf(gate)].map((name) => [name, true])), [need]: false })).toBe(
        'feature-gate-needs',
      );
    }
  });
});

describe('before rules had a gate', () => {
  it.each(['1.33', '1.34'])('in %s they come with the taints', async (kubernetesVersion) => {
    const question = BEHAVIOURS.find(({ gate }) => gate === 'DRADeviceTaintRules')?.question ?? {};
    const featureGates = { DRADeviceTaints: true, DynamicResourceAllocation: true };
    expect(answer(await createAllocator({ kubernetesVersion, featureGates }), question)).toBe('r=b');
    expect(answer(await createAllocator({ kubernetesVersion }), question)).toBe('r=a');
  });
});
