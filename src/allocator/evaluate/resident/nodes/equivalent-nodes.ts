// Reuses the result of one node's search for equivalent nodes, translated to their devices. Nodes are equivalent if their
// searches solve the same problem: the same kind (node-fingerprints.ts), stages, devices in use, shared devices, and equalities
// between values. For a plain search, fewer properties must be equal (plain-problem.ts). Nodes are not compared if devices
// under constraints have lists or values that are too long. No nodes are compared if constraints use derived attributes.

import { lengthPrefixed } from '../../../../core/base/key-text.js';
import { LruCache } from '../../../../core/base/lru-cache.js';
import { signature } from '../../../../core/base/signature.js';
import type { NodeView } from '../../../encode/node-view.js';
import { VALUE_FIRST, VALUE_LIST_BIT, VALUE_MISSING, VALUE_OTHER } from '../../../kernel/pass-layout.js';
import type { ResidentMemory } from '../../../kernel/resident.js';
import type { ValueColumn } from '../devices/columns.js';
import type { Occupancy } from '../devices/occupancy.js';
import type { StageTable } from '../devices/stage-table.js';
import type { SearchResult, SelectionColumns } from '../query/answers.js';
import type { NodeFingerprint } from './node-fingerprints.js';
import { DevicesInUse, type PlainProblem, type PlannedQuery, plainProblem } from './plain-problem.js';

/** Nodes with more numbers are not compared, because their texts would be long. */
const MOST_NUMBERS = 2048;

/** The approximate bytes of a stored result, and of each of its selections. */
const RESULT_BYTES = 200;
const SELECTION_BYTES = 16;
const ANSWER_CACHE_BOUNDS = {
  entries: 512,
  bytes: 4 << 20,
  weigh: ({ selections }: Found) => RESULT_BYTES + SELECTION_BYTES * (selections?.slots.length ?? 0),
} as const;

/** The approximate bytes of a plain problem for each device of a node and each table. */
const BYTES_OF_NUMBER = 128;
const KIND_CACHE_BOUNDS = { entries: 64, bytes: 2 << 20, weigh: ({ bytes }: NodesOfKind) => bytes } as const;

/** The result of a search. Selections name devices by their index within the node; they are undefined if no solution exists. */
interface Found {
  readonly steps: number;
  readonly selections: SelectionColumns<number> | undefined;
}

/** The numbers that a query sees of a node, in addition to its kind, independent of the devices in use. */
interface Seen {
  readonly kind: string;
  /** The stages of each table, device by device. */
  readonly stages: readonly number[];
  /** The values of each column, device by device, numbered in order of first occurrence. */
  readonly values: readonly number[];
}

/**
 * Encodes numbers as characters after their count, so that the text is self-delimiting. Stages are bytes, and there are at most
 * as many distinct values as devices, so each number fits into a character.
 */
function codesText(codes: readonly number[]): string {
  let text = String.fromCharCode(codes.length);
  for (const code of codes) text += String.fromCharCode(code);
  return text;
}

const seenText = signature<Seen>({ kind: lengthPrefixed, stages: codesText, values: codesText });

/** Nodes that are equal for a query, independent of the devices in use. */
interface NodesOfKind {
  /** The prefixes of the keys of plain searches and of whole problems. */
  readonly plainKey: string;
  readonly wholeKey: string;
  /** Undefined if plain searches depend on which devices are in use. */
  readonly plain: PlainProblem | undefined;
  readonly bytes: number;
}

/** A node as a query sees it: nodes with equal keys are equivalent. */
export interface Fingerprint {
  readonly ordinal: number;
  /** The key of the plain search, or undefined if it depends on the whole problem. */
  readonly plain: string | undefined;
  readonly kind: NodesOfKind;
  readonly node: NodeFingerprint;
}

/** The sources of the numbers that a query sees. */
export interface SeenSources extends PlannedQuery {
  readonly memory: ResidentMemory;
  readonly occupancy: Occupancy;
  /** The stage tables, and the index of the table of each slot. */
  readonly tables: readonly StageTable[];
  readonly tableOf: readonly number[];
  /** The columns of the attributes that constraints check. */
  readonly columns: readonly ValueColumn[];
  /** The number of plain steps before bounds are used. */
  readonly plainSteps: number;
}

/** Caches the results of searches of single nodes for one query, by the fingerprints of the nodes. */
export class EquivalentNodes {
  readonly #sources: SeenSources;
  readonly #found = new LruCache<Found>(ANSWER_CACHE_BOUNDS);
  /** True after a search used bounds, so that its result was stored by the whole problem. */
  #hasBounded = false;
  readonly #use = new DevicesInUse();
  readonly #kinds = new LruCache<NodesOfKind>(KIND_CACHE_BOUNDS);
  #lastKind = 0;
  /** The stages and values of devices never change. */
  readonly #kindOf = new WeakMap<NodeView, NodesOfKind | 'incomparable'>();

  constructor(sources: SeenSources) {
    this.#sources = sources;
  }

  /** The bytes of the cache. */
  get bytes(): number {
    return this.#found.bytes + this.#kinds.bytes;
  }

  /** Returns the fingerprint of a node, or undefined if it is not compared with others. Requires: the tables and columns are up to date. */
  fingerprintOf(ordinal: number, node: NodeFingerprint): Fingerprint | undefined {
    const kind = this.#nodesOfKind(node);
    if (kind === 'incomparable') return undefined;
    const plain = kind.plain?.textOf(this.#useOf(node), node.taken);
    return { ordinal, plain: plain === undefined ? undefined : kind.plainKey + plain, kind, node };
  }

  /** Returns the key of the whole problem. Requires: nothing changed since the fingerprint was requested. */
  #wholeKeyOf({ kind, node }: Fingerprint): string {
    return kind.wholeKey + usedText(node.devices.length, this.#useOf(node)) + node.taken.text;
  }

  #useOf({ devices }: NodeFingerprint): DevicesInUse {
    const { memory, occupancy } = this.#sources;
    return this.#use.of(devices, memory.u32, occupancy.address / 4);
  }

  #nodesOfKind(node: NodeFingerprint): NodesOfKind | 'incomparable' {
    let kind = this.#kindOf.get(node.view);
    if (kind === undefined) {
      kind = this.#look(node);
      this.#kindOf.set(node.view, kind);
    }
    return kind;
  }

  #look({ view, kind, devices }: NodeFingerprint): NodesOfKind | 'incomparable' {
    const { memory, tables, tableOf, columns } = this.#sources;
    const size = devices.length * (1 + tables.length + columns.length);
    if (size > MOST_NUMBERS) return 'incomparable';
    const stages: number[] = [];
    for (const { stagesAt } of tables) for (const number of devices) stages.push(memory.u8[stagesAt + number] as number);
    const values: number[] = [];
    for (const column of columns) {
      const at = column.addresses.values / 4;
      const local: number[] = [];
      for (const number of devices) {
        const value = memory.u32[at + number] as number;
        if (value === VALUE_OTHER || (value & VALUE_LIST_BIT) !== 0) return 'incomparable';
        values.push(value === VALUE_MISSING ? value : VALUE_FIRST + placeIn(local, value));
      }
    }
    return this.#kinds.getOr(seenText({ kind, stages, values }), () => {
      const stageOf = (slot: number, place: number): number => stages[(tableOf[slot] as number) * devices.length + place] as number;
      const plain = plainProblem(view, this.#sources, stageOf);
      const number = this.#lastKind++;
      return { plainKey: `p${number} `, wholeKey: `w${number} `, plain, bytes: BYTES_OF_NUMBER * size };
    });
  }

  /** Returns the result that the search of a node would have, if an equivalent node was searched. */
  resultFor(fingerprint: Fingerprint): SearchResult | undefined {
    const { ordinal, plain, node } = fingerprint;
    const { devices } = node;
    const byPlain = plain === undefined ? undefined : this.#found.get(plain);
    const found = byPlain ?? (plain === undefined || this.#hasBounded ? this.#found.get(this.#wholeKeyOf(fingerprint)) : undefined);
    if (found === undefined) return undefined;
    const { steps, selections } = found;
    if (selections === undefined) return { ordinal, steps, selections };
    return {
      ordinal,
      steps,
      selections: { slots: selections.slots, devices: selections.devices.map((place) => devices[place] as number) },
    };
  }

  /** Caches the result of the search of a node. Requires: the cluster has not changed since its fingerprint was requested. */
  keep(fingerprint: Fingerprint, { steps, selections }: SearchResult): void {
    const { plain, node } = fingerprint;
    const isPlain = plain !== undefined && steps < this.#sources.plainSteps;
    if (!isPlain) this.#hasBounded = true;
    const places = selections && { slots: selections.slots, devices: selections.devices.map((device) => node.devices.indexOf(device)) };
    this.#found.set(isPlain ? plain : this.#wholeKeyOf(fingerprint), { steps, selections: places });
  }
}

/** Encodes which devices are in use, eight per character. */
function usedText(count: number, use: DevicesInUse): string {
  let text = '';
  for (let first = 0; first < count; first += DEVICES_IN_A_CHARACTER) {
    let bits = 0;
    for (let place = first; place < first + DEVICES_IN_A_CHARACTER && place < count; place++) bits = (bits << 1) | (use.has(place) ? 1 : 0);
    text += String.fromCharCode(bits);
  }
  return text;
}

const DEVICES_IN_A_CHARACTER = 8;

/** Returns the index of a value in a list, and adds it if it is new. */
function placeIn(list: number[], value: number): number {
  const place = list.indexOf(value);
  return place >= 0 ? place : list.push(value) - 1;
}
