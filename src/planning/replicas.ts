// The replicas of a pod by their numbers, each made once, and as many as a quota admits.

import type { Pod, PodSpec } from '../core/api/pod.js';
import { PENDING_STATUS } from '../core/api/pod-status.js';
import type { Workload } from '../core/api/workload.js';
import { PreparedPod } from '../placement/prepared-pod.js';
import type { QuotaLeft } from './quota-left.js';

/** The replica of a number. */
export interface Replica {
  readonly name: string;
  readonly pod: PreparedPod;
}

/** A pod, as it would be created, to be made again and again. */
export interface GivenReplicas {
  readonly pod: Pod;
  /** The object that would make it. */
  readonly owner?: Workload | undefined;
  /** The name of a replica by its number. */
  readonly name: (number: number) => string;
  /** The quotas by which they are admitted; undefined: there are none. */
  readonly quota: QuotaLeft | undefined;
}

/** A replica of a pod, for which nothing was made yet: its claims come from the templates. */
export function replicaOf(pod: Pod, name: string): Replica {
  return { name, pod: new PreparedPod(replica(pod, name)) };
}

function replica(pod: Pod, name: string): Pod {
  return { ...pod, metadata: { ...pod.metadata, name, uid: '' }, status: PENDING_STATUS };
}

/** Replicas by their numbers. */
export class Replicas {
  readonly #given: GivenReplicas;
  readonly #made: Replica[] = [];
  readonly #specs = new Set<PodSpec>();
  #admitted = 0;
  #refusal: string | undefined;

  constructor(given: GivenReplicas) {
    this.#given = given;
  }

  /** Why no more of them are admitted. */
  get refusal(): string | undefined {
    return this.#refusal;
  }

  /** The number of those that were admitted. */
  get admitted(): number {
    return this.#admitted;
  }

  /** All that were admitted are the same pods but for their names: they have the same flavors. */
  get areAlike(): boolean {
    return this.#specs.size <= 1;
  }

  get notLookedAt(): Iterable<string> {
    return this.#given.quota?.notLookedAt ?? [];
  }

  /** One of those before, or the next one; undefined: that is not admitted. */
  at(number: number): Replica | undefined {
    while (this.#admitted <= number && this.#refusal === undefined) this.#admitNext();
    return number < this.#admitted ? this.#made[number] : undefined;
  }

  #admitNext(): void {
    const { pod, owner, name, quota } = this.#given;
    const number = this.#admitted;
    const spec = quota === undefined ? pod.spec : quota.admit(replica(pod, name(number)), owner);
    if (typeof spec === 'string') {
      this.#refusal = spec;
      return;
    }
    this.#specs.add(spec);
    this.#admitted++;
    this.#made[number] = replicaOf({ ...pod, spec }, name(number));
  }

  /** One as if there were enough quota, with the flavors of the first one. */
  unboundedAt(number: number): Replica {
    const { pod, name } = this.#given;
    const [spec = pod.spec] = this.#specs;
    this.#made[number] ??= replicaOf({ ...pod, spec }, name(number));
    return this.#made[number];
  }

  /** Gives the quota back. */
  end(): void {
    this.#given.quota?.giveBack();
  }
}
