// Pending pods without devices. A scheduler places them in queue order, and they use resources that later pods cannot use. They
// are placed only when a later group is placed, and they share notes.

import { objectName } from '../../../core/api/meta.js';
import type { PodSet } from '../../../core/api/pod-sets.js';
import type { Workload } from '../../../core/api/workload.js';
import { count, some } from '../../../core/base/words.js';
import { isAssigned } from '../../../scheduler/pods/assigned-pods.js';
import { type ClaimGroup, MAX_MADE_WITHOUT_CLAIMS } from '../../../scheduler/pods/claims.js';
import type { GroupResult } from '../placement/group-result.js';
import type { Placement } from '../placement/placement.js';
import { describeFailure } from '../print/failure.js';
import { diagnose, type Streams } from '../streams.js';

/** The most nodes in a note; others are only counted. */
const MAX_NODES = 3;

/** The pods of a run. */
export class PodsWithoutClaims {
  readonly #placement: Placement;
  #waiting: ClaimGroup[] = [];
  readonly #failed = new Set<PodSet>();
  readonly #placed: string[] = [];
  readonly #nodes = new Set<string>();
  readonly #rejectedNames: string[] = [];
  #rejection = '';
  readonly #notMade: { readonly workload: Workload; readonly pods: number }[] = [];

  constructor(placement: Placement) {
    this.#placement = placement;
  }

  /** Defers a pod. A pod with a node uses its resources from the start. */
  add(group: ClaimGroup): void {
    if (group.pod === undefined || !isAssigned(group.pod)) this.#waiting.push(group);
  }

  /** Records that an owner makes more pods than are placed. */
  addNotMade(workload: Workload, pods: number): void {
    this.#notMade.push({ workload, pods });
  }

  /** Places the deferred pods, before a later group. */
  placeAll(onPlaced: (group: ClaimGroup, result: GroupResult) => void): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const group of waiting) {
      // Pods of a set differ only in their names.
      if (group.podSet !== undefined && group.node === undefined && this.#failed.has(group.podSet)) this.#rejectedNames.push(group.name);
      else onPlaced(group, this.#place(group));
    }
  }

  #place(group: ClaimGroup): GroupResult {
    const result = this.#placement.place(group);
    if (result.kind === 'placed') {
      this.#placed.push(group.name);
      this.#nodes.add(result.node);
      return result;
    }
    if (this.#rejectedNames.length === 0) this.#rejection = describeFailure(result)[0] as string;
    this.#rejectedNames.push(group.name);
    if (group.podSet !== undefined) this.#failed.add(group.podSet);
    return result;
  }

  /** Prints notes on the placed and rejected pods, if there are any. */
  print(streams: Streams): void {
    this.#printPlaced(streams);
    if (this.#rejectedNames.length > 0) {
      diagnose(
        streams,
        'note',
        `${who(this.#rejectedNames)}: ${this.#rejectedNames.length === 1 ? 'fits on no node, although it needs' : 'fit on no node, although they need'} no devices: ${this.#rejection}`,
      );
    }
    const [first, ...others] = this.#notMade;
    if (first === undefined || this.#placed.length + this.#rejectedNames.length === 0) return;
    const pods = this.#notMade.reduce((sum, each) => sum + each.pods, 0);
    const owner = `${first.workload.kind} ${objectName(first.workload.metadata)}${others.length === 0 ? '' : ` and ${others.length} more`}`;
    const limit = `the limit is ${MAX_MADE_WITHOUT_CLAIMS}`;
    diagnose(streams, 'note', `${owner}: ${count(pods, 'more pod')} without claims left out (${limit}): their resources count as free`);
  }

  #printPlaced(streams: Streams): void {
    const placed = this.#placed;
    if (placed.length === 0) return;
    const [needs, theyOccupy] = placed.length === 1 ? ['needs', 'it occupies'] : ['need', 'they occupy'];
    const nodes = `${this.#nodes.size === 1 ? 'node' : 'nodes'} ${some([...this.#nodes], MAX_NODES)}`;
    diagnose(streams, 'note', `${who(placed)}: ${needs} no devices; later pods cannot use the resources that ${theyOccupy} on ${nodes}`);
  }
}

function who([first = '', ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}
