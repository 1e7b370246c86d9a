// Terms of affinity between pods, as edits change them.

import type { PodAffinityTerm } from '../../../core/api/affinity.js';
import type { Node } from '../../../core/api/node.js';
import type { Pod } from '../../../core/api/pod.js';
import type { PathStep } from '../../../core/base/json.js';
import { shorten } from '../../../core/base/words.js';
import type { Change } from '../change.js';
import type { Edit } from '../edit.js';
import { jsonOf } from '../json-of.js';
import { MOST } from './bounds.js';
import { HOSTNAME } from './node-selectors.js';

export type TermGroup = 'podAffinity' | 'podAntiAffinity';

/** The labels of nodes that Kubernetes defines for domains, from the largest to the smallest. */
const DOMAINS: readonly string[] = ['topology.kubernetes.io/region', 'topology.kubernetes.io/zone', HOSTNAME];

/** The weight of a requirement that becomes a preference: the highest. */
const WEIGHT = 100;

/** Returns the path of a required term. */
export function termPath(group: TermGroup, place: number): readonly PathStep[] {
  return ['spec', 'affinity', group, 'required', place];
}

/** Returns the labels of a node for smaller domains than a key has, the largest first. */
export function smallerDomains(key: string, { metadata: { labels } }: Node): readonly string[] {
  const place = DOMAINS.indexOf(key);
  const smaller = place < 0 ? [HOSTNAME] : DOMAINS.slice(place + 1);
  return smaller.filter((each) => labels.has(each));
}

/** Returns the labels of a node for larger domains than a key has, the smallest first. */
export function largerDomains(key: string, { metadata: { labels } }: Node): readonly string[] {
  return DOMAINS.slice(0, Math.max(0, DOMAINS.indexOf(key)))
    .filter((each) => labels.has(each))
    .toReversed();
}

/** A required term of the pod, and of its replicas that edits change with it. */
export interface TermPlace {
  readonly group: TermGroup;
  readonly place: number;
  readonly term: PodAffinityTerm;
  /** The pod, then its replicas. Each has the term at the place. */
  readonly pods: readonly Pod[];
}

/** Returns the edit that compares the domains of another label. `loss`: orders several. */
export function domainEdit(at: TermPlace, to: string, loss: number): Edit {
  const path = [...termPath(at.group, at.place), 'topologyKey'];
  return {
    kind: 'domain',
    by: 'author',
    text: `use topologyKey ${to} instead of ${shownKey(at.term.topologyKey)} in the ${wordsOf(at)}`,
    loss,
    changes: at.pods.map((object) => ({ target: { kind: 'Pod', object }, operation: { op: 'replace', path, value: to, json: to } })),
  };
}

/** Returns the edit that turns a required term into a preferred one. */
export function preferenceEdit(at: TermPlace): Edit {
  return {
    kind: 'preference',
    by: 'author',
    text: `make the ${wordsOf(at)} over ${shownKey(at.term.topologyKey)} preferred instead of required`,
    loss: 0,
    givesUp: true,
    changes: at.pods.flatMap((pod) => preferring(pod, at.group, at.place)),
  };
}

/** Returns the changes that turn a required term of a pod into a preferred one. */
export function preferring(object: Pod, group: TermGroup, place: number): readonly Change[] {
  const target = { kind: 'Pod', object } as const;
  const value = { weight: WEIGHT, podAffinityTerm: object.spec.affinity?.[group]?.required[place] };
  const path = ['spec', 'affinity', group, 'preferred'];
  return [
    { target, operation: { op: 'remove', path: termPath(group, place) } },
    { target, operation: { op: 'append', path, value, json: jsonOf(value, false) } },
  ];
}

/** Names a term in texts: `pod anti-affinity`. */
export function wordsOf({ group, pods }: Pick<TermPlace, 'group' | 'pods'>): string {
  const name = group === 'podAffinity' ? 'pod affinity' : 'pod anti-affinity';
  return pods.length > 1 ? `${name} of the pod and its replicas` : name;
}

export function shownKey(key: string): string {
  return shorten(key, MOST.charactersOfName);
}
