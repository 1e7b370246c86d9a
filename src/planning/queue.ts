// The pending pods in the order of the scheduler's queue: by priority, then by creation (plugin PrioritySort of kube-scheduler). A rejected
// pod is considered again only after a change that may help it, and only once for all equal pods.

import { BinaryHeap } from '../core/base/binary-heap.js';
import { dropFrom, entryIn } from '../core/base/entry-in.js';
import type { Program } from '../core/base/program.js';
import type { Clock } from './clock.js';
import type { Shape, SimulatedPod } from './model.js';

/** The reasons of one pod for which the scheduler places no pod of its PodGroup. */
export const ENDS_OF_GANG = ['held', 'error', 'interrupted'] as const;

type EndOfGang = (typeof ENDS_OF_GANG)[number];

export function isEndOfGang(text: string): text is EndOfGang {
  return ENDS_OF_GANG.some((kind) => kind === text);
}

/** The reason why pods are pending. */
export interface Refusal {
  /** The cause without numbers. It stays the same while nodes fill up. */
  readonly cause: string;
  /** The scheduler's message. */
  readonly message: string;
  /** True if the cause may disappear when another pod is placed. */
  readonly isFickle: boolean;
  /** Set if no other pod of the PodGroup can be placed either. */
  readonly kind?: EndOfGang | undefined;
}

/** A node for a pod, or its rejection. */
export type Answer = { readonly node: string } | Refusal;

/** The pending pods of one shape. */
export interface Waiting {
  readonly shape: Shape;
  readonly pods: Map<string, SimulatedPod>;
  refusal: Refusal | undefined;
  /** The pods of a gang that were rejected for another cause. */
  refusalsOfPods: ReadonlyMap<SimulatedPod, Refusal> | undefined;
  /** The counters of helpful changes (anywhere, and on single nodes) and of placed pods, with their values at the last rejection. */
  refusedAt: { readonly helped: number; readonly onNodes: number; readonly placed: number } | undefined;
  /** Pods that were not yet reported as pending. */
  unreported: SimulatedPod[];
}

/** Pending pods, and the first of them at the time when they entered the heap. */
export interface Considered {
  readonly waiting: Waiting;
  readonly head: SimulatedPod;
}

export class Queue {
  readonly #waiting = new Map<Shape, Waiting>();
  /** The pending pods of each gang. */
  readonly #gangs = new Map<string, Set<Waiting>>();
  readonly #isByPriority: boolean;
  #helped = 0;
  /** The nodes of changes that may help, in the order of the changes. */
  readonly #helpedNodes: string[] = [];
  #placed = 0;
  #size = 0;

  constructor(order: 'priority' | 'input') {
    this.#isByPriority = order === 'priority';
  }

  get size(): number {
    return this.#size;
  }

  /** The pending pods, by shape. */
  values(): Iterable<Waiting> {
    return this.#waiting.values();
  }

  /** Yields the pods that were not yet reported as pending, and marks them as reported. */
  *takeUnreported(): Generator<Waiting> {
    for (const waiting of this.#waiting.values()) {
      if (waiting.unreported.length === 0) continue;
      yield { ...waiting };
      waiting.unreported = [];
    }
  }

  add(pod: SimulatedPod): void {
    const waiting = entryIn(this.#waiting, pod.shape, (shape): Waiting => {
      return { shape, pods: new Map(), refusal: undefined, refusalsOfPods: undefined, refusedAt: undefined, unreported: [] };
    });
    const { gang } = pod.shape;
    // One more pod may complete a gang.
    if (gang !== undefined) for (const one of entryIn(this.#gangs, gang, () => new Set<Waiting>()).add(waiting)) one.refusedAt = undefined;
    waiting.pods.set(pod.key, pod);
    waiting.unreported.push(pod);
    this.#size++;
  }

  /** Removes a pod that is no longer pending. */
  remove(pod: SimulatedPod): void {
    const waiting = this.#waiting.get(pod.shape);
    if (waiting?.pods.delete(pod.key) !== true) return;
    this.#size--;
    if (waiting.pods.size > 0) return;
    this.#waiting.delete(pod.shape);
    if (pod.shape.gang !== undefined) dropFrom(this.#gangs, pod.shape.gang, waiting);
  }

  /** Returns the pending pods of a gang, by shape. */
  ofGang(gang: string): readonly Waiting[] {
    return [...(this.#gangs.get(gang) ?? [])];
  }

  /** Records a change that may help pending pods, on any node or only on this one. */
  help(node?: string): void {
    if (node === undefined) this.#helped++;
    else this.#helpedNodes.push(node);
  }

  /** Returns the nodes that changed since a shape was rejected; undefined if all nodes must be considered. */
  nodesToAsk({ refusal, refusedAt, shape }: Waiting, most: number): readonly string[] | undefined {
    if (refusal === undefined || refusedAt?.helped !== this.#helped || refusal.isFickle || shape.isSharing) return undefined;
    // Nodes repeat in the list, so it may have more entries than the limit on nodes.
    if (this.#helpedNodes.length - refusedAt.onNodes > 4 * most) return undefined;
    const nodes = new Set(this.#helpedNodes.slice(refusedAt.onNodes));
    return nodes.size > most ? undefined : [...nodes];
  }

  /** Removes a pod that was placed. */
  notePlaced(pod: SimulatedPod): void {
    this.remove(pod);
    this.#placed++;
  }

  /** `ofPods`: pods that were rejected for another cause. */
  refuse(waiting: Waiting, refusal: Refusal, ofPods?: ReadonlyMap<SimulatedPod, Refusal>): void {
    waiting.refusal = refusal;
    waiting.refusalsOfPods = ofPods;
    waiting.refusedAt = { helped: this.#helped, onNodes: this.#helpedNodes.length, placed: this.#placed };
  }

  /** Returns the shapes to consider, ordered by their first pods. */
  *toAsk(clock: Clock): Program<BinaryHeap<Considered>> {
    const heap = new BinaryHeap<Considered>((left, right) => this.compare(left.head, right.head));
    for (const waiting of this.#waiting.values()) {
      yield* clock.check();
      if (!this.#isStillRejected(waiting)) heap.push({ waiting, head: headOf(waiting) });
    }
    return heap;
  }

  #isStillRejected({ shape, refusal, refusedAt }: Waiting): boolean {
    if (refusedAt?.helped !== this.#helped || refusedAt.onNodes < this.#helpedNodes.length) return false;
    return refusedAt.placed === this.#placed || !(shape.isSharing || refusal?.isFickle === true);
  }

  /** Compares pods by their order in the queue. */
  compare(left: SimulatedPod, right: SimulatedPod): number {
    const byPriority = this.#isByPriority ? right.shape.priority - left.shape.priority : 0;
    return byPriority || left.order - right.order;
  }
}

/** Returns why a pod is pending. */
export function refusalOf({ refusal, refusalsOfPods }: Waiting, pod: SimulatedPod): Refusal | undefined {
  return refusalsOfPods?.get(pod) ?? refusal;
}

/** Returns the first of the pending pods. */
export function headOf({ pods }: Waiting): SimulatedPod {
  return pods.values().next().value as SimulatedPod;
}
