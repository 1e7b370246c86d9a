// Volumes of pods that affect the choice of nodes. Source: core/v1, type Volume, and SetDefaults_RBDVolumeSource of Kubernetes 1.37.1.

import type { Json } from '../base/json.js';
import {
  bool,
  type DecodedBy,
  type Decoder,
  EMPTY_LIST,
  isJsonObject,
  type LargeDecoder,
  list,
  object,
  optional,
  schemaOf,
  string,
  transform,
} from './decoder.js';
import { claimTemplate, type PersistentVolumeClaim } from './persistent-volume-claim.js';
import { azureDisk, diskById, gceDisk } from './volume-sources.js';

const lenient = { lenient: true } as const;

const rbd = transform(object({ monitors: list(string), pool: string, image: string, readOnly: bool }, lenient), ({ pool, ...disk }) => ({
  ...disk,
  pool: pool || 'rbd',
}));

const volume = object(
  {
    name: string,
    persistentVolumeClaim: optional(object({ claimName: string }, lenient)),
    ephemeral: optional(object({ volumeClaimTemplate: claimTemplate }, lenient)),
    awsElasticBlockStore: optional(diskById),
    azureDisk: optional(azureDisk),
    cinder: optional(diskById),
    gcePersistentDisk: optional(gceDisk),
    iscsi: optional(object({ iqn: string, readOnly: bool }, lenient)),
    portworxVolume: optional(diskById),
    rbd: optional(rbd),
    image: optional(object({ reference: string }, lenient)),
  },
  lenient,
);

/**
 * A volume of a kind that affects the choice of nodes: through its claim, its disk, attachment limits, or images that a node
 * already has.
 */
export interface Volume extends DecodedBy<typeof volume> {
  /**
   * The owner of the pod makes the claim `VOLUME-POD` from this template if the claim does not exist. No manifest of a pod has
   * this template.
   */
  readonly claimTemplate?: PersistentVolumeClaim;
  /** The index of the volume in the list of the pod's manifest, which has more volumes. */
  readonly place?: number;
}

/** The fields of kinds that affect the choice of nodes. */
const CHOOSING: readonly string[] = [...(volume.fields?.keys() ?? [])].filter((field) => field !== 'name');

/** Decodes a volume; undefined for a volume that any node supports. */
const nodeVolume: LargeDecoder<DecodedBy<typeof volume> | undefined> = {
  ...schemaOf(volume),
  absent: { value: undefined },
  decode: (value, context) => (choosesNodes(value) ? volume.decode(value, context) : undefined),
  *decoding(value, context) {
    return choosesNodes(value) ? yield* volume.decoding(value, context) : undefined;
  },
};

function choosesNodes(value: Json | undefined): boolean {
  return !isJsonObject(value) || CHOOSING.some((field) => Object.hasOwn(value, field));
}

/** Decodes volumes. Volumes that any node supports are left out. */
export const nodeVolumes: Decoder<readonly Volume[]> = {
  ...transform(list(nodeVolume), (all) => {
    const chosen = all.flatMap((one, place): Volume[] => (one === undefined ? [] : [{ ...one, place }]));
    return chosen.length === 0 ? EMPTY_LIST : chosen;
  }),
  absent: { value: EMPTY_LIST },
};
