import { expect, it } from 'vitest';
import { attributeOf, fieldOf, isEmpty, isShipped, semanticsOf } from '../../../src/core/api/constraint-semantics.js';
import type { DeviceConstraint } from '../../../src/core/api/resource-claim.js';

const constraint = (fields: Partial<DeviceConstraint>): DeviceConstraint => ({ requests: [], ...fields });

it('a constraint is about the attribute of its field, of both matchAttribute', () => {
  const one = constraint({ distinctAttribute: 'd' });
  const both = constraint({ matchAttribute: 'm', distinctAttribute: 'd' });
  expect([one, both].map(fieldOf)).toEqual(['distinctAttribute', 'matchAttribute']);
  expect([one, both].map(attributeOf)).toEqual(['d', 'm']);
  expect([one, both, constraint({})].map(isEmpty)).toEqual([false, false, true]);
});

it('one that says nothing compares values as Kubernetes does', () => {
  const shipped = { coerceScalarToList: true, listMode: 'List', minSize: 1 };
  expect(semanticsOf(constraint({ matchAttribute: 'm' }))).toEqual({ mode: 'NonEmptyIntersection', ...shipped });
  expect(semanticsOf(constraint({ distinctAttribute: 'd' }))).toEqual({ mode: 'PairwiseDisjoint', ...shipped });
  const own = { mode: 'Identical', coerceScalarToList: false, listMode: 'Set', minSize: 1 } as const;
  for (const field of ['matchSemantics', 'semantics'] as const)
    expect(semanticsOf(constraint({ matchAttribute: 'm', [field]: own }))).toEqual(own);
  expect([constraint({ matchAttribute: 'm' }), constraint({ matchAttribute: 'm', semantics: own })].map(isShipped)).toEqual([true, false]);
});
