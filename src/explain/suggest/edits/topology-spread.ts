// Edits of topology spread constraints that exclude the node, and of its label.

import type { TopologySpreadConstraint } from '../../../core/api/topology-spread.js';
import type { Incremental } from '../../../core/base/incremental.js';
import type { Json } from '../../../core/base/json.js';
import type { Change } from '../change.js';
import type { Edit, EditKind } from '../edit.js';
import { MOST } from './bounds.js';
import { labelling } from './node-selectors.js';
import type { PodSubject } from './pod-subject.js';
import { shownKey } from './pod-terms.js';
import { nearTopologyKey } from './topology-keys.js';

/** The label that distinguishes the pods of one version of a Deployment. */
const HASH_LABEL = 'pod-template-hash';

/** A constraint of the pod, and its index. */
interface ConstraintPlace {
  readonly constraint: TopologySpreadConstraint;
  readonly place: number;
}

type Ladder = readonly Edit[];

/** Returns the ladders of edits after which no spread constraint excludes the node. */
export function* spreadEdits(subject: PodSubject): Incremental<readonly Ladder[]> {
  const ladders: Ladder[] = [];
  const { labels } = subject.info.node.metadata;
  for (const [place, constraint] of subject.pod.spec.topologySpreadConstraints.slice(0, MOST.terms).entries()) {
    if (constraint.whenUnsatisfiable !== 'DoNotSchedule') continue;
    const at = { constraint, place };
    const isLabelled = labels.has(constraint.topologyKey);
    const single = isLabelled ? policyEdits(subject, at) : yield* keyEdits(subject, at);
    for (const one of [...single, preference(subject, at)]) ladders.push([one]);
    if (!isLabelled) continue;
    ladders.push(yield* skewLadder(subject, at));
    ladders.push(minDomainsLadder(subject, at));
  }
  return ladders.filter(({ length }) => length > 0);
}

/** Returns the edits for a node that lacks the label of the domains. */
function* keyEdits(subject: PodSubject, at: ConstraintPlace): Incremental<readonly Edit[]> {
  const { info, on, checkpoint } = subject;
  const { topologyKey } = at.constraint;
  const near = yield* nearTopologyKey(topologyKey, subject);
  const text = `write ${near} instead of ${shownKey(topologyKey)} as topologyKey of the topology spread`;
  if (near !== undefined) return [{ ...edit('name', text, [change(subject, at, 'topologyKey', near)]), relaxes: true }];
  const values = new Set<string>();
  const { infos } = on.cluster;
  for (let place = 0; place < infos.length && values.size < MOST.domainsOfKey; place++) {
    const value = infos.at(place).node.metadata.labels.get(topologyKey);
    if (value !== undefined) values.add(value);
    if (checkpoint.due()) yield;
  }
  return [...values].flatMap((value) => labelling(info.node, topologyKey, value));
}

/** Returns the edits after which fewer nodes or pods count. */
function policyEdits(subject: PodSubject, at: ConstraintPlace): readonly Edit[] {
  const { nodeTaintsPolicy, nodeAffinityPolicy, matchLabelKeys, labelSelector } = at.constraint;
  const edits: Edit[] = [];
  const add = (text: string, changed: Change): void => void edits.push(edit('policy', `${text} in ${spreadText(at)}`, [changed]));
  if (nodeTaintsPolicy !== 'Honor')
    add('count only nodes whose taints the pod tolerates (nodeTaintsPolicy: Honor)', change(subject, at, 'nodeTaintsPolicy', 'Honor'));
  if (nodeAffinityPolicy === 'Ignore')
    add('count only nodes that match the pod (nodeAffinityPolicy: Honor)', change(subject, at, 'nodeAffinityPolicy', 'Honor'));
  const hasHash = subject.filled.metadata.labels.has(HASH_LABEL) && labelSelector !== undefined;
  if (hasHash && !matchLabelKeys.includes(HASH_LABEL)) {
    const path = ['spec', 'topologySpreadConstraints', at.place, 'matchLabelKeys'];
    const operation = { op: 'append', path, value: HASH_LABEL, json: HASH_LABEL } as const;
    add(`count only pods of the same version (matchLabelKeys: [${HASH_LABEL}])`, { target: subject.target, operation });
  }
  return edits;
}

/** Returns the edits that raise maxSkew, until the pods of the domain are allowed. */
function* skewLadder(subject: PodSubject, at: ConstraintPlace): Incremental<Ladder> {
  const { info, on, checkpoint } = subject;
  const { topologyKey, maxSkew } = at.constraint;
  const value = info.node.metadata.labels.get(topologyKey);
  const { infos } = on.cluster;
  let pods = 1;
  for (let place = 0; place < infos.length; place++) {
    const { node, podInfos } = infos.at(place);
    if (node.metadata.labels.get(topologyKey) === value) pods += podInfos.length;
    if (checkpoint.due()) yield;
  }
  return Array.from({ length: Math.min(MOST.skews, Math.max(0, pods - maxSkew)) }, (_, index) =>
    numberEdit(subject, at, { field: 'maxSkew', verb: 'raise', from: maxSkew, to: maxSkew + 1 + index }),
  );
}

/** Returns the edits that lower minDomains. */
function minDomainsLadder(subject: PodSubject, at: ConstraintPlace): Ladder {
  const { minDomains = 1 } = at.constraint;
  return Array.from({ length: Math.min(MOST.skews, minDomains - 1) }, (_, index) =>
    numberEdit(subject, at, { field: 'minDomains', verb: 'lower', from: minDomains, to: minDomains - 1 - index }),
  );
}

/** A change of a number in a constraint. */
interface NumberChange {
  readonly field: 'maxSkew' | 'minDomains';
  readonly verb: string;
  readonly from: number;
  readonly to: number;
}

function numberEdit(subject: PodSubject, at: ConstraintPlace, { field, verb, from, to }: NumberChange): Edit {
  const text = `${verb} ${field} from ${from} to ${to} in ${spreadText(at)}`;
  // A number of domains that do not exist is more likely to be the mistake.
  return { ...edit('skew', text, [change(subject, at, field, to)]), loss: field === 'maxSkew' ? 1 : 0 };
}

/** Returns the edit that turns a constraint into a preference. `minDomains` is only valid for requirements. */
function preference(subject: PodSubject, at: ConstraintPlace): Edit {
  const text = `make ${spreadText(at)} preferred instead of required (whenUnsatisfiable: ScheduleAnyway)`;
  const path = ['spec', 'topologySpreadConstraints', at.place, 'minDomains'];
  const without: readonly Change[] =
    at.constraint.minDomains === undefined ? [] : [{ target: subject.target, operation: { op: 'remove', path } }];
  return { ...edit('preference', text, [change(subject, at, 'whenUnsatisfiable', 'ScheduleAnyway'), ...without]), givesUp: true };
}

function change({ target }: PodSubject, { place }: ConstraintPlace, field: string, value: Json): Change {
  return { target, operation: { op: 'add', path: ['spec', 'topologySpreadConstraints', place, field], value, json: value } };
}

function edit(kind: EditKind, text: string, changes: readonly Change[]): Edit {
  return { kind, by: 'author', text, loss: 0, changes };
}

function spreadText({ constraint }: ConstraintPlace): string {
  return `the topology spread over ${shownKey(constraint.topologyKey)}`;
}
