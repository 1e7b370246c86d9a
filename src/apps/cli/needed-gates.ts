// Finds gates that answers need. Without a release, every gate is on. But some gates are off in a cluster by default. The
// command reports which results depend on gates that the newest release disables by default.

import { createHash } from 'node:crypto';
import { hasNodeAllocatable } from '../../allocator/pools/slice-index.js';
import { SelectorCache } from '../../cel/cache.js';
import { resolveEnvironment } from '../../cel/engine.js';
import type { DeviceClass } from '../../core/api/device-class.js';
import { alternativesOf, type DeviceSelection } from '../../core/api/device-request.js';
import type { ResourceClaim } from '../../core/api/resource-claim.js';
import type { DeviceAttribute, ResourceSlice } from '../../core/api/resource-slice.js';
import { offByDefault, stageInWords } from '../../core/features/gates.js';
import { minorOf, NEWEST } from '../../core/features/releases.js';
import type { ClaimGroup } from '../../scheduler/pods/claims.js';

/** Decides whether objects use a gate. */
interface GateUse {
  /**
   * Returns whether a group uses it. Without the gate, the API server would drop the field or reject the object, so the pod
   * would be different.
   */
  readonly inGroup?: (group: ClaimGroup, objects: UsedObjects) => boolean;
  /** Returns whether a slice uses it. Without the gate, the scheduler reads the slice differently, which may change a result. */
  readonly inSlice?: (slice: ResourceSlice) => boolean;
}

/** A gate that no object in the input shows. */
const NO_USE: GateUse = {};

/** The gates that the newest release disables by default. A test requires that the table is complete. */
export const GATE_USES: Readonly<Record<string, GateUse>> = {
  DRADerivedAttributes: {
    inGroup: ({ claims }) => claims.some((claim) => selectionsOf(claim).some((one) => one.derivedAttributes.length > 0)),
  },
  DRADeviceCompatibilityGroups: {
    inSlice: ({ spec }) => spec.devices.some((device) => device.consumesCounters.some((one) => one.compatibilityGroups.length > 0)),
  },
  DRAFractionalCapacityRange: {
    inSlice: ({ spec }) =>
      spec.devices.some((device) => [...device.capacity.values()].some((one) => one.requestPolicy?.validRange !== undefined)),
  },
  DRAListTypeAttributes: {
    inGroup: ({ claims }, objects) => claims.some((claim) => objects.expressionsOf(claim).some((text) => objects.needsLists(text))),
    inSlice: ({ spec }) => spec.devices.some((device) => [...device.attributes.values()].some(isList)),
  },
  DRANodeAllocatableResources: { inSlice: hasNodeAllocatable },
  DRAOptionalNodeOperations: { inSlice: ({ spec }) => spec.skipNodeOperations.length > 0 },
  // These two gates add information that controllers write for people.
  DRAPartitionableDevicesType: NO_USE,
  DRAResourcePoolStatus: NO_USE,
  DRAWorkloadResourceClaims: {
    inGroup: ({ claims }) => claims.some(({ metadata }) => metadata.ownerReferences.some(({ kind }) => kind === 'PodGroup')),
  },
  GenericWorkload: { inGroup: ({ pod }) => pod?.spec.schedulingGroup !== undefined },
  TaintTolerationComparisonOperators: {
    inGroup: ({ pod }) => pod?.spec.tolerations.some(({ operator }) => operator === 'Lt' || operator === 'Gt') === true,
  },
};

function isList({ bools, ints, strings, versions }: DeviceAttribute): boolean {
  return [bools, ints, strings, versions].some((list) => list !== undefined && list.length > 0);
}

function selectionsOf({ spec }: ResourceClaim): DeviceSelection[] {
  return alternativesOf(spec).flatMap(({ requests }) =>
    requests.flatMap(({ exactly, firstAvailable }): readonly DeviceSelection[] => (exactly === undefined ? firstAvailable : [exactly])),
  );
}

/** The classes and expressions behind the claims of groups. */
class UsedObjects {
  readonly #classes: ReadonlyMap<string, DeviceClass>;
  readonly #withLists = new SelectorCache(undefined, resolveEnvironment({ environment: 'new' }));
  readonly #withoutLists = new SelectorCache(
    undefined,
    resolveEnvironment({ environment: 'new', featureGates: { DRAListTypeAttributes: false } }),
  );

  constructor(classes: readonly DeviceClass[]) {
    this.#classes = new Map(classes.map((one) => [one.metadata.name, one]));
  }

  /** Returns the selectors of a claim and of its classes. */
  expressionsOf(claim: ResourceClaim): string[] {
    return selectionsOf(claim)
      .flatMap(({ selectors, deviceClassName }) => [...selectors, ...(this.#classes.get(deviceClassName)?.spec.selectors ?? [])])
      .map(({ cel }) => cel?.expression ?? '');
  }

  /** Returns whether the API server accepts a selector only with list attributes. */
  needsLists(expression: string): boolean {
    return this.#withoutLists.get(expression) instanceof Error && !(this.#withLists.get(expression) instanceof Error);
  }
}

/** A gate, and the answers that differ without it. */
export interface GateNeed {
  readonly gate: string;
  /** The names of the groups, in the order of their answers. */
  readonly groups: readonly string[];
  /** True if a limit ended the search without the gate, so the answers may be equal. */
  readonly isUndecided?: true;
}

/** Digests of the answers for groups. Equal digests mean equal results. */
export type Answers = ReadonlyMap<string, string>;

/** Returns the digest of a result, because all results together can exceed the memory. */
export function answerDigest(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

/** The answer for a group whose search a limit ended. */
export const UNDECIDED = 'interrupted';

/** The groups with their answers. */
export interface Answered {
  readonly groups: readonly ClaimGroup[];
  readonly answers: Answers;
  readonly deviceClasses: readonly DeviceClass[];
  readonly resourceSlices: readonly ResourceSlice[];
}

/**
 * Returns the gates that the newest release disables by default and without which answers differ. `isRequested`: gates that the
 * user set are left out. `answersWithout` computes the results again with a gate off. It is called only if slices could change
 * them.
 */
export async function neededGates(
  { groups, answers, deviceClasses, resourceSlices }: Answered,
  isRequested: (gate: string) => boolean,
  answersWithout: (gate: string) => Promise<Answers>,
): Promise<readonly GateNeed[]> {
  const objects = new UsedObjects(deviceClasses);
  const needs: GateNeed[] = [];
  for (const { name: gate } of offByDefault()) {
    if (isRequested(gate)) continue;
    const { inGroup, inSlice } = GATE_USES[gate] ?? NO_USE;
    const needing = new Set(groups.filter((group) => inGroup?.(group, objects) === true).map(({ name }) => name));
    const rest = groups.map(({ name }) => name).filter((name) => !needing.has(name));
    const without = inSlice !== undefined && rest.length > 0 && resourceSlices.some(inSlice) ? await answersWithout(gate) : answers;
    const others = rest.filter((name) => without.get(name) !== answers.get(name));
    const isUndecided = (name: string): boolean => without.get(name) === UNDECIDED;
    const undecided = others.filter(isUndecided);
    const found = [...needing, ...others.filter((name) => !isUndecided(name))];
    if (found.length > 0) needs.push({ gate, groups: found });
    if (undecided.length > 0) needs.push({ gate, groups: undecided, isUndecided: true });
  }
  return needs;
}

/** Returns `the answer for pod default/p needs DRAListTypeAttributes: alpha in 1.37, off by default`. */
export function needInWords({ gate, groups: [first, ...others], isUndecided }: GateNeed): string {
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  const needs = isUndecided === true ? 'may need' : 'needs';
  const why = isUndecided === true ? ' (without it, a limit ended the search)' : '';
  return `the answer for ${first}${more} ${needs} ${gate}: ${stageInWords(gate, minorOf(NEWEST))}${why}`;
}
