// Edits of the pod's required affinity to other pods, and of the pods and nodes that nearly satisfy it.

import type { PodAffinityTerm } from '../../../core/api/affinity.js';
import { type LabelPredicate, parsingRequirement, SELECTOR_OPERATORS } from '../../../core/api/label-selector.js';
import type { NodeSelectorRequirement } from '../../../core/api/meta.js';
import { objectName } from '../../../core/api/meta.js';
import type { Pod } from '../../../core/api/pod.js';
import type { Incremental } from '../../../core/base/incremental.js';
import type { PathStep } from '../../../core/base/json.js';
import { append } from '../../../core/base/lists.js';
import { nearestName } from '../../../core/base/nearest-name.js';
import { type AffinityTerm, affinityTerms, selectsPod } from '../../../scheduler/filters/affinity-terms.js';
import type { NodeInfo, PodInfo } from '../../../scheduler/filters/node-info.js';
import type { Change } from '../change.js';
import type { Edit, EditKind } from '../edit.js';
import { MOST } from './bounds.js';
import { labelling, nearKey, requirementText } from './node-selectors.js';
import { findingPods, type PodElsewhere, storedPod } from './other-pods.js';
import type { PodSubject } from './pod-subject.js';
import { domainEdit, largerDomains, preferenceEdit, shownKey, type TermPlace, termPath, wordsOf } from './pod-terms.js';
import { nearTopologyKey } from './topology-keys.js';

/** Returns the edits after which the node satisfies the pod's affinity to other pods. */
export function* podAffinityEdits(subject: PodSubject): Incremental<readonly Edit[]> {
  const { pod, filled, info, checkpoint } = subject;
  const written = pod.spec.affinity?.podAffinity?.required ?? [];
  const terms = (yield* affinityTerms(filled, checkpoint))?.affinity ?? [];
  const edits: Edit[] = [];
  for (let place = 0; place < Math.min(terms.length, written.length, MOST.terms); place++) {
    const term = written[place] as PodAffinityTerm;
    const compiled = terms[place] as AffinityTerm;
    const at: TermPlace = { group: 'podAffinity', place, term, pods: [pod] };
    append(
      edits,
      info.node.metadata.labels.has(term.topologyKey) ? yield* domainEdits(subject, at, compiled) : yield* keyEdits(subject, at, compiled),
    );
    edits.push(preferenceEdit(at));
  }
  return edits;
}

/** Returns the edits of a term for a node that lacks the label of its domains. */
function* keyEdits(subject: PodSubject, at: TermPlace, compiled: AffinityTerm): Incremental<readonly Edit[]> {
  const { info, on, target } = subject;
  const { topologyKey } = at.term;
  const near = yield* nearTopologyKey(topologyKey, subject);
  if (near !== undefined) {
    const path = [...termPath('podAffinity', at.place), 'topologyKey'];
    const text = `write ${near} instead of ${shownKey(topologyKey)} as topologyKey in the ${wordsOf(at)}`;
    return [edit('name', text, [{ target, operation: { op: 'replace', path, value: near, json: near } }])];
  }
  const { namespaces } = on.cluster;
  const [match] = yield* findingPods(
    subject,
    {
      holdsNode: ({ node }) => node.metadata.labels.has(topologyKey),
      holds: ({ pod }) => selectsPod(compiled, pod, namespaces),
      work: compiled.work,
    },
    1,
  );
  const value = match?.node.node.metadata.labels.get(topologyKey);
  return value === undefined ? [] : labelling(info.node, topologyKey, value);
}

/** Returns the edits of a term that no pod in the domain of the node satisfies. */
function* domainEdits(subject: PodSubject, at: TermPlace, compiled: AffinityTerm): Incremental<readonly Edit[]> {
  const { info, on } = subject;
  const { topologyKey } = at.term;
  const { namespaces } = on.cluster;
  const value = info.node.metadata.labels.get(topologyKey) as string;
  const selects = ({ pod }: PodInfo): boolean => selectsPod(compiled, pod, namespaces);
  const isHere = ({ node }: NodeInfo): boolean => node.metadata.labels.get(topologyKey) === value;
  const isUnlabelled = ({ node }: NodeInfo): boolean => !node.metadata.labels.has(topologyKey);
  const { work } = compiled;
  if ((yield* findingPods(subject, { holdsNode: isHere, holds: selects, work }, 1)).length > 0) return [];
  const [unlabelled] = yield* findingPods(subject, { holdsNode: isUnlabelled, holds: selects, work }, 1);
  const inOtherNamespace = ({ pod }: PodInfo): boolean => compiled.selector(pod.metadata.labels);
  const elsewhere = yield* findingPods(subject, { holdsNode: isHere, holds: inOtherNamespace, work }, MOST.nearPods);
  const spaces = new Map(elsewhere.map(({ info: { pod } }) => [pod.metadata.namespace, pod]));
  const edits: Edit[] = Array.from(spaces.values(), (match) => namespaceEdit(subject, at, match));
  const count = requirementsOf(at).length;
  append(
    edits,
    (yield* nearMisses(subject, at, compiled, isHere)).flatMap((near) => editsFor(subject, at, near, count)),
  );
  append(
    edits,
    largerDomains(topologyKey, info.node).map((key, loss) => domainEdit(at, key, loss)),
  );
  return unlabelled === undefined ? edits : [...edits, ...labelling(unlabelled.node.node, topologyKey, value)];
}

/** Returns the edit that lets pods of one more namespace satisfy a term. */
function namespaceEdit({ target }: PodSubject, at: TermPlace, { metadata: { namespace, name } }: Pod): Edit {
  const path = [...termPath('podAffinity', at.place), 'namespaces'];
  const text = `add namespace ${namespace}, where pod ${name} matches, to the namespaces of the ${wordsOf(at)}`;
  return edit('namespace', text, [{ target, operation: { op: 'append', path, value: namespace, json: namespace } }]);
}

/** A requirement of the selector of a term. */
interface RequirementPlace {
  readonly requirement: NodeSelectorRequirement;
  readonly path: readonly PathStep[];
  readonly isLabel: boolean;
}

/** A pod, and the only requirement of a term that it fails. */
interface NearMiss {
  readonly pod: PodElsewhere;
  readonly failed: RequirementPlace;
}

/** Returns pods that fail exactly one requirement of a term. */
function* nearMisses(
  subject: PodSubject,
  at: TermPlace,
  compiled: AffinityTerm,
  holdsNode: (info: NodeInfo) => boolean,
): Incremental<readonly NearMiss[]> {
  const { checkpoint, on } = subject;
  const places = requirementsOf(at);
  const tests: LabelPredicate[] = [];
  for (const { requirement } of places) tests.push((yield* parsingRequirement(requirement, SELECTOR_OPERATORS, '', checkpoint)).matches);
  const reaching = { ...compiled, selector: () => true };
  let left = MOST.podsOfDomain;
  const failedBy = ({ pod }: PodInfo): readonly RequirementPlace[] =>
    places.filter((_, index) => tests[index]?.(pod.metadata.labels) !== true);
  const holds = (pod: PodInfo): boolean => left-- > 0 && selectsPod(reaching, pod.pod, on.cluster.namespaces) && failedBy(pod).length === 1;
  const near = yield* findingPods(subject, { holdsNode, holds, work: compiled.work }, MOST.nearPods);
  return near.map((pod) => ({ pod, failed: failedBy(pod.info)[0] as RequirementPlace }));
}

/** Returns nodes with pods that nearly satisfy the pod's affinity: edits of the affinity may help there. */
export function* nodesNearMatch(subject: PodSubject): Incremental<readonly string[]> {
  const { pod, filled, checkpoint } = subject;
  const written = pod.spec.affinity?.podAffinity?.required ?? [];
  const terms = (yield* affinityTerms(filled, checkpoint))?.affinity ?? [];
  const nodes: string[] = [];
  for (let place = 0; place < Math.min(terms.length, written.length, MOST.terms); place++) {
    const compiled = terms[place] as AffinityTerm;
    const at: TermPlace = { group: 'podAffinity', place, term: written[place] as PodAffinityTerm, pods: [pod] };
    const holdsNode = (): boolean => true;
    const inAnyNamespace = (each: PodInfo): boolean => compiled.selector(each.pod.metadata.labels);
    const [elsewhere] = yield* findingPods(subject, { holdsNode, holds: inAnyNamespace, work: compiled.work }, 1);
    const [near] = yield* nearMisses(subject, at, compiled, holdsNode);
    for (const found of [elsewhere, near?.pod]) if (found !== undefined) nodes.push(found.node.node.metadata.name);
  }
  return [...new Set(nodes)].slice(0, MOST.named);
}

function requirementsOf({ place, term: { labelSelector } }: TermPlace): readonly RequirementPlace[] {
  const path = [...termPath('podAffinity', place), 'labelSelector'];
  const ofLabels = Array.from(labelSelector?.matchLabels ?? [], ([key, value]) => ({
    requirement: { key, operator: 'In', values: [value] },
    path: [...path, 'matchLabels', key],
    isLabel: true,
  }));
  const others = (labelSelector?.matchExpressions ?? []).map((requirement, index) => ({
    requirement,
    path: [...path, 'matchExpressions', index],
    isLabel: false,
  }));
  return [...ofLabels, ...others].slice(0, MOST.requirements);
}

/** Returns the edits for a pod that fails one requirement: the requirement is corrected or removed, or the pod is labelled. */
function editsFor(
  subject: PodSubject,
  at: TermPlace,
  { pod: near, failed: { requirement, path, isLabel } }: NearMiss,
  count: number,
): readonly Edit[] {
  const { target } = subject;
  const { key, operator, values } = requirement;
  const { labels } = near.info.pod.metadata;
  const there = labels.get(key);
  const edits: Edit[] = [];
  const written = values.findIndex((value) => there !== undefined && nearestName(value, [there]) !== undefined);
  if (operator === 'In' && there !== undefined && written >= 0) {
    const text = `write ${there} instead of ${shownKey(values[written] as string)} for ${shownKey(key)} in the ${wordsOf(at)}`;
    const valuePath = isLabel ? path : [...path, 'values', written];
    edits.push(edit('value', text, [{ target, operation: { op: 'replace', path: valuePath, value: there, json: there } }]));
  }
  const [value = ''] = values;
  const renamed = operator === 'In' && there === undefined ? nearKey(key, value, labels) : undefined;
  if (renamed !== undefined) {
    const text = `write ${renamed} instead of ${shownKey(key)} in the ${wordsOf(at)}`;
    const other = { op: 'add', path: [...path.slice(0, -1), renamed], value, json: value } as const;
    const changes: readonly Change[] = isLabel
      ? [
          { target, operation: { op: 'remove', path } },
          { target, operation: other },
        ]
      : [{ target, operation: { op: 'replace', path: [...path, 'key'], value: renamed, json: renamed } }];
    edits.push(edit('name', text, changes));
  }
  // A selector without requirements selects every pod.
  if (count > 1) {
    const text = `remove \`${requirementText(requirement)}\` from the ${wordsOf(at)}`;
    edits.push({ ...edit('condition', text, [{ target, operation: { op: 'remove', path } }]), givesUp: true });
  }
  return operator === 'In' ? [...edits, ...podLabelling(subject, near, key, value)] : edits;
}

/** Returns the edit that labels another pod. */
function podLabelling(subject: PodSubject, near: PodElsewhere, key: string, value: string): readonly Edit[] {
  const object = storedPod(subject, near);
  // Services and controllers may select the pod by a label that it has.
  if (object === undefined || object.metadata.labels.has(key)) return [];
  const { labels } = object.metadata;
  const text = `label pod ${objectName(object.metadata)} with ${shownKey(`${key}=${value}`)}`;
  const operation = { op: 'add', path: ['metadata', 'labels', key], value, json: value, isFirst: labels.size === 0 } as const;
  return [{ kind: 'label', by: 'admin', text, loss: 0, changes: [{ target: { kind: 'Pod', object }, operation }] }];
}

function edit(kind: EditKind, text: string, changes: readonly Change[]): Edit {
  return { kind, by: 'author', text, loss: 0, changes, relaxes: true };
}
