// Whether a slice, or a device of a slice with perDeviceNodeSelection, is reachable from a node. Source: allocation.md section 2.

import type { NodeSelector, NodeSelectorRequirement } from '../api/meta.js';
import type { Node } from '../api/node.js';
import { AllocationError } from '../errors.js';
import { NodeSelectorError, parseNodeSelector } from './node-selector.js';

/** The fields of a slice or a device that choose nodes. */
export interface NodeChoice {
  readonly nodeName?: string;
  readonly allNodes?: boolean;
  readonly nodeSelector?: NodeSelector;
}

// Selectors are immutable once decoded and get parsed for every node.
const parsed = new WeakMap<NodeSelector, (node: Node) => boolean>();

/**
 * Whether a choice includes a node; nodeName goes before allNodes, and that before nodeSelector (reference-1.37 1.13).
 * Throws `node-selection-failed` with the reference's words after `prefix` when a selector does not parse.
 */
export function choiceIncludes(choice: NodeChoice, node: Node, prefix: string): boolean {
  if (choice.nodeName !== undefined && choice.nodeName !== '') return choice.nodeName === node.metadata.name;
  if (choice.allNodes === true) return true;
  const selector = choice.nodeSelector;
  if (selector === undefined) return false;
  let matches = parsed.get(selector);
  if (matches === undefined) {
    try {
      matches = parseNodeSelector(selector);
    } catch (error) {
      if (!(error instanceof NodeSelectorError)) throw error;
      throw new AllocationError(
        'node-selection-failed',
        `${prefix}failed to parse node selector ${printSelector(selector)}: ${error.message}`,
      );
    }
    parsed.set(selector, matches);
  }
  return matches(node);
}

/** Prints a selector as the generated Go code does. */
function printSelector(selector: NodeSelector): string {
  const terms = selector.nodeSelectorTerms.map(
    (term) =>
      `NodeSelectorTerm{MatchExpressions:[]NodeSelectorRequirement{${printRequirements(term.matchExpressions)}},` +
      `MatchFields:[]NodeSelectorRequirement{${printRequirements(term.matchFields)}},},`,
  );
  return `&NodeSelector{NodeSelectorTerms:[]NodeSelectorTerm{${terms.join('')}},}`;
}

function printRequirements(requirements: readonly NodeSelectorRequirement[]): string {
  return requirements
    .map(({ key, operator, values }) => `NodeSelectorRequirement{Key:${key},Operator:${operator},Values:[${values.join(' ')}],},`)
    .join('');
}
