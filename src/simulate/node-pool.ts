// NodePools of Karpenter with descriptions of instance types, as templates of nodes. Source: karpenter.sh/v1, type NodePool, and how Karpenter makes nodes of it:
// labels of the template and of requirements with one value, its taints, the capacity of the type without what the system takes.

import { isJsonObject } from '../api/decoder.js';
import type { NodeJson, ResourceSliceJson } from '../api/kinds.js';
import { AllocationError } from '../base/errors.js';
import type { Json, JsonObject } from '../base/json.js';
import { type Quantity, quantityFromJson } from '../quantity/quantity.js';
import { type NodeTemplateJson, textAt } from './node-template.js';

/**
 * Templates from documents: of Nodes, each with the ResourceSlices that have its name as `spec.nodeName` (or, with one Node, no name); and of NodePools (karpenter.sh), one for
 * each InstanceType whose labels their requirements take. An InstanceType has in `spec` `capacity`, and as it likes `overhead`, `labels`, `price` and
 * `resourceSlices`, each the spec of a slice without its node. Throws `invalid-input` where there is no template.
 * @example
 * ```ts
 * import { nodeTemplatesOf } from 'dra-allocator/simulate';
 *
 * const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'large' } };
 * const pool = { name: 'large', generation: 1, resourceSliceCount: 1 };
 * const spec = { driver: 'gpu.example.com', nodeName: 'large', pool, devices: [{ name: 'gpu-0' }] };
 * const slice = { apiVersion: 'resource.k8s.io/v1', kind: 'ResourceSlice', metadata: { name: 'large' }, spec };
 * console.log(nodeTemplatesOf([node, slice]).map(({ resourceSlices }) => resourceSlices?.length)); // [ 1 ]
 * ```
 */
export function nodeTemplatesOf(documents: readonly Json[]): readonly NodeTemplateJson[] {
  const objects = documents.flatMap((one) =>
    isJsonObject(one) && Array.isArray(one['items']) ? (one['items'] as readonly Json[]) : [one],
  );
  const ofKind = (kind: string): readonly JsonObject[] =>
    objects.filter((one): one is JsonObject => isJsonObject(one) && one['kind'] === kind);
  const [nodes, slices, pools, types] = ['Node', 'ResourceSlice', 'NodePool', 'InstanceType'].map(ofKind) as [
    readonly JsonObject[],
    readonly JsonObject[],
    readonly JsonObject[],
    readonly JsonObject[],
  ];
  const own = nodes.map((node): NodeTemplateJson => {
    const name = textAt(node, 'metadata', 'name');
    const isOwn = (slice: JsonObject): boolean => {
      const of = textAt(slice, 'spec', 'nodeName');
      return of === name || (nodes.length === 1 && of === '');
    };
    return { name, node: node as unknown as NodeJson, resourceSlices: slices.filter(isOwn) as unknown as readonly ResourceSliceJson[] };
  });
  const made = pools.flatMap((pool) => types.filter((type) => takes(pool, type)).map((type) => ofInstanceType(pool, type)));
  if (own.length + made.length > 0) return [...own, ...made];
  const hint =
    pools.length > 0 ? 'a NodePool needs an InstanceType that its requirements take' : 'expected a Node, or a NodePool with InstanceTypes';
  throw new AllocationError('invalid-input', `there is no template of nodes: ${hint}`);
}

function ofInstanceType(pool: JsonObject, type: JsonObject): NodeTemplateJson {
  const spec = objectAt(type, 'spec');
  const name = `${textAt(pool, 'metadata', 'name')}-${textAt(type, 'metadata', 'name')}`.toLowerCase();
  const template = objectAt(pool, 'spec', 'template');
  const allocatable = less(objectAt(spec, 'capacity'), objectAt(spec, 'overhead'));
  const node = {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels: { ...labelsOf(pool, type) } },
    // Startup taints are gone by the time that pods come.
    spec: { taints: objectAt(template, 'spec')['taints'] ?? [] },
    status: { allocatable },
  };
  const slices = Array.isArray(spec['resourceSlices']) ? (spec['resourceSlices'] as readonly Json[]) : [];
  const driverOf = (slice: Json): string => textAt(slice, 'driver');
  const resourceSlices = slices.map((slice, index) => ({
    apiVersion: 'resource.k8s.io/v1',
    kind: 'ResourceSlice',
    metadata: { name: `${name}-${index}` },
    spec: {
      pool: { name, generation: 1, resourceSliceCount: slices.filter((one) => driverOf(one) === driverOf(slice)).length },
      ...(isJsonObject(slice) ? slice : {}),
    },
  }));
  const most = mostByLimits(objectAt(pool, 'spec', 'limits'), objectAt(spec, 'capacity'));
  const price = spec['price'];
  return {
    name,
    node: node as unknown as NodeJson,
    resourceSlices: resourceSlices as unknown as readonly ResourceSliceJson[],
    ...(most === undefined ? {} : { most }),
    ...(typeof price === 'number' ? { price } : {}),
  };
}

function objectAt(value: JsonObject, ...path: readonly string[]): JsonObject {
  let found: Json | undefined = value;
  for (const step of path) found = isJsonObject(found) ? found[step] : undefined;
  return isJsonObject(found) ? found : {};
}

/** The labels of a node: of the pool's template, of the type, and requirements with one value. */
function labelsOf(pool: JsonObject, type: JsonObject): Readonly<Record<string, string>> {
  const labels: Record<string, string> = {
    'karpenter.sh/nodepool': textAt(pool, 'metadata', 'name'),
    'node.kubernetes.io/instance-type': textAt(type, 'metadata', 'name'),
  };
  for (const { key, operator, values } of requirementsOf(pool)) {
    const [only, ...others] = values;
    if (operator === 'In' && only !== undefined && others.length === 0) labels[key] = only;
  }
  return { ...labels, ...texts(objectAt(pool, 'spec', 'template', 'metadata', 'labels')), ...texts(objectAt(type, 'spec', 'labels')) };
}

function texts(given: JsonObject): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(given).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

interface Requirement {
  readonly key: string;
  readonly operator: string;
  readonly values: readonly string[];
}

function requirementsOf(pool: JsonObject): readonly Requirement[] {
  const given = objectAt(pool, 'spec', 'template', 'spec')['requirements'];
  if (!Array.isArray(given)) return [];
  return (given as readonly Json[]).map((one) => {
    const values = isJsonObject(one) && Array.isArray(one['values']) ? (one['values'] as readonly Json[]) : [];
    return { key: textAt(one, 'key'), operator: textAt(one, 'operator'), values: values.map(String) };
  });
}

/** Tells whether the requirements of a pool take a type. A label that the type does not have is up to the pool. */
function takes(pool: JsonObject, type: JsonObject): boolean {
  const labels = { ...texts(objectAt(type, 'spec', 'labels')), 'node.kubernetes.io/instance-type': textAt(type, 'metadata', 'name') };
  return requirementsOf(pool).every(({ key, operator, values }) => {
    const value = (labels as Readonly<Record<string, string>>)[key];
    switch (operator) {
      case 'In':
        return value === undefined || values.includes(value);
      case 'NotIn':
        return value === undefined || !values.includes(value);
      case 'Gt':
        return value === undefined || Number(value) > Number(values[0]);
      case 'Lt':
        return value === undefined || Number(value) < Number(values[0]);
      case 'DoesNotExist':
        return value === undefined;
      default:
        return true;
    }
  });
}

/** Amounts of capacity without what the system takes of them. */
function less(capacity: JsonObject, overhead: JsonObject): JsonObject {
  const left = Object.entries(capacity).map(([name, amount]) => {
    const taken = overhead[name];
    return [name, taken === undefined ? amount : quantityOf(amount).sub(quantityOf(taken)).toString()] as const;
  });
  return Object.fromEntries(left);
}

function quantityOf(value: Json | undefined): Quantity {
  try {
    return quantityFromJson(value ?? null);
  } catch (error) {
    throw new AllocationError('invalid-input', `an amount of an InstanceType or a NodePool is no quantity: ${(error as Error).message}`);
  }
}

/** The nodes that the limits of a pool allow, of this capacity each; undefined: any number. */
function mostByLimits(limits: JsonObject, capacity: JsonObject): number | undefined {
  let most: number | undefined;
  for (const [name, limit] of Object.entries(limits)) {
    const each = name === 'nodes' ? 1 : capacity[name] === undefined ? 0 : quantityOf(capacity[name]).asApproximateFloat();
    if (each > 0) most = Math.min(most ?? Number.POSITIVE_INFINITY, Math.floor(quantityOf(limit).asApproximateFloat() / each));
  }
  return most;
}
