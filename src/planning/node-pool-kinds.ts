// Decodes the kinds that node templates are made from, in addition to Nodes: NodePool of Karpenter, and descriptions of instance types.
// Source: karpenter.sh/v1, type NodePool, and the checks of its CustomResourceDefinition.

import { DecodeContext, placeOfError } from '../core/api/context.js';
import {
  type DecodedBy,
  type Decoder,
  ignored,
  isJsonObject,
  list,
  map,
  object,
  optional,
  string,
  transform,
} from '../core/api/decoder.js';
import { decodeResourceSlice } from '../core/api/resource-slice.js';
import { taint } from '../core/api/toleration.js';
import { quantityNotBelowZero } from '../core/api/values.js';
import { describe } from '../core/base/describe.js';
import { AllocationError } from '../core/base/errors.js';
import type { Json, JsonObject } from '../core/base/json.js';
import { append } from '../core/base/lists.js';
import { EFFECTS, header, name } from './events.js';
import { SEEN_BY_OTHERS } from './node-template.js';

const lenient = { lenient: true } as const;

const NUMERIC = ['Gt', 'Gte', 'Lt', 'Lte'] as const;
const OPERATORS = ['In', 'NotIn', 'Exists', 'DoesNotExist', ...NUMERIC] as const;

const operator: Decoder<(typeof OPERATORS)[number]> = {
  decode: (value, context) =>
    OPERATORS.find((one) => one === value) ?? context.fail(`expected one of ${OPERATORS.join(', ')}, found ${describe(value)}`),
};

const requirement = transform(object({ key: name, operator, values: list(string), minValues: ignored }), (requirement, context) => {
  const [first, ...others] = requirement.values;
  const isNumeric = (NUMERIC as readonly string[]).includes(requirement.operator);
  if (requirement.operator === 'In' && first === undefined)
    return context.within('values', () => context.fail('expected at least one value'));
  if (isNumeric && (others.length > 0 || !/^\d{1,15}$/.test(first ?? '')))
    return context.within('values', () => context.fail(`expected one integer, as a string, for ${requirement.operator}`));
  return requirement;
});

/** A condition of a NodePool on node labels. */
export interface Requirement extends DecodedBy<typeof requirement> {}

const nodeTaint = transform(taint, (taintFields, context) => {
  if (taintFields.key === '') return context.within('key', () => context.fail('expected a name, found nothing'));
  if (!EFFECTS.includes(taintFields.effect)) return context.within('effect', () => context.fail(`expected one of ${EFFECTS.join(', ')}`));
  return taintFields;
});

const poolVersion: Decoder<undefined> = {
  absent: { value: undefined },
  decode: (value, context) =>
    value === undefined || value === 'karpenter.sh/v1' ? undefined : context.fail(`expected karpenter.sh/v1, found ${describe(value)}`),
};

/** Decodes a NodePool. Unknown fields are errors, as for an API server. */
export const nodePool = object({
  apiVersion: poolVersion,
  kind: ignored,
  metadata: object({ name }, lenient),
  spec: object({
    template: object({
      metadata: object({ labels: map(string), annotations: ignored }),
      spec: object({
        requirements: list(requirement),
        taints: list(nodeTaint),
        startupTaints: ignored,
        nodeClassRef: ignored,
        expireAfter: ignored,
        terminationGracePeriod: ignored,
      }),
    }),
    limits: map(quantityNotBelowZero),
    disruption: ignored,
    replicas: ignored,
    weight: ignored,
  }),
  status: ignored,
});

/** A NodePool of Karpenter. */
export interface NodePool extends DecodedBy<typeof nodePool> {}

const price: Decoder<number> = {
  decode: (value, context) =>
    typeof value === 'number' && value >= 0 && Number.isFinite(value)
      ? value
      : context.fail(`expected a price of 0 or more, found ${describe(value)}`),
};

/** Decodes the spec of a slice without its node and pool. Errors are the same as for a complete slice. */
const sliceSpec: Decoder<JsonObject> = {
  decode(value, context) {
    if (!isJsonObject(value)) return context.fail(`expected the spec of a ResourceSlice, found ${describe(value)}`);
    for (const field of ['nodeName', ...SEEN_BY_OTHERS, 'pool'])
      if (value[field] !== undefined)
        context.within(field, () => context.fail('leave out this field: the slices of each node form a separate pool'));
    const pool = { name: 'pool', generation: 1, resourceSliceCount: 1 };
    const slice = {
      apiVersion: 'resource.k8s.io/v1',
      kind: 'ResourceSlice',
      metadata: { name: 'slice' },
      spec: { ...value, nodeName: 'node', pool },
    };
    const inner = new DecodeContext([], undefined, context.checkpoint, context.libraryGates);
    try {
      decodeResourceSlice(slice, inner);
      return value;
    } catch (error) {
      const place = error instanceof AllocationError ? placeOfError(error) : undefined;
      if (place === undefined) throw error;
      const { message, code, path = '' } = error as AllocationError;
      append(context.path, place.path.slice(1));
      return context.fail(message.slice(path === '' ? 0 : path.length + ': '.length), code);
    }
  },
};

/** Decodes an instance type. */
export const instanceType = transform(
  object({
    apiVersion: header('InstanceType').apiVersion,
    kind: ignored,
    metadata: object({ name }, lenient),
    spec: object({
      capacity: map(quantityNotBelowZero),
      overhead: map(quantityNotBelowZero),
      labels: map(string),
      price: optional(price),
      resourceSlices: list(sliceSpec),
    }),
  }),
  (instanceType, context) => {
    const { capacity, overhead } = instanceType.spec;
    const fail = (field: string, message: string): never =>
      context.within('spec', () => context.within(field, () => context.fail(message)));
    if (capacity.size === 0) fail('capacity', 'expected the resources of the node, such as cpu, memory and pods');
    for (const [resource, taken] of overhead) {
      const all = capacity.get(resource) ?? fail('overhead', `capacity has no ${resource}`);
      if (taken.compare(all) > 0) fail('overhead', `overhead of ${resource} exceeds its capacity: ${taken} of ${all}`);
    }
    return instanceType;
  },
);

/** A kind of node that a NodePool can launch. */
export interface InstanceType extends DecodedBy<typeof instanceType> {}

/** An object in a document. */
export interface PlacedObject {
  readonly json: JsonObject;
  /** Returns a new context to decode it. */
  readonly context: () => DecodeContext;
}

/** Decodes objects of a kind, which must have unique names. */
export function decodeNamed<T extends { readonly metadata: { readonly name: string } }>(
  decoder: Decoder<T>,
  objects: readonly PlacedObject[],
): readonly (T & { readonly placed: PlacedObject })[] {
  const names = new Set<string>();
  return objects.map((placed) => {
    const context = placed.context();
    context.startObject(decoder, 'v1');
    const decoded = decoder.decode(placed.json as Json, context);
    const { name: typeName } = decoded.metadata;
    if (names.has(typeName)) context.within('metadata', () => context.within('name', () => context.fail(`${typeName} occurs twice`)));
    names.add(typeName);
    return { ...decoded, placed };
  });
}
