import { expect, it } from 'vitest';
import { SliceIndex } from '../../../../src/allocator/pools/slice-index.js';
import { findLeftOut } from '../../../../src/apps/cli/inventory/left-out-devices.js';
import { resolveFeatures } from '../../../../src/core/features/features.js';
import { device, devices, node, slice } from '../../../support/objects.js';
import { decoded } from './decoded.js';

interface Choice {
  readonly listed?: readonly string[];
  readonly allNodes?: boolean;
}

/** The devices of slices that are not listed on nodes `n` and `m`, by node, with why. */
function leftOut(slices: readonly object[], { listed = [], allNodes = true }: Choice = {}): readonly object[] {
  const objects = decoded(node('n', { zone: 'a' }), node('m'), ...slices);
  const found = findLeftOut({
    slices: new SliceIndex(objects.resourceSlices),
    nodes: objects.nodes,
    allNodes,
    features: resolveFeatures(),
    listed: new Set(listed.map((name) => `d.example.com/p/${name}`)),
  });
  return found.map(({ node: on, slice: { metadata }, devices: list, why }) => ({
    ...(on === undefined ? {} : { node: on }),
    slice: metadata.name,
    devices: list.map(({ name }) => name),
    why,
  }));
}

it('devices that are listed are not left out', () => {
  expect(leftOut([slice('s', devices(2))], { listed: ['d0', 'd1'] })).toEqual([]);
});

it.each([
  ['a node that is not in the input', { nodeName: 'gone' }, 'node gone is not in the input', 'gone'],
  ['labels that no node has', { nodeSelector: selecting('b') }, 'no node matches its node selector', undefined],
  ['no choice of nodes', { perDeviceNodeSelection: true }, 'its slice names no node', undefined],
])('of a slice with %s all devices are left out', (_, where, why, on) => {
  expect(leftOut([slice('s', devices(2), where)])).toEqual([
    { ...(on === undefined ? {} : { node: on }), slice: 's', devices: ['d0', 'd1'], why },
  ]);
});

it('of a generation that a newer one replaces those are left out that the newer one lacks', () => {
  const old = slice('old', devices(3));
  const fresh = slice('fresh', devices(1), { pool: { generation: 2 } });
  expect(leftOut([old, fresh], { listed: ['d0'] })).toEqual([
    { node: 'n', slice: 'old', devices: ['d1', 'd2'], why: expect.stringMatching(/^in .*generation/) },
  ]);
});

it('devices that choose nodes by themselves are grouped by node and reason', () => {
  const list = [
    device('a', {}, { nodeName: 'gone' }),
    device('b', {}, { nodeName: 'lost' }),
    device('c', {}, { nodeName: 'gone' }),
    device('d', {}, { nodeSelector: selecting('b') }),
  ];
  expect(leftOut([slice('s', list, { perDeviceNodeSelection: true })])).toEqual([
    { node: 'gone', slice: 's', devices: ['a', 'c'], why: 'node gone is not in the input' },
    { node: 'lost', slice: 's', devices: ['b'], why: 'node lost is not in the input' },
    { slice: 's', devices: ['d'], why: 'no node matches its node selector' },
  ]);
});

it('where there are other nodes than those considered, devices that they could have are not left out', () => {
  expect(leftOut([slice('s', devices(1), { nodeName: 'elsewhere' })], { allNodes: false })).toEqual([]);
  expect(leftOut([slice('s', devices(1), { nodeSelector: selecting('b') })], { allNodes: false })).toEqual([]);
});

function selecting(zone: string): object {
  return { nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'In', values: [zone] }] }] };
}
