// The nodes that can access a volume. Source: CheckNodeAffinity of k8s.io/component-helpers v0.37.1, storage/volume, and
// tryTranslatePVToCSI of plugin volumebinding of Kubernetes 1.37.1.

import type { CsiNode } from '../../core/api/csi-node.js';
import type { NodeSelector, NodeSelectorRequirement } from '../../core/api/meta.js';
import type { Node } from '../../core/api/node.js';
import { type NodePredicate, parsingNodeSelectorTerm } from '../../core/api/node-selector.js';
import type { PersistentVolume } from '../../core/api/persistent-volume.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import type { Incremental } from '../../core/base/incremental.js';
import { shorten, some } from '../../core/base/words.js';
import { isMigratedOn, migratedNodes } from './csi-migration.js';
import { type LabelValues, MOST_VALUES } from './node-index.js';

/** The terms of a selector; one must match. A term with an error matches no node. */
type Terms = readonly NodePredicate[];

// Decoded selectors are immutable, so the result is cached for all nodes and pods.
const parsedTerms = new WeakMap<NodeSelector, Terms>();
const migratedSelectors = new WeakMap<PersistentVolume, { readonly selector: NodeSelector | undefined }>();

/** Returns whether a node can access a volume. `csiNode`: the drivers of the node, one of which may serve the volume. */
export function* reaching(
  volume: PersistentVolume,
  node: Node,
  csiNode: CsiNode | undefined,
  checkpoint: Checkpoint,
): Incremental<boolean> {
  const isMigrated = isMigratedOn(volume, csiNode);
  const selector = isMigrated ? migratedSelector(volume) : volume.spec.nodeAffinity?.required;
  if (selector === undefined) return true;
  const terms = parsedTerms.get(selector) ?? (yield* parsingTerms(selector, checkpoint));
  for (let index = 0; index < terms.length; index++) {
    if ((terms[index] as NodePredicate)(node, checkpoint)) return true;
    if (checkpoint.due()) yield;
  }
  return false;
}

function migratedSelector(volume: PersistentVolume): NodeSelector | undefined {
  const known = migratedSelectors.get(volume) ?? { selector: migratedNodes(volume) };
  migratedSelectors.set(volume, known);
  return known.selector;
}

function* parsingTerms(selector: NodeSelector, checkpoint: Checkpoint): Incremental<Terms> {
  const terms: NodePredicate[] = [];
  for (const term of selector.nodeSelectorTerms) {
    const matches = yield* parsingNodeSelectorTerm(term, checkpoint);
    if (matches !== undefined) terms.push(term.matchFields.length === 0 ? matches : onNameless(matches));
    if (checkpoint.due()) yield;
  }
  parsedTerms.set(selector, terms);
  return terms;
}

/** The scheduler compares only the labels of the node, so requirements on its name do not apply. */
function onNameless(matches: NodePredicate): NodePredicate {
  return (node, checkpoint) => matches({ ...node, metadata: { ...node.metadata, name: '' } }, checkpoint);
}

/** Returns a label that a node needs in order to access a volume; undefined if there is no such label. */
export function labelOfReaching({ spec }: PersistentVolume): LabelValues | undefined {
  const terms = spec.nodeAffinity?.required?.nodeSelectorTerms ?? [];
  if (terms.length !== 1) return undefined;
  return terms[0]?.matchExpressions.find(({ operator, values }) => operator === 'In' && values.length <= MOST_VALUES);
}

/** Returns the nodes that can access a volume, in words such as `kubernetes.io/hostname In a, b`. */
export function reachableWords({ spec }: PersistentVolume): string {
  const terms = spec.nodeAffinity?.required?.nodeSelectorTerms ?? [];
  const words = terms
    .slice(0, MOST_WORDS)
    .map(({ matchExpressions }) => matchExpressions.slice(0, MOST_WORDS).map(requirementWords).join(' and '));
  return shorten(words.join(' or '), MOST_SHOWN);
}

function requirementWords({ key, operator, values }: NodeSelectorRequirement): string {
  return values.length === 0 ? `${key} ${operator}` : `${key} ${operator} ${some(values, MOST_VALUES)}`;
}

/** The most terms, and the most requirements of each term, that are printed. */
const MOST_WORDS = 4;

const MOST_SHOWN = 160;
