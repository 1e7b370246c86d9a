import { describe, expect, it } from 'vitest';
import { valuesOfConstraint } from '../../../../../src/allocator/evaluate/resident/devices/values-of-constraint.js';
import type { SliceDevice } from '../../../../../src/allocator/pools/pool.js';
import type { DeviceConstraint } from '../../../../../src/core/api/resource-claim.js';
import type { DeviceAttribute, ResourceSlice } from '../../../../../src/core/api/resource-slice.js';
import { resolveFeatures } from '../../../../../src/core/features/features.js';

const features = resolveFeatures({ featureGates: { XAttributeSemantics: true } });

function device(attribute: Partial<DeviceAttribute> | undefined): SliceDevice {
  const attributes = new Map(attribute === undefined ? [] : [['x', attribute as DeviceAttribute]]);
  const slice = { spec: { driver: 'd.example.com' } } as ResourceSlice;
  return { slice, device: { name: 'd', attributes } as unknown as SliceDevice['device'] };
}

type Semantics = NonNullable<DeviceConstraint['semantics']>;

function read(
  field: 'matchAttribute' | 'distinctAttribute',
  semantics: Partial<Semantics> | undefined,
  attribute?: Partial<DeviceAttribute>,
) {
  const whole = { coerceScalarToList: false, listMode: 'List', minSize: 1, ...semantics } as Semantics;
  const constraint: DeviceConstraint = {
    requests: [],
    [field]: 'd.example.com/x',
    ...(semantics === undefined ? {} : { semantics: whole }),
  };
  return valuesOfConstraint(constraint, features)(device(attribute));
}

describe('values for columns', () => {
  it('are the items, where Kubernetes reads them', () => {
    expect(read('matchAttribute', undefined, { strings: ['a', 'b'] })).toEqual(['string a', 'string b']);
    expect(read('distinctAttribute', undefined, { int: 1n })).toEqual(['int 1']);
    expect(read('matchAttribute', undefined)).toBeUndefined();
  });

  it('are one for a list that is equal or not, the same for equal ones', () => {
    const identical = { mode: 'Identical' } as const;
    const list = read('matchAttribute', identical, { strings: ['a', 'b'] });
    expect(list).toHaveLength(1);
    expect(read('matchAttribute', identical, { strings: ['a', 'b'] })).toEqual(list);
    expect(read('matchAttribute', identical, { strings: ['b', 'a'] })).not.toEqual(list);
    const set = read('matchAttribute', { ...identical, listMode: 'Set' }, { strings: ['b', 'a', 'b'] });
    expect(read('matchAttribute', { ...identical, listMode: 'Set' }, { strings: ['a', 'b'] })).toEqual(set);
    expect(read('matchAttribute', identical, { strings: ['astring b'] })).not.toEqual(list);
  });

  it('are none where a scalar is no list, or too few', () => {
    const mode = 'NonEmptyIntersection';
    expect(read('matchAttribute', { mode }, { string: 'a' })).toBeUndefined();
    expect(read('matchAttribute', { mode, coerceScalarToList: true }, { string: 'a' })).toEqual(['string a']);
    expect(read('matchAttribute', { mode, minSize: 2 }, { strings: ['a', 'a'] })).toBeUndefined();
  });

  it('are many where there are too many, or too long ones, also together', () => {
    expect(read('matchAttribute', undefined, { ints: Array.from({ length: 4097 }, (_, index) => BigInt(index)) })).toBe('many');
    expect(read('matchAttribute', undefined, { string: 'x'.repeat(5000) })).toBe('many');
    const long = Array.from({ length: 100 }, (_, index) => `${index} ${'x'.repeat(60)}`);
    expect(read('matchAttribute', undefined, { strings: long })).toHaveLength(100);
    expect(read('matchAttribute', { mode: 'Identical' }, { strings: long })).toBe('many');
  });
});
