// Things that several others use are made once, and stored for a while when nobody uses them any more.

import { type CacheBounds, LruCache } from '../../../core/base/lru-cache.js';

/** Frees what it holds when it is no longer stored. */
interface Ending {
  end(): void;
}

/** Things by key, each with the number of its users; those that nobody uses are within the bounds of a cache. */
export class SharedCache<T extends Ending> {
  readonly #used = new Map<string, { readonly thing: T; users: number }>();
  readonly #spare: LruCache<T>;

  /** `spare`: what is stored that nobody uses. */
  constructor(spare: CacheBounds<T>) {
    this.#spare = new LruCache(spare, (thing) => thing.end());
  }

  /** Gives a thing to one user more, who releases it. */
  acquire(key: string, make: () => T): T {
    const used = this.#used.get(key);
    if (used !== undefined) {
      used.users++;
      return used.thing;
    }
    const thing = this.#spare.remove(key) ?? make();
    this.#used.set(key, { thing, users: 1 });
    return thing;
  }

  release(key: string): void {
    const used = this.#used.get(key);
    if (used === undefined || --used.users > 0) return;
    this.#used.delete(key);
    this.#spare.set(key, used.thing);
  }

  /** Ends what nobody uses. */
  clearSpare(): void {
    this.#spare.clear();
  }
}
