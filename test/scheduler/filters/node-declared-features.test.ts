import { expect, test } from 'vitest';
import { nodeDeclaredFeatures } from '../../../src/scheduler/filters/node-declared-features.js';
import { context, info, node, pod, told } from './objects.js';

const declares = (...declaredFeatures: string[]) => info(node({ status: { declaredFeatures } }));
const restart = { restartPolicyRules: [{ action: 'RestartAllContainers' }] };
const mount = { volumeMounts: [{ bindMountOptions: ['noexec'] }] };

test.each<[string, object]>([
  ['RestartAllContainersOnContainerExits', { containers: [{}, restart] }],
  ['RestartAllContainersOnContainerExits', { initContainers: [restart] }],
  ['UserNamespacesHostNetworkSupport', { hostNetwork: true, hostUsers: false }],
  ['VolumeBindMountOptions', { containers: [mount] }],
  ['VolumeBindMountOptions', { initContainers: [mount] }],
])('%s must be declared for %o', (feature, spec) => {
  expect(told(nodeDeclaredFeatures, pod(spec), info())).toEqual([['undeclared-feature', `the node does not declare ${feature}`]]);
  expect(told(nodeDeclaredFeatures, pod(spec), declares('Other', feature))).toEqual([]);
});

test('all features that are missing are reported', () => {
  const of = pod({ hostNetwork: true, hostUsers: false, containers: [{ ...restart, ...mount }] });
  expect(told(nodeDeclaredFeatures, of, declares('VolumeBindMountOptions'))).toEqual([
    ['undeclared-feature', 'the node does not declare RestartAllContainersOnContainerExits, UserNamespacesHostNetworkSupport'],
  ]);
});

test('most pods need none, and nobody asks without the gate', () => {
  const plain = { hostNetwork: true, containers: [{ restartPolicyRules: [{ action: 'Restart' }], volumeMounts: [{ name: 'a' }] }] };
  expect(told(nodeDeclaredFeatures, pod(plain), info())).toEqual([]);
  expect(told(nodeDeclaredFeatures, pod({ ...plain, hostUsers: true }), info())).toEqual([]);
  const { features, ...rest } = context();
  const off = { ...rest, features: { ...features, nodeDeclaredFeatures: false } };
  expect(told(nodeDeclaredFeatures, pod({ containers: [restart] }), info(), off)).toEqual([]);
});
