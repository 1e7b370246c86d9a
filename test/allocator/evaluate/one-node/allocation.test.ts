// Tests claims that are allocated already, next to others or alone: why they
// exclude a node, and which reason comes first if there are several.

import { describe, expect, it } from 'vitest';
import { AllocationError } from '../../../../src/core/base/errors.js';
import { type Allocator, createAllocator } from '../../../../src/index.js';
import { complete } from '../../../support/filtered.js';
import { claim, device, deviceClass, devices, node, request, selectors, slice } from '../../../support/objects.js';

const allocator = await createAllocator();
const NOW = new Date('2026-01-02T15:00:00Z');
const LATER = new Date('2026-01-02T15:10:01Z');

/** A claim with a device of driver `fabric.example.com` that was allocated at NOW, and the device status that the driver reports. */
function bound(conditions: Readonly<Record<string, string>> = {}, more: object = {}): object {
  const place = { driver: 'fabric.example.com', pool: 'f', device: 'x' };
  const results = [{ request: 'r', ...place, bindingConditions: ['attached'], bindingFailureConditions: ['broken'] }];
  const reported = Object.entries(conditions).map(([type, status]) => ({ type, status }));
  const allocation = { devices: { results }, allocationTimestamp: NOW.toISOString(), ...more };
  return { ...claim('bound', [request('r')]), status: { allocation, devices: [{ ...place, conditions: reported }] } };
}

/** Returns the outcome for claims on node n, which has devices d0 and d1; `error: CODE` for an error. */
function ask(claims: readonly object[], now: Date, by: Allocator = allocator, list: readonly object[] = devices(2)): string {
  const cluster = by.cluster();
  cluster.apply([node('n'), deviceClass('any'), slice('s', list)]);
  try {
    return cluster.allocate({ claims, node: 'n', now }).kind;
  } catch (error) {
    if (error instanceof AllocationError) return `error: ${error.code}`;
    throw error;
  }
}

const pending = claim('pending', [request('r')]);
const failing = claim('failing', [request('r', selectors('device.attributes["nope"].x == 1'))]);
const broken = { broken: 'True' };

describe('a claim with binding conditions', () => {
  it.each([
    ['that are met', bound({ attached: 'True', broken: 'False' }), LATER, 'allocated'],
    ['that are not met yet', bound({ attached: 'False' }), NOW, 'allocated'],
    ['that were not met in time', bound({ attached: 'False' }), LATER, 'unallocatable'],
    ['of which one failed', bound(broken), NOW, 'unallocatable'],
  ])('%s', (_, stored, now, kind) => {
    expect(ask([stored], now)).toBe(kind);
    expect(ask([stored, pending], now)).toBe(kind);
    expect(ask([pending, stored], now)).toBe(kind);
  });

  it('may fail as it likes while binding conditions or device status are off', async () => {
    for (const gate of ['DRADeviceBindingConditions', 'DRAResourceClaimDeviceStatus']) {
      expect(ask([bound(broken)], LATER, await createAllocator({ featureGates: { [gate]: false } }))).toBe('allocated');
    }
  });

  it('makes every node unallocatable, and the asynchronous form says the same', async () => {
    const cluster = allocator.cluster();
    cluster.apply([node('n'), node('m'), deviceClass('any'), slice('s', devices(2), { allNodes: true })]);
    const failed = [bound(broken), pending];
    const late = { claims: [bound(), pending], now: LATER };
    expect(cluster.filter({ claims: failed, now: NOW })).toMatchObject({ kind: 'complete', feasible: [] });
    expect(complete(cluster.filter(late)).feasible).toEqual([]);
    expect(complete(await cluster.filterAsync(late)).feasible).toEqual([]);
    expect((await cluster.allocateAsync({ ...late, node: 'm' })).kind).toBe('unallocatable');
    expect(complete(await cluster.filterAsync({ ...late, now: NOW })).feasible).toEqual(['m', 'n']);
  });

  it('goes by the clock when no time is given', () => {
    const cluster = allocator.cluster();
    cluster.apply([node('n'), deviceClass('any')]);
    const allocatedAt = (time: number): object => bound({}, { allocationTimestamp: new Date(time).toISOString() });
    expect(cluster.allocate({ claims: [allocatedAt(Date.now() - 3_600_000)], node: 'n' }).kind).toBe('unallocatable');
    expect(cluster.allocate({ claims: [allocatedAt(Date.now())], node: 'n' }).kind).toBe('allocated');
    const input = { node: node('n'), deviceClasses: [], resourceSlices: [] };
    expect(allocator.allocate({ ...input, claims: [allocatedAt(0)] }).kind).toBe('unallocatable');
    expect(allocator.allocate({ ...input, claims: [bound(broken)] }).kind).toBe('unallocatable');
    expect(allocator.allocate({ ...input, claims: [allocatedAt(Date.now())] }).kind).toBe('allocated');
  });

  it('is judged by what the cluster was told of it, also when it comes without status', () => {
    const cluster = allocator.cluster();
    cluster.apply([node('n'), deviceClass('any'), bound({ attached: 'False' })]);
    const { status: _, ...bare } = bound() as { readonly status: unknown };
    const ask = (now: Date): string => cluster.allocate({ claims: [bare], node: 'n', now }).kind;
    expect([ask(NOW), ask(LATER)]).toEqual(['allocated', 'unallocatable']);
    cluster.apply([bound({ attached: 'True' })]);
    expect(ask(LATER)).toBe('allocated');
    cluster.commit([bare], cluster.allocate({ claims: [bare], node: 'n', now: LATER }));
    expect(ask(LATER)).toBe('allocated');
    cluster.apply([bound(broken)]);
    expect(ask(NOW)).toBe('unallocatable');
  });

  it('rejects a time that is none', () => {
    const cluster = allocator.cluster();
    cluster.apply([node('n')]);
    expect(() => cluster.filter({ claims: [], now: new Date('never') })).toThrow(expect.objectContaining({ code: 'invalid-input' }));
    expect(() => cluster.allocate({ claims: [], node: 'n', now: 5 as never })).toThrow(expect.objectContaining({ path: 'now' }));
  });
});

describe('an error of another claim wins over a claim that is not available', () => {
  const elsewhere = bound(
    {},
    { nodeSelector: { nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['m'] }] }] } },
  );

  it.each([
    ['before the search', [claim('unknown', [request('r', { deviceClassName: 'nope' })])], devices(1), 'error: unknown-device-class'],
    ['in the search', [failing], devices(1), 'error: cel-runtime-error'],
    ['of the pools', [pending], [device('x'), device('x')], 'error: invalid-pools'],
  ])('%s', (_, claims, list, answer) => {
    for (const stored of [bound(broken), elsewhere]) {
      expect(ask([stored, ...claims], NOW, allocator, list)).toBe(answer);
      expect(ask([stored, pending], NOW)).toBe('unallocatable');
    }
  });

  it('after the search', () => {
    const two = [{ matchExpressions: [{ key: 'a', operator: 'Exists' }] }, { matchExpressions: [{ key: 'b', operator: 'DoesNotExist' }] }];
    const picked = slice('s', [device('x', {}, { nodeSelector: { nodeSelectorTerms: two } })], { perDeviceNodeSelection: true });
    const cluster = allocator.cluster();
    cluster.apply([node('n'), deviceClass('any'), picked]);
    expect(() => cluster.allocate({ claims: [bound(broken), pending], node: 'n' })).toThrow(
      expect.objectContaining({ code: 'unsupported-node-selector' }),
    );
  });
});
