// ImageLocality: prefers nodes that already have the images of the pod. Source: plugin imagelocality of Kubernetes 1.37.1.

import type { Pod } from '../../core/api/pod.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import type { Incremental } from '../../core/base/incremental.js';
import { addInt64 } from '../filters/resource.js';
import type { SpreadImage } from './image-spread.js';
import { MAX_NODE_SCORE, type NodeScore } from './score.js';

const MIB = 1024n * 1024n;
/** Images smaller than this in total score 0; each image counts at most this much more. */
const LEAST = 23n * MIB;
const MOST_PER_IMAGE = 1000n * MIB;

/**
 * Sums the sizes of the images that a node has. The size is scaled down if few nodes have the image, so that pods do not crowd
 * on one node.
 */
export const imageLocalityScore: NodeScore = {
  plugin: 'ImageLocality',
  changesWith: 'images',
  *prepare(pod, { images: spread }, checkpoint) {
    const images = yield* imagesOf(pod, checkpoint);
    const most = MOST_PER_IMAGE * BigInt(images.length);
    return {
      normalization: 'none',
      score({ node }, scoreCheckpoint) {
        scoreCheckpoint.step(images.length);
        let bytes = 0n;
        for (const name of images) {
          const image = spread.images.get(name);
          if (image?.nodes.has(node.metadata.name) === true) bytes = addInt64(bytes, scaled(image, spread.nodes));
        }
        const counted = bytes < LEAST ? LEAST : bytes > most ? most : bytes;
        return Number((BigInt(MAX_NODE_SCORE) * (counted - LEAST)) / (most - LEAST));
      },
    };
  },
};

/** Returns the images of containers and volumes, by the names that nodes report. */
function* imagesOf({ spec }: Pod, checkpoint: Checkpoint): Incremental<readonly string[]> {
  const names: string[] = [];
  for (const containers of [spec.initContainers, spec.containers]) {
    for (const { image } of containers) {
      names.push(normalizedName(image));
      if (checkpoint.due()) yield;
    }
  }
  for (const { image } of spec.volumes) {
    if (image !== undefined) names.push(normalizedName(image.reference));
    if (checkpoint.due()) yield;
  }
  return names;
}

/** Returns the image name with the default tag if it has none. */
function normalizedName(name: string): string {
  return name.lastIndexOf(':') <= name.lastIndexOf('/') ? `${name}:latest` : name;
}

/** Returns the size of an image times the share of nodes that have it. */
function scaled({ bytes, nodes }: SpreadImage, all: number): bigint {
  return BigInt.asIntN(64, BigInt(Math.trunc(Number(bytes) * (nodes.size / all))));
}
