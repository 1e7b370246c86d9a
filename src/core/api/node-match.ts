// The availability of slices, and of devices with perDeviceNodeSelection, on a node. Source: docs/spec/allocation.md 2.

import type { Checkpoint } from '../base/checkpoint.js';
import { AllocationError } from '../base/errors.js';
import { limitedList } from '../base/field-error.js';
import { finished, type Incremental, inOneGo } from '../base/incremental.js';
import type { NodeSelector, NodeSelectorRequirement, NodeSelectorTerm } from './meta.js';
import type { Node } from './node.js';
import { type NodePredicate, NodeSelectorError, parsingNodeSelector } from './node-selector.js';
import type { ResourceSlice } from './resource-slice.js';

/** The fields of a slice or a device that select nodes. */
export interface NodeChoice {
  readonly nodeName?: string;
  readonly allNodes?: boolean;
  readonly nodeSelector?: NodeSelector;
}

// Decoded selectors are immutable, and every node and every claim needs them, so their compiled forms are cached.
const parsed = new WeakMap<NodeSelector, NodePredicate>();

/** The errors of selectors that do not parse. */
const faults = new WeakMap<NodeSelector, string>();

/**
 * Returns whether a choice of nodes includes a node. Throws `node-selection-failed` with `prefix` and the reference's message
 * if a selector does not parse.
 */
export function choiceIncludes(choice: NodeChoice, node: Node, prefix: string, checkpoint: Checkpoint): boolean {
  return answerWithoutParsing(choice, node, checkpoint) ?? inOneGo(includesNode(choice, node, prefix, checkpoint));
}

/** Decides as `choiceIncludes` does, in increments. */
export function includesNode(choice: NodeChoice, node: Node, prefix: string, checkpoint: Checkpoint): Incremental<boolean> {
  const selector = choice.nodeSelector as NodeSelector;
  const answer = answerWithoutParsing(choice, node, checkpoint) ?? answerByName(selector, node);
  return answer === undefined ? parsingFor(node, selector, prefix, checkpoint) : finished(answer);
}

function* parsingFor(node: Node, selector: NodeSelector, prefix: string, checkpoint: Checkpoint): Incremental<boolean> {
  const matches = yield* parsing(selector, prefix, checkpoint);
  return matches(node, checkpoint);
}

/** Decides for a selector of one node by its name, which allocations of local devices have; undefined for other selectors. */
function answerByName(selector: NodeSelector, { metadata: { name } }: Node): boolean | undefined {
  const [term] = selector.nodeSelectorTerms;
  if (faults.has(selector) || selector.nodeSelectorTerms.length > 1 || term === undefined || term.matchExpressions.length > 0)
    return undefined;
  const [field] = term.matchFields;
  if (term.matchFields.length > 1 || field?.key !== 'metadata.name' || field.operator !== 'In' || field.values.length !== 1)
    return undefined;
  // Requirements on fields do not apply to a node without a name.
  return name === '' || name === field.values[0];
}

/** Decides as `choiceIncludes` does; undefined if a selector must be parsed first. */
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

/** Prints a selector like the generated Go code. */
function printSelector(selector: NodeSelector): string {
  const printTerm = (term: NodeSelectorTerm): string =>
    `NodeSelectorTerm{MatchExpressions:[]NodeSelectorRequirement{${printRequirements(term.matchExpressions)}},` +
    `MatchFields:[]NodeSelectorRequirement{${printRequirements(term.matchFields)}},},`;
  return `&NodeSelector{NodeSelectorTerms:[]NodeSelectorTerm{${limitedList(selector.nodeSelectorTerms, printTerm, '')}},}`;
}

function printRequirements(requirements: readonly NodeSelectorRequirement[]): string {
  const print = ({ key, operator, values }: NodeSelectorRequirement): string =>
    `NodeSelectorRequirement{Key:${key},Operator:${operator},Values:[${limitedList(values, (value) => value, ' ')}],},`;
  return limitedList(requirements, print, '');
}

/** The feature that a node must declare to run devices that skip node operations. */
const OPTIONAL_NODE_OPERATIONS = 'DRAOptionalNodeOperations';

/** Returns whether a node can run devices that skip node operations. */
export function canSkipOperations({ status }: Node): boolean {
  return status.declaredFeatures.includes(OPTIONAL_NODE_OPERATIONS);
}

/** Returns whether a node that can access a slice may be unable to use some of its devices. */
export function mayExclude({ spec }: ResourceSlice, node: Node): boolean {
  return spec.perDeviceNodeSelection === true || (spec.skipNodeOperations.length > 0 && !canSkipOperations(node));
}
