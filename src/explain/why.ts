// Explains why claims do not fit on a node: for each request, what became of every device.

import { objectName } from '../api/meta.js';
import type { DeviceConstraint } from '../api/resource-claim.js';
import type { ResourceSlice } from '../api/resource-slice.js';
import { CallEnded, type Checkpoint, type EndedBy } from '../base/checkpoint.js';
import { AllocationError } from '../base/errors.js';
import { withJson } from '../base/plain-json.js';
import { type AvailabilityOptions, unavailabilityOf } from '../encode/availability.js';
import { attributeOf, CONSTRAINT_FIELDS, kindOf } from '../encode/constraint-kind.js';
import { type EncodedProblem, type EncodeInput, encodeProblem } from '../encode/encode.js';
import { SelectorInterrupted } from '../encode/interrupted-selector.js';
import type { ClaimPlan, SlotPlan } from '../encode/slot-plan.js';
import type { Kernel } from '../kernel/kernel.js';
import { ENTRY_MISSING, STAGE_MATCH } from '../kernel/layout.js';
import type { Problem, SearchError, Slot } from '../kernel/problem.js';
import { reasonOf } from '../kernel/reasons/reasons.js';
import type { Count, NodeExplanation, ReasonExplanation, RequestExplanation, UnavailableClaim } from './explanation.js';
import { findObstacles, type Names } from './in-the-way.js';
import { reaches, whyLeftOut } from './left-out.js';
import { explainReason } from './reason-in-words.js';
import { Shortages } from './shortage.js';
import { Trials } from './trials.js';
import { refusalInWords, unavailabilityInWords } from './words.js';

type ExplainInput = Omit<EncodeInput, 'checkpoint'> & Pick<AvailabilityOptions, 'now'>;

/**
 * Counts, for every request, what became of the devices of the cluster as seen from one node. An error that the allocation would
 * meet before its search is part of the answer, and so is that the call ended before there was one.
 */
export function explainOnNode(
  node: string,
  inputOf: (checkpoint: Checkpoint) => ExplainInput,
  kernel: Kernel,
  checkpoint: Checkpoint,
): NodeExplanation {
  const by = checkpoint.endedBy;
  if (by !== undefined) return explanationAtEnd(node, by);
  try {
    const input = inputOf(checkpoint);
    return checkpoint.keep(() => new Explainer(node, { ...input, checkpoint }, kernel)).explain();
  } catch (error) {
    if (error instanceof CallEnded) return explanationAtEnd(node, error.by);
    if (error instanceof SelectorInterrupted) return withoutCounts(node, error.message, undefined);
    if (!(error instanceof AllocationError)) throw error;
    return withoutCounts(node, error.message, false);
  }
}

/** Gives what there is to say of a node when the call ended before. */
export function explanationAtEnd(node: string, by: EndedBy): NodeExplanation {
  return withoutCounts(node, WHEN_ENDED[by], undefined);
}

/** An explanation without any counts. Callers may change it, so it shares nothing; written out, since a call that has ended may have 100,000 nodes left. */
function withoutCounts(node: string, error: string, fits: false | undefined): NodeExplanation {
  return { node, error, requests: [], unavailable: [], pools: [], fits, together: false, inTheWay: [] };
}

const WHEN_ENDED = {
  milliseconds: 'the time was up before there was an explanation',
  signal: 'the call was called off before there was an explanation',
} as const;

/** Counts of the devices that no request of the node sees, by where they are. */
type Unseen = Pick<RequestExplanation, 'devices' | 'otherNodes' | 'leftOut' | 'notCounted'>;

/** The answer of a search; undefined: there is none. */
interface Served {
  readonly answer: boolean | undefined;
  /** The error that ended the search. */
  readonly error?: string;
}

/** A claim that cannot be used here, and the error that judging it ends with. */
interface Unavailable extends UnavailableClaim {
  readonly error?: string;
}

/** Explains one node. */
class Explainer {
  readonly #node: string;
  readonly #input: ExplainInput & EncodeInput;
  readonly #encoded: EncodedProblem;
  readonly #shortages: Shortages;
  readonly #trials: Trials;
  /** The slots of the problem, in the order of the plans. */
  readonly #slots: readonly Slot[];
  readonly #places: readonly SlotPlace[];

  constructor(node: string, input: ExplainInput & EncodeInput, kernel: Kernel) {
    const { checkpoint } = input;
    const pending = checkpoint.filter(input.claims, ({ status }) => status.allocation === undefined);
    this.#node = node;
    this.#input = input;
    this.#encoded = encodeProblem({ ...input, claims: pending });
    const { problem } = this.#encoded;
    this.#shortages = new Shortages(input.view, problem.resources, input.allocated, checkpoint);
    this.#trials = new Trials(kernel, checkpoint);
    this.#slots = problem.claims.flatMap(({ requests }) => requests.flatMap(({ slots }) => slots));
    this.#places = placesOf(problem);
  }

  explain(): NodeExplanation {
    const { checkpoint, view } = this.#input;
    const unseen = this.#countUnseen();
    const broken = checkpoint.filter(view.pools, ({ problem }) => problem !== undefined);
    const pools = checkpoint.map(broken, ({ driver, name, problem }) => ({
      pool: `${driver}/${name}`,
      problem: `${problem?.kind}: ${problem?.reason}`,
    }));
    // The counts that are known when the call ends stay.
    const requests = checkpoint.map(
      this.#encoded.slots,
      (plan, index): RequestExplanation => ({
        ...describe(plan),
        ...unseen,
        ...this.#countRefusals(plan, index),
        alone: undefined,
        inTheWay: [],
      }),
    );
    let served: Served = { answer: undefined };
    const unavailable = checkpoint.keep((): Unavailable[] => []);
    let together = false;
    let inTheWay: readonly string[] = [];
    let reason: ReasonExplanation | undefined;
    try {
      this.#findUnavailable(unavailable);
      served = this.#hasSolution(this.#encoded.problem, (error) => error);
      if (served.answer !== true) reason = checkpoint.keep(() => this.#findReason());
      checkpoint.forEach(this.#encoded.slots, (_, index) => {
        const request = requests[index] as RequestExplanation;
        requests[index] = { ...request, ...this.#tryAlone(request, index) };
      });
      together = served.answer !== true && this.#isEachServed(requests);
      if (together) inTheWay = findObstacles(this.#encoded.problem, this.#names(), this.#trials, checkpoint);
    } catch (error) {
      if (!(error instanceof CallEnded)) throw error;
    }
    // An allocation is looked at only where the other claims get their devices, and no further than the first that is of no use.
    const error = served.answer === true ? unavailable[0]?.error : served.error;
    return withJson({
      node: this.#node,
      ...(error === undefined ? {} : { error }),
      requests,
      unavailable: unavailable.map(({ claim, reason }) => ({ claim, reason })),
      pools,
      fits: unavailable.length > 0 ? false : served.answer,
      together,
      inTheWay,
      ...(reason === undefined ? {} : { reason }),
    });
  }

  /** Collects the claims that have their devices and cannot be used here. */
  #findUnavailable(found: Unavailable[]): void {
    const { claims, view, checkpoint } = this.#input;
    checkpoint.forEach(claims, (claim) => {
      const name = objectName(claim.metadata);
      try {
        const unavailability = unavailabilityOf(claim, view.node, this.#input, checkpoint);
        if (unavailability !== undefined) found.push({ claim: name, reason: unavailabilityInWords(unavailability) });
      } catch (error) {
        if (!(error instanceof AllocationError)) throw error;
        found.push({ claim: name, reason: error.message, error: error.message });
      }
    });
  }

  /** The reason for which there is no solution. A search that ends with an error, or above the limit of a claim, has no reason. */
  #findReason(): ReasonExplanation | undefined {
    const reason = reasonOf(this.#encoded.problem, this.#input.checkpoint);
    if (reason === undefined) return undefined;
    const { balances } = this.#shortages;
    return explainReason(reason, { ...this.#names(), encoded: this.#encoded, features: this.#input.features, balances });
  }

  #countUnseen(): Unseen {
    const { view, features, checkpoint } = this.#input;
    const { slices, pools, node } = view;
    const { broken, seen } = checkpoint.keep(() => ({ broken: new Set<ResourceSlice>(), seen: new Set<ResourceSlice>() }));
    checkpoint.forEach(pools, (pool) => {
      for (const slice of pool.slices) seen.add(slice);
      if (pool.problem !== undefined) for (const slice of slices.ofPool(pool.driver, pool.name)) broken.add(slice);
    });
    const leftOut = checkpoint.keep(() => new Map<string, number>());
    const sums = checkpoint.keep(() => ({ devices: 0, notCounted: 0, otherNodes: 0 }));
    checkpoint.forEach(
      checkpoint.keep(() => slices.all),
      (slice) => {
        const count = slice.spec.devices.length;
        const isReached = count > 0 && !seen.has(slice) && !broken.has(slice) && reaches(slice, node, checkpoint);
        const why = isReached ? whyLeftOut(slice, node, slices, features, checkpoint) : undefined;
        sums.devices += count;
        if (count === 0 || seen.has(slice)) return;
        if (broken.has(slice)) sums.notCounted += count;
        else if (why !== undefined) add(leftOut, why, count);
        else sums.otherNodes += count;
      },
    );
    return { ...sums, leftOut: counts(leftOut) };
  }

  #countRefusals(plan: SlotPlan, slotIndex: number): Pick<RequestExplanation, 'taken' | 'refusedBy' | 'remaining'> {
    const { examiner, devices, problem } = this.#encoded;
    const { features, checkpoint } = this.#input;
    const occupied = checkpoint.keep(() => new Set(plan.adminAccess ? [] : problem.occupied));
    const refused = checkpoint.keep(() => new Map<string, number>());
    const slot = this.#slots[slotIndex] as Slot;
    const missing = this.#missingAttribute(slotIndex);
    const sums = checkpoint.keep(() => ({ taken: 0, remaining: 0 }));
    checkpoint.forEach(devices, (target, index) => {
      const refusal = slot.stages[index] === STAGE_MATCH ? undefined : examiner.refusal(plan, index, checkpoint);
      const own = refusal === undefined ? missing(index) : refusalInWords(refusal, { slot: plan, target, features, checkpoint });
      // Taken counts only what would be of use if it were free. The search does not look at devices in use, so they cannot fail, and what
      // they take of counters and capacities would be free with them.
      const isTaken = occupied.has(index) && (own === undefined || refusal?.error !== undefined);
      const what = isTaken ? undefined : (own ?? this.#shortages.ofPick(plan, slot, index, features));
      if (isTaken) sums.taken++;
      else if (what === undefined) sums.remaining++;
      else add(refused, what, 1);
    });
    return { ...sums, refusedBy: counts(refused) };
  }

  /** Tells which attribute of a constraint a device lacks, which keeps it from a slot whatever else is picked. */
  #missingAttribute(slotIndex: number): (device: number) => string | undefined {
    const { problem, claims } = this.#encoded;
    const { checkpoint } = this.#input;
    const { claimIndex, ordinal } = this.#places[slotIndex] as SlotPlace;
    const constraints = problem.claims[claimIndex]?.constraints ?? [];
    return (device) => {
      return checkpoint.first(constraints, ({ rows }, index) => {
        if (rows[ordinal]?.[device] !== ENTRY_MISSING) return undefined;
        const constraint = claims[claimIndex]?.claim.spec.devices.constraints[index] as DeviceConstraint;
        return `constraint #${index}: no attribute ${attributeOf(constraint)}`;
      });
    };
  }

  #tryAlone({ remaining }: RequestExplanation, slotIndex: number): Pick<RequestExplanation, 'alone' | 'inTheWay'> {
    const { checkpoint } = this.#input;
    const problem = checkpoint.keep(() => this.#only(slotIndex));
    const alone = this.#hasSolution(problem, (error) => this.#whereItWas(error, slotIndex)).answer;
    const enough = remaining >= (this.#slots[slotIndex] as Slot).count;
    if (alone === true || !enough) return { alone, inTheWay: [] };
    const { claimIndex } = this.#places[slotIndex] as SlotPlace;
    return { alone, inTheWay: findObstacles(problem, this.#names(claimIndex), this.#trials, checkpoint) };
  }

  /**
   * Searches a problem, and puts the error in words that ends the search; one that a limit of ours ended gives no answer. `original`: where the error is in
   * the whole problem.
   */
  #hasSolution(problem: Problem, original: (error: SearchError) => SearchError): Served {
    const { checkpoint } = this.#input;
    const answer = this.#trials.answer(problem);
    if (answer?.kind !== 'error') return { answer: answer === undefined ? undefined : answer.kind === 'found' };
    const error = checkpoint.keep(() => this.#encoded.error(original(answer.error), checkpoint));
    return { answer: error instanceof SelectorInterrupted ? undefined : false, error: error.message };
  }

  /** An error of the problem with nothing but one slot, as one of the whole problem. */
  #whereItWas(error: SearchError, slotIndex: number): SearchError {
    if (error.constraint === undefined) return { ...error, slot: slotIndex };
    const { claimIndex } = this.#places[slotIndex] as SlotPlace;
    const before = this.#encoded.problem.claims.slice(0, claimIndex).reduce((sum, { constraints }) => sum + constraints.length, 0);
    return { ...error, slot: slotIndex, constraint: before + error.constraint };
  }

  /** The problem with nothing but one slot of one claim, under the claim's constraints on it. */
  #only(slotIndex: number): Problem {
    const { problem } = this.#encoded;
    const { claimIndex, ordinal } = this.#places[slotIndex] as SlotPlace;
    const own = problem.claims[claimIndex]?.constraints ?? [];
    this.#input.checkpoint.step(own.length);
    const constraints = own.map((constraint) => ({ ...constraint, rows: [constraint.rows[ordinal]] }));
    const slots = [this.#slots[slotIndex] as Slot];
    return { ...problem, claims: [{ requests: [{ prioritized: false, slots }], constraints }] };
  }

  /** The names in messages for what is in the way, of all claims or of one alone. */
  #names(onlyClaim?: number): Names {
    const { claims } = this.#encoded;
    return {
      constraint: (claimIndex, index) => {
        const { claim } = claims[onlyClaim ?? claimIndex] as ClaimPlan;
        const constraint = claim.spec.devices.constraints[index] as DeviceConstraint;
        const field = CONSTRAINT_FIELDS[kindOf(constraint)];
        const owner = onlyClaim !== undefined || claims.length === 1 ? '' : ` of claim ${objectName(claim.metadata)}`;
        return `constraint #${index}${owner} (${field} ${attributeOf(constraint)})`;
      },
      counter: (budget) => this.#shortages.counterInWords(budget),
      groups: () => 'the compatibility groups of its counter sets',
    };
  }

  /** Tells whether each request, or an alternative of it, is known to be served alone. */
  #isEachServed(requests: readonly RequestExplanation[]): boolean {
    let slot = 0;
    return this.#encoded.claims.every((claim) =>
      claim.requests.every((alternatives) => {
        const own = requests.slice(slot, slot + alternatives.length);
        slot += alternatives.length;
        return own.some(({ alone }) => alone === true);
      }),
    );
  }
}

function describe({ claim, name, selection, count }: SlotPlan): Pick<RequestExplanation, 'claim' | 'request' | 'wanted'> {
  const wanted = selection.allocationMode === 'All' ? 'All' : count;
  return {
    claim: objectName(claim.metadata),
    request: name,
    wanted: typeof wanted === 'bigint' && wanted < 2n ** 53n ? Number(wanted) : wanted,
  };
}

function add(numbers: Map<string, number>, what: string, count: number): void {
  numbers.set(what, (numbers.get(what) ?? 0) + count);
}

function counts(numbers: ReadonlyMap<string, number>): Count[] {
  return Array.from(numbers, ([what, devices]) => ({ what, devices }));
}

/** In which claim a slot is, and which one of its slots it is. */
interface SlotPlace {
  readonly claimIndex: number;
  readonly ordinal: number;
}

function placesOf({ claims }: Problem): SlotPlace[] {
  return claims.flatMap(({ requests }, claimIndex) =>
    requests.flatMap(({ slots }) => slots).map((_, ordinal): SlotPlace => ({ claimIndex, ordinal })),
  );
}
