// Caches clusters that earlier questions built. Building a cluster costs several times as much as a query, and clients mostly ask about the same objects.

import type { Allocator, Cluster } from 'dra-allocator';

/** Bytes that every cluster occupies: a tiny one that answered a question, with the state that its allocator holds for it. */
const CLUSTER_BYTES = 64 * 1024;
/** Bytes that a cluster occupies for each byte of the body that it was built from (measured: 1 to 16). */
const BYTES_OF_BODY_BYTE = 16;

interface Kept {
  readonly allocator: Allocator;
  readonly objects: readonly object[];
  readonly cluster: Cluster;
  bytes: number;
}

/** The most clusters, and bytes of clusters, that are stored. */
export interface ClusterBounds {
  readonly clusters: number;
  readonly bytes: number;
}

const BOUNDS: ClusterBounds = { clusters: 64, bytes: 64 * 1024 * 1024 };

/**
 * Caches clusters by the identity of their objects. A ReadCache returns equal objects as the same frozen object.
 * A cluster occupies memory in proportion to the bodies of its questions. When there are too many clusters or bytes, the least recently used cluster goes.
 */
export class ClusterCache {
  readonly #most: ClusterBounds;
  /** Least recently used first. */
  #kept: readonly Kept[] = [];

  constructor(most = BOUNDS) {
    this.#most = most;
  }

  /** The number of stored clusters. */
  get size(): number {
    return this.#kept.length;
  }

  /**
   * Returns the cluster of an allocator with exactly these objects, for a question whose body has `bytes` bytes. `make` builds a missing
   * cluster; its rejection is passed on.
   */
  async get(allocator: Allocator, objects: readonly object[], bytes: number, make: () => Promise<Cluster>): Promise<Cluster> {
    const find = (): Kept | undefined => this.#kept.find((each) => each.allocator === allocator && isSame(each.objects, objects));
    const cluster = find()?.cluster ?? (await make());
    // Another question about the same objects may have arrived meanwhile.
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

  /** Drops the clusters of a dropped allocator, which would hold it in memory. */
  forget(allocator: Allocator): void {
    this.#kept = this.#kept.filter((each) => each.allocator !== allocator);
  }
}

function isSame(left: readonly object[], right: readonly object[]): boolean {
  return left.length === right.length && left.every((object, place) => object === right[place]);
}
