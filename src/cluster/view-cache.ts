// Caches node views within a memory bound: a device that all nodes can access is in the view of each.

import type { NodeView } from '../allocator/encode/node-view.js';
import { LruCache } from '../core/base/lru-cache.js';

/** The most bytes of all cached views with their selector results, and the bytes of a view for each device. */
const MOST_BYTES = 128 << 20;
const DEVICE_BYTES = 16;

/** Returns the bytes of a view, without the objects that it refers to. */
export function bytesOfView({ devices, examiner, derived }: NodeView): number {
  return devices.length * DEVICE_BYTES + examiner.bytes + derived.bytes;
}

/** Caches views by node name. */
export class ViewCache {
  readonly #views = new LruCache<NodeView>({
    entries: Number.POSITIVE_INFINITY,
    bytes: MOST_BYTES,
    weigh: bytesOfView,
  });

  get isEmpty(): boolean {
    return this.#views.size === 0;
  }

  get(name: string): NodeView | undefined {
    return this.#views.get(name);
  }

  /** Returns a view for reading only: the caller adds no selector results. */
  peek(name: string): NodeView | undefined {
    return this.#views.peek(name);
  }

  set(name: string, view: NodeView): void {
    this.#views.set(name, view);
  }

  delete(name: string): void {
    this.#views.remove(name);
  }
}
