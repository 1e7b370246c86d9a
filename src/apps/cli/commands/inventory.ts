// `inventory`: lists the devices of a cluster by node, driver and pool: free or allocated, and by which claims.

import { deviceId } from '../../../allocator/pools/pool.js';
import { CelCompileError, resolveEnvironment } from '../../../cel/engine.js';
import type { ObjectSet } from '../../../core/api/objects.js';
import { count, some } from '../../../core/base/words.js';
import { resolveFeatures } from '../../../core/features/features.js';
import { loadSnapshot } from '../input/load-snapshot.js';
import type { Inventory } from '../inventory/inventory.js';
import { takeInventory } from '../inventory/take-inventory.js';
import { linesOfIssues, prefixed } from '../message.js';
import type { Settings } from '../options.js';
import { formatInventory } from '../print/inventory.js';
import { diagnose, EXIT, type ExitCode, type Streams } from '../streams.js';
import type { Progress } from '../terminal/progress.js';
import { checkInput, inputOf, printData, selectNodes, warnAboutCluster } from './common.js';
import { warnAboutPlugins } from './device-plugins.js';

/** The most conflicts in the output; others are only counted. */
const MAX_CONFLICTS = 100;

/** The most devices of a conflict; others are only counted. */
const MAX_NAMES = 5;

/** The most classes with failing selectors; others are only counted. */
const MAX_CLASSES = 20;

/** Runs the command. Throws the errors that `explainError` explains. */
export async function inventory(settings: Settings, streams: Streams, progress: Progress): Promise<ExitCode> {
  const snapshot = await loadSnapshot(inputOf(settings, progress), streams.stdin);
  const features = resolveFeatures(settings);
  checkInput(snapshot, 'inventory', settings, streams);
  const nodes = selectNodes(snapshot.objects, settings.node, streams);
  warnAboutCluster({ objects: snapshot.objects, nodes, options: settings }, streams, settings.time.checkpoint);
  warnAboutPlugins(snapshot.objects, nodes, streams, settings.time.checkpoint);
  progress.update(() => `checking ${count(nodes.length, 'node')}`);
  const found = takeInventory(snapshot.objects, nodes, features, {
    allNodes: settings.node === undefined,
    environment: resolveEnvironment(settings),
    limits: settings.time.within(settings.limits),
  });
  if (found.pools.length + found.leftOut.length + found.removedDevices.length === 0)
    diagnose(streams, 'note', nothingToShow(snapshot.objects, settings.node));
  warnAboutConflicts(found, streams);
  warnAboutClasses(found, streams);
  const { atLeast, atMost } = found.totals.all.atOnce;
  if (atLeast < atMost)
    diagnose(
      streams,
      'note',
      `between ${atLeast} and ${atMost} of the free devices can be allocated at the same time (an exact count would take too long)`,
    );
  printData(streams, formatInventory(found, settings), settings);
  return EXIT.good;
}

/** Warns about allocations that no scheduler would make, after an edit of a status or by concurrent schedulers. */
function warnAboutConflicts({ conflicts }: Inventory, streams: Streams): void {
  for (const { driver, pool, devices, what } of conflicts.slice(0, MAX_CONFLICTS))
    diagnose(
      streams,
      'warning',
      `conflict on ${some(
        devices.map((name) => deviceId(driver, pool, name)),
        MAX_NAMES,
      )}: ${what}`,
    );
  if (conflicts.length > MAX_CONFLICTS)
    diagnose(streams, 'warning', `${conflicts.length - MAX_CONFLICTS} more conflicts are not shown; -o json has all of them`);
}

/** Warns about failing selectors of classes, which end an attempt of the scheduler. */
function warnAboutClasses({ classes }: Inventory, streams: Streams): void {
  const failing = classes.flatMap((each) => (each.isCounted && each.failing !== undefined ? [{ ...each.failing, name: each.name }] : []));
  for (const { name, devices, first } of failing.slice(0, MAX_CLASSES)) {
    const others = devices === 1 ? '' : ` and ${count(devices - 1, 'other device')}`;
    const { message } = first.error;
    const lines = first.error instanceof CelCompileError ? linesOfIssues(message) : message;
    diagnose(streams, 'warning', prefixed(`DeviceClass ${name}: its selector fails on ${first.device}${others}: `, lines));
  }
  if (failing.length > MAX_CLASSES)
    diagnose(
      streams,
      'warning',
      `${failing.length - MAX_CLASSES} more classes with selectors that fail are not shown; -o json has all of them`,
    );
  const uncounted = classes.flatMap(({ name, isCounted }) => (isCounted ? [] : [name]));
  if (uncounted.length > 0)
    diagnose(streams, 'warning', `--timeout expired before the devices of these classes were counted: ${some(uncounted, MAX_NAMES)}`);
}

function nothingToShow({ nodes, resourceSlices }: ObjectSet, node: string | undefined): string {
  const where = node === undefined ? '' : ` on node ${node}`;
  return `no device${where}: the input has ${count(nodes.length, 'node')} and ${count(resourceSlices.length, 'slice')}`;
}
