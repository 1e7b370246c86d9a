// Identifies objects of the input by kind, namespace and name for rules over the whole input.

import { isJsonObject } from '../../core/api/decoder.js';
import { type InputObject, nameOf, textOf } from '../objects.js';

/** An object of the input. */
export interface WorldObject {
  readonly apiVersion: string;
  readonly kind: string;
  /** The namespace; `default` if a namespaced object names none, empty for cluster-scoped kinds. */
  readonly namespace: string;
  readonly name: string;
  /** The name in findings: `ResourceClaim default/gpu`. */
  readonly shown: string;
  readonly inputObject: InputObject;
  /** The index of the object in the input. */
  readonly position: number;
}

/** The namespace that the API server uses for an object without one. */
const DEFAULT_NAMESPACE = 'default';

/** The cluster-scoped kinds that are validated. */
const OF_CLUSTER: readonly string[] = [
  'DeviceClass',
  'DeviceTaintRule',
  'ResourceSlice',
  'CSIDriver',
  'CSINode',
  'Namespace',
  'Node',
  'PersistentVolume',
  'PriorityClass',
  'ResourcePoolStatusRequest',
  'StorageClass',
  'VolumeAttachment',
];

/** Returns the identity of an object, as far as it is available before decoding. */
export function worldObjectOf(inputObject: InputObject, position: number): WorldObject {
  const { json } = inputObject;
  const metadata = isJsonObject(json) && Object.hasOwn(json, 'metadata') ? json['metadata'] : undefined;
  const kind = textOf(json, 'kind');
  return {
    apiVersion: textOf(json, 'apiVersion'),
    kind,
    namespace: OF_CLUSTER.includes(kind) ? '' : textOf(metadata, 'namespace') || DEFAULT_NAMESPACE,
    name: textOf(metadata, 'name'),
    shown: nameOf(json, position),
    inputObject,
    position,
  };
}

/** Returns a key for a name in a namespace. */
export function keyOf(namespace: string, name: string): string {
  return `${namespace}/${name}`;
}
