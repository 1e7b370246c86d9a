// The resident cluster is asked here. Whatever it has no answer for is undefined: the caller then searches node by node.

import type { Node } from '../api/node.js';
import type { ResourceClaim } from '../api/resource-claim.js';
import { compareBytes } from '../base/byte-order.js';
import type { Checkpoint } from '../base/checkpoint.js';
import { workText } from '../base/checkpoint.js';
import { copyOfError } from '../base/errors.js';
import { checkpointInOneGo, type Limits } from '../evaluate/limits.js';
import type { Outcome } from '../evaluate/outcome.js';
import type { Fingerprint } from '../evaluate/resident/nodes/equivalent-nodes.js';
import { WantedNodes } from '../evaluate/resident/nodes/wanted-nodes.js';
import type { Runtime } from '../runtime.js';
import { type KnownOfNode, lookUp, newPass, type Reached, solveNodes } from './asking.js';
import type { ClaimSet } from './claims.js';
import type { ClusterState } from './cluster-state.js';
import type { Single } from './filter.js';
import { type FilterResult, resultOf } from './filter-result.js';
import { orThrow } from './one-node.js';
import { type Asked, outcomeOf, type Pass, PassFindings } from './resident-filter.js';
import { RestOfNodes } from './rest-of-nodes.js';
import { resultToRecord, Singles } from './singles.js';
import { SlicedPass, type SlicedPassOptions } from './sliced-pass.js';
import type { StateView } from './snapshot.js';

/** Limits of a pass, and how nodes are searched that the resident cluster leaves to others. */
export interface PassOptions {
  readonly limits: Limits;
  readonly deadline: number;
  readonly tryOn: (node: Node) => Single;
}

/** A smaller share of nodes than this counts as few. */
const FEW = 0.1;

const NONE_UNSOLVED = new Uint8Array(0);

/** Asks the resident cluster of a state. */
export class ResidentPasses {
  readonly #state: ClusterState;
  readonly #runtime: Runtime;

  constructor(state: ClusterState, runtime: Runtime) {
    this.#state = state;
    this.#runtime = runtime;
  }

  /** The outcome on one node of the cluster; undefined: it has none. Throws the error of the node. */
  allocate(claims: ClaimSet, node: Node, { limits, deadline, tryOn }: PassOptions): Outcome | undefined {
    const asked = this.#askOn(node, claims, limits);
    const checkpoint = checkpointInOneGo(limits, deadline);
    const reached = asked && solveNodes(asked, checkpoint, new WantedNodes([node]));
    if (asked === undefined || reached === undefined || reached === 'nothing') return undefined;
    const { version } = this.#state;
    const known = this.#known(asked, version, node, { reached, limits, checkpoint });
    return known.outcome ?? this.#outcome(asked, version, node, tryOn(node), known.fingerprint);
  }

  /** Begins a pass that gives way, over one node or over many. Undefined: there is none. `state`: the cluster as it is now, whatever changes. */
  begin(claims: ClaimSet, state: StateView, options: SlicedPassOptions): SlicedPass | undefined {
    const asked = this.#ask(claims, options.limits);
    return asked && new SlicedPass(asked, state, this.#runtime, options);
  }

  /** The query of claims for one node. Nodes that callers make up are not resident. */
  #askOn(node: Node, claims: ClaimSet, limits: Limits): Asked | undefined {
    return this.#state.node(node.metadata.name) === node ? this.#ask(claims, limits) : undefined;
  }

  /** The outcome on a node; without one it must be searched by itself. Throws its error, if it is known. */
  #known(
    asked: Asked,
    version: number,
    node: Node,
    { reached, limits, checkpoint }: { readonly reached: Reached; readonly limits: Limits; readonly checkpoint: Checkpoint },
  ): { readonly outcome?: Outcome; readonly fingerprint?: Fingerprint | undefined } {
    if (reached !== 'answers') return { outcome: { kind: 'interrupted', by: 'milliseconds', steps: 0 } };
    const { resident, query } = asked;
    const { name } = node.metadata;
    const ordinal = resident.ordinalOf(name);
    if (query.elsewhere.has(ordinal)) {
      const { error, learned, fingerprint } = this.#lookUp(asked, version, node, limits, checkpoint);
      if (error !== undefined) throw copyOfError(error);
      if (learned === undefined) return { fingerprint };
      query.record([learned]);
    }
    return { outcome: outcomeOf(asked, query.answer(ordinal), name, limits, this.#runtime, checkpoint) };
  }

  /** The outcome of a node that was searched by itself. Throws its error. */
  #outcome(asked: Asked, version: number, { metadata: { name } }: Node, single: Single, fingerprint: Fingerprint | undefined): Outcome {
    // Other calls, also those that make share IDs, may have changed the cluster meanwhile.
    const learned = this.#isAsOf(version, asked) ? resultToRecord(asked, name, single, fingerprint) : undefined;
    if (learned !== undefined) asked.query.record([learned]);
    return orThrow(single);
  }

  /** A pass over nodes; undefined: over all. */
  filter(claims: ClaimSet, nodes: readonly Node[] | undefined, { limits, deadline, tryOn }: PassOptions): FilterResult | undefined {
    const asked = this.#ask(claims, limits);
    if (asked === undefined) return undefined;
    const wanted = nodes && new WantedNodes(nodes);
    const reached = solveNodes(asked, checkpointInOneGo(limits, deadline), wanted);
    // Without time for its nodes a cluster does not even have an order of them.
    if (reached === undefined || reached === 'nothing') return undefined;
    const { version } = this.#state;
    const pass = this.#read(asked, wanted, limits, reached);
    if (asked.query.elsewhere.size === 0) return resultOf(new PassFindings(pass));
    const isAsOf = (): boolean => this.#isAsOf(version, asked);
    const singles = new Singles(pass, { isAsOf, isUnchanged: isAsOf });
    // A node that was searched is no longer elsewhere, so the list is made before.
    const rest = [...this.#elsewhere(pass)];
    const checkpoint = checkpointInOneGo(limits, deadline);
    for (const [index, node] of rest.entries()) {
      if (checkpoint.endedBy !== undefined) return singles.result(new RestOfNodes(rest.slice(index), 'milliseconds'));
      const { name } = node.metadata;
      const { error, learned, fingerprint } = this.#lookUp(asked, version, node, limits, checkpoint);
      if (learned !== undefined) singles.addAlike(name, learned);
      else singles.add(name, error ?? tryOn(node), fingerprint);
    }
    return singles.result();
  }

  /** Takes down what is known of nodes now. */
  #read(asked: Asked, wanted: WantedNodes | undefined, limits: Limits, reached: Reached): Pass {
    const { resident, query } = asked;
    // Answers from before a change are none.
    if (reached !== 'answers') query.noteChanges();
    const unsolved = reached === 'answers' ? NONE_UNSOLVED : query.unsolved();
    const order = wanted ?? resident.order;
    return newPass(asked, order, query.answers(), { unsolved, limits, decoding: this.#runtime });
  }

  /** The nodes of a pass that have to be searched by themselves, in its order. */
  *#elsewhere({ asked: { query, resident }, order, unsolved }: Pass): Iterable<Node> {
    const { elsewhere } = query;
    // A few nodes are looked up by themselves: to go through all of them takes longer.
    const isFew = resident.isOrder(order) && elsewhere.size < FEW * order.names.length;
    const ordinals = isFew
      ? [...elsewhere].sort((left, right) => compareBytes(resident.nameOf(left), resident.nameOf(right)))
      : order.ordinals;
    for (const ordinal of ordinals) {
      const node = elsewhere.has(ordinal) && unsolved[ordinal] !== 1 ? this.#state.node(resident.nameOf(ordinal)) : undefined;
      if (node !== undefined) yield node;
    }
  }

  /** Looks up what is known of a node that is left to a search of its own; nothing once the cluster is not as it was at the version. */
  #lookUp(asked: Asked, version: number, node: Node, limits: Limits, checkpoint: Checkpoint): KnownOfNode {
    if (!this.#isAsOf(version, asked)) return {};
    const { sights } = asked.resident;
    return lookUp(asked, node, { limits, checkpoint, state: this.#state, sightOf: (view) => sights.of(view) });
  }

  /** Puts claims as a query to the resident cluster; undefined: it takes none for them, such as for claims that are allocated already. */
  #ask(claims: ClaimSet, limits: Limits): Asked | undefined {
    const resident = this.#areAllocated(claims) ? undefined : this.#state.resident;
    const shape = resident && claims.shape;
    const query = shape === undefined ? undefined : resident?.query(shape, claims.claims, workText(limits.selectorWork));
    return resident === undefined || query === undefined ? undefined : { resident, query, claims: claims.claims };
  }

  /** Tells whether some claim has devices already. */
  #areAllocated({ claims, keys }: ClaimSet): boolean {
    for (let index = 0; index < claims.length; index++) {
      const { status, metadata } = claims[index] as ResourceClaim;
      if (status.allocation !== undefined) return true;
      if (metadata.name !== '' && this.#state.heldBy(keys[index] as string) !== undefined) return true;
    }
    return false;
  }

  /** Tells whether the cluster is as it was at a version. Share IDs are made by callers, who may change it. */
  #isAsOf(version: number, { query }: Asked): boolean {
    return this.#state.version === version && !query.isEnded;
  }
}
