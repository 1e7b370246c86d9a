// Clusters that were laid out for questions before. Laying one out takes several times as long as asking it, and who asks again mostly asks about the same objects.

import type { Allocator, Cluster } from 'dra-allocator';

interface Kept {
  readonly allocator: Allocator;
  readonly objects: readonly object[];
  readonly cluster: Cluster;
  bytes: number;
}

/**
 * Keeps clusters by their very objects: those that a ReadCache knows are the same again, and frozen. What a cluster remembers of questions is in proportion to their bodies, so that it
 * is kept until these have too many bytes together: then the one that was asked least lately goes.
 */
export class ClusterCache {
  readonly #most: number;
  /** The one that was asked last comes last. */
  #kept: readonly Kept[] = [];

  /** `most`: bytes of the bodies that were asked of the clusters that are kept. */
  constructor(most = 8 * 1024 * 1024) {
    this.#most = most;
  }

  /** The cluster of an allocator with these objects and no others, which a body of so many bytes asks; `make` lays it out. Throws as `make` does. */
  get(allocator: Allocator, objects: readonly object[], bytes: number, make: () => Cluster): Cluster {
    const known = this.#kept.find((each) => each.allocator === allocator && isSame(each.objects, objects));
    const own = known ?? { allocator, objects, cluster: make(), bytes: 0 };
    if (known === undefined && !objects.every(Object.isFrozen)) return own.cluster;
    own.bytes += bytes;
    this.#kept = [...this.#kept.filter((each) => each !== own), own];
    let sum = this.#kept.reduce((all, each) => all + each.bytes, 0);
    while (sum > this.#most) {
      const [oldest, ...others] = this.#kept;
      this.#kept = others;
      sum -= oldest?.bytes ?? sum;
    }
    return own.cluster;
  }
}

function isSame(left: readonly object[], right: readonly object[]): boolean {
  return left.length === right.length && left.every((object, place) => object === right[place]);
}
