// Notes on pods that fit on a node without a printed claim. Pods with the same note share a line.

import { entryIn } from '../../../core/base/entry-in.js';
import { some } from '../../../core/base/words.js';
import type { ClaimGroup } from '../../../scheduler/pods/claims.js';
import { diagnose, type Streams } from '../streams.js';

/** Returns a remark on pods and their nodes. `its` and `nodes` are singular or plural, depending on the numbers of pods and nodes. */
type Remark = (nodes: string, its: string) => string;

const NEEDS_NOTHING: Remark = (nodes) => `fits on ${nodes}: it needs no devices`;
const SERVED_BY_PLUGIN: Remark = (nodes, its) =>
  `a device plugin of ${nodes} serves ${its} extended resources: the scheduler creates no claim`;
const ALLOCATED_BEFORE: Remark = (nodes, its) => `fits on ${nodes}: ${its} claims are already allocated`;

/** The most nodes in a note; others are only counted. */
const MAX_NODES = 3;

interface Noted {
  readonly remark: Remark;
  readonly pods: string[];
  readonly nodes: Set<string>;
}

/** Collects the notes of a run. */
export class PlacementNotes {
  readonly #noted = new Map<string | Remark, Noted>();

  /** Returns whether no pod has a note. */
  get isEmpty(): boolean {
    return this.#noted.size === 0;
  }

  /** Records a pod without claims that fits on a node. A pod that needs no devices, and that the user named, has a separate line. */
  addUnclaimed({ name, perNode }: ClaimGroup, node: string): void {
    if (perNode === undefined) this.#add(name, NEEDS_NOTHING, name, node);
    else this.#add(SERVED_BY_PLUGIN, SERVED_BY_PLUGIN, name, node);
  }

  /** Records a pod that fits on a node with the claims allocated before. */
  addAllocated({ name }: ClaimGroup, node: string): void {
    this.#add(ALLOCATED_BEFORE, ALLOCATED_BEFORE, name, node);
  }

  print(streams: Streams): void {
    for (const { remark, pods, nodes } of this.#noted.values()) {
      const [first, ...others] = pods;
      const who = others.length === 0 ? first : `${first} and ${others.length} more`;
      const where = `${nodes.size === 1 ? 'node' : 'nodes'} ${some([...nodes], MAX_NODES)}`;
      diagnose(streams, 'note', `${who}: ${remark(where, others.length === 0 ? 'its' : 'their')}`);
    }
  }

  #add(key: string | Remark, remark: Remark, pod: string, node: string): void {
    const noted = entryIn(this.#noted, key, (): Noted => ({ remark, pods: [], nodes: new Set() }));
    noted.pods.push(pod);
    noted.nodes.add(node);
  }
}
