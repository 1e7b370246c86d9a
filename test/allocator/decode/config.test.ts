// Tests the order and names of configuration. Source: docs/spec/reference-1.37.md 1.31.

import { describe, expect, it } from 'vitest';
import { type AllocateInput, createAllocator } from '../../../src/index.js';
import { claim, deviceClass, devices, firstAvailable, node, request, slice } from '../../support/objects.js';

const allocator = await createAllocator();

const opaque = (kind: string): { opaque: { driver: string; parameters: { kind: string } } } => ({
  opaque: { driver: 'd.example.com', parameters: { kind } },
});

const deviceClasses = [
  deviceClass('any', undefined, { config: [opaque('any-1'), opaque('any-2')] }),
  deviceClass('other', undefined, { config: [opaque('other')] }),
];

/** Returns the parts of each configuration that are compared: source, requests, and the kind in its parameters. */
function configFor(requests: readonly object[], config: readonly object[] = []): unknown {
  const input: AllocateInput = {
    node: node('n'),
    claims: [claim('c', requests, { config })],
    deviceClasses,
    resourceSlices: [slice('s', devices(4))],
  };
  const outcome = allocator.allocate(input);
  if (outcome.kind !== 'allocated') throw new Error(outcome.kind);
  return outcome.allocations[0]?.devices.config?.map((entry) => [
    entry.source,
    entry.requests,
    (entry.opaque?.parameters as { kind: string } | undefined)?.kind,
  ]);
}

describe('configuration of classes', () => {
  it('comes once for each class, in the order of first use, with the requests that use it', () => {
    expect(configFor([request('a'), request('b', { deviceClassName: 'other' }), request('c')])).toEqual([
      ['FromClass', ['a', 'c'], 'any-1'],
      ['FromClass', ['a', 'c'], 'any-2'],
      ['FromClass', ['b'], 'other'],
    ]);
  });

  it('names no request when it is for all of them', () => {
    expect(configFor([request('a'), request('b')])).toEqual([
      ['FromClass', undefined, 'any-1'],
      ['FromClass', undefined, 'any-2'],
    ]);
  });

  it('is that of the subrequest which was taken, under its full name', () => {
    const prioritized = firstAvailable('p', { many: { count: 5 }, few: { deviceClassName: 'other' } });
    expect(configFor([prioritized, request('a')])).toEqual([
      ['FromClass', ['p/few'], 'other'],
      ['FromClass', ['a'], 'any-1'],
      ['FromClass', ['a'], 'any-2'],
    ]);
  });
});

describe('configuration of the claim', () => {
  const prioritized = firstAvailable('p', { many: { count: 5, deviceClassName: 'other' }, few: { deviceClassName: 'other' } });
  const fromClaim = (config: readonly object[]): unknown[] =>
    (configFor([prioritized, request('a', { deviceClassName: 'other' })], config) as unknown[][]).filter(
      ([source]) => source === 'FromClaim',
    );

  it('is there when it names no request, a request, or the subrequest that was taken', () => {
    const config = [
      opaque('all'),
      { requests: ['a'], ...opaque('one') },
      { requests: ['p'], ...opaque('parent') },
      { requests: ['p/few'], ...opaque('taken') },
    ];
    expect(fromClaim(config)).toEqual([
      ['FromClaim', undefined, 'all'],
      ['FromClaim', ['a'], 'one'],
      ['FromClaim', ['p'], 'parent'],
      ['FromClaim', ['p/few'], 'taken'],
    ]);
  });

  it('is not there when it is for a subrequest that was not taken', () => {
    expect(fromClaim([{ requests: ['p/many'], ...opaque('left') }])).toEqual([]);
  });

  it('keeps the names of subrequests that were not taken, unless the names cover every request', () => {
    expect(fromClaim([{ requests: ['p/many', 'p/few'], ...opaque('both') }])).toEqual([['FromClaim', ['p/many', 'p/few'], 'both']]);
    expect(fromClaim([{ requests: ['p/few', 'p/many', 'a'], ...opaque('cover') }])).toEqual([['FromClaim', undefined, 'cover']]);
  });
});
