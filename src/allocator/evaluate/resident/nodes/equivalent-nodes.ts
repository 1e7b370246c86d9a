// Nodes are equivalent when their searches by themselves would have the same problem, or the same plain search: then the result of one holds for the others, with
// their own devices. Most nodes of a cluster are of few kinds. A problem is the same when nodes are of one kind (`node-fingerprints.ts`), the same ones of their
// devices are in use and shared, these have the same stages, and values of constraints are equal among themselves where those of the other are; a plain search
// is where less than that is the same (`plain-problem.ts`). Nodes with lists, or with values that columns do not compare, under constraints are not compared, nor
// are any for claims with derived attributes under a constraint.

import { lengthPrefixed } from '../../../../core/base/key-text.js';
import { LruCache } from '../../../../core/base/lru-cache.js';
import { signature } from '../../../../core/base/signature.js';
import type { NodeView } from '../../../encode/node-view.js';
import { VALUE_FIRST, VALUE_LIST_BIT, VALUE_MISSING, VALUE_OTHER } from '../../../kernel/pass-layout.js';
import type { ResidentMemory } from '../../../kernel/resident.js';
import type { ValueColumn } from '../devices/columns.js';
import type { Occupancy } from '../devices/occupancy.js';
import type { StageTable } from '../devices/stage-table.js';
import type { Picks, SearchResult } from '../query/answers.js';
import type { NodeFingerprint } from './node-fingerprints.js';
import { DevicesInUse, type PlainProblem, plainProblem, type Wanted } from './plain-problem.js';

/** Nodes with more numbers that tell of them are not compared: texts would be long. */
const MOST_NUMBERS = 2048;

/** A result that is stored takes about this much, and each of its selections. */
const RESULT_BYTES = 200;
const PICK_BYTES = 16;
const ANSWERS_KEPT = {
  entries: 512,
  bytes: 4 << 20,
  weigh: ({ picks }: Found) => RESULT_BYTES + PICK_BYTES * (picks?.slots.length ?? 0),
} as const;

/** A plain problem takes about this much for each device of a node of its kind and each table. */
const BYTES_OF_NUMBER = 128;
const KINDS_KEPT = { entries: 64, bytes: 2 << 20, weigh: ({ bytes }: NodesOfKind) => bytes } as const;

/** The result of a search: its steps, and the selections, by the places of the devices among those of the node; undefined: nothing fits. */
interface Found {
  readonly steps: number;
  readonly picks: Picks<number> | undefined;
}

/** The numbers that a query sees of a node, whatever devices are in use, next to what its kind tells. */
interface Seen {
  readonly kind: string;
  /** Stages of each table, device by device. */
  readonly stages: readonly number[];
  /** Values of each column, device by device, numbered as they first appear. */
  readonly values: readonly number[];
}

/** Encodes numbers as characters behind their count, which shows where they end: stages are bytes, and values have no more numbers than there are devices. */
function codesText(codes: readonly number[]): string {
  let text = String.fromCharCode(codes.length);
  for (const code of codes) text += String.fromCharCode(code);
  return text;
}

const seenText = signature<Seen>({ kind: lengthPrefixed, stages: codesText, values: codesText });

/** Nodes in which a query sees the same, whatever devices are in use. */
interface NodesOfKind {
  /** The beginnings of the keys of plain searches and of whole problems. */
  readonly plainKey: string;
  readonly wholeKey: string;
  /** Undefined: plain searches depend on all that is in use. */
  readonly plain: PlainProblem | undefined;
  readonly bytes: number;
}

/** A node as a query sees it: nodes with an equal key are equivalent. */
export interface Fingerprint {
  readonly ordinal: number;
  /** The key of the plain search; undefined: it depends on as much as the whole problem. */
  readonly plain: string | undefined;
  readonly kind: NodesOfKind;
  readonly node: NodeFingerprint;
}

/** The sources of the numbers that a query sees. */
export interface SeenSources extends Wanted {
  readonly memory: ResidentMemory;
  readonly occupancy: Occupancy;
  /** The stage tables, and for each slot the number of its own. */
  readonly tables: readonly StageTable[];
  readonly tableOf: readonly number[];
  /** The columns of the attributes that constraints check. */
  readonly columns: readonly ValueColumn[];
  /** Steps of plain search before a search gets its bounds. */
  readonly plainSteps: number;
}

/** Keeps the results of searches of single nodes for one query, by the fingerprints of the nodes. */
export class EquivalentNodes {
  readonly #sources: SeenSources;
  readonly #found = new LruCache<Found>(ANSWERS_KEPT);
  /** A search ended with bounds, so that its result was stored by its whole problem. */
  #hasBounded = false;
  readonly #use = new DevicesInUse();
  readonly #kinds = new LruCache<NodesOfKind>(KINDS_KEPT);
  #lastKind = 0;
  /** Stages and values of devices never change. */
  readonly #kindOf = new WeakMap<NodeView, NodesOfKind | 'incomparable'>();

  constructor(sources: SeenSources) {
    this.#sources = sources;
  }

  /** Bytes of what is stored. */
  get bytes(): number {
    return this.#found.bytes + this.#kinds.bytes;
  }

  /** Gives the fingerprint of a node; undefined: it is not compared with others. Requires: the tables and columns are up to date. */
  fingerprintOf(ordinal: number, node: NodeFingerprint): Fingerprint | undefined {
    const kind = this.#nodesOfKind(node);
    if (kind === 'incomparable') return undefined;
    const plain = kind.plain?.textOf(this.#useOf(node), node.taken);
    return { ordinal, plain: plain === undefined ? undefined : kind.plainKey + plain, kind, node };
  }

  /** The key of the whole problem. Requires: nothing changed since the fingerprint was requested. */
  #wholeKeyOf({ kind, node }: Fingerprint): string {
    return kind.wholeKey + usedText(node.devices.length, this.#useOf(node)) + node.taken.text;
  }

  /** Tells of the devices of a node which are in use now. */
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

  /** Gives the result that the search of a node would have, if an equivalent one was searched. */
  resultFor(fingerprint: Fingerprint): SearchResult | undefined {
    const { ordinal, plain, node } = fingerprint;
    const { devices } = node;
    const byPlain = plain === undefined ? undefined : this.#found.get(plain);
    const found = byPlain ?? (plain === undefined || this.#hasBounded ? this.#found.get(this.#wholeKeyOf(fingerprint)) : undefined);
    if (found === undefined) return undefined;
    const { steps, picks } = found;
    if (picks === undefined) return { ordinal, steps, picks };
    return { ordinal, steps, picks: { slots: picks.slots, devices: picks.devices.map((place) => devices[place] as number) } };
  }

  /** Keeps the result of the search of a node. Requires: nothing changed since its fingerprint was requested. */
  keep(fingerprint: Fingerprint, { steps, picks }: SearchResult): void {
    const { plain, node } = fingerprint;
    const isPlain = plain !== undefined && steps < this.#sources.plainSteps;
    if (!isPlain) this.#hasBounded = true;
    const places = picks && { slots: picks.slots, devices: picks.devices.map((device) => node.devices.indexOf(device)) };
    this.#found.set(isPlain ? plain : this.#wholeKeyOf(fingerprint), { steps, picks: places });
  }
}

/** Says which devices are in use, eight in a character. */
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

/** The place of a value in a list, to which it is added when it is new. */
function placeIn(list: number[], value: number): number {
  const place = list.indexOf(value);
  return place >= 0 ? place : list.push(value) - 1;
}
