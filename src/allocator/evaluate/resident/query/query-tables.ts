// The tables of a resident cluster that queries share: the results of checks by device, and values by device. Unused ones stay cached for a while.

import type { DeviceConstraint } from '../../../../core/api/resource-claim.js';
import { bytesOfText } from '../../../../core/base/lru-cache.js';
import { selectionSignature } from '../../../encode/signatures.js';
import type { SlotPlan } from '../../../encode/slot-plan.js';
import { tableKeyOf } from '../../../encode/values.js';
import { ValueColumn } from '../devices/columns.js';
import { type StageSources, StageTable } from '../devices/stage-table.js';
import { valuesOfConstraint } from '../devices/values-of-constraint.js';
import { SharedCache } from '../shared-cache.js';
import type { RefCounted } from './slot-tables.js';

const STAGE_BOUNDS = { entries: 64, bytes: 64 << 20, weigh: ({ bytes }: StageTable) => bytes } as const;
const COLUMN_BOUNDS = { entries: 128, bytes: 64 << 20, weigh: ({ bytes }: ValueColumn) => bytes } as const;

/** The shared tables of all queries. */
export class QueryTables {
  readonly #sources: StageSources;
  readonly #stages = new SharedCache<StageTable>(STAGE_BOUNDS);
  readonly #columns = new SharedCache<ValueColumn>(COLUMN_BOUNDS);

  constructor(sources: StageSources) {
    this.#sources = sources;
  }

  /** Ends the unused stage tables. */
  clearSpare(): void {
    this.#stages.clearSpare();
  }

  /** Returns the stage tables for calls with a limit on the work of selectors. */
  stagesFor(work: string): RefCounted<SlotPlan, StageTable> {
    return { acquire: (plan) => this.#stage(plan, work), release: (plan) => this.#stages.release(work + selectionSignature(plan)) };
  }

  #stage(plan: SlotPlan, work: string): StageTable {
    const key = work + selectionSignature(plan);
    const { selection, deviceClass } = plan;
    return this.#stages.acquire(key, () => new StageTable(this.#sources, { selection, deviceClass }, bytesOfText(key)));
  }

  /** The value columns of constraints. */
  get columns(): RefCounted<DeviceConstraint, ValueColumn> {
    return {
      acquire: (constraint) => this.#column(constraint),
      release: (constraint) => this.#columns.release(tableKeyOf(constraint)),
    };
  }

  #column(constraint: DeviceConstraint): ValueColumn {
    const { table, memory, features } = this.#sources;
    return this.#columns.acquire(tableKeyOf(constraint), () => new ValueColumn(table, memory, valuesOfConstraint(constraint, features)));
  }
}
