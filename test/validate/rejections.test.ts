import { expect, test } from 'vitest';
import { UNLIMITED } from '../../src/core/base/checkpoint.js';
import type { Json } from '../../src/core/base/json.js';
import { variantOf } from '../../src/validate/examples.js';
import { validate } from '../../src/validate/index.js';
import { findRejections } from '../../src/validate/rejections.js';

const OBJECTS = [
  variantOf('ResourceClaim', { 'spec.devices.requests[0].name': 'GPU_0' }),
  variantOf('ResourceClaim', { 'spec.devices.requests[0].exactly.deviceClassName': 'no-such-class' }),
  variantOf('ResourceClaim', {}, 'resource.k8s.io/v1beta2'),
  variantOf('Pod', { 'spec.x': 1 }),
];

test('rejections are the errors among all findings, without what the rest of the input makes wrong', () => {
  const all = validate(OBJECTS as object[]);
  expect(all.some(({ severity }) => severity === 'warning')).toBe(true);
  expect(findRejections(OBJECTS, {}, UNLIMITED).map(({ finding }) => finding)).toEqual(all.filter(({ severity }) => severity === 'error'));
});

test('unknown fields are none where objects of newer releases are expected', () => {
  const object: Json = variantOf('ResourceClaim', { 'spec.x': 1, 'spec.devices.requests[0].name': 'GPU_0' });
  const rules = (lenient: boolean): string[] => findRejections([object], { lenient }, UNLIMITED).map(({ finding }) => finding.rule);
  expect([rules(false), rules(true)]).toEqual([['unknown-field'], ['request-name']]);
});
