// Problems of one node, and their parts.

import { accelerators, claimFor, DRIVER, nodesWithDevices } from './objects.js';

/** A problem: objects and claims. All requests use the class of `testClass`. */
export interface Problem {
  readonly name: string;
  /** Nodes and ResourceSlices. */
  readonly objects: readonly object[];
  readonly claims: readonly object[];
}

export function problemOf(name: string, objects: readonly object[], claims: readonly object[]): Problem {
  return { name, objects, claims };
}

/** Returns the part of a request or of a class that has a selector. */
export function selector(expression: string): { readonly selectors: readonly object[] } {
  return { selectors: [{ cel: { expression } }] };
}

export const ATTRIBUTES = `device.attributes["${DRIVER}"]`;
const CAPACITY = `device.capacity["${DRIVER}"]`;

/** A selector on three attributes and a capacity. */
export const SELECTIVE = `${ATTRIBUTES}.model == "a100" && ${ATTRIBUTES}.numa >= 0 && ${ATTRIBUTES}.driverVersion.isGreaterThan(semver("1.0.0")) && ${CAPACITY}.memory.compareTo(quantity("20Gi")) > 0`;

/** Returns the list attributes of scheduler_perf: 64 devices; the last 32 share a value. */
function listAttributes(): Problem {
  const devices = Array.from({ length: 64 }, (_, index) => {
    const deviceValues = Array.from({ length: 46 }, (_value, value) => `device-${index}-value-${value}`);
    return {
      name: `device-${index}`,
      attributes: { 'dra.example.com/match': { strings: index < 32 ? deviceValues : ['shared-value', ...deviceValues] } },
    };
  });
  return problemOf(
    'list attributes, 32 of 64',
    nodesWithDevices(1, () => devices),
    [claimFor({ count: 32 }, [{ matchAttribute: 'dra.example.com/match' }])],
  );
}

/** Returns a problem of four pairs of a GPU and a NIC, each pair on one PCIe root, from 8 of each. */
function pairs(): Problem {
  const devices = ['gpu', 'nic'].flatMap((kind) =>
    Array.from({ length: 8 }, (_, index) => ({
      name: `${kind}-${index}`,
      attributes: { kind: { string: kind }, 'resource.kubernetes.io/pcieRoot': { string: `pci0000:${index >> 1}` } },
    })),
  );
  const requests = Array.from({ length: 4 }, (_, pair) => pair).flatMap((pair) =>
    ['gpu', 'nic'].map((kind) => ({
      name: `${kind}-${pair}`,
      exactly: { deviceClassName: 'test-class', ...selector(`${ATTRIBUTES}.kind == "${kind}"`) },
    })),
  );
  const constraints = Array.from({ length: 4 }, (_, pair) => ({
    requests: [`gpu-${pair}`, `nic-${pair}`],
    matchAttribute: 'resource.kubernetes.io/pcieRoot',
  }));
  const claim = { ...claimFor({}), spec: { devices: { requests, constraints } } };
  return problemOf(
    '4 GPU and NIC pairs of 8 + 8',
    nodesWithDevices(1, () => devices),
    [claim],
  );
}

/** Returns a problem of three prioritized lists of five entries. Only the last entry of each fits. */
function prioritized(): Problem {
  const requests = Array.from({ length: 3 }, (_, request) => ({
    name: `req-${request}`,
    firstAvailable: Array.from({ length: 5 }, (_sub, sub) => ({
      name: `sub-${sub}`,
      deviceClassName: 'test-class',
      ...selector(sub < 4 ? `${ATTRIBUTES}.numa == ${sub + 10}` : `${ATTRIBUTES}.numa >= 0`),
    })),
  }));
  const claim = { ...claimFor({}), spec: { devices: { requests } } };
  return problemOf(
    '3 requests x 5 subrequests',
    nodesWithDevices(1, () => accelerators(8)),
    [claim],
  );
}

/** Returns the partitions of scheduler_perf: 7 of 8 devices that share 70Gi of memory. The first device uses 20Gi, the others 10Gi. */
function partitions(): Problem {
  const pool = { name: 'node-0', generation: 1, resourceSliceCount: 2 };
  const numbers = Array.from({ length: 8 }, (_, index) => index + 1);
  const devices = numbers.map((number) => ({
    name: `device-${number}`,
    consumesCounters: [
      { counterSet: 'counter-set-for-cpu', counters: { [`cpu${number}`]: { value: '1' } } },
      { counterSet: 'counter-set-for-mem', counters: { mem: { value: number === 1 ? '20Gi' : '10Gi' } } },
    ],
  }));
  const sharedCounters = [
    { name: 'counter-set-for-cpu', counters: Object.fromEntries(numbers.map((number) => [`cpu${number}`, { value: '1' }])) },
    { name: 'counter-set-for-mem', counters: { mem: { value: '70Gi' } } },
  ];
  const sliceOf = (name: string, spec: object): object => ({
    apiVersion: 'resource.k8s.io/v1',
    kind: 'ResourceSlice',
    metadata: { name },
    spec: { driver: DRIVER, nodeName: 'node-0', pool, ...spec },
  });
  const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'node-0' } };
  return problemOf(
    'partitions, 7 of 8',
    [node, sliceOf('devices', { devices }), sliceOf('counters', { sharedCounters })],
    [claimFor({ count: 7 })],
  );
}

/** Returns a problem of four shares of eight cards that are shared by memory. The shares fit on the first card if there is no consumption. */
function shares(): Problem {
  const devices = Array.from({ length: 8 }, (_, index) => ({
    name: `card-${index}`,
    allowMultipleAllocations: true,
    capacity: {
      memory: { value: '80Gi', requestPolicy: { default: '1Gi', validRange: { min: '1Gi', step: '1Gi' } } },
      cores: { value: '108', requestPolicy: { default: '1' } },
    },
  }));
  const requests = Array.from({ length: 4 }, (_, index) => ({
    name: `req-${index}`,
    exactly: { deviceClassName: 'test-class', capacity: { requests: { memory: '19.5Gi', cores: '27' } } },
  }));
  const claim = { ...claimFor({}), spec: { devices: { requests } } };
  return problemOf(
    '4 shares of 8 cards',
    nodesWithDevices(1, () => devices),
    [claim],
  );
}

export function oneNodeProblems(): Problem[] {
  const eight = nodesWithDevices(1, () => accelerators(8));
  return [
    problemOf('one device of 8', eight, [claimFor({})]),
    problemOf('selector on 3 attributes and a capacity, count 4, match', eight, [
      claimFor({ count: 4, ...selector(SELECTIVE) }, [{ matchAttribute: `${DRIVER}/numa` }]),
    ]),
    listAttributes(),
    pairs(),
    prioritized(),
    partitions(),
    shares(),
  ];
}
