// The claims behind `spec.resourceClaims` of a pod: found among those that exist, or made from a template.

import type { ResourceClaim, ResourceClaimTemplate } from '../api/resource-claim.js';
import type { Pod, PodResourceClaim, Workload } from '../api/workload.js';
import { MadeClaims, owningPod, podIdentity } from './made-claims.js';
import { isPodDone, objectKey } from './owners.js';
import { ClaimNames, claimFromTemplate } from './template.js';

/** Something that a pod needs is not there. */
export interface GroupProblem {
  readonly message: string;
  /** What was probably meant. */
  readonly hint?: string;
  /** A limit of ours is in the way, not what the cluster has. */
  readonly isLimit?: true;
  /** The object that is at fault. */
  readonly object: Pod | Workload;
}

/** What the finder looks at. */
export interface FinderInput {
  readonly pods: readonly Pod[];
  readonly resourceClaims: readonly ResourceClaim[];
  readonly resourceClaimTemplates: readonly ResourceClaimTemplate[];
}

/** Objects of one kind by namespace and name; a repeated one as it came last. */
class Named<T extends { readonly metadata: { readonly namespace: string; readonly name: string } }> {
  readonly byKey = new Map<string, T>();
  readonly #namespaces = new Map<string, string>();

  constructor(objects: readonly T[]) {
    for (const object of objects) {
      const { namespace, name } = object.metadata;
      this.byKey.set(objectKey(namespace, name), object);
      if (!this.#namespaces.has(name)) this.#namespaces.set(name, namespace);
    }
  }

  /** The problem of a pod that names an object which is not there. */
  missing(kind: string, pod: Pod, name: string): GroupProblem {
    const message = `${kind} "${name}" not found in namespace "${pod.metadata.namespace}"`;
    const other = this.#namespaces.get(name);
    if (other === undefined) return { message, object: pod };
    return { message, hint: `namespace "${other}" has one of this name, but it must be in the namespace of the pod`, object: pod };
  }
}

/** Finds or makes claims of pods; each claim is made once, so ask once for each pod. */
export class ClaimFinder {
  readonly #claims: Named<ResourceClaim>;
  readonly #templates: Named<ResourceClaimTemplate>;
  readonly #made: MadeClaims;
  readonly #names: ClaimNames;
  readonly #donePods: ReadonlySet<string>;

  constructor(input: FinderInput) {
    this.#claims = new Named(input.resourceClaims);
    this.#templates = new Named(input.resourceClaimTemplates);
    this.#made = new MadeClaims(this.#claims.byKey);
    this.#names = new ClaimNames(new Set(this.#claims.byKey.keys()));
    this.#donePods = new Set(input.pods.filter(isPodDone).map(podIdentity));
  }

  /** Every claim that exists, once. */
  claims(): Iterable<ResourceClaim> {
    return this.#claims.byKey.values();
  }

  /** True for a claim that was made for a pod that is done: it is about to go. */
  ownerIsDone(claim: ResourceClaim): boolean {
    const owner = owningPod(claim);
    return owner !== undefined && this.#donePods.has(owner);
  }

  /** True for a claim that was made for a pod which may only be made later: see {@link isTaken} after the last pod. */
  isForSomePod(claim: ResourceClaim): boolean {
    return this.#made.isForSomePod(claim);
  }

  /** Whether such a claim found its pod. */
  isTaken(claim: ResourceClaim): boolean {
    return this.#made.isTaken(claim);
  }

  /** The claims of a pod in its order, as far as the first problem. A claim that the pod names twice is there once. */
  claimsOf(pod: Pod): { claims: ResourceClaim[]; problem?: GroupProblem } {
    const claims = new Set<ResourceClaim>();
    const recorded = recordedNames(pod);
    for (const podClaim of pod.spec.resourceClaims) {
      const found = this.#find(pod, podClaim, recorded);
      if (found === undefined) continue;
      if ('message' in found) return { claims: [...claims], problem: found };
      claims.add(found);
    }
    return { claims: [...claims] };
  }

  /** The keys of the claims that exist and belong to a pod, by name or because they were made for it. */
  existingKeys(pod: Pod): string[] {
    const recorded = recordedNames(pod);
    const { namespace } = pod.metadata;
    return pod.spec.resourceClaims.flatMap((podClaim) => {
      const name = podClaim.resourceClaimName ?? this.#madeBefore(pod, podClaim, recorded)?.metadata.name;
      return name === undefined ? [] : [objectKey(namespace, name)];
    });
  }

  #find(pod: Pod, podClaim: PodResourceClaim, recorded: RecordedNames): ResourceClaim | GroupProblem | undefined {
    const { name, resourceClaimName, resourceClaimTemplateName } = podClaim;
    if (resourceClaimName !== undefined) {
      const claim = this.#claims.byKey.get(objectKey(pod.metadata.namespace, resourceClaimName));
      return claim === undefined ? this.#claims.missing('ResourceClaim', pod, resourceClaimName) : usable(claim, pod);
    }
    if (resourceClaimTemplateName === undefined) {
      return { message: `spec.resourceClaims entry "${name}" names neither a claim nor a template`, object: pod };
    }
    // Recorded without a name: the pod turned out to need no claim.
    if (recorded.has(name) && recorded.get(name) === undefined) return undefined;
    const existing = this.#madeBefore(pod, podClaim, recorded);
    return existing === undefined ? this.#make(pod, name, resourceClaimTemplateName) : usable(existing, pod);
  }

  /** The claim that was made for the pod: the one of its status, else one that it owns and that was not recorded yet. */
  #madeBefore(pod: Pod, podClaim: PodResourceClaim, recorded: RecordedNames): ResourceClaim | undefined {
    const name = recorded.get(podClaim.name);
    const claim = name === undefined ? undefined : this.#claims.byKey.get(objectKey(pod.metadata.namespace, name));
    return claim ?? this.#made.of(pod, podClaim.name);
  }

  #make(pod: Pod, podClaimName: string, templateName: string): ResourceClaim | GroupProblem {
    const { namespace, name } = pod.metadata;
    const template = this.#templates.byKey.get(objectKey(namespace, templateName));
    if (template === undefined) return this.#templates.missing('ResourceClaimTemplate', pod, templateName);
    const claimName = this.#names.pick(name, podClaimName, (candidate) => objectKey(namespace, candidate));
    return claimFromTemplate(template, pod, podClaimName, claimName);
  }
}

/** Names of made claims by the pod's name for them, from its status. */
type RecordedNames = ReadonlyMap<string, string | undefined>;

function recordedNames(pod: Pod): RecordedNames {
  return new Map(pod.status.resourceClaimStatuses.map((entry) => [entry.name, entry.resourceClaimName]));
}

function usable(claim: ResourceClaim, pod: Pod): ResourceClaim | GroupProblem {
  if (claim.metadata.deletionTimestamp === undefined) return claim;
  return { message: `ResourceClaim "${claim.metadata.name}" is being deleted`, object: pod };
}
