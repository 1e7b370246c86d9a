// A slice, or a device of a slice with perDeviceNodeSelection, matches a node or not, and is of use to it or not. Source: docs/spec/allocation.md 2.

import type { Checkpoint } from '../base/checkpoint.js';
import { AllocationError } from '../base/errors.js';
import { told } from '../base/field-error.js';
import { type Incremental, inOneGo } from '../base/incremental.js';
import type { NodeSelector, NodeSelectorRequirement, NodeSelectorTerm } from './meta.js';
import type { Node } from './node.js';
import { type NodePredicate, NodeSelectorError, parsingNodeSelector } from './node-selector.js';
import type { ResourceSlice } from './resource-slice.js';

/** The fields of a slice or a device that choose nodes. */
export interface NodeChoice {
  readonly nodeName?: string;
  readonly allNodes?: boolean;
  readonly nodeSelector?: NodeSelector;
}

// Selectors are immutable once decoded, and needed for every node and every claim.
const parsed = new WeakMap<NodeSelector, NodePredicate>();

/** The reasons why selectors do not parse. */
const faults = new WeakMap<NodeSelector, string>();

/**
 * Decides if a choice includes a node; nodeName goes before allNodes, and that before nodeSelector (docs/spec/reference-1.37.md 1.13).
 * Throws `node-selection-failed` with the reference's words after `prefix` when a selector does not parse.
 */
export function choiceIncludes(choice: NodeChoice, node: Node, prefix: string, checkpoint: Checkpoint): boolean {
  return answerWithoutParsing(choice, node, checkpoint) ?? inOneGo(includesNode(choice, node, prefix, checkpoint));
}

/** Does what `choiceIncludes` does, in increments. */
export function* includesNode(choice: NodeChoice, node: Node, prefix: string, checkpoint: Checkpoint): Incremental<boolean> {
  const answer = answerWithoutParsing(choice, node, checkpoint);
  if (answer !== undefined) return answer;
  const matches = yield* parsing(choice.nodeSelector as NodeSelector, prefix, checkpoint);
  return matches(node, checkpoint);
}

/** Does what `choiceIncludes` does; undefined: a selector has to be parsed first. */
export function answerWithoutParsing(choice: NodeChoice, node: Node, checkpoint: Checkpoint): boolean | undefined {
  const { nodeName = '', allNodes, nodeSelector } = choice;
  if (nodeName !== '') return nodeName === node.metadata.name;
  if (allNodes === true) return true;
  return nodeSelector === undefined ? false : parsed.get(nodeSelector)?.(node, checkpoint);
}

function* parsing(selector: NodeSelector, prefix: string, checkpoint: Checkpoint): Incremental<NodePredicate> {
  let fault = faults.get(selector);
  if (fault === undefined) {
    try {
      const matches = yield* parsingNodeSelector(selector, checkpoint);
      parsed.set(selector, matches);
      return matches;
    } catch (error) {
      if (!(error instanceof NodeSelectorError)) throw error;
      fault = `failed to parse node selector ${printSelector(selector)}: ${error.message}`;
      faults.set(selector, fault);
    }
  }
  throw new AllocationError('node-selection-failed', prefix + fault);
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

/** Returns whether a node can run devices that skip node operations. */
export function canSkipOperations({ status }: Node): boolean {
  return status.declaredFeatures.includes(OPTIONAL_NODE_OPERATIONS);
}

/** Returns whether devices of a slice that a node sees may be of no use to it although they are of use to others. */
export function mayExclude({ spec }: ResourceSlice, node: Node): boolean {
  return spec.perDeviceNodeSelection === true || (spec.skipNodeOperations.length > 0 && !canSkipOperations(node));
}
