// Lays out blocks of devices for the solver, which looks at what fits into them side by side.

import * as L from '../layout.js';
import type { ProblemPlan } from '../memory/memory.js';
import { setBit } from '../memory/region.js';
import type { Problem } from '../problem.js';
import { type Block, blocksOf, drawingOn, shapeOf } from './blocks.js';
import type { BoundsPart, Take } from './bounds-part.js';
import type { Gradually } from './gradually.js';
import { isMonotone } from './monotone.js';

/** Blocks with more budgets are left out. */
const MOST_BUDGETS = 16;

/** Plans the blocks of a problem. Locations come from `take`. */
export function* planBlocks(plan: ProblemPlan, take: Take): Gradually<BoundsPart> {
  const blocks = plan.resources.limbs === 1 ? packedBlocks(plan.problem) : [];
  yield;
  // One block by itself is all of the problem.
  if (blocks.length < 2) return { fields: [], writers: [] };
  const draws = plan.problem.resources?.draws ?? new Map();
  const shapes = new Map<string, number>();
  const keySize = L.PACKING_KEY_BUDGETS + L.WORD_SIZE * Math.max(...blocks.map(({ budgets }) => budgets.length));
  const at = take(blocks.length * 4);
  const inBlocks = take(plan.deviceWords * 8);
  const packings = take(keySize + L.PACKING_COUNT * (keySize + L.PACKING_WAYS_SIZE));
  return {
    fields: [
      [L.BOUNDS_BLOCK_COUNT, blocks.length],
      [L.BOUNDS_BLOCKS, at],
      [L.BOUNDS_IN_BLOCKS, inBlocks],
      [L.BOUNDS_PACKING_KEY, keySize],
      [L.BOUNDS_PACKINGS, packings],
      [L.BOUNDS_PACKING_SUMS, take(9 * L.PACKING_SUMS)],
    ],
    writers: blocks.map((block, index) => {
      const location = take(L.BLOCK_MEMBERS + (block.devices.length + block.budgets.length) * 4);
      const name = shapeOf(block, { draws });
      const shape = shapes.get(name) ?? shapes.size + 1;
      shapes.set(name, shape);
      return (u32) => {
        u32[at / 4 + index] = location;
        u32[(location + L.BLOCK_SHAPE) / 4] = shape;
        u32[(location + L.BLOCK_DEVICES) / 4] = block.devices.length;
        u32[(location + L.BLOCK_BUDGETS) / 4] = block.budgets.length;
        u32.set([...block.devices, ...block.budgets], (location + L.BLOCK_MEMBERS) / 4);
        for (const device of block.devices) setBit(u32, inBlocks, device);
      };
    }),
  };
}

/** The blocks of several devices, none of which is shared. Devices of other blocks count as if they were in none. */
function packedBlocks(problem: Problem): Block[] {
  const { resources } = problem;
  if (resources === undefined || resources.shareable.size > 0 || !isMonotone(problem)) return [];
  return drawingOn(resources)
    .flatMap(blocksOf)
    .filter(({ devices, budgets }) => devices.length > 1 && devices.length <= L.BLOCK_MOST_DEVICES && budgets.length <= MOST_BUDGETS);
}
