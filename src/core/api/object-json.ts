// Types of plain JSON for the fields that all Kubernetes objects of callers have in common. All fields are optional, for
// compatibility with types of other packages. The decoders in src/core/api check the values.

/** Makes all fields optional, or undefined. */
export type Fields<T> = { readonly [K in keyof T]?: T[K] | undefined };
/** Fields that are accepted and ignored. */
export type Unread<K extends string> = { readonly [F in K]?: unknown };

/** An int64. Beyond 2^53, it is a bigint. */
export type IntegerJson = number | bigint;
/** A quantity, such as "40Gi". */
export type QuantityJson = string | number | bigint;
/** A time in RFC 3339. JavaScript clients may pass a Date. */
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

/** The fields of every object. */
export interface ObjectJson extends Fields<{ apiVersion: string; kind: string; metadata: ObjectMetaJson }> {}
