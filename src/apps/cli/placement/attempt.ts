// Tries claims on nodes, and collects the nodes that fit, errors and interruptions.

import { type Interruption, interruptionOf } from '../../../allocator/evaluate/findings.js';
import type { Limits } from '../../../allocator/evaluate/limits.js';
import type { Outcome } from '../../../allocator/evaluate/outcome.js';
import { PreparedClaims } from '../../../cluster/claims.js';
import type { ResourceClaim } from '../../../core/api/resource-claim.js';
import { compareBytes } from '../../../core/base/byte-order.js';
import { AllocationError } from '../../../core/base/errors.js';
import type { PlacementCluster } from '../library.js';
import type { Ended } from './group-result.js';

/** Nodes on which a group has the same claims. */
export interface Attempt {
  /** The claims of the group. */
  readonly groupClaims: readonly ResourceClaim[];
  /** The claims with their present allocations. */
  readonly claims: readonly ResourceClaim[];
  readonly nodes: readonly string[];
}

/** A node on which the claims fit, with its score for the allocated alternatives. */
export interface Feasible {
  readonly attempt: Attempt;
  readonly node: string;
  readonly score: number;
  readonly outcomeOn: (node: string) => Outcome;
}

/** The results of every node. */
export interface Answers {
  readonly feasible: readonly Feasible[];
  readonly errors: ReadonlyMap<string, AllocationError>;
  readonly interrupted: readonly { readonly node: string; readonly interruption: Interruption }[];
}

/** The results during collection. */
class Gathered implements Answers {
  readonly feasible: Feasible[] = [];
  readonly errors = new Map<string, AllocationError>();
  readonly interrupted: { readonly node: string; readonly interruption: Interruption }[] = [];
}

/**
 * Returns an error that ends the attempt, because the scheduler does not confine it to its node. Returns the first one by node
 * name; undefined if none exists.
 */
export function endOfErrors(errors: ReadonlyMap<string, AllocationError>, feasible: () => number): Ended | undefined {
  const [first] = [...errors].filter(([, error]) => !error.nodeLocal).sort(([a], [b]) => compareBytes(a, b));
  return first && { kind: 'error', error: first[1], node: first[0], feasible: feasible() };
}

/** Tries attempts in order, each within the remaining limits. */
export function tryAll(cluster: PlacementCluster, attempts: readonly Attempt[], limitsLeft: () => Limits): Answers {
  const answers = new Gathered();
  for (const attempt of attempts) {
    const [only, ...others] = attempts.length === 1 ? attempt.nodes : [];
    if (only !== undefined && others.length === 0) tryNode(cluster, attempt, only, limitsLeft(), answers);
    else tryNodes(cluster, attempt, limitsLeft(), answers);
  }
  return answers;
}

function tryNodes(cluster: PlacementCluster, attempt: Attempt, limits: Limits, { feasible, errors, interrupted }: Gathered): void {
  const result = cluster.filter({ claims: new PreparedClaims(attempt.claims), nodes: attempt.nodes, limits });
  for (const [node, error] of result.errors) errors.set(node, error);
  if (result.kind === 'interrupted') {
    const interruption: Interruption = result.by === 'selector' ? { by: result.by, selector: result.selector } : { by: result.by };
    for (const node of result.interrupted) interrupted.push({ node, interruption });
    return;
  }
  const { scores, outcome: outcomeOn } = result;
  result.feasible.forEach((node, index) => {
    feasible.push({ attempt, node, score: scores[index] ?? 0, outcomeOn });
  });
}

function tryNode(
  cluster: PlacementCluster,
  attempt: Attempt,
  node: string,
  limits: Limits,
  { feasible, errors, interrupted }: Gathered,
): void {
  try {
    const outcome = cluster.allocate({ claims: new PreparedClaims(attempt.claims), node, limits });
    const interruption = interruptionOf(outcome);
    if (interruption !== undefined) interrupted.push({ node, interruption });
    else if (outcome.kind === 'allocated') feasible.push({ attempt, node, score: 0, outcomeOn: () => outcome });
  } catch (error) {
    if (!(error instanceof AllocationError)) throw error;
    errors.set(node, error);
  }
}
