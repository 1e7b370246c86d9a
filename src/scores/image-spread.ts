// The images of a cluster: on how many nodes each of them is. Source: ImageStateSummary and the cache of the scheduler, Kubernetes 1.37.1.

import type { Node } from '../api/node.js';
import type { Checkpoint } from '../base/checkpoint.js';

/** An image that some nodes have. */
export interface SpreadImage {
  /** The size as the first of these nodes reports it: the scheduler remembers that one. */
  readonly bytes: bigint;
  readonly nodes: number;
}

/** The number of nodes, and on how many of them an image is. */
export interface ImageSpread {
  readonly nodes: number;
  /** By each name of an image, as nodes report it. */
  readonly images: ReadonlyMap<string, SpreadImage>;
}

/** Counts the nodes that have each image. Costs in proportion to all names that nodes report. */
export function imageSpread(nodes: readonly Node[], checkpoint: Checkpoint): ImageSpread {
  const images = checkpoint.keep(() => new Map<string, SpreadImage>());
  checkpoint.forEach(nodes, (node) => {
    checkpoint.forEachOf(imageSizes(node, checkpoint), ([name, size]) => {
      const { bytes, nodes: before } = images.get(name) ?? { bytes: size, nodes: 0 };
      images.set(name, { bytes, nodes: before + 1 });
    });
  });
  return { nodes: nodes.length, images };
}

/** The sizes of the images of a node by their names; of two images of one name the first counts. */
function imageSizes({ status }: Node, checkpoint: Checkpoint): ReadonlyMap<string, bigint> {
  const sizes = checkpoint.keep(() => new Map<string, bigint>());
  checkpoint.forEach(status.images, ({ names, sizeBytes }) =>
    checkpoint.forEach(names, (name) => {
      if (!sizes.has(name)) sizes.set(name, sizeBytes);
    }),
  );
  return sizes;
}
