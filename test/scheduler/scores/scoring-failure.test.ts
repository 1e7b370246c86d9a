import { expect, it } from 'vitest';
import { DecodeContext } from '../../../src/core/api/context.js';
import { decodeResourceClaim } from '../../../src/core/api/decode-resource-claim.js';
import type { ResourceClaim } from '../../../src/core/api/resource-claim.js';
import type { Json } from '../../../src/core/base/json.js';
import { scoringFailure } from '../../../src/scheduler/scores/scoring-failure.js';
import { claim, request } from '../../support/objects.js';

const PENDING = decoded({});
const ALLOCATED = decoded({ status: { allocation: { devices: { results: [] } } } });

function decoded(more: object): ResourceClaim {
  return decodeResourceClaim({ ...claim('c', [request('r')]), ...more } as Json, new DecodeContext(['claim']));
}

it.each([
  ['no claims', []],
  ['only claims to allocate', [PENDING, PENDING]],
  ['only allocated claims', [ALLOCATED, ALLOCATED]],
])('a pod with %s is scored', (_, claims) => {
  expect(scoringFailure(claims)).toBeUndefined();
});

it('a pod with both is not, in the words of the scheduler', () => {
  expect(scoringFailure([ALLOCATED, PENDING, ALLOCATED])?.message).toBe(
    'running Score plugins: plugin "DynamicResources" failed with: number of allocations 1 is smaller than number of claims',
  );
});
