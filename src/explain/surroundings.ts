// Facts that explanations of all nodes have in common, worked out once for a call.

import type { Checkpoint } from '../base/checkpoint.js';
import type { Slices } from '../pools/slice-index.js';

/** The facts about a cluster that do not depend on the node. */
export interface Surroundings {
  /** The devices of all slices, also of those that do not count. */
  readonly devices: number;
}

/** Looks at the slices of a cluster. */
export function surroundingsOf(slices: Pick<Slices, 'all'>, checkpoint: Checkpoint): Surroundings {
  const sums = checkpoint.keep(() => ({ devices: 0 }));
  checkpoint.forEach(
    checkpoint.keep(() => slices.all),
    ({ spec }) => {
      sums.devices += spec.devices.length;
    },
  );
  return { devices: sums.devices };
}
