// The demands of the API server on metadata that differ by kind: names, and which metadata it checks.
// Source: k8s.io/apimachinery pkg/api/validation/objectmeta.go and k8s.io/apiserver pkg/registry/rest/create.go v0.37.1.

import { labelProblems, subdomainProblems } from '../../core/base/name-rules.js';
import { versionsOf } from '../schema/schema.js';
import type { Field } from '../tree/field.js';

/** Gives the problems of a text. */
export type Problems = (text: string) => readonly string[];

/** Names of these are DNS labels; those of the others, DNS subdomains. */
const NAMED_BY_LABEL: ReadonlySet<string> = new Set(['Namespace', 'StatefulSet']);

/** The API server judges the names of these alone, and not what they are generated from: since 1.35. */
const NAMED_WITHOUT_PREFIX: ReadonlySet<string> = new Set(['DeviceClass', 'ReplicationController']);

/** The part of `generateName` that a name begins with, at most; random characters come after it. */
const MOST_OF_PREFIX = 58;
const RANDOM = 'aaaaa';

const OWNER_FIELDS = ['apiVersion', 'kind', 'name', 'uid', 'controller', 'blockOwnerDeletion'] as const;

/** Returns whether this is the metadata of the object itself, and not of a template in it. */
export function isOfObject(metadata: Field): boolean {
  return metadata.parent !== undefined && metadata.parent.parent === undefined;
}

/** The owners in metadata. One that stands there again in every field is left out, as the API server leaves it out before it validates. */
export function ownersOf(metadata: Field): readonly Field[] {
  const seen = new Set<string>();
  return metadata.child('ownerReferences').items.filter((owner) => {
    const key = JSON.stringify(OWNER_FIELDS.map((name) => owner.fields[name] ?? null));
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

/** Returns whether labels and annotations of this metadata are judged: of the object, of templates of claims and of pods. */
export function isJudged(metadata: Field, kind: string): boolean {
  return isOfObject(metadata) || metadata.parent?.step === 'template' || kind === 'ResourceClaimTemplate';
}

/** The kinds that have the labels of their template where they have none. */
const LABELLED_BY_TEMPLATE: ReadonlySet<string> = new Set(['Job', 'ReplicationController']);

/** The labels that metadata has once the API server has filled them in: its own, or those of the template. */
export function labelsOf(metadata: Field, kind: string): Field {
  const own = metadata.child('labels');
  const isFilled = own.size === 0 && LABELLED_BY_TEMPLATE.has(kind) && isOfObject(metadata);
  return isFilled ? (metadata.parent?.child('spec', 'template', 'metadata', 'labels') ?? own) : own;
}

/** Labels or annotations as paths name them: those of templates of pods stand in the template itself there. */
export function placeOf(metadata: Field, name: 'labels' | 'annotations'): Field {
  return metadata.parent?.step === 'template' ? metadata.parent.child(name) : metadata.child(name);
}

/** Returns whether objects of a kind are in namespaces. */
export function isNamespaced(kind: string, minor: number): boolean {
  return versionsOf(kind, minor)[0]?.isNamespaced === true;
}

/** The problems that names of a kind may have. */
export function nameProblemsOf(kind: string): Problems {
  return NAMED_BY_LABEL.has(kind) ? labelProblems : (text) => subdomainProblems(text, 'characters');
}

/** Returns whether `generateName` of a kind is judged for itself. */
export function isPrefixJudged(kind: string, minor: number): boolean {
  return minor < 35 || !NAMED_WITHOUT_PREFIX.has(kind);
}

/** A prefix as it is judged: a dash at its end is no problem. */
export function withoutTrailingDash(prefix: string): string {
  return prefix.length > 1 && prefix.endsWith('-') ? `${prefix.slice(0, -2)}a` : prefix;
}

/** A name as the API server makes it of `generateName`. */
export function generatedName(prefix: string): string {
  return prefix.slice(0, MOST_OF_PREFIX) + RANDOM;
}
