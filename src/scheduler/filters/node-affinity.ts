// NodeAffinity: node selector and required node affinity of a pod. Source: plugin nodeaffinity of Kubernetes 1.37.1 and
// scheduling/corev1/nodeaffinity of k8s.io/component-helpers v0.37.2.

import type { NodeSelector, NodeSelectorTerm } from '../../core/api/meta.js';
import type { Node } from '../../core/api/node.js';
import { type NodePredicate, parsingNodeSelectorTerm } from '../../core/api/node-selector.js';
import type { Pod } from '../../core/api/pod.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import { inIncrements } from '../../core/base/incremental.js';
import { type NodeFilter, PASSED } from './filter.js';

const NO_MATCH = [{ code: 'node-affinity', message: "node(s) didn't match Pod's node affinity/selector" }] as const;
const CONFLICT = { code: 'node-affinity', message: 'pod affinity terms conflict' } as const;

/** Labels that `spec.nodeSelector` wants, and the terms of required node affinity, of which any may match. */
export const nodeAffinity: NodeFilter = {
  plugin: 'NodeAffinity',
  changesWith: 'node',
  prepare({ spec }, _context, checkpoint) {
    const required = spec.affinity?.nodeAffinity?.required;
    if (required === undefined && spec.nodeSelector.size === 0) return undefined;
    const nodeNames = required === undefined ? undefined : namedNodes(required.nodeSelectorTerms, checkpoint);
    if (nodeNames?.size === 0) return { refusal: CONFLICT };
    const labels = checkpoint.keep(() => [...spec.nodeSelector]);
    const matches = required === undefined ? undefined : parseTerms(required, checkpoint);
    return {
      ...(nodeNames === undefined ? {} : { nodeNames }),
      test({ node }, own) {
        const isMatch = hasLabels(node, labels, own) && (matches === undefined || matches(node, own));
        return isMatch ? PASSED : NO_MATCH;
      },
    };
  },
};

/** Tells whether a pod may go to some nodes only, whatever they have. */
export function choosesNodes({ spec }: Pod): boolean {
  return spec.nodeName !== '' || spec.nodeSelector.size > 0 || spec.affinity?.nodeAffinity?.required !== undefined;
}

function hasLabels({ metadata }: Node, labels: readonly (readonly [string, string])[], checkpoint: Checkpoint): boolean {
  return labels.length === 0 || checkpoint.every(labels, ([key, value]) => metadata.labels.get(key) === value);
}

/** A term with an error matches no node, and the others count all the same. */
function parseTerms({ nodeSelectorTerms }: NodeSelector, checkpoint: Checkpoint): NodePredicate {
  const parsed = checkpoint.map(nodeSelectorTerms, (term) => inIncrements(checkpoint, () => parsingNodeSelectorTerm(term, checkpoint)));
  const terms = checkpoint.keep(() => parsed.filter((matches) => matches !== undefined));
  const [only] = terms.length === 1 ? terms : [];
  return only ?? ((node, own) => own.some(terms, (matches) => matches(node, own)));
}

/** The nodes that the terms name; undefined where a term names none, so that any node may match. */
function namedNodes(terms: readonly NodeSelectorTerm[], checkpoint: Checkpoint): ReadonlySet<string> | undefined {
  if (terms.length === 0) return undefined;
  const names = checkpoint.keep(() => new Set<string>());
  const namesAll = checkpoint.every(terms, (term) => {
    const named = namedByTerm(term, checkpoint);
    if (named === undefined) return false;
    checkpoint.forEachOf(named, (name) => {
      names.add(name);
    });
    return true;
  });
  return namesAll ? names : undefined;
}

/** The nodes that all requirements on the name agree about; undefined: there is no such requirement. */
function namedByTerm({ matchFields }: NodeSelectorTerm, checkpoint: Checkpoint): ReadonlySet<string> | undefined {
  const lists = checkpoint.filter(matchFields, ({ key, operator }) => key === 'metadata.name' && operator === 'In');
  const [first, ...others] = lists;
  if (first === undefined) return undefined;
  const sets = checkpoint.map(others, ({ values }) => new Set(values));
  const agreed = checkpoint.filter(first.values, (name) => checkpoint.every(sets, (set) => set.has(name)));
  return checkpoint.keep(() => new Set(agreed));
}
