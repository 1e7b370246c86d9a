// Finds the nodes that have each image of a cluster. Source: ImageStateSummary and the cache of the scheduler, Kubernetes 1.37.1.

import type { Node } from '../../core/api/node.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import { entryIn } from '../../core/base/entry-in.js';
import type { Incremental } from '../../core/base/incremental.js';

/** An image that some nodes have. */
export interface SpreadImage {
  /** The size that the first of these nodes reports, as in the scheduler's cache. */
  readonly bytes: bigint;
  /** The names of the nodes. */
  readonly nodes: ReadonlySet<string>;
}

/** The number of nodes, and the nodes of each image. */
export interface ImageSpread {
  readonly nodes: number;
  /** By each name of an image, as nodes report it. */
  readonly images: ReadonlyMap<string, SpreadImage>;
}

/** Finds the nodes that have each image. Costs time in proportion to all names that nodes report. */
export function* imageSpread(nodes: readonly Node[], checkpoint: Checkpoint): Incremental<ImageSpread> {
  const images = new Map<string, { readonly bytes: bigint; readonly nodes: Set<string> }>();
  for (const { metadata, status } of nodes) {
    for (const { names, sizeBytes } of status.images) {
      for (const name of names) {
        entryIn(images, name, () => ({ bytes: sizeBytes, nodes: new Set<string>() })).nodes.add(metadata.name);
        if (checkpoint.due()) yield;
      }
      if (checkpoint.due()) yield;
    }
    if (checkpoint.due()) yield;
  }
  return { nodes: nodes.length, images };
}
