// Metadata and node selectors, which are common to all kinds. Source: meta/v1 ObjectMeta and core/v1 NodeSelector.

import type { JsonObject } from '../base/json.js';
import type { ResourceVersion } from './context.js';
import type { DecodedBy, Decoder } from './decoder.js';
import { bool, EMPTY_LIST, EMPTY_MAP, type LargeDecoder, list, map, object, optional, string, time, type Writable } from './decoder.js';
import type { LabelSelector } from './label-selector.js';
import { withCopy } from './values.js';

/** Returns the name of an object in messages: `namespace/name`, or `name` without a namespace (klog.KObj). */
export function objectName(meta: { readonly namespace: string; readonly name: string }): string {
  return meta.namespace === '' ? meta.name : `${meta.namespace}/${meta.name}`;
}

const ownerReference = object(
  { apiVersion: string, kind: string, name: string, uid: string, controller: bool, blockOwnerDeletion: optional(bool) },
  { lenient: true },
);

/** A reference to the owner of an object. */
export interface OwnerReference extends DecodedBy<typeof ownerReference> {
  /** The selector of a controller that the input lacks, such as the ReplicaSet of a Deployment. Only on pods that do not exist yet. */
  readonly selector?: LabelSelector;
}

const lenient = { lenient: true } as const;

/** The decoders of metadata, for kinds whose annotations are also read. */
export const metaDecoders = {
  name: string,
  generateName: string,
  namespace: string,
  uid: string,
  labels: map(string),
  creationTimestamp: optional(time),
  deletionTimestamp: optional(time),
  ownerReferences: list(ownerReference),
} as const;

const metaFields = object(metaDecoders, {
  ...lenient,
  fresh: () => ({ name: '', generateName: '', namespace: '', uid: '', labels: EMPTY_MAP, ownerReferences: EMPTY_LIST }),
});

/** The relevant metadata of an object. Absent strings are empty. */
export interface ObjectMeta extends DecodedBy<typeof metaFields> {
  /** The JSON of the metadata, for output of other fields (annotations, finalizers). Only on claims, templates and pod templates. */
  readonly source?: JsonObject;
  /** The version of the object in the input; absent for an object in the shape of v1. */
  readonly version?: ResourceVersion;
}

/** Returns the metadata of an object that no cluster has stored: only its name and namespace. */
export function metadataOf(name = '', namespace = ''): ObjectMeta {
  return { name, generateName: '', namespace, uid: '', labels: new Map(), ownerReferences: [] };
}

/** Decodes metadata. Unknown fields are ignored. */
export const objectMeta: LargeDecoder<ObjectMeta> = metaFields;

/** Decodes metadata together with its JSON, for objects that are printed or copied. */
export const objectMetaWithSource: Decoder<ObjectMeta> = withCopy(objectMeta, (meta: Writable<ObjectMeta>, copy) => {
  if (copy !== undefined) meta.source = copy;
  return meta;
});

const requirementFields = { key: string, operator: string, values: list(string) } as const;
const nodeSelectorRequirement = object(requirementFields);

/** A requirement on a label or, under matchFields, on `metadata.name`. `operator` is any string; unknown operators fail when they are used. */
export interface NodeSelectorRequirement extends DecodedBy<typeof nodeSelectorRequirement> {}

export const nodeSelectorTerm = object({ matchExpressions: list(nodeSelectorRequirement), matchFields: list(nodeSelectorRequirement) });

/** One alternative of a node selector. All its requirements must match; without requirements it matches no node. */
export interface NodeSelectorTerm extends DecodedBy<typeof nodeSelectorTerm> {}

export const nodeSelector = object({ nodeSelectorTerms: list(nodeSelectorTerm) });

/** A node selector. At least one of its terms must match. */
export interface NodeSelector extends DecodedBy<typeof nodeSelector> {}

const lenientRequirement = object(requirementFields, lenient);

/** Decodes a term of a node selector of a pod, where unknown fields are ignored. */
export const lenientNodeSelectorTerm: Decoder<NodeSelectorTerm> = object(
  { matchExpressions: list(lenientRequirement), matchFields: list(lenientRequirement) },
  lenient,
);

/** Decodes a node selector of a pod, where unknown fields are ignored. */
export const lenientNodeSelector: Decoder<NodeSelector> = object({ nodeSelectorTerms: list(lenientNodeSelectorTerm) }, lenient);
