import { expect, test } from 'vitest';
import { DecodeContext } from '../../../src/core/api/context.js';
import { decodeDeviceClass } from '../../../src/core/api/device-class.js';
import { errorOf, yaml } from '../../support/api.js';

const spec = `{selectors: [{cel: {expression: x}}, {}], config: [{opaque: {driver: d, parameters: {a: [1]}}}, {}], extendedResourceName: example.com/gpu}`;

test.each(['v1', 'v1beta2', 'v1beta1', 'v1alpha3'])('every field of %s is read', (version) => {
  const json = yaml(
    `{apiVersion: resource.k8s.io/${version}, kind: DeviceClass, metadata: {name: c, creationTimestamp: t}, spec: ${spec}}`,
  );
  const decoded = decodeDeviceClass(json, new DecodeContext());
  expect(decoded.metadata).toMatchObject({ name: 'c', creationTimestamp: 't' });
  expect(decoded.spec).toEqual({
    selectors: [{ cel: { expression: 'x' } }, {}],
    config: [{ opaque: { driver: 'd', parameters: { a: [1] } } }, {}],
    extendedResourceName: 'example.com/gpu',
  });
});

test('an empty class is one', () => {
  expect(decodeDeviceClass({ spec: {} }, new DecodeContext()).spec).toEqual({ selectors: [], config: [] });
});

test('suitableNodes of earlier releases is accepted with a warning', () => {
  const context = new DecodeContext();
  decodeDeviceClass({ spec: { suitableNodes: {} } }, context);
  expect(context.warnings.map(({ path }) => path)).toEqual([['spec', 'suitableNodes']]);
});

test('fields outside of spec are put right', () => {
  expect(errorOf(() => decodeDeviceClass({ selectors: [] }, new DecodeContext())).message).toBe(
    'selectors: unknown field, did you mean spec.selectors?',
  );
});
