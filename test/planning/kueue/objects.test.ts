import { describe, expect, it } from 'vitest';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import { decodedQueues } from '../../../src/planning/decoded-event.js';
import { simulate } from '../../../src/planning/index.js';
import { isKueueKind, namesQueues, resumed } from '../../../src/planning/kueue/objects.js';
import { clusterOf, clusterQueue, configuration, flavor, GPU, localQueue, pod } from './support.js';

const decode = (...objects: readonly object[]) => inOneGo(decodedQueues(objects as never, 'objects', UNLIMITED));

describe('objects of Kueue', () => {
  it('are found among others and in lists, of every version', () => {
    const older = { ...clusterQueue({ cpu: 1 }), apiVersion: 'kueue.x-k8s.io/v1beta1' };
    const list = { apiVersion: 'v1', kind: 'List', items: [older, pod('a'), localQueue()] };
    const typed = { apiVersion: 'kueue.x-k8s.io/v1beta2', kind: 'ResourceFlavorList', items: [{ metadata: { name: 'spot' } }] };
    expect(decode(pod('b'), configuration(), list, typed).map(({ kind }) => kind)).toEqual([
      'Configuration',
      'ClusterQueue',
      'LocalQueue',
      'ResourceFlavor',
    ]);
  });

  it('are those of the groups of Kueue', () => {
    expect(isKueueKind('kueue.x-k8s.io/v1beta2', 'ClusterQueue')).toBe(true);
    expect(isKueueKind('config.kueue.x-k8s.io/v1beta2', 'Configuration')).toBe(true);
    expect(isKueueKind('pkg.crossplane.io/v1', 'Configuration')).toBe(false);
    expect(isKueueKind('kueue.x-k8s.io/v1beta2', 'Cohort')).toBe(false);
  });

  it.each([
    [
      'a quota below 0',
      clusterQueue({ cpu: -1 }),
      /^objects\[1\]: spec\.resourceGroups\[0\]\.flavors\[0\]\.resources\[0\]\.nominalQuota: expected a quantity not below 0, found/,
    ],
    ['a quota that is none', clusterQueue({ cpu: 'many' }), /nominalQuota: expected a quantity such as "40Gi", found/],
    [
      'a strategy that is none',
      clusterQueue({ cpu: 1 }, { queueingStrategy: 'FIFO' }),
      /queueingStrategy: expected one of BestEffortFIFO, StrictFIFO/,
    ],
    ['a LocalQueue of nothing', { ...localQueue(), spec: {} }, /clusterQueue: expected a/],
    ['a mapping without a name', configuration({ deviceClassMappings: [{ deviceClassNames: ['gpu'] }] }), /deviceClassMappings\[0\]\.name/],
    [
      'flavors with other resources than those that are covered',
      clusterQueue(
        { cpu: 1 },
        { resourceGroups: [{ coveredResources: ['cpu', GPU], flavors: [{ name: 'f', resources: [{ name: 'cpu', nominalQuota: 1 }] }] }] },
      ),
      /resourceGroups\[0\]\.flavors\[0\]\.resources: expected the same resources as in coveredResources, in the same order/,
    ],
  ])('are refused for %s', (_, object, message) => {
    expect(() => decode(flavor(), object)).toThrow(message);
    expect(() => decode(flavor(), object)).toThrow(expect.objectContaining({ code: 'invalid-object' }));
  });

  it('are rejected in events as well, with their place', () => {
    const trace = { events: [{ at: 0, apply: [flavor() as never, clusterQueue({ cpu: -1 }) as never] }] };
    expect(() => simulate(clusterOf(1), { trace })).toThrow(/^trace\.events\[0\]\.apply\[1\]: spec\.resourceGroups/);
  });
});

describe('what queues make of other objects', () => {
  const labelled = (spec: object) => ({ kind: 'Job', metadata: { labels: { 'kueue.x-k8s.io/queue-name': 'q' } }, spec });

  it('is that they are resumed, also in lists', () => {
    expect(resumed(labelled({ suspend: true, parallelism: 2 }) as never)).toEqual(labelled({ suspend: false, parallelism: 2 }));
    expect(resumed(labelled({ runPolicy: { suspend: true } }) as never)).toEqual(labelled({ runPolicy: { suspend: false } }));
    expect(resumed({ kind: 'List', items: [labelled({ suspend: true })] } as never)).toEqual({
      kind: 'List',
      items: [labelled({ suspend: false })],
    });
    const own = { kind: 'Job', metadata: {}, spec: { suspend: true } };
    expect(resumed(own)).toBe(own);
  });

  it('needs queues in the input', () => {
    expect(namesQueues([{ kind: 'List', items: [{ kind: 'ClusterQueue' }] }])).toBe(true);
    expect(namesQueues([{ kind: 'ClusterQueueList', items: [] }])).toBe(true);
    expect(namesQueues([{ kind: 'Job' }, null, 5])).toBe(false);
  });
});
