// Writes the initial scratch of a search to the solver's memory, and reads the answer from it.

import { UNLIMITED } from '../../../core/base/checkpoint.js';
import { inOneGo } from '../../../core/base/incremental.js';
import * as L from '../layout.js';
import type { Selection } from '../problem.js';
import type { ProblemPlan } from './memory.js';
import { writingResourceState } from './memory-resources.js';
import { setBit, viewsOf } from './region.js';

/** An `escalateAt` step that is never reached. */
export const NEVER = 0xffff_ffff;

const MOST_STEPS = 2n ** 63n - 1n;

/** The number of steps after which a search stops, and after which it requests its bounds. */
interface SearchLimits {
  readonly stepLimit: number;
  readonly plainSteps: number;
}

/** Writes the scratch of a new search at `base`. Requires: memory is zeroed there, at least up to the frames, and does not grow during the call. */
export function writeScratch(memory: ArrayBuffer, base: number, plan: ProblemPlan, limits: SearchLimits): void {
  writeBeginning(memory, base, plan, limits);
  if (plan.problem.resources !== undefined) inOneGo(writingResourceState(viewsOf(memory), base, plan.resources, UNLIMITED));
}

/** Writes the scratch without the state of resources, which `writingResourceState` writes. */
export function writeBeginning(memory: ArrayBuffer, base: number, plan: ProblemPlan, { stepLimit, plainSteps }: SearchLimits): void {
  const { u32, i64 } = viewsOf(memory);
  const at = base >>> 2;
  const most = stepLimit <= Number.MAX_SAFE_INTEGER ? BigInt(Math.max(0, Math.floor(stepLimit))) : MOST_STEPS;
  i64[(base + L.SCRATCH_STEP_LIMIT) / 8] = most;
  u32[at + L.SCRATCH_MODE / 4] = L.MODE_REQUEST;
  u32[at + L.SCRATCH_ESCALATE_AT / 4] = Math.min(plainSteps, NEVER);
  u32[at + L.SCRATCH_FAILED / 4] = 1;
  for (const device of plan.problem.occupied) setBit(u32, base + plan.locations.busy, device);
}

/** Returns the selections of a search that found a solution, in order. `frames` is their location, from the base of the scratch. */
export function readSelections(memory: ArrayBuffer, base: number, frames: number): Selection[] {
  const { u32 } = viewsOf(memory);
  const depth = u32[(base + L.SCRATCH_DEPTH) >>> 2] as number;
  const selections: Selection[] = [];
  let at = (base + frames) >>> 2;
  for (let index = 0; index < depth; index++, at += L.FRAME_SIZE / 4) {
    if (u32[at + L.FRAME_KIND / 4] !== L.FRAME_KIND_SELECTION) continue;
    selections.push({ slot: u32[at + L.FRAME_SLOT / 4] as number, device: u32[at + L.FRAME_DEVICE / 4] as number });
  }
  return selections;
}
