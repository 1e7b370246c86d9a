// Questions that come with their slices: who hands in the very objects again, frozen, does not have them considered again.

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

/** Bytes of all that is stored, with the objects, and the objects of one question: of more of them nothing is stored. */
const MOST_BYTES = 32 << 20;
const MOST_OBJECTS = 1024;

/** The objects of a question that decide what its node sees. */
export interface SeenObjects {
  readonly node: Node;
  readonly slices: readonly ResourceSlice[];
  readonly rules: readonly DeviceTaintRule[];
}

/** The gates and selectors by which a node is considered. */
interface Sight {
  readonly features: Features;
  readonly selectors: SelectorCache;
}

/** The slices of a question, and what its node sees of them. */
export class Seen {
  readonly index: SliceIndex;
  readonly #node: Node;
  readonly #isKept: boolean;
  readonly #objectBytes: number;
  #view: NodeView | undefined;

  constructor(index: SliceIndex, { node, slices, rules }: SeenObjects, isKept: boolean) {
    this.index = index;
    this.#node = node;
    this.#isKept = isKept;
    this.#objectBytes = isKept ? [node, ...slices, ...rules].reduce((sum, object) => sum + bytesOfValue(object, MOST_BYTES), 0) : 0;
  }

  get bytes(): number {
    return this.#objectBytes + (this.#view === undefined ? 0 : bytesOfView(this.#view));
  }

  /** Checks the slices from the node, once where it is stored. Throws `node-selection-failed`. */
  *viewed({ features, selectors }: Sight, checkpoint: Checkpoint): Incremental<NodeView> {
    if (this.#view !== undefined) return this.#view;
    const view = yield* viewFrom(this.#node, this.index, features, selectors, checkpoint, this.#isKept);
    if (!this.#isKept) return view;
    this.#view ??= view;
    return this.#view;
  }
}

/** The views of nodes that questions before had, of one allocator. */
export class KeptViews {
  readonly #known = new LruCache<Seen>({
    entries: Number.POSITIVE_INFINITY,
    bytes: MOST_BYTES,
    weigh: ({ bytes }) => bytes,
    hasOwnKeys: true,
  });

  /** Bytes of all that is stored. */
  get bytes(): number {
    return this.#known.bytes;
  }

  /** `mayCome`: the objects may come again, since they are decoded once. */
  *of(objects: SeenObjects, mayCome: boolean, checkpoint: Checkpoint): Incremental<Seen> {
    const { node, slices, rules } = objects;
    const isKept = mayCome && slices.length + rules.length <= MOST_OBJECTS;
    const key = isKept ? `${identityText(node)}${rules.map(identityText).join('')}/${slices.map(identityText).join('')}` : '';
    const known = isKept ? this.#known.get(key) : undefined;
    if (known !== undefined) return known;
    const seen = new Seen(yield* SliceIndex.of(slices, rules, checkpoint), objects, isKept);
    if (isKept) this.#known.set(key, seen);
    return seen;
  }
}
