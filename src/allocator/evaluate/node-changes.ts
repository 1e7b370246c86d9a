// Names of nodes whose answers may have changed, so that a fork of a cluster finds out which nodes it no longer has in common with its origin.

import type { AllocatedDevice } from '../../core/api/resource-claim.js';
import { Journal } from '../../core/base/journal.js';
import type { SliceIndex } from '../pools/slice-index.js';

/** More names are not stored: any node may have changed then. */
const MOST_NAMES = 1 << 16;

/** Nodes by name; undefined: any node may be meant. */
export type ConcernedNodes = Iterable<string> | undefined;

/** Lists nodes in the order in which they changed. */
export class NodeChanges {
  readonly #journal = new Journal<string>();

  /** The place behind the last change. */
  get end(): number {
    return this.#journal.end;
  }

  note(concerned: ConcernedNodes): void {
    if (concerned === undefined) this.#journal.noteAll();
    else for (const name of concerned) Journal.noteName(this.#journal, name);
    this.#journal.trim(MOST_NAMES);
  }

  /** The nodes that changed since a place; undefined: any may have. */
  since(place: number): readonly string[] | undefined {
    return this.#journal.since(place);
  }
}

/** The nodes that see some devices. */
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
