// Allocators by release and gates. Strangers choose these, and there are more combinations than memory: only a few are stored next to the default one.

import { type Allocator, createAllocator } from 'dra-allocator';
import type { Question } from './question.js';

/** The release and the gates that a question names. */
export type Semantics = Partial<Pick<Question, 'kubernetesVersion' | 'featureGates'>>;

/** Options of {@link Allocators}. */
export interface AllocatorsOptions {
  /** The compiled solver, where the runtime cannot load it. */
  readonly module?: object | undefined;
  /** The number of allocators that are stored for other releases and gates than the default. Each caches up to 32 MiB of what its questions repeat. */
  readonly others?: number;
  /** Notified of an allocator that is no longer stored. */
  readonly dropped?: (allocator: Allocator) => void;
}

const MOST_OTHERS = 2;

/** Makes allocators and keeps them: the default one always, of others those that were used last. */
export class Allocators {
  readonly #options: AllocatorsOptions;
  readonly #others = new Map<string, Allocator>();
  #default: Promise<Allocator> | undefined;

  constructor(options: AllocatorsOptions = {}) {
    this.#options = options;
  }

  /** The allocator for a release and gates. Rejects with AllocationError for those that do not exist, and then keeps what it has. */
  async get(given: Semantics): Promise<Allocator> {
    const options = optionsOf(given);
    if (Object.keys(options).length === 0) return this.#ofDefaults();
    const gates = Object.entries(options.featureGates ?? {}).sort(([left], [right]) => (left < right ? -1 : 1));
    const key = JSON.stringify([options.kubernetesVersion, gates]);
    const made = this.#others.get(key) ?? (await this.#create(options));
    // Another question may have made the same one meanwhile.
    const allocator = this.#others.get(key) ?? made;
    this.#others.delete(key);
    this.#others.set(key, allocator);
    const { others = MOST_OTHERS, dropped } = this.#options;
    for (const [oldest, left] of this.#others) {
      if (this.#others.size <= others) break;
      this.#others.delete(oldest);
      dropped?.(left);
    }
    return allocator;
  }

  #ofDefaults(): Promise<Allocator> {
    this.#default ??= this.#create({}).catch((error: unknown) => {
      // The next question tries again.
      this.#default = undefined;
      throw error;
    });
    return this.#default;
  }

  #create(options: Semantics): Promise<Allocator> {
    const { module } = this.#options;
    return createAllocator({ ...optionsOf(options), ...(module === undefined ? {} : { module }) });
  }
}

/** The options of a release and gates; none for the defaults. */
export function optionsOf({ kubernetesVersion, featureGates }: Semantics) {
  return {
    ...(kubernetesVersion === undefined ? {} : { kubernetesVersion }),
    ...(featureGates === undefined || Object.keys(featureGates).length === 0 ? {} : { featureGates: { ...featureGates } }),
  };
}
