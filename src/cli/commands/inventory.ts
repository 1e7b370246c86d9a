// `inventory`: the devices of a cluster by node, driver and pool: which are free, which are taken, and by whom.

import type { ObjectSet } from '../../api/objects.js';
import { count } from '../../base/words.js';
import { resolveFeatures } from '../../features/features.js';
import { loadSnapshot } from '../input/snapshot.js';
import { takeInventory } from '../inventory/take-inventory.js';
import type { Settings } from '../options.js';
import { formatInventory } from '../print/inventory.js';
import { diagnose, EXIT, type ExitCode, type Streams } from '../streams.js';
import { inputOf, noteIgnoredRules, selectNodes, warnAboutInput } from './common.js';

/** Runs the command. Throws what `explainError` knows. */
export async function inventory(settings: Settings, streams: Streams): Promise<ExitCode> {
  const features = resolveFeatures(settings);
  const snapshot = await loadSnapshot(inputOf(settings), streams.stdin);
  warnAboutInput(snapshot, streams);
  const nodes = selectNodes(snapshot.objects, settings.node, streams);
  noteIgnoredRules(snapshot.objects, features, streams);
  const found = takeInventory(snapshot.objects, nodes, features, settings.node === undefined);
  if (found.pools.length + found.leftOut.length + found.gone.length === 0)
    diagnose(streams, 'note', nothingToShow(snapshot.objects, settings.node));
  streams.out(formatInventory(found, settings.output));
  return EXIT.good;
}

function nothingToShow({ nodes, resourceSlices }: ObjectSet, node: string | undefined): string {
  const where = node === undefined ? '' : ` on node ${node}`;
  return `no device${where}: the input has ${count(nodes.length, 'node')} and ${count(resourceSlices.length, 'slice')}`;
}
