// Ends and evictions of pods that are planned, in the order of their times.

import { BinaryHeap } from '../core/base/binary-heap.js';
import type { SimulatedPod } from './model.js';

/** A pod's end, or its eviction. */
export interface Timer {
  /** Milliseconds from the start. */
  readonly at: number;
  readonly kind: 'end' | 'taint' | 'device';
  readonly pod: SimulatedPod;
}

const RANKS = { end: 0, taint: 1, device: 2 } as const;

/** Timers, the next ones first; those of one time in the order of the pods, ends before evictions. */
export class Timers {
  readonly #heap = new BinaryHeap<Timer & { readonly isRepeated: boolean }>(
    (left, right) => left.at - right.at || RANKS[left.kind] - RANKS[right.kind] || left.pod.order - right.pod.order,
  );

  /** The number of timers that are no evictions of pods which come again and again. */
  #others = 0;

  add(given: Timer): void {
    const isRepeated = given.kind !== 'end' && given.pod.owned?.comesAgain === true;
    if (!isRepeated) this.#others++;
    this.#heap.push({ ...given, isRepeated });
  }

  /** Returns whether there are others than evictions of pods that come again after they were evicted. */
  get hasOther(): boolean {
    return this.#others > 0;
  }

  #pop(): Timer | undefined {
    const popped = this.#heap.pop();
    if (popped?.isRepeated === false) this.#others--;
    return popped;
  }

  /** The time of the next timer whose pod is still there. */
  next(): number | undefined {
    for (;;) {
      const first = this.#heap.peek();
      if (first === undefined || isOn(first)) return first?.at;
      this.#pop();
    }
  }

  /** Takes the next timer, if it is due. */
  take(now: number): Timer | undefined {
    return (this.next() ?? Number.POSITIVE_INFINITY) <= now ? this.#pop() : undefined;
  }
}

/** An eviction that was put off or called off has another time, or none. */
function isOn({ kind, at, pod }: Timer): boolean {
  if (pod.isGone) return false;
  return kind === 'end' || (kind === 'taint' ? pod.eviction?.at : pod.deviceEviction) === at;
}
