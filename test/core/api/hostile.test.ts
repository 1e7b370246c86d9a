// Decoding accepts any value and throws only AllocationError.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeAllObjects } from '../../../src/core/api/all-objects.js';
import { DecodeContext } from '../../../src/core/api/context.js';
import { decodeResourceClaim } from '../../../src/core/api/decode-resource-claim.js';
import { decodeResourceSlice } from '../../../src/core/api/resource-slice.js';
import { AllocationError } from '../../../src/core/base/errors.js';
import type { Json } from '../../../src/core/base/json.js';
import { errorOf } from '../../support/api.js';
import { threadMilliseconds } from '../../support/clock.js';

function survives(action: () => unknown): void {
  try {
    action();
  } catch (error) {
    if (!(error instanceof AllocationError)) throw error;
  }
}

const KINDS = [
  'Node',
  'DeviceClass',
  'ResourceSlice',
  'ResourceClaim',
  'ResourceClaimTemplate',
  'DeviceTaintRule',
  'Pod',
  'Job',
  'CronJob',
  'List',
  'ResourceQuota',
];
const FIELDS = [
  ...[
    'metadata',
    'labels',
    'name',
    'spec',
    'status',
    'items',
    'devices',
    'requests',
    'exactly',
    'firstAvailable',
    'firstAvailableOf',
    'selectors',
    'cel',
  ],
  ...[
    'count',
    'capacity',
    'constraints',
    'matchAttribute',
    'config',
    'opaque',
    'parameters',
    'allocation',
    'results',
    'pool',
    'attributes',
    'basic',
    'list',
  ],
  ...[
    'value',
    'requestPolicy',
    'sharedCounters',
    'counters',
    'taints',
    'template',
    'containers',
    'resources',
    'claims',
    'hard',
    '__proto__',
    'constructor',
  ],
];

/** JSON whose keys are often fields of Kubernetes objects. */
const json = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    fc.constantFrom<Json>(null, true, 0, -1, 1.5, 2n ** 70n, '', 'x', '1Gi', 'NaN'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(fc.tuple(fc.constantFrom(...FIELDS), tie('value')), { maxLength: 5 }).map((entries) => Object.fromEntries(entries) as Json),
  ),
})).value;

const apiVersion = fc.constantFrom(
  '',
  'v1',
  'apps/v1',
  'batch/v1',
  ...['v1', 'v1beta1', 'v1alpha4', 'v9'].map((version) => `resource.k8s.io/${version}`),
);

describe('only AllocationError is thrown', () => {
  test('for arbitrary JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => survives(() => decodeAllObjects([{ value: value as Json }]))),
      { numRuns: 300 },
    );
  });

  test('for objects of our kinds with arbitrary content', () => {
    const object = fc
      .tuple(fc.constantFrom(...KINDS), apiVersion, json)
      .map(([kind, version, content]) => ({ ...Object(content), kind, apiVersion: version }));
    fc.assert(
      fc.property(object, (value) => survives(() => decodeAllObjects([{ value }]))),
      { numRuns: 1500 },
    );
  });
});

test('nothing leaks into prototypes', () => {
  const value = JSON.parse('{"spec": {"devices": {"requests": [{"name": "r", "exactly": {"__proto__": {"polluted": 1}}}]}}}') as Json;
  expect(errorOf(() => decodeResourceClaim(value, new DecodeContext())).path).toBe('spec.devices.requests[0].exactly.__proto__');
  expect('polluted' in {}).toBe(false);
});

test('a large slice is decoded in linear time', () => {
  const devices = Array.from({ length: 50_000 }, (_, index) => ({
    name: `d${index}`,
    attributes: Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`a${n}`, n % 2 === 0 ? { int: n } : { string: `s${n}` }])),
  }));
  const start = threadMilliseconds();
  const slice = decodeResourceSlice({ spec: { devices } }, new DecodeContext());
  expect(slice.spec.devices).toHaveLength(50_000);
  // Measured 0.3 s; the bound only catches what is not linear.
  expect(threadMilliseconds() - start).toBeLessThan(5_000);
});
