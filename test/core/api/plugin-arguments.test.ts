import { describe, expect, it, test } from 'vitest';
import { DecodeContext } from '../../../src/core/api/context.js';
import type { Decoder } from '../../../src/core/api/decoder.js';
import { ARGUMENTS, DEFAULT_RESOURCES, type PluginWithArguments } from '../../../src/core/api/plugin-arguments.js';
import type { Json } from '../../../src/core/base/json.js';

function decode(plugin: PluginWithArguments, args: object): unknown {
  const decoder: Decoder<unknown> = ARGUMENTS[plugin];
  return decoder.decode(args as Json, new DecodeContext());
}

describe('arguments', () => {
  it('have the defaults of kube-scheduler', () => {
    expect(decode('NodeResourcesBalancedAllocation', {})).toEqual({ resources: ['cpu', 'memory'] });
    expect(decode('PodTopologySpread', {})).toEqual({ defaultConstraints: [], defaultingType: 'System' });
    const strategy = { type: 'MostAllocated', resources: [{ name: 'cpu' }, { name: 'memory', weight: 3 }] };
    expect(decode('NodeResourcesFit', { scoringStrategy: strategy })).toMatchObject({
      scoringStrategy: {
        type: 'MostAllocated',
        resources: [
          { name: 'cpu', weight: 1 },
          { name: 'memory', weight: 3 },
        ],
      },
    });
    expect(decode('NodeResourcesFit', { scoringStrategy: { type: 'MostAllocated' } })).toMatchObject({
      scoringStrategy: { resources: DEFAULT_RESOURCES },
    });
    expect(decode('DynamicResources', { filterTimeout: '1m30s' })).toEqual({ filterTimeout: 90_000 });
  });

  const constraint = { maxSkew: 1, topologyKey: 'rack', whenUnsatisfiable: 'ScheduleAnyway' };
  const spread = (fields: object): object => ({ defaultingType: 'List', defaultConstraints: [{ ...constraint, ...fields }] });
  const strategy = (fields: object): object => ({ scoringStrategy: fields });
  const point = (utilization: number, score: number): object => ({ utilization, score });

  const wrong: readonly (readonly [PluginWithArguments, object, string])[] = [
    ['DefaultPreemption', { minCandidateNodesPercentage: 0, minCandidateNodesAbsolute: 0 }, 'are both 0'],
    ['DefaultPreemption', { minCandidateNodesPercentage: 101 }, 'minCandidateNodesPercentage: expected an integer from 0 to 100'],
    ['DynamicResources', { bindingTimeout: '10ms' }, 'bindingTimeout: expected a duration of 1s or more'],
    ['DynamicResources', { filterTimeout: '-1s' }, 'filterTimeout: expected a duration such as 10s'],
    ['InterPodAffinity', { hardPodAffinityWeight: 101 }, 'hardPodAffinityWeight: expected an integer from 0 to 100'],
    [
      'NodeAffinity',
      {
        addedAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', operator: 'Is' }] }] },
        },
      },
      'addedAffinity.requiredDuringSchedulingIgnoredDuringExecution: nodeSelectorTerms[0].matchExpressions[0].operator: Unsupported value',
    ],
    ['NodeResourcesBalancedAllocation', { resources: [{ name: 'cpu', weight: 2 }] }, 'resources[0].weight: expected 1'],
    ['NodeResourcesBalancedAllocation', { resources: [{ name: 'cpu' }, { name: 'cpu' }] }, 'resources[1]: "cpu" is listed twice'],
    ['NodeResourcesFit', { ignoredResources: ['a b'] }, 'ignoredResources[0]: "a b" is not a valid name'],
    ['NodeResourcesFit', { ignoredResourceGroups: ['a/b'] }, 'ignoredResourceGroups[0]: expected a group without "/"'],
    ['NodeResourcesFit', strategy({}), 'scoringStrategy.type: expected LeastAllocated or'],
    ['NodeResourcesFit', strategy({ type: 'Other' }), 'scoringStrategy.type: expected LeastAllocated or'],
    ['NodeResourcesFit', strategy({ type: 'RequestedToCapacityRatio' }), 'requestedToCapacityRatio: expected a shape'],
    [
      'NodeResourcesFit',
      strategy({ type: 'MostAllocated', requestedToCapacityRatio: {} }),
      'allowed only with type RequestedToCapacityRatio',
    ],
    ['NodeResourcesFit', strategy({ type: 'MostAllocated', resources: [{ name: 'cpu', weight: 101 }] }), 'resources[0].weight: expected'],
    ['PodTopologySpread', { defaultConstraints: [constraint] }, 'defaultingType: expected List'],
    ['PodTopologySpread', { defaultingType: 'Other' }, 'defaultingType: expected System or List'],
    ['PodTopologySpread', spread({ maxSkew: 0 }), 'defaultConstraints[0].maxSkew: expected an integer of 1 or more'],
    ['PodTopologySpread', spread({ topologyKey: '' }), 'defaultConstraints[0].topologyKey: '],
    ['PodTopologySpread', spread({ whenUnsatisfiable: '' }), 'defaultConstraints[0].whenUnsatisfiable: expected DoNotSchedule'],
    ['PodTopologySpread', spread({ labelSelector: {} }), 'defaultConstraints[0].labelSelector: not allowed here'],
    ['PodTopologySpread', spread({ maxSkw: 1 }), 'defaultConstraints[0].maxSkw: unknown field'],
    ['PodTopologySpread', { defaultingType: 'List', defaultConstraints: [constraint, constraint] }, 'defaultConstraints[1]: '],
    ['VolumeBinding', { bindTimeoutSeconds: -1 }, 'bindTimeoutSeconds: expected an integer of 0 or more'],
    ['VolumeBinding', { shape: [point(50, 1), point(50, 2)] }, 'shape[1].utilization: expected points in increasing order'],
    ['VolumeBinding', { shape: [point(101, 1)] }, 'shape[0].utilization: expected an integer from 0 to 100'],
    ['VolumeBinding', { shape: [point(1, 11)] }, 'shape[0].score: expected an integer from 0 to 10'],
  ];

  test.each(wrong)('of %s: %j', (plugin, args, message) => {
    expect(() => decode(plugin, args)).toThrow(message);
  });
});
