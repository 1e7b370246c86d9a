// `nodes`: lists the nodes on which a pod fits, each pod alone in the current cluster.

import { resolveFeatures } from '../../../core/features/features.js';
import type { ClaimGroup } from '../../../scheduler/pods/claims.js';
import type { Snapshot } from '../input/snapshot.js';
import type { ClusterFactory } from '../library.js';
import { prefixed } from '../message.js';
import { type Answered, answerDigest, UNDECIDED } from '../needed-gates.js';
import type { Settings } from '../options.js';
import type { Ended, Survey } from '../placement/group-result.js';
import { Placement } from '../placement/placement.js';
import { describeFailure, type FailureContext } from '../print/failure.js';
import { formatNodes, type Surveyed } from '../print/nodes.js';
import { diagnose, EXIT, type ExitCode, type Streams } from '../streams.js';
import type { Progress } from '../terminal/progress.js';
import { printData, warnAboutCluster } from './common.js';
import { exitCodeOf, worstOf } from './exit-code-of.js';
import { printGangRefusal } from './gang-refusal.js';
import { applyObjects, groupsApart, withGangs } from './groups.js';
import { printNeededGates } from './needed-gate-notes.js';
import { readPlacementInput } from './placement-input.js';
import { RequestedGroups } from './requested-groups.js';
import { SchedulerNotes } from './scheduler-notes.js';
import { SelectedGroups } from './selected-groups.js';
import { Unreached } from './unreached.js';

/** Runs the command. Throws the errors that `explainError` explains. */
export async function nodes(
  names: readonly string[],
  settings: Settings,
  streams: Streams,
  createCluster: ClusterFactory,
  progress: Progress,
): Promise<ExitCode> {
  const input = await readPlacementInput('nodes', names, settings, streams, createCluster, progress);
  const { snapshot, nodes: found, cluster, features } = input;
  const requestedNames = new Set(input.requestedNames);
  const limits = settings.time.within(settings.limits);
  warnAboutCluster({ objects: snapshot.objects, nodes: found, options: settings }, streams, settings.time.checkpoint);
  const placing = { limits, preempts: settings.preempts, workloads: snapshot.objects.workloads };
  const placement = new Placement(cluster, found, placing);
  const survey = new SurveyRun(snapshot, placement, requestedNames, new SchedulerNotes(placement, found), settings, streams);
  const groups = groupsApart(snapshot, found, features, requestedNames);
  for (const { gang, groups: together } of withGangs(groups, (group) => placement.gangOf(group))) {
    progress.update(() => `${survey.surveyed.length} checked, now ${together[0]?.name}`);
    survey.add(gang, together);
  }
  survey.finish();
  await printNeededGates(survey.answered(), { ...settings, featureGates: input.featureGates }, streams, async (gate, options) => {
    const again = await createCluster(options);
    const features = resolveFeatures(options);
    applyObjects(again, snapshot, found, features);
    const placement = new Placement(again, found, placing);
    const answers = new Map<string, string>();
    for (const group of groupsApart(snapshot, found, features, requestedNames)) {
      progress.update(() => `again without ${gate}: ${answers.size} of ${survey.surveyed.length} checked`);
      if (survey.hasTried(group)) answers.set(group.name, answerText(placement.survey(group)));
    }
    return answers;
  });
  printData(streams, formatNodes(survey.surveyed, settings, survey.hasSeveral), settings);
  return survey.exitCode;
}

/** Returns equal texts for equal answers. */
function answerText(result: Survey | Ended): string {
  if (result.kind === 'error') return JSON.stringify([result.kind, result.error.code]);
  if (result.kind === 'interrupted') return UNDECIDED;
  if (result.kind !== 'survey') return result.kind;
  return answerDigest(JSON.stringify(result.fitting.map(({ node, score }) => [node, score])));
}

/** Returns the survey of a pod that the scheduler does not queue, or of claims for which it considers no node. */
function withoutNodes(message: string): Survey {
  const rejection = { kind: 'unallocatable', nodes: [], unexplained: 0, pod: { message, rejections: new Map() } } as const;
  return { kind: 'survey', fitting: [], others: [], rejection };
}

/** Surveys one pod after another. Each pod starts from the current cluster, without the devices of the other pods. */
class SurveyRun {
  readonly surveyed: Surveyed[] = [];
  readonly #groups: ClaimGroup[] = [];
  readonly #answers = new Map<string, string>();
  readonly #snapshot: Snapshot;
  readonly #requestedGroups: RequestedGroups;
  readonly #placement: Placement;
  readonly #notes: SchedulerNotes;
  readonly #settings: Settings;
  readonly #streams: Streams;
  readonly #exits = new Set<ExitCode>();
  readonly #toAsk: SelectedGroups;
  readonly #unreached: Unreached;

  constructor(
    snapshot: Snapshot,
    placement: Placement,
    requestedNames: ReadonlySet<string>,
    notes: SchedulerNotes,
    settings: Settings,
    streams: Streams,
  ) {
    this.#requestedGroups = new RequestedGroups(snapshot, requestedNames, settings.namespace);
    this.#snapshot = snapshot;
    this.#placement = placement;
    this.#toAsk = new SelectedGroups(this.#requestedGroups, (claim) => placement.isAllocated(claim), streams);
    this.#notes = notes;
    this.#settings = settings;
    this.#streams = streams;
    this.#unreached = new Unreached(settings);
  }

  get exitCode(): ExitCode {
    return worstOf(this.#exits);
  }

  /** Surveys the selected groups. Prints an error if they are pods of a PodGroup without room for enough of its pods. */
  add(gang: string | undefined, groups: readonly ClaimGroup[]): void {
    const before = this.#groups.length;
    for (const group of groups) if (this.#toAsk.selects(group) && !this.#unreached.takes(group.name)) this.#survey(group);
    if (gang === undefined || this.#groups.length === before) return;
    const refusal = this.#placement.refusalOfGang(gang, groups);
    if (refusal === undefined) return;
    this.#exits.add(EXIT.finding);
    printGangRefusal(gang, refusal, groups, this.#snapshot, this.#streams);
  }

  /** Returns whether a group was surveyed under this name. */
  hasTried({ name }: ClaimGroup): boolean {
    return this.#answers.has(name);
  }

  /** Returns whether the run is about several pods or claims. This includes the ones that ended with an error. */
  get hasSeveral(): boolean {
    return this.#groups.length > 1;
  }

  /** Returns the surveyed groups with their answers. */
  answered(): Answered {
    const { deviceClasses, resourceSlices } = this.#snapshot.objects;
    return { groups: this.#groups, answers: this.#answers, deviceClasses, resourceSlices };
  }

  finish(): void {
    for (const message of this.#requestedGroups.absences()) {
      diagnose(this.#streams, 'error', message);
      this.#exits.add(EXIT.input);
    }
    this.#unreached.finish(this.#streams, this.#exits);
    this.#notes.print(this.#snapshot.objects, this.#streams);
    if (this.surveyed.length === 0 && this.#exits.size === 0) diagnose(this.#streams, 'note', 'no pending pod or claim needs devices');
  }

  #survey(group: ClaimGroup): void {
    const result = this.#placement.survey(group);
    this.#groups.push(group);
    this.#answers.set(group.name, answerText(result));
    const fits = result.kind === 'survey' && (result.fitting.length > 0 || result.nomination !== undefined);
    this.#notes.add(group, !fits);
    const message = result.kind === 'problem' ? result.problem.message : result.kind === 'no-node' ? result.message : undefined;
    if (message !== undefined) this.surveyed.push({ group, survey: withoutNodes(message), context: this.#context });
    if (result.kind !== 'survey') {
      this.#exits.add(exitCodeOf(result));
      diagnose(this.#streams, 'error', prefixed(`${group.name}: `, describeFailure(result, this.#context)), this.#placeOf(group));
      return;
    }
    if (!fits) {
      this.#exits.add(EXIT.finding);
      const { pod } = result.rejection;
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
