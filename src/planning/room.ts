// Measures fragmentation: how many more replicas of a pod fit. Many devices may be free on unsuitable nodes.

import { claimKey } from '../cluster/claims.js';
import { alternativesOf } from '../core/api/device-request.js';
import type { Pod } from '../core/api/pod.js';
import { PENDING_STATUS } from '../core/api/pod-status.js';
import type { ResourceClaimSpec } from '../core/api/resource-claim.js';
import { isOfInput } from '../core/base/errors.js';
import type { Program } from '../core/base/program.js';
import type { Cluster } from '../library/cluster.js';
import type { PreparedPod } from '../placement/prepared-pod.js';
import { isAssigned } from '../scheduler/pods/assigned-pods.js';
import { isPodDone } from '../scheduler/pods/owners.js';
import { notOfThis } from './answers.js';
import { whyPending } from './assigned.js';
import { bind, filter } from './calls.js';
import type { DecodedEvent } from './decoded-event.js';
import type { Plan } from './input.js';
import { replicaOf } from './replicas.js';
import type { Session } from './session.js';

/** Counts how many more replicas of a pod fit, up to a maximum, by placing them one by one. */
export function* roomFor(pod: Pod, most: number, { world, answers, clock }: Session): Program<number> {
  const storedRoom = answers.nextRoom();
  if (storedRoom !== undefined) {
    if (storedRoom > most) throw notOfThis(`room for ${storedRoom} more of pod ${pod.metadata.name}, of at most ${most}`);
    answers.addRoom(storedRoom);
    return storedRoom;
  }
  const fork = world.cluster.fork();
  let count = 0;
  for (; count < most; count++) {
    yield* clock.check();
    const replica = replicaOf(pod, `room-for-${pod.metadata.name}-${count}`);
    const node = yield* placeOn(replica.pod);
    if (node === undefined) break;
  }
  answers.addRoom(count);
  return count;

  function* placeOn(replica: PreparedPod): Program<string | undefined> {
    try {
      const result = yield* filter(fork, { pod: replica, limits: clock.limits() });
      if (result.kind === 'interrupted' && (result.by === 'milliseconds' || result.by === 'signal')) clock.end(result.by);
      const node = result.kind === 'complete' ? result.best : undefined;
      if (node !== undefined) yield* bind(fork, replica, node, result.outcome(node));
      return node;
    } catch (error) {
      // A pod that the API server rejects does not fit.
      if (isOfInput(error)) return undefined;
      throw error;
    }
  }
}

/** The most shapes of pods that are compared. */
const MOST_COMPARED = 1000;

/** Returns the pod with the most devices among all existing and future pods, the first on a tie; undefined if none exists. */
export function largestPod(plan: Plan, cluster: Cluster): Pod | undefined {
  const state = cluster.parts.cluster;
  const templates = new Map<string, ResourceClaimSpec>();
  for (const { set } of setsOf(plan))
    for (const template of set.resourceClaimTemplates) templates.set(claimKey(template), template.spec.spec);
  const devicesOf = ({ metadata, spec }: Pod): number => {
    let count = 0;
    for (const { resourceClaimTemplateName: name } of spec.resourceClaims) {
      if (name === undefined) continue;
      const key = claimKey({ metadata: { namespace: metadata.namespace, name } });
      const template = templates.get(key) ?? state.objects.pods.get('ResourceClaimTemplate', key)?.spec.spec;
      if (template !== undefined) count += devicesIn(template);
    }
    return count;
  };
  let largest: Pod | undefined;
  let most = -1;
  const seen = new Set<unknown>();
  for (const pod of podsOf(plan, cluster)) {
    if (seen.has(pod.spec)) continue;
    if (seen.size === MOST_COMPARED) break;
    seen.add(pod.spec);
    const devices = devicesOf(pod);
    if (devices > most) [largest, most] = [pod, devices];
  }
  return largest;
}

/** Counts a request for all devices as one, since their number depends on the node. */
function devicesIn(spec: ResourceClaimSpec): number {
  let count = 0;
  for (const { requests } of alternativesOf(spec).slice(0, 1)) {
    for (const { exactly, firstAvailable } of requests) {
      const { allocationMode, count: deviceCount } = exactly ?? firstAvailable[0] ?? {};
      count += allocationMode === 'All' ? 1 : Number(deviceCount ?? 1n);
    }
  }
  return count;
}

function* setsOf({ objects, events }: Plan): Generator<{ readonly set: Plan['objects'] }> {
  yield { set: objects };
  for (const { action } of events as readonly DecodedEvent[]) if (action.kind === 'apply') yield { set: action.set };
}

/** Yields running pods last, as if they were pending. Leaves out pods that no scheduler considers. */
function* podsOf(plan: Plan, cluster: Cluster): Generator<Pod> {
  const stored = [...cluster.parts.cluster.objects.pods.all('Pod').values()];
  for (const { pod } of stored) if (pod.spec.nodeName === '') yield pod;
  for (const { set } of setsOf(plan)) {
    yield* set.pods;
    for (const { metadata, podSets } of set.workloads) {
      for (const { template } of podSets) {
        // No scheduler would place another replica of such a pod.
        if (isAssigned(template)) continue;
        const { namespace, name } = metadata;
        yield {
          metadata: { ...template.metadata, namespace: namespace || 'default', name, uid: '' },
          spec: template.spec,
          status: PENDING_STATUS,
        };
      }
    }
  }
  for (const { pod, bound } of stored)
    if (pod.spec.nodeName !== '' && !isPodDone(pod) && whyPending(pod, cluster) === undefined)
      yield bound?.before?.pod ?? { ...pod, spec: { ...pod.spec, nodeName: '' } };
}
