// Explanations and allocations agree for claims that are allocated already, and for errors.

import { describe, expect, it } from 'vitest';
import { type AllocateInput, AllocationError, createAllocator, type NodeExplanation } from '../../src/index.js';
import { claim, device, deviceClass, node, request, slice } from '../support/objects.js';

const allocator = await createAllocator();

type Objects = { readonly node?: object; readonly slices?: readonly object[]; readonly claims: readonly object[] };

/** The answers of the one-shot calls and of a cluster. */
function answers({ node: on = node('n'), slices = [], claims }: Objects): { explained: NodeExplanation; allocated: string }[] {
  const input = { node: on, claims, deviceClasses: [deviceClass('any')], resourceSlices: slices } as AllocateInput;
  const cluster = allocator.cluster();
  cluster.apply([on, deviceClass('any'), ...slices]);
  return [
    { explained: allocator.explain(input).nodes[0] as NodeExplanation, allocated: kindOf(() => allocator.allocate(input)) },
    {
      explained: cluster.explain({ claims, node: 'n' }).nodes[0] as NodeExplanation,
      allocated: kindOf(() => cluster.allocate({ claims, node: 'n' })),
    },
  ];
}

/** The kind of an outcome, or the message of its error. */
function kindOf(allocate: () => { readonly kind: string }): string {
  try {
    return allocate().kind;
  } catch (error) {
    if (!(error instanceof AllocationError)) throw error;
    return error.message;
  }
}

const chosenBy = (operator: string, value: string): object => ({
  nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator, values: [value] }] }],
});

const picked = { request: 'r', driver: 'd.example.com', pool: 'p', device: 'd' };

const allocatedClaim = (name: string, allocation: object, status: object = {}): object => ({
  ...claim(name, [request('r')]),
  status: { allocation: { devices: { results: [picked] }, ...allocation }, ...status },
});

const bound = (condition: object, timestamp: Date): object =>
  allocatedClaim(
    'c',
    {
      devices: { results: [{ ...picked, bindingConditions: ['Attached'], bindingFailureConditions: ['Broken'] }] },
      allocationTimestamp: timestamp.toISOString().replace(/\.\d+/, ''),
    },
    { devices: [{ driver: 'd.example.com', pool: 'p', device: 'd', conditions: [condition] }] },
  );

describe('a claim that has its devices already does not fit', () => {
  it.each([
    [
      'where its node selector does not match',
      allocatedClaim('c', { nodeSelector: chosenBy('In', 'other') }),
      'its devices are available only on node other',
    ],
    [
      'where the node cannot do without the operations that a device skips',
      allocatedClaim('c', { devices: { results: [{ ...picked, skipNodeOperations: ['NodePrepareResources'] }] } }),
      'one of its devices skips node operations that this node does not declare as optional',
    ],
    [
      'when its binding conditions are not met in time',
      bound({ type: 'Attached', status: 'False' }, new Date(0)),
      'the binding conditions of its devices were not met in time',
    ],
    [
      'when a driver reports that it failed',
      bound({ type: 'Broken', status: 'True', reason: 'Lost', message: 'no link' }, new Date()),
      'a binding failure condition of its devices is met (Lost: no link)',
    ],
  ])('%s', (_, held, reason) => {
    for (const claims of [[held], [held, claim('new', [request('r')])]]) {
      const slices = [slice('s', [device('e')])];
      for (const { explained, allocated } of answers({ slices, claims })) {
        expect(allocated).toBe('unallocatable');
        expect(explained).toMatchObject({ kind: 'unallocatable', unavailable: [{ claim: 'ns/c', reason }] });
        expect(explained.text).toBe(`claim ns/c is already allocated, but ${reason}`);
        expect(explained.conflict?.members).toEqual([{ claim: 'ns/c' }]);
        expect(explained.error).toBeUndefined();
      }
    }
  });
});

it('claims that have their devices fit where these can be used', () => {
  for (const { explained, allocated } of answers({ claims: [allocatedClaim('c', { nodeSelector: chosenBy('In', 'n') })] })) {
    expect(allocated).toBe('allocated');
    expect(explained).toMatchObject({ kind: 'allocated', unavailable: [] });
  }
});

describe('an explanation has the error that ends the allocation', () => {
  const broken = slice('s', [device('d')], { nodeSelector: chosenBy('Near', 'n'), nodeName: undefined });
  const ofValue = (expression: string): object => request('r', { selectors: [{ cel: { expression } }] });
  const held = allocatedClaim('c', { nodeSelector: chosenBy('Near', 'n') });

  it.each([
    ['of a slice whose node selector does not parse', [broken], [claim('c', [request('r')])]],
    ['of a selector', [slice('s', [device('d')])], [claim('c', [ofValue('device.attributes["x"].y == 1')])]],
    ['of an allocation whose node selector does not parse', [], [held]],
    ['of a pool that is invalid, where nothing is found', [slice('s', [device('d'), device('d')])], [claim('c', [request('r')])]],
  ])('%s', (_, slices, claims) => {
    for (const { explained, allocated } of answers({ slices, claims })) {
      expect(['allocated', 'unallocatable', 'interrupted']).not.toContain(allocated);
      expect(explained).toMatchObject({ kind: 'error', error: { message: allocated } });
    }
  });

  it('of an allocation only where the other claims receive their devices, and no other claim was of no use before', () => {
    const elsewhere = allocatedClaim('e', { nodeSelector: chosenBy('In', 'other') });
    for (const claims of [
      [held, claim('new', [request('r')])],
      [elsewhere, held],
    ]) {
      for (const { explained, allocated } of answers({ claims })) {
        expect(allocated).toBe('unallocatable');
        expect(explained.kind).toBe('unallocatable');
        expect(explained.error).toBeUndefined();
      }
    }
  });
});
