// Records the nodes whose answers may have changed, so that a fork of a cluster finds the nodes that it still shares with its origin.

import type { AllocatedDevice } from '../../core/api/resource-claim.js';
import { Journal } from '../../core/base/journal.js';
import type { SliceIndex } from '../pools/slice-index.js';

/** Above this number of names, any node may have changed. */
const MOST_NAMES = 1 << 16;

/** Nodes by name. Undefined: any node may be concerned. */
export type ConcernedNodes = Iterable<string> | undefined;

/** Lists nodes in the order of their changes. */
export class NodeChanges {
  readonly #journal = new Journal<string>();

  /** The position after the last change. */
  get end(): number {
    return this.#journal.end;
  }

  note(concerned: ConcernedNodes): void {
    if (concerned === undefined) this.#journal.noteAll();
    else for (const name of concerned) Journal.noteName(this.#journal, name);
    this.#journal.trim(MOST_NAMES);
  }

  /** Returns the nodes that can access some devices. */
  since(place: number): readonly string[] | undefined {
    return this.#journal.since(place);
  }
}

/** Returns the nodes that see some devices. */
export function nodesWithDevices(results: readonly AllocatedDevice[], slices: Pick<SliceIndex, 'withDevice'>): ConcernedNodes {
  const names = new Set<string>();
  for (const { driver, pool, device } of results) {
    for (const { spec } of slices.withDevice(driver, pool, device)) {
      const { nodeName = '' } = spec;
      if (nodeName === '') return undefined;
      names.add(nodeName);
    }
  }
  return names;
}
