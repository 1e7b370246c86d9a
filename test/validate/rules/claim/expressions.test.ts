// Tests CEL expressions of selectors and derived attributes, with cases from
// Kubernetes' tests and responses of real API servers to mutated claims.

import { describe, expect, it } from 'vitest';
import { validate } from '../../../../src/validate/index.js';
import { brokenIn, errorsIn, type Variant } from '../../../support/findings.js';

const EXACTLY = 'spec.devices.requests[0].exactly';
const SELECTOR = `${EXACTLY}.selectors[0].cel.expression`;

describe('a selector', () => {
  const cases: readonly (readonly [expression: string, rule?: string | undefined, variant?: Variant])[] = [
    ['device.driver == "a"'],
    ['dyn(1)'],
    ['device.attributes["a"].b'],
    ['', 'expression-compiles'],
    ['1', 'expression-compiles'],
    ['noSuchVar', 'expression-compiles'],
    [`true${' '.repeat(10_236)}`],
    [`true${' '.repeat(10_237)}`, 'expression-length'],
    [`"${'ä'.repeat(5_116)}" == ""`],
    [`"${'ä'.repeat(5_117)}" == ""`, 'expression-length'],
    ['device.attributes.all(a, device.attributes.all(b, device.attributes.all(c, a + b != c)))'],
    ['device.attributes.all(a, device.attributes.all(b, device.attributes.all(c, a + b + c != c)))', 'expression-cost'],
    ['device.allowMultipleAllocations', 'expression-compiles', { kubernetesVersion: '1.35' }],
    ['device.allowMultipleAllocations', undefined, { kubernetesVersion: '1.36' }],
    ['[1].includes(1)', 'expression-compiles', { kubernetesVersion: '1.37' }],
    ['[1].includes(1)', undefined, { kubernetesVersion: '1.37', featureGates: { DRAListTypeAttributes: true } }],
  ];

  it.each(cases.map(([expression, rule, variant = {}]) => [expression, rule, variant] as const))(
    '%.40j breaks %s',
    (expression, rule, variant) => {
      expect(brokenIn('ResourceClaim', { [SELECTOR]: expression }, variant)).toEqual(rule === undefined ? [] : [`${rule} ${SELECTOR}`]);
    },
  );

  it('says where it is wrong, and what was meant', () => {
    const [finding] = errorsIn('ResourceClaim', { [SELECTOR]: 'device.driver == "a" &&\n  device.attribute["a"].b' });
    expect(finding?.message).toMatch(
      /^Invalid value: "device.driver.*": compilation failed: ERROR: <input>:2:9: undefined field 'attribute'/s,
    );
    expect(finding?.suggestion).toContain('attributes');
  });

  it('is compiled in a class, too', () => {
    expect(brokenIn('DeviceClass', { 'spec.selectors': [{ cel: { expression: 'x' } }, {}] })).toEqual([
      'expression-compiles spec.selectors[0].cel.expression',
      'selector-kind spec.selectors[1].cel',
    ]);
  });

  it('is neither right nor wrong where it is beyond a limit of ours', () => {
    const object = (expression: string): object => ({
      apiVersion: 'resource.k8s.io/v1',
      kind: 'DeviceClass',
      metadata: { name: 'a' },
      spec: { selectors: [{ cel: { expression } }] },
    });
    const found = validate([object(`device.driver.matches("${'a{999}'.repeat(9)}")`), object('kubernetes.DRADevice{}.driver == nothing')]);
    expect(found.map(({ severity, rule }) => [severity, rule])).toEqual([
      ['warning', 'expression-unchecked'],
      ['error', 'expression-compiles'],
    ]);
  });
});

describe('derived attributes', () => {
  const ATTRIBUTES = `${EXACTLY}.derivedAttributes`;
  const COSTLY = 'device.attributes.exists(a, device.attributes.exists(b, device.attributes.exists(c, a + b == c))) ? "x" : "y"';
  const on = (attribute: string, ...requests: readonly string[]): object => ({
    ...(requests.length === 0 ? {} : { requests }),
    matchAttribute: attribute,
  });
  const derived = (name: string, expression = 'device.driver'): object => ({ name, expression });

  it.each<readonly [what: string, attributes: readonly object[], constraints: readonly object[], broken: readonly string[]]>([
    ['are for a constraint on any request', [derived('a.b/c')], [on('a.b/c')], []],
    ['are for a constraint on their request', [derived('a/b')], [on('a/b', 'gpu')], []],
    ['are for a constraint of either kind', [derived('a/b')], [{ distinctAttribute: 'a/b' }], []],
    ['are for no constraint on another request', [derived('a/b')], [on('a/b', 'nic')], [`derived-attribute-used ${ATTRIBUTES}[0].name`]],
    [
      'are not for what a constraint with two attributes does not look at',
      [derived('a/b')],
      [{ matchAttribute: 'c/d', distinctAttribute: 'a/b' }],
      [`derived-attribute-used ${ATTRIBUTES}[0].name`],
    ],
    [
      'have names and expressions',
      [{}],
      [],
      [`derived-attribute-expression ${ATTRIBUTES}[0].expression`, `derived-attribute-name ${ATTRIBUTES}[0].name`],
    ],
    ['have names of their own', [derived('a/b'), derived('a/b')], [on('a/b')], [`unique-derived-attributes ${ATTRIBUTES}[1]`]],
    [
      'have expressions that compile to the value of an attribute',
      [derived('a/b', 'quantity("1")')],
      [on('a/b')],
      [`expression-compiles ${ATTRIBUTES}[0].expression`],
    ],
    [
      'cost no more than the limit together',
      [derived('a/b', COSTLY), derived('a/c', COSTLY)],
      [on('a/b'), on('a/c')],
      ['derived-attributes-cost spec.devices'],
    ],
    [
      'cost nothing where they do not compile',
      [derived('a/b', COSTLY), derived('a/c', `${COSTLY}?`)],
      [on('a/b'), on('a/c')],
      [`expression-compiles ${ATTRIBUTES}[1].expression`],
    ],
  ])('%s', (_, attributes, constraints, broken) => {
    const changes = {
      'spec.devices.requests[1]': { name: 'nic', exactly: { deviceClassName: 'a' } },
      [ATTRIBUTES]: attributes,
      'spec.devices.constraints': constraints,
    };
    expect(brokenIn('ResourceClaim', changes)).toEqual(broken);
  });

  it.each<readonly [reference: string, isFor: boolean]>([
    ['nic', true],
    ['nic/fast', true],
    ['nic/slow', false],
    ['fast', false],
  ])('of an alternative are for a constraint on %s: %s', (reference, isFor) => {
    const alternative = (name: string, more: object = {}): object => ({ name, deviceClassName: 'a', ...more });
    const changes = {
      'spec.devices.requests': [
        { name: 'nic', firstAvailable: [alternative('fast', { derivedAttributes: [derived('a/b')] }), alternative('slow')] },
      ],
      'spec.devices.constraints': [on('a/b', reference)],
    };
    const broken = brokenIn('ResourceClaim', changes).filter((each) => each.startsWith('derived'));
    expect(broken).toEqual(isFor ? [] : ['derived-attribute-used spec.devices.requests[0].firstAvailable[0].derivedAttributes[0].name']);
  });

  it('of requests that are not looked into cost nothing', () => {
    const changes = {
      [ATTRIBUTES]: [derived('a/b', COSTLY), derived('a/c', COSTLY)],
      'spec.devices.requests[0].firstAvailable': [{ name: 'x', deviceClassName: 'a' }],
      'spec.devices.constraints': [on('a/b'), on('a/c')],
    };
    expect(brokenIn('ResourceClaim', changes)).toEqual(['request-kind spec.devices.requests[0]']);
  });

  it('are judged where they are too many, save by their form', () => {
    const changes = {
      [ATTRIBUTES]: Array.from({ length: 33 }, (_, at) => (at === 0 ? {} : derived(`B/c${at}`, at === 1 ? 'x' : 'device.driver'))),
    };
    const broken = brokenIn('ResourceClaim', changes);
    expect(broken.filter((each) => !each.startsWith('derived-attribute-used'))).toEqual([
      `derived-attributes-length ${ATTRIBUTES}`,
      `expression-compiles ${ATTRIBUTES}[1].expression`,
    ]);
    expect(broken).toHaveLength(2 + 32);
  });
});
