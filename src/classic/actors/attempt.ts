// One attempt at a key of a queue, as most controllers make it.

import { ActorCrash, messageOf } from '../api-client.js';
import type { WorkQueue } from '../work-queue.js';

/** Thrown to have a key again, without an error: after a delay, or later each time. */
export class Requeue extends Error {
  override readonly name = 'Requeue';
  readonly delay: number | undefined;

  constructor(message: string, delay?: number) {
    super(message);
    this.delay = delay;
  }
}

/** Works on a key: it is forgotten, or tried again after a while. Gives the message of the error; undefined: there was none. A crash of the actor goes on. */
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
