// Describes the requirements on metadata that differ by kind: names, and which metadata the API server validates.
// Source: k8s.io/apimachinery pkg/api/validation/objectmeta.go and k8s.io/apiserver pkg/registry/rest/create.go v0.37.1.

import type { PathStep } from '../../core/base/json.js';
import { labelProblems, subdomainProblems } from '../../core/base/name-rules.js';
import { forbidden } from '../messages.js';
import type { RuleContext } from '../rule.js';
import { versionsOf } from '../schema/schema.js';
import type { Field } from '../tree/field.js';

/** Returns the problems of a text. */
export type Problems = (text: string) => readonly string[];

/** Names of these kinds are DNS labels. */
const NAMED_BY_LABEL: ReadonlySet<string> = new Set(['Namespace', 'StatefulSet']);

/** Names of these kinds can have every character that the path of a URL allows. All other names are DNS subdomains. */
const NAMED_BY_PATH: ReadonlySet<string> = new Set(['PodDisruptionBudget']);

/** Since 1.35, the API server validates only `name` of these kinds, not `generateName`. */
const NAMED_WITHOUT_PREFIX: ReadonlySet<string> = new Set(['DeviceClass', 'ReplicationController']);

/** The maximum length of the prefix that a name inherits from `generateName`. Random characters follow it. */
const MOST_OF_PREFIX = 58;
const RANDOM = 'aaaaa';

const OWNER_FIELDS = ['apiVersion', 'kind', 'name', 'uid', 'controller', 'blockOwnerDeletion'] as const;

/** Returns whether metadata belongs to the object itself, not to a template within it. */
export function isOfObject(metadata: Field): boolean {
  return metadata.parent !== undefined && metadata.parent.parent === undefined;
}

/** Returns the owners in metadata without exact duplicates, which the API server removes before it validates. */
export function ownersOf(metadata: Field): readonly Field[] {
  const seen = new Set<string>();
  return metadata.child('ownerReferences').items.filter((owner) => {
    const key = JSON.stringify(OWNER_FIELDS.map((name) => owner.fields[name] ?? null));
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

/** The fields with templates of pods, and of claims for ephemeral volumes. */
const TEMPLATES: readonly PathStep[] = ['template', 'volumeClaimTemplate'];

/** Returns whether labels and annotations of metadata are validated. They are validated in objects, and in templates of claims and pods. */
export function isJudged(metadata: Field, kind: string): boolean {
  return isOfObject(metadata) || TEMPLATES.includes(metadata.parent?.step ?? '') || kind === 'ResourceClaimTemplate';
}

/** The kinds that inherit the labels of their template if they have no labels. */
const LABELLED_BY_TEMPLATE: ReadonlySet<string> = new Set(['Job', 'ReplicationController']);

/** Returns the labels of metadata after defaulting by the API server: its labels, or the labels of the template. */
export function labelsOf(metadata: Field, kind: string): Field {
  const labels = metadata.child('labels');
  const isFilled = labels.size === 0 && LABELLED_BY_TEMPLATE.has(kind) && isOfObject(metadata);
  return isFilled ? (metadata.parent?.child('spec', 'template', 'metadata', 'labels') ?? labels) : labels;
}

/** Returns labels or annotations with the path that the API server reports, which omits `metadata` in pod templates. */
export function placeOf(metadata: Field, name: 'labels' | 'annotations'): Field {
  return metadata.parent?.step === 'template' ? metadata.parent.child(name) : metadata.child(name);
}

/** Returns whether a kind is namespaced. */
export function isNamespaced(kind: string, minor: number): boolean {
  return versionsOf(kind, minor)[0]?.isNamespaced === true;
}

/** Returns the function that finds problems in names of a kind. */
export function nameProblemsOf(kind: string): Problems {
  if (NAMED_BY_LABEL.has(kind)) return labelProblems;
  return NAMED_BY_PATH.has(kind) ? pathSegmentProblems : (text) => subdomainProblems(text, 'characters');
}

function pathSegmentProblems(text: string): readonly string[] {
  if (text === '.' || text === '..') return [`may not be '${text}'`];
  return ['/', '%'].filter((sign) => text.includes(sign)).map((sign) => `may not contain '${sign}'`);
}

/** Returns whether the API server validates `generateName` of a kind on its own. */
export function isPrefixJudged(kind: string, minor: number): boolean {
  return !NAMED_BY_PATH.has(kind) && (minor < 35 || !NAMED_WITHOUT_PREFIX.has(kind));
}

/** Returns a prefix in the form that is validated: a trailing dash is allowed. */
export function withoutTrailingDash(prefix: string): string {
  return prefix.length > 1 && prefix.endsWith('-') ? `${prefix.slice(0, -2)}a` : prefix;
}

/** Returns a name as the API server generates it from `generateName`. */
export function generatedName(prefix: string): string {
  return prefix.slice(0, MOST_OF_PREFIX) + RANDOM;
}

const ALLOWED_IN_TEMPLATES = ['labels', 'annotations'];

/** Empty lists count as set. */
function isZero({ value }: Field): boolean {
  return value === undefined || value === '' || value === 0n;
}

/** Reports metadata of a claim template other than labels and annotations. */
export function checkTemplateMetadata(metadata: Field, context: RuleContext): void {
  for (const name of Object.keys(metadata.fields)) {
    if (ALLOWED_IN_TEMPLATES.includes(name) || isZero(metadata.child(name))) continue;
    // The API server reports the Go field name in the path.
    context.report(metadata.child(name === 'uid' ? 'uID' : name), forbidden('cannot be set'));
  }
}
