// Stores the stage bytes of all devices of a cluster for a request, in the solver's memory. Equal requests share one table.

import type { SelectorCache } from '../../../../cel/cache.js';
import { CelCompileError, type Selector } from '../../../../cel/engine.js';
import { type Projection, projectionsOf } from '../../../../cel/reads/projections.js';
import type { ResourceSlice } from '../../../../core/api/resource-slice.js';
import type { Checkpoint } from '../../../../core/base/checkpoint.js';
import { type Incremental, inOneGo } from '../../../../core/base/incremental.js';
import { append } from '../../../../core/base/lists.js';
import { identityText } from '../../../../core/base/signature.js';
import type { Features } from '../../../../core/features/features.js';
import { celDeviceOf } from '../../../encode/derived-values.js';
import { capacityText, checkedText } from '../../../encode/signatures.js';
import type { SlotSelection } from '../../../encode/slot-plan.js';
import type { Examiner } from '../../../encode/stages.js';
import { STAGE_ERROR } from '../../../kernel/layout.js';
import { isCandidate } from '../../../kernel/problem.js';
import type { ResidentMemory } from '../../../kernel/resident.js';
import type { SliceDevice } from '../../../pools/pool.js';
import { SharedComputation } from '../shared-computation.js';
import { Progress, ResidentColumn } from './columns.js';
import type { DeviceTable } from './device-table.js';
import type { ClassColumn, EquivalenceClasses, KeyPart } from './equivalence-classes.js';

/** The most devices that the solver marks in one call. */
const PORTION = 16_384;

/** The inputs of a stage table. */
export interface StageSources {
  readonly table: DeviceTable;
  readonly memory: ResidentMemory;
  readonly features: Features;
  readonly selectors: SelectorCache;
  readonly classes: EquivalenceClasses;
  /** Examines devices for any node that can use them. Nodes that cannot use some of the devices leave them out. */
  readonly examiner: Pick<Examiner, 'stageOf'>;
}

/** The most characters of a text that is compared. */
const LONGEST_TEXT = 1 << 16;

/** Identifies devices with longer texts by object identity, since comparing millions of characters is slow (milliseconds). */
function ofBounded(textOf: (target: SliceDevice) => string): KeyPart['of'] {
  return (target) => {
    const text = textOf(target);
    return text.length > LONGEST_TEXT ? identityText(target.device) : text;
  };
}

/** The parts of a device that the checks after the selectors read. */
const CHECKED: KeyPart = { key: 'checked', of: ofBounded(checkedText) };
const CAPACITY: KeyPart = { key: 'capacity', of: ofBounded(capacityText) };

function partOf(projection: Projection): KeyPart {
  return { key: `cel ${projection.key}`, of: (device) => projection.of(celDeviceOf(device)) };
}

/** The addresses of the candidates and stages of all devices. */
export interface StageAddresses {
  readonly candidates: number;
  /** 0 if no device has an error. */
  readonly stages: number;
}

/** The stage bytes and candidates of all devices. */
export class StageTable {
  readonly #sources: StageSources;
  readonly #slot: SlotSelection;
  readonly #textBytes: number;
  readonly #progress = new Progress();
  readonly #stages: ResidentColumn;
  readonly #candidates: ResidentColumn;
  /** The stage of each equivalence class. */
  readonly #byClass: ResidentColumn;
  #compiled = 0;
  /** The compilation in progress. */
  #compiling: Incremental<Selector | CelCompileError> | undefined;
  /** The relevant parts of devices for the compiled selectors. They are stored here, since a cache may not hold every selector. */
  #found: KeyPart[] | 'each';
  /** The examination in progress, by device number and selector work limit. */
  readonly #examination = new SharedComputation<string>();
  #examined = 0;
  #hasErrors = false;
  /** The relevant parts of devices, computed on first use; `each`: every device must be examined. */
  #parts: readonly KeyPart[] | 'each' | undefined;

  /** `textBytes`: the size of the signature of the request. */
  constructor(sources: StageSources, slot: SlotSelection, textBytes: number) {
    this.#textBytes = textBytes;
    this.#sources = sources;
    this.#slot = slot;
    const { features } = sources;
    this.#found = features.consumableCapacity && slot.selection.capacity !== undefined ? [CHECKED, CAPACITY] : [CHECKED];
    this.#stages = new ResidentColumn(sources.memory, 1);
    this.#candidates = new ResidentColumn(sources.memory, 1 / 8);
    this.#byClass = new ResidentColumn(sources.memory, 1);
  }

  get bytes(): number {
    return this.#textBytes + this.#stages.bytes + this.#candidates.bytes + this.#byClass.bytes;
  }

  get addresses(): StageAddresses {
    return { candidates: this.#candidates.address, stages: this.#hasErrors ? this.#stages.address : 0 };
  }

  /** The address of the stages, even if no device has an error. */
  get stagesAt(): number {
    return this.#stages.address;
  }

  /** Returns the stages of the devices of some slices, in order. */
  stagesOf(slices: readonly ResourceSlice[]): Uint8Array {
    const { table, memory } = this.#sources;
    const blocks = slices.map((slice) => table.blockOf(slice));
    const stages = new Uint8Array(blocks.reduce((sum, { count }) => sum + count, 0));
    let to = 0;
    for (const { first, count } of blocks) {
      const from = this.#stages.address + first;
      stages.set(memory.u8.subarray(from, from + count), to);
      to += count;
    }
    return stages;
  }

  /** Brings the table up to date. */
  follow(checkpoint: Checkpoint): void {
    const { table, classes } = this.#sources;
    if (this.#progress.done === table.size && this.#stages.bytes > 0) return;
    this.#stages.grow(table.size);
    this.#candidates.grow(table.size);
    if (this.#parts === undefined) {
      this.#compile(checkpoint);
      this.#parts = this.#found;
    }
    const column = this.#parts === 'each' ? undefined : classes.of(this.#parts, checkpoint);
    if (column === undefined) this.#examineEach(checkpoint);
    else this.#examineClasses(column, checkpoint);
  }

  /** Compiles the selectors, which can take long. Compiled selectors are cached. */
  #compile(checkpoint: Checkpoint): void {
    const expressions = expressionsOf(this.#slot);
    for (; this.#compiled < expressions.length; this.#compiled++) {
      checkpoint.pause();
      this.#compiling ??= this.#sources.selectors.compiling(expressions[this.#compiled] as string);
      let step = this.#compiling.next();
      for (; step.done !== true; step = this.#compiling.next()) checkpoint.pause();
      this.#compiling = undefined;
      this.#found = withParts(this.#found, step.value);
    }
  }

  #examineClasses(column: ClassColumn, checkpoint: Checkpoint): void {
    const { table, memory } = this.#sources;
    this.#byClass.grow(column.firsts.length);
    for (; this.#examined < column.firsts.length; this.#examined++) {
      checkpoint.pause();
      memory.u8[this.#byClass.address + this.#examined] = this.#stageOf(column.firsts[this.#examined] as number, checkpoint);
    }
    this.#progress.follow(table.size, checkpoint, PORTION, (first, end) => {
      memory.markStages(column.address, this.#byClass.address, this.#stages.address, this.#candidates.address, first, end);
    });
  }

  #examineEach(checkpoint: Checkpoint): void {
    const { table, memory } = this.#sources;
    const { u8, u32 } = memory;
    this.#progress.followEach(table.size, checkpoint, (number) => {
      // An examination reports its work to a separate checkpoint.
      checkpoint.pause();
      const stage = this.#stageOf(number, checkpoint);
      u8[this.#stages.address + number] = stage;
      if (!isCandidate(stage)) return;
      // Device numbers are never reused, so the bit was never set before.
      const word = this.#candidates.address / 4 + (number >>> 5);
      u32[word] = (u32[word] as number) | (1 << (number & 31));
    });
  }

  #stageOf(number: number, checkpoint: Checkpoint): number {
    const { table, examiner } = this.#sources;
    const stage = checkpoint.hasSlices
      ? this.#stageInSlices(number, checkpoint)
      : inOneGo(examiner.stageOf(this.#slot, table.device(number), checkpoint), checkpoint);
    this.#examination.forget();
    if (stage >= STAGE_ERROR) this.#hasErrors = true;
    return stage;
  }

  /** Examines a device in slices, even across calls. Throws SliceOver. */
  #stageInSlices(number: number, checkpoint: Checkpoint): number {
    return this.#examination.run(`${number}/${checkpoint.selectorWork}`, checkpoint, (task) => this.#examining(number, task));
  }

  *#examining(number: number, checkpoint: Checkpoint): Incremental<number> {
    const { table, examiner } = this.#sources;
    return yield* examiner.stageOf(this.#slot, yield* table.findingDevice(number, checkpoint), checkpoint);
  }

  /** Frees its memory. */
  end(): void {
    for (const column of [this.#stages, this.#candidates, this.#byClass]) column.end();
  }
}

function expressionsOf({ selection, deviceClass }: SlotSelection): readonly string[] {
  return [...deviceClass.spec.selectors, ...selection.selectors].map(({ cel }) => cel?.expression ?? '');
}

/** Adds the parts that a selector reads. */
function withParts(parts: KeyPart[] | 'each', selector: Selector | CelCompileError): KeyPart[] | 'each' {
  if (parts === 'each' || selector instanceof CelCompileError) return parts;
  const projections = projectionsOf(selector.reads);
  if (projections === undefined) return 'each';
  append(parts, projections.map(partOf));
  return parts;
}
