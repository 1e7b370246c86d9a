// `explain`: explains why pods and claims are pending, with the smallest change that helps, or why they are allocated their devices.

import { objectName } from '../../../core/api/meta.js';
import type { Node } from '../../../core/api/node.js';
import { objectOf } from '../../../core/api/objects.js';
import { count } from '../../../core/base/words.js';
import { textWidth } from '../../../core/base/wrap.js';
import type { Features } from '../../../core/features/features.js';
import type { Explanation, ObjectPatch } from '../../../explain/explanation.js';
import type { ClaimGroup } from '../../../scheduler/pods/claims.js';
import { type ScheduleNote, scheduleNotes } from '../../../scheduler/pods/notes.js';
import { type Applicable, applySuggestion } from '../explain/apply-suggestion.js';
import { GangSuggestions } from '../explain/gang-suggestions.js';
import { SuggestionsOfInput } from '../explain/suggestions-of-input.js';
import { InputObjects } from '../explain/template-places.js';
import type { Snapshot } from '../input/snapshot.js';
import { takeInventory } from '../inventory/take-inventory.js';
import type { ClusterFactory } from '../library.js';
import type { ExplainSettings } from '../options.js';
import { explanationOfEnd } from '../placement/explain-group.js';
import type { NoNode } from '../placement/group-result.js';
import { Placement } from '../placement/placement.js';
import { type ClusterPicture, clusterPicture } from '../print/cluster-picture.js';
import type { Explained } from '../print/explained.js';
import { formatExplanations } from '../print/explanations.js';
import { subjectJson } from '../print/rejections.js';
import { diagnose, EXIT, type ExitCode, type Streams } from '../streams.js';
import type { Progress } from '../terminal/progress.js';
import { printData, warnAboutCluster } from './common.js';
import { exitCodeOf, worstOf } from './exit-code-of.js';
import { printGangRefusal } from './gang-refusal.js';
import { groupsOf, withGangs } from './groups.js';
import { readPlacementInput } from './placement-input.js';
import { printPreemptions } from './preemption-notes.js';
import { RequestedGroups } from './requested-groups.js';
import { SchedulerNotes } from './scheduler-notes.js';
import { UnknownResources } from './unknown-resources.js';
import { Unreached } from './unreached.js';

/** The most explained groups that fit; others are only counted. */
const MAX_FITTING = 20;

/** Runs the command. Throws the errors that `explainError` explains. */
export async function explain(
  names: readonly string[],
  settings: ExplainSettings,
  streams: Streams,
  createCluster: ClusterFactory,
  progress: Progress,
): Promise<ExitCode> {
  const input = await readPlacementInput('explain', names, settings, streams, createCluster, progress);
  const { snapshot, requestedNames, nodes, cluster, features } = input;
  const { devicesOnly } = settings;
  const limits = settings.time.within(settings.limits);
  const placement = new Placement(cluster, nodes, {
    limits,
    devicesOnly,
    preempts: settings.preempts,
    workloads: snapshot.objects.workloads,
  });
  const requestedGroups = new RequestedGroups(snapshot, requestedNames, settings.namespace);
  const unknown = new UnknownResources();
  for (const note of scheduleNotes({ ...snapshot.objects, features, podOrder: settings.podOrder })) {
    if (!unknown.store(note)) reportNote(note, snapshot, streams);
  }
  const run = new ExplainRun(
    placement,
    requestedGroups,
    settings,
    { unknown, notes: devicesOnly ? undefined : new SchedulerNotes(placement, nodes) },
    snapshot,
    (gang) => new GangSuggestions(gang, { cluster, nodes, snapshot, features, requestedNames, settings, limits }),
  );
  warnAboutCluster({ objects: snapshot.objects, nodes, options: settings }, streams, settings.time.checkpoint);
  const groups = groupsOf(snapshot, nodes, features, settings, requestedNames);
  for (const { gang, groups: together } of withGangs(groups, (group) => placement.gangOf(group))) {
    progress.update(() => `${run.tried} tried, now ${together[0]?.name}`);
    if (gang === undefined ? together.some((group) => run.add(group)) : run.addGang(gang, together, snapshot, streams)) break;
  }
  run.finish(snapshot, streams);
  printPreemptions(placement.preemptions, streams);
  for (const note of unknown.unreportedNotes()) reportNote(note, snapshot, streams);
  const { output, headings } = settings;
  const looks = {
    output,
    headings,
    width: textWidth(streams.terminal?.columns),
    picture: () => pictureOf(snapshot, nodes, features, placement),
  };
  if (settings.apply.length > 0) {
    const { apply: files, suggestion, namespace } = settings;
    await applySuggestion(run.suggestions, { files, suggestion, namespace, fileOf: fileIn(snapshot) }, streams);
  }
  printData(streams, formatExplanations(run.explained, looks), settings);
  return run.exitCode;
}

function reportNote({ severity, message, object }: ScheduleNote, snapshot: Snapshot, streams: Streams): void {
  diagnose(streams, severity, message, snapshot.locate(object));
}

/** Returns a function that finds the file of an object. */
function fileIn(snapshot: Snapshot): (object: ObjectPatch['object']) => string | undefined {
  return (object) => {
    const found = objectOf(snapshot.objects, object);
    return found === undefined ? undefined : snapshot.fileOf(found);
  };
}

/** The notes that a run collects. */
interface RunNotes {
  readonly notes: SchedulerNotes | undefined;
  readonly unknown: UnknownResources;
}

/** A pass over the groups, up to the first that does not fit, or to the last requested one. */
class ExplainRun {
  readonly #placement: Placement;
  readonly #requestedGroups: RequestedGroups;
  readonly #settings: ExplainSettings;
  readonly #notes: RunNotes;
  readonly #inputObjects: InputObjects;
  readonly #fitting: Explained[] = [];
  readonly #rejectedGroups: Explained[] = [];
  readonly #exits = new Set<ExitCode>();
  readonly #unreached: Unreached;
  readonly #gangSuggestions: (gang: string) => GangSuggestions;
  /** The last pod that did not fit. Other pods of its set differ only in their names. */
  #failed: ClaimGroup | undefined;
  #tried = 0;
  #fittingMore = 0;
  #unexplainedMore = 0;
  #isCutShort = false;

  constructor(
    placement: Placement,
    requestedGroups: RequestedGroups,
    settings: ExplainSettings,
    notes: RunNotes,
    snapshot: Snapshot,
    gangSuggestions: (gang: string) => GangSuggestions,
  ) {
    this.#gangSuggestions = gangSuggestions;
    this.#placement = placement;
    this.#requestedGroups = requestedGroups;
    this.#settings = settings;
    this.#notes = notes;
    this.#inputObjects = new InputObjects(snapshot);
    this.#unreached = new Unreached(settings);
  }

  get exitCode(): ExitCode {
    return worstOf(this.#exits);
  }

  get tried(): number {
    return this.#tried;
  }

  /** The explained groups. Groups that fit are left out if another group does not fit, unless the user named groups. */
  get explained(): readonly Explained[] {
    return this.#rejectedGroups.length > 0 && !this.#requestedGroups.hasNames
      ? this.#rejectedGroups
      : [...this.#rejectedGroups, ...this.#fitting];
  }

  /** The changes that would help the first group that does not fit. */
  suggestions: Applicable | undefined;

  /** Places the pods of a PodGroup like `add`. Explains the pod with which the whole group fails. */
  addGang(gang: string, groups: readonly ClaimGroup[], snapshot: Snapshot, streams: Streams): boolean {
    const isRequested = groups.map((group) => this.#meets(group));
    const [first] = groups.filter((_, index) => isRequested[index]);
    if (first !== undefined && this.#isDone) {
      this.#isCutShort = true;
      return true;
    }
    if (groups.some(({ name }) => this.#unreached.takes(name))) return false;
    const { refusal, results } = this.#placement.placeGang(gang, groups);
    if (refusal === undefined) {
      if (first === undefined) return false;
      this.#placement.unplace(groups);
      const isLast = groups.some((group, index) => this.#add(group, isRequested[index] === true));
      this.#placement.completeGang(gang, groups);
      return isLast;
    }
    if (first === undefined) return false;
    this.#tried += groups.length;
    this.#exits.add(EXIT.finding);
    printGangRefusal(gang, refusal.message, groups, snapshot, streams);
    this.#explainGang(gang, groups, groups.find((group) => results.get(group) !== refusal) ?? first, refusal);
    return false;
  }

  /** Explains a PodGroup of which all pods stay pending. `member`: the pod with which it fails. */
  #explainGang(gang: string, groups: readonly ClaimGroup[], member: ClaimGroup, refusal: NoNode): void {
    const { result, explanation = explanationOfEnd(refusal) } = this.#placement.explainMember(groups, member, this.#settings.certificates);
    const isOfPod = result.kind !== 'placed';
    if (isOfPod) this.#exits.add(exitCodeOf(result));
    this.#notes.notes?.add(member, true);
    const forPod = isOfPod ? this.#suggestionsOf(explanation, member) : undefined;
    this.#placement.unplace(groups);
    const forGang = this.#gangSuggestions(gang);
    const suggestions = forGang.of(forPod);
    this.suggestions ??= {
      all: suggestions,
      rejectionOf: (object) => forPod?.rejectionOf(object),
      superseded: (patches) => forGang.superseded(patches),
    };
    const { name, claims } = member;
    this.#rejectedGroups.push({ name, object: subjectJson(member), claims, explanation: { ...explanation, suggestions } });
  }

  #suggestionsOf({ suggestions }: Explanation, group: ClaimGroup): SuggestionsOfInput {
    return new SuggestionsOfInput(suggestions, group, this.#inputObjects, (name) => this.#placement.placedGroup(name));
  }

  /** True if a group does not fit and the user named none, so that no further group is explained. */
  get #isDone(): boolean {
    return this.#rejectedGroups.length > 0 && !this.#requestedGroups.hasNames;
  }

  /** Places a group and stores its explanation. Returns true if no further group is needed for the output. */
  add(group: ClaimGroup): boolean {
    return this.#add(group, this.#meets(group));
  }

  #meets(group: ClaimGroup): boolean {
    return this.#requestedGroups.meet(group)?.isRequested === true;
  }

  #add(group: ClaimGroup, isRequested: boolean): boolean {
    if (this.#isElsewhere(group) || (this.#hasAll(group) && !(isRequested && this.#requestedGroups.hasNames))) return false;
    if (this.#isDone) {
      this.#isCutShort ||= isRequested;
      return isRequested;
    }
    if (this.#unreached.takes(group.name)) return false;
    this.#tried++;
    if (this.#isLikeFailed(group)) {
      if (isRequested) this.#unexplainedMore++;
    } else if (isRequested) this.#explain(group);
    else this.#placement.place(group);
    return false;
  }

  finish(snapshot: Snapshot, streams: Streams): void {
    for (const message of this.#requestedGroups.running) diagnose(streams, 'note', message);
    for (const message of this.#requestedGroups.absences()) {
      diagnose(streams, 'error', message);
      this.#exits.add(EXIT.input);
    }
    this.#unreached.finish(streams, this.#exits);
    this.#notes.notes?.print(snapshot.objects, streams);
    if (this.#isCutShort) diagnose(streams, 'note', 'stopped at the first pod or claim that does not fit: name another one to explain it');
    if (this.#unexplainedMore > 0) {
      const more = `${count(this.#unexplainedMore, 'more pod')} of the same owner not explained: only their names differ`;
      // A change of the template helps one pod, but perhaps not more.
      const hasChanges = this.#rejectedGroups.some(({ explanation }) => explanation.suggestions.length > 0);
      diagnose(streams, 'note', hasChanges ? `${more}; the suggestions are for one pod: run explain again after a change` : more);
    }
    if (this.#fittingMore > 0) diagnose(streams, 'note', `${this.#fittingMore} more fit: name a pod or claim to explain it`);
    if (this.#tried === 0 && this.#exits.size === 0) diagnose(streams, 'note', 'no pending pod or claim needs devices: nothing to explain');
  }

  #explain(group: ClaimGroup): void {
    const { result, explanation } = this.#placement.explain(group, this.#fitting.length < MAX_FITTING, this.#settings.certificates);
    const isPlaced = result.kind === 'placed';
    this.#notes.notes?.add(group, !isPlaced);
    if (isPlaced && explanation === undefined) this.#fittingMore++;
    if (!isPlaced) {
      this.#exits.add(exitCodeOf(result));
      this.#failed = group;
    }
    if (explanation === undefined) return;
    const { name, claims } = group;
    const suggestions = this.#suggestionsOf(explanation, group);
    if (!isPlaced) this.suggestions ??= suggestions;
    (isPlaced ? this.#fitting : this.#rejectedGroups).push({
      name,
      object: subjectJson(group),
      claims,
      explanation: { ...explanation, suggestions: suggestions.all },
    });
  }

  /** A pod that must run on another node is irrelevant for this node. */
  #isElsewhere(group: ClaimGroup): boolean {
    const { node } = this.#settings;
    return node !== undefined && group.node !== undefined && group.node !== node;
  }

  #hasAll(group: ClaimGroup): boolean {
    if (this.#placement.problemOf(group) !== undefined || group.perNode?.extended !== undefined || this.#placement.needsNode(group))
      return false;
    return group.claims.every((claim) => this.#placement.isAllocated(claim));
  }

  #isLikeFailed({ podSet, madeFor, node }: ClaimGroup): boolean {
    return (
      this.#failed !== undefined &&
      node === undefined &&
      madeFor !== undefined &&
      this.#failed.podSet === podSet &&
      this.#failed.madeFor === madeFor
    );
  }
}

/** Returns the state of the devices at the time when the explained group was placed. */
function pictureOf({ objects }: Snapshot, nodes: readonly Node[], features: Features, placement: Placement): ClusterPicture {
  const placed = placement.placedClaims();
  const names = new Set(placed.map(({ metadata }) => objectName(metadata)));
  const before = objects.resourceClaims.filter(({ metadata }) => !names.has(objectName(metadata)));
  const { pools } = takeInventory({ ...objects, resourceClaims: [...before, ...placed] }, nodes, features);
  return clusterPicture(pools, objects.resourceSlices);
}
