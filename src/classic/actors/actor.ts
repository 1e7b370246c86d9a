// An actor of a cluster: it watches objects, and does one thing at a time.

import type { Random } from '../../core/base/random.js';
import type { Pauses } from '../../platform/pauses.js';
import type { ApiClient } from '../api-client.js';
import type { ClaimNaming } from '../claim-names.js';
import type { Clock } from '../clock.js';
import type { Watch } from '../informer.js';
import type { Store } from '../store.js';

/** The world as an actor has it. */
export interface Surroundings {
  readonly store: Store;
  readonly client: ApiClient;
  readonly clock: Clock;
  readonly random: Random;
  readonly naming: ClaimNaming;
  /** The scheduler asks its plugin for claims which changes may help a pod. */
  readonly queueingHints: boolean;
  /** For loops over many objects. */
  readonly pauses: Pauses;
  /** Aborted when the actor ends. */
  readonly signal: AbortSignal;
}

/** When something is due, and when that was decided. */
export interface Timer {
  readonly due: number;
  readonly since: number;
}

/** One thing that an actor did. */
export interface Work {
  readonly action: string;
  /** The object that it was about: `Kind namespace/name`. */
  readonly object: string;
  /** The outcome in words; empty where the changes say it. */
  readonly outcome: string;
}

/** A part of the control plane, or a kubelet. A restart makes a new one. */
export interface Actor {
  readonly watches: readonly Watch[];
  /** There is something to do now. */
  readonly isReady: boolean;
  readonly timers: readonly Timer[];
  /** Does one thing; undefined: there was nothing to do. Rejects with ActorCrash alone. */
  work(): Promise<Work | undefined>;
}
