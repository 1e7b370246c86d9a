import { expect, test } from 'vitest';
import { named, profile } from './configuration.js';

const cases: readonly (readonly [words: string, fields: object, more?: object])[] = [
  ['1 extender of the scheduler, which can reject nodes', {}, { extenders: [{ urlPrefix: 'http://a', filterVerb: 'filter' }] }],
  ['percentageOfNodesToScore 50, since all nodes are scored', {}, { percentageOfNodesToScore: 50 }],
  ['percentageOfNodesToScore 20, since all nodes are scored', { percentageOfNodesToScore: 20 }, {}],
  ['podInitialBackoffSeconds and podMaxBackoffSeconds', {}, { podMaxBackoffSeconds: 60 }],
  ['plugin GangScheduling', { plugins: { multiPoint: { enabled: named('GangScheduling') } } }, {}],
  ['volumes that stay unbound, since VolumeBinding is off', { plugins: { reserve: { disabled: named('VolumeBinding') } } }],
  [
    'SchedulingGates, which is off: pods with gates still cannot be bound',
    { plugins: { preEnqueue: { disabled: named('SchedulingGates') } } },
    {},
  ],
  ['the position of DynamicResources among the filters, in reasons', { plugins: { filter: { enabled: named('DynamicResources') } } }],
  ['filterTimeout of DynamicResources', { pluginConfig: [{ name: 'DynamicResources', args: { filterTimeout: '20s' } }] }, {}],
  ['bindingTimeout of DynamicResources', { pluginConfig: [{ name: 'DynamicResources', args: { bindingTimeout: '20s' } }] }],
  ['bindTimeoutSeconds of VolumeBinding', { pluginConfig: [{ name: 'VolumeBinding', args: { bindTimeoutSeconds: 5 } }] }, {}],
  ['arguments of DefaultPreemption', { pluginConfig: [{ name: 'DefaultPreemption', args: { minCandidateNodesAbsolute: 5 } }] }],
  ['pluginConfig Other, which is no plugin of kube-scheduler', { pluginConfig: [{ name: 'Other', args: {} }] }, {}],
  [
    'devices that serve nvidia.com/gpu by DRA, in scores',
    { pluginConfig: [{ name: 'NodeResourcesBalancedAllocation', args: { resources: named('cpu', 'nvidia.com/gpu') } }] },
    {},
  ],
];

test.each(cases.map(([words, ...fields]) => [words, fields] as const))('%s', (words, fields) => {
  expect(profile(...fields).notConsidered).toEqual([words]);
});

test('settings that are considered, or equal the defaults, are not named', () => {
  const fields = {
    plugins: { filter: { enabled: named('NodePorts') } },
    pluginConfig: [{ name: 'DynamicResources', args: { filterTimeout: '10s' } }],
  };
  expect(profile(fields, { percentageOfNodesToScore: 0, podMaxBackoffSeconds: 10 }).notConsidered).toEqual([]);
});
