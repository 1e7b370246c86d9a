// Views of nodes that are worth remembering, within a bound: devices that all nodes reach are in the view of each.

import type { NodeView } from '../allocator/encode/node-view.js';
import { LruCache } from '../core/base/lru-cache.js';

/** Bytes of all remembered views together, with what was found out about their devices; and what a view costs for each device. */
const MOST_BYTES = 128 << 20;
const DEVICE_BYTES = 16;

/** Bytes of a view, without the objects that it is of. */
export function bytesOfView({ devices, examiner, derived }: NodeView): number {
  return devices.length * DEVICE_BYTES + examiner.bytes + derived.bytes;
}

/** Remembers views by node name. */
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

  /** Gets a view that is only read: nothing is found out about its devices. */
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
