// Counts running pods by priority and tracks nominated pods, so that a query about one pod does not visit the others.

import { objectName } from '../../core/api/meta.js';
import type { Pod, PodSpec } from '../../core/api/pod.js';
import { isPodDone } from '../pods/owners.js';
import type { Priorities } from '../pods/priorities.js';
import { isOnNode } from './node-info.js';

/** The number of running pods with one priority or priority class. */
interface Running {
  readonly spec: PodSpec;
  count: number;
}

/** Statistics of the pods that affect others without being considered one by one. */
export class PodTally {
  #running = new Map<string, Running>();
  #nominated = new Map<string, Pod>();
  #stamp = 0;

  static of(pods: Iterable<Pod>): PodTally {
    const tally = new PodTally();
    for (const pod of pods) tally.add(pod);
    return tally;
  }

  /** Returns a copy that changes independently. */
  fork(): PodTally {
    const fork = new PodTally();
    fork.#running = new Map(Array.from(this.#running, ([key, running]) => [key, { ...running }]));
    fork.#nominated = new Map(this.#nominated);
    fork.#stamp = this.#stamp;
    return fork;
  }

  /** Changes only if results may change, because most pods share a priority with others. */
  get stamp(): number {
    return this.#stamp;
  }

  add(pod: Pod): void {
    if (isNominated(pod)) {
      this.#nominated.set(objectName(pod.metadata), pod);
      this.#stamp++;
    }
    if (!isOnNode(pod)) return;
    const key = priorityKey(pod);
    const count = this.#running.get(key);
    if (count === undefined) {
      this.#running.set(key, { spec: pod.spec, count: 1 });
      this.#stamp++;
    } else count.count++;
  }

  /** Removes a pod that was added. */
  remove(pod: Pod): void {
    if (isNominated(pod)) {
      this.#nominated.delete(objectName(pod.metadata));
      this.#stamp++;
    }
    const count = isOnNode(pod) ? this.#running.get(priorityKey(pod)) : undefined;
    if (count === undefined) return;
    count.count--;
    if (count.count > 0) return;
    this.#running.delete(priorityKey(pod));
    this.#stamp++;
  }

  /** Returns the lowest priority of a running pod; undefined if no pod runs. */
  lowestRunning(priorities: Priorities): number | undefined {
    return leastOf([...this.#running.values()].map(({ spec }) => priorities.of(spec)));
  }

  /** Returns the highest priority of a nominated pod other than this one. */
  highestNominated({ metadata }: Pod, priorities: Priorities): number | undefined {
    if (this.#nominated.size === 0) return undefined;
    const name = objectName(metadata);
    const lowered = [...this.#nominated].flatMap(([other, { spec }]) => (other === name ? [] : [-priorities.of(spec)]));
    const least = leastOf(lowered);
    return least === undefined ? undefined : -least;
  }
}

function isNominated(pod: Pod): boolean {
  return pod.status.nominatedNodeName !== '' && pod.spec.nodeName === '' && !isPodDone(pod);
}

function priorityKey({ spec: { priority, priorityClassName } }: Pod): string {
  return priority === undefined ? `class ${priorityClassName}` : String(priority);
}

function leastOf(numbers: readonly number[]): number | undefined {
  return numbers.length === 0 ? undefined : numbers.reduce((least, one) => Math.min(least, one));
}
