// The resident cluster is asked here, for answers and for what it knows of nodes that it leaves to searches of their own.

import type { Node } from '../api/node.js';
import { CallEnded, type Checkpoint, Stopped } from '../base/checkpoint.js';
import { AllocationError } from '../base/errors.js';
import type { NodeView } from '../encode/node-view.js';
import type { Limits } from '../evaluate/limits.js';
import type { Occupancy } from '../evaluate/resident/devices/occupancy.js';
import type { Fingerprint, Sight } from '../evaluate/resident/nodes/equivalent-nodes.js';
import type { NodeOrder } from '../evaluate/resident/nodes/node-order.js';
import type { WantedNodes } from '../evaluate/resident/nodes/wanted-nodes.js';
import type { Answers, SearchResult } from '../evaluate/resident/query/answers.js';
import { mayExclude } from '../pools/node-match.js';
import type { Single } from './filter.js';
import type { Asked, Pass } from './resident-filter.js';
import { askerOf } from './singles.js';
import type { StateView } from './snapshot.js';

/** The point that a pass came to: its answers, what its nodes see, or not even that. */
export type Reached = 'answers' | 'nodes' | 'nothing';

/**
 * Solves the nodes that changed, of all or of some, until the checkpoint stops it. Undefined: there is no memory for it. `occupancy`: the devices
 * in use, where the query sees others than those of the cluster.
 */
export function solveNodes(
  { resident, query }: Asked,
  checkpoint: Checkpoint,
  wanted?: WantedNodes,
  occupancy?: Occupancy,
): Reached | undefined {
  let reached: Reached = 'nothing';
  try {
    resident.follow(checkpoint, wanted);
    occupancy?.follow(checkpoint);
    reached = 'nodes';
    query.prepare(checkpoint);
    query.solve(checkpoint, wanted?.ordinals);
    return 'answers';
  } catch (error) {
    if (error instanceof Stopped) return reached;
    if (error instanceof AllocationError && error.code === 'input-too-large') return undefined;
    throw error;
  }
}

/** A pass that searched no node by itself. */
export function newPass(
  asked: Asked,
  order: NodeOrder,
  answers: Answers,
  { unsolved, limits, decoding }: Pick<Pass, 'unsolved' | 'limits' | 'decoding'>,
): Pass {
  return { asked, order, answers, outcomes: NONE, errors: NONE, others: 0, interruption: undefined, unsolved, limits, decoding };
}

const NONE: ReadonlyMap<string, never> = new Map<string, never>();

/** The knowledge of a node that the resident cluster leaves to others: the error that its search would come upon, or what it would come to. */
export interface KnownOfNode {
  readonly error?: AllocationError;
  readonly learned?: SearchResult;
  /** The fingerprint of the node, if it is compared with others. */
  readonly fingerprint?: Fingerprint | undefined;
}

/** The result for a node: that of an equivalent one, or of its own search. */
export type Tried =
  | { readonly kind: 'alike'; readonly learned: SearchResult }
  | { readonly kind: 'searched'; readonly single: Single; readonly fingerprint: Fingerprint | undefined };

/** The ways to look nodes up. */
export interface LookUpOptions {
  readonly limits: Limits;
  readonly checkpoint: Checkpoint;
  /** The state that shows what nodes see. */
  readonly state: StateView;
  /** Gives what a node sees, to be compared with what others see; undefined: it is not. */
  sightOf(view: NodeView): Sight | undefined;
}

/**
 * Looks up what is known of a node that is left to a search of its own. Where that has to be made it is told what is known of the devices that it sees:
 * examining them anew is most of its work. Requires: the node is to the resident cluster as it is to the state.
 */
export function lookUp({ resident, query, claims }: Asked, node: Node, { limits, checkpoint, state, sightOf }: LookUpOptions): KnownOfNode {
  const ordinal = resident.ordinalOf(node.metadata.name);
  // Equal claims may have come upon an error before. With a limit of steps that limit might come first.
  const error = limits.steps === undefined ? query.errorOf(ordinal, askerOf(claims)) : undefined;
  if (error !== undefined) return { error };
  const view = query.knowsMatches ? viewOf(state, node, checkpoint) : undefined;
  if (view === undefined) return {};
  const sight = query.alike && sightOf(view);
  const fingerprint = sight && query.alike?.fingerprintOf(ordinal, sight);
  const learned = fingerprint && query.alike?.answerOf(fingerprint);
  if (learned !== undefined) return { learned };
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
    return state.rememberedView(node, checkpoint) ?? state.view(node, checkpoint);
  } catch (error) {
    if (error instanceof AllocationError || error instanceof CallEnded) return undefined;
    throw error;
  }
}
