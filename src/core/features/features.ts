// The switches of the allocator, which follow from a release and single feature gates. Source: AllocatorFeatures in
// pkg/scheduler/framework/plugins/dynamicresources of Kubernetes 1.37.1, and k8s.io/component-base/featuregate v0.37.2 for the valid settings.

import { wrongArgument } from '../base/arguments.js';
import { AllocationError } from '../base/errors.js';
import { nearestName } from '../base/nearest-name.js';
import { shorten } from '../base/words.js';
import { type Behaviours, behavioursOf, type Version } from './behaviours.js';
import { FORMER_GATES, GATES, type Gate, type GateSpec, LIBRARY_GATES, type LibraryGate, type Stage, specAt } from './gates.js';
import { minorOf, NEWEST, RELEASES, type Release } from './releases.js';

export { type GateTableCell, type GateTableRow, gateTable, type Stage } from './gates.js';
export { RELEASES, type Release } from './releases.js';

/**
 * The switches of the allocator, named as in the reference; `deviceTaintRules` belongs to its tracker of slices. From `extendedResource`
 * on, three switches decide which claims pods receive. The next switches change how the scheduler counts and filters. The last two are
 * gates of this library only. `behaviours` are differences between releases that no gate controls.
 */
export interface Features {
  readonly adminAccess: boolean;
  readonly prioritizedList: boolean;
  readonly partitionableDevices: boolean;
  readonly deviceTaints: boolean;
  readonly deviceTaintRules: boolean;
  readonly consumableCapacity: boolean;
  readonly fractionalCapacityRange: boolean;
  readonly deviceBindingAndStatus: boolean;
  readonly listTypeAttributes: boolean;
  readonly optionalNodeOperations: boolean;
  readonly derivedAttributes: boolean;
  readonly compatibilityGroups: boolean;
  readonly extendedResource: boolean;
  readonly genericWorkload: boolean;
  readonly workloadResourceClaims: boolean;
  readonly inPlacePodLevelResourcesVerticalScaling: boolean;
  readonly inPlacePodVerticalScaling: boolean;
  readonly matchLabelKeysInPodTopologySpread: boolean;
  readonly nodeAllocatableResources: boolean;
  readonly nodeDeclaredFeatures: boolean;
  readonly podLevelResources: boolean;
  readonly podLevelResourcesFixDefaulting: boolean;
  readonly storageCapacityScoring: boolean;
  readonly taintTolerationComparisonOperators: boolean;
  readonly volumeLimitScaling: boolean;
  readonly attributeSemantics: boolean;
  readonly firstOfDevices: boolean;
  readonly behaviours: Behaviours;
}

/** Options that decide which gates are on: the defaults of a release (absent: every gate on), and single gates that override them. */
export interface FeatureOptions {
  /** A release such as `1.36`, which means its newest patch, or a full version such as `v1.36.2`. */
  readonly kubernetesVersion?: string | undefined;
  /** By the names of Kubernetes, AllAlpha and AllBeta included. */
  readonly featureGates?: Readonly<Record<string, boolean>> | undefined;
}

/** Gates that set all gates of a stage, except gates that are set by name. */
const STAGE_GATES: ReadonlyMap<string, Stage> = new Map([
  ['AllAlpha', 'alpha'],
  ['AllBeta', 'beta'],
]);
const GATE_NAMES: ReadonlySet<string> = new Set([...GATES, ...LIBRARY_GATES].map(({ name }) => name));

/**
 * Returns the switches for a release and single gates. Without a version every gate is on, and any combination of overrides is valid.
 * Throws AllocationError: `unknown-kubernetes-version`, `unknown-feature-gate` (also for a gate that the release lacks),
 * `locked-feature-gate`, `feature-gate-needs`, or `invalid-input` for values of the wrong type.
 */
export function resolveFeatures(options: FeatureOptions = {}): Features {
  const release = releaseOf(options);
  const enabled = resolveGates(options);
  const on = (name: string): boolean => enabled.get(name) === true;
  // Before the rules had a separate gate, the gate of the taints controlled them.
  const rulesGate = release !== undefined && minorOf(release) < 35 ? 'DRADeviceTaints' : 'DRADeviceTaintRules';
  return {
    adminAccess: on('DRAAdminAccess'),
    prioritizedList: on('DRAPrioritizedList'),
    partitionableDevices: on('DRAPartitionableDevices'),
    deviceTaints: on('DRADeviceTaints'),
    deviceTaintRules: on(rulesGate),
    consumableCapacity: on('DRAConsumableCapacity'),
    fractionalCapacityRange: on('DRAFractionalCapacityRange'),
    deviceBindingAndStatus: on('DRADeviceBindingConditions') && on('DRAResourceClaimDeviceStatus'),
    listTypeAttributes: on('DRAListTypeAttributes'),
    optionalNodeOperations: on('DRAOptionalNodeOperations'),
    derivedAttributes: on('DRADerivedAttributes'),
    compatibilityGroups: on('DRADeviceCompatibilityGroups'),
    extendedResource: on('DRAExtendedResource'),
    genericWorkload: on('GenericWorkload'),
    workloadResourceClaims: on('DRAWorkloadResourceClaims'),
    inPlacePodLevelResourcesVerticalScaling: on('InPlacePodLevelResourcesVerticalScaling'),
    inPlacePodVerticalScaling: on('InPlacePodVerticalScaling'),
    matchLabelKeysInPodTopologySpread: on('MatchLabelKeysInPodTopologySpread'),
    nodeAllocatableResources: on('DRANodeAllocatableResources'),
    nodeDeclaredFeatures: on('NodeDeclaredFeatures'),
    podLevelResources: on('PodLevelResources'),
    podLevelResourcesFixDefaulting: on('PodLevelResourcesFixDefaulting'),
    storageCapacityScoring: on('StorageCapacityScoring'),
    taintTolerationComparisonOperators: on('TaintTolerationComparisonOperators'),
    volumeLimitScaling: on('VolumeLimitScaling'),
    attributeSemantics: on('XAttributeSemantics'),
    firstOfDevices: on('XFirstOfDevices'),
    behaviours: behavioursOf(versionOf(options)),
  };
}

/**
 * Returns every gate of Kubernetes by name, on or off. Gates that the release lacks are off. Gates of this library are included if the
 * options name them. Accepts the options of {@link resolveFeatures} and throws its errors.
 */
export function resolveGates(options: FeatureOptions = {}): ReadonlyMap<string, boolean> {
  const release = releaseOf(options);
  const overrides = readOverrides(options.featureGates);
  const enabled = new Map<string, boolean>();
  for (const gate of GATES) {
    // Without a release, AllAlpha and AllBeta use the stages of the newest release.
    const spec = specAt(gate, release ?? NEWEST);
    const override = overrides.get(gate.name);
    if (release !== undefined && override !== undefined) checkOverride(gate, spec, override, release);
    const byDefault = release === undefined || spec?.default === true;
    enabled.set(gate.name, override ?? overrideByStage(overrides, spec) ?? byDefault);
  }
  if (release !== undefined) checkNeeds(GATES, enabled);
  for (const { name } of LIBRARY_GATES) {
    const override = overrides.get(name);
    if (override !== undefined) enabled.set(name, override);
  }
  // The needs of the gates of this library apply in every release, and without a release.
  checkNeeds(LIBRARY_GATES, enabled);
  return enabled;
}

function releaseOf(options: FeatureOptions): Release | undefined {
  return versionOf(options)?.release;
}

function versionOf({ kubernetesVersion }: FeatureOptions): Version | undefined {
  return kubernetesVersion === undefined ? undefined : parseVersion(kubernetesVersion);
}

/** Returns the release of a version such as `1.36`, `v1.36` or `1.36.2`. Throws AllocationError `unknown-kubernetes-version` or `invalid-input`. */
export function parseRelease(version: string): Release {
  return parseVersion(version).release;
}

/** Like {@link parseRelease}, with the patch. */
function parseVersion(version: string): Version {
  if (typeof version !== 'string') throw wrongArgument('kubernetesVersion', 'a string', version);
  const [, name, patch] = /^v?([0-9]+\.[0-9]+)(?:\.([0-9]+)(?:[-+][0-9A-Za-z.+-]+)?)?$/.exec(version) ?? [];
  const release = RELEASES.find((supportedRelease) => supportedRelease === name);
  if (release !== undefined) return { release, patch: patch === undefined ? Number.POSITIVE_INFINITY : Number(patch) };
  throw new AllocationError(
    'unknown-kubernetes-version',
    `unknown Kubernetes version ${quote(version)}, supported: ${RELEASES.join(', ')}`,
  );
}

/** Checks names and types, which do not depend on the release. */
function readOverrides(featureGates: unknown): ReadonlyMap<string, boolean> {
  const overrides = new Map<string, boolean>();
  if (featureGates === undefined) return overrides;
  if (typeof featureGates !== 'object' || featureGates === null || Array.isArray(featureGates)) {
    throw wrongArgument('featureGates', 'an object with gates and booleans', featureGates);
  }
  for (const [name, value] of Object.entries(featureGates)) {
    if (!GATE_NAMES.has(name) && !STAGE_GATES.has(name)) throw unknownGate(name);
    if (typeof value !== 'boolean') throw wrongArgument(`featureGates.${name}`, 'true or false', value);
    overrides.set(name, value);
  }
  return overrides;
}

function unknownGate(name: string): AllocationError {
  const names = [...GATE_NAMES, ...STAGE_GATES.keys()];
  // Users often omit the prefix.
  const similar = nearestName(name, names) ?? (name.length < 3 ? undefined : nearestName(`DRA${name}`, names));
  const meant = similar === undefined ? 'no feature gate with this name affects device allocation' : `did you mean ${similar}?`;
  const hint = FORMER_GATES.get(name) ?? meant;
  return new AllocationError('unknown-feature-gate', `unrecognized feature gate: ${quote(name)} (${hint})`);
}

/** A locked gate may be set to its locked value, as in Kubernetes. */
function checkOverride(gate: Gate, spec: GateSpec | undefined, value: boolean, release: Release): void {
  const rejectionText = `cannot set feature gate ${gate.name} to ${value}`;
  if (spec === undefined) {
    const first = `1.${gate.specs[0]?.since}`;
    throw new AllocationError(
      'unknown-feature-gate',
      `${rejectionText}, ${release} does not have it (first in ${first}: leave it out, or give that version)`,
    );
  }
  if (spec.locked && spec.default !== value) {
    const open = RELEASES.findLast((earlier) => specAt(gate, earlier)?.locked === false);
    const hint = `leave it out${open === undefined ? '' : `, or give version ${open}, the last one in which it can be changed`}`;
    throw new AllocationError('locked-feature-gate', `${rejectionText}, feature is locked to ${spec.default} in ${release} (${hint})`);
  }
}

function overrideByStage(overrides: ReadonlyMap<string, boolean>, spec: GateSpec | undefined): boolean | undefined {
  for (const [name, stage] of STAGE_GATES) {
    if (spec?.stage === stage) return overrides.get(name);
  }
  return undefined;
}

function checkNeeds(gates: readonly LibraryGate[], enabled: ReadonlyMap<string, boolean>): void {
  for (const gate of gates) {
    const missing = gate.needs.filter((need) => enabled.get(need) !== true);
    if (enabled.get(gate.name) === true && missing.length > 0) {
      const remedy = `set ${missing.map((need) => `${need}=true`).join(' and ')}, or ${gate.name}=false`;
      const message = `${gate.name} is enabled, but depends on features that are disabled: [${missing.join(' ')}] (${remedy})`;
      throw new AllocationError('feature-gate-needs', message);
    }
  }
}

/** Returns the beginning of a text in quotes. */
function quote(text: string): string {
  return JSON.stringify(shorten(text, 60));
}
