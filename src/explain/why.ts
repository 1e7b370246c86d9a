// A first answer to why claims do not fit on a node: for each request, what became of every device.

import { objectName } from '../api/meta.js';
import type { DeviceTaint } from '../api/resource-slice.js';
import type { CapacityRefusal } from '../encode/capacity.js';
import { type EncodedProblem, type EncodeInput, encodeProblem } from '../encode/encode.js';
import type { NodeView } from '../encode/node-view.js';
import type { SlotPlan } from '../encode/plan.js';
import { type Refusal, Stage } from '../encode/stages.js';
import { attributeOf } from '../encode/values.js';
import { AllocationError } from '../errors.js';
import { ENTRY_MISSING, STAGE_MATCH } from '../kernel/layout.js';
import type { Charge, Kernel, Membership, Problem, ProblemCounterSet, ProblemResources, Slot } from '../kernel/problem.js';

/** Why claims do not fit, node by node. */
export interface Explanation {
  readonly nodes: readonly NodeExplanation[];
}

/** What became of every device of the cluster, seen from one node. */
export interface NodeExplanation {
  readonly node: string;
  /** An error that came before any counting, or the one that ends the search. */
  readonly error?: string;
  readonly requests: readonly RequestExplanation[];
  /** Pools whose devices do not count. */
  readonly pools: readonly { readonly pool: string; readonly problem: string }[];
  /** The claims can be allocated here. */
  readonly fits: boolean;
  /** Each request alone could be served here, but not all of them together. */
  readonly together: boolean;
}

/** The devices of the cluster as one request or subrequest sees them: `devices` is the sum of all other counts. */
export interface RequestExplanation {
  readonly claim: string;
  /** `request`, or `request/subrequest`. */
  readonly request: string;
  readonly wanted: number | bigint | 'All';
  readonly devices: number;
  /** In slices that the node does not reach, or of an older generation. */
  readonly otherNodes: number;
  /** In pools that do not count. */
  readonly notCounted: number;
  /** In use by other claims, and of use to this request if they were free. */
  readonly taken: number;
  readonly refusedBy: readonly { readonly what: string; readonly devices: number }[];
  readonly remaining: number;
  /** Whether the search finds devices for this request with the rest of the claims left out. */
  readonly alone: boolean;
}

/** A search that takes longer than this counts as one that finds something. */
const STEPS_TRIED = 100_000;

/**
 * Counts, for every request, what became of the devices of the cluster as seen from one node. An error that the allocation would
 * meet before its search is part of the answer.
 */
export function explainOnNode(node: string, inputOf: () => Omit<EncodeInput, 'checkpoint'>, kernel: Kernel): NodeExplanation {
  try {
    const input = inputOf();
    const pending = input.claims.filter(({ status }) => status.allocation === undefined);
    return explain(node, encodeProblem({ ...input, claims: pending, checkpoint: () => undefined }), input.view, kernel);
  } catch (error) {
    if (!(error instanceof AllocationError)) throw error;
    return { node, error: error.message, requests: [], pools: [], fits: false, together: false };
  }
}

function explain(node: string, encoded: EncodedProblem, { pools, slices }: NodeView, kernel: Kernel): NodeExplanation {
  const total = countDevices(slices.all);
  const broken = pools.filter(({ problem }) => problem !== undefined);
  const notCounted = broken.reduce((sum, { driver, name }) => sum + countDevices(slices.ofPool(driver, name)), 0);
  const otherNodes = total - notCounted - encoded.devices.length;
  const requests = encoded.slots.map((slot, index) => {
    const counts = countRefusals(slot, encoded, lackOf(encoded, index));
    return {
      ...describe(slot),
      devices: total,
      otherNodes,
      notCounted,
      ...counts,
      alone: isPossible(alone(encoded.problem, index), kernel),
    };
  });
  const fits = isPossible(encoded.problem, kernel);
  let slot = 0;
  const served = encoded.claims.every((claim) =>
    claim.requests.every((alternatives) => {
      const own = requests.slice(slot, slot + alternatives.length);
      slot += alternatives.length;
      return own.some((request) => request.alone);
    }),
  );
  return {
    node,
    requests,
    pools: broken.map(({ driver, name, problem }) => ({ pool: `${driver}/${name}`, problem: `${problem?.kind}: ${problem?.reason}` })),
    fits,
    together: served && !fits,
  };
}

function countDevices(slices: readonly { readonly spec: { readonly devices: readonly unknown[] } }[]): number {
  return slices.reduce((sum, { spec }) => sum + spec.devices.length, 0);
}

function describe({ claim, name, selection, count }: SlotPlan): Pick<RequestExplanation, 'claim' | 'request' | 'wanted'> {
  const wanted = selection.allocationMode === 'All' ? 'All' : count;
  return {
    claim: objectName(claim.metadata),
    request: name,
    wanted: typeof wanted === 'bigint' && wanted < 2n ** 53n ? Number(wanted) : wanted,
  };
}

function countRefusals(
  slot: SlotPlan,
  { examiner, devices, problem }: EncodedProblem,
  lack: (deviceIndex: number) => string | undefined,
): Pick<RequestExplanation, 'taken' | 'refusedBy' | 'remaining'> {
  const occupied = new Set(slot.adminAccess ? [] : problem.occupied);
  const refused = new Map<string, number>();
  const stages = examiner.stagesFor(slot, () => undefined);
  let taken = 0;
  let remaining = 0;
  for (let index = 0; index < devices.length; index++) {
    const refusal = stages[index] === STAGE_MATCH ? undefined : examiner.refusal(slot, index);
    const what = refusal === undefined ? lack(index) : inWords(refusal, slot);
    // Taken counts only what would be of use if it were free. The search does not look at devices in use, so they cannot fail.
    if (occupied.has(index) && (what === undefined || refusal?.error !== undefined)) taken++;
    else if (what === undefined) remaining++;
    else refused.set(what, (refused.get(what) ?? 0) + 1);
  }
  return { taken, remaining, refusedBy: [...refused].map(([what, count]) => ({ what, devices: count })) };
}

/** Tells what a device lacks for a slot whatever else is picked: an attribute of a constraint, or what allocated devices left of resources. */
function lackOf({ problem, claims }: EncodedProblem, slotIndex: number): (deviceIndex: number) => string | undefined {
  const slots = problem.claims.flatMap(({ requests }) => requests.flatMap((request) => request.slots));
  let ordinal = slotIndex;
  for (const [claimIndex, { claim, requests }] of claims.entries()) {
    const slotCount = requests.flat().length;
    if (ordinal < slotCount) {
      const constraints = problem.claims[claimIndex]?.constraints ?? [];
      return (deviceIndex) => {
        const index = constraints.findIndex(({ rows }) => rows[ordinal]?.[deviceIndex] === ENTRY_MISSING);
        const constraint = claim.spec.devices.constraints[index];
        if (constraint !== undefined) return `constraint #${index}: no attribute ${attributeOf(constraint)}`;
        return shortage(problem.resources, slots[slotIndex] as Slot, deviceIndex);
      };
    }
    ordinal -= slotCount;
  }
  return () => undefined;
}

/** What allocated devices left too little of for a pick of one device, undefined: nothing. */
function shortage(resources: ProblemResources | undefined, slot: Slot, device: number): string | undefined {
  if (resources === undefined) return undefined;
  const { budgets, ledgers, counterSets, shared } = resources;
  const short = ({ budget, amount }: Charge): boolean => (budgets[budget] as bigint) < amount;
  if (slot.shares?.get(device)?.some(short) === true) return 'the capacity that shares leave of it';
  const draw = shared.has(device) ? undefined : resources.draws.get(device);
  const clashes = ({ counterSet, set }: Membership): boolean => {
    const { before, sets } = counterSets[counterSet] as ProblemCounterSet;
    return before !== undefined && !before.some((value) => sets[set]?.includes(value));
  };
  if (draw?.memberships.some(clashes) === true) return 'compatibility groups of allocated devices of its counter set';
  if (draw === undefined || slot.ignoresCounters === true) return undefined;
  const left = new Map((ledgers[draw.ledger] ?? []).map((budget) => [budget, budgets[budget] as bigint]));
  for (const { budget, amount } of draw.charges) left.set(budget, (left.get(budget) ?? 0n) - amount);
  return [...left.values()].some((amount) => amount < 0n) ? 'the counters that allocated devices leave of its pool' : undefined;
}

/** Says which check refuses. */
function inWords({ stage, selector, taint, capacity, error }: Refusal, { deviceClass }: SlotPlan): string {
  const failed = error === undefined ? '' : ' (fails with an error)';
  switch (stage) {
    case Stage.bindingConditions:
      return 'binding conditions, which are off';
    case Stage.classSelector:
      return `class ${deviceClass.metadata.name}, selector #${selector}${failed}`;
    case Stage.requestSelector:
      return `request selector #${selector}${failed}`;
    case Stage.node:
      return 'the node selection of the device';
    case Stage.capacity:
      return capacity === undefined ? `its capacity${failed}` : capacityInWords(capacity);
    case Stage.skipNodeOperations:
      return 'skipped node operations, which the node or the gate does not allow';
    case Stage.countersDisabled:
      return 'consumed counters, while partitionable devices are off';
    case Stage.taint:
      return `taint ${printTaint(taint)}`;
    default:
      return `check ${stage}${failed}`;
  }
}

function capacityInWords({ capacity, why }: CapacityRefusal): string {
  if (why === 'unknown') return `capacity ${capacity}, which it does not have`;
  return why === 'policy' ? `the request policy of capacity ${capacity}` : `capacity ${capacity}, of which it has too little`;
}

function printTaint(taint: DeviceTaint | undefined): string {
  if (taint === undefined) return '';
  return `${taint.key}${taint.value === '' ? '' : `=${taint.value}`}:${taint.effect}`;
}

/** Whether the search finds a solution, or does not come to an end soon. */
function isPossible(problem: Problem, kernel: Kernel): boolean {
  const search = kernel.start(problem, STEPS_TRIED);
  try {
    const answer = search.run(Number.POSITIVE_INFINITY);
    return answer?.kind === 'found' || answer?.kind === 'step-limit';
  } finally {
    search.end();
  }
}

/** The problem with nothing but one slot of one claim, under the claim's constraints on it. */
function alone(problem: Problem, slotIndex: number): Problem {
  let first = 0;
  for (const claim of problem.claims) {
    const slots = claim.requests.flatMap((request) => request.slots);
    const slot = slots[slotIndex - first];
    if (slot !== undefined) {
      const constraints = claim.constraints.map((constraint) => ({ ...constraint, rows: [constraint.rows[slotIndex - first]] }));
      return { ...problem, claims: [{ requests: [{ prioritized: false, slots: [slot] }], constraints }] };
    }
    first += slots.length;
  }
  return { ...problem, claims: [] };
}
