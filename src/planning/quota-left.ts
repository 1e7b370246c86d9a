// The quotas of Kueue as pods that run leave them, for replicas that are admitted one by one. Pods that wait take no quota, as they take no devices.

import { claimKey } from '../cluster/claims.js';
import type { Pod, PodSpec } from '../core/api/pod.js';
import type { Workload } from '../core/api/workload.js';
import { type Program, runInOneGo } from '../core/base/program.js';
import type { Cluster } from '../library/cluster.js';
import { Clock } from './clock.js';
import { type KueueObject, QUEUE_LABEL } from './kueue/objects.js';
import type { SimulatedPod } from './model.js';
import { World } from './world.js';

/** Asks Kueue about replicas of one pod at a time. */
export class QuotaLeft {
  readonly #world: World;
  readonly #unlimited: Clock;
  readonly #admitted: SimulatedPod[] = [];

  /** `workloads`: owners of pods that run, since jobs have the label of their queue and not their pods. Undefined: there are no queues. */
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

  /** The things about queues and pods that were not considered, in words. */
  get notLookedAt(): Iterable<string> {
    return this.#world.admission.notLookedAt;
  }

  /** Admits one more replica: gives what it is with the flavors that it got, or says why it waits. A pod of no queue is admitted as it is. */
  admit(pod: Pod, owner?: Workload): PodSpec | string {
    const { admission } = this.#world;
    const queue = owner === undefined ? undefined : admission.queueOfOwner(owner);
    const labels = queue === undefined ? pod.metadata.labels : new Map([...pod.metadata.labels, [QUEUE_LABEL, queue]]);
    const made = this.#world.createPod({ ...pod, metadata: { ...pod.metadata, labels } });
    // One pod more takes no time that is worth a pause.
    runInOneGo(this.#world.admit(this.#unlimited));
    const [waiting] = admission.waiting();
    if (waiting === undefined) {
      this.#admitted.push(made);
      return made.pod.spec;
    }
    this.#world.delete(made);
    return waiting.refusal.message;
  }

  /** Gives back what all replicas took. */
  giveBack(): void {
    for (const pod of this.#admitted.splice(0)) this.#world.delete(pod);
  }
}
