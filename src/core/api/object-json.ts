// The fields that all Kubernetes objects of callers have in common, as types of plain JSON. All fields are optional, so that types of other packages go
// together with these: what is right is decided by the decoders in src/core/api.

/** Fields that may be absent, or undefined. */
export type Fields<T> = { readonly [K in keyof T]?: T[K] | undefined };
/** Fields that are taken and not considered. */
export type Unread<K extends string> = { readonly [F in K]?: unknown };

/** An int64: bigint beyond 2^53. */
export type IntegerJson = number | bigint;
/** Such as "40Gi". */
export type QuantityJson = string | number | bigint;
/** RFC 3339; clients in JavaScript have a Date. */
export type TimeJson = string | Date;
/** Values by name. */
export type MapJson<T> = { readonly [name: string]: T };

/** Metadata of an object. */
export interface ObjectMetaJson
  extends Fields<{
      name: string;
      namespace: string;
      generateName: string;
      uid: string;
      labels: MapJson<string>;
      annotations: MapJson<string>;
      creationTimestamp: TimeJson | null;
      deletionTimestamp: TimeJson | null;
      ownerReferences: readonly OwnerReferenceJson[];
    }>,
    Unread<'deletionGracePeriodSeconds' | 'finalizers' | 'generation' | 'managedFields' | 'resourceVersion' | 'selfLink'> {}

/** A reference to the owner of an object. */
export interface OwnerReferenceJson
  extends Fields<{ apiVersion: string; kind: string; name: string; uid: string; controller: boolean; blockOwnerDeletion: boolean }> {}

/** Describes what every object has. */
export interface ObjectJson extends Fields<{ apiVersion: string; kind: string; metadata: ObjectMetaJson }> {}
