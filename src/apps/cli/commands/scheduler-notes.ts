// Notes on the answers about pods: things that decide in a real cluster and are not considered, and nodes that tell nothing of their room.

import type { Node } from '../../../core/api/node.js';
import type { ObjectSet } from '../../../core/api/objects.js';
import { entryIn } from '../../../core/base/entry-in.js';
import { count } from '../../../core/base/words.js';
import { isOnNode } from '../../../scheduler/filters/node-info.js';
import type { ClaimGroup } from '../../../scheduler/pods/claims.js';
import type { Placement } from '../placement/placement.js';
import { diagnose, type Streams } from '../streams.js';

/** Gathers the notes of a run, so that pods with the same ones share a line. */
export class SchedulerNotes {
  readonly #placement: Pick<Placement, 'notLookedAt'>;
  readonly #nodes: readonly Node[];
  /** By what is not considered, the names of the pods. */
  readonly #pods = new Map<string, string[]>();
  /** A pod without a node can go to one. */
  #hasPlaced = false;

  constructor(placement: Pick<Placement, 'notLookedAt'>, nodes: readonly Node[]) {
    this.#placement = placement;
    this.#nodes = nodes;
  }

  /** A group was answered. A pod that has a node already is where it is. */
  add({ name, pod }: ClaimGroup, isRefused: boolean): void {
    if (pod === undefined || pod.spec.nodeName !== '') return;
    if (!isRefused) this.#hasPlaced = true;
    const things = this.#placement.notLookedAt(pod, isRefused);
    entryIn(this.#pods, things.join(', '), (): string[] => []).push(name);
  }

  /** Prints them. Where the input has no Node objects at all, that was said before. */
  print({ nodes, pods }: ObjectSet, streams: Streams): void {
    if (this.#pods.size === 0) return;
    const unlimitedNodes = this.#nodes.filter(({ status }) => status.allocatable === undefined).length;
    const hasLimitedNodes = unlimitedNodes < this.#nodes.length;
    // A cluster whose nodes tell their room runs something. Knowing that would not help a pod that no node takes.
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
