import { describe, expect, test } from 'vitest';
import { Reach } from '../../../src/validate/schema/reach.js';
import { type StructType, type Type, typeOf } from '../../../src/validate/schema/schema.js';

const slice = typeOf('resource.k8s.io/v1', 'ResourceSlice', 37) as StructType;
const namesOf = (reach: Reach, type: StructType) => reach.stepsOf(type).map(([name]) => name);
const spec = slice.fields.get('spec') as StructType;

describe('Reach', () => {
  test('leads through lists and maps to the structs that are looked for, and nowhere else', () => {
    const reach = new Reach((name) => name === 'DeviceAttribute');
    expect(namesOf(reach, slice)).toEqual(['spec']);
    expect(namesOf(reach, spec)).toEqual(['devices']);
    expect(reach.leadsFrom(spec.fields.get('sharedCounters') as Type)).toBe(false);
  });

  test('leads to a struct itself, though not into it', () => {
    const reach = new Reach((name) => name === 'ResourceSliceSpec');
    expect(reach.leadsFrom(spec)).toBe(true);
    expect(namesOf(reach, spec)).toEqual([]);
  });

  test('comes to an end for types that contain themselves', () => {
    const tree: StructType = { kind: 'struct', name: 'Tree', fields: new Map(), pointers: new Set() };
    const leaf: StructType = { kind: 'struct', name: 'Leaf', fields: new Map(), pointers: new Set() };
    (tree.fields as Map<string, Type>).set('trees', { kind: 'list', items: tree }).set('leaf', leaf);
    expect(new Reach((name) => name === 'Leaf').leadsFrom(tree)).toBe(true);
  });
});
