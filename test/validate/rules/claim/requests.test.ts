// Tests requests and their alternatives, with cases from Kubernetes' tests and responses of API servers 1.34 to 1.37 to mutated claims.

import { describe, expect, it } from 'vitest';
import type { Assignments } from '../../../../src/validate/rule.js';
import { brokenIn, complete, errorsIn, type Variant } from '../../../support/findings.js';

const REQUEST = 'spec.devices.requests[0]';
const EXACTLY = `${REQUEST}.exactly`;
const FLAT: Variant = { apiVersion: 'resource.k8s.io/v1beta1' };

const sub = (name: string, more: object = {}): object => ({ name, deviceClassName: 'gpu.example.com', ...more });
const list = (length: number, item: (position: number) => unknown): readonly unknown[] => Array.from({ length }, (_, at) => item(at));

describe('a request', () => {
  it.each(
    complete([
      ['has a name', { [`${REQUEST}.name`]: undefined }, [`request-name ${REQUEST}.name`]],
      ['has a name without dots', { [`${REQUEST}.name`]: 'a.b' }, [`request-name ${REQUEST}.name`]],
      ['has a name that is not too long', { [`${REQUEST}.name`]: 'a'.repeat(64) }, [`request-name ${REQUEST}.name`]],
      ['names a class', { [EXACTLY]: {} }, [`request-class ${EXACTLY}.deviceClassName`]],
      ['is for something', { [EXACTLY]: undefined }, [`request-kind ${REQUEST}`]],
      [
        'is for something, which no alternatives are not',
        { [EXACTLY]: undefined, [`${REQUEST}.firstAvailable`]: [] },
        [`request-kind ${REQUEST}`],
      ],
      ['may have an empty list of alternatives', { [`${REQUEST}.firstAvailable`]: [] }, []],
      ['has one device by default', { [`${EXACTLY}.count`]: 0 }, []],
      ['has no negative count', { [`${EXACTLY}.count`]: -1 }, [`allocation-count ${EXACTLY}.count`]],
      [
        'has no count for all devices',
        { [EXACTLY]: { deviceClassName: 'a', allocationMode: 'All', count: 2 } },
        [`allocation-count ${EXACTLY}.count`],
      ],
      ['may be for all devices', { [EXACTLY]: { deviceClassName: 'a', allocationMode: 'All' } }, []],
      [
        'has a mode that there is',
        { [`${EXACTLY}.allocationMode`]: 'Some', [`${EXACTLY}.count`]: -1 },
        [`allocation-mode ${EXACTLY}.allocationMode`],
      ],
      ['has as many selectors as are allowed', { [`${EXACTLY}.selectors`]: list(33, () => ({})) }, [`list-length ${EXACTLY}.selectors`]],
      [
        'has selectors with CEL',
        { [`${EXACTLY}.selectors`]: [{}, { cel: {} }] },
        [`expression-compiles ${EXACTLY}.selectors[1].cel.expression`, `selector-kind ${EXACTLY}.selectors[0].cel`],
      ],
      ['has any number of tolerations', { [`${EXACTLY}.tolerations`]: list(17, () => ({ operator: 'Exists' })) }, []],
      [
        'has a name of its own',
        { 'spec.devices.requests[1]': { name: 'gpu', exactly: { deviceClassName: 'a' } } },
        ['unique-requests spec.devices.requests[1]'],
      ],
      [
        'of v1beta1 without class and mode has neither',
        { [REQUEST]: { name: 'a', count: 2 } },
        [`allocation-mode-given ${EXACTLY}.allocationMode`, `request-class ${EXACTLY}.deviceClassName`],
        FLAT,
      ],
      [
        'of v1beta1 with fields that say nothing is for nothing',
        { [REQUEST]: { name: 'a', count: 0, allocationMode: '' } },
        [`request-kind ${REQUEST}`],
        FLAT,
      ],
      [
        'of v1beta1 with an empty list is for devices',
        { [REQUEST]: { name: 'a', selectors: [], allocationMode: 'All' } },
        [`request-class ${EXACTLY}.deviceClassName`],
        FLAT,
      ],
      [
        'of v1beta1 is named by its place there where tags find the mistake',
        { [REQUEST]: { name: 'a', deviceClassName: 'A', allocationMode: 'x', tolerations: [{ effect: 'x' }] } },
        [
          `allocation-mode ${REQUEST}.allocationMode`,
          `request-class ${EXACTLY}.deviceClassName`,
          `toleration-effect ${REQUEST}.tolerations[0].effect`,
        ],
        FLAT,
      ],
      [
        'of v1beta1 is named by its place in v1 up to 1.36',
        { [REQUEST]: { name: 'a', deviceClassName: 'A', allocationMode: 'x' } },
        [`allocation-mode ${EXACTLY}.allocationMode`, `request-class ${EXACTLY}.deviceClassName`],
        { ...FLAT, kubernetesVersion: '1.36' },
      ],
    ]),
  )('%s', (_, changes, broken, variant) => {
    expect(brokenIn('ResourceClaim', changes, variant)).toEqual(broken);
  });

  it.each([
    ['allocationMode', 'all', 'All'],
    ['allocationMode', 'exactCount', 'ExactCount'],
    ['deviceClassName', 'GPU.example.com', 'gpu.example.com'],
    ['deviceClassName', 'gpu_example', 'gpu-example'],
  ])('with %s %s is told of %s', (field, value, suggestion) => {
    expect(errorsIn('ResourceClaim', { [`${EXACTLY}.${field}`]: value }).map((finding) => finding.suggestion)).toEqual([suggestion]);
  });
});

describe('alternatives', () => {
  const of = (...alternatives: readonly object[]): Assignments => ({ [REQUEST]: { name: 'gpu', firstAvailable: alternatives } });

  it.each(
    complete([
      [
        'are judged like requests',
        of(sub('A', { count: -1, allocationMode: 'ExactCount' })),
        [`allocation-count ${REQUEST}.firstAvailable[0].count`, `request-name ${REQUEST}.firstAvailable[0].name`],
      ],
      ['name classes', of({ name: 'a' }), [`alternative-class ${REQUEST}.firstAvailable[0].deviceClassName`]],
      ['have names of their own', of(sub('a'), sub('a')), [`unique-requests ${REQUEST}.firstAvailable[1]`]],
      [
        'have names of their own, which 1.34 says of the name',
        of(sub('a'), sub('a')),
        [`unique-requests ${REQUEST}.firstAvailable[1].name`],
        { kubernetesVersion: '1.34' },
      ],
      ['are eight at most', of(...(list(8, (at) => sub(`a${at}`)) as object[])), []],
      ['are not looked at where there are more', of(...(list(9, () => ({})) as object[])), [`list-length ${REQUEST}.firstAvailable`]],
    ]),
  )('%s', (_, changes, broken, variant) => {
    expect(brokenIn('ResourceClaim', changes, variant)).toEqual(broken);
  });
});

describe('a request for devices and for alternatives', () => {
  const wrong = {
    [REQUEST]: {
      name: 'gpu',
      exactly: { deviceClassName: 'A', allocationMode: 'x', selectors: [{}], tolerations: [{ key: 'a b', operator: 'x', value: 'b c' }] },
      firstAvailable: [sub('A', { selectors: [{}] }), sub('A', { deviceClassName: '' })],
    },
  };

  it('is judged by the tags of types alone', () => {
    expect(brokenIn('ResourceClaim', wrong, { kubernetesVersion: '1.37' })).toEqual([
      `allocation-mode ${EXACTLY}.allocationMode`,
      `alternative-class ${REQUEST}.firstAvailable[1].deviceClassName`,
      `request-kind ${REQUEST}`,
      `toleration-key ${EXACTLY}.tolerations[0].key`,
      `toleration-operator ${EXACTLY}.tolerations[0].operator`,
      `unique-requests ${REQUEST}.firstAvailable[1]`,
    ]);
  });

  it.each(['1.35', '1.36'])('is not looked into by %s, whose tags are no rules yet', (kubernetesVersion) => {
    expect(brokenIn('ResourceClaim', wrong, { kubernetesVersion })).toEqual([`request-kind ${REQUEST}`]);
  });

  it('is judged as a whole by 1.34', () => {
    expect(brokenIn('ResourceClaim', wrong, { kubernetesVersion: '1.34', featureGates: { DRADeviceTaints: true } })).toEqual([
      `allocation-mode ${EXACTLY}.allocationMode`,
      `alternative-class ${REQUEST}.firstAvailable[1].deviceClassName`,
      `request-class ${EXACTLY}.deviceClassName`,
      `request-kind ${REQUEST}`,
      `request-name ${REQUEST}.firstAvailable[0].name`,
      `request-name ${REQUEST}.firstAvailable[1].name`,
      `selector-kind ${EXACTLY}.selectors[0].cel`,
      `selector-kind ${REQUEST}.firstAvailable[0].selectors[0].cel`,
      `toleration-key ${EXACTLY}.tolerations[0].key`,
      `toleration-operator ${EXACTLY}.tolerations[0].operator`,
      `unique-requests ${REQUEST}.firstAvailable[1].name`,
    ]);
  });
});

describe('a list that is too long', () => {
  const wrong = {
    'spec.devices.requests': list(33, () => ({ name: 'A', exactly: { deviceClassName: 'a' } })),
    'spec.devices.constraints': [{ requests: ['B'], matchAttribute: 'a/b' }],
  };

  it('keeps what is in it from being judged, and nothing else', () => {
    expect(brokenIn('ResourceClaim', wrong)).toEqual([
      'list-length spec.devices.requests',
      'request-reference spec.devices.constraints[0].requests[0]',
    ]);
  });

  it('keeps nothing from being judged by 1.34', () => {
    const broken = brokenIn('ResourceClaim', wrong, { kubernetesVersion: '1.34' });
    expect(broken.filter((each) => each.startsWith('request-name'))).toHaveLength(33);
    expect(broken.filter((each) => each.startsWith('unique-requests'))).toHaveLength(32);
  });

  it('is no work beyond its length', () => {
    const many = list(2_000, (at) => ({
      name: `r${at}`,
      exactly: { deviceClassName: 'a', selectors: [{ cel: { expression: `true || ${at} == 0` } }] },
    }));
    expect(brokenIn('ResourceClaim', { 'spec.devices.requests': many })).toEqual(['list-length spec.devices.requests']);
  });
});

/** A gate, a changed claim, and the broken rules with and without the gate. */
type GateCase = readonly [gate: string, changes: Assignments, on: readonly string[], off: readonly string[], kubernetesVersion?: string];

describe('fields of gates that are off are not judged', () => {
  const cases: readonly GateCase[] = [
    ['DRAPrioritizedList', { [`${REQUEST}.firstAvailable`]: [sub('a')] }, [`request-kind ${REQUEST}`], [], '1.35'],
    [
      'DRADeviceTaints',
      { [`${EXACTLY}.tolerations`]: [{ operator: 'x' }] },
      [`toleration-operator ${EXACTLY}.tolerations[0].operator`],
      [],
      '1.36',
    ],
    [
      'DRADeviceTaints',
      { [`${EXACTLY}.tolerations`]: [{ operator: 'x' }] },
      [`toleration-operator ${EXACTLY}.tolerations[0].operator`],
      [`toleration-operator ${EXACTLY}.tolerations[0].operator`],
      '1.34',
    ],
    [
      'DRAConsumableCapacity',
      { 'spec.devices.constraints': [{ distinctAttribute: 'a' }] },
      ['constraint-attribute spec.devices.constraints[0].distinctAttribute'],
      ['constraint-kind spec.devices.constraints[0].matchAttribute'],
    ],
    [
      'DRAConsumableCapacity',
      { 'spec.devices.constraints': [{ distinctAttribute: 'a' }] },
      ['constraint-attribute spec.devices.constraints[0].distinctAttribute'],
      ['constraint-attribute spec.devices.constraints[0].distinctAttribute'],
      '1.34',
    ],
    [
      'DRADerivedAttributes',
      { [`${EXACTLY}.derivedAttributes`]: [{ name: 'a/b', expression: 'true' }] },
      [`derived-attribute-used ${EXACTLY}.derivedAttributes[0].name`],
      [],
    ],
  ];

  it.each(cases.map(([gate, changes, on, off, kubernetesVersion = '1.37']) => [gate, changes, on, off, kubernetesVersion] as const))(
    '%s: %j',
    (gate, changes, on, off, kubernetesVersion) => {
      expect(brokenIn('ResourceClaim', changes, { kubernetesVersion, featureGates: { [gate]: true } })).toEqual(on);
      expect(brokenIn('ResourceClaim', changes, { kubernetesVersion, featureGates: { [gate]: false } })).toEqual(off);
    },
  );
});
