import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import { CLUSTER_SCORES } from '../../../src/scheduler/scores/cluster-scores.js';
import { normalized, SCORES, scoreNodes } from '../../../src/scheduler/scores/total.js';
import { info, node, pod } from '../filters/objects.js';
import { scoreContext } from './objects.js';

test('every file with a score is in one of the lists', async () => {
  const folder = 'src/scheduler/scores';
  const modules = await Promise.all(readdirSync(folder).map((name): Promise<object> => import(join(process.cwd(), folder, name))));
  const exported = modules.flatMap((module) => Object.values(module) as unknown[]).filter(isScore);
  expect(new Set(exported)).toEqual(new Set([...SCORES, ...CLUSTER_SCORES]));
});

function isScore(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'plugin' in value && ('prepare' in value || 'preparing' in value);
}

describe('scores of a plugin', () => {
  test('are shares of the highest', () => {
    expect(inOneGo(normalized([0, 3, 7], 'highest-is-best', UNLIMITED))).toEqual([0, 42, 100]);
    expect(inOneGo(normalized([0, 0], 'highest-is-best', UNLIMITED))).toEqual([0, 0]);
  });

  test('are what the lowest lacks of the highest where the lowest is best', () => {
    expect(inOneGo(normalized([0, 3, 7], 'lowest-is-best', UNLIMITED))).toEqual([100, 58, 0]);
    expect(inOneGo(normalized([0, 0], 'lowest-is-best', UNLIMITED))).toEqual([100, 100]);
  });

  test('are left as they are where they are from 0 to 100', () => {
    expect(inOneGo(normalized([3, 7], 'none', UNLIMITED))).toEqual([3, 7]);
  });
});

describe('the sum', () => {
  const nodes = [
    info(
      node({
        labels: { zone: 'a' },
        spec: { taints: [{ key: 'k', effect: 'PreferNoSchedule' }] },
        status: { allocatable: { pods: 9, cpu: 4 } },
      }),
    ),
    info(node({ name: 'm', status: { allocatable: { pods: 9, cpu: 2 } } })),
  ];
  const of = pod({
    containers: [{ resources: { requests: { cpu: 1, memory: 0 } } }],
    affinity: {
      nodeAffinity: {
        preferredDuringSchedulingIgnoredDuringExecution: [
          { weight: 5, preference: { matchExpressions: [{ key: 'zone', operator: 'Exists' }] } },
        ],
      },
    },
  });

  test('counts each plugin with its weight', () => {
    const scores = inOneGo(scoreNodes(of, nodes, scoreContext(nodes), { devices: [4, 8] }));
    expect(scores.map(({ byPlugin }) => Object.fromEntries(byPlugin))).toEqual([
      {
        TaintToleration: 0,
        NodeAffinity: 200,
        NodeResourcesFit: 75,
        NodeResourcesBalancedAllocation: 75,
        ImageLocality: 0,
        DynamicResources: 100,
      },
      {
        TaintToleration: 300,
        NodeAffinity: 0,
        NodeResourcesFit: 50,
        NodeResourcesBalancedAllocation: 75,
        ImageLocality: 0,
        DynamicResources: 200,
      },
    ]);
    expect(scores.map(({ total }) => total)).toEqual([450, 625]);
  });

  test('leaves out plugins that tell no node from another', () => {
    const [first] = inOneGo(scoreNodes(pod({ containers: [{}] }), nodes, scoreContext(nodes)));
    expect([...(first?.byPlugin.keys() ?? [])]).toEqual(['TaintToleration', 'NodeResourcesFit', 'ImageLocality']);
  });
});
