// Notifies calls that yield of each change before it is applied, because their answers are for the state at the start of the call.

import type { AllocatedDevice } from '../../../../core/api/resource-claim.js';
import type { ResourceSlice } from '../../../../core/api/resource-slice.js';
import type { SliceIndex } from '../../../pools/slice-index.js';

/** Is notified of changes before they are applied. */
export interface Watcher {
  /** Nodes are added or removed, or the devices they see or use change. Undefined: any node may be affected. */
  nodesChange(names: Iterable<string> | undefined): void;
  /** Devices that many nodes may see are allocated or deallocated. */
  useChanges(): void;
}

/** The most slices of a pool whose nodes are notified individually. */
const FEW = 64;

/** The watchers. If no observers exist, which is common, changes are not analyzed. */
export class Watchers {
  readonly #sources: { readonly slices: Pick<SliceIndex, 'ofPool' | 'withDevice'> };
  readonly #all = new Set<Watcher>();

  /** `sources`: used to find the nodes of a device. */
  constructor(sources: { readonly slices: Pick<SliceIndex, 'ofPool' | 'withDevice'> }) {
    this.#sources = sources;
  }

  add(watcher: Watcher): void {
    this.#all.add(watcher);
  }

  delete(watcher: Watcher): void {
    this.#all.delete(watcher);
  }

  /** Announces changes of nodes. Undefined: any node may change. */
  announce(names: Iterable<string> | undefined): void {
    for (const watcher of this.#all) watcher.nodesChange(names);
  }

  /** Announces that results of an allocation are added or removed. */
  announceUse(results: readonly AllocatedDevice[]): void {
    if (this.#all.size === 0) return;
    const { slices } = this.#sources;
    const names = new Set<string>();
    let concernsAll = false;
    for (const { driver, pool, device, shareID } of results) {
      for (const slice of slices.withDevice(driver, pool, device)) {
        const concerned = this.#concernedBy(slice);
        for (const name of concerned ?? []) names.add(name);
        if (concerned !== undefined) continue;
        // Shares of a device that is now dedicated also affect whether its nodes can be solved in a pass.
        if (shareID !== undefined) return this.announce(undefined);
        concernsAll = true;
      }
    }
    if (concernsAll) for (const watcher of this.#all) watcher.useChanges();
    if (names.size > 0) this.announce(names);
  }

  /** Returns the nodes whose answers depend on the use of a slice, or undefined if there are many. Nodes that share its counters have slices in its pool. */
  #concernedBy({ spec: { driver, pool, nodeName = '' } }: ResourceSlice): readonly string[] | undefined {
    if (nodeName === '') return undefined;
    const slices = this.#sources.slices.ofPool(driver, pool.name);
    if (slices.length > FEW) return undefined;
    const names = slices.map(({ spec }) => spec.nodeName ?? '');
    return names.includes('') ? undefined : names;
  }
}
