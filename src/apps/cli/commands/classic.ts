// `classic`: simulates classic DRA until the objects no longer change.

import { toV1alpha1 } from '../../../classic/api/v1alpha1.js';
import type { ClassicPod, ResourceClass, SimulationEvent } from '../../../classic/index.js';
import { fakeDriver, NODE_ALLOCATION_STATE, Simulation } from '../../../classic/index.js';
import type { Json } from '../../../core/base/json.js';
import { type Allocator, createAllocator } from '../../../index.js';
import { readClassicObjects } from '../input/classic-objects.js';
import type { Diagnostic } from '../input/content-error.js';
import type { ClassicSettings } from '../options.js';
import { formatClassicDiagram } from '../print/classic-diagram.js';
import { changesOf, formatClassicChanges } from '../print/classic-events.js';
import { formatJson } from '../print/json.js';
import { formatYaml } from '../print/yaml.js';
import { diagnose, EXIT, type ExitCode, type Streams } from '../streams.js';
import type { Progress } from '../terminal/progress.js';
import { warnAboutInput } from './common.js';

/** Runs the command. Throws the errors that `explainError` explains. */
export async function classic(settings: ClassicSettings, streams: Streams, progress: Progress): Promise<ExitCode> {
  const warnings: Diagnostic[] = [];
  const { objects, versions } = await readClassicObjects(settings.files, settings.recursive, streams.stdin, warnings, settings.time);
  warnAboutInput({ warnings }, streams);
  const { kubernetesVersion, seed, time } = settings;
  const innerAllocator = await createAllocator();
  // A single search of a driver could take longer than the remaining time.
  const allocator: Pick<Allocator, 'allocate'> = { allocate: (input) => innerAllocator.allocate({ ...input, limits: time.left() }) };
  const names = new Set(objects.filter(({ kind }) => kind === 'ResourceClass').map((found) => (found as ResourceClass).driverName));
  const drivers = Object.fromEntries([...names].map((name) => [name, fakeDriver({ allocator, name })]));
  const simulation = new Simulation({ objects, drivers, seed, ...(kubernetesVersion === undefined ? {} : { kubernetesVersion }) });
  const events: SimulationEvent[] = [];
  const { by } = await simulation.run({
    ...time.left(),
    onEvent: (event) => {
      progress.update(() => `${event.step} steps`);
      if (event.writes.length + event.recorded.length > 0 || event.outcome !== '') events.push(event);
    },
  });
  const isV1alpha1 = kubernetesVersion === undefined ? isOnlyV1alpha1(versions) : kubernetesVersion === '1.26';
  streams.out(formatted(settings, events, simulation, isV1alpha1), { isStyled: settings.output === 'table' });
  if (by !== undefined) {
    diagnose(streams, 'error', `interrupted by ${by}${by === 'steps' ? ': the cluster still changes after 100000 steps' : ''}`);
    return EXIT.interrupted;
  }
  const waiting = simulation.objects('Pod').filter(({ spec }) => (spec.nodeName ?? '') === '');
  for (const pod of waiting) diagnose(streams, 'error', whyWaiting(pod, events));
  return waiting.length > 0 ? EXIT.finding : EXIT.good;
}

/** The kinds of created or changed objects, in the order of the output. */
const SHOWN = ['ResourceClaim', 'PodSchedulingContext', 'Pod', NODE_ALLOCATION_STATE];

/** Returns a message that a pod is pending, with the last message of the scheduler about it. */
function whyWaiting({ metadata: { namespace, name, uid } }: ClassicPod, events: readonly SimulationEvent[]): string {
  const failureEvent = events.findLast(({ recorded }) =>
    recorded.some(({ object, reason }) => object.metadata.uid === uid && reason === 'FailedScheduling'),
  );
  const said = failureEvent?.recorded.find(({ reason }) => reason === 'FailedScheduling')?.message;
  return `pod ${namespace}/${name} is pending: ${said ?? 'one of its claims does not exist'}`;
}

/** Returns whether all objects of the input are of v1alpha1, the version of Kubernetes 1.26. */
function isOnlyV1alpha1(versions: ReadonlySet<string>): boolean {
  return versions.has('resource.k8s.io/v1alpha1') && !versions.has('resource.k8s.io/v1alpha2');
}

function formatted(
  { output, headings }: ClassicSettings,
  events: readonly SimulationEvent[],
  simulation: Simulation,
  isV1alpha1: boolean,
): string {
  if (output === 'table') return formatClassicChanges(events.flatMap(changesOf), headings);
  if (output === 'mermaid') return formatClassicDiagram(events);
  const items = SHOWN.flatMap((type) => simulation.objects(type));
  const list: Json = { apiVersion: 'v1', kind: 'List', items: (isV1alpha1 ? items.map(toV1alpha1) : items) as unknown as Json };
  return output === 'json' ? formatJson(list) : formatYaml(list);
}
