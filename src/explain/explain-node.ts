// Explains why claims fit on a node or not: the result of `allocate`, and for each request the result for every device.

import type { AllocationResult } from '../allocator/decode/allocation-result.js';
import { type AvailabilityOptions, unavailabilityOf } from '../allocator/encode/availability.js';
import { type EncodedProblem, type EncodeInput, encodeProblem } from '../allocator/encode/encode.js';
import { invalidPools } from '../allocator/encode/failures.js';
import { isPlaceholder, type SlotPlan } from '../allocator/encode/slot-plan.js';
import type { DeviceRejection } from '../allocator/encode/stages.js';
import { valuesFor } from '../allocator/encode/values.js';
import type { Kernel } from '../allocator/kernel/kernel.js';
import { ENTRY_MISSING, STAGE_MATCH } from '../allocator/kernel/layout.js';
import type { Selection as Picked, Slot } from '../allocator/kernel/problem.js';
import { reasonOf } from '../allocator/kernel/reasons/reasons.js';
import type { Pool, PoolDevice } from '../allocator/pools/pool.js';
import { attributeOf, isShipped } from '../core/api/constraint-semantics.js';
import { constraintAt } from '../core/api/device-request.js';
import type { ResourceClaimSpec } from '../core/api/resource-claim.js';
import { CallEnded, type Checkpoint, endOfCall } from '../core/base/checkpoint.js';
import { AllocationError, copyOfError } from '../core/base/errors.js';
import { type Incremental, inOneGo } from '../core/base/incremental.js';
import { filtering, mapping, mappingEach } from '../core/base/lists-in-increments.js';
import { withJson } from '../core/base/plain-json.js';
import { shownName } from '../core/base/words.js';
import type { Rejection } from '../scheduler/filters/filter.js';
import { ConflictSearch } from './conflict.js';
import { describeConflict } from './conflict-text.js';
import { failedSelectorOf, helpOnError } from './error-help.js';
import type { Conflict, DeviceName, Loss, NodeExplanation, UnavailableClaim } from './explanation.js';
import { withFalseClauses } from './false-clauses.js';
import { errorInWords, unavailableInWords } from './first-line.js';
import { holdersInWords } from './holders.js';
import { LossDetails } from './loss-details.js';
import { afterCount, type LossCause, LossTable, type LostDevices, withOtherKinds } from './losses.js';
import { withoutAttribute } from './names-instead.js';
import { causeOfRefusal, unavailabilityInWords } from './refusals.js';
import { describeRequest, nameClaim, poolInWords, shownDevice } from './request-names.js';
import { type ExplainedSelections, explainSelections } from './selection-reasons.js';
import { inAlternatives, NOT_TOGETHER, type ShortRequest, shortOfDevices, unserved } from './short-requests.js';
import { counterInWords, Shortages, takersInWords } from './shortage.js';
import { type SlotPlace, slotPlaces } from './slot-places.js';
import type { Surroundings } from './surroundings.js';
import { Trials } from './trials.js';
import { countUnseen } from './unseen-slices.js';
import { allocationsOf, explanationAtEnd, type Verdict, verdictInWords, verdictOf, withoutCounts, withRejections } from './verdict.js';

type ExplainInput = Omit<EncodeInput, 'checkpoint'> & Pick<AvailabilityOptions, 'now'>;

/** A node to be explained. */
export interface NodeTask {
  readonly node: string;
  readonly inputOf: (checkpoint: Checkpoint) => Incremental<ExplainInput>;
  /** The part that is the same for all nodes. */
  readonly surroundings: Surroundings;
  readonly kernel: Kernel;
  /** The rejections of the filters that the scheduler runs before the device filter, for a pod. Devices are still evaluated. */
  readonly rejections: readonly Rejection[];
  /**
   * Returns why a pod with these devices cannot be bound to the node: their node resources exceed the free amounts, or a later rule rejects it.
   * Throws an AllocationError if that cannot be decided.
   */
  readonly rejectionsWith?: ((allocations: readonly AllocationResult[]) => readonly Rejection[]) | undefined;
  /** True to include the conflict, not only counts. */
  readonly isDetailed: boolean;
  /** The step limit of the search; undefined: the default for explanations. */
  readonly steps: number | undefined;
}

/** Explains a node. An error of the allocation is part of the result. If the call ends early, the result has the counts so far. */
export function* explainNode(task: NodeTask, checkpoint: Checkpoint): Incremental<NodeExplanation> {
  const explained = yield* explainedNode(task, checkpoint);
  return yield* task.surroundings.texts.in(explained, checkpoint);
}

function* explainedNode(task: NodeTask, checkpoint: Checkpoint): Incremental<NodeExplanation> {
  const { node } = task;
  const by = checkpoint.endedBy;
  if (by !== undefined) return explanationAtEnd(node, by);
  try {
    const input = { ...(yield* task.inputOf(checkpoint)), checkpoint };
    const { explained: counted, rejections: after } = yield* explainWith(task, input);
    const explained = withRejections(counted, task.rejections.length > 0 ? task.rejections : after);
    const { error } = explained;
    if (error === undefined) return explained;
    const failed = failedSelectorOf(error, input);
    const isHelped = task.isDetailed && failed !== undefined && error.code === 'cel-runtime-error';
    const help = isHelped ? yield* helpOnError(error, failed, input, task.surroundings.environment) : [];
    const text = errorInWords(error, { failed, help }, input.claims.length === 1);
    return { ...explained, ...(help.length === 0 ? {} : { help }), text };
  } catch (error) {
    if (error instanceof CallEnded) return explanationAtEnd(node, error.by);
    return withRejections(withoutCounts(node, verdictOf(error)), task.rejections);
  }
}

/** Explains a node as far as its claims can be planned. If an earlier error occurs, there are no counts. */
function* explainWith(task: NodeTask, input: ExplainInput & EncodeInput): Incremental<Explained> {
  try {
    const { checkpoint } = input;
    const claims = yield* filtering(input.claims, ({ status }) => status.allocation === undefined, checkpoint);
    const encoded = yield* encodeProblem({ ...input, claims });
    return yield* new NodeExplainer(task, input, encoded).explain();
  } catch (error) {
    if (error instanceof CallEnded) throw error;
    return { explained: { ...withoutCounts(task.node, verdictOf(error)), devices: input.view.devices.length }, rejections: [] };
  }
}

/** An explanation, and why the pod cannot be bound with its devices. */
interface Explained {
  readonly explained: NodeExplanation;
  readonly rejections: readonly Rejection[];
}

/**
 * A verdict, with the state in which the search for devices ended. The state is undefined if the search reached a limit or
 * ended with an error.
 */
interface Judged {
  readonly verdict: Verdict;
  readonly search: 'found' | 'failed' | undefined;
  /** The selections of a successful search. */
  readonly picks?: readonly Picked[];
  readonly rejections?: readonly Rejection[];
}

/** A claim that cannot be used here, and the error of that check. */
interface Unavailable extends UnavailableClaim {
  readonly error?: AllocationError;
}

/** The most steps of the search that decides, if the call sets no limit: a few seconds. */
const MOST_STEPS = 2_000_000;

/** The most devices stored for all requests of a node, and the most device names in an explanation. */
const MOST_CACHED_DEVICES = 1 << 22;
const MOST_NAMES = 50_000;

/** Explains one node. */
class NodeExplainer {
  readonly #task: NodeTask;
  readonly #input: ExplainInput & EncodeInput;
  readonly #encoded: EncodedProblem;
  readonly #shortages: Shortages;
  /** The search that decides. */
  readonly #search: Trials;
  readonly #places: readonly SlotPlace[];
  /** The remaining limits. They are needed because each of many requests considers all devices. */
  readonly #room: { devices: number; names: number };

  constructor(task: NodeTask, input: ExplainInput & EncodeInput, encoded: EncodedProblem) {
    const { checkpoint } = input;
    this.#task = task;
    this.#input = input;
    this.#encoded = encoded;
    const { problem } = encoded;
    this.#shortages = new Shortages(input.view, problem.resources, input.allocated, checkpoint);
    const steps = task.steps ?? MOST_STEPS;
    this.#search = new Trials(task.kernel, checkpoint, steps, Math.max(steps, 1));
    this.#places = slotPlaces(problem);
    this.#room = { devices: MOST_CACHED_DEVICES, names: MOST_NAMES };
  }

  *explain(): Incremental<Explained> {
    const { checkpoint, view, features } = this.#input;
    const unseen = yield* countUnseen(view, this.#task.surroundings.devices, features, checkpoint);
    const broken = yield* filtering(view.pools, ({ problem }) => problem !== undefined, checkpoint);
    const pools = yield* mapping(broken, poolProblem, checkpoint);
    let slots: readonly ShortRequest[] = yield* mappingEach(
      this.#encoded.slots,
      (plan, index) => this.#count(plan, index, unseen),
      checkpoint,
    );
    const unavailable: Unavailable[] = [];
    let judged: Judged | undefined;
    let conflict: Conflict | undefined;
    let selections: ExplainedSelections | undefined;
    try {
      yield* this.#findUnavailable(unavailable);
      judged = yield* this.#judge(unavailable);
      const { search } = judged;
      const { clauses } = this.#task.surroundings;
      if (search === 'failed')
        slots = yield* mappingEach(slots, (slot) => withFalseClauses(slot, this.#encoded.devices, clauses, checkpoint), checkpoint);
      if (this.#task.isDetailed) {
        slots = yield* this.#inDetail(slots);
        conflict = yield* this.#findConflict(search, slots, unavailable);
        const context = { input: this.#input, encoded: this.#encoded, slots };
        if (judged.verdict.kind === 'allocated') selections = yield* explainSelections(judged.picks ?? [], context);
      }
    } catch (error) {
      // If the call ends, the verdict and the counts so far remain.
      const by = endOfCall(error);
      judged ??= { verdict: { kind: 'interrupted', by }, search: undefined };
    }
    const { verdict, rejections = [] } = judged;
    const explained: NodeExplanation = {
      node: this.#task.node,
      ...verdict,
      requests: withJson(inAlternatives(slots)),
      unavailable: unavailable.map(({ claim, reason }) => ({ claim, reason })),
      pools,
      ...(conflict === undefined ? {} : { conflict }),
      ...(selections ?? { text: this.#firstLine(verdict, slots, unavailable, conflict) }),
    };
    return { explained, rejections };
  }

  /** Adds details to losses. */
  *#inDetail(slots: readonly ShortRequest[]): Incremental<readonly ShortRequest[]> {
    const { checkpoint } = this.#input;
    const details = new LossDetails(this.#encoded.devices, this.#task.surroundings, checkpoint);
    const detailed: ShortRequest[] = [];
    for (const slot of slots) {
      const isNone = slot.counted.left === 0;
      const losses: Loss[] = [];
      for (const lost of slot.lost) {
        const loss = yield* details.of(countedLoss(lost), lost, isNone);
        losses.push({ ...loss, devices: yield* this.#namesOf(lost.devices) });
        if (checkpoint.due()) yield;
      }
      const unseen = slot.counted.losses.slice(0, slot.counted.losses.length - losses.length);
      const leftDevices = yield* this.#namesOf(slot.devices);
      detailed.push({ ...slot, counted: { ...slot.counted, losses: [...unseen, ...losses], leftDevices } });
      if (checkpoint.due()) yield;
    }
    return detailed;
  }

  *#namesOf(devices: readonly number[]): Incremental<readonly DeviceName[]> {
    const names = yield* mapping(
      devices.slice(0, this.#room.names),
      (index) => {
        const { slice, device } = this.#encoded.devices[index] as PoolDevice;
        return shownDevice(slice.spec.driver, slice.spec.pool.name, device.name);
      },
      this.#input.checkpoint,
    );
    this.#room.names -= names.length;
    return names;
  }

  /** Returns the conflict if the search failed, or if an allocated claim cannot be used here. */
  *#findConflict(end: Judged['search'], slots: readonly ShortRequest[], [held]: readonly Unavailable[]): Incremental<Conflict | undefined> {
    const { checkpoint } = this.#input;
    const { problem } = this.#encoded;
    if (end === 'found' && held !== undefined && held.error === undefined)
      return { members: [{ claim: held.claim }], isMinimal: true, text: unavailableInWords(held) };
    if (end !== 'failed') return undefined;
    const trials = new Trials(this.#task.kernel, checkpoint);
    const search = new ConflictSearch(problem, trials, checkpoint);
    const short = unserved(slots).map(([slot]) => slot?.requestIndex ?? 0);
    const found = yield* search.find(short, yield* reasonOf(problem, checkpoint));
    if (found === undefined) return undefined;
    const { surroundings } = this.#task;
    const balances = yield* this.#shortages.balances();
    const counters = new Map<number, string>();
    for (const [budget, balance] of balances) {
      const holders = yield* surroundings.holders(checkpoint);
      counters.set(budget, counterInWords(balance, holdersInWords('of', yield* holders.of(balance.holders, checkpoint))));
    }
    const counter = (budget: number): string => counters.get(budget) ?? 'a counter';
    return yield* describeConflict(found, { input: this.#input, encoded: this.#encoded, slots, trials, counter, balances });
  }

  #firstLine(
    verdict: Verdict,
    slots: readonly ShortRequest[],
    unavailable: readonly Unavailable[],
    conflict: Conflict | undefined,
  ): string {
    if (verdict.kind !== 'unallocatable') return verdictInWords(verdict);
    if (conflict !== undefined) return conflict.text;
    const short = unserved(slots);
    if (short.length > 0) return shortOfDevices(short, this.#encoded.claims.length === 1);
    const [held] = unavailable;
    return held === undefined ? NOT_TOGETHER : unavailableInWords(held);
  }

  /**
   * Returns the result of `allocate`. The first allocated claim that cannot be used is reported only if the other claims can be
   * allocated.
   */
  *#judge([held]: readonly Unavailable[]): Incremental<Judged> {
    const { problem } = this.#encoded;
    const { checkpoint, view, features } = this.#input;
    const answer = yield* this.#search.answer(problem);
    if (answer?.kind === 'error') return { verdict: verdictOf(yield* this.#encoded.error(answer.error, checkpoint)), search: undefined };
    if (answer?.kind === 'found') {
      const { selections: picks } = answer;
      const fresh = yield* allocationsOf(picks, this.#encoded, { nodeName: this.#task.node, features, checkpoint });
      if (fresh instanceof AllocationError) return { verdict: { kind: 'error', error: fresh }, search: 'found' };
      if (held?.error !== undefined) return { verdict: { kind: 'error', error: copyOfError(held.error) }, search: 'found' };
      if (held !== undefined) return { verdict: { kind: 'unallocatable' }, search: 'found', picks };
      return { ...this.#judgeDevices(fresh), search: 'found', picks };
    }
    // A reason proves that there is no solution, even if the search reached a limit.
    if (answer === undefined && (yield* reasonOf(problem, checkpoint)) === undefined)
      return { verdict: { kind: 'interrupted', by: 'steps' }, search: undefined };
    const invalid = yield* invalidPools(view.pools, checkpoint);
    return { verdict: invalid === undefined ? { kind: 'unallocatable' } : { kind: 'error', error: invalid }, search: 'failed' };
  }

  /** Judges whether the pod can be bound with its devices. `fresh`: the allocations of pending claims. */
  #judgeDevices(fresh: readonly AllocationResult[]): Pick<Judged, 'verdict' | 'rejections'> {
    const { rejectionsWith } = this.#task;
    if (rejectionsWith === undefined) return { verdict: { kind: 'allocated' } };
    let next = 0;
    const { claims } = this.#input;
    const allocations = claims.map(({ status: { allocation } }) =>
      allocation === undefined ? (fresh[next++] as AllocationResult) : (allocation.source as unknown as AllocationResult),
    );
    try {
      return { verdict: { kind: 'allocated' }, rejections: rejectionsWith(allocations) };
    } catch (error) {
      return { verdict: verdictOf(error) };
    }
  }

  /** Collects the allocated claims that cannot be used here. */
  *#findUnavailable(found: Unavailable[]): Incremental<void> {
    const { claims, view, checkpoint } = this.#input;
    for (const claim of claims) {
      if (checkpoint.due()) yield;
      const name = nameClaim(claim);
      try {
        const unavailability = yield* unavailabilityOf(claim, view.node, this.#input, checkpoint);
        if (unavailability !== undefined) found.push({ claim: name, reason: unavailabilityInWords(unavailability, claim) });
      } catch (error) {
        if (!(error instanceof AllocationError)) throw error;
        found.push({ claim: name, reason: error.message, error });
      }
    }
  }

  *#count(plan: SlotPlan, slotIndex: number, unseen: readonly Loss[]): Incremental<ShortRequest> {
    const { devices } = this.#encoded;
    const { checkpoint, features } = this.#input;
    const { requestIndex } = this.#places[slotIndex] as SlotPlace;
    if (isPlaceholder(plan)) {
      const counted = { ...describeRequest(plan), total: 0, left: 0, losses: [] };
      return { requestIndex, plan, counted, devices: [], lost: [], needs: plan.count };
    }
    const slot = this.#slot(slotIndex);
    const occupied = new Set(plan.adminAccess ? [] : this.#encoded.problem.occupied);
    const table = new LossTable();
    const left: number[] = [];
    for (let index = 0; index < devices.length; index++) {
      const refusal = slot.stages[index] === STAGE_MATCH ? undefined : yield* this.#encoded.examiner.rejection(plan, index, checkpoint);
      const cause =
        this.#lossOf(plan, slotIndex, index, occupied.has(index), refusal) ??
        (this.#shortages.concerns(slot, index) ? yield* this.#shortages.ofSelection(plan, slot, index, features) : undefined);
      if (cause === undefined) left.push(index);
      else table.add(cause, index);
      if (checkpoint.due()) yield;
    }
    const lost = yield* withOtherKinds(table.all(), devices, checkpoint);
    const losses = [...unseen.map((loss) => ({ ...loss })), ...lost.map(countedLoss)];
    const counted = { ...describeRequest(plan), total: this.#task.surroundings.devices, left: left.length, losses };
    const shortRequest = { requestIndex, plan, counted, devices: left, lost, needs: plan.count };
    if (this.#room.devices < devices.length) return { ...shortRequest, devices: [], lost: lost.map((one) => ({ ...one, devices: [] })) };
    this.#room.devices -= devices.length;
    return shortRequest;
  }

  /**
   * Returns the check that rejects a device for a slot (`refusal` or another), or that the device is in use. Returns undefined
   * if no check rejects it.
   */
  #lossOf(plan: SlotPlan, slotIndex: number, index: number, isOccupied: boolean, why: DeviceRejection | undefined): LossCause | undefined {
    const { features, checkpoint } = this.#input;
    const target = this.#encoded.devices[index] as PoolDevice;
    const looked = { slot: plan, target, features, checkpoint };
    const cause = why === undefined ? this.#missingAttribute(slotIndex, plan, index) : causeOfRefusal(why, looked);
    // "In use" is the cause only if no other check excludes the device. The search skips devices in use, so their errors do not count. Freeing a device also
    // frees its counters and capacities.
    return isOccupied && (cause === undefined || why?.error !== undefined) ? TAKEN : cause;
  }

  #slot(slotIndex: number): Slot {
    const { claimIndex, request, alternative } = this.#places[slotIndex] as SlotPlace;
    return this.#encoded.problem.claims[claimIndex]?.requests[request]?.slots[alternative] as Slot;
  }

  /**
   * Returns the cause if a device lacks the attribute of a constraint, or has no values that count. Such a device can never
   * fill the slot.
   */
  #missingAttribute(slotIndex: number, plan: SlotPlan, device: number): LossCause | undefined {
    const { problem, claims } = this.#encoded;
    const { claimIndex, ordinal } = this.#places[slotIndex] as SlotPlace;
    const constraints = problem.claims[claimIndex]?.constraints ?? [];
    const index = constraints.findIndex(({ rows }) => rows[ordinal]?.[device] === ENTRY_MISSING);
    if (index < 0) return undefined;
    const { constraint } = constraintAt(claims[claimIndex]?.claim.spec as ResourceClaimSpec, index);
    const hasAttribute = !isShipped(constraint) && inOneGo(valuesFor(plan, attributeOf(constraint), device, this.#input)).length > 0;
    return withoutAttribute(constraint, hasAttribute, this.#encoded.devices[device] as PoolDevice);
  }
}

function poolProblem({ driver, name, problem }: Pool): NodeExplanation['pools'][number] {
  return { pool: poolInWords(driver, name), problem: `${problem?.kind}: ${shownName(problem?.reason ?? '')}` };
}

const TAKEN: LossCause = { code: 'taken', detail: 'allocated' };

/** Returns a loss without details. */
function countedLoss({ loss, count, takenBy }: LostDevices): Loss {
  return { ...loss, count, detail: afterCount(count, `${loss.detail}${takersInWords(takenBy)}`) };
}
