import { describe, expect, it } from 'vitest';
import type { PathStep } from '../../../src/core/base/json.js';
import { placeOfKey } from '../../../src/validate/decode/repeated-keys.js';

const claim = { apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaim' };
const flat = { apiVersion: 'resource.k8s.io/v1beta1', kind: 'ResourceClaim' };
const other = { apiVersion: 'v1', kind: 'ConfigMap' };

describe('the place of a key that stands twice', () => {
  it.each<[string, object, PathStep[], string]>([
    ['a field', claim, ['spec', 'devices'], 'known'],
    ['a key of a map', claim, ['metadata', 'labels', 'app'], 'known'],
    ['the field that holds opaque JSON', claim, ['spec', 'devices', 'config', 0, 'opaque', 'parameters'], 'known'],
    ['a key of parameters', claim, ['spec', 'devices', 'config', 0, 'opaque', 'parameters', 'a'], 'opaque'],
    ['a key deep in parameters', claim, ['spec', 'devices', 'config', 0, 'opaque', 'parameters', 'a', 0, 'b'], 'opaque'],
    ['a key of managed fields', claim, ['metadata', 'managedFields', 0, 'fieldsV1', 'f:spec'], 'opaque'],
    ['an unknown field', claim, ['spec', 'colour'], 'unknown'],
    ['a key in an unknown field', claim, ['spec', 'colour', 'red'], 'unknown'],
    ['a field of v1beta1', flat, ['spec', 'devices', 'requests', 0, 'deviceClassName'], 'known'],
    ['this field in v1', claim, ['spec', 'devices', 'requests', 0, 'deviceClassName'], 'unknown'],
    ['a field of a kind that is not judged', other, ['data', 'a'], 'known'],
  ])('of %s', (_, object, steps, place) => {
    expect(placeOfKey(object as never, steps, 37)).toBe(place);
  });
});
