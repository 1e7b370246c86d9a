// Makes claims from a ResourceClaimTemplate, as the resourceclaim controller does, and for the extended resources of a pod, as
// the scheduler does. Names are reproducible. Made claims are printed only if they have devices, so they are reserved from the
// start.

import { isJsonObject } from '../../core/api/decoder.js';
import type { ObjectMeta } from '../../core/api/meta.js';
import type { ConsumerReference, ResourceClaim, ResourceClaimTemplate } from '../../core/api/resource-claim.js';
import type { JsonObject } from '../../core/base/json.js';
import { type ClaimOwner, consumers, ownerReferences } from './claim-owner.js';

/** The controller leaves room for a hyphen and five random characters in a name of 63. */
const MAX_GENERATE_NAME = 57;

/** The API server leaves room for the five characters that it adds to `generateName`. */
const MAX_GENERATED_BASE = 58;

/**
 * Returns the `generateName` of a claim that the controller makes. Long names of owner and claim are cut in proportion to their
 * lengths.
 */
export function claimGenerateName(ownerName: string, podClaimName: string): string {
  const generateName = `${ownerName}-${podClaimName}-`;
  const { length } = generateName;
  if (length <= MAX_GENERATE_NAME) return generateName;
  const cut = (name: string): string => name.slice(0, Math.floor((name.length * MAX_GENERATE_NAME) / length));
  return `${cut(ownerName)}-${cut(podClaimName)}`;
}

/** Returns the name of a claim made here, unless it is taken. */
export function claimBaseName(ownerName: string, podClaimName: string): string {
  return claimGenerateName(ownerName, podClaimName).replace(/-$/, '');
}

/** Returns the name of a claim made here for the extended resources of a pod, unless it is taken. */
export function extendedBaseName(podName: string): string {
  return `${podName}-extended-resources`.slice(0, MAX_GENERATED_BASE).replace(/[-.]+$/, '');
}

/** Returns the name for the first, second, ... attempt: `pod-claim`, `pod-claim-2`, ... */
export function numberedName(base: string, number: number): string {
  return number === 1 ? base : `${base}-${number}`;
}

/** Returns the first name of {@link numberedName} that is free. */
export function freeNumberedName(base: string, isTaken: (name: string) => boolean): string {
  let number = 1;
  while (isTaken(numberedName(base, number))) number++;
  return numberedName(base, number);
}

/** Assigns reproducible names: `<pod>-<claim>` if it is free, else with the first free number appended. */
export class ClaimNames {
  readonly #taken: Set<string>;
  readonly #next = new Map<string, number>();

  /** `taken`: the keys of existing claims; assigned keys are added to it. */
  constructor(taken: Set<string>) {
    this.#taken = taken;
  }

  /** Returns a free name for a claim: `base`, or one that begins with it. `key` returns the key of a name. */
  freeName(base: string, key: (name: string) => string): string {
    let name = base;
    let number = this.#next.get(key(base)) ?? 2;
    for (; this.#taken.has(key(name)); number++) name = numberedName(base, number);
    this.#taken.add(key(name));
    if (name !== base) this.#next.set(key(base), number);
    return name;
  }
}

/** Marks a claim as made for an entry of a pod's claims (resourceapi.PodResourceClaimAnnotation). */
const POD_CLAIM_ANNOTATION = 'resource.kubernetes.io/pod-claim-name';

/** Marks the claim for the extended resources of a pod (resourceapi.ExtendedResourceClaimAnnotation). */
const EXTENDED_ANNOTATION = 'resource.kubernetes.io/extended-resource-claim';

/** Returns the name under which a pod uses a claim that was made for it; undefined for other claims. */
export function podClaimNameOf({ metadata: { source } }: ResourceClaim): string | undefined {
  return annotationOf(source, POD_CLAIM_ANNOTATION);
}

/** Returns whether a claim was made for the extended resources of a pod. */
export function isExtendedClaim({ metadata: { source } }: ResourceClaim): boolean {
  return annotationOf(source, EXTENDED_ANNOTATION) === 'true';
}

function annotationOf(source: JsonObject | undefined, annotation: string): string | undefined {
  const annotations = source !== undefined && Object.hasOwn(source, 'annotations') ? source['annotations'] : undefined;
  if (!isJsonObject(annotations) || !Object.hasOwn(annotations, annotation)) return undefined;
  const value = annotations[annotation];
  return typeof value === 'string' ? value : undefined;
}

/** The template of a claim is a property of it. A table of all claims would need milliseconds each time it grows. */
const TEMPLATE = Symbol('template');

/** Returns the template that a claim of {@link claimFromTemplate} was made from; undefined for other claims. */
export function templateOf(claim: ResourceClaim & { readonly [TEMPLATE]?: ResourceClaimTemplate }): ResourceClaimTemplate | undefined {
  return claim[TEMPLATE];
}

/** Returns the API version of a template for its claim: patches are written for that version. */
function versionOf({ metadata: { version } }: ResourceClaimTemplate): Pick<ObjectMeta, 'version'> {
  return version === undefined ? {} : { version };
}

/** Returns the claim that a pod or a pod group makes from a template for its entry `podClaimName`. */
export function claimFromTemplate(template: ResourceClaimTemplate, owner: ClaimOwner, podClaimName: string, name: string): ResourceClaim {
  const { labels, source } = template.spec.metadata;
  const templateAnnotations = source !== undefined && Object.hasOwn(source, 'annotations') ? source['annotations'] : undefined;
  const annotations = { ...(isJsonObject(templateAnnotations) ? templateAnnotations : {}), [POD_CLAIM_ANNOTATION]: podClaimName };
  const claim: ResourceClaim = {
    metadata: { ...madeMetadata(owner, name, labels, annotations), ...versionOf(template) },
    spec: template.spec.spec,
    status: { reservedFor: consumers(owner) },
  };
  // The property is not enumerable, so that a copy with changes lacks it.
  return Object.defineProperty(claim, TEMPLATE, { value: template });
}

/** The part of a claim for extended resources that all nodes share; only its requests differ. */
export interface ExtendedClaim {
  readonly metadata: ObjectMeta;
  readonly reservedFor: readonly ConsumerReference[];
}

/** Returns the claim with this name for the extended resources of a pod; its requests depend on the node. */
export function extendedClaim(owner: ClaimOwner, name: string): ExtendedClaim {
  return { metadata: madeMetadata(owner, name, new Map(), { [EXTENDED_ANNOTATION]: 'true' }), reservedFor: consumers(owner) };
}

function madeMetadata(owner: ClaimOwner, name: string, labels: ReadonlyMap<string, string>, annotations: JsonObject): ObjectMeta {
  const { namespace } = owner.metadata;
  return { name, generateName: '', namespace, uid: '', labels, ownerReferences: ownerReferences(owner), source: { annotations } };
}
