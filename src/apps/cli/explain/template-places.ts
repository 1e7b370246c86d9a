// Finds the templates of pods and claims. Changes are made there, because controllers recreate pods and claims from their
// templates.

import { type OwnerReference, objectName } from '../../../core/api/meta.js';
import { type ObjectPath, wildcardsOf } from '../../../core/api/object-path.js';
import type { ObjectSet } from '../../../core/api/objects.js';
import type { Pod } from '../../../core/api/pod.js';
import { builtInPodTemplates } from '../../../core/api/pod-template-table.js';
import type { ResourceClaim } from '../../../core/api/resource-claim.js';
import { shapeOf } from '../../../core/api/version.js';
import type { Workload } from '../../../core/api/workload.js';
import type { Json, PathStep } from '../../../core/base/json.js';
import type { ObjectPatch } from '../../../explain/explanation.js';
import { referenceTo } from '../../../explain/suggest/patch.js';
import type { ClaimGroup } from '../../../scheduler/pods/claims.js';
import { setOf } from '../../../scheduler/pods/owners.js';
import { controllerOf, Ownership } from '../../../scheduler/pods/ownership.js';
import { specText } from '../../../scheduler/pods/spec-text.js';
import { isExtendedClaim, podClaimNameOf } from '../../../scheduler/pods/template.js';
import { valueAt } from '../edit/json-patch.js';

/** The parts of an input that changes affect. */
type InputParts = Pick<ObjectSet, 'nodes' | 'pods' | 'resourceClaims' | 'resourceClaimTemplates' | 'workloads'>;

/** The objects of an input. */
export class InputObjects {
  readonly objects: InputParts;
  /** The names of the claims and of the nodes. */
  readonly claims: ReadonlySet<string>;
  readonly nodes: ReadonlySet<string>;
  /** Returns the JSON of an object in the input. */
  readonly jsonOf: (object: object) => Json | undefined;
  #ownership: Ownership | undefined;

  constructor(input: { readonly objects: InputParts; jsonOf(object: object): Json | undefined }) {
    const { objects } = input;
    this.objects = objects;
    this.jsonOf = (object) => input.jsonOf(object);
    this.claims = new Set(objects.resourceClaims.map(({ metadata }) => objectName(metadata)));
    this.nodes = new Set(objects.nodes.map(({ metadata }) => metadata.name));
  }

  get ownership(): Ownership {
    this.#ownership ??= new Ownership(this.objects.workloads);
    return this.#ownership;
  }
}

/** A template in an object. */
export interface TemplatePlace {
  readonly object: ObjectPatch['object'];
  /** The path of the template in the object. */
  readonly path: readonly PathStep[];
  /** The template in the input; undefined if the input lacks the object. */
  readonly json?: Json | undefined;
  /** The owner with the template. */
  readonly owner?: Workload;
}

/** The reason why a change cannot be written into the template of an object. */
export interface NoPlace {
  readonly reason: string;
}

/** Returns the template of a pod, in its highest owner; undefined if no other object makes the pod. */
export function templateOfPod(
  pod: Pod,
  { madeFor, podSet }: Pick<ClaimGroup, 'madeFor' | 'podSet'>,
  inputObjects: InputObjects,
): TemplatePlace | NoPlace | undefined {
  const chain = [...(madeFor === undefined ? [] : [madeFor]), ...inputObjects.ownership.above(madeFor ?? pod)];
  const owners = chain.filter(({ describesOwner, podSets }) => !describesOwner && podSets.length > 0);
  const owner = owners.at(-1);
  const top = chain.at(-1);
  const above = controllerOf(top?.describesOwner === true ? top : (owner ?? pod));
  if (above !== undefined && above.kind !== 'Node') return outside(above, owner ?? pod, pod);
  // If no owner is described, the Kueue Workload itself counts as the owner of its pods.
  const maker = owner ?? top;
  if (maker === undefined) return undefined;
  const set = maker === madeFor ? podSet : setOf(maker, pod.metadata.name, [pod.metadata.labels]);
  if (set?.isWhole !== true)
    return { reason: `${nameOf(pod)} is created by ${nameOf(maker)}, which has no complete pod template: change it by hand` };
  const whole = inputObjects.jsonOf(maker);
  const json = whole === undefined ? undefined : valueAt(whole, set.path);
  return { object: referenceTo(maker.kind, maker.metadata), path: set.path, json, owner: maker };
}

/** Returns the template in an owner that the input lacks. */
function outside(reference: OwnerReference, controlledObject: Workload | Pod, pod: Pod): TemplatePlace | NoPlace {
  const { kind, name, group } = deployedBy(reference, controlledObject, pod);
  const rows = builtInPodTemplates().find(group, kind)?.pods ?? [];
  const path: ObjectPath | undefined = rows.length === 1 ? rows[0]?.template[0] : undefined;
  const object = referenceTo(kind, { namespace: pod.metadata.namespace, name });
  if (path !== undefined && wildcardsOf(path) === 0) return { object, path: path as readonly PathStep[] };
  return {
    reason: `${nameOf(pod)} is created by ${kind} ${objectName({ namespace: pod.metadata.namespace, name })}, which is not in the input: change its pod template there`,
  };
}

/** A ReplicaSet whose name ends in the hash of its template belongs to a Deployment. Source: deployment controller, getNewReplicaSet. */
function deployedBy(
  { kind, name, apiVersion }: OwnerReference,
  controlledObject: Workload | Pod,
  pod: Pod,
): { kind: string; name: string; group: string } {
  const group = apiVersion.slice(0, Math.max(0, apiVersion.lastIndexOf('/')));
  const hash = (controlledObject.metadata.labels.get(HASH_LABEL) ?? pod.metadata.labels.get(HASH_LABEL)) || undefined;
  if (kind !== 'ReplicaSet' || hash === undefined || !name.endsWith(`-${hash}`)) return { kind, name, group };
  return { kind: 'Deployment', name: name.slice(0, -hash.length - 1), group };
}

const HASH_LABEL = 'pod-template-hash';

function nameOf(object: Pod | Workload): string {
  return `${'kind' in object ? object.kind : 'Pod'} ${objectName(object.metadata)}`;
}

/** Returns the template of a claim in the input; undefined if no controller made the claim. */
export function templateOfClaim(
  claim: ResourceClaim,
  pod: Pod | undefined,
  inputObjects: InputObjects,
): TemplatePlace | NoPlace | undefined {
  const { namespace, name } = claim.metadata;
  const owner = controllerOf(claim);
  const what = `ResourceClaim ${objectName(claim.metadata)}`;
  if (isExtendedClaim(claim)) return { reason: `${what} is created by the scheduler: change the extended resources of its pod` };
  const recorded = pod?.status.resourceClaimStatuses.find(({ resourceClaimName }) => resourceClaimName === name)?.name;
  const entryName = recorded ?? podClaimNameOf(claim);
  const entry = pod?.spec.resourceClaims.find((each) => each.name === entryName);
  if (entry?.resourceClaimName !== undefined) return undefined;
  const templateName = entry?.resourceClaimTemplateName;
  if (templateName === undefined) {
    if (owner?.kind !== 'Pod') return undefined;
    return {
      reason: `${what} was created for Pod ${objectName({ namespace, name: owner.name })}, which is not in the input: change the template that the pod names`,
    };
  }
  const object = { kind: 'ResourceClaimTemplate', namespace, name: templateName };
  const template = inputObjects.objects.resourceClaimTemplates.findLast(
    ({ metadata }) => metadata.namespace === namespace && metadata.name === templateName,
  );
  if (template === undefined) return { object, path: ['spec'] };
  const isSame = specText(template.spec.spec) === specText(claim.spec) && shapeOf(template.metadata) === shapeOf(claim.metadata);
  if (!isSame)
    return {
      reason: `${what} differs from ResourceClaimTemplate ${objectName(object)}, from which it was created: change the template by hand, and delete the claim`,
    };
  const json = inputObjects.jsonOf(template) as { readonly spec?: Json } | undefined;
  return { object, path: ['spec'], json: json?.spec };
}
