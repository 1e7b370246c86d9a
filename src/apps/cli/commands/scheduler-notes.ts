// Notes on the limits of answers about pods: properties that are not evaluated, and nodes without allocatable resources.

import type { Node } from '../../../core/api/node.js';
import type { ObjectSet } from '../../../core/api/objects.js';
import { entryIn } from '../../../core/base/entry-in.js';
import { count } from '../../../core/base/words.js';
import { isOnNode } from '../../../scheduler/filters/node-info.js';
import type { ClaimGroup } from '../../../scheduler/pods/claims.js';
import type { Placement } from '../placement/placement.js';
import { diagnose, type Streams } from '../streams.js';

/** Collects the notes of a run. Pods with equal notes share a line. */
export class SchedulerNotes {
  readonly #placement: Pick<Placement, 'notLookedAt'>;
  readonly #nodes: readonly Node[];
  /** The names of the pods, by the properties that are not evaluated. */
  readonly #pods = new Map<string, string[]>();
  /** True if a pod without a node was placed. */
  #hasPlaced = false;

  constructor(placement: Pick<Placement, 'notLookedAt'>, nodes: readonly Node[]) {
    this.#placement = placement;
    this.#nodes = nodes;
  }

  /** Records an answer about a group. A pod with a node is skipped. */
  add({ name, pod }: ClaimGroup, isRejected: boolean): void {
    if (pod === undefined || pod.spec.nodeName !== '') return;
    if (!isRejected) this.#hasPlaced = true;
    const things = this.#placement.notLookedAt(pod, isRejected);
    entryIn(this.#pods, things.join(', '), (): string[] => []).push(name);
  }

  /** Prints the notes. An input without Node objects has another note. */
  print({ nodes, pods }: ObjectSet, streams: Streams): void {
    if (this.#pods.size === 0) return;
    const unlimitedNodes = this.#nodes.filter(({ status }) => status.allocatable === undefined).length;
    const hasLimitedNodes = unlimitedNodes < this.#nodes.length;
    // Nodes with allocatable resources indicate a cluster with running pods. The note would not help a rejected pod.
    if (this.#hasPlaced && hasLimitedNodes && !pods.some(isOnNode)) {
      diagnose(streams, 'note', 'the input has no running pod: all resources of the nodes count as free');
    }
    if (unlimitedNodes > 0 && nodes.length > 0) {
      const its = unlimitedNodes === 1 ? 'its' : 'their';
      diagnose(streams, 'note', `${count(unlimitedNodes, 'node')} without status.allocatable: ${its} resources count as unlimited`);
    }
    for (const [things, [first, ...others]] of this.#pods) {
      const more = others.length === 0 ? '' : ` and ${others.length} more`;
      if (things !== '') diagnose(streams, 'note', `${first}${more}: not evaluated: ${things}`);
    }
  }
}
