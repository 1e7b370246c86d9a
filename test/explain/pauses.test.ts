// Explanations of long lists pause between their items.

import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { Checkpoint } from '../../src/core/base/checkpoint.js';
import { createAllocator, type KubernetesObjectJson } from '../../src/index.js';
import { claim, device, deviceClass, node, request, selectors, slice } from '../support/objects.js';

let pauses = 0;

// Every slice ends immediately, so that calls pause wherever they can.
beforeAll(() => {
  const { beginSlice, beginTrial } = Checkpoint.prototype;
  vi.spyOn(Checkpoint.prototype, 'beginSlice').mockImplementation(function (this: Checkpoint) {
    pauses++;
    beginSlice.call(this, 0);
  });
  vi.spyOn(Checkpoint.prototype, 'beginTrial').mockImplementation(function (this: Checkpoint) {
    beginTrial.call(this, 0);
  });
});
afterAll(() => {
  vi.restoreAllMocks();
});

const range = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));

/** Claims, the devices of nodes, and the expected pauses for each item of the long list. Without one of the pausing places there are fewer. */
interface Case {
  readonly claims: readonly object[];
  readonly devices: readonly object[];
  /** More fields of the slice with the devices. */
  readonly spec?: object;
  /** The number of nodes. The call is for a pod with the claims. */
  readonly nodes?: number;
  readonly pauses: number;
}

const cases: Readonly<Record<string, (count: number) => Case>> = {
  'devices that a claim holds': (count) => {
    const results = range(count, (index) => ({ request: 'r', driver: 'd.example.com', pool: 'p', device: `d${index}` }));
    return {
      claims: [{ ...claim('c', [request('r')]), status: { allocation: { devices: { results } } } }],
      devices: [device('d0')],
      pauses: 18,
    };
  },
  'selectors before the one that rejects a device': (count) => ({
    claims: [claim('c', [request('r', selectors(...range(count, (index) => `device.driver != "d${index}"`), 'false'))])],
    devices: [device('a')],
    pauses: 1.9,
  }),
  'nodes of a cluster for a pod': (count) => ({
    claims: [claim('c', [request('r')])],
    devices: [device('a')],
    nodes: count,
    pauses: 25,
  }),
  'configurations of a claim': (count) => {
    const config = range(count, (index) => ({ opaque: { driver: 'd.example.com', parameters: { index } } }));
    return { claims: [claim('c', [request('r')], { config })], devices: [device('a')], pauses: 6 };
  },
  'values of parameters': (count) => {
    const config = [{ opaque: { driver: 'd.example.com', parameters: { values: range(count, (index) => index) } } }];
    return { claims: [claim('c', [request('r')], { config })], devices: [device('a')], pauses: 2 };
  },
  'values of a node selector': (count) => {
    const matchExpressions = [{ key: 'k', operator: 'NotIn', values: range(count, (index) => `v${index}`) }];
    const spec = { nodeName: undefined, nodeSelector: { nodeSelectorTerms: [{ matchExpressions }] } };
    return { claims: [claim('c', [request('r')])], devices: [device('a')], spec, pauses: 1.03 };
  },
};

const pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p', namespace: 'ns' },
  spec: { containers: [], resourceClaims: [{ name: 'c', resourceClaimName: 'c' }] },
};

async function pausesOf({ claims, devices, spec, nodes }: Case): Promise<number> {
  const cluster = (await createAllocator()).cluster();
  const names = range(nodes ?? 1, (index) => node(`n${index}`));
  cluster.apply([...names, deviceClass('any'), slice('s', devices, { nodeName: 'n0', ...spec })] as KubernetesObjectJson[]);
  if (nodes !== undefined) cluster.apply(claims as KubernetesObjectJson[]);
  pauses = 0;
  if (nodes === undefined) await cluster.explainAsync({ claims: claims as never, suggestions: false });
  else await cluster.explainAsync({ pod: pod as never, suggestions: false });
  return pauses;
}

it.each(Object.keys(cases))('explanations yield between %s', async (name) => {
  const of = cases[name] as (count: number) => Case;
  const [few, many] = [await pausesOf(of(300)), await pausesOf(of(600))];
  expect((many - few) / 300).toBeGreaterThanOrEqual(of(1).pauses);
});
