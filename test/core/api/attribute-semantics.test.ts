import { describe, expect, it } from 'vitest';
import { DecodeContext } from '../../../src/core/api/context.js';
import { decodeResourceClaim } from '../../../src/core/api/decode-resource-claim.js';
import { encodeResourceClaim } from '../../../src/core/api/encode.js';
import { NO_LIBRARY_GATES } from '../../../src/core/api/library-gates.js';
import type { DeviceConstraint } from '../../../src/core/api/resource-claim.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import type { Json } from '../../../src/core/base/json.js';
import { errorOf } from '../../support/api.js';

const VERSIONS = ['v1', 'v1beta2', 'v1beta1', 'v1alpha3', 'v1alpha4'];

function decode(constraint: object, gate = true, version = 'v1'): DeviceConstraint {
  const context = new DecodeContext([], undefined, UNLIMITED, { ...NO_LIBRARY_GATES, attributeSemantics: gate });
  const value = {
    apiVersion: `resource.k8s.io/${version}`,
    kind: 'ResourceClaim',
    metadata: { name: 'c' },
    spec: { devices: { constraints: [constraint] } },
  };
  const claim = decodeResourceClaim(value as unknown as Json, context);
  return claim.spec.devices.constraints[0] as DeviceConstraint;
}

const wrong = (constraint: object, gate = true): string =>
  errorOf(() => decode(constraint, gate)).message.replace('spec.devices.constraints[0].', '');

const defaults = { coerceScalarToList: false, listMode: 'List', minSize: 1 };

describe('what constraints say of values', () => {
  it.each([
    [
      { matchAttribute: 'a', matchSemantics: { mode: 'Identical' } },
      { mode: 'Identical', ...defaults },
    ],
    [
      { matchAttribute: 'a', matchSemantics: { mode: 'Identical', options: { identical: { listMode: 'Set', coerceScalarToList: true } } } },
      { mode: 'Identical', ...defaults, listMode: 'Set', coerceScalarToList: true },
    ],
    [
      { matchAttribute: 'a', semantics: { mode: 'NonEmptyIntersection', options: { nonEmptyIntersection: { minSize: 64 } } } },
      { mode: 'NonEmptyIntersection', ...defaults, minSize: 64 },
    ],
    [
      { distinctAttribute: 'a', distinctSemantics: { mode: 'AllDistinct', options: { allDistinct: { listMode: 'List' } } } },
      { mode: 'AllDistinct', ...defaults },
    ],
    [
      { distinctAttribute: 'a', distinctSemantics: { mode: 'EmptyIntersection' } },
      { mode: 'EmptyIntersection', ...defaults },
    ],
    [
      { distinctAttribute: 'a', semantics: { mode: 'PairwiseDisjoint', options: { pairwiseDisjoint: { coerceScalarToList: true } } } },
      { mode: 'PairwiseDisjoint', ...defaults, coerceScalarToList: true },
    ],
  ])('is read in every version, with what it need not say: %j', (constraint, expected) => {
    for (const version of VERSIONS) {
      const { matchSemantics, distinctSemantics, semantics } = decode(constraint, true, version);
      expect([version, matchSemantics ?? distinctSemantics ?? semantics]).toEqual([version, expected]);
    }
  });

  it('is written as it was drawn, and read again as the same', () => {
    const constraint = { matchAttribute: 'a', matchSemantics: { mode: 'Identical', options: { identical: { listMode: 'Set' } } } };
    const context = new DecodeContext([], undefined, UNLIMITED, { ...NO_LIBRARY_GATES, attributeSemantics: true });
    const json = {
      metadata: { name: 'c' },
      spec: { devices: { constraints: [constraint, { ...constraint, matchSemantics: { mode: 'Identical' } }] } },
    };
    const encoded = encodeResourceClaim(decodeResourceClaim(json as unknown as Json, context)) as typeof json;
    expect(encoded.spec.devices.constraints).toEqual(json.spec.devices.constraints);
  });
});

describe('wrong ones', () => {
  const match = { matchAttribute: 'a' };
  const distinct = { distinctAttribute: 'a' };

  it('are unknown fields while the gate is off', () => {
    for (const field of ['matchSemantics', 'distinctSemantics', 'semantics'])
      expect(wrong({ ...match, [field]: { mode: 'Identical' } }, false)).toBe(
        `${field}: unknown field: it needs the feature gate XAttributeSemantics, which is off by default`,
      );
  });

  it.each([
    [{ ...match, matchSemantics: {} }, 'matchSemantics.mode: expected Identical, NonEmptyIntersection, found none'],
    [
      { ...match, matchSemantics: { mode: 'identical' } },
      'matchSemantics.mode: expected Identical, NonEmptyIntersection, found "identical"',
    ],
    [
      { ...match, matchSemantics: { mode: 'AllDistinct' } },
      'matchSemantics.mode: expected Identical, NonEmptyIntersection, found "AllDistinct"',
    ],
    [
      { ...distinct, distinctSemantics: { mode: 'PairwiseDistinct' } },
      'distinctSemantics.mode: expected AllDistinct, EmptyIntersection, PairwiseDisjoint, found "PairwiseDistinct"',
    ],
    [{ ...distinct, matchSemantics: { mode: 'Identical' } }, 'matchSemantics: it needs matchAttribute in the same constraint'],
    [{ ...match, distinctSemantics: { mode: 'AllDistinct' } }, 'distinctSemantics: it needs distinctAttribute in the same constraint'],
    [{ semantics: { mode: 'AllDistinct' } }, 'semantics: it needs matchAttribute or distinctAttribute in the same constraint'],
    [
      { ...match, ...distinct, matchSemantics: { mode: 'Identical' } },
      'matchSemantics: it applies to one attribute; set matchAttribute or distinctAttribute, not both',
    ],
    [
      { ...match, matchSemantics: { mode: 'Identical' }, semantics: { mode: 'Identical' } },
      'semantics: matchSemantics is set too; set only one of them',
    ],
    [
      { ...match, semantics: { mode: 'AllDistinct' } },
      'semantics.mode: AllDistinct does not fit matchAttribute, which accepts Identical, NonEmptyIntersection',
    ],
    [
      { ...match, matchSemantics: { mode: 'Identical', options: { nonEmptyIntersection: { minSize: 2 } } } },
      'matchSemantics.options.nonEmptyIntersection: mode Identical does not have these options',
    ],
    [
      { ...match, matchSemantics: { mode: 'Identical', options: { identical: { listMode: 'Bag' } } } },
      'matchSemantics.options.identical.listMode: expected List or Set, found "Bag"',
    ],
    ...[0, -1, 65].map((minSize) => [
      { ...match, matchSemantics: { mode: 'NonEmptyIntersection', options: { nonEmptyIntersection: { minSize } } } },
      `matchSemantics.options.nonEmptyIntersection.minSize: expected an integer from 1 to 64, found ${minSize}`,
    ]),
    [
      { ...match, matchSemantics: { mode: 'NonEmptyIntersection', options: { nonEmptyIntersection: { minSize: 1.5 } } } },
      'matchSemantics.options.nonEmptyIntersection.minSize: expected an integer, found the number 1.5',
    ],
    [
      { ...match, matchSemantics: { mode: 'Identical', options: { identical: { minSize: 2 } } } },
      'matchSemantics.options.identical.minSize: unknown field',
    ],
  ] as (readonly [object, string])[])('say where and why: %j', (constraint, message) => {
    expect(wrong(constraint)).toMatch(new RegExp(`^${message.replaceAll(/[.[\]]/g, '\\$&')}`));
  });
});
