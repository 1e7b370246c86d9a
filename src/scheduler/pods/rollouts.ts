// Finds rollouts that the input implies: a Deployment whose template differs from its ReplicaSets replaces their pods. Such input arises if
// the Deployment in a dump was edited, or if another file has its new version.

import type { Container } from '../../core/api/container.js';
import type { ObjectSet } from '../../core/api/objects.js';
import type { Pod, PodSpec } from '../../core/api/pod.js';
import type { ResourceClaim } from '../../core/api/resource-claim.js';
import type { Workload } from '../../core/api/workload.js';
import { entryIn } from '../../core/base/entry-in.js';
import { identityOf, owningIdentity, podOwner } from './claim-owner.js';
import { isPodDone } from './owners.js';
import { MAKERS_OF, Ownership } from './ownership.js';
import { specText } from './spec-text.js';

/** A pending pod that its Deployment will replace. */
export interface ReplacedPod {
  readonly pod: Pod;
  readonly owner: Workload;
}

/** The changes that rollouts make to an input. */
export interface Rollouts {
  readonly replaced: readonly ReplacedPod[];
  /** The claims that were made for these pods. */
  readonly claims: ReadonlySet<ResourceClaim>;
  /** Workloads after the rollout. The ReplicaSets make no more pods, and the Deployment counts as not stored yet. */
  readonly changed: ReadonlyMap<Workload, Workload>;
}

/**
 * Returns the pending pods that Deployments replace, as their controller does. These are pods of ReplicaSets with an outdated
 * template, if no ReplicaSet has the current one. Running pods stay until new ones are ready. Source: FindNewReplicaSet and
 * cleanupUnhealthyReplicas of the deployment controller.
 */
export function rolloutsIn({ pods, workloads, resourceClaims }: Pick<ObjectSet, 'pods' | 'workloads' | 'resourceClaims'>): Rollouts {
  const made = workloads.filter(isReplicaSet);
  const ownership = made.length === 0 ? undefined : new Ownership(workloads);
  const setsOf = new Map<Workload, Workload[]>();
  for (const set of made) {
    const owner = ownership?.above(set)[0];
    if (owner !== undefined) entryIn(setsOf, owner, () => []).push(set);
  }
  const changed = new Map<Workload, Workload>();
  for (const [owner, sets] of setsOf) {
    const template = templateText(owner);
    // A ReplicaSet without a template, as in handwritten manifests, proves no rollout.
    if (sets.some((set) => templateText(set) === '' || templateText(set) === template)) continue;
    for (const set of sets) changed.set(set, { ...set, podSets: set.podSets.map((each) => ({ ...each, replicas: 0 })) });
    changed.set(owner, { ...owner, metadata: { ...owner.metadata, uid: '' } });
  }
  if (changed.size === 0 || ownership === undefined) return NO_ROLLOUTS;
  const replaced = pods.flatMap((pod) => {
    if (pod.spec.nodeName !== '' || isPodDone(pod)) return [];
    const [set, owner] = ownership.above(pod);
    return set !== undefined && owner !== undefined && changed.has(set) ? [{ pod, owner }] : [];
  });
  const owners = new Set(replaced.map(({ pod }) => identityOf(podOwner(pod))));
  const claims = resourceClaims.filter((claim) => owners.has(owningIdentity(claim) ?? ''));
  return { replaced, claims: new Set(claims), changed };
}

function isReplicaSet({ kind }: Workload): boolean {
  return MAKERS_OF.get(kind)?.includes('Deployment') === true;
}

/** Returns whether a change of the template replaces pods with these owners (direct owner first), as {@link rolloutsIn} detects it. */
export function isRolledOut([set, owner]: readonly Workload[]): boolean {
  return owner !== undefined && set !== undefined && isReplicaSet(set) && templateText(set) !== '';
}

const NO_ROLLOUTS: Rollouts = { replaced: [], claims: new Set(), changed: new Map() };

function templateText({ podSets: [set] }: Workload): string {
  return set === undefined || set.template.spec.containers.length === 0 ? '' : specText(comparable(set.template.spec));
}

/** Returns the spec without fields that the API server fills in, and without images, which do not affect results. */
function comparable(spec: PodSpec): object {
  const container = ({ image: _image, ownRequests: _given, requests, limits, ports, ...rest }: Container): object => ({
    ...rest,
    requests,
    limits,
    ports: ports.filter(({ hostPort }) => hostPort !== 0).map((port) => ({ ...port, protocol: port.protocol || 'TCP' })),
  });
  return {
    ...spec,
    schedulerName: spec.schedulerName || 'default-scheduler',
    containers: spec.containers.map(container),
    initContainers: spec.initContainers.map(container),
  };
}
