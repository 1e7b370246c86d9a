// Metadata and node selectors, which all kinds share. Source: meta/v1 ObjectMeta and core/v1 NodeSelector.

import type { JsonObject } from '../base/json.js';
import type { Decoder } from './decoder.js';
import { bool, EMPTY_LIST, EMPTY_MAP, list, map, object, optional, string, time, transform, type Writable } from './decoder.js';
import { rawObject } from './values.js';

/** The part of an object's metadata that matters here. Absent strings are empty. */
export interface ObjectMeta {
  readonly name: string;
  readonly generateName: string;
  readonly namespace: string;
  readonly uid: string;
  readonly labels: ReadonlyMap<string, string>;
  readonly creationTimestamp?: string;
  readonly deletionTimestamp?: string;
  readonly ownerReferences: readonly OwnerReference[];
  /** The JSON it was decoded from, for what is printed again (annotations, finalizers). Only on claims, templates and pod templates. */
  readonly source?: JsonObject;
}

/** A reference to the owner of an object. */
export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller: boolean;
  readonly blockOwnerDeletion?: boolean;
}

/** Terms are ORed; a term's requirements are ANDed; an empty term matches nothing. */
export interface NodeSelector {
  readonly nodeSelectorTerms: readonly NodeSelectorTerm[];
}

/** One alternative of a node selector. */
export interface NodeSelectorTerm {
  readonly matchExpressions: readonly NodeSelectorRequirement[];
  readonly matchFields: readonly NodeSelectorRequirement[];
}

/** A requirement on a label or, under matchFields, on `metadata.name`. `operator` is any string: unknown ones are found when used. */
export interface NodeSelectorRequirement {
  readonly key: string;
  readonly operator: string;
  readonly values: readonly string[];
}

/** Names an object as messages do: `namespace/name`, or `name` where there is no namespace (klog.KObj). */
export function objectName(meta: { readonly namespace: string; readonly name: string }): string {
  return meta.namespace === '' ? meta.name : `${meta.namespace}/${meta.name}`;
}

const ownerReference: Decoder<OwnerReference> = object(
  { apiVersion: string, kind: string, name: string, uid: string, controller: bool, blockOwnerDeletion: optional(bool) },
  { lenient: true },
);

/** Decodes metadata. Unknown fields are ignored. */
export const objectMeta: Decoder<ObjectMeta> = object(
  {
    name: string,
    generateName: string,
    namespace: string,
    uid: string,
    labels: map(string),
    creationTimestamp: optional(time),
    deletionTimestamp: optional(time),
    ownerReferences: list(ownerReference),
  },
  {
    lenient: true,
    fresh: () => ({ name: '', generateName: '', namespace: '', uid: '', labels: EMPTY_MAP, ownerReferences: EMPTY_LIST }),
  },
);

/** Decodes metadata and keeps its JSON beside it, for objects that are printed again or copied into others. */
export const objectMetaWithSource: Decoder<ObjectMeta> = transform(objectMeta, (meta: Writable<ObjectMeta>, context, value) => {
  if (value !== undefined && value !== null) meta.source = rawObject.decode(value, context);
  return meta;
});

const nodeSelectorRequirements: Decoder<readonly NodeSelectorRequirement[]> = list(
  object({ key: string, operator: string, values: list(string) }),
);

/** Decodes a node selector. */
export const nodeSelector: Decoder<NodeSelector> = object({
  nodeSelectorTerms: list(object({ matchExpressions: nodeSelectorRequirements, matchFields: nodeSelectorRequirements })),
});
