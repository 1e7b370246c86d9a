// Edits of node selectors and node labels: correct a name or a value, remove a requirement, or label the node.

import type { NodeSelectorRequirement, NodeSelectorTerm } from '../../../core/api/meta.js';
import type { Node } from '../../../core/api/node.js';
import { parseNodeSelectorTerm } from '../../../core/api/node-selector.js';
import type { Incremental } from '../../../core/base/incremental.js';
import type { PathStep } from '../../../core/base/json.js';
import { append, firstOf } from '../../../core/base/lists.js';
import { filtering, testingSome } from '../../../core/base/lists-in-increments.js';
import { nearestName } from '../../../core/base/nearest-name.js';
import { shorten, some } from '../../../core/base/words.js';
import type { Change } from '../change.js';
import type { Edit, EditKind } from '../edit.js';
import { MOST } from './bounds.js';
import type { PodSubject } from './pod-subject.js';

/** The label that identifies a node: no other node may have its value. */
export const HOSTNAME = 'kubernetes.io/hostname';

/** Labels of this domain describe the node itself. */
const OWN_DOMAIN = 'kubernetes.io/';

/** Returns the edits after which the node matches the pod's node selector and affinity. */
export function* nodeSelectorEdits(subject: PodSubject): Incremental<readonly Edit[]> {
  return [...(yield* selectorEdits(subject)), ...(yield* affinityEdits(subject))];
}

function* selectorEdits(subject: PodSubject): Incremental<readonly Edit[]> {
  const { pod, filled, info } = subject;
  const { labels } = info.node.metadata;
  const neededLabels = [...filled.spec.nodeSelector];
  const unmet = (yield* filtering(neededLabels, ([key, value]) => labels.get(key) !== value, subject.checkpoint)).slice(
    0,
    MOST.requirements,
  );
  const edits: Edit[] = [];
  for (const [key, value] of unmet) {
    // Other labels come from the runtime class of the pod.
    if (pod.spec.nodeSelector.get(key) === value) append(edits, yield* changesOfLabel(subject, key, value));
    append(edits, labelling(info.node, key, value));
  }
  return edits;
}

/** Returns the edits of one label in the node selector of the pod. */
function* changesOfLabel(subject: PodSubject, key: string, value: string): Incremental<readonly Edit[]> {
  const { pod, target, info } = subject;
  const { labels } = info.node.metadata;
  const there = labels.get(key);
  const path = ['spec', 'nodeSelector', key];
  const edit = (kind: EditKind, text: string, changes: readonly Change[]): Edit => ({
    kind,
    by: 'author',
    text,
    loss: 0,
    changes,
    relaxes: true,
  });
  const removal: Change = { target, operation: { op: 'remove', path } };
  const renamed = there === undefined && !(yield* isAnyLabelled(subject, key)) ? nearKey(key, value, labels) : undefined;
  const isNear = there !== undefined && nearestName(value, [there]) !== undefined && !(yield* isAnyLabelled(subject, key, value));
  return [
    ...(renamed === undefined || pod.spec.nodeSelector.has(renamed)
      ? []
      : [
          edit('name', `write ${renamed} instead of ${shorten(key, MOST.charactersOfName)} in the pod's node selector`, [
            removal,
            { target, operation: { op: 'add', path: ['spec', 'nodeSelector', renamed], value, json: value } },
          ]),
        ]),
    ...(isNear
      ? [
          edit('value', `write ${there} instead of ${shorten(value, MOST.charactersOfName)} for ${key} in the pod's node selector`, [
            { target, operation: { op: 'replace', path, value: there, json: there } },
          ]),
        ]
      : []),
    edit('placement', `remove ${shorten(labelText(key, value), MOST.charactersOfName)} from the pod's node selector`, [removal]),
  ];
}

/** Returns whether any node has a label. */
function* isAnyLabelled({ on, checkpoint }: PodSubject, key: string, value?: string): Incremental<boolean> {
  const nodes = [...on.nodes()];
  return yield* testingSome(
    nodes,
    ({ metadata: { labels } }) => (value === undefined ? labels.has(key) : labels.get(key) === value),
    checkpoint,
  );
}

/** Returns the similar name of a label with this value. */
export function nearKey(key: string, value: string, labels: ReadonlyMap<string, string>): string | undefined {
  return nearestName(
    key,
    firstOf(labels, MOST.labelsOfNode).flatMap(([other, nodeValue]) => (nodeValue === value ? [other] : [])),
  );
}

function* affinityEdits(subject: PodSubject): Incremental<readonly Edit[]> {
  const { pod, info, target, checkpoint } = subject;
  const required = pod.spec.affinity?.nodeAffinity?.required;
  if (required === undefined) return [];
  const path = ['spec', 'affinity', 'nodeAffinity', 'required'];
  const matches = (term: NodeSelectorTerm): boolean => parseNodeSelectorTerm(term, checkpoint)?.(info.node, checkpoint) === true;
  const terms = required.nodeSelectorTerms.slice(0, MOST.requirements);
  if (yield* testingSome(terms, matches, checkpoint)) return [];
  const removal: Edit = {
    kind: 'placement',
    by: 'author',
    text: "remove the pod's required node affinity",
    loss: 2,
    changes: [{ target, operation: { op: 'remove', path } }],
  };
  const ofTerms: Edit[] = [];
  for (const [place, term] of terms.entries()) append(ofTerms, yield* termEdits(subject, term, [...path, 'nodeSelectorTerms', place]));
  return [...ofTerms.slice(0, MOST.requirements), removal];
}

/** Returns the edits of the requirements of one term that the node does not meet. */
function* termEdits(subject: PodSubject, term: NodeSelectorTerm, path: readonly PathStep[]): Incremental<readonly Edit[]> {
  const { info, target, checkpoint } = subject;
  const { matchExpressions, matchFields } = term;
  const isOnly = matchExpressions.length + matchFields.length === 1;
  const edits: Edit[] = [];
  for (const list of ['matchExpressions', 'matchFields'] as const) {
    for (const [place, requirement] of term[list].slice(0, MOST.requirements).entries()) {
      const alone = { matchExpressions: [], matchFields: [], [list]: [requirement] };
      if (parseNodeSelectorTerm(alone, checkpoint)?.(info.node, checkpoint) === true) continue;
      const termPath = [...path, list, place];
      const removal: Edit = {
        kind: 'placement',
        by: 'author',
        text: `remove \`${requirementText(requirement)}\` from the pod's node affinity`,
        loss: 1,
        changes: [{ target, operation: { op: 'remove', path: termPath } }],
      };
      // A term without requirements matches no node.
      const rest = isOnly ? [] : [removal];
      const isField = list === 'matchFields';
      if (!isField) append(edits, yield* corrections(subject, requirement, termPath));
      append(edits, rest);
      if (!isField) append(edits, meeting(info.node, requirement));
    }
  }
  return edits;
}

/** Returns the edits that replace a value, or the name, of a requirement with a similar one of the node. */
function* corrections(
  subject: PodSubject,
  { key, operator, values }: NodeSelectorRequirement,
  path: readonly PathStep[],
): Incremental<Edit[]> {
  const { target, info } = subject;
  const { labels } = info.node.metadata;
  const there = labels.get(key);
  if (operator !== 'In') return [];
  const edit = (kind: EditKind, fieldPath: readonly PathStep[], from: string, to: string): Edit => ({
    kind,
    by: 'author',
    text: `write ${to} instead of ${shorten(from, MOST.charactersOfName)}${kind === 'value' ? ` for ${key}` : ''} in the pod's node affinity`,
    loss: 0,
    relaxes: true,
    changes: [{ target, operation: { op: 'replace', path: [...path, ...fieldPath], value: to, json: to } }],
  });
  if (there === undefined) {
    const renamed = (yield* isAnyLabelled(subject, key))
      ? undefined
      : values
          .slice(0, MOST.requirements)
          .map((value) => nearKey(key, value, labels))
          .find((name) => name !== undefined);
    return renamed === undefined ? [] : [edit('name', ['key'], key, renamed)];
  }
  for (const [place, value] of values.slice(0, MOST.requirements).entries()) {
    if (nearestName(value, [there]) !== undefined && !(yield* isAnyLabelled(subject, key, value)))
      return [edit('value', ['values', place], value, there)];
  }
  return [];
}

/** Returns the edits of node labels that meet a requirement. */
function meeting(node: Node, { key, operator, values }: NodeSelectorRequirement): readonly Edit[] {
  const [first = ''] = values;
  switch (operator) {
    case 'In':
      return values.length === 0 ? [] : labelling(node, key, first);
    case 'Exists':
      return labelling(node, key, '');
    case 'NotIn':
    case 'DoesNotExist':
      return unlabelling(node, key);
    default:
      return [];
  }
}

/** Returns the edit that labels a node; empty for the label that identifies it. */
export function labelling(node: Node, key: string, value: string): readonly Edit[] {
  if (key === HOSTNAME) return [];
  const change: Change = {
    target: { kind: 'Node', object: node },
    operation: { op: 'add', path: ['metadata', 'labels', key], value, json: value, isFirst: node.metadata.labels.size === 0 },
  };
  return [labelEdit(`label node ${node.metadata.name} with ${shorten(labelText(key, value), MOST.charactersOfName)}`, key, change)];
}

function unlabelling(node: Node, key: string): readonly Edit[] {
  if (key === HOSTNAME || !node.metadata.labels.has(key)) return [];
  const change: Change = {
    target: { kind: 'Node', object: node },
    operation: { op: 'remove', path: ['metadata', 'labels', key] },
  };
  return [labelEdit(`remove the label ${shorten(key, MOST.charactersOfName)} from node ${node.metadata.name}`, key, change)];
}

function labelEdit(text: string, key: string, change: Change): Edit {
  return { kind: 'label', by: 'admin', text, loss: key.includes(OWN_DOMAIN) ? 1 : 0, changes: [change] };
}

function labelText(key: string, value: string): string {
  return `${key}=${value}`;
}

/** Returns a requirement in words: `zone In a, b`. */
export function requirementText({ key, operator, values }: NodeSelectorRequirement): string {
  return shorten(values.length === 0 ? `${key} ${operator}` : `${key} ${operator} ${some(values, MOST.named)}`, MOST.charactersOfName);
}
