// Identifies endless changes that Kubernetes 1.30 also has; no others are allowed.
// A driver reports only on requested nodes, and the scheduler only requests nodes without a report. If no node is suitable for
// a pod and one was added later, they alternate between two sets of nodes. With a suitable node, this must not happen.
// A scheduler that ends after binding a pod leaves its PodSchedulingContext. When the pod has ended, its claims are
// deallocated, and the driver, which reads the context, allocates them again until the pod is deleted.
// The resourceclaim controller reserves an allocated claim for any pod with a node and no reservation, and removes
// reservations of ended pods. For an immediate claim, which stays allocated, it alternates between both. It also deletes
// claims of ended pods and creates missing ones; if it has lost its record of creating a claim, it alternates too.

import {
  type ClassicPod,
  NODE_ALLOCATION_STATE,
  type NodeAllocationState,
  type ResourceClaim,
  type Simulation,
} from '../../../src/classic/index.js';
import { allocatedNode, claimNamesOf } from './invariants.js';

/** Returns the test for writes, as `Kind name`, that may continue endlessly. */
export function areEndless(simulation: Simulation): (object: string) => boolean {
  const pods = simulation.objects('Pod');
  const ended = pods.filter(({ status }) => status?.phase === 'Succeeded');
  const objects = new Set(
    ended.flatMap((pod) => [`Pod ${pod.metadata.name}`, ...claimNamesOf(pod).map((name) => `ResourceClaim ${name}`)]),
  );
  for (const { kind, metadata } of simulation.objects('PodSchedulingContext')) {
    const pod = pods.find(({ metadata: { name } }) => name === metadata.name);
    if (pod === undefined) continue;
    if (pod.spec.nodeName === undefined && nodesWithRoom(simulation, pod).length === 0) objects.add(`${kind} ${metadata.name}`);
    if (pod.status?.phase === 'Succeeded')
      for (const node of simulation.objects('Node')) objects.add(`NodeAllocationState ${node.metadata.name}`);
  }
  const prefixes = ended.map(({ metadata: { name } }) => `ResourceClaim ${name}-`);
  return (object) => objects.has(object) || prefixes.some((prefix) => object.startsWith(prefix));
}

/** Returns the nodes on which all claims of a pod can be allocated together. */
function nodesWithRoom(simulation: Simulation, pod: ClassicPod): readonly string[] {
  const names = new Set(claimNamesOf(pod));
  const claims = simulation.objects('ResourceClaim').filter(({ metadata }) => names.has(metadata.name));
  if (claims.length < names.size || claims.some(({ metadata }) => metadata.deletionTimestamp !== undefined)) return [];
  const allocated = claims.flatMap(({ status }) => (status?.allocation === undefined ? [] : [allocatedNode(status.allocation)]));
  const pending = claims.filter(({ status }) => status?.allocation === undefined);
  // The driver does not run: each event that wakes the pod makes the scheduler request another node.
  if (pending.some(({ spec }) => spec.resourceClassName === 'absent')) return [];
  const states = simulation.objects(NODE_ALLOCATION_STATE) as unknown as readonly NodeAllocationState[];
  return states.flatMap(({ metadata: { name }, spec }) => {
    const held = Object.entries(spec.allocatedClaims ?? {});
    const own = new Set(pending.map(({ metadata }) => metadata.uid));
    const taken = held.reduce((sum, [uid, { fake }]) => sum + (own.has(uid) ? 0 : fake.devices.length), 0);
    const needed = pending.reduce((sum, claim) => sum + devicesOf(claim), 0);
    const fits = allocated.every((node) => node === name) && taken + needed <= (spec.allocatableDevice?.length ?? 0);
    return fits ? [name] : [];
  });
}

function devicesOf({ spec }: ResourceClaim): number {
  return spec.parametersRef?.name === 'two' ? 2 : 1;
}
