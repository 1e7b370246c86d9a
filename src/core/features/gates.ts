// The table of feature gates of device allocation and of the scheduler's filters: stage, default, lock and needs by release. A new release
// is an entry in RELEASES (releases.ts) and stages here. Source: pkg/features/kube_features.go of Kubernetes 1.37.1, which has the history.

import { minorOf, NEWEST, RELEASES, type Release } from './releases.js';

/** The maturity of a gate. */
export type Stage = 'alpha' | 'beta' | 'GA';

/** The state of a gate from one release until the next entry. */
export interface GateSpec {
  /** The minor version of Kubernetes 1. */
  readonly since: number;
  readonly stage: Stage;
  readonly default: boolean;
  /** True if the default cannot be changed. */
  readonly locked: boolean;
}

/** A gate: its history, oldest first, and the gates that must be on for it to be on. */
export interface Gate {
  readonly name: string;
  readonly needs: readonly string[];
  readonly specs: readonly GateSpec[];
}

const alpha = (since: number): GateSpec => ({ since, stage: 'alpha', default: false, locked: false });
const beta = (since: number, on: boolean): GateSpec => ({ since, stage: 'beta', default: on, locked: false });
const stable = (since: number, locked: boolean): GateSpec => ({ since, stage: 'GA', default: true, locked });

const gate = (name: string, needs: readonly string[], ...specs: GateSpec[]): Gate => ({ name, needs, specs });

const DRA = 'DynamicResourceAllocation';

/** Every gate that the presets support, sorted by name. */
export const GATES: readonly Gate[] = [
  gate('DRAAdminAccess', [DRA], alpha(32), beta(34, true), stable(36, true)),
  gate('DRAConsumableCapacity', [DRA], alpha(34), beta(36, true)),
  gate('DRADerivedAttributes', [DRA], alpha(37)),
  gate('DRADeviceBindingConditions', [DRA, 'DRAResourceClaimDeviceStatus'], alpha(34), beta(36, true)),
  gate('DRADeviceCompatibilityGroups', [DRA, 'DRAPartitionableDevices'], alpha(37)),
  gate('DRADeviceTaintRules', ['DRADeviceTaints'], alpha(35), beta(36, false), stable(37, false)),
  gate('DRADeviceTaints', [DRA], alpha(33), beta(36, true), stable(37, false)),
  gate('DRAExtendedResource', [DRA], alpha(34), beta(36, true), stable(37, true)),
  // On if every server of the control plane is 1.37 or later (--min-compatibility-version), which is not the default.
  gate('DRAFractionalCapacityRange', ['DRAConsumableCapacity'], beta(37, false)),
  gate('DRAListTypeAttributes', [DRA], alpha(36)),
  gate('DRANodeAllocatableResources', [DRA], alpha(36)),
  gate('DRAOptionalNodeOperations', [DRA, 'NodeDeclaredFeatures'], alpha(37)),
  gate('DRAPartitionableDevices', [DRA], alpha(33), beta(36, true)),
  gate('DRAPartitionableDevicesType', [DRA, 'DRAPartitionableDevices', 'DRAResourcePoolStatus'], alpha(37)),
  gate('DRAPrioritizedList', [DRA], alpha(33), beta(34, true), stable(36, false), stable(37, true)),
  gate('DRAResourceClaimDeviceStatus', [], alpha(32), beta(33, true), stable(37, true)),
  gate('DRAResourceClaimGranularStatusAuthorization', [DRA, 'DRAResourceClaimDeviceStatus'], beta(36, true)),
  gate('DRAResourcePoolStatus', [DRA], alpha(36)),
  gate('DRASchedulerFilterTimeout', [DRA], beta(34, true)),
  gate('DRAWorkloadResourceClaims', [DRA, 'GenericWorkload'], alpha(36), beta(37, false)),
  gate(DRA, [], alpha(26), beta(32, false), stable(34, false), stable(35, true)),
  gate('GenericWorkload', [], alpha(35), beta(37, false)),
  gate(
    'InPlacePodLevelResourcesVerticalScaling',
    ['InPlacePodVerticalScaling', 'PodLevelResources', 'NodeDeclaredFeatures'],
    alpha(35),
    beta(36, true),
  ),
  gate('InPlacePodVerticalScaling', [], alpha(27), beta(33, true), stable(35, true)),
  gate('MatchLabelKeysInPodTopologySpread', [], alpha(25), beta(27, true)),
  gate('MatchLabelKeysInPodTopologySpreadSelectorMerge', ['MatchLabelKeysInPodTopologySpread'], beta(34, true)),
  gate('NodeDeclaredFeatures', [], alpha(35), beta(36, true), stable(37, true)),
  gate('PodLevelResources', [], alpha(32), beta(34, true)),
  gate('PodLevelResourcesFixDefaulting', ['PodLevelResources'], beta(37, true)),
  gate('StorageCapacityScoring', [], alpha(33), beta(37, true)),
  gate('TaintTolerationComparisonOperators', [], alpha(35)),
  gate('VolumeLimitScaling', [], alpha(35), beta(37, true)),
];

/** A gate of this library. No release has it, so it is off unless the options name it. */
export type LibraryGate = Pick<Gate, 'name' | 'needs'>;

/** The gates of this library, for features that the founding documents of device allocation sketch and no release serves. */
export const LIBRARY_GATES: readonly LibraryGate[] = [
  { name: 'XAttributeSemantics', needs: ['DRAListTypeAttributes'] },
  { name: 'XFirstOfDevices', needs: [] },
];

/** Names of gates in drafts, and removed gates, each with its fate. No supported release has them. */
export const FORMER_GATES: ReadonlyMap<string, string> = new Map([
  ['DRAFirstAvailableOf', 'KEP-4816 proposed this name; in Kubernetes it is DRAPrioritizedList'],
  ['DRAControlPlaneController', 'it enabled classic DRA, which was removed in Kubernetes 1.32'],
]);

/** Returns the state of a gate in a release; undefined if the release does not have the gate yet. */
export function specAt(gate: Gate, release: Release): GateSpec | undefined {
  return gate.specs.findLast((spec) => spec.since <= minorOf(release));
}

/** Returns the gates that are off by default in the newest release. */
export function offByDefault(): readonly Gate[] {
  return GATES.filter((gate) => specAt(gate, NEWEST)?.default === false);
}

/** Returns the stage of a gate that is off, in words: `alpha in 1.37, off by default`. */
export function stageInWords(name: string, minor: number): string {
  const release = RELEASES.find((each) => minorOf(each) === minor);
  const gate = GATES.find((each) => each.name === name);
  const spec = gate === undefined || release === undefined ? undefined : specAt(gate, release);
  if (spec === undefined) return `which 1.${minor} does not have`;
  return `${spec.stage} in 1.${minor}, ${spec.default ? 'off here' : 'off by default'}`;
}

/** A gate in one release. */
export interface GateTableCell {
  readonly release: Release;
  readonly stage: Stage;
  readonly default: boolean;
  readonly locked: boolean;
}

/** A row of the table of gates: its state by release, in the order of {@link RELEASES}; null before the gate existed. */
export interface GateTableRow {
  readonly gate: string;
  readonly needs: readonly string[];
  readonly releases: readonly (GateTableCell | null)[];
}

/** Returns the table of gates as data, for documentation and --help. */
export function gateTable(): readonly GateTableRow[] {
  return GATES.map((gate) => ({
    gate: gate.name,
    needs: gate.needs,
    releases: RELEASES.map((release) => {
      const spec = specAt(gate, release);
      return spec === undefined ? null : { release, stage: spec.stage, default: spec.default, locked: spec.locked };
    }),
  }));
}
