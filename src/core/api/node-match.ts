// A slice, or a device of a slice with perDeviceNodeSelection, matches a node or not, and is of use to it or not. Source: docs/spec/allocation.md 2.

import type { Checkpoint } from '../base/checkpoint.js';
import { AllocationError } from '../base/errors.js';
import { told } from '../base/field-error.js';
import type { NodeSelector, NodeSelectorRequirement, NodeSelectorTerm } from './meta.js';
import type { Node } from './node.js';
import { type NodePredicate, NodeSelectorError, parseNodeSelector } from './node-selector.js';
import type { ResourceSlice } from './resource-slice.js';

/** The fields of a slice or a device that choose nodes. */
export interface NodeChoice {
  readonly nodeName?: string;
  readonly allNodes?: boolean;
  readonly nodeSelector?: NodeSelector;
}

// Selectors are immutable once decoded and get parsed for every node.
const parsed = new WeakMap<NodeSelector, NodePredicate>();

/**
 * Decides if a choice includes a node; nodeName goes before allNodes, and that before nodeSelector (docs/spec/reference-1.37.md 1.13).
 * Throws `node-selection-failed` with the reference's words after `prefix` when a selector does not parse.
 */
export function choiceIncludes(choice: NodeChoice, node: Node, prefix: string, checkpoint: Checkpoint): boolean {
  if (choice.nodeName !== undefined && choice.nodeName !== '') return choice.nodeName === node.metadata.name;
  if (choice.allNodes === true) return true;
  const selector = choice.nodeSelector;
  if (selector === undefined) return false;
  // Kept: by the next slice the selector may have been parsed for another call.
  const matches = checkpoint.keep(() => parsed.get(selector) ?? parse(selector, prefix, checkpoint));
  return matches(node, checkpoint);
}

function parse(selector: NodeSelector, prefix: string, checkpoint: Checkpoint): NodePredicate {
  try {
    const matches = parseNodeSelector(selector, checkpoint);
    parsed.set(selector, matches);
    return matches;
  } catch (error) {
    if (!(error instanceof NodeSelectorError)) throw error;
    throw new AllocationError(
      'node-selection-failed',
      `${prefix}failed to parse node selector ${printSelector(selector)}: ${error.message}`,
    );
  }
}

/** Prints a selector as the generated Go code does. */
function printSelector(selector: NodeSelector): string {
  const printTerm = (term: NodeSelectorTerm): string =>
    `NodeSelectorTerm{MatchExpressions:[]NodeSelectorRequirement{${printRequirements(term.matchExpressions)}},` +
    `MatchFields:[]NodeSelectorRequirement{${printRequirements(term.matchFields)}},},`;
  return `&NodeSelector{NodeSelectorTerms:[]NodeSelectorTerm{${told(selector.nodeSelectorTerms, printTerm, '')}},}`;
}

function printRequirements(requirements: readonly NodeSelectorRequirement[]): string {
  const print = ({ key, operator, values }: NodeSelectorRequirement): string =>
    `NodeSelectorRequirement{Key:${key},Operator:${operator},Values:[${told(values, (value) => value, ' ')}],},`;
  return told(requirements, print, '');
}

/** The feature that a node must declare before it can run devices that skip node operations. */
const OPTIONAL_NODE_OPERATIONS = 'DRAOptionalNodeOperations';

/** Tells whether a node can run devices that skip node operations. */
export function canSkipOperations({ status }: Node): boolean {
  return status.declaredFeatures.includes(OPTIONAL_NODE_OPERATIONS);
}

/** Tells whether devices of a slice that a node sees may be of no use to it although they are of use to others. */
export function mayExclude({ spec }: ResourceSlice, node: Node): boolean {
  return spec.perDeviceNodeSelection === true || (spec.skipNodeOperations.length > 0 && !canSkipOperations(node));
}
