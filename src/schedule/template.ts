// The claim that gets made for a pod from a ResourceClaimTemplate, as the resourceclaim controller does it.

import { isJsonObject } from '../api/decoder.js';
import type { OwnerReference } from '../api/meta.js';
import type { ResourceClaim, ResourceClaimTemplate } from '../api/resource-claim.js';
import type { Pod } from '../api/workload.js';

/** The controller leaves room for a hyphen and five random characters in a name of 63. */
const MAX_GENERATE_NAME = 57;

/** The `generateName` of a claim that the controller makes. It cuts long names of pod and claim in proportion to their lengths. */
export function claimGenerateName(podName: string, podClaimName: string): string {
  const generateName = `${podName}-${podClaimName}-`;
  const { length } = generateName;
  if (length <= MAX_GENERATE_NAME) return generateName;
  const cut = (name: string): string => name.slice(0, Math.floor((name.length * MAX_GENERATE_NAME) / length));
  return `${cut(podName)}-${cut(podClaimName)}`;
}

/** The name of a claim that we make, unless it is taken. */
export function claimBaseName(podName: string, podClaimName: string): string {
  return claimGenerateName(podName, podClaimName).replace(/-$/, '');
}

/** The name that is tried as the first, second, ... one: `pod-claim`, `pod-claim-2`, ... */
export function numberedName(base: string, number: number): string {
  return number === 1 ? base : `${base}-${number}`;
}

/** Hands out names that are the same in each run: `<pod>-<claim>` where it is free, else with the first free number behind it. */
export class ClaimNames {
  readonly #taken: Set<string>;
  readonly #next = new Map<string, number>();

  /** `taken` are the keys of claims that exist; keys of names that are handed out are added to it. */
  constructor(taken: Set<string>) {
    this.#taken = taken;
  }

  /** A name for the claim of a pod. `key` gives the key of a name. */
  pick(podName: string, podClaimName: string, key: (name: string) => string): string {
    const base = claimBaseName(podName, podClaimName);
    let name = base;
    let number = this.#next.get(key(base)) ?? 2;
    for (; this.#taken.has(key(name)); number++) name = numberedName(base, number);
    this.#taken.add(key(name));
    this.#next.set(key(base), number);
    return name;
  }
}

/** The pod as owner; none for a pod that does not exist yet: the API server takes no reference without a uid. */
function ownerReferences(pod: Pod): OwnerReference[] {
  const { name, uid } = pod.metadata;
  return uid === '' ? [] : [{ apiVersion: 'v1', kind: 'Pod', name, uid, controller: true }];
}

/** Marks a claim as made for an entry of a pod's claims (resourceapi.PodResourceClaimAnnotation). */
const POD_CLAIM_ANNOTATION = 'resource.kubernetes.io/pod-claim-name';

/** The pod's name for a claim that was made for it; undefined for other claims. */
export function podClaimNameOf({ metadata: { source } }: ResourceClaim): string | undefined {
  const annotations = source !== undefined && Object.hasOwn(source, 'annotations') ? source['annotations'] : undefined;
  if (!isJsonObject(annotations) || !Object.hasOwn(annotations, POD_CLAIM_ANNOTATION)) return undefined;
  const name = annotations[POD_CLAIM_ANNOTATION];
  return typeof name === 'string' ? name : undefined;
}

const templates = new WeakMap<ResourceClaim, ResourceClaimTemplate>();

/** The template that a claim of {@link claimFromTemplate} was made from; undefined for other claims. */
export function templateOf(claim: ResourceClaim): ResourceClaimTemplate | undefined {
  return templates.get(claim);
}

/** The claim of this name that a pod gets from a template for its entry `podClaimName`. */
export function claimFromTemplate(template: ResourceClaimTemplate, pod: Pod, podClaimName: string, name: string): ResourceClaim {
  const { labels, source } = template.spec.metadata;
  const given = source !== undefined && Object.hasOwn(source, 'annotations') ? source['annotations'] : undefined;
  const annotations = { ...(isJsonObject(given) ? given : {}), [POD_CLAIM_ANNOTATION]: podClaimName };
  const claim: ResourceClaim = {
    metadata: {
      name,
      generateName: '',
      namespace: pod.metadata.namespace,
      uid: '',
      labels,
      ownerReferences: ownerReferences(pod),
      source: { annotations },
    },
    spec: template.spec.spec,
    status: { reservedFor: [] },
  };
  templates.set(claim, template);
  return claim;
}
