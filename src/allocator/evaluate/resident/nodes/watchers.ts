// Calls that yield have answers as of their beginning, so they are notified of each change before it is taken up.

import type { AllocatedDevice } from '../../../../core/api/resource-claim.js';
import type { ResourceSlice } from '../../../../core/api/resource-slice.js';
import type { SliceIndex } from '../../../pools/slice-index.js';

/** Is told of changes before they are taken up. */
export interface Watcher {
  /** Nodes come, go, or find other devices, or others in use; undefined: any may. */
  nodesChange(names: Iterable<string> | undefined): void;
  /** Devices that many nodes may see come into use, or out of it. */
  useChanges(): void;
}

/** Slices of a pool whose nodes are told one by one. */
const FEW = 64;

/** The watchers that are told. Mostly there is nobody, and nothing is looked for. */
export class Watchers {
  readonly #sources: { readonly slices: Pick<SliceIndex, 'ofPool' | 'withDevice'> };
  readonly #all = new Set<Watcher>();

  /** `sources`: where it is found which nodes devices concern. */
  constructor(sources: { readonly slices: Pick<SliceIndex, 'ofPool' | 'withDevice'> }) {
    this.#sources = sources;
  }

  add(watcher: Watcher): void {
    this.#all.add(watcher);
  }

  delete(watcher: Watcher): void {
    this.#all.delete(watcher);
  }

  /** Nodes change; undefined: any may. */
  announce(names: Iterable<string> | undefined): void {
    for (const watcher of this.#all) watcher.nodesChange(names);
  }

  /** Results of an allocation come into use, or out of it. */
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
        // Shares of a device that is dedicated by now also change whether its nodes can be solved with others.
        if (shareID !== undefined) return this.announce(undefined);
        concernsAll = true;
      }
    }
    if (concernsAll) for (const watcher of this.#all) watcher.useChanges();
    if (names.size > 0) this.announce(names);
  }

  /** The nodes whose answers depend on what is in use of a slice; undefined: many. Those that share its counters have slices of its pool. */
  #concernedBy({ spec: { driver, pool, nodeName = '' } }: ResourceSlice): readonly string[] | undefined {
    if (nodeName === '') return undefined;
    const slices = this.#sources.slices.ofPool(driver, pool.name);
    if (slices.length > FEW) return undefined;
    const names = slices.map(({ spec }) => spec.nodeName ?? '');
    return names.includes('') ? undefined : names;
  }
}
