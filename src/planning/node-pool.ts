// Makes node templates from Karpenter NodePools and descriptions of instance types. A node has the labels of the template and of requirements
// with one value, the taints of the template, and the capacity of the type minus system overhead. Source: karpenter.sh/v1, type NodePool.

import { DecodeContext } from '../core/api/context.js';
import { isJsonObject } from '../core/api/decoder.js';
import type { NodeJson, ResourceSliceJson } from '../core/api/kinds.js';
import { wrongArgument } from '../core/base/arguments.js';
import { UNLIMITED } from '../core/base/checkpoint.js';
import { AllocationError } from '../core/base/errors.js';
import type { Json, JsonObject, PathStep } from '../core/base/json.js';
import { append } from '../core/base/lists.js';
import type { Quantity } from '../core/quantity/quantity.js';
import { decodeNamed, type InstanceType, instanceType, type NodePool, nodePool, type PlacedObject } from './node-pool-kinds.js';
import { fieldSeenByOthers, type NodeTemplateJson, textAt } from './node-template.js';

/**
 * Returns node templates from documents. Each Node makes one template, with the ResourceSlices that have its name as
 * `spec.nodeName`. If there is only one Node, the slices may have no name. Each NodePool (karpenter.sh) makes one template for
 * every InstanceType that its requirements accept. The `spec` of an InstanceType has `capacity`, and optionally `overhead`,
 * `labels`, `price` and `resourceSlices`, each the spec of a slice without its node. Throws `invalid-object` with the path of
 * the error, also for a slice without a Node and a NodePool without a type, and `invalid-input` if there is no template.
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
  if (!Array.isArray(documents)) throw wrongArgument('nodeTemplatesOf(documents)', 'a list', documents);
  const found = templatesIn(documents, (index, path) => new DecodeContext(['documents', index, ...path], undefined, UNLIMITED));
  return found.map(({ template }) => template);
}

/** A template, and the position of its instance type; absent for a Node. */
interface FoundTemplate {
  readonly template: NodeTemplateJson;
  readonly ofType?: PlacedObject;
}

/** @internal Returns the templates in documents. `contextOf` returns the context for a path in a document. */
export function templatesIn(
  documents: readonly Json[],
  contextOf: (document: number, path: readonly PathStep[]) => DecodeContext,
): readonly FoundTemplate[] {
  const objects = documents.flatMap((value, index) => objectsOf(value, (path) => contextOf(index, path)));
  const ofKind = (kind: string): readonly PlacedObject[] => objects.filter(({ json }) => json['kind'] === kind);
  const templates = ofNodes(ofKind('Node'), ofKind('ResourceSlice'));
  const types = decodeNamed(instanceType, ofKind('InstanceType'));
  const pools = decodeNamed(nodePool, ofKind('NodePool'));
  const made = pools.flatMap((pool) => {
    const taken = types.filter((type) => takes(pool, type));
    if (taken.length > 0) return taken.map((type) => ({ template: ofInstanceType(pool, type), ofType: type.placed }));
    return pool.placed.context().fail(`NodePool ${pool.metadata.name} needs an InstanceType that meets its requirements`);
  });
  const [alone] = types;
  if (alone !== undefined && pools.length === 0)
    alone.placed.context().fail('an InstanceType needs a NodePool whose requirements it meets');
  if (templates.length + made.length > 0) return [...templates.map((template) => ({ template })), ...made];
  throw new AllocationError('invalid-input', 'the input has no node template: expected a Node, or a NodePool with InstanceTypes');
}

/** Returns a document as one object, or the objects of a list. */
function objectsOf(value: Json, contextOf: (path: readonly PathStep[]) => DecodeContext): readonly PlacedObject[] {
  if (!isJsonObject(value)) return [];
  const { items } = value;
  if (!Array.isArray(items)) return [{ json: value, context: () => contextOf([]) }];
  return (items as readonly Json[]).flatMap((json, index) =>
    isJsonObject(json) ? [{ json, context: () => contextOf(['items', index]) }] : [],
  );
}

function ofNodes(nodes: readonly PlacedObject[], slices: readonly PlacedObject[]): readonly NodeTemplateJson[] {
  const templates = nodes.map(({ json, context }) => {
    const name = textAt(json, 'metadata', 'name');
    if (name === '') fail(context(), ['metadata', 'name'], 'expected a name, found nothing');
    return { name, node: json as unknown as NodeJson, resourceSlices: [] as ResourceSliceJson[] };
  });
  for (const { json, context } of slices) {
    const spec = isJsonObject(json['spec']) ? json['spec'] : {};
    const shared = fieldSeenByOthers(spec);
    if (shared !== undefined) fail(context(), ['spec', shared], 'the devices of a template belong to its node: set spec.nodeName');
    const of = textAt(spec, 'nodeName');
    const template = of === '' && templates.length === 1 ? templates[0] : templates.find(({ name }) => name === of);
    if (template === undefined)
      return fail(context(), ['spec', 'nodeName'], `expected the name of a Node in this file, found ${of || 'nothing'}`);
    template.resourceSlices.push(json as unknown as ResourceSliceJson);
  }
  return templates;
}

function fail(context: DecodeContext, path: readonly PathStep[], message: string): never {
  append(context.path, path);
  return context.fail(message);
}

function ofInstanceType(pool: NodePool, { metadata, spec }: InstanceType): NodeTemplateJson {
  const name = `${pool.metadata.name}-${metadata.name}`.toLowerCase();
  const node = {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels: { ...labelsOf(pool, { metadata, spec }) } },
    // Startup taints are removed before pods arrive.
    spec: { taints: pool.spec.template.spec.taints },
    status: { allocatable: less(spec.capacity, spec.overhead) },
  };
  const slices = spec.resourceSlices;
  const resourceSlices = slices.map((slice, index) => ({
    apiVersion: 'resource.k8s.io/v1',
    kind: 'ResourceSlice',
    metadata: { name: `${name}-${index}` },
    spec: { ...slice, pool: { name, generation: 1, resourceSliceCount: slices.filter(({ driver }) => driver === slice['driver']).length } },
  }));
  const most = mostByLimits(pool.spec.limits, spec.capacity);
  return {
    name,
    node: node as unknown as NodeJson,
    resourceSlices: resourceSlices as unknown as readonly ResourceSliceJson[],
    ...(most === undefined ? {} : { most }),
    ...(spec.price === undefined ? {} : { price: spec.price }),
  };
}

/** Returns the labels of a node: from the pool's template, the type, and requirements with one value. */
function labelsOf(pool: NodePool, type: Pick<InstanceType, 'metadata' | 'spec'>): Readonly<Record<string, string>> {
  const { template } = pool.spec;
  const named = { 'karpenter.sh/nodepool': pool.metadata.name, 'node.kubernetes.io/instance-type': type.metadata.name };
  const required = template.spec.requirements
    .filter(({ operator, values }) => operator === 'In' && values.length === 1)
    .map(({ key, values: [only] }) => [key, only as string] as const);
  return Object.fromEntries([...Object.entries(named), ...required, ...template.metadata.labels, ...type.spec.labels]);
}

/** Returns whether the requirements of a pool accept a type. The pool may set a label that the type does not have. */
function takes(pool: NodePool, type: InstanceType): boolean {
  const labels = new Map([...type.spec.labels, ['node.kubernetes.io/instance-type', type.metadata.name]]);
  return pool.spec.template.spec.requirements.every(({ key, operator, values }) => {
    const value = labels.get(key);
    if (value === undefined) return true;
    const bound = Number(values[0]);
    switch (operator) {
      case 'In':
        return values.includes(value);
      case 'NotIn':
        return !values.includes(value);
      case 'Gt':
        return Number(value) > bound;
      case 'Gte':
        return Number(value) >= bound;
      case 'Lt':
        return Number(value) < bound;
      case 'Lte':
        return Number(value) <= bound;
      case 'Exists':
        return true;
      case 'DoesNotExist':
        return false;
    }
  });
}

type Amounts = ReadonlyMap<string, Quantity>;

/** Returns the capacity minus system overhead. */
function less(capacity: Amounts, overhead: Amounts): JsonObject {
  const left = Array.from(capacity, ([name, amount]) => {
    const taken = overhead.get(name);
    return [name, (taken === undefined ? amount : amount.sub(taken)).toString()] as const;
  });
  return Object.fromEntries(left);
}

/** Returns how many nodes of this capacity the limits of a pool allow; undefined: any number. */
function mostByLimits(limits: Amounts, capacity: Amounts): number | undefined {
  let most: number | undefined;
  for (const [name, limit] of limits) {
    const each = name === 'nodes' ? 1 : (capacity.get(name)?.asApproximateFloat() ?? 0);
    if (each > 0) most = Math.min(most ?? Number.POSITIVE_INFINITY, Math.floor(limit.asApproximateFloat() / each));
  }
  return most;
}
