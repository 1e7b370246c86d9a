// The planned ends and evictions of pods, in the order of their times.

import { BinaryHeap } from '../core/base/binary-heap.js';
import type { SimulatedPod } from './model.js';

/** The planned end or eviction of a pod. */
export interface Timer {
  /** Milliseconds from the start. */
  readonly at: number;
  readonly kind: 'end' | 'taint' | 'device';
  readonly pod: SimulatedPod;
}

const RANKS = { end: 0, taint: 1, device: 2 } as const;

/** Timers, earliest first; at the same time, ends precede evictions, in the order of the pods. */
export class Timers {
  readonly #heap = new BinaryHeap<Timer & { readonly isRepeated: boolean }>(
    (left, right) => left.at - right.at || RANKS[left.kind] - RANKS[right.kind] || left.pod.order - right.pod.order,
  );

  /** The number of timers that are not evictions of repeatedly evicted pods. */
  #others = 0;

  add(timer: Timer): void {
    const isRepeated = timer.kind !== 'end' && timer.pod.owned?.comesAgain === true;
    if (!isRepeated) this.#others++;
    this.#heap.push({ ...timer, isRepeated });
  }

  /** Returns whether any timer is not the eviction of a repeatedly evicted pod. */
  get hasOther(): boolean {
    return this.#others > 0;
  }

  #pop(): Timer | undefined {
    const popped = this.#heap.pop();
    if (popped?.isRepeated === false) this.#others--;
    return popped;
  }

  /** Returns the time of the next timer whose pod still exists. */
  next(): number | undefined {
    for (;;) {
      const first = this.#heap.peek();
      if (first === undefined || isOn(first)) return first?.at;
      this.#pop();
    }
  }

  /** Removes and returns the next timer, if it is due. */
  take(now: number): Timer | undefined {
    return (this.next() ?? Number.POSITIVE_INFINITY) <= now ? this.#pop() : undefined;
  }
}

/** Returns whether a timer is still valid: an eviction may have been postponed or cancelled. */
function isOn({ kind, at, pod }: Timer): boolean {
  if (pod.isGone) return false;
  return kind === 'end' || (kind === 'taint' ? pod.eviction?.at : pod.deviceEviction) === at;
}
