// Puts questions about claims on one node to the allocator without a cluster. Building a cluster for a single question costs several times
// as much as the answer.

import type { AllocateInput } from 'dra-allocator';
import { NumberLiteral } from 'dra-allocator/read';
import type { Question } from './question.js';

type Loose = Readonly<Record<string, unknown>>;

/** The fields of the input, by kind of object. */
const PLACES: ReadonlyMap<unknown, string> = new Map([
  ['DeviceClass', 'deviceClasses'],
  ['ResourceSlice', 'resourceSlices'],
  ['DeviceTaintRule', 'deviceTaintRules'],
  ['ResourceClaim', 'allocated'],
]);

/**
 * Returns the input of `allocate`. Returns undefined where a cluster is needed: for other kinds, and for two objects of one name, of which
 * a cluster stores the last.
 * A cluster also answers faulty questions, and claims with alternatives, whose choices are counted. Other nodes are not read.
 */
export function oneShotOf({ objects, claims, node: name }: Question): AllocateInput | undefined {
  if (objects === undefined || claims === undefined || name === undefined || claims.some(hasAlternatives)) return undefined;
  const lists: Record<string, object[]> = { deviceClasses: [], resourceSlices: [], deviceTaintRules: [], allocated: [] };
  const names = new Set<string>();
  let node: object | undefined;
  const isPlaced = (given: unknown): boolean => {
    if (!isObject(given)) return false;
    const { apiVersion, kind, items, metadata } = given;
    if (kind === 'List' && Array.isArray(items)) return items.every(isPlaced);
    const key = keyOf(kind, metadata);
    if (key === undefined || names.has(key)) return false;
    names.add(key);
    if (kind === 'Node' && apiVersion === 'v1') {
      if (key === keyOf('Node', { name })) node = given;
      return true;
    }
    const place = typeof apiVersion === 'string' && apiVersion.startsWith('resource.k8s.io/') ? PLACES.get(kind) : undefined;
    if (place === undefined) return false;
    lists[place]?.push(given);
    return true;
  };
  if (!objects.every(isPlaced) || node === undefined) return undefined;
  const { allocated, ...others } = lists;
  return { ...others, node, claims, allocated: { claims: allocated } } as unknown as AllocateInput;
}

/** Returns one key for all versions of an object. Returns undefined if its name is no string. */
function keyOf(kind: unknown, metadata: unknown): string | undefined {
  if (!isObject(metadata)) return undefined;
  const { namespace = 'default', name } = metadata;
  const parts = [kind, namespace, name];
  return parts.every((part) => typeof part === 'string') ? parts.join('/') : undefined;
}

function hasAlternatives(claim: object): boolean {
  const { spec } = claim as Loose;
  const devices = isObject(spec) ? spec['devices'] : undefined;
  if (!isObject(spec) || !isObject(devices) || !Array.isArray(devices['requests'])) return true;
  return devices['requests'].some((request: unknown) => !isObject(request) || Object.hasOwn(request, 'firstAvailable'));
}

function isObject(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof NumberLiteral);
}
