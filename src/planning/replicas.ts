// The replicas of a pod, numbered and each made once, as many as a quota admits.

import type { Pod, PodSpec } from '../core/api/pod.js';
import { PENDING_STATUS } from '../core/api/pod-status.js';
import type { Workload } from '../core/api/workload.js';
import { PreparedPod } from '../placement/prepared-pod.js';
import type { QuotaLeft } from './quota-left.js';

/** The replica with a number. */
export interface Replica {
  readonly name: string;
  readonly pod: PreparedPod;
}

/** The pod to replicate, as it would be created. */
export interface ReplicaInput {
  readonly pod: Pod;
  /** The object that would make it. */
  readonly owner?: Workload | undefined;
  /** Returns the name of a replica. */
  readonly name: (number: number) => string;
  /** The quotas that admit replicas; undefined without quotas. */
  readonly quota: QuotaLeft | undefined;
}

/** Returns a replica of a pod without existing claims: its claims come from the templates. */
export function replicaOf(pod: Pod, name: string): Replica {
  return { name, pod: new PreparedPod(replica(pod, name)) };
}

function replica(pod: Pod, name: string): Pod {
  return { ...pod, metadata: { ...pod.metadata, name, uid: '' }, status: PENDING_STATUS };
}

export class Replicas {
  readonly #input: ReplicaInput;
  readonly #made: Replica[] = [];
  readonly #specs = new Set<PodSpec>();
  #admitted = 0;
  #refusal: string | undefined;

  constructor(input: ReplicaInput) {
    this.#input = input;
  }

  /** Why no more replicas are admitted. */
  get refusal(): string | undefined {
    return this.#refusal;
  }

  /** The number of admitted replicas. */
  get admitted(): number {
    return this.#admitted;
  }

  /** True if all admitted replicas are equal except for their names: they have the same flavors. */
  get areEqual(): boolean {
    return this.#specs.size <= 1;
  }

  get notLookedAt(): Iterable<string> {
    return this.#input.quota?.notLookedAt ?? [];
  }

  /** Returns an admitted replica, or admits the next one. Returns undefined if the quota does not admit it. */
  at(number: number): Replica | undefined {
    while (this.#admitted <= number && this.#refusal === undefined) this.#admitNext();
    return number < this.#admitted ? this.#made[number] : undefined;
  }

  #admitNext(): void {
    const { pod, owner, name, quota } = this.#input;
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

  /** Returns a replica regardless of quota, with the flavors of the first one. */
  unboundedAt(number: number): Replica {
    const { pod, name } = this.#input;
    const [spec = pod.spec] = this.#specs;
    this.#made[number] ??= replicaOf({ ...pod, spec }, name(number));
    return this.#made[number];
  }

  /** Releases the quota. */
  end(): void {
    this.#input.quota?.giveBack();
  }
}
