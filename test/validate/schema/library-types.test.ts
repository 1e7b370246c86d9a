import { expect, it } from 'vitest';
import { validate } from '../../../src/validate/index.js';
import { libraryGateOf } from '../../../src/validate/schema/library-types.js';
import { innerType, type Type, typeOf } from '../../../src/validate/schema/schema.js';

const PATH = ['spec', 'devices', 'constraints', 0, 'matchSemantics', 'options', 'nonEmptyIntersection', 'minSize'];

const typeAt = (version: string, minor: number, gates: readonly string[]): string | undefined => {
  const claim: Type | undefined = typeOf(`resource.k8s.io/${version}`, 'ResourceClaim', minor, gates);
  return PATH.reduce<Type | undefined>((type, step) => (type === undefined ? undefined : innerType(type, step)), claim)?.kind;
};

it('fields of gates of our own are there with the gate alone, in every version and release', () => {
  for (const [version, minor] of [
    ['v1', 34],
    ['v1beta2', 36],
    ['v1beta1', 37],
  ] as const) {
    expect(typeAt(version, minor, ['XAttributeSemantics'])).toBe('int64');
    expect(typeAt(version, minor, [])).toBeUndefined();
    expect(typeAt(version, minor, ['XFirstOfDevices'])).toBeUndefined();
  }
});

it('their gate is known', () => {
  expect(libraryGateOf('DeviceConstraint', 'semantics')).toBe('XAttributeSemantics');
  expect([
    libraryGateOf('DeviceConstraint', 'matchAttribute'),
    libraryGateOf('DeviceRequest', 'semantics'),
    libraryGateOf('DeviceConstraint', ''),
  ]).toEqual([undefined, undefined, undefined]);
});

const GATES = { featureGates: { XAttributeSemantics: true } };

function findingsOf(constraint: object, options: object): string[] {
  const claim = {
    apiVersion: 'resource.k8s.io/v1',
    kind: 'ResourceClaim',
    metadata: { name: 'c', namespace: 'n' },
    spec: { devices: { requests: [{ name: 'r', exactly: { deviceClassName: 'any' } }], constraints: [constraint] } },
  };
  return validate([claim], options)
    .filter(({ severity }) => severity === 'error')
    .map(({ rule, path, message, suggestion }) => [rule, path, message, suggestion].join(' | '));
}

it('claims with such fields are judged with the gate, and have unknown fields without it', () => {
  const constraint = {
    matchAttribute: 'd.example.com/a',
    matchSemantics: { mode: 'NonEmptyIntersection', options: { nonEmptyIntersection: { minSize: 2 } } },
  };
  expect(findingsOf(constraint, GATES)).toEqual([]);
  expect(findingsOf({ ...constraint, matchSemantics: { mode: 'Identical', options: { nonEmptyIntersection: {} } } }, GATES)).toEqual([
    'attribute-semantics | spec.devices.constraints[0].matchSemantics.options.nonEmptyIntersection | Invalid value: mode Identical does not have these options | ',
  ]);
  expect(findingsOf({ ...constraint, matchSemantics: { mode: 'Identical', lists: true } }, GATES)[0]).toMatch(/^unknown-field/);
  expect(findingsOf(constraint, {})).toEqual([
    'unknown-field | spec.devices.constraints[0].matchSemantics | unknown field: DeviceConstraint has no field of this name | it needs the feature gate XAttributeSemantics, which is off by default',
  ]);
});
