// `nodes`: which nodes could take a pod, each pod by itself on the cluster as it is.

import type { Node } from '../../api/node.js';
import type { Pod } from '../../api/pod.js';
import { type Features, resolveFeatures } from '../../features/features.js';
import { daemonNodes } from '../../filters/daemon-nodes.js';
import { type ClaimGroup, claimGroups } from '../../schedule/claims.js';
import { loadSnapshot, type Snapshot } from '../input/snapshot.js';
import type { ClusterFactory } from '../library.js';
import { checkObjectNames, kindsIn, parseObjectName, podKeys } from '../object-names.js';
import type { Settings } from '../options.js';
import { Placement } from '../placement/placement.js';
import { Scheduler } from '../placement/scheduler.js';
import { describeFailure, type FailureContext } from '../print/failure.js';
import { formatNodes, type Surveyed } from '../print/nodes.js';
import { diagnose, EXIT, type ExitCode, type Streams } from '../streams.js';
import type { Progress } from '../terminal/progress.js';
import { AskedGroups } from './asked-groups.js';
import { inputOf, noteIgnoredRules, printData, selectNodes, warnAboutInput } from './common.js';
import { exitCodeOf, worstOf } from './exit-code-of.js';
import { PodsToAsk } from './pods-to-ask.js';
import { SchedulerNotes } from './scheduler-notes.js';

/** Runs the command. Throws what `explainError` knows. */
export async function nodes(
  names: readonly string[],
  settings: Settings,
  streams: Streams,
  createCluster: ClusterFactory,
  progress: Progress,
): Promise<ExitCode> {
  checkObjectNames(names);
  const { kubernetesVersion, featureGates, corrections, limits } = settings;
  const options = { ...(kubernetesVersion === undefined ? {} : { kubernetesVersion }), featureGates, corrections };
  const cluster = await createCluster(options);
  const snapshot = await loadSnapshot(inputOf(settings, progress), streams.stdin);
  const kinds = kindsIn(snapshot.objects.workloads);
  const wanted = new Set(names.map((name) => parseObjectName(name, settings.namespace ?? 'default', kinds)));
  warnAboutInput(snapshot, streams);
  const found = selectNodes(snapshot.objects, settings.node, streams);
  cluster.applyDecoded({ ...snapshot.objects, nodes: found });
  const features = resolveFeatures(options);
  noteIgnoredRules(snapshot.objects, features, streams);
  const scheduler = new Scheduler({ ...snapshot.objects, nodes: found, features });
  const survey = new SurveyRun(
    snapshot,
    new Placement(cluster, found, limits, scheduler),
    wanted,
    new SchedulerNotes(scheduler),
    settings,
    streams,
  );
  for (const group of groupsOf(snapshot, found, features, wanted)) {
    progress.tell(() => `${survey.surveyed.length} asked about, now ${group.name}`);
    survey.add(group);
  }
  survey.finish();
  printData(streams, formatNodes(survey.surveyed, settings), settings);
  return survey.exitCode;
}

/** The groups of a command that asks about each by itself. */
export function groupsOf(
  snapshot: Snapshot,
  found: readonly Node[],
  features: Features,
  wanted: ReadonlySet<string>,
): Iterable<ClaimGroup> {
  const daemons = (pod: Pod) => daemonNodes(pod, features);
  const input = { ...snapshot.objects, nodes: found, features, daemonNodes: daemons, takesPluginPods: true, takes: podKeys(wanted) };
  return claimGroups(input, (object) => snapshot.order(object));
}

/** One pod after the other, none of which takes anything from the others. */
class SurveyRun {
  readonly surveyed: Surveyed[] = [];
  readonly #snapshot: Snapshot;
  readonly #asked: AskedGroups;
  readonly #placement: Placement;
  readonly #notes: SchedulerNotes;
  readonly #settings: Settings;
  readonly #streams: Streams;
  readonly #exits = new Set<ExitCode>();
  readonly #toAsk: PodsToAsk;

  constructor(
    snapshot: Snapshot,
    placement: Placement,
    wanted: ReadonlySet<string>,
    notes: SchedulerNotes,
    settings: Settings,
    streams: Streams,
  ) {
    this.#asked = new AskedGroups(snapshot.objects.workloads, wanted, settings.namespace);
    this.#snapshot = snapshot;
    this.#placement = placement;
    this.#toAsk = new PodsToAsk(this.#asked, (claim) => placement.isAllocated(claim), streams);
    this.#notes = notes;
    this.#settings = settings;
    this.#streams = streams;
  }

  get exitCode(): ExitCode {
    return worstOf(this.#exits);
  }

  add(group: ClaimGroup): void {
    if (this.#toAsk.takes(group)) this.#survey(group);
  }

  finish(): void {
    for (const message of this.#asked.absences()) {
      diagnose(this.#streams, 'error', message);
      this.#exits.add(EXIT.input);
    }
    this.#notes.print(this.#snapshot.objects, this.#streams);
    if (this.surveyed.length === 0 && this.#exits.size === 0) diagnose(this.#streams, 'note', 'no pod and no claim is pending');
  }

  #survey(group: ClaimGroup): void {
    const result = this.#placement.survey(group);
    const fits = result.kind === 'survey' && result.fitting.length > 0;
    this.#notes.add(group, !fits);
    if (result.kind !== 'survey') {
      this.#exits.add(exitCodeOf(result));
      diagnose(this.#streams, 'error', `${group.name}: ${describeFailure(result, this.#context)}`, this.#placeOf(group));
      return;
    }
    if (!fits) {
      this.#exits.add(EXIT.finding);
      const { pod } = result.refused;
      diagnose(this.#streams, 'error', `${group.name}: ${pod?.message ?? 'no node has the devices'}`, this.#placeOf(group));
    }
    this.surveyed.push({ group, survey: result, context: this.#context });
  }

  #placeOf({ madeFor, pod, claims: [claim] }: ClaimGroup): string | undefined {
    const object = madeFor ?? pod ?? claim;
    return object === undefined ? undefined : this.#snapshot.locate(object);
  }

  get #context(): FailureContext {
    const { output, limits } = this.#settings;
    return { wide: output === 'wide', limits };
  }
}
