import { type DecodedBy, type LargeDecoder, list, object, string } from './decoder.js';
import { metaDecoders } from './meta.js';
import { otherKind } from './version.js';

/** The API group of storage classes and of the objects of CSI. */
export const STORAGE_GROUP = 'storage.k8s.io';

/** Annotations that mark the default class: claims that mention no class receive it. */
export const DEFAULT_CLASS = 'storageclass.kubernetes.io/is-default-class';
export const BETA_DEFAULT_CLASS = 'storageclass.beta.kubernetes.io/is-default-class';

const lenient = { lenient: true } as const;

const topologyTerm = object({ matchLabelExpressions: list(object({ key: string, values: list(string) }, lenient)) }, lenient);

/** Nodes for which volumes can be provisioned: every label has a listed value. */
export interface TopologyTerm extends DecodedBy<typeof topologyTerm> {}

const storageClass = object(
  {
    metadata: object({ ...metaDecoders, annotations: object({ [DEFAULT_CLASS]: string, [BETA_DEFAULT_CLASS]: string }, lenient) }, lenient),
    provisioner: string,
    /** `WaitForFirstConsumer`, or `Immediate`, the default. */
    volumeBindingMode: string,
    allowedTopologies: list(topologyTerm),
  },
  lenient,
);

/** The provisioner of the volumes of claims, and when these are bound. */
export interface StorageClass extends DecodedBy<typeof storageClass> {}

/** Decodes StorageClasses, also in increments. Unknown fields are ignored. */
export const storageClassKind: LargeDecoder<StorageClass> = otherKind('StorageClass', storageClass);
