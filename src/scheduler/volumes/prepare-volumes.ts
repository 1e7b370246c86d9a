// Prepares the rules for the volumes of a pod: plugins VolumeRestrictions, NodeVolumeLimits, VolumeBinding and VolumeZone, in this order. Left
// out: pods whose resize is deferred.

import type { PersistentVolumeClaim } from '../../core/api/persistent-volume-claim.js';
import type { Pod } from '../../core/api/pod.js';
import type { Volume } from '../../core/api/volume.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import { finished, type Incremental, inOneGo } from '../../core/base/incremental.js';
import { shownName } from '../../core/base/words.js';
import type { Features } from '../../core/features/features.js';
import { type NodeFilter, PASSED, type PreparedFilter, type Rejection, type RejectionCode } from '../filters/filter.js';
import type { NodeInfo } from '../filters/node-info.js';
import type { SchedulerProfile } from '../profile/scheduler-profile.js';
import type { PreparedScore } from '../scores/score.js';
import { inlineHandle } from './csi-migration.js';
import { PodVolumeCounts } from './node-volume-limits.js';
import { claimNameOf, claimsOfPod, type PodClaims, type StaticBinding } from './pod-claims.js';
import { STORAGE_KINDS, type StorageKind, type StorageObjects } from './storage-objects.js';
import { storageScore } from './storage-score.js';
import { type NodeVolumes, VolumeFinder } from './volume-binding.js';
import { PodRestrictions } from './volume-restrictions.js';
import { PodZones } from './volume-zone.js';

/** The gates that the rules depend on. */
export interface VolumeContext {
  readonly features: Pick<Features, 'storageCapacityScoring' | 'volumeLimitScaling'>;
  readonly profile: SchedulerProfile;
}

/** The test of a plugin, in increments. */
export interface VolumeTest extends Required<Pick<PreparedFilter, 'testing'>>, Pick<NodeFilter, 'plugin'> {}

/** The rules for the volumes of a pod. Valid until a storage object changes, or a pod that uses one of the claims changes. */
export interface PreparedVolumes extends Required<Pick<PreparedFilter, 'test' | 'testing'>>, Pick<PreparedFilter, 'refusal'> {
  /** The tests of the plugins that the profile runs, in the default order. */
  readonly tests: readonly VolumeTest[];
  /** Undefined if all nodes score the same. */
  readonly score: PreparedScore | undefined;
  /**
   * Facts that the rules do not consider, in words: kinds that the input does not have, and volumes whose location is still open. Such facts exclude no node.
   */
  readonly notLookedAt: readonly string[];
  /** New claims that the volume controller binds before the scheduler sees them, with their volumes. */
  readonly settled: readonly StaticBinding[];
  /** New claims whose class provisions a volume before the scheduler sees them. */
  readonly provisioned: readonly PersistentVolumeClaim[];
  /** Returns the volumes of the pod on a node: which claims are bound to which volumes, and which are provisioned. */
  readonly volumesOn: (node: NodeInfo, checkpoint: Checkpoint) => Incremental<NodeVolumes>;
}

/** The parts of the results for a node that its volumes determine. */
interface FoundVolumes extends Pick<NodeVolumes, 'rejections'> {
  readonly score: number;
}

/** Prepares the rules for the volumes of a pod; undefined if its volumes do not affect where it may run. */
export function* prepareVolumes(
  pod: Pod,
  storage: StorageObjects,
  { features, profile }: VolumeContext,
  checkpoint: Checkpoint,
): Incremental<PreparedVolumes | undefined> {
  if (!(yield* hasRestrictingVolume(pod, checkpoint))) return undefined;
  const claims = yield* claimsOfPod(pod, storage, checkpoint);
  const rules: Rules = {
    restrictions: yield* PodRestrictions.of(pod, storage, checkpoint),
    counts: yield* PodVolumeCounts.of(pod, claims.all, storage, features.volumeLimitScaling, checkpoint),
    finder: yield* VolumeFinder.of(claims, storage, checkpoint),
    zones: yield* PodZones.of(claims.named, checkpoint),
  };
  return preparedBy(rules, claims, storage, { features, profile });
}

function* hasRestrictingVolume(pod: Pod, checkpoint: Checkpoint): Incremental<boolean> {
  const { volumes } = pod.spec;
  for (let index = 0; index < volumes.length; index++) {
    const volume = volumes[index] as Volume;
    const isRestricting = claimNameOf(pod, volume) !== undefined || (volume.iscsi ?? volume.rbd) !== undefined || hasCloudDisk(volume);
    if (isRestricting) return true;
    if (checkpoint.due()) yield;
  }
  return false;
}

function hasCloudDisk(volume: Volume): boolean {
  return (volume.awsElasticBlockStore ?? volume.gcePersistentDisk) !== undefined || inlineHandle(volume) !== undefined;
}

interface Rules {
  readonly restrictions: PodRestrictions;
  readonly counts: PodVolumeCounts;
  readonly finder: VolumeFinder;
  readonly zones: PodZones;
}

function preparedBy(
  { restrictions, counts, finder, zones }: Rules,
  claims: PodClaims,
  storage: StorageObjects,
  { features, profile }: VolumeContext,
): PreparedVolumes {
  const scores = features.storageCapacityScoring && finder.hasLateClaims && profile.filters.has('VolumeBinding');
  // The volumes themselves would need a list for each node.
  const found = new WeakMap<NodeInfo, FoundVolumes>();
  const finding = function* (info: NodeInfo, checkpoint: Checkpoint): Incremental<FoundVolumes> {
    const known = found.get(info);
    if (known !== undefined) return known;
    const volumes = yield* finder.on(info.node, checkpoint);
    const result = { rejections: volumes.rejections, score: scores ? storageScore(volumes, profile.storageShape) : 0 };
    if (finder.hasLateClaims) found.set(info, result);
    return result;
  };
  // Without its PreFilter, the plugin checks the claims for each node.
  const ofZone = profile.preFilters.has('VolumeZone') ? undefined : refusalBy(['VolumeZone'], claims.refusals);
  const all: readonly VolumeTest[] = [
    { plugin: 'VolumeRestrictions', testing: (info, checkpoint) => restrictions.testing(info, checkpoint) },
    { plugin: 'NodeVolumeLimits', testing: (info, checkpoint) => counts.testing(info, checkpoint) },
    {
      plugin: 'VolumeBinding',
      *testing(info, checkpoint) {
        return (yield* finding(info, checkpoint)).rejections;
      },
    },
    {
      plugin: 'VolumeZone',
      testing: ({ node }, checkpoint) => (ofZone === undefined ? zones.testing(node, checkpoint) : finished([ofZone])),
    },
  ];
  const tests = all.filter(({ plugin }) => profile.filters.has(plugin));
  const testing = function* (info: NodeInfo, checkpoint: Checkpoint): Incremental<readonly Rejection[]> {
    for (const test of tests) {
      const rejections = yield* test.testing(info, checkpoint);
      if (rejections.length > 0) return rejections;
    }
    return PASSED;
  };
  const refusal = refusalBy(profile.preFilters, claims.refusals);
  return {
    ...(refusal === undefined ? {} : { refusal }),
    tests,
    test: (info, checkpoint) => inOneGo(testing(info, checkpoint)),
    testing,
    score: scores ? { normalization: 'none', score: (info, checkpoint) => inOneGo(finding(info, checkpoint)).score } : undefined,
    notLookedAt: [
      ...wordsOf([...claims.absentKinds, ...finder.absentKinds, ...absentNodes(counts, storage)]),
      ...claims.provisioned.map(
        ({ metadata }) => `the zone of the volume that is provisioned for volume claim ${shownName(metadata.name)}`,
      ),
    ],
    settled: claims.settled,
    provisioned: claims.provisioned,
    volumesOn: ({ node }, checkpoint) => finder.on(node, checkpoint),
  };
}

/** The codes of the plugins that reject all nodes because of the state of a claim. Each of them rejects a missing claim. */
const CODES: ReadonlyMap<string, RejectionCode> = new Map([
  ['VolumeRestrictions', 'volume-claim-missing'],
  ['VolumeBinding', 'volume-claim'],
  ['VolumeZone', 'volume-missing'],
]);

/** Returns the rejection of the first of these plugins that has one. */
function refusalBy(plugins: Iterable<string>, refusals: readonly Rejection[]): Rejection | undefined {
  if (refusals.length === 0) return undefined;
  const missing = refusals.find(({ code }) => code === 'volume-claim-missing');
  for (const plugin of plugins) {
    const code = CODES.get(plugin);
    const refusal = code === undefined ? undefined : (missing ?? refusals.find((each) => each.code === code));
    if (code !== undefined && refusal !== undefined) return { ...refusal, code };
  }
  return undefined;
}

/** The limits of a node are in its CSINode. */
function absentNodes(counts: PodVolumeCounts, storage: StorageObjects): readonly StorageKind[] {
  return !counts.hasDrivers || storage.has('CSINode') ? [] : ['CSINode'];
}

function wordsOf(kinds: readonly StorageKind[]): readonly string[] {
  return kinds.map((kind) => `${STORAGE_KINDS[kind]}, which the input does not have`);
}
