// Fingerprints of nodes: the part of what the search of a node by itself depends on that is the same whatever is queried. It is a text, which is equal for nodes of a
// kind, and what shares have taken of the node. Nodes of which it would have to say more are not compared: those with pools that do not count, since errors name them; those whose
// counters others take from; those whose devices choose nodes, or have selectors that results cannot repeat; and those where shares left less than nothing
// of a capacity, or are of devices that are dedicated by now. Everything that `encodeProblem` checks and that differs between nodes must be found here, or
// in `equivalent-nodes.ts`.

import { mayExclude } from '../../../../core/api/node-match.js';
import { lengthPrefixed } from '../../../../core/base/key-text.js';
import { LruCache } from '../../../../core/base/lru-cache.js';
import { ended, irrelevant, mapOf, signature } from '../../../../core/base/signature.js';
import type { AllocatedView } from '../../../encode/allocated-state.js';
import type { NodeView } from '../../../encode/node-view.js';
import { type NodeResources, resourcesText } from '../../../encode/resources.js';
import { shareableText } from '../../../encode/shares.js';
import type { PoolDevice } from '../../../pools/pool.js';
import { type DeviceTable, hasTerms } from '../devices/device-table.js';

/** Nodes with more devices are not compared: texts would be long. */
const MOST_DEVICES = 256;
/** Nodes whose devices take from more counters together, each as often as a device takes from it, or with a longer text of shares are not compared. */
const MOST_COUNTED = 1 << 14;
const LONGEST_KIND = 1 << 16;

const KINDS_KEPT = { entries: 1024, bytes: 16 << 20, weigh: () => 0 } as const;

/** The part of what a node sees that is the same whatever is queried and whatever devices are in use, and what shares have taken. */
export interface NodeFingerprint {
  readonly view: NodeView;
  /** Is equal for nodes with equal counters and equal capacities of shared devices. */
  readonly kind: string;
  /** The devices by their numbers, in search order. */
  readonly devices: readonly number[];
  readonly taken: SharesTaken;
}

/** The devices that are shared, with what shares consume. */
export interface SharesTaken {
  readonly devices: readonly SharedDevice[];
  /** Is equal where all of it is. */
  readonly text: string;
}

/** A device that is shared: its place, and what its shares consume. */
export interface SharedDevice {
  readonly place: number;
  readonly consumed: ReadonlyMap<string, bigint>;
}

const NOTHING_TAKEN: SharesTaken = { devices: [], text: '' };

/** Says what a search of a node depends on whatever is queried, of nodes that are compared. */
const viewText = signature<NodeView>({
  node: irrelevant('nodes with different slices are not compared'),
  slices: irrelevant('those that the node sees are in its pools'),
  pools: irrelevant('pools with anything but their devices and counters are not compared'),
  devices: irrelevant('a fingerprint lists each device, and there is a separate text for shared capacities'),
  resources: resourcesText,
  examiner: irrelevant('stages are compared query by query'),
  derived: irrelevant('queries with constraints over derived attributes compare no nodes'),
});

/** A node as it is whatever is queried: what it sees, and the capacities that its devices share as a text. */
interface Kind {
  readonly view: NodeView;
  readonly capacities: string;
}

const kindText = signature<Kind>({ view: viewText, capacities: lengthPrefixed });

const sharedText = signature<SharedDevice>({ place: ended, consumed: mapOf(ended) });

/** The fingerprint of what a node sees, as it was found last. */
interface Known {
  /** Undefined: it is not compared. */
  readonly unshared: NodeFingerprint | undefined;
  fingerprint: NodeFingerprint | undefined;
  /** The number of changes before. */
  at: number;
}

/** Remembers the fingerprints of the nodes of a cluster, as far as they are the same whatever is queried. */
export class NodeFingerprints {
  readonly #table: DeviceTable;
  readonly #allocated: AllocatedView;
  readonly #kinds = new LruCache<number>(KINDS_KEPT);
  #lastKind = 0;
  readonly #known = new WeakMap<NodeView, Known>();
  /** The number of changes so far, and what it was when each node changed last, and when any may have. */
  #changes = 0;
  readonly #changed: number[] = [];
  #allChanged = 0;

  constructor(table: DeviceTable, allocated: AllocatedView) {
    this.#table = table;
    this.#allocated = allocated;
  }

  /** Notes that devices which the node of an ordinal sees came into use, or out of it. */
  changed(ordinal: number): void {
    this.#changed[ordinal] = ++this.#changes;
  }

  /** Notes that any node may have changed so. */
  allChanged(): void {
    this.#allChanged = ++this.#changes;
  }

  /** Gives the fingerprint of a node now; undefined: it is not compared with others. Requires: all slices that it sees have numbers. */
  of(ordinal: number, view: NodeView): NodeFingerprint | undefined {
    let known = this.#known.get(view);
    if (known === undefined) {
      known = { unshared: this.#look(view), fingerprint: undefined, at: -1 };
      this.#known.set(view, known);
    }
    if (known.at < Math.max(this.#changed[ordinal] ?? 0, this.#allChanged)) {
      known.fingerprint = known.unshared && this.#withShares(known.unshared);
      known.at = this.#changes;
    }
    return known.fingerprint;
  }

  #withShares(unshared: NodeFingerprint): NodeFingerprint | undefined {
    const { view, kind, devices } = unshared;
    const taken = this.#allocated.hasShares ? this.#takenOf(view) : NOTHING_TAKEN;
    return taken === NOTHING_TAKEN ? unshared : taken && { view, kind, devices, taken };
  }

  /** Finds what shares have taken; undefined where that is of devices that are dedicated by now, or less than nothing. */
  #takenOf({ devices, resources }: NodeView): SharesTaken | undefined {
    const allocated = this.#allocated;
    const shareable = resources?.shareable ?? NONE;
    const shared: SharedDevice[] = [];
    let text = '';
    for (let place = 0; place < devices.length; place++) {
      const { key } = devices[place] as PoolDevice;
      // A device that nobody shares has all that it had.
      if (!allocated.isShared(key)) continue;
      if (!shareable.has(place)) return undefined;
      const consumed = allocated.consumedOf(key);
      for (const amount of consumed.values()) if (amount < 0n) return undefined;
      const one = { place, consumed };
      shared.push(one);
      text += sharedText(one);
      if (text.length > LONGEST_KIND) return undefined;
    }
    return shared.length === 0 ? NOTHING_TAKEN : { devices: shared, text };
  }

  #look(view: NodeView): NodeFingerprint | undefined {
    const { node, pools, devices, resources } = view;
    if (devices.length > MOST_DEVICES) return undefined;
    if (pools.some(({ problem, otherSlices }) => problem !== undefined || otherSlices.length > 0)) return undefined;
    const numbers: number[] = [];
    for (const { slices } of pools) {
      for (const slice of slices) {
        if (mayExclude(slice, node) || hasTerms(slice.spec.nodeSelector)) return undefined;
        const { first, count } = this.#table.blockOf(slice);
        for (let number = first; number < first + count; number++) numbers.push(number);
      }
    }
    const capacities = shareableText(devices, resources?.shareable ?? NONE);
    if (capacities === undefined || isLong(resources)) return undefined;
    return {
      view,
      kind: `${this.#kinds.getOr(kindText({ view, capacities }), () => ++this.#lastKind)}`,
      devices: numbers,
      taken: NOTHING_TAKEN,
    };
  }
}

const NONE: ReadonlySet<number> = new Set();

/** Returns whether devices use up so many counters that to compare them would take long. */
function isLong(resources: NodeResources | undefined): boolean {
  let numbers = 0;
  for (const { declared, consumers, counterSets } of resources?.ledgers ?? []) {
    numbers += declared.length;
    for (const { charges, memberships } of consumers) numbers += charges.length + memberships.length;
    for (const { sets } of counterSets) for (const set of sets) numbers += set.length;
  }
  return numbers > MOST_COUNTED;
}
