// `fit --node-template`: counts how many nodes of a shape the pending pods need.

import { decodeObjects } from '../../../core/api/objects.js';
import { append } from '../../../core/base/lists.js';
import { runInOneGo } from '../../../core/base/program.js';
import type { NodeTemplateJson } from '../../../planning/node-template.js';
import { needed } from '../../../planning/nodes-needed.js';
import { UsageError } from '../arguments.js';
import type { ClusterFactory } from '../library.js';
import type { FitSettings } from '../options.js';
import { formatNodesNeeded, type ShapeNeeded } from '../print/nodes-needed.js';
import { loadWithQueues } from '../simulate/load-with-queues.js';
import { diagnose, EXIT, type ExitCode, type Streams } from '../streams.js';
import type { Progress } from '../terminal/progress.js';
import { checkInput, inputOf, printData, printRemarks, selectNodes, warnAboutCluster } from './common.js';
import { warnAboutPlugins } from './device-plugins.js';
import { worstOf } from './exit-code-of.js';
import { readNodeTemplates } from './node-templates.js';
import { optionsFor } from './placement-input.js';
import { Unreached } from './unreached.js';

/** Runs the command. Throws the errors that `explainError` explains. */
export async function fitNodes(
  names: readonly string[],
  settings: FitSettings,
  streams: Streams,
  createCluster: ClusterFactory,
  progress: Progress,
): Promise<ExitCode> {
  if (names.length > 0) throw new UsageError('--node-template counts nodes for all pending pods: leave out the names');
  const { most } = settings;
  const limits = settings.time.within(settings.limits);
  const { snapshot, queues } = await loadWithQueues(inputOf(settings, progress), streams.stdin);
  const empty = await createCluster(optionsFor(snapshot, settings));
  checkInput(snapshot, 'fit', settings, streams);
  printRemarks(snapshot, streams);
  const nodes = selectNodes(snapshot.objects, undefined, streams);
  warnAboutCluster({ objects: snapshot.objects, nodes, options: settings }, streams, settings.time.checkpoint);
  warnAboutPlugins(snapshot.objects, nodes, streams, settings.time.checkpoint);
  const templates: NodeTemplateJson[] = [];
  for (const file of settings.nodeTemplates) append(templates, await readNodeTemplates(file, inputOf(settings, progress), streams));
  empty.parts.cluster.apply({ ...snapshot.objects, nodes });
  const { workloads } = snapshot.objects;
  const shapes: ShapeNeeded[] = [];
  const exits = new Set<ExitCode>();
  const unreached = new Unreached(settings);
  for (const template of templates) {
    if (unreached.takes(`nodes like ${template.name}`)) continue;
    progress.update(() => `nodes like ${template.name}`);
    const plan = { template, objects: { ...decodeObjects([]), workloads }, queues, ...(most === undefined ? {} : { most }), limits };
    const found = runInOneGo(needed(empty.fork(), plan));
    shapes.push({ template, found });
    if (found.kind === 'interrupted') {
      exits.add(EXIT.interrupted);
      diagnose(streams, 'error', `nodes like ${template.name}: interrupted by ${found.by} after ${found.count}`);
    }
    for (const { pod, count, message, explanation = '' } of found.stillPending) {
      exits.add(EXIT.finding);
      const more = count === 1 ? '' : ` and ${count - 1} more like it`;
      diagnose(
        streams,
        'error',
        `nodes like ${template.name}: pod ${pod}${more}: ${explanation === '' ? message : `${message.replace(/\.$/, '')}: ${explanation}`}`,
      );
    }
  }
  unreached.finish(streams, exits);
  printData(streams, formatNodesNeeded(shapes, settings), settings);
  return worstOf(exits);
}
