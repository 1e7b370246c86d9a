// What commands do alike with their input.

import type { Node } from '../../api/node.js';
import type { ObjectSet } from '../../api/objects.js';
import { didYouMean } from '../arguments.js';
import { makeNodes, nodesOf } from '../nodes.js';
import { ContentError, type Snapshot } from '../snapshot.js';
import { diagnose, type Streams } from '../streams.js';

/** More warnings about the input are only counted. */
const MAX_WARNINGS = 100;

/** Prints what was noticed while reading. */
export function warnAboutInput({ warnings }: Snapshot, streams: Streams): void {
  for (const { message, place } of warnings.slice(0, MAX_WARNINGS)) diagnose(streams, 'warning', message, place);
  if (warnings.length > MAX_WARNINGS) diagnose(streams, 'warning', `${warnings.length - MAX_WARNINGS} more warnings are not shown`);
}

/** The nodes to look at: all, or the one of --node. Says so where they had to be made up. Throws {@link ContentError}. */
export function selectNodes(objects: ObjectSet, wanted: string | undefined, streams: Streams): readonly Node[] {
  const { nodes, made } = nodesOf(objects);
  if (wanted === undefined) {
    if (made && nodes.length > 0) {
      diagnose(streams, 'note', `the input has no Node objects: taking the ${nodes.length} that ResourceSlices name, without labels`);
    }
    return nodes;
  }
  const found = nodes.find((node) => node.metadata.name === wanted);
  if (made) diagnose(streams, 'note', `the input has no Node objects: taking node ${wanted} without labels`);
  if (found !== undefined) return [found];
  if (made) return makeNodes([wanted]);
  const names = nodes.map((node) => node.metadata.name);
  throw new ContentError({ message: `the input has no node "${wanted}"${didYouMean(wanted, names)}` });
}
