import { expect, test } from 'vitest';
import { DecodeContext } from '../../src/api/context.js';
import { decodeResourceQuota } from '../../src/api/resource-quota.js';
import { errorOf, yaml } from '../support/api.js';

test('namespace and limits are read, the rest is ignored', () => {
  const quota = decodeResourceQuota(
    yaml(
      '{metadata: {namespace: ns, name: q}, spec: {hard: {gpu.deviceclass.resource.k8s.io/devices: 4, cpu: 500m}, scopes: [x]}, status: {hard: {}}}',
    ),
    new DecodeContext(),
  );
  expect(quota.metadata.namespace).toBe('ns');
  expect([...quota.spec.hard].map(([name, limit]) => [name, String(limit)])).toEqual([
    ['gpu.deviceclass.resource.k8s.io/devices', '4'],
    ['cpu', '500m'],
  ]);
});

test('a limit that is no quantity is an error', () => {
  expect(errorOf(() => decodeResourceQuota({ spec: { hard: { cpu: 'many' } } }, new DecodeContext())).path).toBe('spec.hard.cpu');
});
