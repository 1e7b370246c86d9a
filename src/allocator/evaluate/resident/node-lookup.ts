// The resident cluster is requested answers, and for what it knows of nodes that the host has to search.

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
import { WantedNodes } from './nodes/wanted-nodes.js';
import type { BoundQuery, Pass } from './pass-findings.js';
import type { Answers, SearchResult } from './query/answers.js';

/** The point that a pass came to: its answers, what its nodes see, or not even that. */
export type Reached = 'answers' | 'nodes' | 'nothing';

/**
 * Solves the nodes that changed, of all or of some, until the checkpoint stops it; those of which it is known that nobody asks about them may wait. Undefined:
 * there is no memory for it. `occupancy`: the devices
 * in use, where the query sees others than those of the cluster.
 */
export function solveNodes(
  bound: BoundQuery,
  checkpoint: Checkpoint,
  wanted?: WantedNodes | ListedNodes,
  occupancy?: Occupancy,
): Reached | undefined {
  let reached: Reached = 'nothing';
  const { resident, query } = bound;
  const [only, listed] = wanted instanceof WantedNodes ? [wanted] : [undefined, wanted];
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

/** Returns whether all nodes that changed are ones of which nobody asks. Requires: all nodes were considered. */
function changesCanWait({ resident, query }: BoundQuery, listed: ListedNodes): boolean {
  if (listed.lacks === undefined || !query.hasFewToSolve) return false;
  const places = placesOf(resident.order);
  return query.toSolve().every((ordinal) => listed.lacks?.(places[ordinal] ?? -1, resident.nameOf(ordinal)) === true);
}

/** A pass for which the host searched no node. */
export function newPass(
  bound: BoundQuery,
  order: NodeOrder,
  answers: Answers,
  { unsolved, limits, decoding }: Pick<Pass, 'unsolved' | 'limits' | 'decoding'>,
): Pass {
  return { bound, order, answers, outcomes: NONE, errors: NONE, others: 0, interruption: undefined, unsolved, limits, decoding };
}

const NONE: ReadonlyMap<string, never> = new Map<string, never>();

/** The knowledge of a node that the host has to search: the error that its search would come upon, or its result. */
export interface KnownOfNode {
  readonly error?: AllocationError;
  readonly equivalent?: SearchResult;
  /** The fingerprint of the node, if it is compared with others. */
  readonly fingerprint?: Fingerprint | undefined;
}

/** The result for a node: that of an equivalent one, or of its own search. */
export type HostResult =
  | { readonly kind: 'equivalent'; readonly equivalent: SearchResult }
  | { readonly kind: 'searched'; readonly result: NodeResult; readonly fingerprint: Fingerprint | undefined };

/** The ways to look nodes up. */
interface LookUpOptions {
  readonly limits: Limits;
  readonly checkpoint: Checkpoint;
  /** The state that shows what nodes see. */
  readonly state: StateView;
  /** Gives the fingerprint of a node, whatever is queried; undefined: it is not compared with others. */
  fingerprintOf(ordinal: number, view: NodeView): NodeFingerprint | undefined;
}

/**
 * Looks up what is known of a node that the host has to search. Where that has to be made it is told what is known of the devices that it sees:
 * examining them anew is most of its work. Requires: the node is to the resident cluster as it is to the state.
 */
export function lookUp(
  { resident, query, claims }: BoundQuery,
  node: Node,
  { limits, checkpoint, state, fingerprintOf }: LookUpOptions,
): KnownOfNode {
  const ordinal = resident.ordinalOf(node.metadata.name);
  // Equal claims may have come upon an error before. With a limit of steps that limit might come first.
  const error = limits.steps === undefined && query.hasErrors ? query.errorOf(ordinal, claimNamesOf(claims)) : undefined;
  if (error !== undefined) return { error };
  const view = query.knowsMatches ? viewOf(state, node, checkpoint) : undefined;
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

/** Gives what a node sees; undefined: that is an error, which the search of the node comes upon, or there is no time for it. */
function viewOf(state: StateView, node: Node, checkpoint: Checkpoint): NodeView | undefined {
  try {
    return state.rememberedView(node) ?? inOneGo(state.view(node, checkpoint));
  } catch (error) {
    if (error instanceof AllocationError || error instanceof CallEnded) return undefined;
    throw error;
  }
}
