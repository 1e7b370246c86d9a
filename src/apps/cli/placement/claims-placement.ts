// Places groups that need devices of a node but no filter of the scheduler: claims without a pod, and claims of pods with a node. With
// --devices-only it places the claims of all pods.

import { checkpointInOneGo, deadlineOf, type Limits } from '../../../allocator/evaluate/limits.js';
import { ClaimSet, PreparedClaims } from '../../../cluster/claims.js';
import type { Node } from '../../../core/api/node.js';
import { compareBytes } from '../../../core/base/byte-order.js';
import { inOneGo } from '../../../core/base/incremental.js';
import type { Explanation, Suggestion } from '../../../explain/explanation.js';
import { type RejectedRequest, rejectedRequest } from '../../../placement/claims-refusal.js';
import { choosesNodes } from '../../../scheduler/filters/node-affinity.js';
import { type ClaimGroup, isCandidateNode, type NodeKind, type NodeKinds, nodeKinds } from '../../../scheduler/pods/claims.js';
import { withResourceAdvice } from '../../../scheduler/pods/extended-demand.js';
import type { PlacementCluster } from '../library.js';
import { type Answers, type Attempt, endOfErrors, type Feasible, tryAll } from './attempt.js';
import { explainAttempts } from './explain-group.js';
import type { Ended, FittingNode, FoundNodes, PlacedClaim } from './group-result.js';
import { explainNodes } from './rejected-nodes.js';

/** The results of a search over nodes. */
interface Search {
  readonly attempts: readonly Attempt[];
  readonly answers: Answers;
  /** The reasons against nodes that are excluded regardless of their devices. */
  readonly outright: ReadonlyMap<string, string>;
}

/** Places claims on the nodes of a cluster. */
export class ClaimsPlacement {
  readonly #cluster: PlacementCluster;
  readonly #nodes: readonly Node[];
  readonly #limits: Limits;

  constructor(cluster: PlacementCluster, nodes: readonly Node[], limits: Limits) {
    this.#cluster = cluster;
    this.#nodes = nodes;
    this.#limits = limits;
  }

  /** Searches all candidate nodes of a group. */
  search(group: ClaimGroup): FoundNodes | Ended {
    const deadline = deadlineOf(this.#limits);
    const rejected = this.#nodes.length === 0 ? undefined : this.#rejectedRequest(group);
    if (rejected !== undefined) return { kind: 'no-node', message: rejected.message, rejected };
    const candidates = this.#candidates(group);
    if (candidates.length === 0) return { kind: 'no-node', message: whyNoNode(group, this.#nodes.length) };
    const { kinds, refused: rejectedNodes } = kindsOf(group, candidates);
    const attempts = kinds.map((kind) => this.#prepare(kind));
    // The limit applies to all nodes together.
    const limitsLeft = (): Limits =>
      deadline === Number.POSITIVE_INFINITY ? this.#limits : { ...this.#limits, milliseconds: Math.max(0, deadline - performance.now()) };
    const answers = tryAll(this.#cluster, attempts, limitsLeft);
    const { feasible, errors, interrupted } = answers;
    const failed = endOfErrors(errors, () => feasible.length);
    if (failed !== undefined) return failed;
    const [first] = interrupted;
    if (first !== undefined) return { kind: 'interrupted', nodes: interrupted.map(({ node }) => node), interruption: first.interruption };
    const outright = new Map(rejectedNodes.map(({ node, reason }) => [node.metadata.name, reason]));
    return this.#foundNodes({ attempts, answers, outright });
  }

  /** Returns a request of the group because of which the scheduler considers no node. */
  #rejectedRequest({ claims }: ClaimGroup): RejectedRequest | undefined {
    const { cluster, runtime } = this.#cluster.parts;
    const checkpoint = checkpointInOneGo(this.#limits, deadlineOf(this.#limits));
    const context = { deviceClasses: cluster.objects.deviceClasses, features: runtime.features };
    return inOneGo(rejectedRequest(cluster.currentClaims(new ClaimSet(claims)), context, checkpoint));
  }

  #candidates(group: ClaimGroup): readonly Node[] {
    return this.#nodes.filter((node) => isCandidateNode(group, node));
  }

  #prepare({ claims: groupClaims, nodes }: NodeKind): Attempt {
    return {
      groupClaims,
      claims: this.#cluster.parts.cluster.currentClaims(new ClaimSet(groupClaims)),
      nodes: nodes.map(({ metadata }) => metadata.name),
    };
  }

  #foundNodes({ attempts, answers: { feasible, errors }, outright }: Search): FoundNodes {
    const on = (node: string): Feasible => feasible.find((one) => one.node === node) as Feasible;
    const claims = new Map(attempts.flatMap((attempt) => attempt.nodes.map((node) => [node, attempt.claims] as const)));
    return {
      fitting: () => feasible.map(({ node, score }): FittingNode => ({ node, score, byPlugin: NO_PLUGINS })),
      best: () => bestOf(feasible),
      claimsOn: (node) => on(node).attempt.claims,
      commit: (node) => this.#commit(on(node)),
      rejectionOf: (nodes) => {
        const explained = explainNodes(this.#cluster, nodes, this.#limits, {
          errorOn: (name) => errors.get(name),
          rejectionsOn: (name) => {
            const reason = outright.get(name);
            return reason === undefined ? undefined : [reason];
          },
          claimsOn: (name) => claims.get(name),
        });
        return { kind: 'unallocatable', ...explained };
      },
    };
  }

  #commit({ attempt: { groupClaims, claims }, node, outcomeOn }: Feasible): readonly PlacedClaim[] {
    this.#cluster.commit(new PreparedClaims(claims), outcomeOn(node));
    const allocated = this.#cluster.parts.cluster.currentClaims(new ClaimSet(groupClaims));
    return groupClaims.map((claim, index) => {
      return { claim, allocated: allocated[index] ?? claim, before: claims[index]?.status.allocation !== undefined };
    });
  }

  /** Explains a group on every node, after its search. */
  why(group: ClaimGroup, certificates: boolean): Explanation {
    const { kinds, refused: rejectedNodes } = kindsOf(group, this.#candidates(group));
    const outright = new Map(rejectedNodes.map(({ node, reason }) => [node.metadata.name, withResourceAdvice(reason)]));
    const attempts = [
      ...kinds.map((kind) => this.#prepare(kind)),
      ...(outright.size === 0 ? [] : [{ groupClaims: [], claims: [], nodes: [...outright.keys()] }]),
    ];
    const explanation = explainAttempts(this.#cluster, attempts, outright, { limits: this.#limits, certificates });
    if (group.pod === undefined || !choosesNodes(group.pod)) return explanation;
    // The pod may be forbidden on another node.
    const isAboutNodes = ({ patches }: Suggestion): boolean => patches.some(({ object }) => object.kind === 'Node');
    return { ...explanation, suggestions: explanation.suggestions.filter((suggestion) => !isAboutNodes(suggestion)) };
  }
}

const NO_PLUGINS: ReadonlyMap<string, number> = new Map();

/** Returns the node with the highest score, the first by name among equals. It builds no list, since claims may have thousands of nodes. */
function bestOf(feasible: readonly Feasible[]): string | undefined {
  let best: Feasible | undefined;
  for (const one of feasible) {
    if (best === undefined || one.score > best.score || (one.score === best.score && compareBytes(one.node, best.node) < 0)) best = one;
  }
  return best?.node;
}

/** Groups nodes by their claims. Nodes on which a pod cannot be bound are excluded. */
function kindsOf(group: ClaimGroup, nodes: readonly Node[]): NodeKinds {
  const all = inOneGo(nodeKinds(group, nodes));
  if (all.kinds.every(({ unbound }) => unbound === undefined)) return all;
  const out = all.kinds.flatMap(({ unbound, nodes: there }) => (unbound && there.map((node) => ({ node, reason: unbound.detail }))) ?? []);
  return { kinds: all.kinds.filter(({ unbound }) => unbound === undefined), refused: [...all.refused, ...out] };
}

function whyNoNode(group: ClaimGroup, count: number): string {
  if (count === 0) return 'the input has no node: name one with --node';
  if (group.node !== undefined) return `it belongs to node ${group.node}, which is not in the input`;
  const labels = [...(group.pod?.spec.nodeSelector ?? [])].map(([key, value]) => `${key}=${value}`);
  return `no node has the labels of the pod's node selector: ${labels.join(', ')}`;
}
