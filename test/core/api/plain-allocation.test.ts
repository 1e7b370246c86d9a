// Allocations that are read without detours are read as all others are.

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeAllocation } from '../../../src/core/api/claim-status.js';
import { plainAllocation } from '../../../src/core/api/plain-allocation.js';
import type { Json } from '../../../src/core/base/json.js';

const result = { request: 'gpu', driver: 'gpu.example.com', pool: 'node-1', device: 'gpu-0' };
const onNode = (name: unknown): object => ({
  nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: [name] }] }],
});

/** Returns an equal value whose objects have no prototype, so the fast path for plain objects does not apply. */
function strange(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strange);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value).reduce(
    (copy, [key, inner]) => Object.assign(copy, { [key]: strange(inner) }),
    Object.create(null) as Record<string, unknown>,
  );
}

/** Decodes a value, or gives the words of the error. */
function read(value: unknown): unknown {
  try {
    const { results, nodeSelector, source } = decodeAllocation(value as Json, () => []);
    return JSON.parse(JSON.stringify({ results, nodeSelector, source }));
  } catch (error) {
    return String(error);
  }
}

describe('an allocation of devices with nothing but names', () => {
  it.each([
    ['a device', { devices: { results: [result] } }],
    ['a device on a node', { devices: { results: [result] }, nodeSelector: onNode('node-1') }],
    ['two devices', { nodeSelector: onNode('node-1'), devices: { results: [result, { ...result, device: 'gpu-1' }] } }],
  ])('%s: is read at once, and repeated verbatim', (_, value) => {
    const decoded = plainAllocation(value as unknown as Json);
    expect(decoded?.source).toEqual(value);
    expect(read(value)).toEqual(read(strange(value)));
  });

  it.each([
    ['nothing', undefined],
    ['no results', { devices: {} }],
    ['a list for an object', { devices: [] }],
    ['configuration', { devices: { results: [result], config: [] } }],
    ['a share', { devices: { results: [{ ...result, shareID: 'a' }] } }],
    ['a name that is none', { devices: { results: [{ ...result, device: 5 }] } }],
    ['a name that is missing', { devices: { results: [{ request: 'a', driver: 'b', pool: 'c' }] } }],
    ['another name in its place', { devices: { results: [{ request: 'a', driver: 'b', pool: 'c', devise: 'd' }] } }],
    ['two values', { devices: { results: [result] }, nodeSelector: { nodeSelectorTerms: [{ matchFields: [{ values: ['a', 'b'] }] }] } }],
    ['a node without a name', { devices: { results: [result] }, nodeSelector: onNode(5) }],
    ['a selector of nothing', { devices: { results: [result] }, nodeSelector: {} }],
    ['a time', { devices: { results: [result] }, allocationTimestamp: '2026-01-02T15:00:00Z' }],
    ['an unknown field', { devices: { results: [result] }, devises: {} }],
  ])('%s is left to the other way', (_, value) => {
    expect(plainAllocation(value as Json)).toBeUndefined();
    expect(read(value)).toEqual(read(strange(value)));
  });

  it('is read as other allocations are, whatever stands in its place', () => {
    const text = fc.constantFrom<unknown>('gpu', '', '__proto__', 5, null, undefined);
    const device = fc.record(
      { request: text, driver: text, pool: text, device: text, shareID: text, adminAccess: text },
      { requiredKeys: [], noNullPrototype: true },
    );
    const field = fc.record(
      { key: fc.constantFrom('metadata.name', 'x'), operator: fc.constantFrom('In', 'Exists'), values: fc.array(text) },
      { noNullPrototype: true },
    );
    const term = fc.record(
      { matchFields: fc.array(field), matchExpressions: fc.array(field) },
      { requiredKeys: ['matchFields'], noNullPrototype: true },
    );
    const usual = fc.constant<unknown>(result);
    const allocation = fc.record(
      {
        devices: fc.record({ results: fc.array(fc.oneof(usual, usual, device)) }, { noNullPrototype: true }),
        nodeSelector: fc.oneof(
          fc.constantFrom<unknown>(onNode('a'), onNode(''), null, undefined),
          fc.record({ nodeSelectorTerms: fc.array(term, { maxLength: 2 }) }, { noNullPrototype: true }),
        ),
      },
      { requiredKeys: ['devices'], noNullPrototype: true },
    );
    fc.assert(
      fc.property(allocation, (value) => {
        expect(read(value)).toEqual(read(strange(value)));
      }),
      { numRuns: 2000, seed: 7 },
    );
  });

  it('keeps nothing of the caller', () => {
    const value = { devices: { results: [{ ...result }] } };
    const decoded = decodeAllocation(value, () => []);
    (value.devices.results[0] as { device: string }).device = 'gpu-9';
    expect(decoded.results[0]?.device).toBe('gpu-0');
    expect(decoded.source).toEqual({ devices: { results: [result] } });
  });
});
