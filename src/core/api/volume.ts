// Volumes of pods that affect the choice of nodes. Source: core/v1, type Volume.

import {
  type DecodedBy,
  type Decoder,
  EMPTY_LIST,
  isJsonObject,
  list,
  object,
  optional,
  presence,
  schemaOf,
  string,
  transform,
} from './decoder.js';

const lenient = { lenient: true } as const;

const volume = object(
  {
    name: string,
    persistentVolumeClaim: presence,
    ephemeral: presence,
    csi: presence,
    awsElasticBlockStore: presence,
    azureDisk: presence,
    cinder: presence,
    gcePersistentDisk: presence,
    iscsi: presence,
    rbd: presence,
    image: optional(object({ reference: string }, lenient)),
  },
  lenient,
);

/** A volume of a kind that affects the choice of nodes: by attachment limits, or by the images that a node has. */
export interface Volume extends DecodedBy<typeof volume> {}

/** The fields of kinds that affect the choice of nodes. */
const CHOOSING: readonly string[] = [...(volume.fields?.keys() ?? [])].filter((field) => field !== 'name');

/** Decodes a volume; undefined for a volume that any node supports. */
const nodeVolume: Decoder<Volume | undefined> = {
  ...schemaOf(volume),
  absent: { value: undefined },
  decode(value, context) {
    const isCommon = isJsonObject(value) && !CHOOSING.some((field) => Object.hasOwn(value, field));
    return isCommon ? undefined : volume.decode(value, context);
  },
};

/** Decodes volumes. Volumes that any node supports are left out. */
export const nodeVolumes: Decoder<readonly Volume[]> = {
  ...transform(list(nodeVolume), (all) => {
    const chosen = all.filter((one) => one !== undefined);
    return chosen.length === 0 ? EMPTY_LIST : chosen;
  }),
  absent: { value: EMPTY_LIST },
};
