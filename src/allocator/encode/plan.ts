// The checks before the search, in the order of the reference, which decides which error surfaces; and what they leave: each
// claim's requests as slots. Source: docs/spec/reference-1.37.md 1.6 and 1.17.

import { isEmpty } from '../../core/api/constraint-semantics.js';
import type { DeviceClass } from '../../core/api/device-class.js';
import { metadataOf, objectName } from '../../core/api/meta.js';
import type { DeviceClaim, DeviceRequest, DeviceSelection, ResourceClaim } from '../../core/api/resource-claim.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import { AllocationError, type ErrorPlace } from '../../core/base/errors.js';
import { shownName } from '../../core/base/words.js';
import type { Features } from '../../core/features/features.js';
import { atEachPlace } from '../kernel/alternatives.js';
import { STAGE_ERROR, STAGE_MATCH } from '../kernel/layout.js';
import type { Pool, PoolDevice } from '../pools/pool.js';
import { failedCheck } from './failures.js';
import { type ClaimPlan, claimInWords, type SlotPlan, type SlotSelection } from './slot-plan.js';
import { type Examiner, LAST_STAGE_OF_ALL } from './stages.js';

/** Most devices that one claim may hold (AllocationResultsMaxSize). */
export const CLAIM_LIMIT = 32;

/** The number of devices that a slot wants, as the solver takes it: any beyond the limit of a claim is as good as another. */
export function countOf({ count }: Pick<SlotPlan, 'count'>): number {
  return count > 0x7fffffffn ? 0x7fffffff : Number(count);
}

/** True when the slots of a request are alternatives. */
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
export function planClaims(claims: readonly ResourceClaim[], context: PlanContext): readonly ClaimPlan[] {
  return context.checkpoint.map(claims, (claim) => planClaim(claim, context));
}

function planClaim(claim: ResourceClaim, context: PlanContext): ClaimPlan {
  const { devices, firstOfDevices } = claim.spec;
  if (firstOfDevices !== undefined) return planAlternatives(claim, firstOfDevices, context);
  const { requests, excess } = planDevices({ claim }, devices, context);
  if (excess !== undefined) throw excess;
  return { claim, requests };
}

/** A claim with whole alternatives: as with those of a request, all of them are checked before the search, and one that is within the limit suffices. */
function planAlternatives(claim: ResourceClaim, firstOfDevices: readonly DeviceClaim[], context: PlanContext): ClaimPlan {
  const { checkpoint } = context;
  const plans = checkpoint.map(firstOfDevices, (devices, alternative) => planDevices({ claim, alternative }, devices, context));
  const [first] = plans;
  if (first?.excess !== undefined && plans.every(({ excess }) => excess !== undefined)) throw first.excess;
  const alternatives = plans.map(({ requests }) => requests);
  const places = checkpoint.keep(() => atEachPlace(alternatives, undefined));
  const requests = places.map((own) => own.flatMap((slots, alternative) => slots ?? [placeholder(claim, alternative)]));
  return { claim, requests, alternatives };
}

/** The place in a claim that is planned. */
type Place = Pick<SlotPlan, 'claim' | 'alternative'>;

interface DevicesPlan {
  readonly requests: ClaimPlan['requests'];
  /** The error of too many devices, which no other choice would mend. */
  readonly excess?: AllocationError;
}

function planDevices(place: Place, { requests: own, constraints }: DeviceClaim, context: PlanContext): DevicesPlan {
  const { checkpoint } = context;
  const sum = checkpoint.keep((): { least: bigint; excess?: AllocationError } => ({ least: 0n }));
  const requests = checkpoint.map(own, (request) => {
    const slots = planRequest(place, request, context);
    let count = (slots[0] as SlotPlan).count;
    for (const slot of slots) if (slot.count < count) count = slot.count;
    if (count > MOST_DEVICES - sum.least) {
      const text = `adding ${count} devices exceeds the claim limit of ${CLAIM_LIMIT}, with ${sum.least} already accounted for`;
      const excess = refuse('too-many-devices', place, request.name, `, request ${request.name}: ${text}`);
      if (place.alternative === undefined) throw excess;
      sum.excess ??= excess;
    }
    sum.least += count;
    return slots;
  });
  checkpoint.forEach(constraints, (constraint, index) => {
    if (!isEmpty(constraint)) return;
    throw refuse('empty-constraint', place, undefined, `, constraint #${index}: empty constraint (unsupported constraint type?)`);
  });
  return sum.excess === undefined ? { requests } : { requests, excess: sum.excess };
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

/** Stands where an alternative has fewer requests than others. */
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

function refuse(
  code: ConstructorParameters<typeof AllocationError>[0],
  at: Place,
  request: string | undefined,
  text: string,
): AllocationError {
  const name = objectName(at.claim.metadata);
  const place: ErrorPlace = request === undefined ? { claim: name } : { claim: name, request };
  return new AllocationError(code, `${claimInWords(at)}${text}`, place);
}

function planRequest(place: Place, request: DeviceRequest, context: PlanContext): readonly SlotPlan[] {
  const { features, checkpoint } = context;
  const { exactly, firstAvailable, name } = request;
  if (!features.prioritizedList && firstAvailable.length > 0) {
    const text = `, request ${name}: has subrequests, but the DRAPrioritizedList feature is disabled`;
    throw refuse('prioritized-list-disabled', place, name, text);
  }
  if (!features.consumableCapacity) {
    const text = 'has capacity requests, but the DRAConsumableCapacity feature is disabled';
    if (exactly?.capacity !== undefined) throw refuse('consumable-capacity-disabled', place, name, `, request ${name}: ${text}`);
    const subrequest = checkpoint.first(firstAvailable, (candidate) => (candidate.capacity === undefined ? undefined : candidate));
    if (subrequest !== undefined) throw refuse('consumable-capacity-disabled', place, name, `, subrequest ${subrequest.name}: ${text}`);
  }
  if (firstAvailable.length === 0) {
    if (exactly === undefined)
      throw refuse('missing-device-class', place, name, `, request ${name}: missing device class name (unsupported request type?)`);
    if (!features.adminAccess && exactly.adminAccess !== undefined) {
      checkBeforeAdminAccess(place, name, exactly, context);
      throw refuse('admin-access-disabled', place, name, `, request ${name}: admin access is requested, but the feature is disabled`);
    }
    const adminAccess = exactly.adminAccess === true;
    return [planSlot({ ...place, request, name, shortName: name, selection: exactly, subrequestIndex: undefined, adminAccess }, context)];
  }
  return checkpoint.map(firstAvailable, (selection, subrequestIndex) => {
    const { name: shortName } = selection;
    return planSlot(
      { ...place, request, name: `${name}/${shortName}`, shortName, selection, subrequestIndex, adminAccess: false },
      context,
    );
  });
}

/** Derived attributes, then selectors: both come before the gate of admin access. */
function checkBeforeAdminAccess(place: Place, name: string, selection: DeviceSelection, { features, checkpoint }: PlanContext): void {
  if (!features.derivedAttributes && selection.derivedAttributes.length > 0) {
    const text = `, request ${name}: cannot handle request with derived attributes, the feature is disabled`;
    throw refuse('derived-attributes-disabled', place, name, text);
  }
  const empty = checkpoint.first(selection.selectors, ({ cel }, index) => (cel === undefined ? index : undefined));
  if (empty === undefined) return;
  throw refuse('empty-selector', place, name, `, request ${name}, selector #${empty}: CEL expression empty (unsupported selector type?)`);
}

interface SlotInput extends Omit<SlotPlan, 'deviceClass' | 'count' | 'all'> {
  /** The name that messages use: without the parent's. */
  readonly shortName: string;
}

function planSlot(slot: SlotInput, context: PlanContext): SlotPlan {
  const { claim, request, name, shortName, selection, subrequestIndex, adminAccess, alternative } = slot;
  checkBeforeAdminAccess(slot, shortName, selection, context);
  const className = selection.deviceClassName;
  if (className === '') {
    throw refuse('missing-device-class', slot, name, `, request ${shortName}: missing device class name (unsupported request type?)`);
  }
  const deviceClass = context.deviceClasses.get(className);
  if (deviceClass === undefined) {
    const shown = shownName(className);
    const text = `could not retrieve device class ${shown}: deviceclass.resource.k8s.io "${shown}" not found`;
    throw refuse('unknown-device-class', slot, name, `, request ${shortName}: ${text}`);
  }
  const mode = selection.allocationMode;
  if (mode !== 'ExactCount' && mode !== 'All') {
    throw refuse('unsupported-allocation-mode', slot, name, `, request ${shortName}: unsupported count mode ${shownName(mode)}`);
  }
  const all = mode === 'All' ? planAll({ ...slot, deviceClass }, context) : undefined;
  const count = all === undefined ? selection.count : BigInt(all.length);
  const plan = { claim, request, name, selection, deviceClass, subrequestIndex, adminAccess, count, all };
  return alternative === undefined ? plan : { ...plan, alternative };
}

/** Every device that belongs to a request for all, in order; in use or not, tainted or not. */
function planAll(slot: SlotInput & SlotSelection, context: PlanContext): readonly number[] {
  const { devices, examiner, checkpoint } = context;
  const all = checkpoint.keep((): number[] => []);
  const at = checkpoint.keep(() => ({ deviceIndex: 0 }));
  checkpoint.forEach(context.pools, (pool) => {
    if (pool.problem !== undefined) {
      const [code, state] =
        pool.problem.kind === 'incomplete' ? (['pool-incomplete', 'being updated'] as const) : (['pool-invalid', 'invalid'] as const);
      const text = `asks for all devices, but resource pool ${pool.driver}/${pool.name} is currently ${state}`;
      throw refuse(code, slot, slot.name, `, request ${slot.shortName}: ${text}`);
    }
    const stages = examiner.stagesFor(slot, checkpoint);
    checkpoint.forEach(pool.slices, ({ spec }) => {
      checkpoint.step(spec.devices.length / DEVICES_A_UNIT);
      const first = checkpoint.keep(() => at.deviceIndex);
      const end = first + spec.devices.length;
      for (; at.deviceIndex < end; at.deviceIndex++) {
        const stage = stages[at.deviceIndex] as number;
        if (stage >= STAGE_ERROR && stage - STAGE_ERROR <= LAST_STAGE_OF_ALL) {
          const refusal = examiner.refusal(slot, at.deviceIndex, checkpoint);
          throw failedCheck(slot, devices[at.deviceIndex] as PoolDevice, refusal);
        }
        if (stage === STAGE_MATCH || stage > LAST_STAGE_OF_ALL) all.push(at.deviceIndex);
      }
    });
  });
  return all;
}

/** Devices that are looked at in about a microsecond. */
const DEVICES_A_UNIT = 64;
