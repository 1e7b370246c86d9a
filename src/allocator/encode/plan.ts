// Runs the checks before the search in the order of the reference, which determines the first error, and plans the requests of each claim as slots. Source:
// docs/spec/reference-1.37.md 1.6 and 1.17.

import { isEmpty } from '../../core/api/constraint-semantics.js';
import type { DeviceClass } from '../../core/api/device-class.js';
import { metadataOf, objectName } from '../../core/api/meta.js';
import type { DeviceClaim, DeviceRequest, DeviceSelection, ResourceClaim } from '../../core/api/resource-claim.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import { AllocationError, type ErrorPlace } from '../../core/base/errors.js';
import { type Incremental, ITEMS_A_UNIT } from '../../core/base/incremental.js';
import { shownName } from '../../core/base/words.js';
import type { Features } from '../../core/features/features.js';
import { atEachPlace } from '../kernel/alternatives.js';
import { STAGE_ERROR, STAGE_MATCH } from '../kernel/layout.js';
import type { Pool, PoolDevice, PoolProblem } from '../pools/pool.js';
import { failedCheck } from './failures.js';
import { type ClaimPlan, claimInWords, type SlotPlan, type SlotSelection } from './slot-plan.js';
import { type Examiner, LAST_STAGE_OF_ALL } from './stages.js';

/** The most devices that one claim may hold (AllocationResultsMaxSize). */
export const CLAIM_LIMIT = 32;

/** Returns the number of devices of a slot for the solver. Any number above the limit of a claim has the same effect. */
export function countOf({ count }: Pick<SlotPlan, 'count'>): number {
  return count > 0x7fffffffn ? 0x7fffffff : Number(count);
}

/** Returns whether the slots of a request are alternatives. */
export function isPrioritized(slots: readonly SlotPlan[]): boolean {
  return slots[0]?.subrequestIndex !== undefined;
}

/** The input of the checks. */
interface PlanContext {
  readonly features: Features;
  readonly deviceClasses: Pick<ReadonlyMap<string, DeviceClass>, 'get'>;
  readonly pools: readonly Pool[];
  readonly devices: readonly PoolDevice[];
  readonly examiner: Examiner;
  readonly checkpoint: Checkpoint;
}

/** Checks claims and plans their slots. Throws the error that the reference finds first. */
export function* planClaims(claims: readonly ResourceClaim[], context: PlanContext): Incremental<readonly ClaimPlan[]> {
  const plans: ClaimPlan[] = [];
  for (const claim of claims) {
    const { devices, firstOfDevices } = claim.spec;
    if (firstOfDevices === undefined) {
      const { requests, excess } = yield* planningDevices({ claim }, devices, context);
      if (excess !== undefined) throw excess;
      plans.push({ claim, requests });
    } else plans.push(yield* planningAlternatives(claim, firstOfDevices, context));
    if (context.checkpoint.due()) yield;
  }
  return plans;
}

/**
 * Plans a claim with whole alternatives. All alternatives are checked before the search. If one of them is within the limit,
 * there is no error.
 */
function* planningAlternatives(claim: ResourceClaim, firstOfDevices: readonly DeviceClaim[], context: PlanContext): Incremental<ClaimPlan> {
  const plans: DevicesPlan[] = [];
  for (let alternative = 0; alternative < firstOfDevices.length; alternative++) {
    plans.push(yield* planningDevices({ claim, alternative }, firstOfDevices[alternative] as DeviceClaim, context));
    if (context.checkpoint.due()) yield;
  }
  const [first] = plans;
  if (first?.excess !== undefined && plans.every(({ excess }) => excess !== undefined)) throw first.excess;
  const alternatives = plans.map(({ requests }) => requests);
  const places = atEachPlace(alternatives, undefined);
  const requests = places.map((slotsByAlternative) =>
    slotsByAlternative.flatMap((slots, alternative) => slots ?? [placeholder(claim, alternative)]),
  );
  return { claim, requests, alternatives };
}

/** The claim and alternative to plan. */
type Place = Pick<SlotPlan, 'claim' | 'alternative'>;

interface DevicesPlan {
  readonly requests: ClaimPlan['requests'];
  /** The error if the claim needs too many devices whichever alternatives are chosen. */
  readonly excess?: AllocationError;
}

function* planningDevices(
  place: Place,
  { requests: deviceRequests, constraints }: DeviceClaim,
  context: PlanContext,
): Incremental<DevicesPlan> {
  const { checkpoint } = context;
  let least = 0n;
  let excess: AllocationError | undefined;
  const requests: (readonly SlotPlan[])[] = [];
  for (const request of deviceRequests) {
    const slots: SlotPlan[] = [];
    for (const slot of slotInputsOf(place, request, context)) {
      const deviceClass = classOf(slot, context);
      const isForAll = slot.selection.allocationMode === 'All';
      slots.push(planOf(slot, deviceClass, isForAll ? yield* findingAll({ ...slot, deviceClass }, context) : undefined));
      if (checkpoint.due()) yield;
    }
    const count = leastOf(slots);
    if (count > MOST_DEVICES - least) {
      const text = `adding ${count} devices exceeds the claim limit of ${CLAIM_LIMIT}, with ${least} already accounted for`;
      excess ??= planError('too-many-devices', place, request.name, `, request ${request.name}: ${text}`);
      if (place.alternative === undefined) throw excess;
    }
    least += count;
    requests.push(slots);
    if (checkpoint.due()) yield;
  }
  checkpoint.step(constraints.length / ITEMS_A_UNIT);
  const empty = constraints.findIndex(isEmpty);
  if (empty !== -1)
    throw planError('empty-constraint', place, undefined, `, constraint #${empty}: empty constraint (unsupported constraint type?)`);
  return excess === undefined ? { requests } : { requests, excess };
}

/** Returns the fewest devices of any slot of a request. */
function leastOf(slots: readonly SlotPlan[]): bigint {
  let { count } = slots[0] as SlotPlan;
  for (const slot of slots) if (slot.count < count) count = slot.count;
  return count;
}

const NO_REQUEST: DeviceRequest = { name: '', firstAvailable: [] };
const NO_SELECTION: DeviceSelection = {
  deviceClassName: '',
  selectors: [],
  allocationMode: 'ExactCount',
  count: 0n,
  tolerations: [],
  derivedAttributes: [],
};
const NO_CLASS: DeviceClass = { metadata: metadataOf(), spec: { selectors: [], config: [] } };

/** Returns a slot for an alternative with fewer requests than others. */
function placeholder(claim: ResourceClaim, alternative: number): SlotPlan {
  return {
    claim,
    alternative,
    request: NO_REQUEST,
    name: '',
    selection: NO_SELECTION,
    deviceClass: NO_CLASS,
    subrequestIndex: undefined,
    adminAccess: false,
    count: 0n,
    all: undefined,
  };
}

const MOST_DEVICES = BigInt(CLAIM_LIMIT);

function planError(
  code: ConstructorParameters<typeof AllocationError>[0],
  at: Place,
  request: string | undefined,
  text: string,
): AllocationError {
  const name = objectName(at.claim.metadata);
  const place: ErrorPlace = request === undefined ? { claim: name } : { claim: name, request };
  return new AllocationError(code, `${claimInWords(at)}${text}`, place);
}

function checkGates(place: Place, request: DeviceRequest, context: PlanContext): void {
  const { features, checkpoint } = context;
  const { exactly, firstAvailable, name } = request;
  if (!features.prioritizedList && firstAvailable.length > 0) {
    const text = `, request ${name}: has subrequests, but the DRAPrioritizedList feature is disabled`;
    throw planError('prioritized-list-disabled', place, name, text);
  }
  if (!features.consumableCapacity) {
    const text = 'has capacity requests, but the DRAConsumableCapacity feature is disabled';
    if (exactly?.capacity !== undefined) throw planError('consumable-capacity-disabled', place, name, `, request ${name}: ${text}`);
    checkpoint.step(firstAvailable.length / ITEMS_A_UNIT);
    const subrequest = firstAvailable.find(({ capacity }) => capacity !== undefined);
    if (subrequest !== undefined) throw planError('consumable-capacity-disabled', place, name, `, subrequest ${subrequest.name}: ${text}`);
  }
}

/** Checks a request without subrequests, and returns its selection. */
function exactlyOf(place: Place, { name, exactly }: DeviceRequest, context: PlanContext): NonNullable<DeviceRequest['exactly']> {
  if (exactly === undefined)
    throw planError('missing-device-class', place, name, `, request ${name}: missing device class name (unsupported request type?)`);
  if (!context.features.adminAccess && exactly.adminAccess !== undefined) {
    checkBeforeAdminAccess(place, name, exactly, context);
    throw planError('admin-access-disabled', place, name, `, request ${name}: admin access is requested, but the feature is disabled`);
  }
  return exactly;
}

/** Checks a request, and returns the input of each of its slots. */
function slotInputsOf(place: Place, request: DeviceRequest, context: PlanContext): readonly SlotInput[] {
  const { firstAvailable, name } = request;
  checkGates(place, request, context);
  if (firstAvailable.length === 0) {
    const exactly = exactlyOf(place, request, context);
    const adminAccess = exactly.adminAccess === true;
    return [{ ...place, request, name, shortName: name, selection: exactly, subrequestIndex: undefined, adminAccess }];
  }
  context.checkpoint.step(firstAvailable.length);
  return firstAvailable.map((selection, subrequestIndex) => {
    const { name: shortName } = selection;
    return { ...place, request, name: `${name}/${shortName}`, shortName, selection, subrequestIndex, adminAccess: false };
  });
}

/** Checks derived attributes, then selectors. The reference checks both before the gate of admin access. */
function checkBeforeAdminAccess(place: Place, name: string, selection: DeviceSelection, { features, checkpoint }: PlanContext): void {
  if (!features.derivedAttributes && selection.derivedAttributes.length > 0) {
    const text = `, request ${name}: cannot handle request with derived attributes, the feature is disabled`;
    throw planError('derived-attributes-disabled', place, name, text);
  }
  checkpoint.step(selection.selectors.length / ITEMS_A_UNIT);
  const empty = selection.selectors.findIndex(({ cel }) => cel === undefined);
  if (empty === -1) return;
  throw planError(
    'empty-selector',
    place,
    name,
    `, request ${name}, selector #${empty}: CEL expression empty (unsupported selector type?)`,
  );
}

interface SlotInput extends Omit<SlotPlan, 'deviceClass' | 'count' | 'all'> {
  /** The name in messages: without the parent's name. */
  readonly shortName: string;
}

/** Checks a slot, and returns its class. */
function classOf(slot: SlotInput, context: PlanContext): DeviceClass {
  const { name, shortName, selection } = slot;
  checkBeforeAdminAccess(slot, shortName, selection, context);
  const className = selection.deviceClassName;
  if (className === '') {
    throw planError('missing-device-class', slot, name, `, request ${shortName}: missing device class name (unsupported request type?)`);
  }
  const deviceClass = context.deviceClasses.get(className);
  if (deviceClass === undefined) {
    const shown = shownName(className);
    const text = `could not retrieve device class ${shown}: deviceclass.resource.k8s.io "${shown}" not found`;
    throw planError('unknown-device-class', slot, name, `, request ${shortName}: ${text}`);
  }
  const mode = selection.allocationMode;
  if (mode !== 'ExactCount' && mode !== 'All') {
    throw planError('unsupported-allocation-mode', slot, name, `, request ${shortName}: unsupported count mode ${shownName(mode)}`);
  }
  return deviceClass;
}

function planOf(slot: SlotInput, deviceClass: DeviceClass, all: readonly number[] | undefined): SlotPlan {
  const { claim, request, name, selection, subrequestIndex, adminAccess, alternative } = slot;
  const count = all === undefined ? selection.count : BigInt(all.length);
  const plan = { claim, request, name, selection, deviceClass, subrequestIndex, adminAccess, count, all };
  return alternative === undefined ? plan : { ...plan, alternative };
}

/** Returns every device of a request for all devices, in order, even if it is in use or tainted. */
function* findingAll(slot: SlotInput & SlotSelection, context: PlanContext): Incremental<readonly number[]> {
  const { devices, examiner, checkpoint } = context;
  const all: number[] = [];
  let deviceIndex = 0;
  for (const pool of context.pools) {
    if (pool.problem !== undefined) throw poolError(pool, pool.problem, slot);
    const stages = yield* examiner.stagesFor(slot, checkpoint);
    for (const { spec } of pool.slices) {
      checkpoint.step(spec.devices.length / ITEMS_A_UNIT);
      const end = deviceIndex + spec.devices.length;
      for (; deviceIndex < end; deviceIndex++) {
        const stage = stages[deviceIndex] as number;
        // A check that decides whether the device belongs to the request failed with an error.
        if (stage >= STAGE_ERROR && stage - STAGE_ERROR <= LAST_STAGE_OF_ALL)
          throw failedCheck(slot, devices[deviceIndex] as PoolDevice, yield* examiner.rejection(slot, deviceIndex, checkpoint));
        if (stage === STAGE_MATCH || stage > LAST_STAGE_OF_ALL) all.push(deviceIndex);
      }
    }
    if (checkpoint.due()) yield;
  }
  return all;
}

function poolError({ driver, name }: Pool, { kind }: PoolProblem, slot: SlotInput): AllocationError {
  const [code, state] = kind === 'incomplete' ? (['pool-incomplete', 'being updated'] as const) : (['pool-invalid', 'invalid'] as const);
  const text = `asks for all devices, but resource pool ${driver}/${name} is currently ${state}`;
  return planError(code, slot, slot.name, `, request ${slot.shortName}: ${text}`);
}
