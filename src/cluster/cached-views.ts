// Caches node views for calls that bring their slices: a caller that passes the same frozen objects again reuses the view.

import { type NodeView, viewFrom } from '../allocator/encode/node-view.js';
import { SliceIndex } from '../allocator/pools/slice-index.js';
import type { SelectorCache } from '../cel/cache.js';
import type { DeviceTaintRule } from '../core/api/device-taint-rule.js';
import type { Node } from '../core/api/node.js';
import type { ResourceSlice } from '../core/api/resource-slice.js';
import type { Checkpoint } from '../core/base/checkpoint.js';
import type { Incremental } from '../core/base/incremental.js';
import { LruCache } from '../core/base/lru-cache.js';
import { identityText } from '../core/base/signature.js';
import { bytesOfValue } from '../core/base/value-bytes.js';
import type { Features } from '../core/features/features.js';
import { bytesOfView } from './view-cache.js';

/** The most bytes of all cached views with their objects, and the most objects of one call. Larger calls are not cached. */
const MOST_BYTES = 32 << 20;
const MOST_OBJECTS = 1024;

/** The objects of a call that decide which devices its node can access. */
export interface SeenObjects {
  readonly node: Node;
  readonly slices: readonly ResourceSlice[];
  readonly rules: readonly DeviceTaintRule[];
}

/** The gates and selectors that a view depends on. */
interface Sight {
  readonly features: Features;
  readonly selectors: SelectorCache;
}

/** The slices of a call, and the view of its node. */
export class Seen {
  readonly index: SliceIndex;
  readonly #node: Node;
  readonly #isCached: boolean;
  readonly #objectBytes: number;
  #view: NodeView | undefined;

  constructor(index: SliceIndex, { node, slices, rules }: SeenObjects, isCached: boolean) {
    this.index = index;
    this.#node = node;
    this.#isCached = isCached;
    this.#objectBytes = isCached ? [node, ...slices, ...rules].reduce((sum, object) => sum + bytesOfValue(object, MOST_BYTES), 0) : 0;
  }

  get bytes(): number {
    return this.#objectBytes + (this.#view === undefined ? 0 : bytesOfView(this.#view));
  }

  /** Returns the view of the node, computed once if it is cached. Throws `node-selection-failed`. */
  *viewed({ features, selectors }: Sight, checkpoint: Checkpoint): Incremental<NodeView> {
    if (this.#view !== undefined) return this.#view;
    const view = yield* viewFrom(this.#node, this.index, features, selectors, checkpoint, this.#isCached);
    if (!this.#isCached) return view;
    this.#view ??= view;
    return this.#view;
  }
}

/** The node views of earlier calls, for one allocator. */
export class CachedViews {
  readonly #cache = new LruCache<Seen>({
    entries: Number.POSITIVE_INFINITY,
    bytes: MOST_BYTES,
    weigh: ({ bytes }) => bytes,
    hasOwnKeys: true,
  });

  /** The bytes of all cached views. */
  get bytes(): number {
    return this.#cache.bytes;
  }

  /** `mayCome`: the caller may pass the same objects again, since they are decoded once. */
  *of(objects: SeenObjects, mayCome: boolean, checkpoint: Checkpoint): Incremental<Seen> {
    const { node, slices, rules } = objects;
    const isCached = mayCome && slices.length + rules.length <= MOST_OBJECTS;
    const key = isCached ? `${identityText(node)}${rules.map(identityText).join('')}/${slices.map(identityText).join('')}` : '';
    const cachedViews = isCached ? this.#cache.get(key) : undefined;
    if (cachedViews !== undefined) return cachedViews;
    const seen = new Seen(yield* SliceIndex.of(slices, rules, checkpoint), objects, isCached);
    if (isCached) this.#cache.set(key, seen);
    return seen;
  }
}
