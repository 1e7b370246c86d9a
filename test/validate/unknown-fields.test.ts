// Tests objects with unknown fields: the other rules still check the known fields.

import { describe, expect, it } from 'vitest';
import { UNLIMITED } from '../../src/core/base/checkpoint.js';
import type { Json } from '../../src/core/base/json.js';
import { variantOf } from '../../src/validate/examples.js';
import { validate } from '../../src/validate/index.js';
import { findRejections } from '../../src/validate/rejections.js';
import type { Assignments } from '../../src/validate/rule.js';

const rules = (kind: string, changes: Assignments): readonly string[] =>
  validate([variantOf(kind, changes) as object]).map(({ rule }) => rule);
const REQUEST = 'spec.devices.requests[0]';

describe('an object with an unknown field', () => {
  it('is judged by the other rules', () => {
    expect(
      rules('ResourceClaim', { [`${REQUEST}.name`]: 'G_PU', [`${REQUEST}.exactly.cuont`]: 2, [`${REQUEST}.exactly.count`]: -1 }),
    ).toEqual(['unknown-field', 'request-name', 'allocation-count']);
    expect(rules('Pod', { 'spec.hostNetwrk': true, 'spec.containers[0].resources': {} })).toEqual(['unknown-field', 'claim-unused']);
  });

  it('is not said to lack what the unknown field was meant to be', () => {
    expect(rules('ResourceClaim', { [REQUEST]: { name: 'gpu', deviceClassName: 'gpu.example.com' } })).toEqual(['unknown-field']);
    expect(rules('ResourceClaim', { [`${REQUEST}.exactly`]: { deviceClasName: 'gpu.example.com' } })).toEqual(['unknown-field']);
    expect(rules('Pod', { 'spec.resourceClaims[0]': { name: 'gpu', claimName: 'gpu' } })).toEqual(['unknown-field']);
  });

  it('is said to lack what another struct lacks', () => {
    expect(rules('ResourceClaim', { 'spec.devices.x': 1, [`${REQUEST}.exactly.deviceClassName`]: '' })).toEqual([
      'unknown-field',
      'request-class',
    ]);
  });

  it('has the rejections of the API server alone for commands that reject it', () => {
    const claim = variantOf('ResourceClaim', { [`${REQUEST}.name`]: 'G_PU', 'spec.x': 1 }) as Json;
    expect(findRejections([claim], {}, UNLIMITED).map(({ finding }) => finding.rule)).toEqual(['unknown-field']);
  });
});

describe('a list attribute with the gate off', () => {
  const told = (featureGates: Readonly<Record<string, boolean>>): readonly string[] =>
    validate([variantOf('ResourceSlice', { 'spec.devices[0].attributes.model': { strings: ['a'] } }) as object], {
      kubernetesVersion: '1.37',
      featureGates,
    }).flatMap(({ rule, message }) => (rule === 'attribute-value' ? [message] : []));

  it('is rejected with the name of the gate', () => {
    expect(told({ DRAListTypeAttributes: false })).toEqual([
      expect.stringContaining('`strings` needs the feature gate DRAListTypeAttributes'),
    ]);
    expect(told({ DRAListTypeAttributes: true })).toEqual([]);
  });
});
