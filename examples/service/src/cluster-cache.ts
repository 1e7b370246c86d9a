// Clusters that were laid out for questions before. Laying one out takes several times as long as asking it, and the caller again mostly asks about the same objects.

import type { Allocator, Cluster } from 'dra-allocator';

/** Bytes that any cluster occupies: a tiny one that answered a question, with what its allocator keeps for it. */
const CLUSTER_BYTES = 64 * 1024;
/** Bytes that a cluster occupies for each byte of the body that it was laid out for (measured: 1 to 16). */
const BYTES_OF_BODY_BYTE = 16;

interface Kept {
  readonly allocator: Allocator;
  readonly objects: readonly object[];
  readonly cluster: Cluster;
  bytes: number;
}

/** The most that is stored. */
export interface ClusterBounds {
  readonly clusters: number;
  readonly bytes: number;
}

const BOUNDS: ClusterBounds = { clusters: 64, bytes: 64 * 1024 * 1024 };

/**
 * Keeps clusters by their very objects: those that a ReadCache knows are the same again, and frozen. What a cluster remembers of a question is in proportion to its body. Of too many clusters, or
 * too many bytes together, the one that was queried least lately goes.
 */
export class ClusterCache {
  readonly #most: ClusterBounds;
  /** The one that was queried last comes last. */
  #kept: readonly Kept[] = [];

  constructor(most = BOUNDS) {
    this.#most = most;
  }

  /** The number of clusters that are stored. */
  get size(): number {
    return this.#kept.length;
  }

  /** The cluster of an allocator with these objects and no others, which a body of so many bytes asks; `make` lays it out. Rejects as `make` does. */
  async get(allocator: Allocator, objects: readonly object[], bytes: number, make: () => Promise<Cluster>): Promise<Cluster> {
    const find = (): Kept | undefined => this.#kept.find((each) => each.allocator === allocator && isSame(each.objects, objects));
    const cluster = find()?.cluster ?? (await make());
    // Another question about the same objects may have come meanwhile.
    const known = find();
    const own = known ?? { allocator, objects, cluster, bytes: CLUSTER_BYTES + BYTES_OF_BODY_BYTE * bytes };
    if (known === undefined && !objects.every(Object.isFrozen)) return own.cluster;
    if (known !== undefined) own.bytes += bytes;
    this.#kept = [...this.#kept.filter((each) => each !== own), own];
    let sum = this.#kept.reduce((all, each) => all + each.bytes, 0);
    while (sum > this.#most.bytes || this.#kept.length > this.#most.clusters) {
      const [oldest, ...others] = this.#kept;
      this.#kept = others;
      sum -= oldest?.bytes ?? sum;
    }
    return own.cluster;
  }

  /** Drops the clusters of an allocator that is no longer stored: they would keep it in memory. */
  forget(allocator: Allocator): void {
    this.#kept = this.#kept.filter((each) => each.allocator !== allocator);
  }
}

function isSame(left: readonly object[], right: readonly object[]): boolean {
  return left.length === right.length && left.every((object, place) => object === right[place]);
}
