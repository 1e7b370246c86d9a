import { expect, it } from 'vitest';
import { kindOf } from '../../../src/allocator/encode/constraint-kind.js';
import { attributeOf } from '../../../src/core/api/constraint-semantics.js';
import type { DeviceConstraint } from '../../../src/core/api/resource-claim.js';

const constraint = (fields: Partial<DeviceConstraint>): DeviceConstraint => ({ requests: [], ...fields });

it('a constraint has the kind of its field, and its attribute', () => {
  for (const [kind, field] of [
    ['match', 'matchAttribute'],
    ['distinct', 'distinctAttribute'],
  ] as const) {
    const own = constraint({ [field]: 'd.example.com/a' });
    expect([kindOf(own), attributeOf(own)]).toEqual([kind, 'd.example.com/a']);
  }
});

it('with both fields only matchAttribute counts', () => {
  const both = constraint({ matchAttribute: 'm', distinctAttribute: 'd' });
  expect([kindOf(both), attributeOf(both)]).toEqual(['match', 'm']);
});
