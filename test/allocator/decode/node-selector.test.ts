// Tests the node selector of an allocation. Source: docs/spec/reference-1.37.md 1.30.

import { describe, expect, it } from 'vitest';
import { createAllocator } from '../../../src/index.js';
import { claim, device, deviceClass, devices, node, request, slice } from '../../support/objects.js';

const allocator = await createAllocator();
const local = { nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n'] }] }] };
const term = (...requirements: readonly object[]): object => ({ nodeSelectorTerms: [{ matchExpressions: requirements }] });
const zone = { key: 'zone', operator: 'In', values: ['a', 'b'] };
const rack = { key: 'rack', operator: 'Exists' };

function selectorFor(slices: readonly object[], count: number): unknown {
  const outcome = allocator.allocate({
    node: node('n', { zone: 'a', rack: '1' }),
    claims: [claim('c', [request('r', { count })])],
    deviceClasses: [deviceClass('any')],
    resourceSlices: slices,
  });
  if (outcome.kind !== 'allocated') throw new Error(outcome.kind);
  return outcome.allocations[0]?.nodeSelector;
}

describe('the node selector of an allocation', () => {
  it('is absent for devices of all nodes, and names the node for one that is local to it', () => {
    expect(selectorFor([slice('s', devices(1), { allNodes: true })], 1)).toBeUndefined();
    expect(selectorFor([slice('s', devices(1))], 1)).toEqual(local);
    expect(selectorFor([slice('s', [device('a', {}, { bindsToNode: true })], { allNodes: true })], 1)).toEqual(local);
  });

  it('has the requirements of all selected devices, each once, whatever the order of its values', () => {
    const turned = { ...zone, values: ['b', 'a', 'a'] };
    const slices = [
      slice('s', devices(1), { pool: { name: 'p1' }, nodeSelector: term(zone, rack) }),
      slice('t', devices(1), { pool: { name: 'p2' }, nodeSelector: term(turned) }),
      slice('u', devices(1), { pool: { name: 'p3' }, nodeSelector: term({ ...zone, values: ['a'] }) }),
    ];
    expect(selectorFor(slices, 1)).toEqual(term(zone, rack));
    expect(selectorFor(slices, 3)).toEqual(term(zone, rack, { ...zone, values: ['a'] }));
    expect(selectorFor([...slices, slice('v', devices(1), { pool: { name: 'p4' } })], 4)).toEqual(local);
  });

  it('is that of the device where devices choose nodes themselves', () => {
    const list = [device('a', {}, { nodeSelector: term(rack) }), device('b', {}, { nodeName: 'n' }), device('c', {}, { allNodes: true })];
    const slices = [slice('s', list, { perDeviceNodeSelection: true })];
    expect(selectorFor(slices, 1)).toEqual(term(rack));
    expect(selectorFor(slices, 2)).toEqual(local);
  });

  it('cannot be made of a selector with two terms, which is an error only when the device is selected', () => {
    const two = { nodeSelectorTerms: [{ matchExpressions: [rack] }, { matchExpressions: [zone] }] };
    const slices = [
      slice('s', [device('a', {}, { allNodes: true }), device('b', {}, { nodeSelector: two })], { perDeviceNodeSelection: true }),
    ];
    expect(selectorFor(slices, 1)).toBeUndefined();
    expect(() => selectorFor(slices, 2)).toThrow(
      expect.objectContaining({
        code: 'unsupported-node-selector',
        message: 'create NodeSelector for claim c: unsupported ResourceSlice.NodeSelector with 2 terms',
      }),
    );
  });
});
