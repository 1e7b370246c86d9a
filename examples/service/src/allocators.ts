// Allocators by release and gates. Strangers choose these, and memory cannot hold all combinations, so the service stores few besides the default.

import { type Allocator, createAllocator } from 'dra-allocator';
import type { Question } from './question.js';

/** The release and the gates that a question names. */
export type Semantics = Partial<Pick<Question, 'kubernetesVersion' | 'featureGates'>>;

/** Options of {@link Allocators}. */
export interface AllocatorsOptions {
  /** The compiled solver, where the runtime cannot load it. */
  readonly module?: object | undefined;
  /** The number of stored allocators besides the default. Each caches up to 32 MiB of data that its questions repeat. */
  readonly others?: number;
  /** Called with each allocator that is dropped. */
  readonly dropped?: (allocator: Allocator) => void;
}

const MOST_OTHERS = 2;

/** Creates allocators and stores them: always the default, and the others that were used last. */
export class Allocators {
  readonly #options: AllocatorsOptions;
  readonly #others = new Map<string, Allocator>();
  #default: Promise<Allocator> | undefined;

  constructor(options: AllocatorsOptions = {}) {
    this.#options = options;
  }

  /** Returns the allocator for a release and gates. Rejects with AllocationError if they do not exist; the stored allocators stay. */
  async get(given: Semantics): Promise<Allocator> {
    const options = optionsOf(given);
    if (Object.keys(options).length === 0) return this.#ofDefaults();
    const gates = Object.entries(options.featureGates ?? {}).sort(([left], [right]) => (left < right ? -1 : 1));
    const key = JSON.stringify([options.kubernetesVersion, gates]);
    const made = this.#others.get(key) ?? (await this.#create(options));
    // Another question may have created the same allocator meanwhile.
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

/** Returns the options for a release and gates; no options for the defaults. */
export function optionsOf({ kubernetesVersion, featureGates }: Semantics) {
  return {
    ...(kubernetesVersion === undefined ? {} : { kubernetesVersion }),
    ...(featureGates === undefined || Object.keys(featureGates).length === 0 ? {} : { featureGates: { ...featureGates } }),
  };
}
