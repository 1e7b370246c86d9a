// Converts suggestions to changes of the input: changes of pods and claims that controllers make go to their template.

import { objectName } from '../../../core/api/meta.js';
import type { Pod } from '../../../core/api/pod.js';
import type { ResourceClaim } from '../../../core/api/resource-claim.js';
import type { Workload } from '../../../core/api/workload.js';
import type { ObjectPatch, Suggestion } from '../../../explain/explanation.js';
import { movedPatch, referenceTo } from '../../../explain/suggest/patch.js';
import { identityOf, owningIdentity, podOwner } from '../../../scheduler/pods/claim-owner.js';
import type { ClaimGroup } from '../../../scheduler/pods/claims.js';
import { isPodDone, setOf } from '../../../scheduler/pods/owners.js';
import { isRolledOut } from '../../../scheduler/pods/rollouts.js';
import { podClaimNameOf } from '../../../scheduler/pods/template.js';
import { rebasedPatch } from './rebase.js';
import { type InputObjects, type NoPlace, type TemplatePlace, templateOfClaim, templateOfPod } from './template-places.js';

/** Returns the name of an object in messages, which identifies it. */
export function keyOfObject({ kind, namespace, name }: ObjectPatch['object']): string {
  return `${kind} ${namespace === undefined ? name : `${namespace}/${name}`}`;
}

type Explained = Pick<ClaimGroup, 'claims' | 'pod' | 'madeFor' | 'podSet'>;

/** A pod and the place of its template. The place is undefined if no other object makes the pod. */
interface PodPlace {
  readonly group: Explained;
  readonly place: TemplatePlace | NoPlace | undefined;
}

type PlacedGroups = (name: { readonly namespace?: string; readonly name: string }) => Explained | undefined;

/** The suggestions for a group of claims, as changes of objects in the input. */
export class SuggestionsOfInput {
  readonly all: readonly Suggestion[];
  readonly #explained: Explained;
  readonly #inputObjects: InputObjects;
  /** The reasons why objects cannot be changed in the input, by name. */
  readonly #rejections = new Map<string, string>();
  /** The pods that suggestions may change, the explained one first. */
  readonly #places: PodPlace[];
  readonly #placed: PlacedGroups;

  /** `placed`: returns the group of another pod that was placed before. */
  constructor(
    suggestions: readonly Suggestion[],
    explained: Explained,
    inputObjects: InputObjects,
    placed: PlacedGroups = () => undefined,
  ) {
    this.#explained = explained;
    this.#inputObjects = inputObjects;
    this.#places = [
      { group: explained, place: explained.pod === undefined ? undefined : templateOfPod(explained.pod, explained, inputObjects) },
    ];
    this.#placed = placed;
    this.all = suggestions.flatMap((suggestion) => {
      const patches = suggestion.patches.map((patch) => this.#patchOfInput(patch));
      return patches.every((patch) => patch !== undefined) ? [{ ...suggestion, patches: withoutRepeats(patches) }] : [];
    });
  }

  /** Returns the reason why an object of patches cannot be changed in the input; undefined if it can. */
  rejectionOf(object: ObjectPatch['object']): string | undefined {
    return this.#rejections.get(keyOfObject(object));
  }

  /** Returns the pending pods and claims of the input that these patches replace. Controllers recreate them, or no pod uses them. */
  superseded(patches: readonly ObjectPatch[]): readonly ObjectPatch['object'][] {
    return withoutRepeats(this.#places.flatMap((each) => this.#supersededOf(each, patches)));
  }

  #supersededOf({ group: { pod, claims, madeFor }, place }: PodPlace, patches: readonly ObjectPatch[]): readonly ObjectPatch['object'][] {
    const changed = new Set(patches.map(({ object }) => keyOfObject(object)));
    const isChanged = madeFor === undefined && place !== undefined && 'object' in place && changed.has(keyOfObject(place.object));
    // Pods of ReplicaSets are left out, because their Deployment replaces them when the input is read.
    const isPodMade = isChanged && !(pod !== undefined && isRolledOut(this.#inputObjects.ownership.above(pod)));
    const pods = pod === undefined || madeFor !== undefined ? [] : [pod, ...this.#siblings(pod, place)];
    const podOf = new Map(pods.map((each) => [identityOf(podOwner(each)), each]));
    const stale = this.#inputObjects.objects.resourceClaims.filter((claim) => {
      const owner = podOf.get(owningIdentity(claim) ?? '');
      if (claim.status.allocation !== undefined || (owner === undefined && !claims.includes(claim))) return false;
      const template = templateOfClaim(claim, owner ?? pod, this.#inputObjects);
      if (template === undefined) return false;
      return isPodMade || isLeft(claim, owner, patches) || ('object' in template && changed.has(keyOfObject(template.object)));
    });
    return [
      ...(isPodMade ? pods.map(({ metadata }) => referenceTo('Pod', metadata)) : []),
      ...(isPodMade ? this.#ownersBetween(pods, place.owner) : []),
      ...stale.map(({ metadata }) => referenceTo('ResourceClaim', metadata)),
    ];
  }

  /** Returns the owners of pods below the owner with the template, such as a Job of a CronJob. They are recreated if all of their pods are. */
  #ownersBetween(pods: readonly Pod[], top: Workload | undefined): readonly ObjectPatch['object'][] {
    const { ownership, objects } = this.#inputObjects;
    const between = new Set(pods.flatMap((pod) => ownership.above(pod)).filter((owner) => top !== undefined && owner !== top));
    if (between.size === 0) return [];
    const replaced = new Set(pods);
    for (const pod of objects.pods)
      if (!replaced.has(pod) && !isPodDone(pod)) for (const owner of ownership.above(pod)) between.delete(owner);
    return Array.from(between, ({ kind, metadata }) => referenceTo(kind, metadata));
  }

  /** The other pending pods of the same template. */
  #siblings(pod: Pod, place: TemplatePlace | NoPlace | undefined): readonly Pod[] {
    const owner = place !== undefined && 'object' in place ? place.owner : undefined;
    if (owner === undefined) return [];
    const set = setOf(owner, pod.metadata.name, [pod.metadata.labels]);
    return this.#inputObjects.objects.pods.filter(
      (each) =>
        each !== pod &&
        each.spec.nodeName === '' &&
        !isPodDone(each) &&
        this.#inputObjects.ownership.above(each).includes(owner) &&
        setOf(owner, each.metadata.name, [each.metadata.labels]) === set,
    );
  }

  /** Returns the patch; undefined if the input neither has the object nor a template for it. */
  #patchOfInput(originalPatch: ObjectPatch): ObjectPatch | undefined {
    const { kind, name } = originalPatch.object;
    if (isOfNewObject(originalPatch)) return originalPatch;
    if (kind === 'ResourceClaim') return this.#patchOfClaim(originalPatch);
    if (kind === 'Pod') return this.#patchOfPod(originalPatch);
    if (kind === 'Node') return this.#inputObjects.nodes.has(name) ? originalPatch : undefined;
    return originalPatch;
  }

  #patchOfClaim(originalPatch: ObjectPatch): ObjectPatch | undefined {
    const claim = this.#claimOf(originalPatch.object);
    if (claim === undefined) return undefined;
    return isOfSpec(originalPatch)
      ? this.#inTemplate(originalPatch, claim, templateOfClaim(claim, this.#explained.pod, this.#inputObjects))
      : originalPatch;
  }

  #claimOf({ namespace = '', name }: ObjectPatch['object']): ResourceClaim | undefined {
    if (!this.#inputObjects.claims.has(objectName({ namespace, name }))) return undefined;
    return this.#inputObjects.objects.resourceClaims.findLast(({ metadata }) => metadata.namespace === namespace && metadata.name === name);
  }

  #patchOfPod(originalPatch: ObjectPatch): ObjectPatch | undefined {
    const { namespace = '', name } = originalPatch.object;
    const { metadata } = this.#explained.pod ?? {};
    const isOwn = metadata?.namespace === namespace && metadata.name === name;
    const found = isOwn ? this.#places[0] : this.#placeOf(this.#placed(originalPatch.object));
    if (found?.group.pod === undefined || !isOfSpec(originalPatch)) return originalPatch;
    const { group, place } = found;
    const moved = this.#inTemplate(originalPatch, found.group.pod, place);
    // A pod that an owner has not made yet is not in the input.
    return group.madeFor !== undefined && moved === originalPatch ? undefined : moved;
  }

  /** Returns the place of another pod, which is changed too. */
  #placeOf(group: Explained | undefined): PodPlace | undefined {
    if (group?.pod === undefined) return undefined;
    const found = { group, place: templateOfPod(group.pod, group, this.#inputObjects) };
    this.#places.push(found);
    return found;
  }

  /** Returns the patch for the template. Without a template, or with a reason against the change, returns the given patch. */
  #inTemplate(originalPatch: ObjectPatch, made: Pod | ResourceClaim, place: TemplatePlace | NoPlace | undefined): ObjectPatch {
    if (place === undefined) return originalPatch;
    if ('reason' in place) return this.#rejectPatch(originalPatch, place.reason);
    const source = this.#inputObjects.jsonOf(made);
    // A generated pod has the lists and maps of its template.
    if (place.json === undefined || source === undefined) return movedPatch(originalPatch, place.object, place.path);
    const patch = rebasedPatch(originalPatch.patch, source, place.json);
    if (patch !== undefined) return movedPatch({ patch }, place.object, place.path);
    return this.#rejectPatch(
      originalPatch,
      `${keyOfObject(originalPatch.object)} is created by ${keyOfObject(place.object)}, whose template lacks the field: change the template by hand`,
    );
  }

  #rejectPatch(originalPatch: ObjectPatch, why: string): ObjectPatch {
    this.#rejections.set(keyOfObject(originalPatch.object), why);
    return originalPatch;
  }
}

/** Returns whether a patch creates its object. */
export function isOfNewObject({ patch: [first] }: ObjectPatch): boolean {
  return first?.path === '' && first.op === 'add';
}

/** Returns whether a patch only changes the spec, which comes from a template. */
function isOfSpec({ patch }: ObjectPatch): boolean {
  return patch.every(({ path, from }) => path.startsWith('/spec/') && (from === undefined || from.startsWith('/spec/')));
}

/** Returns whether a claim belongs to an entry of a pod that these patches change to another claim. */
function isLeft(claim: ResourceClaim, owner: Pod | undefined, patches: readonly ObjectPatch[]): boolean {
  const place = owner?.spec.resourceClaims.findIndex(({ name }) => name === podClaimNameOf(claim)) ?? -1;
  if (owner === undefined || place < 0) return false;
  const key = keyOfObject(referenceTo('Pod', owner.metadata));
  return patches.some(
    ({ object, patch }) => keyOfObject(object) === key && patch.some(({ path }) => path === `/spec/resourceClaims/${place}`),
  );
}

/** Removes repeated changes: several claims of a pod may share one template. */
function withoutRepeats<T>(items: readonly T[]): readonly T[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}
