// The error for a PodGroup of which all pods stay pending.

import type { ClaimGroup } from '../../../scheduler/pods/claims.js';
import type { Snapshot } from '../input/snapshot.js';
import { diagnose, type Streams } from '../streams.js';

/** Prints why no pod of a PodGroup keeps its node. `pods`: its pending pods. */
export function printGangRefusal(gang: string, refusal: string, pods: readonly ClaimGroup[], snapshot: Snapshot, streams: Streams): void {
  const [first] = pods;
  const object = first?.madeFor ?? first?.pod;
  const none = pods.length === 1 ? 'its pending pod is not placed' : `none of its ${pods.length} pending pods is placed`;
  diagnose(streams, 'error', `PodGroup ${gang}: ${none}: ${refusal}`, object && snapshot.locate(object));
}
