// Shares objects among several users, and caches them for a while after their last use.

import { type CacheBounds, LruCache } from '../../../core/base/lru-cache.js';

/** Is released when the cache drops it. */
interface Ending {
  end(): void;
}

/** Shared objects by key, each with the number of its users. Unused ones stay within the bounds of a cache. */
export class SharedCache<T extends Ending> {
  readonly #used = new Map<string, { readonly thing: T; users: number }>();
  readonly #spare: LruCache<T>;

  /** `spare`: the bounds of unused objects. */
  constructor(spare: CacheBounds<T>) {
    this.#spare = new LruCache(spare, (thing) => thing.end());
  }

  /** Returns the object of a key to one more user, who must release it. */
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

  /** Ends the unused objects. */
  clearSpare(): void {
    this.#spare.clear();
  }
}
