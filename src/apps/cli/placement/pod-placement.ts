// Places pending pods through the placement engine, like `cluster.filter`, `bind` and `explain`, with claims that were found or made before.

import type { Limits } from '../../../allocator/evaluate/limits.js';
import { ClaimSet, claimKey } from '../../../cluster/claims.js';
import type { Node } from '../../../core/api/node.js';
import type { Pod } from '../../../core/api/pod.js';
import type { Workload } from '../../../core/api/workload.js';
import { weakEntryIn } from '../../../core/base/entry-in.js';
import type { Explanation } from '../../../explain/explanation.js';
import { podOutcomeOn } from '../../../placement/pod-filter-result.js';
import type { PodFindings } from '../../../placement/pod-findings.js';
import type { PodSearch } from '../../../placement/pod-scheduling.js';
import { PreparedPod } from '../../../placement/prepared-pod.js';
import { wordsOf } from '../../../scheduler/filters/not-looked-at.js';
import type { ClaimGroup } from '../../../scheduler/pods/claims.js';
import { daemonSpecFor } from '../../../scheduler/pods/daemon-pods.js';
import { specOf } from '../../../scheduler/pods/owners.js';
import type { PlacementCluster } from '../library.js';
import { endOfErrors } from './attempt.js';
import { explanationOfEnd } from './explain-group.js';
import type { Ended, FittingNode, FoundNodes, PlacedClaim, Unallocatable } from './group-result.js';
import { isPendingPod, PlacedPods, type PodGroupOfClaims } from './placed-pods.js';
import { explainNodes, rejectionInWords } from './rejected-nodes.js';

/** Places pods on the nodes of a cluster. */
export class PodPlacement {
  readonly #cluster: PlacementCluster;
  readonly #nodes: readonly Node[];
  readonly #limits: Limits;
  /** The pods of this run that suggestions may change. */
  readonly placed: PlacedPods;
  readonly #prepared = new WeakMap<ClaimGroup, PreparedPod>();
  /** The messages about groups for which the scheduler considers no node. */
  readonly #rejectionByGroup = new WeakMap<ClaimGroup, string>();

  constructor(cluster: PlacementCluster, nodes: readonly Node[], limits: Limits, workloads: readonly Workload[]) {
    this.#cluster = cluster;
    this.#nodes = nodes;
    this.#limits = limits;
    this.placed = new PlacedPods(workloads);
  }

  /** Returns the properties of a pod that a scheduler checks but this command does not, as texts. */
  notLookedAt(pod: Pod, isRejected: boolean): readonly string[] {
    return wordsOf(this.#cluster.parts.placement.notLookedAt(pod), isRejected);
  }

  /** Searches all nodes. Throws the values that end the call. */
  search(group: ClaimGroup): FoundNodes | Ended {
    if (!isPendingPod(group)) throw new TypeError(`${group.name} is not a pending pod`);
    const { placement } = this.#cluster.parts;
    const prepared = this.#preparedOf(group);
    const rejection = placement.refusalOf(prepared);
    if (rejection !== undefined) {
      const message = `the API server rejects the pod: ${rejection}`;
      return { kind: 'problem', problem: { message, object: group.madeFor ?? group.pod, isRefusal: true } };
    }
    const found = placement.search(prepared, this.#limits);
    const { findings } = found;
    if (findings.refusals.length > 0) this.#rejectionByGroup.set(group, messageWithDetails(findings));
    const failed = endOfErrors(findings.errors, () => findings.feasible().size);
    if (failed !== undefined) return failed;
    const interruption = findings.interruption();
    if (interruption !== undefined) return { kind: 'interrupted', nodes: findings.interrupted(), interruption };
    return this.#foundNodes(group, found);
  }

  #foundNodes(group: PodGroupOfClaims, found: PodSearch): FoundNodes {
    const { findings, question } = found;
    const { placement } = this.#cluster.parts;
    // Without a pod of lower priority, there is nothing to remove.
    const canPreempt = placement.notLookedAt(group.pod).ifRefused.length > 0;
    return {
      ...(canPreempt ? { preempt: () => placement.preempt(found, this.#limits) } : {}),
      fitting: () => {
        const scores = question.scoresByPlugin(findings);
        return Array.from(findings.feasible().keys(), (place, index): FittingNode => {
          const { total, byPlugin } = scores[index] as (typeof scores)[number];
          return { node: findings.nameAt(place), score: total, byPlugin };
        });
      },
      best: () => findings.bestIn(question),
      claimsOn: (node) => findings.partOf(node)?.claims ?? [],
      commit: (node) => this.#commit(group, found, node),
      rejectionOf: (nodes) => this.#rejectionOf(found, nodes),
    };
  }

  #commit(group: PodGroupOfClaims, { findings }: PodSearch, node: string): readonly PlacedClaim[] {
    const { cluster } = this.#cluster.parts;
    const claims = findings.partOf(node)?.claims ?? [];
    this.#cluster.bind(this.#preparedOf(group), node, podOutcomeOn(findings, node));
    const claimsByKey = new Map(group.claims.map((claim) => [claimKey(claim), claim]));
    const podClaims = claims.map((claim) => claimsByKey.get(claimKey(claim)) ?? claim);
    const info = cluster.objects.pods.get('Pod', claimKey(group.pod))?.info;
    if (info !== undefined) this.placed.add(group, { pod: asWritten(group), info, node, claims: podClaims });
    const allocated = cluster.currentClaims(new ClaimSet(podClaims));
    return podClaims.map((claim, index) => {
      const before = claims[index]?.status.allocation !== undefined;
      return { claim, allocated: allocated[index] ?? claim, before };
    });
  }

  /** Unbinds a pod that this run placed. */
  unbind(group: ClaimGroup): void {
    const ofPod = group as PodGroupOfClaims;
    this.#cluster.unbind(this.#preparedOf(ofPod));
    this.placed.remove(ofPod);
  }

  #rejectionOf({ findings, question: { claims } }: PodSearch, nodes: readonly Node[]): Unallocatable {
    const { refusals: podRejections, message } = findings;
    const rejections = findings.rejections();
    const rejected = podRejections[0] === claims.refusal ? claims.rejected : undefined;
    const pod = { message, rejections, ...(rejected === undefined ? {} : { rejected }) };
    // A pod for which no node is considered has one reason for all nodes.
    if (podRejections.length > 0) return { kind: 'unallocatable', nodes: [], unexplained: 0, pod };
    const lacksDevices = (name: string): boolean =>
      findings.errors.has(name) || (findings.partOf(name) !== undefined && findings.outcome(name)?.kind !== 'allocated');
    const explained = explainNodes(this.#cluster, nodes, this.#limits, {
      errorOn: (name) => findings.errors.get(name),
      rejectionsOn: (name) => (lacksDevices(name) ? undefined : rejections.get(name)?.map(rejectionInWords)),
      claimsOn: (name) => findings.partOf(name)?.claims,
    });
    return { kind: 'unallocatable', ...explained, pod };
  }

  /** Explains a pod on every node, after its search, with changes that help. */
  why(group: ClaimGroup, certificates: boolean): Explanation {
    const rejection = this.#rejectionByGroup.get(group);
    const rejectionExplanation = rejection === undefined ? undefined : explanationOfEnd({ kind: 'no-node', message: rejection });
    if (rejectionExplanation !== undefined && group.problem !== undefined) return rejectionExplanation;
    const [only, ...others] = this.#nodes;
    // If only one node is searched, other nodes do not matter.
    const nodes = only === undefined || others.length > 0 ? {} : { nodes: [only.metadata.name] };
    const pod = this.#preparedOf(group as PodGroupOfClaims);
    const explanation = this.#cluster.explain({ pod, ...nodes, certificates, limits: this.#limits });
    return rejectionExplanation === undefined ? explanation : { ...rejectionExplanation, suggestions: explanation.suggestions };
  }

  #preparedOf(group: PodGroupOfClaims): PreparedPod {
    return weakEntryIn(this.#prepared, group, () => {
      const placed = () => this.placed.inNamespaceOf(group);
      return new PreparedPod(group.pod, { found: group, written: asWritten(group), made: makerOf(group), placed });
    });
  }
}

/**
 * Returns the scheduler's message for a pod for which no node is possible, with the details of its reasons. The message already
 * names claims.
 */
function messageWithDetails({ message, refusals }: Pick<PodFindings, 'message' | 'refusals'>): string {
  const details = refusals.flatMap(({ code, detail }) => (code === 'claims' ? [] : (detail ?? [])));
  return details.length === 0 ? message : `${message.replace(/\.$/, '')}: ${details.join('; ')}`;
}

/** Returns the pod as its author wrote it: from the template in its owner. */
function asWritten({ pod, podSet }: PodGroupOfClaims): Pod {
  return podSet === undefined ? pod : { ...pod, spec: podSet.template.spec };
}

/** Returns a function that makes the pod of a group from its author's text. */
function makerOf({ podSet, node }: PodGroupOfClaims): (written: Pod) => Pod {
  return (written) => {
    if (podSet === undefined) return written;
    const spec = specOf(podSet, written.spec);
    return { ...written, spec: node === undefined ? spec : daemonSpecFor(spec, node) };
  };
}
