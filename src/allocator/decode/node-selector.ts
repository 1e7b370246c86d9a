// On which nodes the devices of a claim can be used. Source: docs/spec/allocation.md 8, docs/spec/reference-1.37.md 1.30.

import type { NodeSelector, NodeSelectorRequirement, NodeSelectorTerm } from '../../core/api/meta.js';
import { selectorOf } from '../../core/api/plain-allocation.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import { AllocationError } from '../../core/base/errors.js';
import { lengthPrefixed } from '../../core/base/key-text.js';
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
  checkpoint: Checkpoint,
): NodeSelectorJson | undefined {
  let found = NOTHING;
  for (const { device: target } of picked) {
    const choice = choiceOf(target);
    // One local device ties the whole claim to the node.
    if (choice.nodeName !== undefined || target.device.bindsToNode) return selectorOf(nodeName);
    const terms = choice.nodeSelector?.nodeSelectorTerms ?? NOTHING;
    if (terms.length > 1) {
      const text = `create NodeSelector for claim ${claimName}: unsupported ResourceSlice.NodeSelector with ${terms.length} terms`;
      throw new AllocationError('unsupported-node-selector', text, { claim: claimName });
    }
    if (terms.length > 0) found = [...found, ...terms];
  }
  return found.length === 0 ? undefined : together(found, checkpoint);
}

const NOTHING: readonly NodeSelectorTerm[] = [];

/** The node selector that demands all terms; undefined: they demand nothing. */
function together(found: readonly NodeSelectorTerm[], checkpoint: Checkpoint): NodeSelectorJson | undefined {
  const [fields, expressions] = checkpoint.keep(() => [new Requirements(), new Requirements()] as const);
  checkpoint.forEach(found, (term) => {
    fields.add(term.matchFields, checkpoint);
    expressions.add(term.matchExpressions, checkpoint);
  });
  const matchFields = checkpoint.map(fields.all, toJson);
  const matchExpressions = checkpoint.map(expressions.all, toJson);
  if (matchFields.length === 0 && matchExpressions.length === 0) return undefined;
  return {
    nodeSelectorTerms: [
      { ...(matchExpressions.length === 0 ? {} : { matchExpressions }), ...(matchFields.length === 0 ? {} : { matchFields }) },
    ],
  };
}

/** The fields that say on which nodes a device can be used. */
function choiceOf({ device, slice }: PoolDevice): { readonly nodeName?: string; readonly nodeSelector?: NodeSelector } {
  return slice.spec.perDeviceNodeSelection === true ? device : slice.spec;
}

/** Requirements without repetition. The order of values does not distinguish them. */
class Requirements {
  readonly all: NodeSelectorRequirement[] = [];
  readonly #known = new Set<string>();

  add(requirements: readonly NodeSelectorRequirement[], checkpoint: Checkpoint): void {
    checkpoint.forEach(requirements, (requirement) => {
      const text = textOf(requirement, checkpoint);
      if (this.#known.has(text)) return;
      this.#known.add(text);
      this.all.push(requirement);
    });
  }
}

function textOf({ key, operator, values }: NodeSelectorRequirement, checkpoint: Checkpoint): string {
  const start = lengthPrefixed(key) + lengthPrefixed(operator);
  if (values.length === 1) return start + lengthPrefixed(values[0] as string);
  const distinct = checkpoint.keep(() => new Set(values));
  return (
    start +
    checkpoint
      .sort(distinct, (left, right) => (left < right ? -1 : 1))
      .map(lengthPrefixed)
      .join('')
  );
}

function toJson({ key, operator, values }: NodeSelectorRequirement): NodeSelectorRequirementJson {
  return values.length === 0 ? { key, operator } : { key, operator, values: [...values] };
}
