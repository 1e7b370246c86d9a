// The part of kube-scheduler around the devices: which nodes a pod may go to, and which of them is the best one.

import type { Node } from '../../api/node.js';
import type { ObjectSet } from '../../api/objects.js';
import type { Pod } from '../../api/pod.js';
import type { ResourceClaim } from '../../api/resource-claim.js';
import { type Checkpoint, UNLIMITED } from '../../base/checkpoint.js';
import type { Outcome } from '../../evaluate/outcome.js';
import type { Features } from '../../features/features.js';
import { isOnNode } from '../../filters/node-info.js';
import { notLookedAt, type PodSurroundings, wordsOf } from '../../filters/not-looked-at.js';
import { type DefaultsContext, type PodWithDefaults, withPodDefaults } from '../../filters/pod-defaults.js';
import { PodTally } from '../../filters/pod-tally.js';
import { hasNodeAllocatable, SliceIndex } from '../../pools/slice-index.js';
import type { ClaimGroup } from '../../schedule/claims.js';
import { ExtendedResourceClasses } from '../../schedule/extended-resources.js';
import { Priorities } from '../../schedule/priorities.js';
import { imageSpread } from '../../scores/image-spread.js';
import type { Attempt } from './attempt.js';
import { Consumers } from './consumers.js';
import type { Unschedulable } from './group-result.js';
import { NodeSnapshot } from './node-snapshot.js';
import { type SchedulingContext, SchedulingCycle } from './scheduling-cycle.js';
import { VerdictCache } from './shape-verdicts.js';

/** The objects that decide where pods may go. */
export interface SchedulerInput
  extends Pick<ObjectSet, 'pods' | 'resourceSlices' | 'deviceClasses' | 'runtimeClasses' | 'priorityClasses' | 'limitRanges'> {
  /** The nodes to look at. */
  readonly nodes: readonly Node[];
  readonly features: Features;
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
  readonly #surroundings: PodSurroundings;

  constructor({ nodes, pods, resourceSlices, deviceClasses, runtimeClasses, priorityClasses, limitRanges, features }: SchedulerInput) {
    this.#priorities = new Priorities(priorityClasses);
    this.#defaults = { features, runtimeClasses: new Map(runtimeClasses.map((one) => [one.metadata.name, one])) };
    const running = pods.filter(isOnNode).map((pod) => this.#running(pod));
    this.#snapshot = new NodeSnapshot(nodes, running, features);
    const classes = new ExtendedResourceClasses(features.extendedResource ? deviceClasses : []);
    const verdicts = new VerdictCache({ features, classes, images: imageSpread(nodes, UNLIMITED) });
    const countsDevices = features.nodeAllocatableResources && resourceSlices.some(hasNodeAllocatable);
    const consumers = this.#consumers;
    const isInUse = (pod: Pod, claim: ResourceClaim): boolean => consumers.hasOthers(pod, claim);
    this.#context = {
      features,
      snapshot: this.#snapshot,
      verdicts,
      isInUse,
      ...(countsDevices ? { slices: new SliceIndex(resourceSlices) } : {}),
    };
    this.#surroundings = {
      pods: PodTally.of(pods),
      priorities: this.#priorities,
      limitedNamespaces: new Set(limitRanges.map(({ metadata }) => metadata.namespace)),
      runtimeClasses: this.#defaults.runtimeClasses,
    };
  }

  /** Asks the filters that come before the one for devices. Throws what ends the call of the checkpoint. */
  begin(group: PodGroupOfClaims, checkpoint: Checkpoint): SchedulingCycle | Unschedulable {
    const { pod, madeFor } = group;
    const filled = this.#filledIn(pod, checkpoint);
    if ('refusal' in filled) {
      const message = `the API server refuses the pod: ${filled.refusal}`;
      return { kind: 'problem', problem: { message, object: madeFor ?? pod, isRefusal: true } };
    }
    const needsDevices = group.claims.length > 0 || group.perNode?.extended !== undefined;
    const unbound = this.#consumers.refusal(pod, group.claims);
    return new SchedulingCycle(filled.pod, needsDevices, unbound, this.#context, checkpoint);
  }

  /** The pod of a cycle goes to a node with its claims. */
  assume(cycle: SchedulingCycle, { claims, given }: Attempt, node: string, outcome: Outcome): void {
    this.#snapshot.add(cycle.podOn(node, claims, outcome), node);
    this.#consumers.add(cycle.pod, given);
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
    return wordsOf(notLookedAt(pod, { ...this.#surroundings, hasRepellingPods }), isRefused);
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
