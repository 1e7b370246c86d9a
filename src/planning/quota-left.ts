// The Kueue quotas that running pods leave, for replicas that are admitted one by one. Pending pods use no quota, because they
// use no devices.

import { claimKey } from '../cluster/claims.js';
import type { Pod, PodSpec } from '../core/api/pod.js';
import type { Workload } from '../core/api/workload.js';
import { type Program, runInOneGo } from '../core/base/program.js';
import type { Cluster } from '../library/cluster.js';
import { Clock } from './clock.js';
import { type KueueObject, QUEUE_LABEL } from './kueue/objects.js';
import type { SimulatedPod } from './model.js';
import { World } from './world.js';

/** Admits replicas of one pod at a time. */
export class QuotaLeft {
  readonly #world: World;
  readonly #unlimited: Clock;
  readonly #admitted: SimulatedPod[] = [];

  /** `workloads`: owners of running pods, because the queue label is on the job and not on its pods. Undefined if there are no queues. */
  static *of(
    cluster: Cluster,
    workloads: readonly Workload[],
    queues: readonly KueueObject[],
    clock: Clock,
  ): Program<QuotaLeft | undefined> {
    if (queues.length === 0) return undefined;
    const fork = cluster.fork();
    const state = fork.parts.cluster;
    for (const { pod } of [...state.objects.pods.all('Pod').values()]) {
      yield* clock.check();
      if (pod.spec.nodeName === '') state.remove('Pod', claimKey(pod));
    }
    const world = new World(fork, { order: 'input', devices: 'given', queues, playsDeviceTaints: false });
    yield* world.owners.apply(workloads, clock);
    yield* world.adoptPods(clock);
    for (const { owned } of world.pods.values()) if (owned !== undefined) owned.scaledTo = owned.pods.size;
    yield* world.admit(clock);
    return new QuotaLeft(world);
  }

  private constructor(world: World) {
    this.#world = world;
    this.#unlimited = new Clock(world.cluster, {});
  }

  /** The properties of queues and pods that were not considered, in words. */
  get notLookedAt(): Iterable<string> {
    return this.#world.admission.notLookedAt;
  }

  /** Admits one more replica. Returns its spec with its flavors, or why it is pending. A pod without a queue is admitted unchanged. */
  admit(pod: Pod, owner?: Workload): PodSpec | string {
    const { admission } = this.#world;
    const queue = owner === undefined ? undefined : admission.queueOfOwner(owner);
    const labels = queue === undefined ? pod.metadata.labels : new Map([...pod.metadata.labels, [QUEUE_LABEL, queue]]);
    const made = this.#world.createPod({ ...pod, metadata: { ...pod.metadata, labels } });
    // One more pod needs too little time to justify a yield.
    runInOneGo(this.#world.admit(this.#unlimited));
    const [waiting] = admission.waiting();
    if (waiting === undefined) {
      this.#admitted.push(made);
      return made.pod.spec;
    }
    this.#world.delete(made);
    return waiting.refusal.message;
  }

  /** Releases the quota of all replicas. */
  giveBack(): void {
    for (const pod of this.#admitted.splice(0)) this.#world.delete(pod);
  }
}
