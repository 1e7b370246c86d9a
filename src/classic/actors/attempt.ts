// Processes a key of a queue with retries, as most controllers do.

import { ActorCrash, messageOf } from '../api-client.js';
import type { WorkQueue } from '../work-queue.js';

/** Thrown to requeue a key without an error: after a fixed delay, or with increasing delays. */
export class Requeue extends Error {
  override readonly name = 'Requeue';
  readonly delay: number | undefined;

  constructor(message: string, delay?: number) {
    super(message);
    this.delay = delay;
  }
}

/**
 * Processes a key, then forgets it or requeues it after a delay. Returns the
 * message of an error; undefined on success. Rethrows a crash of the actor.
 */
export async function attempt(queue: WorkQueue, key: string, sync: () => void | Promise<void>): Promise<string | undefined> {
  try {
    await sync();
    queue.forget(key);
    return undefined;
  } catch (error) {
    if (error instanceof ActorCrash) throw error;
    if (!(error instanceof Requeue)) {
      queue.addRateLimited(key);
      return messageOf(error);
    }
    if (error.delay === undefined) queue.addRateLimited(key);
    else queue.addAfter(key, error.delay);
    return undefined;
  }
}
