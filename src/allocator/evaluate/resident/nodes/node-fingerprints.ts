// Computes the fingerprints of nodes. A fingerprint consists of the properties that affect the search of the node in every
// query. One part is a text that is equal for nodes of one kind. The other part is the consumption of shares. Nodes with
// invalid pools, shared counters, or devices that select nodes would need more properties, so they are not compared. Every node
// property that `encodeProblem` checks must be compared here or in `equivalent-nodes.ts`.

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

/** Nodes with more devices are not compared, because their texts would be long. */
const MOST_DEVICES = 256;
/** Nodes with more charges of counters in total, or with a longer text of shares, are not compared. */
const MOST_COUNTED = 1 << 14;
const LONGEST_KIND = 1 << 16;

const KIND_CACHE_BOUNDS = { entries: 1024, bytes: 16 << 20, weigh: () => 0 } as const;

/** The properties of a node that are independent of the query and the devices in use, and the consumption of shares. */
export interface NodeFingerprint {
  readonly view: NodeView;
  /** Equal for nodes with equal counters, and with equal capacities of shareable devices. */
  readonly kind: string;
  /** The numbers of the devices, in search order. */
  readonly devices: readonly number[];
  readonly taken: SharesTaken;
}

/** The shared devices, with the consumption of their shares. */
export interface SharesTaken {
  readonly devices: readonly SharedDevice[];
  /** Equal if all shared devices and consumptions are equal. */
  readonly text: string;
}

/** A shared device: its index, and the consumption of its shares. */
export interface SharedDevice {
  readonly place: number;
  readonly consumed: ReadonlyMap<string, bigint>;
}

const NOTHING_TAKEN: SharesTaken = { devices: [], text: '' };

/** The properties of a node's view that a search depends on in every query, for nodes that are compared. */
const viewText = signature<NodeView>({
  node: irrelevant('nodes with different slices are not compared'),
  slices: irrelevant('its pools contain the relevant slices'),
  pools: irrelevant('only pools that consist of devices and counters are compared'),
  devices: irrelevant('a fingerprint lists each device, and shared capacities have a separate text'),
  resources: resourcesText,
  examiner: irrelevant('stages are compared query by query'),
  derived: irrelevant('nodes are not compared in queries with constraints on derived attributes'),
});

/** The properties of a node that are independent of the query: its view, and the capacities that its devices share, as a text. */
interface Kind {
  readonly view: NodeView;
  readonly capacities: string;
}

const kindText = signature<Kind>({ view: viewText, capacities: lengthPrefixed });

const sharedText = signature<SharedDevice>({ place: ended, consumed: mapOf(ended) });

/** The last fingerprint of a view. */
interface CachedFingerprint {
  /** Undefined if the node is not compared. */
  readonly unshared: NodeFingerprint | undefined;
  fingerprint: NodeFingerprint | undefined;
  /** The number of changes before this fingerprint. */
  at: number;
}

/** Caches the fingerprints of the nodes of a cluster, as far as they are independent of the query. */
export class NodeFingerprints {
  readonly #table: DeviceTable;
  readonly #allocated: AllocatedView;
  readonly #kinds = new LruCache<number>(KIND_CACHE_BOUNDS);
  #lastKind = 0;
  readonly #fingerprints = new WeakMap<NodeView, CachedFingerprint>();
  /**
   * The number of changes so far, the number at the last change of each node, and the number at the last change that may have
   * affected any node.
   */
  #changes = 0;
  readonly #changed: number[] = [];
  #allChanged = 0;

  constructor(table: DeviceTable, allocated: AllocatedView) {
    this.#table = table;
    this.#allocated = allocated;
  }

  /** Records that devices which a node sees were allocated or deallocated. */
  changed(ordinal: number): void {
    this.#changed[ordinal] = ++this.#changes;
  }

  /** Records that devices of any node may have been allocated or deallocated. */
  allChanged(): void {
    this.#allChanged = ++this.#changes;
  }

  /** Returns the current fingerprint of a node, or undefined if it is not compared with others. Requires: all slices that it sees have numbers. */
  of(ordinal: number, view: NodeView): NodeFingerprint | undefined {
    let cachedEntry = this.#fingerprints.get(view);
    if (cachedEntry === undefined) {
      cachedEntry = { unshared: this.#look(view), fingerprint: undefined, at: -1 };
      this.#fingerprints.set(view, cachedEntry);
    }
    if (cachedEntry.at < Math.max(this.#changed[ordinal] ?? 0, this.#allChanged)) {
      cachedEntry.fingerprint = cachedEntry.unshared && this.#withShares(cachedEntry.unshared);
      cachedEntry.at = this.#changes;
    }
    return cachedEntry.fingerprint;
  }

  #withShares(unshared: NodeFingerprint): NodeFingerprint | undefined {
    const { view, kind, devices } = unshared;
    const taken = this.#allocated.hasShares ? this.#takenOf(view) : NOTHING_TAKEN;
    return taken === NOTHING_TAKEN ? unshared : taken && { view, kind, devices, taken };
  }

  /** Returns the consumption of shares, or undefined if a shared device is no longer shareable, or a consumption is negative. */
  #takenOf({ devices, resources }: NodeView): SharesTaken | undefined {
    const allocated = this.#allocated;
    const shareable = resources?.shareable ?? NONE;
    const shared: SharedDevice[] = [];
    let text = '';
    for (let place = 0; place < devices.length; place++) {
      const { key } = devices[place] as PoolDevice;
      // A device without shares has its full capacity.
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

/** Returns whether devices consume so many counters that comparing them would take long. */
function isLong(resources: NodeResources | undefined): boolean {
  let numbers = 0;
  for (const { declared, consumers, counterSets } of resources?.ledgers ?? []) {
    numbers += declared.length;
    for (const { charges, memberships } of consumers) numbers += charges.length + memberships.length;
    for (const { sets } of counterSets) for (const set of sets) numbers += set.length;
  }
  return numbers > MOST_COUNTED;
}
