// Pods: the one to be placed, and the ones that occupy resources and ports already.

import type { Random } from '../../generate/random.js';
import type { ObjectJson } from '../case.js';
import { nodeAffinity, nodeSelector, toleration } from './affinities.js';
import { type AmountOptions, requested } from './amounts.js';
import { container, deviceShares, IMAGES, type Part, resources, statuses } from './containers.js';

/** Probabilities. */
export interface PodOptions extends AmountOptions {
  readonly odd: number;
  /** The probability of constraints between pods and nodes. */
  readonly strict: number;
}

interface Names {
  readonly init: readonly string[];
  readonly main: readonly string[];
}

/** The pod to be placed. */
export function newPod(random: Random, options: PodOptions): ObjectJson {
  const { spec, names } = podSpec(random, options);
  if (random.chance(0.35 * options.strict)) spec['nodeSelector'] = nodeSelector(random, options);
  if (random.chance(0.2 + 0.3 * options.strict))
    spec['affinity'] = random.chance(0.95) ? { nodeAffinity: nodeAffinity(random, options) } : {};
  if (random.chance(0.5)) spec['tolerations'] = random.times(random.integer(0, 3), () => toleration(random, options));
  if (random.chance(0.03))
    spec['schedulingGates'] = random.times(random.integer(0, 2), (index) => ({ name: `example.com/gate-${2 - index}` }));
  if (random.chance(0.07)) spec['nodeName'] = random.pick(['n0', 'n1', 'gone']);
  const status: Part = random.chance(0.08) ? podStatus(random, names, options) : {};
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'pod', namespace: 'default', uid: 'pod' }, spec: spec, status };
}

/** A pod that has a node, had a node, or is pending. */
export function oldPod(random: Random, index: number, nodes: readonly string[], options: PodOptions): ObjectJson {
  const { spec, names } = podSpec(random, options);
  if (random.chance(0.9)) spec['nodeName'] = random.chance(0.97) ? random.pick(nodes) : 'gone';
  const status: Part = random.chance(0.4) ? podStatus(random, names, options) : {};
  const phase = random.pick(['Running', 'Running', 'Running', 'Pending', 'Succeeded', 'Failed', 'Unknown', undefined]);
  if (phase !== undefined) status['phase'] = phase;
  const metadata: { name: string; [key: string]: unknown } = { name: `old-${index}`, namespace: 'default', uid: `old-${index}` };
  if (random.chance(0.05)) metadata['deletionTimestamp'] = '2026-01-01T00:00:00Z';
  return { apiVersion: 'v1', kind: 'Pod', metadata, spec, status };
}

function podSpec(random: Random, options: PodOptions): { readonly spec: Part; readonly names: Names } {
  const names = {
    init: random.times(random.chance(0.3) ? random.integer(1, 3) : 0, (index) => `init-${index}`),
    main: random.times(random.chance(0.7) ? 1 : random.integer(1, 3), (index) => `main-${index}`),
  };
  const spec: Part = { containers: names.main.map((name) => container(random, name, false, options)) };
  if (names.init.length > 0) spec['initContainers'] = names.init.map((name) => container(random, name, true, options));
  // Not both if amounts may be huge: then upstream adds the overhead to the requests of the pod in place, each time it counts them.
  if (random.chance(0.15)) spec['resources'] = resources(random, options);
  if (random.chance(0.15) && (options.wild === 0 || spec['resources'] === undefined)) spec['overhead'] = requested(random, options);
  if (random.chance(0.1)) spec['hostNetwork'] = random.chance(0.8);
  if (random.chance(0.1)) spec['hostUsers'] = random.chance(0.3);
  if (random.chance(0.12)) {
    spec['volumes'] = random.times(random.integer(1, 2), (index) =>
      random.chance(0.8) ? { name: `image-${index}`, image: { reference: random.pick(IMAGES) } } : { name: `empty-${index}`, emptyDir: {} },
    );
  }
  return { spec, names };
}

/** The status of a pod during or after a resize. */
function podStatus(random: Random, { init, main }: Names, options: PodOptions): Part {
  const part: Part = {};
  if (random.chance(0.5)) part['containerStatuses'] = statuses(random, main, options);
  if (random.chance(0.4)) part['initContainerStatuses'] = statuses(random, init, options);
  if (random.chance(0.3)) part['allocatedResources'] = requested(random, options);
  if (random.chance(0.3)) part['resources'] = resources(random, options);
  if (random.chance(0.3)) {
    const type = random.pick(['PodResizePending', 'PodResizePending', 'PodResizeInProgress']);
    part['conditions'] = [
      { type, status: random.pick(['True', 'True', 'False']), reason: random.pick(['Infeasible', 'Infeasible', 'Deferred', '']) },
    ];
  }
  if (random.chance(0.15)) part['nodeAllocatableResourceClaimStatuses'] = deviceShares(random, [...init, ...main], options);
  return part;
}
