// Random clusters and traces, made of a seed.

import { Random } from '../../src/core/base/random.js';
import type { EventJson } from '../../src/planning/index.js';
import { device, deviceClass, node, request, slice } from '../support/objects.js';

/** A cluster and what happens to it. */
export interface RandomTrace {
  readonly objects: readonly object[];
  readonly events: readonly EventJson[];
}

const NODES = ['a', 'b', 'c'];

function templateOf(name: string, requests: readonly object[]): object {
  return {
    apiVersion: 'resource.k8s.io/v1',
    kind: 'ResourceClaimTemplate',
    metadata: { namespace: 'default', name },
    spec: { spec: { devices: { requests } } },
  };
}

function podSpec(random: Random): object {
  const tolerations =
    random.below(3) === 0
      ? [{ key: 'k', operator: 'Exists', ...(random.below(2) === 0 ? { tolerationSeconds: 5, effect: 'NoExecute' } : {}) }]
      : [];
  const claim = random.chooseFrom([
    { resourceClaimTemplateName: 'one' },
    { resourceClaimTemplateName: 'two' },
    { resourceClaimName: 'shared' },
  ]);
  return {
    containers: [{ name: 'c', resources: { requests: { cpu: String(1 + random.below(2)) } } }],
    tolerations,
    priority: random.below(3),
    resourceClaims: [{ name: 'd', ...claim }],
  };
}

function eventOf(random: Random, index: number): Omit<EventJson, 'at'> {
  const name = random.chooseFrom(NODES) as string;
  const lifetime = random.below(2) === 0 ? { lifetime: 1 + random.below(20) } : {};
  const rule = {
    apiVersion: 'resource.k8s.io/v1',
    kind: 'DeviceTaintRule',
    metadata: { name: 'rule' },
    spec: { deviceSelector: { pool: name }, taint: { key: 'bad', effect: 'NoExecute' } },
  };
  switch (random.below(10)) {
    case 0:
    case 1:
    case 2:
      return { apply: { apiVersion: 'v1', kind: 'Pod', metadata: { name: `p${index}` }, spec: podSpec(random) } as never, ...lifetime };
    case 3:
      return {
        apply: {
          apiVersion: 'apps/v1',
          kind: 'Deployment',
          metadata: { name: `w${random.below(2)}` },
          spec: { replicas: random.below(4), template: { spec: podSpec(random) } },
        } as never,
      };
    case 4:
      return { drain: name };
    case 5:
      return random.below(2) === 0 ? { cordon: name } : { uncordon: name };
    case 6:
      return { taint: { node: name, key: 'k', effect: 'NoExecute' } };
    case 7:
      return { untaint: { node: name, key: 'k' } };
    case 8:
      return { apply: rule as never };
    default:
      return { uncordon: name };
  }
}

/** The trace of a seed. */
export function randomTrace(seed: number): RandomTrace {
  const random = new Random(seed);
  const objects: object[] = [
    deviceClass('any'),
    templateOf('one', [request('r')]),
    templateOf('two', [request('r', { count: 2 })]),
    {
      apiVersion: 'resource.k8s.io/v1',
      kind: 'ResourceClaim',
      metadata: { namespace: 'default', name: 'shared' },
      spec: { devices: { requests: [request('r')] } },
    },
  ];
  for (const name of NODES) {
    const count = 1 + random.below(3);
    const consumesCounters = [{ counterSet: 'set', counters: { units: { value: '1' } } }];
    const devices = Array.from({ length: count }, (_, index) => ({ ...device(`d${index}`, {}), consumesCounters }));
    const pool = { name, generation: 1, resourceSliceCount: 2 };
    objects.push(
      node(name, {}, { allocatable: { cpu: '4', pods: '10' } }),
      slice(`s-${name}`, devices, { nodeName: name, pool }),
      slice(`c-${name}`, [], {
        nodeName: name,
        pool,
        devices: undefined,
        sharedCounters: [{ name: 'set', counters: { units: { value: String(1 + random.below(count)) } } }],
      }),
    );
  }
  const events: EventJson[] = [];
  for (let index = 0, at = 0; index < 25; index++, at += random.below(4)) events.push({ at, ...eventOf(random, index) });
  return { objects, events };
}
