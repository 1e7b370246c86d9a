import { describe, expect, it } from 'vitest';
import { validate } from '../../../../src/validate/index.js';

const options = { featureGates: { XFirstOfDevices: true } };

const request = (name: string, more: object = {}): object => ({ name, exactly: { deviceClassName: 'gpu.example.com', ...more } });

const claim = (spec: object, apiVersion = 'resource.k8s.io/v1'): object => ({
  apiVersion,
  kind: 'ResourceClaim',
  metadata: { name: 'a', namespace: 'default' },
  spec,
});

const errorsOf = (object: object, given: object = options): string[] =>
  validate([object] as never, given)
    .filter(({ severity }) => severity === 'error')
    .map(({ rule, path }) => `${rule} ${path}`);

describe('firstOfDevices', () => {
  it('is unknown without its gate, which the finding names', () => {
    const [finding] = validate([claim({ firstOfDevices: [{ requests: [request('r')] }] })] as never, {});
    expect([finding?.rule, finding?.path, finding?.suggestion]).toEqual([
      'unknown-field',
      'spec.firstOfDevices',
      'it needs the feature gate XFirstOfDevices, which is off by default',
    ]);
  });

  it('has one to eight alternatives, and none beside devices', () => {
    const alternatives = (count: number): object[] => Array.from({ length: count }, () => ({ requests: [request('r')] }));
    expect(errorsOf(claim({ firstOfDevices: alternatives(8) }))).toEqual([]);
    expect(errorsOf(claim({ firstOfDevices: alternatives(9) }))).toEqual(['first-of-devices spec.firstOfDevices']);
    expect(errorsOf(claim({ devices: { requests: [request('r')] }, firstOfDevices: alternatives(1) }))).toEqual([
      'first-of-devices spec.firstOfDevices',
    ]);
  });

  it('is judged as devices are, each alternative by itself', () => {
    const one = { requests: [request('r'), request('s')], constraints: [{ requests: ['r'], matchAttribute: 'gpu.example.com/model' }] };
    expect(errorsOf(claim({ firstOfDevices: [one, { requests: [request('r')] }] }))).toEqual([]);
    const wrong = {
      requests: [request('r'), request('r', { count: -1 })],
      constraints: [{ requests: ['s'], matchAttribute: 'gpu.example.com/model' }],
    };
    expect(errorsOf(claim({ firstOfDevices: [one, wrong] })).sort()).toEqual([
      'allocation-count spec.firstOfDevices[1].requests[1].exactly.count',
      'request-reference spec.firstOfDevices[1].constraints[0].requests[0]',
      'unique-requests spec.firstOfDevices[1].requests[1]',
    ]);
  });

  it('is read in v1beta1, and in templates', () => {
    const flat = { requests: [{ name: 'r', deviceClassName: 'gpu.example.com' }] };
    expect(errorsOf(claim({ firstOfDevices: [flat] }, 'resource.k8s.io/v1beta1'))).toEqual([]);
    const template = { ...claim({ spec: { firstOfDevices: [{ requests: [request('R')] }] } }), kind: 'ResourceClaimTemplate' };
    expect(errorsOf(template)).toEqual(['request-name spec.spec.firstOfDevices[0].requests[0].name']);
  });
});
