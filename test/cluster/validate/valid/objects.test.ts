// Objects that are valid by construction have no errors. `node scripts/validate-valid.mjs` tests 200,000 of them. With `--real` it asks the
// API server whether they are valid.

import { describe, expect, it } from 'vitest';
import { validate } from '../../../../src/validate/index.js';
import { cases } from '../../../support/extent.js';
import { serverNamed } from '../answers.mjs';
import { optionsOf } from '../compare.js';
import { validObject } from './objects.js';

const COUNT = cases(60, 300);

describe.each(['1.37', '1.37-all-gates'])('objects that are valid for %s', (name) => {
  const server = serverNamed(name);
  const objects = Array.from({ length: COUNT }, (_, index) => validObject(7, index, { allGates: server.gates === 'all' }));

  it('give no error', () => {
    const errors = validate(objects, optionsOf(server)).filter(({ severity }) => severity === 'error');
    expect(errors).toEqual([]);
  });

  it('are of every kind and version, and always the same', () => {
    const kinds = new Set(objects.map(({ kind }) => kind));
    const versions = new Set(objects.map(({ apiVersion }) => apiVersion));
    expect([...kinds].sort()).toEqual(['DeviceClass', 'DeviceTaintRule', 'ResourceClaim', 'ResourceClaimTemplate', 'ResourceSlice']);
    expect(versions.size).toBe(4);
    expect(validObject(7, 11, { allGates: true })).toEqual(validObject(7, 11, { allGates: true }));
  });
});
