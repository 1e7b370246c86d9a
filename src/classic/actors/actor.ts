// Defines an actor of a cluster: it watches objects and does one thing at a time.

import type { Random } from '../../core/base/random.js';
import type { Pauses } from '../../platform/pauses.js';
import type { ApiClient } from '../api-client.js';
import type { ClaimNaming } from '../claim-names.js';
import type { Clock } from '../clock.js';
import type { Watch } from '../informer.js';
import type { Store } from '../store.js';

/** The environment of an actor. */
export interface Surroundings {
  readonly store: Store;
  readonly client: ApiClient;
  readonly clock: Clock;
  readonly random: Random;
  readonly naming: ClaimNaming;
  /** True if the scheduler asks the claim plugin which changes may help a pod. */
  readonly queueingHints: boolean;
  /** Pauses for loops over many objects. */
  readonly pauses: Pauses;
  /** Aborted when the actor ends. */
  readonly signal: AbortSignal;
}

/** The time at which work is due, and the time at which it was scheduled. */
export interface Timer {
  readonly due: number;
  readonly since: number;
}

/** One thing that an actor did. */
export interface Work {
  readonly action: string;
  /** The object of the work: `Kind namespace/name`. */
  readonly object: string;
  /** The outcome in words; empty if the changes show it. */
  readonly outcome: string;
}

/** A component of the control plane, or a kubelet. A restart creates a new one. */
export interface Actor {
  readonly watches: readonly Watch[];
  /** True if there is work now. */
  readonly isReady: boolean;
  readonly timers: readonly Timer[];
  /** Does one thing; undefined if there was nothing to do. Rejects only with ActorCrash. */
  work(): Promise<Work | undefined>;
}
