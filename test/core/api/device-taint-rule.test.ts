import { expect, test } from 'vitest';
import { DecodeContext } from '../../../src/core/api/context.js';
import type { DeviceTaintRule } from '../../../src/core/api/device-taint-rule.js';
import { decodeDeviceTaintRule } from '../../../src/core/api/device-taint-rule.js';
import { errorOf, yaml } from '../../support/api.js';

function rule(spec: string, version = 'v1', context = new DecodeContext()): DeviceTaintRule {
  return decodeDeviceTaintRule(
    yaml(`{apiVersion: resource.k8s.io/${version}, kind: DeviceTaintRule, spec: ${spec}, status: {conditions: [{type: t}]}}`),
    context,
  );
}

test.each(['v1', 'v1beta2', 'v1alpha3'])('every field of %s is read', (version) => {
  expect(
    rule('{deviceSelector: {driver: d, pool: p, device: x}, taint: {key: k, value: v, effect: NoExecute, timeAdded: t}}', version).spec,
  ).toEqual({
    deviceSelector: { driver: 'd', pool: 'p', device: 'x' },
    taint: { key: 'k', value: 'v', effect: 'NoExecute', timeAdded: 't' },
  });
});

test('no selector and an empty one differ', () => {
  expect(rule('{taint: {key: k, effect: None}}').spec).not.toHaveProperty('deviceSelector');
  expect(rule('{deviceSelector: {}, taint: {key: k, effect: None}}').spec.deviceSelector).toEqual({});
});

test('selectors of earlier releases are accepted, with the warning that the rule gets wider', () => {
  const context = new DecodeContext();
  rule('{deviceSelector: {deviceClassName: c, selectors: []}}', 'v1alpha3', context);
  expect(context.warnings.map(({ message }) => message)).toEqual([
    'deviceClassName has been ignored since Kubernetes 1.35: the rule applies to all devices that the other fields of the selector match',
    'selectors has been ignored since Kubernetes 1.35: the rule applies to all devices that the other fields of the selector match',
  ]);
});

test('wrong fields are errors', () => {
  expect(errorOf(() => rule('{taint: {key: k}, driver: d}')).message).toBe(
    'spec.driver: unknown field, did you mean spec.deviceSelector.driver?',
  );
  expect(errorOf(() => rule('{taint: {key: 1}}')).path).toBe('spec.taint.key');
});
