// `inventory`: the devices of a cluster by node, driver and pool: which are free, which are taken, and by whom.

import { resolveFeatures } from '../../features/features.js';
import { takeInventory } from '../inventory.js';
import type { Settings } from '../options.js';
import { formatInventory } from '../print-inventory.js';
import { loadSnapshot } from '../snapshot.js';
import { EXIT, type ExitCode, type Streams } from '../streams.js';
import { selectNodes, warnAboutInput } from './common.js';

/** Runs the command. Throws what `explainError` knows. */
export async function inventory(settings: Settings, streams: Streams): Promise<ExitCode> {
  const features = resolveFeatures(settings);
  const snapshot = await loadSnapshot(settings.files, settings.recursive, streams.stdin);
  warnAboutInput(snapshot, streams);
  const nodes = selectNodes(snapshot.objects, settings.node, streams);
  streams.out(formatInventory(takeInventory(snapshot.objects, nodes, features), settings.output));
  return EXIT.good;
}
