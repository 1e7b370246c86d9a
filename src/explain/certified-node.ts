// Creates certificates for nodes from decoded objects.

import type { Certified } from '../allocator/certificate.js';
import type { AllocationInput, Attempt } from '../allocator/evaluate/attempt.js';
import type { CertifiedOutcomes } from '../allocator/evaluate/certified-outcomes.js';
import type { Findings } from '../allocator/evaluate/findings.js';
import type { Outcome } from '../allocator/evaluate/outcome.js';
import type { Runtime } from '../allocator/evaluate/runtime.js';
import { deviceKey } from '../allocator/pools/pool.js';
import { poolKey, type Slices } from '../allocator/pools/slice-index.js';
import type { Node } from '../core/api/node.js';
import type { ResourceSlice } from '../core/api/resource-slice.js';
import { type Checkpoint, endOfCall } from '../core/base/checkpoint.js';
import type { Incremental } from '../core/base/incremental.js';
import { CAME_TO_LIMIT, certify } from './certificate/certify.js';
import type { Objects } from './check/reading/objects.js';

/** A node on which claims cannot be allocated. */
interface CertifiedNode {
  readonly node: Node;
  readonly inputOf: (checkpoint: Checkpoint) => Incremental<AllocationInput>;
  /** The slices of the cluster, with the taints of rules. */
  readonly slices: Slices;
  readonly runtime: Runtime;
  /** The input of the call, if the checker will receive the same object. */
  readonly knownInput?: object;
}

/** Searches for a proof that claims cannot be allocated on a node. */
export function* certifyNode(
  { node, inputOf, slices, runtime, knownInput }: CertifiedNode,
  checkpoint: Checkpoint,
): Incremental<Certified> {
  const objectsOf = function* (): Incremental<Objects> {
    const { claims, deviceClasses, allocated } = yield* inputOf(checkpoint);
    return {
      ...{ node, claims, classes: deviceClasses, slices: slicesFor(node, slices) },
      occupied: { has: (name) => allocated.has(keyOf(name)) },
      shared: { has: (name) => allocated.isShared(keyOf(name)) },
      consumed: { get: (name) => allocated.consumedOf(keyOf(name)) },
    };
  };
  return yield* certify(objectsOf(), runtime, checkpoint, knownInput);
}

/** Returns the outcome of claims on a node, with a certificate if they cannot be allocated. */
export function* certifiedOutcome(
  outcome: Outcome,
  attempt: Attempt,
  node: Node,
  runtime: Runtime,
  checkpoint: Checkpoint,
): Incremental<Outcome> {
  if (outcome.kind !== 'unallocatable') return outcome;
  const inputOf = (callCheckpoint: Checkpoint): Incremental<AllocationInput> => attempt.inputFor(node, callCheckpoint);
  return { ...outcome, ...(yield* certifyNode({ node, inputOf, slices: attempt.state.slices, runtime }, checkpoint)) };
}

/**
 * Returns the outcomes of the nodes on which claims cannot be allocated, with certificates. For nodes that are left when the
 * call ends, the outcome reports that the call ended.
 */
export function* certifiedOutcomes(
  findings: Findings,
  attempt: Attempt,
  nodes: readonly Node[],
  runtime: Runtime,
  checkpoint: Checkpoint,
): Incremental<CertifiedOutcomes> {
  const refusedOn = (name: string): Outcome | undefined => {
    const outcome = findings.errors.has(name) ? undefined : findings.outcome(name);
    return outcome?.kind === 'unallocatable' ? outcome : undefined;
  };
  const certified = new Map<string, Outcome>();
  try {
    for (const node of nodes) {
      if (checkpoint.due()) yield;
      const outcome = refusedOn(node.metadata.name);
      if (outcome !== undefined) certified.set(node.metadata.name, yield* certifiedOutcome(outcome, attempt, node, runtime, checkpoint));
    }
    return certified;
  } catch (error) {
    endOfCall(error);
  }
  const uncertified = (outcome: Outcome | undefined): Outcome | undefined => outcome && { ...outcome, ...CAME_TO_LIMIT };
  return { get: (name) => certified.get(name) ?? uncertified(refusedOn(name)) };
}

function keyOf(name: string): string {
  const [driver, pool, device] = JSON.parse(name) as [string, string, string];
  return deviceKey(driver, pool, device);
}

/** Returns the slices that a node may access, and the other slices of their pools. */
function slicesFor({ metadata }: Node, slices: Slices): readonly ResourceSlice[] {
  const seen = slices.forNode(metadata.name);
  const pools = new Map(seen.map(({ spec }) => [poolKey(spec.driver, spec.pool.name), spec]));
  return [...new Set([...seen, ...Array.from(pools.values(), ({ driver, pool }) => slices.ofPool(driver, pool.name)).flat()])];
}
