// The objects that others refer to, by what they are referred to with.

import { AllocationError } from '../../core/base/errors.js';
import type { JsonObject } from '../../core/base/json.js';
import type { ClassicPod, ParametersReference, ResourceClaim, ResourceClass } from '../api/kinds.js';
import { type ApiObject, controllerOf, groupOf, keyOf } from '../api/objects.js';
import { FAKE_DRIVER } from '../fake-driver.js';
import { type Pools, poolsOf } from './pools.js';
import { type MigratedSelector, migratedSelector } from './selector.js';

/** Claims may refer to the same parameters, each of which has them anew: more characters than these are rejected. */
const MOST_CHARACTERS = 100_000_000;

/** All that is looked up while objects are migrated. */
export class MigrationWorld {
  readonly pools: Pools;
  readonly #classes = new Map<string, ResourceClass>();
  readonly #claims = new Map<string, ResourceClaim>();
  readonly #claimUids = new Set<string>();
  /** The entries of pods by the uid of the pod and the name that their claim had up to 1.27. */
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

  /** True for the uid of a claim of the input. */
  hasClaim(uid: string): boolean {
    return this.#claimUids.has(uid);
  }

  /** The entry of the pod that a claim was made for, if the name of the claim tells it. */
  entryOf(claim: ResourceClaim): string | undefined {
    const owner = controllerOf(claim);
    return owner?.kind === 'Pod' ? this.#entries.get(`${owner.uid}/${claim.metadata.name}`) : undefined;
  }

  /** The object with parameters, or the structured ones that were generated from it. */
  parametersOf(reference: ParametersReference): ApiObject | undefined {
    const key = keyOfReference(reference);
    return this.#generated.get(key) ?? this.#byName.get(key);
  }

  /** True for parameters that are in the configurations of claims and classes now. ConfigMaps may be there for others, too. */
  isParameters(object: ApiObject): boolean {
    if (object.apiVersion === 'v1' && object.kind === 'ConfigMap') return false;
    const { kind } = object;
    if (kind === 'FakeClaimParameters' || kind === 'DeviceClassParameters') return groupOf(object.apiVersion) === FAKE_DRIVER;
    return kind === 'ResourceClaimParameters' || kind === 'ResourceClassParameters' || this.#parameters.has(object);
  }

  /** An object with parameters without what identifies it. */
  contentOf(object: ApiObject): JsonObject {
    let content = this.#contents.get(object);
    if (content === undefined) {
      const { metadata: _, status: __, ...rest } = object as ApiObject & { status?: unknown };
      content = rest as unknown as JsonObject;
      this.#contents.set(object, content);
    }
    return content;
  }

  /** The characters of a value as JSON. */
  sizeOf(value: object): number {
    let size = this.#sizes.get(value);
    if (size === undefined) {
      size = formatSize(value);
      this.#sizes.set(value, size);
    }
    return size;
  }

  /** Notes that a value is in one object more. Throws AllocationError where that makes the result too long. */
  repeat(characters: number): void {
    this.#characters += characters;
    if (this.#characters > MOST_CHARACTERS)
      throw new AllocationError('input-too-large', `the migrated objects would have more than ${MOST_CHARACTERS} characters of parameters`);
  }

  /** A selector of named resources for devices. Undefined: it is no CEL. */
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
  const own = object.kind === 'ResourceClaim' ? spec?.parametersRef : spec?.spec?.parametersRef;
  return own === undefined || !object.kind.startsWith('ResourceClaim') ? [] : [{ ...own, namespace }];
}

/** Numbers that no double holds count as much as others. */
function formatSize(value: object): number {
  return JSON.stringify(value, (_, field: unknown) => (typeof field === 'bigint' ? Number(field) : field)).length;
}

function keyOfReference({ apiGroup = '', kind, namespace = '', name }: ParametersReference): string {
  return JSON.stringify([apiGroup, kind, namespace, name]);
}
