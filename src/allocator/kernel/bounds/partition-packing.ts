// Lays out partition groups for the solver, which checks which devices fit into them together.

import type { Incremental } from '../../../core/base/incremental.js';
import { largestOf } from '../../../core/base/lists.js';
import * as L from '../layout.js';
import type { ProblemPlan } from '../memory/memory.js';
import { setBit } from '../memory/region.js';
import type { Problem } from '../problem.js';
import type { BoundsPart, Take } from './bounds-part.js';
import { isMonotone } from './monotone.js';
import { drawingOn, groupSignature, type PartitionGroup, partitionGroupsOf } from './partition-groups.js';

/** Groups with more budgets are left out. */
const MOST_BUDGETS = 16;

/** Plans the partition groups of a problem. Locations come from `take`. */
export function* planPartitionGroups(plan: ProblemPlan, take: Take): Incremental<BoundsPart> {
  const groups = plan.resources.limbs === 1 ? packableGroups(plan.problem) : [];
  yield;
  // With one group, the packing is the whole problem.
  if (groups.length < 2) return { fields: [], writers: [] };
  const draws = plan.problem.resources?.draws ?? new Map();
  const signatures = new Map<string, number>();
  const keySize = L.PACKING_KEY_BUDGETS + L.WORD_SIZE * largestOf(groups.map(({ budgets }) => budgets.length));
  const at = take(groups.length * 4);
  const groupedDevices = take(plan.deviceWords * 8);
  const packings = take(keySize + L.PACKING_COUNT * (keySize + L.PACKING_PATTERNS_SIZE));
  return {
    fields: [
      [L.BOUNDS_PARTITION_GROUP_COUNT, groups.length],
      [L.BOUNDS_PARTITION_GROUPS, at],
      [L.BOUNDS_GROUPED_DEVICES, groupedDevices],
      [L.BOUNDS_PACKING_KEY, keySize],
      [L.BOUNDS_PACKINGS, packings],
      [L.BOUNDS_PACKING_SUMS, take(9 * L.PACKING_SUMS)],
    ],
    writers: groups.map((group, index) => {
      const location = take(L.PARTITION_GROUP_MEMBERS + (group.devices.length + group.budgets.length) * 4);
      const name = groupSignature(group, draws);
      const signature = signatures.get(name) ?? signatures.size + 1;
      signatures.set(name, signature);
      return (u32) => {
        u32[at / 4 + index] = location;
        u32[(location + L.PARTITION_GROUP_SIGNATURE) / 4] = signature;
        u32[(location + L.PARTITION_GROUP_DEVICES) / 4] = group.devices.length;
        u32[(location + L.PARTITION_GROUP_BUDGETS) / 4] = group.budgets.length;
        u32.set([...group.devices, ...group.budgets], (location + L.PARTITION_GROUP_MEMBERS) / 4);
        for (const device of group.devices) setBit(u32, groupedDevices, device);
      };
    }),
  };
}

/** Returns the groups with several devices. Devices of other groups count as ungrouped. Returns none if the problem has shareable devices. */
function packableGroups(problem: Problem): PartitionGroup[] {
  const { resources } = problem;
  if (resources === undefined || resources.shareable.size > 0 || !isMonotone(problem)) return [];
  return drawingOn(resources)
    .flatMap(partitionGroupsOf)
    .filter(
      ({ devices, budgets }) => devices.length > 1 && devices.length <= L.PARTITION_GROUP_MOST_DEVICES && budgets.length <= MOST_BUDGETS,
    );
}
