import { expect, it } from 'vitest';
import type { DeviceConstraint } from '../../src/api/resource-claim.js';
import { attributeOf, isEmpty, kindOf } from '../../src/encode/constraint-kind.js';

const constraint = (fields: Partial<DeviceConstraint>): DeviceConstraint => ({ requests: [], ...fields });

it('a constraint has the kind of its field, and its attribute', () => {
  for (const [kind, field] of [
    ['match', 'matchAttribute'],
    ['distinct', 'distinctAttribute'],
  ] as const) {
    const own = constraint({ [field]: 'd.example.com/a' });
    expect([isEmpty(own), kindOf(own), attributeOf(own)]).toEqual([false, kind, 'd.example.com/a']);
  }
});

it('with both fields only matchAttribute counts', () => {
  const both = constraint({ matchAttribute: 'm', distinctAttribute: 'd' });
  expect([kindOf(both), attributeOf(both)]).toEqual(['match', 'm']);
});

it('without either it is empty', () => {
  expect(isEmpty(constraint({}))).toBe(true);
});
