// Volumes of pods that decide about nodes. Source: core/v1, type Volume.

import { type DecodedBy, type Decoder, EMPTY_LIST, list, object, optional, presence, string, transform } from './decoder.js';

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

/** Decodes volumes. Those of other kinds, which any node can have, are left out. */
export const nodeVolumes: Decoder<readonly Volume[]> = {
  ...transform(list(volume), (all, { checkpoint }) => {
    const chosen = checkpoint.filter(
      all,
      ({ name: _, image, ...attached }) => image !== undefined || Object.values(attached).includes(true),
    );
    return chosen.length === 0 ? EMPTY_LIST : chosen;
  }),
  absent: { value: EMPTY_LIST },
};
