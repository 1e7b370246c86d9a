// Queries the resident cluster for answers, and for cached data of nodes that the host has to search.

import type { Node } from '../../../core/api/node.js';
import { mayExclude } from '../../../core/api/node-match.js';
import { CallEnded, type Checkpoint, Stopped } from '../../../core/base/checkpoint.js';
import { AllocationError, hasNoRoom } from '../../../core/base/errors.js';
import { inOneGo } from '../../../core/base/incremental.js';
import type { NodeView } from '../../encode/node-view.js';
import type { StateView } from '../cluster-view.js';
import type { Limits } from '../limits.js';
import type { ListedNodes } from '../node-evaluator.js';
import type { NodeResult } from '../node-result.js';
import type { Occupancy } from './devices/occupancy.js';
import { claimNamesOf } from './host-results.js';
import type { Fingerprint } from './nodes/equivalent-nodes.js';
import type { NodeFingerprint } from './nodes/node-fingerprints.js';
import { type NodeOrder, placesOf } from './nodes/node-order.js';
import { RequestedNodes } from './nodes/requested-nodes.js';
import type { BoundQuery, Pass } from './pass-findings.js';
import type { Answers, SearchResult } from './query/answers.js';

/** The stage that a pass reached: its results, the views of its nodes, or neither of them. */
export type Reached = 'answers' | 'nodes' | 'nothing';

/**
 * Solves the changed nodes, of all or of `requestedNodes`, until the checkpoint stops it. Changed nodes that no caller requests
 * may be left unsolved. Returns undefined if there is no memory. `occupancy`: the devices in use, if they differ from the
 * current devices in use of the cluster.
 */
export function solveNodes(
  bound: BoundQuery,
  checkpoint: Checkpoint,
  requestedNodes?: RequestedNodes | ListedNodes,
  occupancy?: Occupancy,
): Reached | undefined {
  let reached: Reached = 'nothing';
  const { resident, query } = bound;
  const [only, listed] = requestedNodes instanceof RequestedNodes ? [requestedNodes] : [undefined, requestedNodes];
  try {
    resident.follow(checkpoint, only);
    occupancy?.follow(checkpoint);
    reached = 'nodes';
    query.prepare(checkpoint);
    if (listed === undefined || !changesCanWait(bound, listed)) query.solve(checkpoint, only?.ordinals);
    return 'answers';
  } catch (error) {
    if (error instanceof Stopped) return reached;
    if (hasNoRoom(error)) return undefined;
    throw error;
  }
}

/** Returns whether no caller requests any of the changed nodes. Requires: all nodes were evaluated before. */
function changesCanWait({ resident, query }: BoundQuery, listed: ListedNodes): boolean {
  if (listed.lacks === undefined || !query.hasFewToSolve) return false;
  const places = placesOf(resident.order);
  return query.toSolve().every((ordinal) => listed.lacks?.(places[ordinal] ?? -1, resident.nameOf(ordinal)) === true);
}

/** Returns a pass for which the host has searched no node yet. */
export function newPass(
  bound: BoundQuery,
  order: NodeOrder,
  answers: Answers,
  { unsolved, limits, decoding }: Pick<Pass, 'unsolved' | 'limits' | 'decoding'>,
): Pass {
  return { bound, order, answers, outcomes: NONE, errors: NONE, others: 0, interruption: undefined, unsolved, limits, decoding };
}

const NONE: ReadonlyMap<string, never> = new Map<string, never>();

/** Cached data of a node that the host has to search: the error of its search, or the result of an equivalent node. */
export interface CachedNodeData {
  readonly error?: AllocationError;
  readonly equivalent?: SearchResult;
  /** The fingerprint of the node, if it is compared with others. */
  readonly fingerprint?: Fingerprint | undefined;
}

/** The result for a node: from an equivalent node, or from its own search. */
export type HostResult =
  | { readonly kind: 'equivalent'; readonly equivalent: SearchResult }
  | { readonly kind: 'searched'; readonly result: NodeResult; readonly fingerprint: Fingerprint | undefined };

interface LookUpOptions {
  readonly limits: Limits;
  readonly checkpoint: Checkpoint;
  /** The state from which views are built. */
  readonly state: StateView;
  /** Returns the fingerprint of a node that is common to all queries, or undefined if the node is not compared with others. */
  fingerprintOf(ordinal: number, view: NodeView): NodeFingerprint | undefined;
}

/**
 * Returns the cached data of a node that the host has to search. If no result is cached, passes the stages of its devices to
 * its examiner, because examining them is most of the search's work. Requires: the node is equal in the resident cluster and in
 * the state.
 */
export function lookUp(
  { resident, query, claims }: BoundQuery,
  node: Node,
  { limits, checkpoint, state, fingerprintOf }: LookUpOptions,
): CachedNodeData {
  const ordinal = resident.ordinalOf(node.metadata.name);
  // Equal claims may have caused an error before. With a step limit, the search might reach that limit first.
  const error = limits.steps === undefined && query.hasErrors ? query.errorOf(ordinal, claimNamesOf(claims)) : undefined;
  if (error !== undefined) return { error };
  const view = query.hasStages ? viewOf(state, node, checkpoint) : undefined;
  if (view === undefined) return {};
  const ofNode = query.equivalentNodes && fingerprintOf(ordinal, view);
  const fingerprint = ofNode && query.equivalentNodes?.fingerprintOf(ordinal, ofNode);
  const equivalent = fingerprint && query.equivalentNodes?.resultFor(fingerprint);
  if (equivalent !== undefined) return { equivalent };
  const slices = view.pools.flatMap((pool) => pool.slices);
  if (!slices.some((slice) => mayExclude(slice, node))) {
    query.slots.forEach((slot, index) => {
      view.examiner.know(slot, () => query.stagesOf(index, slices), checkpoint);
    });
  }
  return { fingerprint };
}

/** Returns the view of a node, or undefined if building it fails or the time is over. The search of the node then reports the error. */
function viewOf(state: StateView, node: Node, checkpoint: Checkpoint): NodeView | undefined {
  try {
    return state.cachedView(node) ?? inOneGo(state.view(node, checkpoint));
  } catch (error) {
    if (error instanceof AllocationError || error instanceof CallEnded) return undefined;
    throw error;
  }
}
