// Determines the nodes on which the devices of a claim can be used. Source: docs/spec/allocation.md 8, docs/spec/reference-1.37.md 1.30.

import type { NodeSelector, NodeSelectorRequirement, NodeSelectorTerm } from '../../core/api/meta.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import { AllocationError } from '../../core/base/errors.js';
import type { Incremental } from '../../core/base/incremental.js';
import { lengthPrefixed } from '../../core/base/key-text.js';
import { mapping } from '../../core/base/lists-in-increments.js';
import { sorting } from '../../core/base/sorting.js';
import type { PoolDevice } from '../pools/pool.js';
import type { NodeSelectorJson, NodeSelectorRequirementJson } from './allocation-result.js';

/**
 * Returns the node selector terms of the devices selected for a claim, or `node` if one of them is local to its node.
 * Throws `unsupported-node-selector` for a selector of several terms.
 */
export function nodeTermsOf(
  selectedDevices: readonly { readonly device: PoolDevice }[],
  claimName: string,
): readonly NodeSelectorTerm[] | 'node' {
  let found = NOTHING;
  for (const { device: target } of selectedDevices) {
    const choice = choiceOf(target);
    // One local device ties the whole claim to the node.
    if (choice.nodeName !== undefined || target.device.bindsToNode) return 'node';
    const terms = choice.nodeSelector?.nodeSelectorTerms ?? NOTHING;
    if (terms.length > 1) {
      const text = `create NodeSelector for claim ${claimName}: unsupported ResourceSlice.NodeSelector with ${terms.length} terms`;
      throw new AllocationError('unsupported-node-selector', text, { claim: claimName });
    }
    if (terms.length > 0) found = [...found, ...terms];
  }
  return found;
}

const NOTHING: readonly NodeSelectorTerm[] = [];

/** Returns the node selector that requires all terms, or undefined if they require nothing. */
export function* joining(terms: readonly NodeSelectorTerm[], checkpoint: Checkpoint): Incremental<NodeSelectorJson | undefined> {
  const fields = new Requirements();
  const expressions = new Requirements();
  for (const { matchFields, matchExpressions } of terms) {
    yield* fields.add(matchFields, checkpoint);
    yield* expressions.add(matchExpressions, checkpoint);
  }
  const matchFields = yield* mapping(fields.all, toJson, checkpoint);
  const matchExpressions = yield* mapping(expressions.all, toJson, checkpoint);
  if (matchFields.length === 0 && matchExpressions.length === 0) return undefined;
  return {
    nodeSelectorTerms: [
      { ...(matchExpressions.length === 0 ? {} : { matchExpressions }), ...(matchFields.length === 0 ? {} : { matchFields }) },
    ],
  };
}

/** Returns the fields that restrict a device to nodes. */
function choiceOf({ device, slice }: PoolDevice): { readonly nodeName?: string; readonly nodeSelector?: NodeSelector } {
  return slice.spec.perDeviceNodeSelection === true ? device : slice.spec;
}

/** Requirements without duplicates. Selectors that differ only in the order of values are equal. */
class Requirements {
  readonly all: NodeSelectorRequirement[] = [];
  readonly #texts = new Set<string>();

  *add(requirements: readonly NodeSelectorRequirement[], checkpoint: Checkpoint): Incremental<void> {
    for (const requirement of requirements) {
      const text = yield* textOf(requirement, checkpoint);
      if (!this.#texts.has(text)) {
        this.#texts.add(text);
        this.all.push(requirement);
      }
      if (checkpoint.due()) yield;
    }
  }
}

function* textOf({ key, operator, values }: NodeSelectorRequirement, checkpoint: Checkpoint): Incremental<string> {
  const start = lengthPrefixed(key) + lengthPrefixed(operator);
  if (values.length === 1) return start + lengthPrefixed(values[0] as string);
  const sorted = yield* sorting(new Set(values), (left, right) => (left < right ? -1 : 1), checkpoint);
  return start + sorted.map(lengthPrefixed).join('');
}

function toJson({ key, operator, values }: NodeSelectorRequirement): NodeSelectorRequirementJson {
  return values.length === 0 ? { key, operator } : { key, operator, values: [...values] };
}
