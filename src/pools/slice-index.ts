// The slices of a cluster, found by node and by pool. Source: allocation.md section 2; reference NewAllocator.

import type { DeviceTaintRule } from '../api/device-taint-rule.js';
import type { ResourceSlice } from '../api/resource-slice.js';
import { withTaints } from './taint-rules.js';

/** All slices of a cluster in input order. Input order matters: a pool is judged by its first relevant slice (reference-1.37 1.9). */
export class SliceIndex {
  readonly all: readonly ResourceSlice[];
  readonly #onNode = new Map<string, ResourceSlice[]>();
  readonly #shared: ResourceSlice[] = [];
  readonly #ofPool = new Map<string, ResourceSlice[]>();

  /** With the taints of DeviceTaintRules, if there are any. */
  constructor(slices: Iterable<ResourceSlice>, rules: readonly DeviceTaintRule[] = []) {
    this.all = rules.length === 0 ? [...slices] : Array.from(slices, (slice) => withTaints(slice, rules));
    for (const slice of this.all) {
      const nodeName = slice.spec.nodeName ?? '';
      if (nodeName === '') this.#shared.push(slice);
      else append(this.#onNode, nodeName, slice);
      append(this.#ofPool, poolKey(slice.spec.driver, slice.spec.pool.name), slice);
    }
  }

  /** Slices that may be relevant for a node: its own ones, then those that choose nodes otherwise. */
  forNode(nodeName: string): readonly ResourceSlice[] {
    const own = this.#onNode.get(nodeName);
    return own === undefined ? this.#shared : [...own, ...this.#shared];
  }

  /** Every slice of a pool, of any node and generation. */
  ofPool(driver: string, pool: string): readonly ResourceSlice[] {
    return this.#ofPool.get(poolKey(driver, pool)) ?? [];
  }

  /** The nodes that slices name as theirs, in input order. */
  nodeNames(): readonly string[] {
    return [...this.#onNode.keys()];
  }
}

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

/** A key for a pool. Names are free text until validated, so the separator is one that no name check lets through. */
export function poolKey(driver: string, pool: string): string {
  return `${driver}\0${pool}`;
}
