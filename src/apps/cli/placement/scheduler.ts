// The part of kube-scheduler around the devices: which nodes a pod may go to, and which of them is the best one.

import type { Outcome } from '../../../allocator/evaluate/outcome.js';
import { hasNodeAllocatable, SliceIndex } from '../../../allocator/pools/slice-index.js';
import type { Node } from '../../../core/api/node.js';
import type { ObjectSet } from '../../../core/api/objects.js';
import type { Pod } from '../../../core/api/pod.js';
import { type Checkpoint, UNLIMITED } from '../../../core/base/checkpoint.js';
import type { Features } from '../../../core/features/features.js';
import type { PodOnNode, RunningPod } from '../../../explain/suggest/pod-trial.js';
import { ClaimRules } from '../../../placement/claim-rules.js';
import type { RejectedRequest } from '../../../placement/claims-refusal.js';
import { isOnNode, type NodeInfo, podInfo } from '../../../scheduler/filters/node-info.js';
import { notLookedAt, type PodSurroundings, wordsOf } from '../../../scheduler/filters/not-looked-at.js';
import { type DefaultsContext, type PodWithDefaults, withPodDefaults } from '../../../scheduler/filters/pod-defaults.js';
import { PodTally } from '../../../scheduler/filters/pod-tally.js';
import { daemonSpec, daemonSpecFor } from '../../../scheduler/pods/daemon-pods.js';
import { ExtendedResourceClasses } from '../../../scheduler/pods/extended-resources.js';
import { PodGroups } from '../../../scheduler/pods/pod-groups.js';
import { Priorities } from '../../../scheduler/pods/priorities.js';
import { imageSpread } from '../../../scheduler/scores/image-spread.js';
import type { Feasible } from './attempt.js';
import { Consumers } from './consumers.js';
import type { Unschedulable } from './group-result.js';
import { NodeSnapshot } from './node-snapshot.js';
import { PlacedPods, type PodGroupOfClaims } from './placed-pods.js';
import { type SchedulingContext, SchedulingCycle } from './scheduling-cycle.js';
import { VerdictCache } from './shape-verdicts.js';

/** The objects that decide where pods may go. */
export interface SchedulerInput
  extends Pick<
    ObjectSet,
    'pods' | 'podGroups' | 'workloads' | 'resourceSlices' | 'deviceClasses' | 'runtimeClasses' | 'priorityClasses' | 'limitRanges'
  > {
  /** The nodes to look at. */
  readonly nodes: readonly Node[];
  readonly features: Features;
}

/** Filters and scores nodes for pods, one pod after the other. */
export class Scheduler {
  readonly #snapshot: NodeSnapshot;
  readonly #consumers: Consumers;
  readonly #priorities: Priorities;
  readonly #defaults: DefaultsContext;
  readonly #context: SchedulingContext;
  readonly #surroundings: PodSurroundings;
  readonly #running: readonly Pod[];
  /** The pods of this run that suggestions may change. */
  readonly placed: PlacedPods;

  constructor(input: SchedulerInput) {
    const { nodes, pods, podGroups, workloads, resourceSlices, deviceClasses, runtimeClasses, priorityClasses, limitRanges, features } =
      input;
    this.placed = new PlacedPods(workloads);
    this.#consumers = new Consumers(features.genericWorkload && features.workloadResourceClaims ? new PodGroups(podGroups) : undefined);
    this.#priorities = new Priorities(priorityClasses);
    this.#defaults = { features, runtimeClasses: new Map(runtimeClasses.map((one) => [one.metadata.name, one])) };
    this.#running = pods.filter(isOnNode);
    this.#snapshot = new NodeSnapshot(
      nodes,
      this.#running.map((pod) => this.#asItRuns(pod)),
      features,
    );
    const classes = new ExtendedResourceClasses(features.extendedResource ? deviceClasses : []);
    const verdicts = new VerdictCache({ features, classes, images: imageSpread(nodes, UNLIMITED) });
    const countsDevices = features.nodeAllocatableResources && resourceSlices.some(hasNodeAllocatable);
    this.#context = {
      features,
      snapshot: this.#snapshot,
      verdicts,
      filters: { features, classes },
      claimRules: new ClaimRules(countsDevices ? new SliceIndex(resourceSlices) : undefined, features, this.#consumers.addedTo),
    };
    this.#surroundings = {
      pods: PodTally.of(pods),
      priorities: this.#priorities,
      limitedNamespaces: new Set(limitRanges.map(({ metadata }) => metadata.namespace)),
      runtimeClasses: this.#defaults.runtimeClasses,
    };
  }

  /** Asks the filters that come before the one for devices. `rejected`: a request for which no node is considered. Throws what ends the call of the checkpoint. */
  begin(group: PodGroupOfClaims, rejected: RejectedRequest | undefined, checkpoint: Checkpoint): SchedulingCycle | Unschedulable {
    const { pod, madeFor } = group;
    const filled = this.#filledIn(pod, checkpoint);
    if ('refusal' in filled) {
      const message = `the API server refuses the pod: ${filled.refusal}`;
      return { kind: 'problem', problem: { message, object: madeFor ?? pod, isRefusal: true } };
    }
    const needsDevices = group.claims.length > 0 || group.perNode?.extended !== undefined;
    const unbound = this.#context.claimRules.unbound(pod, group.claims);
    return new SchedulingCycle(filled.pod, { needsDevices, unbound, rejected }, this.#context, checkpoint);
  }

  /** The pod of a cycle, which is that of a group, goes to a node with its claims. */
  assume(cycle: SchedulingCycle, group: PodGroupOfClaims, { attempt, node }: Feasible, outcome: Outcome): void {
    const { claims, given } = attempt;
    const info = this.#snapshot.add(cycle.podOn(node, claims, outcome), node);
    this.#consumers.add(cycle.pod, given);
    if (info !== undefined) this.placed.add(group, { pod: asWritten(group), info, node, claims: given });
  }

  /** A pod on a node, as suggestions look at it: it changes where its author wrote it, in the object that makes it. */
  podOn(group: PodGroupOfClaims, node: string): PodOnNode {
    const { madeFor, node: daemonNode, perNode, quotaRejection } = group;
    const made = ({ spec, ...rest }: Pod): Pod => {
      if (madeFor === undefined) return { ...rest, spec };
      return { ...rest, spec: daemonNode === undefined ? { ...spec, nodeName: '' } : daemonSpecFor(daemonSpec(spec), daemonNode) };
    };
    return {
      pod: asWritten(group),
      admitted: (edited, checkpoint) => {
        const filled = this.#filledIn(made(edited), checkpoint);
        return 'refusal' in filled ? undefined : filled.pod;
      },
      info: this.#snapshot.get(node) as NodeInfo,
      running: () => this.#runningOn(node),
      nodes: () => Array.from(this.#snapshot.all(), (info) => info.node),
      context: this.#context.filters,
      perNode,
      claimRules: this.#context.claimRules,
      quotaRejection,
      placed: () => this.placed.around(group),
    };
  }

  #runningOn(node: string): readonly RunningPod[] {
    const { features } = this.#context;
    return this.#running.flatMap((pod) =>
      pod.spec.nodeName === node ? [{ pod, info: podInfo(this.#asItRuns(pod), features, UNLIMITED) }] : [],
    );
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
  #asItRuns(pod: Pod): Pod {
    const filled = this.#filledIn(pod, UNLIMITED);
    return 'refusal' in filled ? pod : filled.pod;
  }

  #filledIn(pod: Pod, checkpoint: Checkpoint): PodWithDefaults {
    return withPodDefaults({ ...pod, spec: { ...pod.spec, priority: this.#priorities.of(pod.spec) } }, this.#defaults, checkpoint);
  }
}

/** The pod as its author wrote it, in the object that makes it. */
function asWritten({ pod, podSet }: PodGroupOfClaims): Pod {
  return podSet === undefined ? pod : { ...pod, spec: podSet.template.spec };
}
