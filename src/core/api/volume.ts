// Volumes of pods that decide about nodes. Source: core/v1, type Volume.

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

/** A volume of a kind that nodes are chosen by: by what can be attached, or by the images that are there. */
export interface Volume extends DecodedBy<typeof volume> {}

/** The fields of kinds that nodes are chosen by. */
const CHOOSING: readonly string[] = [...(volume.fields?.keys() ?? [])].filter((field) => field !== 'name');

/** A volume, unless any node can have it. */
const nodeVolume: Decoder<Volume | undefined> = {
  ...schemaOf(volume),
  absent: { value: undefined },
  decode(value, context) {
    const isCommon = isJsonObject(value) && !CHOOSING.some((field) => Object.hasOwn(value, field));
    return isCommon ? undefined : volume.decode(value, context);
  },
};

/** Decodes volumes. Those of other kinds, which any node can have, are left out. */
export const nodeVolumes: Decoder<readonly Volume[]> = {
  ...transform(list(nodeVolume), (all) => {
    const chosen = all.filter((one) => one !== undefined);
    return chosen.length === 0 ? EMPTY_LIST : chosen;
  }),
  absent: { value: EMPTY_LIST },
};
