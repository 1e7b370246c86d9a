// Nodes are equivalent when their searches by themselves would have the same problem: then the result of one holds for the others, with
// their own devices. Most nodes of a cluster are of few kinds. A problem is the same when it has as many devices in the same order, of which the
// same ones are in use, with the same stages, counters and capacities to share, and when values of constraints are equal among themselves where
// those of the other are. A fingerprint says all of that. Nodes of which it would have to say more are not compared: those with pools that do not
// count, since errors name them; those whose counters others take from; those whose devices choose nodes, or have selectors that results cannot
// repeat; and those where shares left less than nothing of a capacity, or are of devices that are dedicated by now. Nor are nodes with lists, or
// with values that columns do not compare, under constraints, nor any for claims with derived attributes under a constraint. Everything that
// `encodeProblem` looks at and that differs between nodes must be found here.

import { mayExclude } from '../../../api/node-match.js';
import { lengthPrefixed } from '../../../base/key-text.js';
import { LruCache } from '../../../base/lru-cache.js';
import { ended, irrelevant, mapOf, signature } from '../../../base/signature.js';
import type { AllocatedView } from '../../../encode/allocated-state.js';
import type { NodeView } from '../../../encode/node-view.js';
import { type NodeResources, resourcesText } from '../../../encode/resources.js';
import { shareableText } from '../../../encode/shares.js';
import { VALUE_FIRST, VALUE_LIST_BIT, VALUE_MISSING, VALUE_OTHER } from '../../../kernel/pass-layout.js';
import type { ResidentMemory } from '../../../kernel/resident.js';
import type { PoolDevice } from '../../../pools/pool.js';
import type { ValueColumn } from '../devices/columns.js';
import { type DeviceTable, hasTerms } from '../devices/device-table.js';
import type { Occupancy } from '../devices/occupancy.js';
import type { StageTable } from '../devices/stage-table.js';
import type { Picks, SearchResult } from '../query/answers.js';

/** Nodes with more devices are not compared, nor are more numbers that tell of them: texts would be long. */
const MOST_DEVICES = 256;
const MOST_NUMBERS = 2048;
/** Nodes whose devices take from more counters together, each as often as a device takes from it, or with a longer text of shares are not compared. */
const MOST_COUNTED = 1 << 14;
const LONGEST_KIND = 1 << 16;

const KINDS_KEPT = { entries: 1024, bytes: 16 << 20, weigh: () => 0 } as const;
/** A result that is kept takes about this much, and each of its picks. */
const RESULT_BYTES = 200;
const PICK_BYTES = 16;
const ANSWERS_KEPT = {
  entries: 512,
  bytes: 4 << 20,
  weigh: ({ picks }: Found) => RESULT_BYTES + PICK_BYTES * (picks?.slots.length ?? 0),
} as const;

/** The part of what a node sees that is the same whatever is asked and whatever devices are in use. */
export interface NodeFingerprint {
  /** Is equal for nodes with equal counters and equal capacities of shared devices, as far as they are left. */
  readonly kind: string;
  /** The devices by their numbers, in search order. */
  readonly devices: readonly number[];
}

/** The fingerprint of a node while nothing is shared, and the places of devices that can be. */
interface UnsharedFingerprint extends NodeFingerprint {
  readonly shareable: ReadonlySet<number>;
}

/** Says what a search of a node depends on whatever is asked, of nodes that are compared. */
const viewText = signature<NodeView>({
  node: irrelevant('nodes that their slices tell apart are not compared'),
  slices: irrelevant('those that the node sees are in its pools'),
  pools: irrelevant('pools with anything but their devices and counters are not compared'),
  devices: irrelevant('a fingerprint tells of each, and capacities that are shared have a text of their own'),
  resources: resourcesText,
  examiner: irrelevant('stages are compared query by query'),
  derived: irrelevant('queries with constraints over derived attributes compare no nodes'),
});

/** A node as it is whatever is asked: what it sees, and the capacities that its devices share as a text. */
interface Kind {
  readonly view: NodeView;
  readonly capacities: string;
}

const kindText = signature<Kind>({ view: viewText, capacities: lengthPrefixed });

/** A device that is shared: its place, and what its shares consume. */
interface SharedDevice {
  readonly place: number;
  readonly consumed: ReadonlyMap<string, bigint>;
}

const sharedText = signature<SharedDevice>({ place: ended, consumed: mapOf(ended) });

/** Remembers the fingerprints of the nodes of a cluster, as far as they are the same whatever is asked. */
export class NodeFingerprints {
  readonly #table: DeviceTable;
  readonly #allocated: AllocatedView;
  readonly #kinds = new LruCache<number>(KINDS_KEPT);
  #lastKind = 0;
  readonly #known = new WeakMap<NodeView, UnsharedFingerprint | 'incomparable'>();

  constructor(table: DeviceTable, allocated: AllocatedView) {
    this.#table = table;
    this.#allocated = allocated;
  }

  /** Gives the fingerprint of a node now; undefined: it is not compared with others. Requires: all slices that it sees have numbers. */
  of(view: NodeView): NodeFingerprint | undefined {
    let known = this.#known.get(view);
    if (known === undefined) {
      known = this.#look(view);
      this.#known.set(view, known);
    }
    if (known === 'incomparable') return undefined;
    const { hasShares, consumes } = this.#allocated;
    return hasShares || consumes ? this.#withShares(known, view) : known;
  }

  /** Adds what shares have taken to a fingerprint; undefined where that is of devices that are dedicated by now, or less than nothing. */
  #withShares({ kind, devices, shareable }: UnsharedFingerprint, view: NodeView): NodeFingerprint | undefined {
    const allocated = this.#allocated;
    let text = kind;
    for (let place = 0; place < view.devices.length; place++) {
      const { key } = view.devices[place] as PoolDevice;
      const consumed = allocated.consumedOf(key);
      if (consumed.size === 0 && !allocated.isShared(key)) continue;
      if (!shareable.has(place)) return undefined;
      for (const amount of consumed.values()) if (amount < 0n) return undefined;
      text += sharedText({ place, consumed });
      if (text.length > LONGEST_KIND) return undefined;
    }
    return { kind: text, devices };
  }

  #look(view: NodeView): UnsharedFingerprint | 'incomparable' {
    const { node, pools, devices, resources } = view;
    if (devices.length > MOST_DEVICES) return 'incomparable';
    if (pools.some(({ problem, otherSlices }) => problem !== undefined || otherSlices.length > 0)) return 'incomparable';
    const numbers: number[] = [];
    for (const { slices } of pools) {
      for (const slice of slices) {
        if (mayExclude(slice, node) || hasTerms(slice.spec.nodeSelector)) return 'incomparable';
        const { first, count } = this.#table.blockOf(slice);
        for (let number = first; number < first + count; number++) numbers.push(number);
      }
    }
    const shareable = resources?.shareable ?? NONE;
    const capacities = shareableText(devices, shareable);
    if (capacities === undefined || isLong(resources)) return 'incomparable';
    return { kind: `${this.#kinds.getOr(kindText({ view, capacities }), () => ++this.#lastKind)}`, devices: numbers, shareable };
  }
}

const NONE: ReadonlySet<number> = new Set();

/** Tells whether devices use up so many counters that to compare them would take long. */
function isLong(resources: NodeResources | undefined): boolean {
  let numbers = 0;
  for (const { declared, consumers, counterSets } of resources?.ledgers ?? []) {
    numbers += declared.length;
    for (const { charges, memberships } of consumers) numbers += charges.length + memberships.length;
    for (const { sets } of counterSets) for (const set of sets) numbers += set.length;
  }
  return numbers > MOST_COUNTED;
}

/** The result of a search: its steps, and the picks, by the places of the devices among those of the node; undefined: nothing fits. */
interface Found {
  readonly steps: number;
  readonly picks: Picks<number> | undefined;
}

/** The numbers that a query sees of a node, beside what its kind tells. */
interface Seen {
  readonly kind: string;
  /** Stages of each table, device by device, twice over, and one more where the device is in use. */
  readonly stages: readonly number[];
  /** Values of each column, device by device, numbered as they first appear. */
  readonly values: readonly number[];
}

/** Encodes numbers as characters behind their count, which shows where they end: stages are bytes with one bit more, and values have no more numbers than there are devices. */
function codesText(codes: readonly number[]): string {
  return String.fromCharCode(codes.length, ...codes);
}

const seenText = signature<Seen>({ kind: lengthPrefixed, stages: codesText, values: codesText });

/** A node as a query sees it: nodes with equal keys are equivalent. */
export interface Fingerprint {
  readonly ordinal: number;
  readonly key: string;
  readonly devices: readonly number[];
}

/** Keeps the results of searches of single nodes for one query, by the fingerprints of the nodes. */
export class EquivalentNodes {
  readonly #memory: ResidentMemory;
  readonly #occupancy: Occupancy;
  readonly #tables: readonly StageTable[];
  readonly #columns: readonly ValueColumn[];
  readonly #found = new LruCache<Found>(ANSWERS_KEPT);

  /** `columns`: those of the attributes that constraints look at. */
  constructor(memory: ResidentMemory, occupancy: Occupancy, tables: readonly StageTable[], columns: readonly ValueColumn[]) {
    this.#memory = memory;
    this.#occupancy = occupancy;
    this.#tables = tables;
    this.#columns = columns;
  }

  /** Bytes of what is kept. */
  get bytes(): number {
    return this.#found.bytes;
  }

  /** Gives the fingerprint of a node; undefined: it is not compared with others. Requires: the tables and columns are up to date. */
  fingerprintOf(ordinal: number, { kind, devices }: NodeFingerprint): Fingerprint | undefined {
    if (devices.length * (1 + this.#tables.length + this.#columns.length) > MOST_NUMBERS) return undefined;
    const { u8, u32 } = this.#memory;
    const occupied = this.#occupancy.address / 4;
    const stages: number[] = [];
    for (const { stagesAt } of this.#tables) {
      for (const number of devices) {
        const inUse = ((u32[occupied + (number >>> 5)] as number) >>> (number & 31)) & 1;
        stages.push(((u8[stagesAt + number] as number) << 1) | inUse);
      }
    }
    const values: number[] = [];
    for (const column of this.#columns) {
      const at = column.addresses.values / 4;
      const local: number[] = [];
      for (const number of devices) {
        const value = u32[at + number] as number;
        if (value === VALUE_OTHER || (value & VALUE_LIST_BIT) !== 0) return undefined;
        values.push(value === VALUE_MISSING ? value : VALUE_FIRST + placeIn(local, value));
      }
    }
    return { ordinal, key: seenText({ kind, stages, values }), devices };
  }

  /** Gives the result that the search of a node would have, if an equivalent one was searched. */
  resultFor({ ordinal, key, devices }: Fingerprint): SearchResult | undefined {
    const found = this.#found.get(key);
    if (found === undefined) return undefined;
    const { steps, picks } = found;
    if (picks === undefined) return { ordinal, steps, picks };
    return { ordinal, steps, picks: { slots: picks.slots, devices: picks.devices.map((place) => devices[place] as number) } };
  }

  /** Keeps the result of the search of a node. Requires: nothing changed since its fingerprint was asked for. */
  keep({ key, devices }: Fingerprint, { steps, picks }: SearchResult): void {
    const places = picks && { slots: picks.slots, devices: picks.devices.map((device) => devices.indexOf(device)) };
    this.#found.set(key, { steps, picks: places });
  }
}

/** The place of a value in a list, to which it is added when it is new. */
function placeIn(list: number[], value: number): number {
  const place = list.indexOf(value);
  return place >= 0 ? place : list.push(value) - 1;
}
