// Finds the node label that may be meant by a topology key that no node has.

import type { Incremental } from '../../../core/base/incremental.js';
import { nearestName } from '../../../core/base/nearest-name.js';
import { MOST } from './bounds.js';
import type { PodSubject } from './pod-subject.js';

/** Returns the label of the node with a similar name, if no node has the label; undefined if a node has it, or no name is similar. */
export function* nearTopologyKey(key: string, { info, on: { cluster }, checkpoint }: PodSubject): Incremental<string | undefined> {
  for (let place = 0; place < cluster.infos.length; place++) {
    if (cluster.infos.at(place).node.metadata.labels.has(key)) return undefined;
    if (checkpoint.due()) yield;
  }
  return nearestName(key, [...info.node.metadata.labels.keys()].slice(0, MOST.labelsOfNode));
}
