// Pods that taints with the effect NoExecute evict from their nodes, at once or when their tolerations are over. Source: processPodOnNode of
// pkg/controller/tainteviction of Kubernetes 1.37.1.

import type { Taint } from '../api/toleration.js';
import { tolerates } from '../filters/tolerates.js';
import type { SimulatedPod } from './model.js';
import type { World } from './world.js';

/** Looks at the pods of nodes that changed, or that got pods; evicts those whose time is over and plans the end of the others. */
export function evictFromTaintedNodes(world: World): void {
  for (const name of [...world.taintedNodes].sort()) {
    world.taintedNodes.delete(name);
    const taints = world.state.node(name)?.spec.taints.filter(({ effect }) => effect === 'NoExecute') ?? [];
    for (const pod of world.pods.on(name)) lookAt(pod, taints, world);
  }
}

function lookAt(pod: SimulatedPod, taints: readonly Taint[], world: World): void {
  const seconds =
    taints.length === 0
      ? undefined
      : secondsTolerated(pod, taints, world.cluster.sources.runtime.features.taintTolerationComparisonOperators);
  if (seconds === undefined) pod.eviction = undefined;
  else if (seconds <= 0) evict(pod, world);
  else {
    // A plan of before stays as it was made, whatever came since.
    if (pod.eviction !== undefined && pod.eviction.since < world.now) return;
    pod.eviction = { since: world.now, at: world.now + seconds * 1000 };
    world.timers.add({ at: pod.eviction.at, kind: 'evict', pod });
  }
}

/** Evicts a pod whose time is over. */
export function evict(pod: SimulatedPod, world: World): void {
  const isOwned = pod.owned !== undefined;
  world.remove(
    pod,
    'evicted',
    isOwned ? 'a taint that it does not tolerate' : 'a taint that it does not tolerate; nothing brings it again',
  );
}

/** The seconds for which all taints are tolerated; undefined: for ever, 0: some taint is not. */
function secondsTolerated({ pod: { spec } }: SimulatedPod, taints: readonly Taint[], comparisons: boolean): number | undefined {
  let least: number | undefined;
  for (const taint of taints) {
    const toleration = spec.tolerations.find((each) => tolerates(each, taint, comparisons));
    if (toleration === undefined) return 0;
    const { tolerationSeconds } = toleration;
    if (tolerationSeconds !== undefined) least = Math.min(least ?? Number.POSITIVE_INFINITY, Math.max(0, Number(tolerationSeconds)));
  }
  return least;
}
