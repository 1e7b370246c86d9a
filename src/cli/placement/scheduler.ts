// The part of kube-scheduler around the devices: which nodes a pod may go to, and which of them is the best one.

import { objectName } from '../../api/meta.js';
import type { Node } from '../../api/node.js';
import type { ObjectSet } from '../../api/objects.js';
import type { Pod } from '../../api/pod.js';
import type { ResourceClaim } from '../../api/resource-claim.js';
import { type Checkpoint, UNLIMITED } from '../../base/checkpoint.js';
import type { Features } from '../../features/features.js';
import { isOnNode } from '../../filters/node-info.js';
import { notLookedAt } from '../../filters/not-looked-at.js';
import { type DefaultsContext, type PodWithDefaults, withPodDefaults } from '../../filters/pod-defaults.js';
import type { ClaimGroup } from '../../schedule/claims.js';
import { ExtendedResourceClasses } from '../../schedule/extended-resources.js';
import { isPodDone } from '../../schedule/owners.js';
import { Priorities } from '../../schedule/priorities.js';
import { imageSpread } from '../../scores/image-spread.js';
import { Consumers } from './consumers.js';
import type { Unschedulable } from './group-result.js';
import { NodeSnapshot } from './node-snapshot.js';
import { type SchedulingContext, SchedulingCycle } from './scheduling-cycle.js';
import { VerdictCache } from './shape-verdicts.js';

/** The objects that decide where pods may go. */
export interface SchedulerInput extends Pick<ObjectSet, 'pods' | 'deviceClasses' | 'runtimeClasses' | 'priorityClasses'> {
  /** The nodes to look at. */
  readonly nodes: readonly Node[];
  readonly features: Features;
  /** The namespaces with a LimitRange. */
  readonly limitedNamespaces?: ReadonlySet<string>;
}

/** A group of a pod. */
export type PodGroupOfClaims = ClaimGroup & { readonly pod: Pod };

/** Filters and scores nodes for pods, one pod after the other. */
export class Scheduler {
  readonly #snapshot: NodeSnapshot;
  readonly #consumers = new Consumers();
  readonly #priorities: Priorities;
  readonly #defaults: DefaultsContext;
  readonly #context: SchedulingContext;
  readonly #lowestPriority: number | undefined;
  readonly #limitedNamespaces: ReadonlySet<string>;
  /** The pods that wait with a node that they are nominated for, those of high priority first. */
  readonly #nominated: readonly { readonly name: string; readonly priority: number }[];

  constructor({ nodes, pods, deviceClasses, runtimeClasses, priorityClasses, features, limitedNamespaces }: SchedulerInput) {
    this.#limitedNamespaces = limitedNamespaces ?? new Set();
    this.#priorities = new Priorities(priorityClasses);
    this.#defaults = { features, runtimeClasses: new Map(runtimeClasses.map((one) => [one.metadata.name, one])) };
    const running = pods.filter(isOnNode).map((pod) => this.#running(pod));
    this.#snapshot = new NodeSnapshot(nodes, running, features);
    const classes = new ExtendedResourceClasses(features.extendedResource ? deviceClasses : []);
    const verdicts = new VerdictCache({ features, classes, images: imageSpread(nodes, UNLIMITED) });
    this.#context = { features, snapshot: this.#snapshot, verdicts };
    this.#nominated = pods
      .filter((pod) => pod.spec.nodeName === '' && pod.status.nominatedNodeName !== '' && !isPodDone(pod))
      .map(({ metadata, spec }) => ({ name: objectName(metadata), priority: this.#priorities.of(spec) }))
      .sort((a, b) => b.priority - a.priority);
    const priorities = running.map(({ spec }) => spec.priority ?? 0);
    this.#lowestPriority = priorities.length === 0 ? undefined : priorities.reduce((lowest, one) => Math.min(lowest, one));
  }

  /** Asks the filters that come before the one for devices. Throws what ends the call of the checkpoint. */
  begin(group: PodGroupOfClaims, checkpoint: Checkpoint): SchedulingCycle | Unschedulable {
    const { pod, madeFor } = group;
    const filled = this.#filledIn(pod, checkpoint);
    if ('refusal' in filled) {
      return { kind: 'problem', problem: { message: `the API server refuses the pod: ${filled.refusal}`, object: madeFor ?? pod } };
    }
    const needsDevices = group.claims.length > 0 || group.perNode?.extended !== undefined;
    const unbound = this.#consumers.refusal(pod, group.claims);
    return new SchedulingCycle(filled.pod, needsDevices, unbound, this.#context, checkpoint);
  }

  /** The pod of a cycle goes to a node with its claims. */
  assume({ pod }: SchedulingCycle, claims: readonly ResourceClaim[], node: string): void {
    this.#snapshot.add(pod, node);
    this.#consumers.add(pod, claims);
  }

  /** The nodes that tell nothing of what they can allocate. */
  get unlimitedNodes(): number {
    return [...this.#snapshot.all()].filter(({ isUnlimited }) => isUnlimited).length;
  }

  /** True when a node tells how much room it has for pods. */
  get hasLimitedNodes(): boolean {
    return [...this.#snapshot.all()].some(({ isUnlimited }) => !isUnlimited);
  }

  /** The things that decide about a pod and are not looked at, in words. Preemption could help only a pod that no node takes. */
  notLookedAt(pod: Pod, isRefused: boolean): readonly string[] {
    const { hasRepellingPods } = this.#snapshot;
    const lowestPriority = isRefused ? this.#lowestPriority : undefined;
    const withPriority = { ...pod, spec: { ...pod.spec, priority: this.#priorities.of(pod.spec) } };
    const { runtimeClasses } = this.#defaults;
    const nominatedPriority = this.#nominated.find(({ name }) => name !== objectName(pod.metadata))?.priority;
    return notLookedAt(withPriority, {
      hasRepellingPods,
      hasLimitRange: this.#limitedNamespaces.has(pod.metadata.namespace),
      runtimeClasses,
      ...(lowestPriority === undefined ? {} : { lowestPriority }),
      ...(nominatedPriority === undefined ? {} : { nominatedPriority }),
    });
  }

  /** A pod that runs is what it is, whatever the API server would say of it today. */
  #running(pod: Pod): Pod {
    const filled = this.#filledIn(pod, UNLIMITED);
    return 'refusal' in filled ? pod : filled.pod;
  }

  #filledIn(pod: Pod, checkpoint: Checkpoint): PodWithDefaults {
    return withPodDefaults({ ...pod, spec: { ...pod.spec, priority: this.#priorities.of(pod.spec) } }, this.#defaults, checkpoint);
  }
}
