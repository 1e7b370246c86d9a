import { expect, test } from 'vitest';
import { DecodeContext } from '../../../src/core/api/context.js';
import type { DeviceSubRequest, ResourceClaimSpec } from '../../../src/core/api/resource-claim.js';
import { qualifySubrequests } from '../../../src/core/api/subrequest-names.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import { errorOf } from '../../support/api.js';
import { threadMilliseconds } from '../../support/clock.js';

/** A claim whose requests have these alternatives, with one constraint on these names. */
function spec(requests: Readonly<Record<string, readonly string[]>>, names: readonly string[]): ResourceClaimSpec {
  const alternative = (name: string): DeviceSubRequest => ({
    name,
    deviceClassName: 'c',
    selectors: [],
    allocationMode: 'ExactCount',
    count: 1n,
    tolerations: [],
    derivedAttributes: [],
  });
  const entries = Object.entries(requests).map(([name, alternatives]) => ({ name, firstAvailable: alternatives.map(alternative) }));
  return { devices: { requests: entries, constraints: [{ requests: names, matchAttribute: 'd/a' }], config: [] } };
}

const qualified = (claim: ResourceClaimSpec): readonly string[] | undefined =>
  inOneGo(qualifySubrequests(claim, new DecodeContext())).devices.constraints[0]?.requests;

test('a bare name of an alternative receives its parent; other names stay', () => {
  expect(qualified(spec({ r: ['a', 'b'], s: ['c'] }, ['a', 'c', 'r', 'r/b', 'unknown', 'constructor']))).toEqual([
    'r/a',
    's/c',
    'r',
    'r/b',
    'unknown',
    'constructor',
  ]);
});

test('a name of a request and of an alternative is ambiguous', () => {
  const error = errorOf(() => qualified(spec({ r: ['s'], s: [] }, ['s'])));
  expect(error.path).toBe('devices.constraints[0].requests[0]');
  expect(error.message).toContain('did you mean r/s or s?');
});

test('very many meanings of one name take linear time', () => {
  const requests = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`r${index}`, ['a']]));
  const start = threadMilliseconds();
  expect(errorOf(() => qualified(spec(requests, ['a']))).message).toContain('r0/a or r1/a or r2/a or r3/a?');
  expect(threadMilliseconds() - start).toBeLessThan(2_000);
});
