// Changes without end that Kubernetes 1.30 has as well: others may not be.
//
// A driver tells only of the nodes that it is queried, and the scheduler asks only about those of which it was not told. Where no node will do for a
// pod, and one of them came later, they ask about one part and the other by turns. With a node that will do that must not be.
//
// A scheduler that ends between binding a pod and deleting its PodSchedulingContext leaves that behind. When the pod has ended, its claims are deallocated,
// and the driver allocates them for the pod again, since it checks the context: until somebody deletes the pod.
//
// The resourceclaim controller reserves an allocated claim for whatever pod has a node and no reservation, and ends reservations of pods that have ended:
// with an immediate claim, which stays allocated, it does both by turns. And it deletes claims that were made for a pod which has ended, and makes what a
// pod lacks: when it has forgotten that it made the claim, it does both by turns, too.

import {
  type ClassicPod,
  NODE_ALLOCATION_STATE,
  type NodeAllocationState,
  type ResourceClaim,
  type Simulation,
} from '../../../src/classic/index.js';
import { allocatedNode, claimNamesOf } from './invariants.js';

/** The writes among `Kind name` that may go on without end. */
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

/** The nodes on which all claims of a pod can be at once. */
function nodesWithRoom(simulation: Simulation, pod: ClassicPod): readonly string[] {
  const names = new Set(claimNamesOf(pod));
  const claims = simulation.objects('ResourceClaim').filter(({ metadata }) => names.has(metadata.name));
  if (claims.length < names.size || claims.some(({ metadata }) => metadata.deletionTimestamp !== undefined)) return [];
  const allocated = claims.flatMap(({ status }) => (status?.allocation === undefined ? [] : [allocatedNode(status.allocation)]));
  const pending = claims.filter(({ status }) => status?.allocation === undefined);
  // The driver does not run: whenever something wakes the pod, the scheduler asks about another node.
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
