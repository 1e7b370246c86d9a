// VolumeZone: accepts only nodes in the zone and region of the volumes that the pod's claims are bound to. Source: plugin volumezone of
// Kubernetes 1.37.1, and LabelZonesToSet of k8s.io/cloud-provider v0.37.1.

import type { Node } from '../../core/api/node.js';
import type { PersistentVolume } from '../../core/api/persistent-volume.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import type { Incremental } from '../../core/base/incremental.js';
import { type Membership, membershipOf } from '../../core/base/membership.js';
import { shownName, some } from '../../core/base/words.js';
import { PASSED, type Rejection } from '../filters/filter.js';
import { zonesOf } from './csi-migration.js';

/** The labels of zones and regions, each with the label that replaced it. */
const CURRENT_LABELS: ReadonlyMap<string, string> = new Map([
  ['failure-domain.beta.kubernetes.io/zone', 'topology.kubernetes.io/zone'],
  ['failure-domain.beta.kubernetes.io/region', 'topology.kubernetes.io/region'],
  ['topology.kubernetes.io/zone', 'topology.kubernetes.io/zone'],
  ['topology.kubernetes.io/region', 'topology.kubernetes.io/region'],
]);

/** The zones or regions of a volume. */
interface VolumeZones {
  readonly volume: string;
  readonly key: string;
  readonly values: readonly string[];
  readonly listed: Membership;
}

/** The zones of the volumes of a pod. */
export class PodZones {
  readonly #zones: readonly VolumeZones[];

  private constructor(zones: readonly VolumeZones[]) {
    this.#zones = zones;
  }

  static *of(volumes: readonly PersistentVolume[], checkpoint: Checkpoint): Incremental<PodZones> {
    const all: VolumeZones[] = [];
    for (let index = 0; index < volumes.length; index++) {
      const { name, labels } = (volumes[index] as PersistentVolume).metadata;
      for (const key of CURRENT_LABELS.keys()) {
        const label = labels.get(key);
        const values = label === undefined ? undefined : zonesOf(label);
        if (values !== undefined) all.push({ volume: name, key, values, listed: yield* membershipOf(values, checkpoint) });
      }
      if (checkpoint.due()) yield;
    }
    return new PodZones(all);
  }

  /** Returns the reason to reject a node; empty if it is in all zones. A node without zone labels counts as being in every zone. */
  *testing({ metadata: { labels } }: Node, checkpoint: Checkpoint): Incremental<readonly Rejection[]> {
    if (![...CURRENT_LABELS.keys()].some((key) => labels.has(key))) return PASSED;
    for (let index = 0; index < this.#zones.length; index++) {
      const { volume, key, values, listed } = this.#zones[index] as VolumeZones;
      const zone = labels.get(key) ?? labels.get(CURRENT_LABELS.get(key) as string);
      if (zone === undefined || !listed.has(zone)) {
        const detail = `volume ${shownName(volume)} has ${key} ${some(values, MOST_SHOWN)}`;
        return [{ code: 'volume-zone', message: 'node(s) had no available volume zone', detail }];
      }
      if (checkpoint.due()) yield;
    }
    return PASSED;
  }
}

const MOST_SHOWN = 4;
