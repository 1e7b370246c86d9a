// Finds the queue of a pod, and the pods that Kueue admits with it. Source: pkg/controller/jobs and pkg/queue of kubernetes-sigs/kueue at
// commit ff69552e.

import type { ObjectMeta } from '../../core/api/meta.js';
import type { Workload } from '../../core/api/workload.js';
import { entryIn } from '../../core/base/entry-in.js';
import type { Owner, SimulatedPod } from '../model.js';
import { type ClusterQueue, KUEUE_GROUP, type KueueObjects, QUEUE_LABEL } from './objects.js';

const PRIORITY_LABEL = 'kueue.x-k8s.io/priority-class';
const GROUP_LABEL = 'kueue.x-k8s.io/pod-group-name';
const TOTAL_COUNT = 'kueue.x-k8s.io/pod-group-total-count';

/** Owners whose pods Kueue admits one by one. */
const BY_POD: ReadonlySet<string> = new Set(['apps/Deployment']);

/** Owners that Kueue does not treat as jobs: only a label on their pods counts. */
const NO_JOBS: ReadonlySet<string> = new Set(['apps/DaemonSet', 'apps/ReplicaSet', '/ReplicationController', '/Pod']);

/** Pods that Kueue admits together, and their queue. */
export interface Place {
  /** The pod or the owner. It is identical for pods that are admitted together. */
  readonly unit: object;
  /** True if the unit is an owner, whose pods of one set are equal. */
  readonly isOwner: boolean;
  readonly name: string;
  readonly namespace: string;
  readonly localQueue: string;
  readonly priority: number;
}

export class QueueFinder {
  readonly #objects: KueueObjects;
  /** The units of pod groups, by namespace and name. */
  readonly #groups = new Map<string, object>();
  readonly notLookedAt = new Set<string>();

  constructor(objects: KueueObjects) {
    this.#objects = objects;
  }

  /** True if there are queues. */
  get isOn(): boolean {
    return this.#objects.clusterQueues.size + this.#objects.localQueues.size > 0;
  }

  /** Returns the place of a pod in its queue; undefined if Kueue does not manage it. */
  placeOf(pod: SimulatedPod): Place | undefined {
    const { owned } = pod;
    const { namespace, labels } = pod.pod.metadata;
    const owner = owned?.set.replicas === undefined ? undefined : owned.owner;
    const kind = owner === undefined ? '' : `${owner.workload.group}/${owner.workload.kind}`;
    const ofOwner = owner === undefined ? undefined : this.queueOfOwner(owner.workload);
    const localQueue = ofOwner ?? labels.get(QUEUE_LABEL) ?? '';
    if (localQueue === '') return undefined;
    if (!this.isOn) {
      this.notLookedAt.add(`Kueue queues (${QUEUE_LABEL}): the input has none, so pods count as admitted`);
      return undefined;
    }
    const labelled = owner === undefined || ofOwner === undefined ? labels : labelsOf(owner.workload);
    const place = { namespace, localQueue, priority: this.#priorityOf(labelled, owner) ?? pod.shape.priority };
    if (ofOwner !== undefined && owner !== undefined && !BY_POD.has(kind)) {
      const name = `${owner.workload.kind} ${namespace}/${owner.workload.metadata.name}`;
      return { ...place, unit: owner, isOwner: true, name };
    }
    const group = labels.get(GROUP_LABEL);
    if (group === undefined) return { ...place, unit: pod, isOwner: false, name: pod.name };
    this.notLookedAt.add(`the number of pods for which Kueue pod groups wait (${TOTAL_COUNT})`);
    const name = `${namespace}/${group}`;
    return { ...place, unit: entryIn(this.#groups, name, () => ({})), isOwner: false, name: `pod group ${name}` };
  }

  /** Returns the LocalQueue that an owner names for its pods; undefined if only the pods can name one. */
  queueOfOwner(owner: Workload): string | undefined {
    const { group, kind, metadata } = owner;
    if (NO_JOBS.has(`${group}/${kind}`)) return undefined;
    if (group === KUEUE_GROUP && kind === 'Workload') return this.#workloadOf(metadata)?.spec.queueName || undefined;
    return labelsOf(owner).get(QUEUE_LABEL);
  }

  #workloadOf({ namespace, name }: ObjectMeta) {
    return this.#objects.workloads.get(`${namespace || 'default'}/${name}`);
  }

  #priorityOf(labels: ReadonlyMap<string, string>, owner: Owner | undefined): number | undefined {
    const ofClass = this.#objects.priorities.get(labels.get(PRIORITY_LABEL) ?? '');
    if (ofClass !== undefined || owner?.workload.group !== KUEUE_GROUP) return ofClass;
    return this.#workloadOf(owner.workload.metadata)?.spec.priority;
  }

  /** Returns the ClusterQueue of a place, or why there is none. */
  queueOf({ namespace, localQueue }: Place): ClusterQueue | string {
    const name = `${namespace}/${localQueue}`;
    const local = this.#objects.localQueues.get(name);
    if (local === undefined) return `LocalQueue ${name} does not exist`;
    if (local.spec.stopPolicy !== 'None') return `LocalQueue ${name} is stopped`;
    const queue = this.#objects.clusterQueues.get(local.spec.clusterQueue);
    if (queue === undefined) return `LocalQueue ${name} names ClusterQueue ${local.spec.clusterQueue}, which does not exist`;
    this.#note(queue);
    return queue;
  }

  #note({ metadata: { name }, spec }: ClusterQueue): void {
    const add = (what: string): void => {
      this.notLookedAt.add(`${what} of Kueue ClusterQueue ${name}`);
    };
    if (spec.cohort !== '' || spec.cohortName !== '') add('the cohort and its borrowing limits');
    const { withinClusterQueue: within, reclaimWithinCohort: reclaim } = spec.preemption;
    if ([within, reclaim].some((policy) => policy !== '' && policy !== 'Never')) add('preemption');
    if (spec.admissionChecks.length > 0 || spec.admissionChecksStrategy !== undefined) add('the admission checks');
    if (spec.admissionScope !== undefined) add('the admission scope');
    if (spec.stopPolicy === 'HoldAndDrain') add('the HoldAndDrain policy');
    for (const { flavors } of spec.resourceGroups)
      for (const flavor of flavors)
        if (this.#objects.flavors.get(flavor.name)?.spec.topologyName !== undefined) add(`the topology of flavor ${flavor.name}`);
    const { matchLabels = new Map(), matchExpressions = [] } = spec.namespaceSelector ?? {};
    const keys = [...matchLabels.keys(), ...matchExpressions.map(({ key }) => key)];
    if (keys.some((key) => key !== NAMESPACE_NAME)) add('namespace labels in the namespaceSelector');
  }
}

/** Returns the labels that Kueue reads; for a CronJob, the labels of its Jobs. */
function labelsOf({ metadata, madeLabels }: Workload): ReadonlyMap<string, string> {
  return madeLabels ?? metadata.labels;
}

/** Kubernetes sets this label of a namespace to its name. */
const NAMESPACE_NAME = 'kubernetes.io/metadata.name';

/**
 * Returns why a ClusterQueue admits no pods of a place; undefined if it may admit them. The name label is the only available
 * label of a namespace.
 */
export function inactivity({ metadata, spec }: ClusterQueue, { namespace }: Place, objects: KueueObjects): string | undefined {
  const { name } = metadata;
  if (spec.stopPolicy !== 'None') return `ClusterQueue ${name} is stopped`;
  const missing = spec.resourceGroups.flatMap(({ flavors }) => flavors).find((flavor) => !objects.flavors.has(flavor.name));
  if (missing !== undefined) return `ClusterQueue ${name} is inactive: ResourceFlavor ${missing.name} does not exist`;
  return selects(spec.namespaceSelector, namespace) ? undefined : `ClusterQueue ${name} does not accept namespace ${namespace}`;
}

function selects(selector: ClusterQueue['spec']['namespaceSelector'], namespace: string): boolean {
  if (selector === undefined) return false;
  const namespaceName = selector.matchLabels.get(NAMESPACE_NAME);
  if (namespaceName !== undefined && namespaceName !== namespace) return false;
  return selector.matchExpressions.every(({ key, operator, values }) => {
    if (key !== NAMESPACE_NAME) return true;
    if (operator === 'In') return values.includes(namespace);
    if (operator === 'NotIn') return !values.includes(namespace);
    return operator === 'Exists';
  });
}
