// On which nodes the devices of a claim can be used. Source: allocation.md section 8, reference-1.37.md 1.30.

import type { NodeSelector, NodeSelectorRequirement } from '../api/meta.js';
import { selectorOf } from '../api/plain-allocation.js';
import { AllocationError } from '../errors.js';
import type { PoolDevice } from '../pools/pool.js';
import type { NodeSelectorJson, NodeSelectorRequirementJson } from './allocation-result.js';

/**
 * The node selector for the picked devices of a claim; undefined: usable everywhere.
 * Throws `unsupported-node-selector` for a selector of several terms.
 */
export function nodeSelectorFor(
  picked: readonly { readonly device: PoolDevice }[],
  nodeName: string,
  claimName: string,
): NodeSelectorJson | undefined {
  const matchFields: NodeSelectorRequirement[] = [];
  const matchExpressions: NodeSelectorRequirement[] = [];
  for (const { device: target } of picked) {
    const choice = choiceOf(target);
    // One local device ties the whole claim to the node.
    if (choice.nodeName !== undefined || target.device.bindsToNode) return selectorOf(nodeName);
    const terms = choice.nodeSelector?.nodeSelectorTerms ?? [];
    if (terms.length > 1) {
      const text = `create NodeSelector for claim ${claimName}: unsupported ResourceSlice.NodeSelector with ${terms.length} terms`;
      throw new AllocationError('unsupported-node-selector', text, { claim: claimName });
    }
    for (const term of terms) {
      addNew(matchFields, term.matchFields);
      addNew(matchExpressions, term.matchExpressions);
    }
  }
  if (matchFields.length === 0 && matchExpressions.length === 0) return undefined;
  return {
    nodeSelectorTerms: [
      {
        ...(matchExpressions.length === 0 ? {} : { matchExpressions: matchExpressions.map(toJson) }),
        ...(matchFields.length === 0 ? {} : { matchFields: matchFields.map(toJson) }),
      },
    ],
  };
}

/** What says on which nodes a device can be used. */
function choiceOf({ device, slice }: PoolDevice): { readonly nodeName?: string; readonly nodeSelector?: NodeSelector } {
  return slice.spec.perDeviceNodeSelection === true ? device : slice.spec;
}

/** Adds requirements that are not there yet. The order of values does not distinguish them. */
function addNew(to: NodeSelectorRequirement[], from: readonly NodeSelectorRequirement[]): void {
  for (const requirement of from) {
    if (!to.some((known) => isSame(known, requirement))) to.push(requirement);
  }
}

function isSame(left: NodeSelectorRequirement, right: NodeSelectorRequirement): boolean {
  if (left.key !== right.key || left.operator !== right.operator) return false;
  const values = new Set(left.values);
  return right.values.every((value) => values.has(value)) && values.size === new Set(right.values).size;
}

function toJson({ key, operator, values }: NodeSelectorRequirement): NodeSelectorRequirementJson {
  return values.length === 0 ? { key, operator } : { key, operator, values: [...values] };
}
