// Why claims do not fit on a node: for each request, what became of every device.

import { objectName } from '../api/meta.js';
import type { DeviceConstraint } from '../api/resource-claim.js';
import { CallEnded, type CallLimits, Checkpoint } from '../checkpoint.js';
import { type EncodedProblem, type EncodeInput, encodeProblem } from '../encode/encode.js';
import { SelectorInterrupted } from '../encode/interrupted-selector.js';
import type { ClaimPlan, SlotPlan } from '../encode/plan.js';
import { attributeOf } from '../encode/values.js';
import { AllocationError } from '../errors.js';
import { ENTRY_MISSING, STAGE_MATCH } from '../kernel/layout.js';
import type { Kernel, Problem, Slot } from '../kernel/problem.js';
import { reasonOf } from '../kernel/reasons.js';
import { withJson } from '../plain-json.js';
import type { PoolDevice } from '../pools/pool.js';
import type { Count, NodeExplanation, ReasonExplanation, RequestExplanation } from './explanation.js';
import { findObstacles, type Names } from './in-the-way.js';
import { reaches, whyLeftOut } from './left-out.js';
import { explainReason } from './reason-in-words.js';
import { Shortages } from './shortage.js';
import { Trials } from './trials.js';
import { refusalInWords } from './words.js';

/** What an explanation looks at. */
type ExplainInput = Omit<EncodeInput, 'checkpoint'>;

/**
 * Counts, for every request, what became of the devices of the cluster as seen from one node. An error that the allocation would
 * meet before its search is part of the answer, and so is that the time was up.
 */
export function explainOnNode(node: string, inputOf: () => ExplainInput, kernel: Kernel, limits: CallLimits = {}): NodeExplanation {
  const nothing = { node, requests: [], pools: [], together: false, inTheWay: [] };
  try {
    const input = inputOf();
    const pending = input.claims.filter(({ status }) => status.allocation === undefined);
    return new Explainer(node, { ...input, claims: pending }, kernel, limits).explain();
  } catch (error) {
    if (error instanceof CallEnded) return { ...nothing, error: 'the time was up before there was an explanation', fits: undefined };
    if (error instanceof SelectorInterrupted) return { ...nothing, error: error.message, fits: undefined };
    if (!(error instanceof AllocationError)) throw error;
    return { ...nothing, error: error.message, fits: false };
  }
}

/** Why a selector refuses is found out by asking it again. */
const DEVICES_BETWEEN_CHECKPOINTS = 64;

/** Where the devices are that no request of the node sees. */
type Unseen = Pick<RequestExplanation, 'devices' | 'otherNodes' | 'leftOut' | 'notCounted'>;

/** Explains one node. */
class Explainer {
  readonly #node: string;
  readonly #input: EncodeInput;
  readonly #encoded: EncodedProblem;
  readonly #shortages: Shortages;
  readonly #trials: Trials;
  /** The slots of the problem, in the order of the plans. */
  readonly #slots: readonly Slot[];
  /** Whether a limit of ours ended the evaluation of some selector. */
  #hasInterrupted = false;

  constructor(node: string, input: ExplainInput, kernel: Kernel, limits: CallLimits) {
    this.#node = node;
    this.#input = { ...input, checkpoint: new Checkpoint(limits) };
    this.#encoded = encodeProblem(this.#input);
    const { problem } = this.#encoded;
    this.#shortages = new Shortages(input.view, problem.resources, input.allocated);
    this.#trials = new Trials(kernel, limits.deadline ?? Number.POSITIVE_INFINITY);
    this.#slots = problem.claims.flatMap(({ requests }) => requests.flatMap(({ slots }) => slots));
  }

  explain(): NodeExplanation {
    const unseen = this.#countUnseen();
    // What is known when the time is up stays.
    const requests: RequestExplanation[] = this.#encoded.slots.map((plan, index) => ({
      ...describe(plan),
      ...unseen,
      ...this.#countRefusals(plan, index),
      alone: undefined,
      inTheWay: [],
    }));
    let fits: boolean | undefined;
    let together = false;
    let inTheWay: readonly string[] = [];
    let reason: ReasonExplanation | undefined;
    try {
      fits = this.#trials.hasSolution(this.#encoded.problem);
      // The search may have ended at what a limit of ours ended.
      if (fits === false && this.#hasInterrupted) fits = undefined;
      if (fits !== true) reason = this.#findReason();
      requests.forEach((request, index) => {
        requests[index] = { ...request, ...this.#tryAlone(request, index) };
      });
      together = fits !== true && this.#isEachServed(requests);
      if (together) inTheWay = findObstacles(this.#encoded.problem, this.#names(), this.#trials);
    } catch (error) {
      if (!(error instanceof CallEnded)) throw error;
    }
    const broken = this.#input.view.pools.filter(({ problem }) => problem !== undefined);
    const pools = broken.map(({ driver, name, problem }) => ({
      pool: `${driver}/${name}`,
      problem: `${problem?.kind}: ${problem?.reason}`,
    }));
    return withJson({ node: this.#node, requests, pools, fits, together, inTheWay, ...(reason === undefined ? {} : { reason }) });
  }

  /** Why there is no solution. A search that ends with an error, or above the limit of a claim, has no reason. */
  #findReason(): ReasonExplanation | undefined {
    const reason = reasonOf(this.#encoded.problem, this.#input.checkpoint);
    if (reason === undefined) return undefined;
    const { balances } = this.#shortages;
    return explainReason(reason, { ...this.#names(), encoded: this.#encoded, features: this.#input.features, balances });
  }

  #countUnseen(): Unseen {
    const { view, features } = this.#input;
    const { slices, pools, node } = view;
    const broken = new Set(pools.flatMap(({ driver, name, problem }) => (problem === undefined ? [] : slices.ofPool(driver, name))));
    const seen = new Set(pools.flatMap((pool) => pool.slices));
    const leftOut = new Map<string, number>();
    let [devices, notCounted, otherNodes] = [0, 0, 0];
    for (const slice of slices.all) {
      const count = slice.spec.devices.length;
      devices += count;
      if (count === 0 || seen.has(slice)) continue;
      if (broken.has(slice)) notCounted += count;
      else if (reaches(slice, node)) add(leftOut, whyLeftOut(slice, node, slices, features), count);
      else otherNodes += count;
    }
    return { devices, otherNodes, notCounted, leftOut: counts(leftOut) };
  }

  #countRefusals(plan: SlotPlan, slotIndex: number): Pick<RequestExplanation, 'taken' | 'refusedBy' | 'remaining'> {
    const { examiner, devices, problem } = this.#encoded;
    const occupied = new Set(plan.adminAccess ? [] : problem.occupied);
    const refused = new Map<string, number>();
    const slot = this.#slots[slotIndex] as Slot;
    const missing = this.#missingAttribute(slotIndex);
    const { features } = this.#input;
    let [taken, remaining] = [0, 0];
    for (let index = 0; index < devices.length; index++) {
      if (index % DEVICES_BETWEEN_CHECKPOINTS === 0) this.#input.checkpoint.check();
      const refusal = slot.stages[index] === STAGE_MATCH ? undefined : examiner.refusal(plan, index, this.#input.checkpoint);
      if (refusal?.interrupted !== undefined) this.#hasInterrupted = true;
      const own =
        refusal === undefined ? missing(index) : refusalInWords(refusal, { slot: plan, target: devices[index] as PoolDevice, features });
      // Taken counts only what would be of use if it were free. The search does not look at devices in use, so they cannot fail, and what
      // they take of counters and capacities would be free with them.
      if (occupied.has(index) && (own === undefined || refusal?.error !== undefined)) {
        taken++;
        continue;
      }
      const what = own ?? this.#shortages.ofPick(plan, slot, index, features);
      if (what === undefined) remaining++;
      else add(refused, what, 1);
    }
    return { taken, remaining, refusedBy: counts(refused) };
  }

  /** Tells which attribute of a constraint a device lacks, which keeps it from a slot whatever else is picked. */
  #missingAttribute(slotIndex: number): (device: number) => string | undefined {
    const { problem, claims } = this.#encoded;
    const { claimIndex, ordinal } = placeOf(problem, slotIndex);
    const constraints = problem.claims[claimIndex]?.constraints ?? [];
    return (device) => {
      const index = constraints.findIndex(({ rows }) => rows[ordinal]?.[device] === ENTRY_MISSING);
      const constraint = claims[claimIndex]?.claim.spec.devices.constraints[index];
      return constraint === undefined ? undefined : `constraint #${index}: no attribute ${attributeOf(constraint)}`;
    };
  }

  #tryAlone({ remaining }: RequestExplanation, slotIndex: number): Pick<RequestExplanation, 'alone' | 'inTheWay'> {
    const problem = only(this.#encoded.problem, slotIndex);
    const alone = this.#trials.hasSolution(problem);
    const enough = remaining >= (this.#slots[slotIndex] as Slot).count;
    if (alone === true || !enough) return { alone, inTheWay: [] };
    const { claimIndex } = placeOf(this.#encoded.problem, slotIndex);
    return { alone, inTheWay: findObstacles(problem, this.#names(claimIndex), this.#trials) };
  }

  /** How messages name what is in the way, of all claims or of one alone. */
  #names(onlyClaim?: number): Names {
    const { claims } = this.#encoded;
    return {
      constraint: (claimIndex, index) => {
        const { claim } = claims[onlyClaim ?? claimIndex] as ClaimPlan;
        const constraint = claim.spec.devices.constraints[index] as DeviceConstraint;
        const kind = constraint.matchAttribute === undefined ? 'distinctAttribute' : 'matchAttribute';
        const owner = onlyClaim !== undefined || claims.length === 1 ? '' : ` of claim ${objectName(claim.metadata)}`;
        return `constraint #${index}${owner} (${kind} ${attributeOf(constraint)})`;
      },
      counter: (budget) => this.#shortages.counterInWords(budget),
      groups: () => 'the compatibility groups of its counter sets',
    };
  }

  /** Whether each request, or an alternative of it, is known to be served alone. */
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
function placeOf({ claims }: Problem, slotIndex: number): { readonly claimIndex: number; readonly ordinal: number } {
  let ordinal = slotIndex;
  for (const [claimIndex, { requests }] of claims.entries()) {
    const count = requests.reduce((sum, { slots }) => sum + slots.length, 0);
    if (ordinal < count) return { claimIndex, ordinal };
    ordinal -= count;
  }
  return { claimIndex: claims.length, ordinal };
}

/** The problem with nothing but one slot of one claim, under the claim's constraints on it. */
function only(problem: Problem, slotIndex: number): Problem {
  const { claimIndex, ordinal } = placeOf(problem, slotIndex);
  const claim = problem.claims[claimIndex];
  const slot = claim?.requests.flatMap((request) => request.slots)[ordinal];
  if (claim === undefined || slot === undefined) return { ...problem, claims: [] };
  const constraints = claim.constraints.map((constraint) => ({ ...constraint, rows: [constraint.rows[ordinal]] }));
  return { ...problem, claims: [{ requests: [{ prioritized: false, slots: [slot] }], constraints }] };
}
