// Tests constraints, configurations and references to requests, with cases from
// Kubernetes' tests and responses of real API servers to mutated claims.

import { describe, expect, it } from 'vitest';
import { brokenIn, errorsIn } from '../../../support/findings.js';

const CLAIM = {
  'spec.devices.requests': [
    { name: 'gpu', exactly: { deviceClassName: 'gpu.example.com' } },
    {
      name: 'nic',
      firstAvailable: [
        { name: 'fast', deviceClassName: 'nic.example.com' },
        { name: 'slow', deviceClassName: 'nic.example.com' },
      ],
    },
  ],
};
const MATCH = 'spec.devices.constraints[0].matchAttribute';
const DISTINCT = 'spec.devices.constraints[0].distinctAttribute';

describe('the attribute of a constraint', () => {
  it.each([
    ['gpu.example.com/model', true],
    ['a/b/c', true],
    ['a/B_2', true],
    ['model', false],
    ['', false],
    ['/', false],
    ['gpu.example.com/', false],
    ['/model', false],
    ['gpu_example/model', false],
    ['gpu.example.com/1model', false],
    ['gpu.example.com/pcie-root', false],
    [`gpu.example.com/${'m'.repeat(33)}`, false],
    [`${'g'.repeat(64)}/model`, false],
  ])('%j is taken: %s', (attribute, isTaken) => {
    expect(brokenIn('ResourceClaim', { ...CLAIM, [MATCH]: attribute })).toEqual(isTaken ? [] : [`constraint-attribute ${MATCH}`]);
    expect(brokenIn('ResourceClaim', { ...CLAIM, [DISTINCT]: attribute })).toEqual(isTaken ? [] : [`constraint-attribute ${DISTINCT}`]);
  });

  it('has a domain in lower case since 1.37', () => {
    const changes = { ...CLAIM, [MATCH]: 'GPU.example.com/model' };
    expect(errorsIn('ResourceClaim', changes).map(({ suggestion }) => suggestion)).toEqual(['gpu.example.com/model']);
    expect(brokenIn('ResourceClaim', changes, { kubernetesVersion: '1.36' })).toEqual([]);
  });

  it('is considered where there is another one since 1.37', () => {
    const changes = { ...CLAIM, [MATCH]: 'a/b', [DISTINCT]: 'model' };
    expect(brokenIn('ResourceClaim', changes)).toEqual([`constraint-attribute ${DISTINCT}`]);
    expect(brokenIn('ResourceClaim', changes, { kubernetesVersion: '1.36' })).toEqual([]);
  });

  it('is missing at the constraint, or at matchAttribute where there is no other kind', () => {
    const changes = { ...CLAIM, 'spec.devices.constraints': [{}] };
    expect(brokenIn('ResourceClaim', changes)).toEqual(['constraint-kind spec.devices.constraints[0]']);
    expect(brokenIn('ResourceClaim', changes, { kubernetesVersion: '1.35' })).toEqual([`constraint-kind ${MATCH}`]);
  });
});

describe('a reference', () => {
  it.each<readonly [reference: string, isTaken: boolean, suggestion?: string]>([
    ['gpu', true],
    ['nic', true],
    ['nic/fast', true],
    ['gpus', false, 'gpu'],
    ['fast', false, 'nic/fast'],
    ['nic/fats', false, 'nic/fast'],
    ['gpu/fast', false, 'gpu'],
    ['nic/', false, 'nic'],
    ['/fast', false],
    ['', false],
    ['nic/fast/er', false, 'nic/fast'],
    ['GPU', false, 'gpu'],
    ['disk', false],
    ['__proto__', false],
  ])('%j is taken: %s', (reference, isTaken, suggestion) => {
    const constraint = { requests: [reference], matchAttribute: 'a/b' };
    const config = { requests: [reference], opaque: { driver: 'a', parameters: {} } };
    const changes = { ...CLAIM, 'spec.devices.constraints': [constraint], 'spec.devices.config': [config] };
    expect(brokenIn('ResourceClaim', changes)).toEqual(
      isTaken ? [] : ['request-reference spec.devices.config[0].requests[0]', 'request-reference spec.devices.constraints[0].requests[0]'],
    );
    expect(errorsIn('ResourceClaim', changes).map((finding) => finding.suggestion)).toEqual(
      expect.arrayContaining(isTaken ? [] : [suggestion]),
    );
  });

  it('is there once', () => {
    const changes = { ...CLAIM, 'spec.devices.constraints': [{ requests: ['gpu', 'nic', 'gpu'], matchAttribute: 'a/b' }] };
    for (const kubernetesVersion of ['1.34', '1.37'])
      expect(brokenIn('ResourceClaim', changes, { kubernetesVersion })).toEqual([
        'unique-references spec.devices.constraints[0].requests[2]',
      ]);
  });

  it('is not considered where there are too many, save in 1.34', () => {
    const changes = { ...CLAIM, 'spec.devices.constraints': [{ requests: new Array(33).fill('x'), matchAttribute: 'a/b' }] };
    expect(brokenIn('ResourceClaim', changes)).toEqual(['list-length spec.devices.constraints[0].requests']);
    expect(brokenIn('ResourceClaim', changes, { kubernetesVersion: '1.34' })).toHaveLength(1 + 33 + 32);
  });

  it('takes time by the length of its list in 1.34', () => {
    const names = Array.from({ length: 1_000 }, (_, at) => `request-${at}`);
    const requests = names.map((name) => ({ name, exactly: { deviceClassName: 'a' } }));
    const changes = {
      'spec.devices.requests': requests,
      'spec.devices.constraints': [...'ab'].map((end) => ({ requests: names.map((name) => name + end), matchAttribute: 'a/b' })),
    };
    const rules = errorsIn('ResourceClaim', changes, { kubernetesVersion: '1.34' }).map(({ rule }) => rule);
    // A thousand are reported, and one more that says that others are omitted.
    expect(rules.filter((rule) => rule === 'request-reference')).toHaveLength(1001);
  });
});

describe('configuration', () => {
  const CONFIG = 'spec.devices.config[0]';
  const opaque = (parameters: unknown, driver: unknown = 'gpu.example.com'): object => ({ opaque: { driver, parameters } });

  it.each<readonly [what: string, config: object, broken: readonly string[]]>([
    ['is there', {}, [`config-kind ${CONFIG}.opaque`]],
    [
      'has a driver and parameters',
      { opaque: {} },
      [`config-driver ${CONFIG}.opaque.driver`, `config-parameters ${CONFIG}.opaque.parameters`],
    ],
    ['has a driver in letters of either case', opaque({}, 'GPU.Example.com'), []],
    ['has a driver that is a subdomain', opaque({}, 'gpu_example'), [`config-driver ${CONFIG}.opaque.driver`]],
    ['has a driver of 63 characters', opaque({}, 'g'.repeat(63)), []],
    ['has a driver of no more characters', opaque({}, 'g'.repeat(64)), [`config-driver ${CONFIG}.opaque.driver`]],
    ['has parameters, which null are not', opaque(null), [`config-parameters ${CONFIG}.opaque.parameters`]],
    ['has an object for parameters, no list', opaque([]), [`config-parameters ${CONFIG}.opaque.parameters`]],
    ['has an object for parameters, no number', opaque(0), [`config-parameters ${CONFIG}.opaque.parameters`]],
    ['has parameters of 10 KiB', opaque({ a: 'x'.repeat(10_232) }), []],
    ['has parameters of no more', opaque({ a: 'x'.repeat(10_233) }), [`config-parameters ${CONFIG}.opaque.parameters`]],
  ])('%s', (_, config, broken) => {
    expect(brokenIn('ResourceClaim', { ...CLAIM, [CONFIG]: config })).toEqual(broken);
  });

  it('is the same in a class', () => {
    expect(brokenIn('DeviceClass', { 'spec.config': [{}, { opaque: { driver: 'a', parameters: 'b' } }] })).toEqual([
      'config-kind spec.config[0].opaque',
      'config-parameters spec.config[1].opaque.parameters',
    ]);
  });
});
