// NodeAffinity: checks the node selector and required node affinity of a pod. Source: plugin nodeaffinity of Kubernetes 1.37.1 and
// scheduling/corev1/nodeaffinity of k8s.io/component-helpers v0.37.2.

import type { NodeSelector, NodeSelectorTerm } from '../../core/api/meta.js';
import type { Node } from '../../core/api/node.js';
import { type NodePredicate, parsingNodeSelector, parsingNodeSelectorTerm } from '../../core/api/node-selector.js';
import type { Pod, PodSpec } from '../../core/api/pod.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import type { Incremental } from '../../core/base/incremental.js';
import { filtering, testingEvery, testingSome } from '../../core/base/lists-in-increments.js';
import { type FilterInIncrements, PASSED } from './filter.js';

const NO_MATCH = [{ code: 'node-affinity', message: "node(s) didn't match Pod's node affinity/selector" }] as const;
const NOT_ADDED = [{ code: 'added-affinity', message: "node(s) didn't match scheduler-enforced node affinity" }] as const;
const CONFLICT = { code: 'node-affinity', message: 'pod affinity terms conflict' } as const;

/**
 * Checks the labels in `spec.nodeSelector`, and the required node affinity of the pod and of its profile. One term of each
 * affinity must match.
 */
export const nodeAffinity: FilterInIncrements = {
  plugin: 'NodeAffinity',
  changesWith: 'node',
  *preparing({ spec }, { profile: { addedAffinity } }, checkpoint) {
    const required = spec.affinity?.nodeAffinity?.required;
    const nodeNames = required === undefined ? undefined : yield* namedNodes(required.nodeSelectorTerms, checkpoint);
    if (nodeNames?.size === 0) return { refusal: CONFLICT };
    const nodes = yield* requiredNodes(spec, checkpoint);
    const added = addedAffinity?.required && (yield* parsingNodeSelector(addedAffinity.required, checkpoint));
    if (nodes === undefined && added === undefined) return undefined;
    return {
      ...(nodeNames === undefined ? {} : { nodeNames }),
      test({ node }, testCheckpoint) {
        if (added?.(node, testCheckpoint) === false) return NOT_ADDED;
        return nodes === undefined || nodes.matches(node, testCheckpoint) ? PASSED : NO_MATCH;
      },
      *testing({ node }, testCheckpoint) {
        if (added?.(node, testCheckpoint) === false) return NOT_ADDED;
        return nodes === undefined || (yield* nodes.matching(node, testCheckpoint)) ? PASSED : NO_MATCH;
      },
    };
  },
};

/** The nodes that match the node selector and the required node affinity of a pod. */
export interface RequiredNodes {
  readonly matches: NodePredicate;
  /** Tests in increments. */
  readonly matching: (node: Node, checkpoint: Checkpoint) => Incremental<boolean>;
}

/** Compiles the node selector and required node affinity of a pod. Undefined: every node matches. */
export function* requiredNodes({ nodeSelector, affinity }: PodSpec, checkpoint: Checkpoint): Incremental<RequiredNodes | undefined> {
  const required = affinity?.nodeAffinity?.required;
  if (required === undefined && nodeSelector.size === 0) return undefined;
  const labels = [...nodeSelector];
  const terms = required === undefined ? undefined : yield* parseTerms(required, checkpoint);
  return {
    matches(node, testCheckpoint) {
      testCheckpoint.step(labels.length + (terms?.length ?? 0));
      return labels.every((label) => hasLabel(node, label)) && (terms?.some((matches) => matches(node, testCheckpoint)) ?? true);
    },
    *matching(node, testCheckpoint) {
      if (!(yield* testingEvery(labels, (label) => hasLabel(node, label), testCheckpoint))) return false;
      return terms === undefined || (yield* testingSome(terms, (matches) => matches(node, testCheckpoint), testCheckpoint));
    },
  };
}

/** Returns whether a pod can run only on some nodes, whatever their resources are. */
export function choosesNodes({ spec }: Pod): boolean {
  return spec.nodeName !== '' || spec.nodeSelector.size > 0 || spec.affinity?.nodeAffinity?.required !== undefined;
}

function hasLabel({ metadata }: Node, [key, value]: readonly [string, string]): boolean {
  return metadata.labels.get(key) === value;
}

/** Returns the terms. At least one term must match. A term with an error matches no node, and the others still count. */
function* parseTerms({ nodeSelectorTerms }: NodeSelector, checkpoint: Checkpoint): Incremental<readonly NodePredicate[]> {
  const terms: NodePredicate[] = [];
  for (const term of nodeSelectorTerms) {
    const matches = yield* parsingNodeSelectorTerm(term, checkpoint);
    if (matches !== undefined) terms.push(matches);
    if (checkpoint.due()) yield;
  }
  return terms;
}

/** Returns the nodes that the terms name. Returns undefined if a term names no node, because any node may then match. */
function* namedNodes(terms: readonly NodeSelectorTerm[], checkpoint: Checkpoint): Incremental<ReadonlySet<string> | undefined> {
  if (terms.length === 0) return undefined;
  const names = new Set<string>();
  for (const { matchFields } of terms) {
    const named = matchFields.length === 0 ? undefined : yield* namedByFields(matchFields, checkpoint);
    if (named === undefined) return undefined;
    for (const name of named) {
      names.add(name);
      if (checkpoint.due()) yield;
    }
  }
  return names;
}

/** Returns the nodes that satisfy every requirement on the name; undefined if there is no such requirement. */
function* namedByFields(matchFields: NodeSelectorTerm['matchFields'], checkpoint: Checkpoint): Incremental<readonly string[] | undefined> {
  const lists = yield* filtering(matchFields, ({ key, operator }) => key === 'metadata.name' && operator === 'In', checkpoint);
  const [first, ...others] = lists;
  if (first === undefined) return undefined;
  let agreed = first.values;
  for (const { values } of others) {
    const set = new Set(values);
    agreed = yield* filtering(agreed, (name) => set.has(name), checkpoint);
  }
  return agreed;
}
