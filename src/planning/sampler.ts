// Samples the cluster at each time with an event, after the scheduler ran.

import { objectName } from '../core/api/meta.js';
import type { Pod } from '../core/api/pod.js';
import type { Program } from '../core/base/program.js';
import { Counts } from './recorder.js';
import { largestPod, roomFor } from './room.js';
import type { Session } from './session.js';

/**
 * The number of times between the start and the last event at which remaining replicas are counted. Without events, they are
 * counted only at both ends.
 */
const TIMES_OF_ROOM = 20;

export class Sampler {
  readonly #session: Session;
  #roomPod: Pod | undefined;
  #nextRoom = 0;

  constructor(session: Session) {
    this.#session = session;
  }

  /** The name of the pod whose remaining replicas are counted. */
  get roomPod(): string | undefined {
    return this.#roomPod === undefined ? undefined : objectName(this.#roomPod.metadata);
  }

  *sample(): Program<void> {
    const { recorder, queue, admission, pods, pending, use, now } = this.#session.world;
    const causes = new Counts();
    for (const { refusal, pods: waiting } of queue.values()) {
      yield* this.#session.clock.check();
      causes.add(refusal?.cause ?? '', waiting.size);
    }
    for (const { refusal, pods: waiting } of admission.waiting()) causes.add(refusal.cause, waiting.length);
    const room = yield* this.#room(now);
    recorder.sample({
      at: now / 1000,
      placed: pods.size - pending,
      pending,
      devices: use.byDriver(),
      classes: use.byClass(),
      capacities: use.capacities(),
      causes: causes.toRecord(),
      ...(room === undefined ? {} : { room }),
    });
  }

  *#room(now: number): Program<number | undefined> {
    const { plan, world } = this.#session;
    if (plan.room === undefined) return undefined;
    const end = plan.until ?? plan.events.at(-1)?.at ?? 0;
    const isLast = world.nextTimer() === undefined && now >= (plan.events.at(-1)?.at ?? 0);
    if (now < this.#nextRoom && !isLast) return undefined;
    this.#roomPod ??= plan.room.pod ?? largestPod(plan, world.cluster);
    if (this.#roomPod === undefined) return undefined;
    this.#nextRoom = now + Math.max(1, end / TIMES_OF_ROOM);
    return yield* roomFor(this.#roomPod, plan.room.most, this.#session);
  }
}
