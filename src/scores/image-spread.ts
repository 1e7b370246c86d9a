// The images of a cluster: on how many nodes each of them is. Source: ImageStateSummary and the cache of the scheduler, Kubernetes 1.37.1.

import type { Node } from '../api/node.js';
import type { Checkpoint } from '../base/checkpoint.js';

/** The number of nodes, and on how many of them an image is. */
export interface ImageSpread {
  readonly nodes: number;
  /** By each name of an image, as nodes report it. */
  readonly nodesWith: ReadonlyMap<string, number>;
}

/** Counts the nodes that have each image. Costs in proportion to all names that nodes report. */
export function imageSpread(nodes: readonly Node[], checkpoint: Checkpoint): ImageSpread {
  const nodesWith = checkpoint.keep(() => new Map<string, number>());
  checkpoint.forEach(nodes, (node) => {
    checkpoint.forEachOf(imageNames(node, checkpoint), (name) => {
      nodesWith.set(name, (nodesWith.get(name) ?? 0) + 1);
    });
  });
  return { nodes: nodes.length, nodesWith };
}

/** The names of the images of a node, each once. */
function imageNames({ status }: Node, checkpoint: Checkpoint): ReadonlySet<string> {
  const names = checkpoint.keep(() => new Set<string>());
  checkpoint.forEach(status.images, (image) =>
    checkpoint.forEach(image.names, (name) => {
      names.add(name);
    }),
  );
  return names;
}
