// Finds or makes the claims of a pod. These are existing claims of its `spec.resourceClaims`, claims made from templates for the pod or its
// group, and the claim for its extended resources, which depends on the node.

import type { DeviceClass } from '../../core/api/device-class.js';
import { objectName } from '../../core/api/meta.js';
import type { Pod, PodResourceClaim, PodSpec } from '../../core/api/pod.js';
import type { PodGroup } from '../../core/api/pod-group.js';
import type { ResourceClaim, ResourceClaimTemplate } from '../../core/api/resource-claim.js';
import { type Checkpoint, UNLIMITED } from '../../core/base/checkpoint.js';
import { type Incremental, inOneGo } from '../../core/base/incremental.js';
import { LargeMap, numberOfText } from '../../core/base/large-map.js';
import { type ClaimOwner, identityOf, owningIdentity, podOwner } from './claim-owner.js';
import { ExtendedDemand } from './extended-demand.js';
import { ExtendedResourceClasses } from './extended-resources.js';
import { MadeClaims } from './made-claims.js';
import { type GroupProblem, Named } from './named-objects.js';
import { NodeClaims } from './node-claims.js';
import { isPodDone } from './owners.js';
import { objectKey } from './ownership.js';
import { type ClaimSharers, groupNameOf, PodGroups, type RecordedNames, recordedNames, whyNotForPod } from './pod-groups.js';
import type { QuotaLedger } from './quota.js';
import { ClaimNames, claimBaseName, claimFromTemplate, extendedBaseName, extendedClaim, templateOf } from './template.js';

export type { GroupProblem } from './named-objects.js';

/** The gates that decide which claims pods have: DRAExtendedResource, GenericWorkload and DRAWorkloadResourceClaims. */
export interface ScheduleFeatures {
  readonly extendedResource: boolean;
  readonly genericWorkload: boolean;
  readonly workloadResourceClaims: boolean;
}

const ALL_ON: ScheduleFeatures = { extendedResource: true, genericWorkload: true, workloadResourceClaims: true };

export interface FinderInput {
  readonly pods: readonly Pod[];
  readonly podGroups: readonly PodGroup[];
  readonly deviceClasses: readonly DeviceClass[];
  /** The classes by the resources that they serve, if the caller already has them. */
  readonly extendedClasses?: ExtendedResourceClasses;
  readonly resourceClaims: readonly ResourceClaim[];
  readonly resourceClaimTemplates: readonly ResourceClaimTemplate[];
  /** Default: all on. */
  readonly features?: ScheduleFeatures;
  /** Include pods whose extended resources no class serves. The scheduler's filters find the nodes that have these resources. */
  readonly takesPluginPods?: boolean;
  /** Include pending pods without devices, and such pods that owners make, because they use resources that other pods need. */
  readonly takesPodsWithoutClaims?: boolean;
  /** Include these pods, by `objectKey`, regardless of their requests. */
  readonly takes?: ReadonlySet<string>;
  /** The quotas that are charged for claims made from templates. Absent: no quota limits claims. */
  readonly quotas?: QuotaLedger;
  /** True if each pod is considered alone: its charges do not affect the quotas of others. Default: false. */
  readonly asksEachAlone?: boolean;
}

/** The claims of a pod, up to the first problem. */
export interface FoundClaims {
  /** The claims that are the same on every node, in the order of the pod. */
  readonly claims: readonly ResourceClaim[];
  /** The claims that depend on the node. Absent: the claims are the same everywhere. */
  readonly perNode?: NodeClaims;
  readonly problem?: GroupProblem;
  /** Returns the message with which a quota rejects changed claims that replace the made claims. Absent: no quota limits them. */
  readonly quotaRejection?: (claims: readonly ResourceClaim[]) => string | undefined;
}

/** The objects of a {@link FinderInput}, by name. */
interface NamedObjects {
  readonly claims: Named<ResourceClaim>;
  readonly templates: Named<ResourceClaimTemplate>;
  readonly podGroups: Named<PodGroup>;
  readonly made: MadeClaims;
}

/** Finds or makes the claims of pods. Makes each claim only once, so query each pod only once. */
export class ClaimFinder {
  readonly #features: ScheduleFeatures;
  readonly #claims: Named<ResourceClaim>;
  readonly #templates: Named<ResourceClaimTemplate>;
  readonly #podGroups: Named<PodGroup>;
  readonly #groupOf: PodGroups;
  /** Absent while the gate is off. */
  readonly #classes: ExtendedResourceClasses | undefined;
  readonly #demands = new WeakMap<PodSpec, ExtendedDemand>();
  readonly #made: MadeClaims;
  readonly #names: ClaimNames;
  readonly #donePods: ReadonlySet<string>;
  readonly #quotasFor: (namespace: string) => QuotaLedger | undefined;
  /** The quotas that the current pod is charged to. */
  #quotas: QuotaLedger | undefined;
  /** The made claims that quotas count. */
  readonly #charged = new WeakSet<ResourceClaim>();
  readonly #takesPluginPods: boolean;
  readonly #takesPodsWithoutClaims: boolean;
  readonly #takes: ReadonlySet<string>;
  /** Claims made for pod groups, by group and name of the entry. */
  readonly #shared = new Map<string, ResourceClaim>();

  private constructor(input: FinderInput, { claims, templates, podGroups, made }: NamedObjects) {
    this.#features = input.features ?? ALL_ON;
    this.#claims = claims;
    this.#templates = templates;
    this.#podGroups = podGroups;
    this.#groupOf = new PodGroups(input.podGroups);
    const classes = (): ExtendedResourceClasses => input.extendedClasses ?? new ExtendedResourceClasses(input.deviceClasses);
    this.#classes = this.#features.extendedResource ? classes() : undefined;
    this.#made = made;
    this.#names = new ClaimNames(new Set(this.#claims.byKey.keys()));
    this.#donePods = new Set(input.pods.filter(isPodDone).map((pod) => identityOf(podOwner(pod))));
    const { quotas, asksEachAlone = false } = input;
    this.#quotasFor = asksEachAlone ? (namespace) => quotas?.forkWith(namespace) : () => quotas;
    this.#takesPluginPods = input.takesPluginPods === true;
    this.#takesPodsWithoutClaims = input.takesPodsWithoutClaims === true;
    this.#takes = input.takes ?? new Set();
  }

  static *of(input: FinderInput, checkpoint: Checkpoint = UNLIMITED): Incremental<ClaimFinder> {
    const claims = yield* new Named<ResourceClaim>().adding(input.resourceClaims, checkpoint);
    const templates = yield* new Named<ResourceClaimTemplate>().adding(input.resourceClaimTemplates, checkpoint);
    const podGroups = yield* new Named<PodGroup>().adding(input.podGroups, checkpoint);
    const made = yield* MadeClaims.among(claims.byKey, checkpoint);
    return new ClaimFinder(input, { claims, templates, podGroups, made });
  }

  /** Returns every existing claim, once. */
  claims(): Iterable<ResourceClaim> {
    return this.#claims.byKey.values();
  }

  /** Returns whether a claim was made for a pod that may appear later. Check {@link isTaken} after the last pod. */
  ownerIsDone(claim: ResourceClaim): boolean {
    const owner = owningIdentity(claim);
    return owner !== undefined && this.#donePods.has(owner);
  }

  /** Returns whether a claim was made for a pod that may appear later: check {@link isTaken} after the last pod. */
  isForSomePod(claim: ResourceClaim): boolean {
    return this.#made.isForSomePod(claim);
  }

  /** Returns whether the pod of a claim of {@link isForSomePod} appeared. */
  isTaken(claim: ResourceClaim): boolean {
    return this.#made.isTaken(claim);
  }

  /** Returns whether a pod has or may have claims, or still has to be placed. */
  needsPlace(pod: Pod): boolean {
    if (this.needsDevices(pod) || this.#takes.has(objectKey(pod.metadata.namespace, pod.metadata.name))) return true;
    return isPending(pod) && this.#takesPodsWithoutClaims;
  }

  /** Returns whether a pod has or may have claims, or requests extended resources that no class serves. */
  needsDevices(pod: Pod): boolean {
    if (pod.spec.resourceClaims.length > 0 || this.#existingExtended(pod) !== undefined) return true;
    return isPending(pod) && this.#mayRequestExtended(pod.spec);
  }

  /** Returns the most claims that a pod with this spec can need, counting extended resources as one. 0 means that it needs no devices. */
  hasExtendedClaim(pod: Pod): boolean {
    return this.#existingExtended(pod) !== undefined;
  }

  /** Returns the most claims that a pod with this spec can need, counting extended resources as one; 0: it needs no devices. */
  claimsPerPod(spec: PodSpec): number {
    return spec.resourceClaims.length + (this.#mayRequestExtended(spec) ? 1 : 0);
  }

  /** Returns the claims of a pod, each once. */
  *claimsOf(pod: Pod, checkpoint: Checkpoint = UNLIMITED): Incremental<FoundClaims> {
    this.#quotas = this.#quotasFor(pod.metadata.namespace);
    const missing = this.#missingGroup(pod);
    if (missing !== undefined) return { claims: [], problem: missing };
    const claims: ResourceClaim[] = [];
    const seen = new LargeMap<ResourceClaim, true>(({ metadata }) => numberOfText(metadata.name));
    const recorded = recordedNames(pod.status.resourceClaimStatuses);
    for (const podClaim of pod.spec.resourceClaims) {
      if (checkpoint.due()) yield;
      const claim = this.#find(pod, podClaim, recorded);
      if (claim === undefined) continue;
      if ('message' in claim) return { claims, problem: claim };
      if (seen.get(claim) !== undefined) continue;
      seen.set(claim, true);
      claims.push(claim);
    }
    const demand = this.#demands.get(pod.spec) ?? (yield* this.#newDemand(pod.spec, checkpoint));
    return { ...this.#withExtended(pod, claims, demand), ...this.#quotaRejection(claims) };
  }

  #quotaRejection(claims: readonly ResourceClaim[]): Pick<FoundClaims, 'quotaRejection'> {
    const quotas = this.#quotas;
    if (quotas === undefined) return {};
    const isCharged = this.#charged;
    return {
      quotaRejection: (changed) => {
        const charged = new Map(claims.filter((claim) => isCharged.has(claim)).map((claim) => [claim.metadata.name, claim]));
        // An edited template may make a claim that was not made before.
        const made = changed.filter((claim) => charged.has(claim.metadata.name) || templateOf(claim) !== undefined);
        if (made.every(({ metadata, spec }) => charged.get(metadata.name)?.spec === spec)) return undefined;
        return quotas.rejectionInstead([...charged.values()], made);
      },
    };
  }

  /** Returns the keys of the existing claims of a pod, by name or because they were made for it or its group. */
  existingKeys(pod: Pod): string[] {
    const recorded = recordedNames(pod.status.resourceClaimStatuses);
    const extended = this.#existingExtended(pod);
    const made = pod.spec.resourceClaims.flatMap((podClaim) => this.#madeBefore(pod, podClaim, recorded) ?? []);
    return [
      ...this.existingKeysOfSpec(pod.metadata.namespace, pod.spec),
      ...[...made, ...(extended === undefined ? [] : [extended])].map(({ metadata }) => objectKey(metadata.namespace, metadata.name)),
    ];
  }

  /** Returns the keys of the existing claims of every pod with this spec: the claims that it names, and the claims of its group. */
  existingKeysOfSpec(namespace: string, spec: PodSpec): string[] {
    return spec.resourceClaims.flatMap((podClaim) => {
      const group = this.#sharingGroup(namespace, spec, podClaim);
      const name = podClaim.resourceClaimName ?? (group && this.#madeForGroup(group, podClaim.name)?.metadata.name);
      return name === undefined ? [] : [objectKey(namespace, name)];
    });
  }

  /** A pod whose group does not exist is pending until the group exists. */
  #missingGroup(pod: Pod): GroupProblem | undefined {
    const name = groupNameOf(pod.spec);
    if (name === undefined || !this.#features.genericWorkload || !isPending(pod)) return undefined;
    const group = this.#groupOf.of(pod.metadata.namespace, pod.spec);
    return group === undefined ? this.#podGroups.missing('PodGroup', pod, name) : undefined;
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
    // The status has an entry without a name: the pod needs no claim for this entry.
    if (recorded.has(name) && recorded.get(name) === undefined) return undefined;
    const group = this.#sharingGroup(pod.metadata.namespace, pod.spec, podClaim);
    if (group !== undefined && !this.#features.workloadResourceClaims && isPending(pod)) {
      return { message: `claim ${name} is a PodGroup claim but the DRAWorkloadResourceClaims feature is disabled`, object: pod };
    }
    const existing = this.#madeBefore(pod, podClaim, recorded);
    if (existing !== undefined) {
      const message = isPending(pod) ? whyNotForPod(existing, pod, this.#features.workloadResourceClaims) : undefined;
      return message === undefined ? usable(existing, pod) : { message, object: pod };
    }
    return group === undefined ? this.#makeForPod(pod, name, resourceClaimTemplateName) : this.#makeForGroup(group, pod, podClaim);
  }

  /**
   * Returns the claim that was made for an entry: the claim in the status, otherwise a claim with the right owner that the
   * status does not list.
   */
  #madeBefore(pod: Pod, podClaim: PodResourceClaim, recorded: RecordedNames): ResourceClaim | undefined {
    if (podClaim.resourceClaimTemplateName === undefined) return undefined;
    const { namespace } = pod.metadata;
    const name = recorded.get(podClaim.name);
    const claim = name === undefined ? undefined : this.#claims.byKey.get(objectKey(namespace, name));
    if (claim !== undefined) return claim;
    const group = this.#sharingGroup(namespace, pod.spec, podClaim);
    return group === undefined ? this.#made.of(podOwner(pod), podClaim.name) : this.#madeForGroup(group, podClaim.name);
  }

  #makeForPod(pod: Pod, podClaimName: string, templateName: string): ResourceClaim | GroupProblem {
    const name = groupNameOf(pod.spec);
    if (name !== undefined && !this.#features.genericWorkload) {
      return { message: `Pod is a member of PodGroup ${name} but GenericWorkload feature is disabled`, object: pod };
    }
    return this.#make(podOwner(pod), pod, podClaimName, templateName);
  }

  /** Returns the claim that the pods of a group share, made for the first pod that needs it. */
  #makeForGroup(group: ClaimSharers, pod: Pod, podClaim: PodResourceClaim): ResourceClaim | GroupProblem {
    const key = `${identityOf(group.owner)}\0${podClaim.name}`;
    const sharedClaim = this.#shared.get(key);
    if (sharedClaim !== undefined) return sharedClaim;
    const made = this.#make(group.owner, pod, podClaim.name, podClaim.resourceClaimTemplateName ?? '');
    if (!('message' in made)) this.#shared.set(key, made);
    return made;
  }

  #make(owner: ClaimOwner, pod: Pod, podClaimName: string, templateName: string): ResourceClaim | GroupProblem {
    const { namespace, name } = owner.metadata;
    const template = this.#templates.byKey.get(objectKey(namespace, templateName));
    if (template === undefined) return this.#templates.missing('ResourceClaimTemplate', pod, templateName);
    const claimName = this.#names.freeName(claimBaseName(name, podClaimName), (candidate) => objectKey(namespace, candidate));
    const claim = claimFromTemplate(template, owner, podClaimName, claimName);
    const refusal = this.#quotas?.charge(claim);
    if (this.#quotas !== undefined) this.#charged.add(claim);
    return refusal === undefined ? claim : { message: refusal, object: pod };
  }

  /** Returns the group of a pod if the claim is shared in it. Without GenericWorkload there are no groups. */
  #sharingGroup(namespace: string, spec: PodSpec, podClaim: PodResourceClaim): ClaimSharers | undefined {
    const group = this.#features.genericWorkload ? this.#groupOf.of(namespace, spec) : undefined;
    return group?.share(podClaim) === true ? group : undefined;
  }

  #madeForGroup({ owner, recorded }: ClaimSharers, podClaimName: string): ResourceClaim | undefined {
    const name = recorded.get(podClaimName);
    const claim = name === undefined ? undefined : this.#claims.byKey.get(objectKey(owner.metadata.namespace, name));
    return claim ?? this.#made.of(owner, podClaimName);
  }

  /** The scheduler makes no claim for a running pod. */
  #withExtended(pod: Pod, claims: readonly ResourceClaim[], demand: ExtendedDemand): FoundClaims {
    const existing = this.#existingExtended(pod);
    if (existing !== undefined) {
      const found = usable(existing, pod);
      return 'message' in found ? { claims, problem: found } : { claims: [...claims, found] };
    }
    if (!isPending(pod) || demand.isEmpty) return { claims };
    const extended = demand.mayNeedClaim ? this.#makeExtended(pod) : undefined;
    return { claims, perNode: new NodeClaims(objectName(pod.metadata), claims, demand, extended) };
  }

  #makeExtended(pod: Pod): ReturnType<typeof extendedClaim> {
    const { namespace, name } = pod.metadata;
    return extendedClaim(
      podOwner(pod),
      this.#names.freeName(extendedBaseName(name), (candidate) => objectKey(namespace, candidate)),
    );
  }

  /**
   * Returns the existing claim for the extended resources of a pod. The scheduler would delete the claim of a pending pod and
   * start again. Here, the claim records the decision of an earlier run.
   */
  #existingExtended(pod: Pod): ResourceClaim | undefined {
    if (this.#classes === undefined) return undefined;
    const name = pod.status.extendedResourceClaimStatus?.resourceClaimName;
    const recorded = name === undefined ? undefined : this.#claims.byKey.get(objectKey(pod.metadata.namespace, name));
    if (recorded !== undefined || this.#demandOf(pod.spec).isEmpty) return recorded;
    return this.#made.extendedOf(podOwner(pod));
  }

  #mayRequestExtended(spec: PodSpec): boolean {
    const demand = this.#demandOf(spec);
    return demand.mayNeedClaim || (this.#takesPluginPods && !demand.isEmpty);
  }

  #demandOf(spec: PodSpec): ExtendedDemand {
    return this.#demands.get(spec) ?? inOneGo(this.#newDemand(spec, UNLIMITED));
  }

  *#newDemand(spec: PodSpec, checkpoint: Checkpoint): Incremental<ExtendedDemand> {
    const demand = yield* ExtendedDemand.of(spec, this.#classes, checkpoint);
    this.#demands.set(spec, demand);
    return demand;
  }
}

function isPending(pod: Pod): boolean {
  return pod.spec.nodeName === '';
}

/** Returns the claim, or the problem that it is being deleted. A running pod can still use an allocated claim. */
function usable(claim: ResourceClaim, pod: Pod): ResourceClaim | GroupProblem {
  const { metadata, status } = claim;
  if (metadata.deletionTimestamp === undefined || (!isPending(pod) && status.allocation !== undefined)) return claim;
  return { message: `ResourceClaim "${metadata.name}" is being deleted`, object: pod };
}
