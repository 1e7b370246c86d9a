// The pending pod for a node, as the scheduler's queue has them: by priority, then in the order in which they were created (plugin PrioritySort of
// kube-scheduler). A pod that was rejected is queried again only after something changed that may help it, and never once for each of those that are like it.

import { BinaryHeap } from '../core/base/binary-heap.js';
import { entryIn } from '../core/base/entry-in.js';
import type { Program } from '../core/base/program.js';
import type { Clock } from './clock.js';
import type { Shape, SimulatedPod } from './model.js';

/** Why pods are not placed. */
export interface Refusal {
  /** The cause without numbers, so that it stays the same while nodes fill up. */
  readonly cause: string;
  /** The scheduler's message. */
  readonly message: string;
  /** It may go away when another pod is placed. */
  readonly isFickle: boolean;
}

/** The pods of one shape that wait. */
export interface Waiting {
  readonly shape: Shape;
  readonly pods: Map<string, SimulatedPod>;
  refusal: Refusal | undefined;
  /** The numbers of changes that may help anywhere and on single nodes, and of pods that were placed, when the first of them was rejected. */
  refusedAt: { readonly helped: number; readonly onNodes: number; readonly placed: number } | undefined;
  /** Pods that were not told of as pending yet. */
  untold: SimulatedPod[];
}

/** Pods that wait. */
export class Queue {
  readonly #waiting = new Map<Shape, Waiting>();
  readonly #isByPriority: boolean;
  #helped = 0;
  /** Nodes on which something changed that may help, in the order of the changes. */
  readonly #helpedNodes: string[] = [];
  #placed = 0;
  #size = 0;

  constructor(order: 'priority' | 'input') {
    this.#isByPriority = order === 'priority';
  }

  get size(): number {
    return this.#size;
  }

  /** The pending pod, by shape. */
  values(): Iterable<Waiting> {
    return this.#waiting.values();
  }

  /** Takes the pods that were not told of as pending yet. */
  *untold(): Generator<Waiting> {
    for (const waiting of this.#waiting.values()) {
      if (waiting.untold.length === 0) continue;
      yield { ...waiting };
      waiting.untold = [];
    }
  }

  add(pod: SimulatedPod): void {
    const waiting = entryIn(this.#waiting, pod.shape, (shape): Waiting => {
      return { shape, pods: new Map(), refusal: undefined, refusedAt: undefined, untold: [] };
    });
    waiting.pods.set(pod.key, pod);
    waiting.untold.push(pod);
    this.#size++;
  }

  /** A pod does not wait any more. */
  remove(pod: SimulatedPod): void {
    const waiting = this.#waiting.get(pod.shape);
    if (waiting?.pods.delete(pod.key) !== true) return;
    this.#size--;
    if (waiting.pods.size === 0) this.#waiting.delete(pod.shape);
  }

  /** Something changed that may help, on any node or on this one alone. */
  help(node?: string): void {
    if (node === undefined) this.#helped++;
    else this.#helpedNodes.push(node);
  }

  /** The nodes of which one may take a pod that none took before; undefined: any may. */
  nodesToAsk({ refusal, refusedAt, shape }: Waiting, most: number): readonly string[] | undefined {
    if (refusal === undefined || refusedAt?.helped !== this.#helped || refusal.isFickle || shape.isSharing) return undefined;
    // Nodes come again and again in the list: more entries are considered than nodes are queried.
    if (this.#helpedNodes.length - refusedAt.onNodes > 4 * most) return undefined;
    const nodes = new Set(this.#helpedNodes.slice(refusedAt.onNodes));
    return nodes.size > most ? undefined : [...nodes];
  }

  /** A pod got a node. */
  notePlaced(pod: SimulatedPod): void {
    this.remove(pod);
    this.#placed++;
  }

  refuse(waiting: Waiting, refusal: Refusal): void {
    waiting.refusal = refusal;
    waiting.refusedAt = { helped: this.#helped, onNodes: this.#helpedNodes.length, placed: this.#placed };
  }

  /** The shapes to ask about, those whose first pod comes first at the front. */
  *toAsk(clock: Clock): Program<BinaryHeap<Waiting>> {
    const heap = new BinaryHeap<Waiting>((left, right) => this.compare(headOf(left), headOf(right)));
    for (const waiting of this.#waiting.values()) {
      yield* clock.check();
      if (!this.#isSettled(waiting)) heap.push(waiting);
    }
    return heap;
  }

  #isSettled({ shape, refusal, refusedAt }: Waiting): boolean {
    if (refusedAt?.helped !== this.#helped || refusedAt.onNodes < this.#helpedNodes.length) return false;
    return refusedAt.placed === this.#placed || !(shape.isSharing || refusal?.isFickle === true);
  }

  /** The order in which pods come. */
  compare(left: SimulatedPod, right: SimulatedPod): number {
    const byPriority = this.#isByPriority ? right.shape.priority - left.shape.priority : 0;
    return byPriority || left.order - right.order;
  }
}

/** The first of the pending pods. */
export function headOf({ pods }: Waiting): SimulatedPod {
  return pods.values().next().value as SimulatedPod;
}
