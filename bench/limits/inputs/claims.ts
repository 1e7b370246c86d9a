// Input that is meant to make calls run long and exceed their limits. Each list, map and text of the API is as long as a tenant
// can make it.

import type { Allocator } from '../../../src/index.js';

/** Further objects of a call's cluster, which the call itself does not pass. */
export const FURTHER = Symbol('further objects of a cluster');

/** The feature gates of the allocator for a call. */
export const GATES = Symbol('gates of the allocator');

/** Input of `allocate`, from which a cluster is made too. */
export type Call = Parameters<Allocator['allocateAsync']>[0] & {
  readonly [FURTHER]?: readonly object[];
  readonly [GATES]?: Readonly<Record<string, boolean>>;
};

const GROUP = 'resource.k8s.io/v1';

const range = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));
const named = <T>(count: number, make: (index: number) => T): Record<string, T> =>
  Object.fromEntries(range(count, (index) => [`k${index}`, make(index)]));

function sliceOf(name: string, spec: object): object {
  const pool = { name, generation: 1, resourceSliceCount: 1 };
  return {
    apiVersion: GROUP,
    kind: 'ResourceSlice',
    metadata: { name },
    spec: { driver: 'd.example.com', nodeName: 'n', pool, devices: [{ name: 'd' }], ...spec },
  };
}

const withDevices = (count: number, rest: (index: number) => object = () => ({})): object[] => [
  sliceOf('s', { devices: range(count, (index) => ({ name: `d${index}`, ...rest(index) })) }),
];

const classOf = (spec: object): object => ({ apiVersion: GROUP, kind: 'DeviceClass', metadata: { name: 'any' }, spec });

/** The status of a claim that holds devices. */
const heldBy = (devices: readonly string[]): object => ({
  status: { allocation: { devices: { results: devices.map((device) => ({ request: 'r', driver: 'd.example.com', pool: 's', device })) } } },
});

const requestOf = (name: string, rest: object = {}): object => ({ name, exactly: { deviceClassName: 'any', ...rest } });
const claimOf = (requests: readonly object[], rest: object = {}): object => ({
  apiVersion: GROUP,
  kind: 'ResourceClaim',
  metadata: { name: 'c', namespace: 'ns' },
  spec: { devices: { requests, ...rest } },
});

function callOf(slices: readonly object[], claims: readonly object[] = [claimOf([requestOf('r')])], rest: object = {}): Call {
  const deviceClasses = [classOf({})];
  const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n' } };
  return { node, claims, deviceClasses, resourceSlices: slices, ...rest } as Call;
}

const selectorOf = (count: number): object => ({
  nodeSelectorTerms: range(count, (index) => ({ matchExpressions: [{ key: `k${index}`, operator: 'In', values: ['v'] }] })),
});
const EXPENSIVE = '[1,2,3,4,5,6,7,8,9].all(x, [1,2,3,4,5,6,7,8,9].all(y, [1,2,3,4,5,6,7,8].all(z, x + y + z >';

/** An expression close to the maximum length of a selector. */
function conjunction(conditionOf: (index: number) => string): string {
  let expression = conditionOf(0);
  for (let index = 1; expression.length < 10_000; index++) expression += ` && ${conditionOf(index)}`;
  return expression;
}

/** Hostile inputs by name. Each call makes a new one. */
export const CLAIM_INPUTS: Readonly<Record<string, () => Call>> = {
  'one slice with 1,000,000 devices': () => callOf(withDevices(1_000_000)),
  '100,000 slices': () => callOf(range(100_000, (index) => sliceOf(`s${index}`, {}))),
  '100,000 nodes with a device each': () => {
    const nodes = range(100_000, (index) => ({ apiVersion: 'v1', kind: 'Node', metadata: { name: `n${(index * 7919) % 100_000}` } }));
    const slices = nodes.map(({ metadata: { name } }) => sliceOf(name, { nodeName: name }));
    return { ...callOf(withDevices(1)), [FURTHER]: [...nodes, ...slices] };
  },
  '20,000 attributes': () => callOf(withDevices(1, () => ({ attributes: named(20_000, (int) => ({ int })) }))),
  '100,000 values under a constraint': () => {
    const slices = withDevices(3, () => ({ attributes: { a: { ints: range(100_000, (int) => int) } } }));
    return callOf(slices, [claimOf([requestOf('r', { count: 2 })], { constraints: [{ matchAttribute: 'd.example.com/a' }] })]);
  },
  '20 slices with 10,000 node selector terms': () =>
    callOf(range(20, (index) => sliceOf(`s${index}`, { nodeName: undefined, nodeSelector: selectorOf(10_000) }))),
  '64 devices with 300 selectors': () => {
    const selectors = range(300, (index) => ({ cel: { expression: `${EXPENSIVE} ${index} - 400)))` } }));
    return callOf(withDevices(64), [claimOf([requestOf('r', { selectors })])]);
  },
  '100,000 tolerations of 5,000 taints': () => {
    const tolerations = range(100_000, (index) => ({ key: `k${index}`, operator: 'Exists' }));
    const slices = withDevices(50, () => ({ taints: range(100, (index) => ({ key: `x${index}`, effect: 'NoSchedule' })) }));
    return callOf(slices, [claimOf([requestOf('r', { tolerations })])]);
  },
  '500 claims with 32 requests of 8 alternatives': () => {
    const firstAvailable = range(8, (index) => ({ name: `s${index}`, deviceClassName: 'any' }));
    const requests = range(32, (index) => ({ name: `r${index}`, firstAvailable }));
    return callOf(
      withDevices(1000),
      range(500, () => claimOf(requests)),
    );
  },
  '3,000 constraints over 30 requests': () => {
    const constraints = range(3000, (index) => ({ matchAttribute: `d.example.com/a${index}` }));
    return callOf(withDevices(2000), [
      claimOf(
        range(30, (index) => requestOf(`r${index}`)),
        { constraints },
      ),
    ]);
  },
  '4,000 claims': () =>
    callOf(
      withDevices(5000),
      range(4000, () => claimOf([requestOf('r')])),
    ),
  '20,000 valid values on 20 devices': () => {
    const requestPolicy = { default: '1', validValues: range(20_000, (index) => `${index + 1}`) };
    const capacity = { m: { value: '1000000000', requestPolicy } };
    return callOf(
      withDevices(20, () => ({ allowMultipleAllocations: true, capacity })),
      [claimOf([requestOf('r', { capacity: { requests: { m: '999999999' } } })])],
    );
  },
  '20,000 taint rules': () =>
    callOf(withDevices(200), undefined, {
      deviceTaintRules: range(20_000, (index) => ({
        apiVersion: GROUP,
        kind: 'DeviceTaintRule',
        metadata: { name: `t${index}` },
        spec: { deviceSelector: { device: `d${index}` }, taint: { key: 'k', effect: 'NoSchedule' } },
      })),
    }),
  '300,000 devices in use': () =>
    callOf(withDevices(1), undefined, {
      allocated: { devices: range(300_000, (index) => ({ driver: 'd', pool: 'p', device: `d${index}` })) },
    }),
  '500,000 values of parameters': () => {
    const opaque = { driver: 'd', parameters: { a: range(500_000, (index) => index) } };
    return callOf(withDevices(1), [claimOf([requestOf('r')], { config: [{ requests: ['r'], opaque }] })]);
  },
  '100,000 requests': () => callOf(withDevices(10), [claimOf(range(100_000, (index) => requestOf(`r${index}`)))]),
  '100,000 constraints over one request': () =>
    callOf(withDevices(10), [claimOf([requestOf('r')], { constraints: range(100_000, (index) => ({ matchAttribute: `d/a${index}` })) })]),
  '100,000 requests of a constraint': () => {
    const constraints = [{ matchAttribute: 'd.example.com/a', requests: range(100_000, (index) => `x${index}`) }];
    return callOf(withDevices(10), [claimOf([requestOf('r')], { constraints })]);
  },
  '100,000 configurations': () => {
    const config = range(100_000, (index) => ({ requests: ['r'], opaque: { driver: 'd.example.com', parameters: { index } } }));
    return callOf(withDevices(10), [claimOf([requestOf('r')], { config })]);
  },
  '100,000 selectors of a class': () => ({
    ...callOf(withDevices(20)),
    deviceClasses: [classOf({ selectors: range(100_000, (index) => ({ cel: { expression: `device.driver != "${index}"` } })) })],
  }),
  '100,000 configurations of a class': () => ({
    ...callOf(withDevices(20)),
    deviceClasses: [classOf({ config: range(100_000, (index) => ({ opaque: { driver: 'd', parameters: { index } } })) })],
  }),
  '100,000 classes': () => ({
    ...callOf(withDevices(20)),
    deviceClasses: range(100_000, (index) => ({ ...classOf({}), metadata: { name: index === 0 ? 'any' : `c${index}` } })),
  }),
  '100,000 derived attributes': () => {
    const derivedAttributes = range(100_000, (index) => ({ name: `d.example.com/x${index}`, expression: `${index}` }));
    const constraints = [{ matchAttribute: 'd.example.com/x0' }];
    return callOf(withDevices(20), [claimOf([requestOf('r', { derivedAttributes, count: 2 })], { constraints })]);
  },
  '100,000 capacities on 20 devices': () =>
    callOf(
      withDevices(20, () => ({ allowMultipleAllocations: true, capacity: named(5000, (index) => ({ value: `${index + 1}` })) })),
      [claimOf([requestOf('r', { capacity: { requests: { k7: '3' } } })])],
    ),
  '20,000 capacities that are asked for': () => {
    const capacity = named(20_000, (index) => ({
      value: `${index + 1}`,
      requestPolicy: { default: '1', validRange: { min: '1', step: '1' } },
    }));
    const requests = named(20_000, (index) => `${(index + 1) / 2}`);
    return callOf(
      withDevices(3, () => ({ allowMultipleAllocations: true, capacity })),
      [claimOf([requestOf('r', { capacity: { requests } })])],
    );
  },
  '1,000 capacities with 100 valid values': () => {
    const requestPolicy = { default: '1', validValues: range(100, (index) => `${index + 1}`) };
    const capacity = named(1000, () => ({ value: '1000', requestPolicy }));
    return callOf(
      withDevices(10, () => ({ allowMultipleAllocations: true, capacity })),
      [claimOf([requestOf('r', { capacity: { requests: { k1: '99', k2: '0' } } })])],
    );
  },
  '10,000 taints on 50 devices': () => {
    const tolerations = [{ key: '', operator: 'Exists' }];
    const taints = range(10_000, (index) => ({ key: `x${index}`, effect: 'NoSchedule' }));
    return callOf(
      withDevices(50, () => ({ taints })),
      [claimOf([requestOf('r', { tolerations })])],
    );
  },
  '100,000 counters taken by 20 devices': () => {
    const pool = { name: 'p', generation: 1, resourceSliceCount: 2 };
    const counters = named(5000, () => ({ value: '100' }));
    const sharedCounters = range(20, (index) => ({ name: `c${index}`, counters }));
    const devices = range(20, (index) => ({ name: `d${index}`, consumesCounters: [{ counterSet: `c${index}`, counters }] }));
    return callOf([sliceOf('s', { pool, devices }), sliceOf('t', { pool, devices: undefined, sharedCounters })]);
  },
  '100,000 counter sets': () => {
    const pool = { name: 'p', generation: 1, resourceSliceCount: 2 };
    const sharedCounters = range(100_000, (index) => ({ name: `c${index}`, counters: { k: { value: '100' } } }));
    const devices = range(20, (index) => ({
      name: `d${index}`,
      consumesCounters: [{ counterSet: `c${index}`, counters: { k: { value: '1' } } }],
    }));
    return callOf([sliceOf('s', { pool, devices }), sliceOf('t', { pool, devices: undefined, sharedCounters })]);
  },
  '100,000 binding conditions': () =>
    callOf(withDevices(10, () => ({ bindingConditions: range(100_000, (index) => `c${index}`), bindingFailureConditions: ['f'] }))),
  '100,000 labels of a node': () => ({
    ...callOf(range(20, (index) => sliceOf(`s${index}`, { nodeName: undefined, nodeSelector: selectorOf(100) }))),
    node: { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n', labels: named(100_000, () => 'v') } },
  }),
  '100,000 values of a node selector': () => {
    const matchExpressions = [{ key: 'k', operator: 'NotIn', values: range(100_000, (index) => `v${index}`) }];
    return callOf(
      range(20, (index) => sliceOf(`s${index}`, { nodeName: undefined, nodeSelector: { nodeSelectorTerms: [{ matchExpressions }] } })),
    );
  },
  '20,000 node selector terms that are wrong': () => {
    const nodeSelectorTerms = range(20_000, (index) => ({ matchExpressions: [{ key: `k${index}`, operator: 'Some', values: ['v'] }] }));
    return callOf([sliceOf('s', { nodeName: undefined, nodeSelector: { nodeSelectorTerms } })]);
  },
  '100,000 versions of a device': () => {
    const slices = withDevices(3, () => ({ attributes: { a: { versions: range(100_000, (index) => `1.2.${index}`) } } }));
    return callOf(slices, [claimOf([requestOf('r', { selectors: [{ cel: { expression: 'device.driver != "x"' } }] })])]);
  },
  '100,000 attributes under a selector': () => {
    const slices = withDevices(3, (device) => ({ attributes: named(33_333, (index) => ({ string: `${device} ${index}` })) }));
    const expression = 'device.attributes["d.example.com"].all(name, name != "x") && !("y" in device.attributes)';
    return callOf(slices, [claimOf([requestOf('r', { selectors: [{ cel: { expression } }] })])]);
  },
  '100,000 pools that are invalid': () =>
    callOf(
      range(100_000, (index) => sliceOf(`s${index}`, { devices: [{ name: 'd' }, { name: 'd' }] })),
      [claimOf([requestOf('r')])],
    ),
  '100,000 selectors that do not compile': () => {
    const selectors = range(100_000, (index) => ({ cel: { expression: `x${index}` } }));
    return callOf(withDevices(20), [claimOf([requestOf('r', { selectors })])]);
  },
  '100,000 values of devices under a constraint': () => {
    const slices = withDevices(100_000, (index) => ({ attributes: { a: { string: `v${index}` } } }));
    return callOf(slices, [claimOf([requestOf('r', { count: 2 })], { constraints: [{ matchAttribute: 'd.example.com/a' }] })]);
  },
  'texts of 4 MB on 20 devices': () => {
    const text = 'x'.repeat(4_000_000);
    const slices = withDevices(20, (index) => ({
      attributes: { a: { string: text + index } },
      taints: [{ key: text + index, effect: 'None' }],
    }));
    const selectors = [{ cel: { expression: 'device.attributes["d.example.com"].a != "x"' } }];
    return callOf(slices, [
      claimOf([requestOf('r', { selectors, count: 2 })], { constraints: [{ distinctAttribute: 'd.example.com/a' }] }),
    ]);
  },
  'a selector of 8 MB': () => {
    const expression = `"${'x'.repeat(8_000_000)}" != "y"`;
    return callOf(withDevices(20), [claimOf([requestOf('r', { selectors: [{ cel: { expression } }] })])]);
  },
  '100,000 claims that hold devices': () =>
    callOf(withDevices(10), undefined, {
      allocated: {
        claims: range(100_000, (index) => ({
          ...claimOf([requestOf('r')]),
          metadata: { name: `h${index}`, namespace: 'ns' },
          ...heldBy([`d${index}`]),
        })),
      },
    }),
  'a claim that holds 100,000 devices': () =>
    callOf(withDevices(10), [{ ...claimOf([requestOf('r')]), ...heldBy(range(100_000, (index) => `d${index}`)) }]),
  '300,000 shares with capacity': () =>
    callOf(
      withDevices(1, () => ({ allowMultipleAllocations: true, capacity: { m: { value: '1000000' } } })),
      undefined,
      {
        allocated: {
          consumedCapacity: range(300_000, (index) => ({
            driver: 'd.example.com',
            pool: 's',
            device: `d${index % 1000}`,
            capacity: { m: '1' },
          })),
        },
      },
    ),
  '30 requests for all of 20,000 devices': () =>
    callOf(withDevices(20_000), [claimOf(range(30, (index) => requestOf(`r${index}`, { allocationMode: 'All' })))]),
  '2,000 requests under 2,000 constraints': () => {
    const requests = range(2000, (index) => requestOf(`r${index}`));
    const constraints = range(2000, (index) => ({
      matchAttribute: `d.example.com/a${index}`,
      requests: [`r${index}`, `r${(index + 1) % 2000}`],
    }));
    return callOf(withDevices(10), [claimOf(requests, { constraints })]);
  },
  '2,000 selectors': () => {
    const selectors = range(2000, (index) => ({ cel: { expression: `device.driver != "x${index}" && "a" in device.attributes` } }));
    return callOf(withDevices(10), [claimOf([requestOf('r', { selectors })])]);
  },
  'selectors of 10 KB each': () => {
    const expressions = [
      conjunction((index) => `device.driver != "x${index}"`),
      conjunction((index) => `!device.driver.matches("a${index}.*[a-z]+")`),
      conjunction((index) => `[1, 2].all(x, x > -${index})`),
      conjunction((index) => `device.driver.unknown${index}()`),
    ];
    const selectors = expressions.map((expression) => ({ cel: { expression } }));
    return callOf(withDevices(10), [claimOf([requestOf('r', { selectors })])]);
  },
  '100,000 pods beside the claims': () => {
    const pods = range(100_000, (index) => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: `p${index}`, namespace: 'ns', uid: `u${index}` },
      spec: {
        containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '1' } } }],
        resourceClaims: [{ name: 'r', resourceClaimName: 'c' }],
      },
    }));
    return callOf(withDevices(1), [claimOf([requestOf('r')])], { pods });
  },
  'a class name of 1 MB on 2,000 nodes': () => {
    const nodes = range(2000, (index) => ({ apiVersion: 'v1', kind: 'Node', metadata: { name: `n${index}` } }));
    const exactly = { deviceClassName: 'c'.repeat(1_000_000) };
    return { ...callOf(withDevices(1), [claimOf([{ name: 'r', exactly }])]), [FURTHER]: nodes };
  },
  'lists of 64 values of which 63 must be common': () => {
    const slices = withDevices(40, (device) => ({ attributes: { a: { ints: range(64, (index) => index + device) } } }));
    const matchSemantics = { mode: 'NonEmptyIntersection', options: { nonEmptyIntersection: { minSize: 63 } } };
    const constraints = [{ matchAttribute: 'd.example.com/a', matchSemantics }];
    return { ...callOf(slices, [claimOf([requestOf('r', { count: 32 })], { constraints })]), [GATES]: { XAttributeSemantics: true } };
  },
};

/** Claims that can be allocated, many or large ones. */
export const OUTCOME_INPUTS: Readonly<Record<string, () => Call>> = {
  '4,000 claims with a device each': () =>
    callOf(
      withDevices(4000),
      range(4000, (index) => ({ ...claimOf([requestOf('r')]), metadata: { name: `c${index}`, namespace: 'ns' } })),
    ),
  '100 claims with 32 devices each': () =>
    callOf(
      withDevices(3200),
      range(100, (index) => ({ ...claimOf([requestOf('r', { count: 32 })]), metadata: { name: `c${index}`, namespace: 'ns' } })),
    ),
  'a claim with 100,000 configurations': () => {
    const config = range(100_000, (index) => ({ requests: ['r'], opaque: { driver: 'd.example.com', parameters: { index } } }));
    return callOf(withDevices(1), [claimOf([requestOf('r')], { config })]);
  },
  'a claim with 20,000 capacities': () => {
    const capacity = named(20_000, () => ({ value: '4', requestPolicy: { default: '1', validRange: { min: '1', step: '1' } } }));
    const requests = named(20_000, () => '1');
    return callOf(
      withDevices(1, () => ({ allowMultipleAllocations: true, capacity })),
      [claimOf([requestOf('r', { capacity: { requests } })])],
    );
  },
};
