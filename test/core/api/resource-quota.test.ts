import { expect, test } from 'vitest';
import { DecodeContext } from '../../../src/core/api/context.js';
import { decodeObjects } from '../../../src/core/api/objects.js';
import { decodeResourceQuota, type ResourceQuota } from '../../../src/core/api/resource-quota.js';
import type { Quantity } from '../../../src/core/quantity/quantity.js';
import { errorOf, yaml } from '../../support/api.js';

const decode = (text: string): ResourceQuota => decodeResourceQuota(yaml(text), new DecodeContext());
const listed = (amounts: ReadonlyMap<string, Quantity>): string[] => [...amounts].map(([name, amount]) => `${name}=${amount}`);

test('namespace, limits and use are read, the rest is ignored', () => {
  const quota = decode(
    '{metadata: {namespace: ns, name: q}, spec: {hard: {gpu.deviceclass.resource.k8s.io/devices: 4, cpu: 500m}, new: 1}, status: {hard: {cpu: 1}, used: {cpu: 1500m}}}',
  );
  expect(quota.metadata.namespace).toBe('ns');
  expect(listed(quota.spec.hard)).toEqual(['gpu.deviceclass.resource.k8s.io/devices=4', 'cpu=500m']);
  expect(listed(quota.status.used)).toEqual(['cpu=1500m']);
});

test('without limits, scopes and status there are none', () => {
  const { spec, status } = decode('{metadata: {name: q}}');
  expect(listed(spec.hard)).toEqual([]);
  expect(spec.scopes).toEqual([]);
  expect(spec.scopeSelector.matchExpressions).toEqual([]);
  expect(listed(status.used)).toEqual([]);
});

test('scopes are read in both forms', () => {
  const { spec } = decode(
    '{spec: {scopes: [Terminating], scopeSelector: {matchExpressions: [{scopeName: PriorityClass, operator: In, values: [a]}]}}}',
  );
  expect(spec.scopes).toEqual(['Terminating']);
  expect(spec.scopeSelector.matchExpressions).toEqual([{ scopeName: 'PriorityClass' }]);
});

test('a limit or a use that is no quantity is an error', () => {
  expect(errorOf(() => decode('{spec: {hard: {cpu: many}}}')).path).toBe('spec.hard.cpu');
  expect(errorOf(() => decode('{status: {used: {"a/b": []}}}')).path).toBe('status.used[a/b]');
});

test('a limit of any name is a limit like others', () => {
  const { spec } = decodeResourceQuota(JSON.parse('{"spec":{"hard":{"__proto__":"1","constructor":"2"}}}'), new DecodeContext());
  expect(listed(spec.hard)).toEqual(['__proto__=1', 'constructor=2']);
});

test('lists of quotas are read, quotas of other groups are not', () => {
  const { resourceQuotas, skipped } = decodeObjects([
    { value: yaml('{apiVersion: v1, kind: ResourceQuotaList, items: [{metadata: {name: a}}, {metadata: {name: b}}]}') },
    { value: yaml('{apiVersion: quota.example.com/v1, kind: ResourceQuota, metadata: {name: c}}') },
  ]);
  expect(resourceQuotas.map(({ metadata }) => metadata.name)).toEqual(['a', 'b']);
  expect([...skipped]).toEqual([['quota.example.com/v1 ResourceQuota', 1]]);
});
