// Errors for PodGroups that keep no pod on a node, after commands that answer for single pods.

import { entryIn } from '../../../core/base/entry-in.js';
import type { ClaimGroup } from '../../../scheduler/pods/claims.js';
import type { Snapshot } from '../input/snapshot.js';
import type { Placement } from '../placement/placement.js';
import { diagnose, EXIT, type ExitCode, type Streams } from '../streams.js';

/** The PodGroups of the pods that a run answered for. */
export class GangRefusals {
  readonly #placement: Placement;
  readonly #gangs = new Set<string>();

  constructor(placement: Placement) {
    this.#placement = placement;
  }

  /** Records that the run answers for a pod. */
  add(group: ClaimGroup): void {
    const gang = this.#placement.gangOf(group);
    if (gang !== undefined) this.#gangs.add(gang);
  }

  /** Prints an error for each PodGroup without room for enough pods. `groups`: all groups of the input. */
  print(groups: () => Iterable<ClaimGroup>, snapshot: Snapshot, streams: Streams, exits: Set<ExitCode>): void {
    if (this.#gangs.size === 0) return;
    const members = new Map<string, ClaimGroup[]>();
    for (const group of groups()) {
      const gang = this.#placement.gangOf(group);
      if (gang !== undefined && this.#gangs.has(gang)) entryIn(members, gang, (): ClaimGroup[] => []).push(group);
    }
    for (const [gang, pods] of members) {
      const refusal = this.#placement.refusalOfGang(gang, pods);
      if (refusal === undefined) continue;
      exits.add(EXIT.finding);
      printGangRefusal(gang, refusal, pods, snapshot, streams);
    }
  }
}

/** Prints why no pod of a PodGroup keeps its node. `pods`: its pending pods. */
export function printGangRefusal(gang: string, refusal: string, pods: readonly ClaimGroup[], snapshot: Snapshot, streams: Streams): void {
  const [first] = pods;
  const object = first?.madeFor ?? first?.pod;
  const none = pods.length === 1 ? 'its pending pod is not placed' : `none of its ${pods.length} pending pods is placed`;
  diagnose(streams, 'error', `PodGroup ${gang}: ${none}: ${refusal}`, object && snapshot.locate(object));
}
