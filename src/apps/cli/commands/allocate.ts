// `allocate`: allocates devices to pending claims, pod by pod, and prints the claims as an API server would store them.

import type { Limits } from '../../../allocator/evaluate/limits.js';
import { objectName } from '../../../core/api/meta.js';
import type { PodSet } from '../../../core/api/pod-sets.js';
import type { Workload } from '../../../core/api/workload.js';
import type { JsonObject } from '../../../core/base/json.js';
import { resolveFeatures } from '../../../core/features/features.js';
import type { ClaimGroup } from '../../../scheduler/pods/claims.js';
import { type ScheduleNote, scheduleNotes } from '../../../scheduler/pods/notes.js';
import { classFaultOf, type Fault, faultOf } from '../input/fault.js';
import type { Snapshot } from '../input/snapshot.js';
import type { ClusterFactory } from '../library.js';
import { prefixed } from '../message.js';
import { type Answered, answerDigest, UNDECIDED } from '../needed-gates.js';
import type { Settings } from '../options.js';
import type { GroupResult } from '../placement/group-result.js';
import { Placement } from '../placement/placement.js';
import { formatClaims, type PrintedClaim, shortName } from '../print/claims.js';
import { describeFailure, type FailureContext } from '../print/failure.js';
import { preemptionsJson, rejectionJson } from '../print/rejections.js';
import { diagnose, EXIT, type ExitCode, type Streams } from '../streams.js';
import type { Progress } from '../terminal/progress.js';
import { printData, warnAboutCluster } from './common.js';
import { exitCodeOf, worstOf } from './exit-code-of.js';
import { printGangRefusal } from './gang-refusal.js';
import { applyObjects, groupsOf, withGangs } from './groups.js';
import { printNeededGates } from './needed-gate-notes.js';
import { readPlacementInput } from './placement-input.js';
import { PlacementNotes } from './placement-notes.js';
import { PodsWithoutClaims } from './pods-without-claims.js';
import { printPreemptions } from './preemption-notes.js';
import { RequestedGroups } from './requested-groups.js';
import { RunTotals } from './run-totals.js';
import { SchedulerNotes } from './scheduler-notes.js';
import { UnknownResources } from './unknown-resources.js';
import { Unreached } from './unreached.js';

/** Runs the command. Throws the errors that `explainError` explains. */
export async function allocate(
  names: readonly string[],
  settings: Settings,
  streams: Streams,
  createCluster: ClusterFactory,
  progress: Progress,
): Promise<ExitCode> {
  const input = await readPlacementInput('allocate', names, settings, streams, createCluster, progress);
  const { snapshot, requestedNames, nodes, cluster, features } = input;
  const { devicesOnly } = settings;
  const limits = settings.time.within(settings.limits);
  const placing = { limits, devicesOnly, preempts: settings.preempts, workloads: snapshot.objects.workloads };
  const placement = new Placement(cluster, nodes, placing);
  const notes = devicesOnly ? undefined : new SchedulerNotes(placement, nodes);
  const unknown = new UnknownResources();
  const run = new Run(snapshot, placement, requestedNames, streams, settings, { notes, unknown });
  warnAboutCluster({ objects: snapshot.objects, nodes, options: settings }, streams, settings.time.checkpoint);
  const reportNote = ({ severity, message, object }: ScheduleNote): void => diagnose(streams, severity, message, snapshot.locate(object));
  for (const note of scheduleNotes({ ...snapshot.objects, features, podOrder: settings.podOrder }))
    if (!unknown.store(note)) reportNote(note);
  const groups = groupsOf(snapshot, nodes, features, settings, requestedNames, (workload, pods) => run.addNotMade(workload, pods));
  for (const { gang, groups: together } of withGangs(groups, (group) => placement.gangOf(group))) {
    progress.update(() => `${run.tried} tried, now ${together[0]?.name}`);
    if (gang !== undefined) run.addGang(gang, together);
    else for (const group of together) run.add(group);
  }
  run.finish();
  printPreemptions(placement.preemptions, streams);
  for (const note of unknown.unreportedNotes()) reportNote(note);
  notes?.print(snapshot.objects, streams);
  await printNeededGates(run.answered(), { ...settings, featureGates: input.featureGates }, streams, async (gate, options) => {
    const again = await createCluster(options);
    const features = resolveFeatures(options);
    applyObjects(again, snapshot, nodes, features);
    const placement = new Placement(again, nodes, placing);
    const answers = new Map<string, string>();
    const groups = groupsOf(snapshot, nodes, features, settings, requestedNames);
    for (const { gang, groups: together } of withGangs(groups, (group) => placement.gangOf(group))) {
      progress.update(() => `again without ${gate}: ${answers.size} of ${run.tried} tried`);
      const tried = together.filter((group) => run.hasTried(group));
      const results = gang === undefined ? undefined : placement.placeGang(gang, tried).results;
      for (const group of tried) answers.set(group.name, answerText(results?.get(group) ?? placement.place(group)));
    }
    return answers;
  });
  printData(streams, formatClaims(run.printed, settings, run.rejections, preemptionsJson(placement.preemptions)), settings);
  return run.exitCode;
}

/** Returns equal texts for equal results. Each run generates new share IDs, so they are left out. */
function answerText(result: GroupResult): string {
  if (result.kind === 'error') return JSON.stringify([result.kind, result.error.code]);
  if (result.kind === 'interrupted') return UNDECIDED;
  if (result.kind !== 'placed') return result.kind;
  const { node, claims } = result;
  const parts = [node, claims.map(({ allocated }) => allocated.status.allocation?.source ?? null)];
  return answerDigest(
    JSON.stringify(parts, (key, value) => (key === 'shareID' ? undefined : typeof value === 'bigint' ? `${value}` : value)),
  );
}

/** The notes that a run collects. */
interface RunNotes {
  /** Absent if only devices decide which nodes fit. */
  readonly notes: SchedulerNotes | undefined;
  readonly unknown: UnknownResources;
}

/** A pass over the groups that collects placements, failures and exit codes. */
class Run {
  readonly printed: PrintedClaim[] = [];
  /** The pods and claims that fit on no node, as data. */
  readonly rejections: JsonObject[] = [];
  readonly #snapshot: Snapshot;
  readonly #placement: Placement;
  readonly #requestedGroups: RequestedGroups;
  /** Claims to print even if they were allocated before, because the user named the claim, its pod or its owner. */
  readonly #shown: Set<string>;
  readonly #streams: Streams;
  readonly #node: string | undefined;
  readonly #wide: boolean;
  readonly #limits: Limits;
  /** The last set of pods that failed. `isProblem`: all its pods fail on every node. */
  #failed: { readonly workload: Workload; readonly set: PodSet | undefined; readonly isProblem: boolean; more: number } | undefined;
  #exits = new Set<ExitCode>();
  readonly #notes: SchedulerNotes | undefined;
  readonly #groups: ClaimGroup[] = [];
  readonly #answers = new Map<string, string>();
  readonly #unknown: UnknownResources;
  readonly #placed = new PlacementNotes();
  readonly #withoutClaims: PodsWithoutClaims;
  readonly #totals = new RunTotals();
  readonly #unreached: Unreached;

  constructor(
    snapshot: Snapshot,
    placement: Placement,
    requestedNames: readonly string[],
    streams: Streams,
    settings: Settings,
    { notes, unknown }: RunNotes,
  ) {
    const { node, namespace, output, limits } = settings;
    this.#unreached = new Unreached(settings);
    this.#notes = notes;
    this.#unknown = unknown;
    this.#snapshot = snapshot;
    this.#placement = placement;
    this.#withoutClaims = new PodsWithoutClaims(placement);
    this.#requestedGroups = new RequestedGroups(snapshot, requestedNames, namespace);
    this.#shown = new Set(requestedNames.map((name) => name.replace(/^claim\//, '')));
    this.#streams = streams;
    this.#node = node;
    this.#wide = output === 'wide';
    this.#limits = limits;
  }

  get exitCode(): ExitCode {
    return worstOf(this.#exits);
  }

  /** The number of groups that were tried. */
  get tried(): number {
    return this.#groups.length;
  }

  add(group: ClaimGroup): void {
    if (!this.#requestedGroups.hasNames && group.withoutClaims) {
      if (this.#requestedGroups.isOfNamespace(group)) this.#withoutClaims.add(group);
      return;
    }
    if (!this.#meets(group)) return;
    const extended = group.perNode?.extended;
    // A pod that must run on another node is irrelevant for this node.
    if (this.#node !== undefined && group.node !== undefined && group.node !== this.#node) return;
    const isAllocated = extended === undefined && group.claims.every((claim) => this.#placement.isAllocated(claim));
    const isPlaced = this.#placement.problemOf(group) === undefined && isAllocated && !this.#placement.needsNode(group);
    if (isPlaced) return this.#repeat(group);
    if (
      this.#failed !== undefined &&
      this.#failed.set === group.podSet &&
      this.#failed.workload === group.madeFor &&
      (group.node === undefined || this.#failed.isProblem)
    ) {
      this.#failed.more++;
      return;
    }
    this.#withoutClaims.placeAll((other, result) => this.#answers.set(other.name, answerText(result)));
    this.#reportMore();
    if (this.#unreached.takes(group.name)) return;
    const result = this.#placement.place(group);
    this.#record(group, result);
    this.#take(group, result);
  }

  /** Places the pods of a PodGroup. Prints the ones that are requested. */
  addGang(gang: string, groups: readonly ClaimGroup[]): void {
    const requested = groups.filter((group) => this.#meets(group));
    if (requested.length === 0) return;
    this.#withoutClaims.placeAll((other, result) => this.#answers.set(other.name, answerText(result)));
    this.#reportMore();
    if (requested.some(({ name }) => this.#unreached.takes(name))) return;
    const { refusal, results } = this.#placement.placeGang(gang, groups);
    const held: ClaimGroup[] = [];
    for (const group of requested) {
      const result = results.get(group) as GroupResult;
      this.#record(group, result);
      if (result === refusal) held.push(group);
      else this.#take(group, result);
    }
    this.#failed = undefined;
    if (refusal === undefined) return;
    this.#exits.add(EXIT.finding);
    printGangRefusal(gang, refusal.message, groups, this.#snapshot, this.#streams);
    const context = { hint: '', wide: this.#wide, limits: this.#limits };
    for (const group of held) this.rejections.push(rejectionJson(group, refusal, context));
  }

  /** Returns whether a group is requested. */
  #meets(group: ClaimGroup): boolean {
    const met = this.#requestedGroups.meet(group);
    if (met?.isRequested !== true) return false;
    if (met.byPod || met.byOwner) for (const name of met.bareNames) this.#shown.add(name);
    return true;
  }

  #record(group: ClaimGroup, result: GroupResult): void {
    this.#groups.push(group);
    this.#answers.set(group.name, answerText(result));
    this.#notes?.add(group, result.kind !== 'placed');
    this.#totals.add(group, result.kind === 'placed');
  }

  /** Records that an owner makes more pods without claims than are placed. */
  addNotMade(workload: Workload, pods: number): void {
    this.#withoutClaims.addNotMade(workload, pods);
  }

  /** Returns whether a group, or a pod without claims, with this name was tried. */
  hasTried({ name }: ClaimGroup): boolean {
    return this.#answers.has(name);
  }

  /** Returns the tried groups with their answers, and the placed pods without claims, which use resources. */
  answered(): Answered {
    const { deviceClasses, resourceSlices } = this.#snapshot.objects;
    return { groups: this.#groups, answers: this.#answers, deviceClasses, resourceSlices };
  }

  finish(): void {
    this.#reportMore();
    this.#unreached.finish(this.#streams, this.#exits);
    this.#totals.print(this.#streams);
    this.#placed.print(this.#streams);
    this.#withoutClaims.print(this.#streams);
    for (const message of this.#requestedGroups.running) diagnose(this.#streams, 'note', message);
    for (const message of this.#requestedGroups.absences()) {
      diagnose(this.#streams, 'error', message);
      this.#exits.add(EXIT.input);
    }
    if (this.#requestedGroups.isEmpty && this.#exits.size === 0 && this.#placed.isEmpty)
      diagnose(this.#streams, 'note', 'the input has no claims: nothing to allocate');
    else if (this.printed.length === 0 && this.#exits.size === 0 && this.#placed.isEmpty)
      diagnose(
        this.#streams,
        'note',
        `no claim is pending${this.#node === undefined ? '' : ` for node ${this.#node}`}: nothing to allocate`,
      );
  }

  #take(group: ClaimGroup, result: GroupResult): void {
    if (result.kind === 'placed') {
      this.#print(group, result);
      return;
    }
    this.#exits.add(exitCodeOf(result));
    const fault = this.#faultOf(group, result);
    const context: FailureContext = {
      hint: fault?.hint ?? '',
      wide: this.#wide,
      limits: this.#limits,
    };
    if (result.kind !== 'error' && result.kind !== 'interrupted') this.rejections.push(rejectionJson(group, result, context));
    const text = [...describeFailure(result, context), ...this.#unknown.hintOf(result)];
    // Errors already name their claim.
    const isNamed = [':', ','].some((end) => text[0]?.startsWith(group.name + end));
    const message = isNamed ? text : prefixed(`${group.name}: `, text);
    diagnose(this.#streams, 'error', message, fault === undefined ? undefined : this.#snapshot.locate(fault.object, fault.paths));
    if (group.madeFor !== undefined)
      this.#failed = { workload: group.madeFor, set: group.podSet, isProblem: result.kind === 'problem', more: 0 };
  }

  #print(group: ClaimGroup, { claims, node }: Extract<GroupResult, { kind: 'placed' }>): void {
    const pod = group.pod === undefined ? {} : { pod: shortName(group.pod.metadata) };
    const shown = claims.filter(
      ({ claim, before }) => !before || this.#placement.placedInRun(claim) !== undefined || this.#shown.has(objectName(claim.metadata)),
    );
    for (const placed of shown) this.printed.push({ ...placed, ...pod, node });
    if (claims.length === 0) this.#placed.addUnclaimed(group, node);
    else if (shown.length === 0 && this.#placement.needsNode(group)) this.#placed.addAllocated(group, node);
  }

  /** Prints claims that were allocated before the run, if they were requested by name. */
  #repeat(group: ClaimGroup): void {
    const pod = group.pod === undefined ? {} : { pod: shortName(group.pod.metadata) };
    const node = group.node === undefined ? {} : { node: group.node };
    for (const claim of group.claims) {
      const placed = this.#placement.placedInRun(claim);
      if (placed !== undefined) this.printed.push({ claim, ...placed, before: true, ...pod });
      else if (this.#shown.has(objectName(claim.metadata))) {
        this.printed.push({ claim, allocated: claim, before: true, ...pod, ...node });
      }
    }
  }

  /** Reports untried pods of a workload. If one pod does not fit, the following pods do not fit either, perhaps for another reason. */
  #reportMore(): void {
    const { workload, more } = this.#failed ?? { more: 0 };
    if (workload !== undefined && more > 0) {
      this.#totals.addRejected(more);
      const pods = more === 1 ? 'pod' : 'pods';
      const name = `${workload.kind} ${objectName(workload.metadata)}`;
      diagnose(this.#streams, 'error', `${more} more ${pods} of ${name} not tried: only their names differ`);
    }
    this.#failed = undefined;
  }

  #faultOf(group: ClaimGroup, result: GroupResult): Fault | undefined {
    const owner = group.madeFor ?? (result.kind === 'problem' ? result.problem.object : (group.pod ?? group.claims[0]));
    const ownerFault = owner === undefined ? undefined : { object: owner, paths: [], hint: '' };
    const { deviceClasses } = this.#snapshot.objects;
    const rejected = result.kind === 'no-node' ? result.rejected : result.kind === 'unallocatable' ? result.pod?.rejected : undefined;
    if (rejected !== undefined) return faultOf(rejected, rejected.claim, deviceClasses);
    if (result.kind !== 'error') return ownerFault;
    const { claim: name } = result.error;
    const namedClaim = group.claims.find(({ metadata }) => objectName(metadata) === name);
    const isExtended = group.perNode?.extended !== undefined && objectName(group.perNode.extended.metadata) === name;
    // A mistake in a claim for extended resources is a mistake in the requests of its pod.
    const claim = namedClaim ?? (isExtended ? undefined : group.claims[0]);
    return claim === undefined ? (classFaultOf(result.error, deviceClasses) ?? ownerFault) : faultOf(result.error, claim, deviceClasses);
  }
}
