// Indexes the objects that other objects refer to.

import { AllocationError } from '../../core/base/errors.js';
import type { JsonObject } from '../../core/base/json.js';
import type { ClassicPod, ParametersReference, ResourceClaim, ResourceClass } from '../api/kinds.js';
import { type ApiObject, controllerOf, groupOf, keyOf } from '../api/objects.js';
import { FAKE_DRIVER } from '../fake-driver.js';
import { type Pools, poolsOf } from './pools.js';
import { type MigratedSelector, migratedSelector } from './selector.js';

/** Limits the total size of repeated parameters: each claim that refers to parameters contains a copy of them. */
const MOST_CHARACTERS = 100_000_000;

/** All lookups of a migration. */
export class MigrationWorld {
  readonly pools: Pools;
  readonly #classes = new Map<string, ResourceClass>();
  readonly #claims = new Map<string, ResourceClaim>();
  readonly #claimUids = new Set<string>();
  /** The entries of pods, by the uid of the pod and the claim name of releases up to 1.27. */
  readonly #entries = new Map<string, string>();
  readonly #byName = new Map<string, ApiObject>();
  /** Structured parameters by the object that they were generated from. */
  readonly #generated = new Map<string, ApiObject>();
  readonly #parameters = new Set<ApiObject>();
  readonly #sizes = new Map<object, number>();
  readonly #contents = new Map<ApiObject, JsonObject>();
  readonly #selectors = new Map<string, MigratedSelector | undefined>();
  #characters = 0;

  constructor(objects: readonly ApiObject[]) {
    this.pools = poolsOf(objects);
    for (const object of objects) this.#index(object);
    for (const object of objects) for (const reference of referencesOf(object)) this.#noteParameters(reference);
  }

  classOf(name: string): ResourceClass | undefined {
    return this.#classes.get(name);
  }

  claim(namespace: string | undefined, name: string): ResourceClaim | undefined {
    return this.#claims.get(keyOf({ namespace: namespace ?? '', name }));
  }

  /** Returns whether the input has a claim with this uid. */
  hasClaim(uid: string): boolean {
    return this.#claimUids.has(uid);
  }

  /** Returns the entry of the pod that a claim was created for, if the name of the claim identifies it. */
  entryOf(claim: ResourceClaim): string | undefined {
    const owner = controllerOf(claim);
    return owner?.kind === 'Pod' ? this.#entries.get(`${owner.uid}/${claim.metadata.name}`) : undefined;
  }

  /** Returns the object with parameters, or the structured parameters generated from it. */
  parametersOf(reference: ParametersReference): ApiObject | undefined {
    const key = keyOfReference(reference);
    return this.#generated.get(key) ?? this.#byName.get(key);
  }

  /**
   * Returns whether an object contains parameters, which move into the
   * configurations of claims and classes. ConfigMaps may have other uses too.
   */
  isParameters(object: ApiObject): boolean {
    if (object.apiVersion === 'v1' && object.kind === 'ConfigMap') return false;
    const { kind } = object;
    if (kind === 'FakeClaimParameters' || kind === 'DeviceClassParameters') return groupOf(object.apiVersion) === FAKE_DRIVER;
    return kind === 'ResourceClaimParameters' || kind === 'ResourceClassParameters' || this.#parameters.has(object);
  }

  /** Returns an object with parameters without its identifying fields. */
  contentOf(object: ApiObject): JsonObject {
    let content = this.#contents.get(object);
    if (content === undefined) {
      const { metadata: _, status: __, ...rest } = object as ApiObject & { status?: unknown };
      content = rest as unknown as JsonObject;
      this.#contents.set(object, content);
    }
    return content;
  }

  /** Returns the number of characters of a value as JSON. */
  sizeOf(value: object): number {
    let size = this.#sizes.get(value);
    if (size === undefined) {
      size = formatSize(value);
      this.#sizes.set(value, size);
    }
    return size;
  }

  /** Records that another object contains a value. Throws AllocationError if the result becomes too large. */
  repeat(characters: number): void {
    this.#characters += characters;
    if (this.#characters > MOST_CHARACTERS)
      throw new AllocationError('input-too-large', `the migrated objects would have more than ${MOST_CHARACTERS} characters of parameters`);
  }

  /** Returns a selector of named resources converted for devices; undefined if it is not CEL. */
  selectorFor(text: string, driver: string): MigratedSelector | undefined {
    const key = `${driver}/${text}`;
    if (!this.#selectors.has(key)) this.#selectors.set(key, migratedSelector(text, driver));
    return this.#selectors.get(key);
  }

  #index(object: ApiObject): void {
    const group = groupOf(object.apiVersion);
    const { name, namespace = '' } = object.metadata;
    if (object.kind === 'ResourceClass') this.#classes.set(name, object as ResourceClass);
    if (object.kind === 'ResourceClaim') {
      this.#claims.set(keyOf(object.metadata), object as ResourceClaim);
      this.#claimUids.add(object.metadata.uid ?? '');
    }
    if (object.kind === 'Pod' && object.metadata.uid !== undefined)
      for (const { name: entry } of (object as ClassicPod).spec.resourceClaims ?? [])
        this.#entries.set(`${object.metadata.uid}/${name}-${entry}`, entry);
    this.#byName.set(keyOfReference({ apiGroup: group, kind: object.kind, namespace, name }), object);
    const { generatedFrom } = object as ApiObject & { generatedFrom?: JsonObject & ParametersReference };
    if (group === 'resource.k8s.io' && generatedFrom !== undefined)
      this.#generated.set(keyOfReference({ ...generatedFrom, namespace: generatedFrom.namespace ?? namespace }), object);
  }

  #noteParameters(reference: ParametersReference): void {
    const object = this.#byName.get(keyOfReference(reference));
    if (object !== undefined) this.#parameters.add(object);
  }
}

function referencesOf(object: ApiObject): readonly ParametersReference[] {
  const { parametersRef } = object as ResourceClass;
  const { spec } = object as unknown as { spec?: { parametersRef?: ParametersReference; spec?: { parametersRef?: ParametersReference } } };
  const { namespace = '' } = object.metadata;
  if (object.kind === 'ResourceClass') return parametersRef === undefined ? [] : [parametersRef];
  const claimReference = object.kind === 'ResourceClaim' ? spec?.parametersRef : spec?.spec?.parametersRef;
  return claimReference === undefined || !object.kind.startsWith('ResourceClaim') ? [] : [{ ...claimReference, namespace }];
}

/** Numbers beyond the range of doubles are treated like others. */
function formatSize(value: object): number {
  return JSON.stringify(value, (_, field: unknown) => (typeof field === 'bigint' ? Number(field) : field)).length;
}

function keyOfReference({ apiGroup = '', kind, namespace = '', name }: ParametersReference): string {
  return JSON.stringify([apiGroup, kind, namespace, name]);
}
