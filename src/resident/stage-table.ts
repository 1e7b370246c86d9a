// The stage bytes of all devices of a cluster for what a request asks for, in the memory of the solver. Requests that ask for the same share one.

import type { DeviceSelector } from '../api/resource-claim.js';
import type { Checkpoint } from '../encode/checkpoint.js';
import { isBlockedByConditions, mayRefuseUse, Stage, stageOfUse, type Wanted } from '../encode/stages.js';
import type { Features } from '../features/features.js';
import { STAGE_ERROR, STAGE_MATCH } from '../kernel/layout.js';
import type { ResidentMemory } from '../kernel/resident.js';
import { followDevices, grown, ResidentColumn } from './columns.js';
import type { DeviceTable, Follower } from './device-table.js';
import { Says, type SelectorColumn } from './selector-column.js';

/** Devices that take every request, and those that some checks beside the selectors may refuse. */
const FREE = 0;
const CHECKED = 1;
const BLOCKED = 2;

/** Which checks beside the selectors can matter for each device. */
export class UseColumn {
  readonly #table: DeviceTable;
  readonly #features: Features;
  readonly #follower: Follower = { position: 0 };
  #kinds = new Uint8Array(0);

  constructor(table: DeviceTable, features: Features) {
    this.#table = table;
    this.#features = features;
  }

  /** By device FREE, CHECKED or BLOCKED, up to date. */
  kinds(checkpoint: Checkpoint): Uint8Array {
    this.#kinds = grown(this.#kinds, this.#table);
    followDevices(this.#table, this.#follower, checkpoint, (number) => {
      const device = this.#table.device(number);
      this.#kinds[number] = isBlockedByConditions(device, this.#features) ? BLOCKED : mayRefuseUse(device) ? CHECKED : FREE;
    });
    return this.#kinds;
  }
}

/** What a stage table is made of. */
export interface StageSources {
  readonly table: DeviceTable;
  readonly memory: ResidentMemory;
  readonly features: Features;
  readonly use: UseColumn;
  readonly selector: (expression: string) => SelectorColumn;
}

/** Stage bytes and candidates over all devices. */
export class StageTable {
  readonly #sources: StageSources;
  readonly #wanted: Wanted;
  readonly #follower: Follower = { position: 0 };
  readonly #stages: ResidentColumn;
  readonly #candidates: ResidentColumn;
  #hasErrors = false;

  constructor(sources: StageSources, wanted: Wanted) {
    this.#sources = sources;
    this.#wanted = wanted;
    this.#stages = new ResidentColumn(sources.memory, 1);
    this.#candidates = new ResidentColumn(sources.memory, 1 / 8);
  }

  /** Where the candidates lie, and the stages (0: no device has an error). */
  get addresses(): { readonly candidates: number; readonly stages: number } {
    return { candidates: this.#candidates.address, stages: this.#hasErrors ? this.#stages.address : 0 };
  }

  /** Brings the table up to date. */
  follow(checkpoint: Checkpoint): void {
    const { table, memory, features, use, selector } = this.#sources;
    if (table.next(this.#follower) === undefined && this.#stages.bytes > 0) return;
    const { selection, deviceClass } = this.#wanted;
    const columnsOf = (selectors: readonly DeviceSelector[]): Uint8Array[] =>
      selectors.map(({ cel }) => selector(cel?.expression ?? '').says(checkpoint));
    const ofClass = columnsOf(deviceClass.spec.selectors);
    const ofRequest = columnsOf(selection.selectors);
    const kinds = use.kinds(checkpoint);
    this.#stages.grow(table.size);
    this.#candidates.grow(table.size);
    const asksForCapacity = features.consumableCapacity && selection.capacity !== undefined;
    const stages = memory.u8.subarray(this.#stages.address, this.#stages.address + this.#stages.bytes);
    const start = this.#candidates.address / 4;
    const candidates = memory.u32.subarray(start, start + this.#candidates.bytes / 4);
    followDevices(table, this.#follower, checkpoint, (number) => {
      const kind = kinds[number] as number;
      let stage: number = kind === BLOCKED ? Stage.bindingConditions : STAGE_MATCH;
      if (stage === STAGE_MATCH) stage = stageOf(ofClass, number, Stage.classSelector);
      if (stage === STAGE_MATCH) stage = stageOf(ofRequest, number, Stage.requestSelector);
      if (stage === STAGE_MATCH && (asksForCapacity || kind === CHECKED)) stage = stageOfUse(selection, table.device(number), features);
      stages[number] = stage;
      if (stage !== STAGE_MATCH && stage < STAGE_ERROR) return;
      if (stage !== STAGE_MATCH) this.#hasErrors = true;
      // A number stands for one device for good: its bit was never set before.
      candidates[number >>> 5] = (candidates[number >>> 5] as number) | (1 << (number & 31));
    });
  }

  /** Gives back what it took. */
  end(): void {
    this.#stages.end();
    this.#candidates.end();
  }
}

/** What the first selector that does not take a device makes of it. */
function stageOf(columns: readonly Uint8Array[], number: number, stage: number): number {
  for (let index = 0; index < columns.length; index++) {
    const says = (columns[index] as Uint8Array)[number] as number;
    if (says !== Says.yes) return says === Says.no ? stage : stage + STAGE_ERROR;
  }
  return STAGE_MATCH;
}
