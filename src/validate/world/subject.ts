// The objects of the input as rules over all of them know them: by kind, namespace and name.

import { isJsonObject } from '../../core/api/decoder.js';
import { type GivenObject, nameOf, textOf } from '../objects.js';

/** An object of the input. */
export interface WorldObject {
  readonly apiVersion: string;
  readonly kind: string;
  /** The namespace; `default` where a namespaced object names none. Empty for kinds of the cluster. */
  readonly namespace: string;
  readonly name: string;
  /** The name in findings: `ResourceClaim default/gpu`. */
  readonly shown: string;
  readonly given: GivenObject;
  /** The number of the object in the input. */
  readonly position: number;
}

/** The namespace that the API server takes where an object names none. */
const DEFAULT_NAMESPACE = 'default';

/** The kinds of the cluster among those that are considered. */
const OF_CLUSTER: readonly string[] = [
  'DeviceClass',
  'DeviceTaintRule',
  'ResourceSlice',
  'Namespace',
  'Node',
  'PriorityClass',
  'ResourcePoolStatusRequest',
];

/** Returns what an object is, as far as that can be told before it is decoded. */
export function worldObjectOf(given: GivenObject, position: number): WorldObject {
  const { json } = given;
  const metadata = isJsonObject(json) && Object.hasOwn(json, 'metadata') ? json['metadata'] : undefined;
  const kind = textOf(json, 'kind');
  return {
    apiVersion: textOf(json, 'apiVersion'),
    kind,
    namespace: OF_CLUSTER.includes(kind) ? '' : textOf(metadata, 'namespace') || DEFAULT_NAMESPACE,
    name: textOf(metadata, 'name'),
    shown: nameOf(json, position),
    given,
    position,
  };
}

/** A key for a name in a namespace. */
export function keyOf(namespace: string, name: string): string {
  return `${namespace}/${name}`;
}
