// The objects of a control plane, and the work of components that it lacks: a storage driver, the garbage collector, kubelets.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../differential/generate/random.js';
import { comparable } from '../real/answers.mjs';
import { type ApiClient, ApiError, type KubeObject } from '../real/api.mjs';
import { keyOf } from './corpus.js';
import { DRIVER, NEVER, provisioned, ZONE } from './generate/storage.js';

/** The kinds that a scheduler reads and clusters with volumes have. */
export const KINDS_WITH_VOLUMES = [
  ...['Namespace', 'Node', 'Service', 'ReplicaSet', 'Pod', 'ResourceClaim', 'ResourceClaimTemplate', 'ResourceSlice', 'DeviceClass'],
  ...['StorageClass', 'CSIDriver', 'CSINode', 'CSIStorageCapacity', 'VolumeAttachment', 'PersistentVolume', 'PersistentVolumeClaim'],
];

/** The time without changes after which the caches of the scheduler are up to date. */
const QUIET_MILLISECONDS = 150;
const MOST_MILLISECONDS = 20_000;

interface StorageClass extends KubeObject {
  readonly provisioner?: string;
  readonly volumeBindingMode?: string;
}

/** Objects by their keys. */
export type Objects = ReadonlyMap<string, KubeObject>;

/** A cluster on a control plane. */
export class LiveCluster {
  readonly #api: ApiClient;
  readonly #random: Random;

  readonly #kinds: readonly string[];
  readonly #isBusy: (objects: readonly KubeObject[]) => boolean;

  /** `kinds`: the kinds to read. `isBusy`: whether a controller must still act, in addition to the controllers of claims and volumes. */
  constructor(
    api: ApiClient,
    random: Random,
    kinds: readonly string[] = KINDS_WITH_VOLUMES,
    isBusy: (objects: readonly KubeObject[]) => boolean = () => false,
  ) {
    this.#api = api;
    this.#random = random;
    this.#kinds = kinds;
    this.#isBusy = isBusy;
  }

  /** The client of the API. */
  get api(): ApiClient {
    return this.#api;
  }

  /** Creates an object, unless it exists. Returns whether the API server accepts it. */
  async create(object: KubeObject): Promise<boolean> {
    return this.#accepts(() => this.#api.create(object));
  }

  /** Creates or replaces an object. Returns whether the API server accepts it. */
  async put(object: KubeObject): Promise<boolean> {
    const { uid: _, ...metadata } = object.metadata;
    const { status, ...rest } = object;
    const plain = object.kind === 'Pod' ? rest : { ...rest, ...(status === undefined ? {} : { status }) };
    return this.#accepts(async () => {
      try {
        await this.#api.replace({ ...plain, metadata });
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 404) throw error;
        await this.#api.create({ ...plain, metadata });
      }
    });
  }

  /** Ends a pod, as its kubelet does when its containers are done. */
  async end(pod: KubeObject): Promise<void> {
    const stored = await this.#api.get(pod);
    await this.#api.replaceStatus({ ...stored, status: { ...stored.status, phase: 'Succeeded' } });
  }

  /** The stored object of that name. */
  async get(object: KubeObject): Promise<KubeObject> {
    return this.#api.get(object);
  }

  async #accepts(call: () => Promise<unknown>): Promise<boolean> {
    try {
      await call();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // 409: it exists already.
      return error.status === 409;
    }
    return true;
  }

  /** Deletes an object. A claim that a pod uses stays, marked as deleted. Objects that were made for a pod are deleted with it. */
  async delete(object: KubeObject, objects: Objects): Promise<void> {
    const { kind, metadata } = object;
    const users = [...objects.values()].filter(
      (other) => other.kind === 'Pod' && JSON.stringify(other.spec).includes(`"${metadata.name}"`),
    );
    if (kind === 'PersistentVolumeClaim' && users.length > 0) return this.#api.delete(object);
    await this.#api.erase(object);
    const owned = [...objects.values()].filter(({ metadata: { ownerReferences } }) =>
      ownerReferences?.some(({ uid }) => uid === metadata.uid),
    );
    for (const each of owned) {
      // Its controller frees a ResourceClaim first.
      if (each.kind === 'ResourceClaim') await this.settle((now) => now.get(keyOf(each))?.status?.reservedFor === undefined);
      await this.#api.erase(each);
    }
  }

  /** Waits until the condition holds and no object changes. Returns the objects without fields that differ in each run. */
  async settle(isReached: (objects: Objects) => boolean): Promise<Objects> {
    const end = Date.now() + MOST_MILLISECONDS;
    let versions = '';
    let since = Date.now();
    for (;;) {
      const all = (await Promise.all(this.#kinds.map((kind) => this.#api.list(kind)))).flat();
      const now = all.map(({ metadata }) => `${metadata.uid} ${metadata.resourceVersion}`).join();
      if (now !== versions || (await this.#provision(all))) [versions, since] = [now, Date.now()];
      const objects = new Map(all.map((object) => [keyOf(object), comparableObject(object)]));
      const busy = busyObject(all);
      if (Date.now() - since >= QUIET_MILLISECONDS && busy === undefined && !this.#isBusy(all) && isReached(objects)) return objects;
      if (Date.now() > end) throw new Error(`the cluster does not settle: ${busy === undefined ? 'no decision' : keyOf(busy)}`);
      await sleep(30);
    }
  }

  /** Makes volumes as a storage driver would. Returns whether there was a claim for one. */
  async #provision(objects: readonly KubeObject[]): Promise<boolean> {
    const names = new Set(objects.filter(({ kind }) => kind === 'PersistentVolume').map(({ metadata }) => metadata.name));
    const classes = new Map(
      objects.filter(({ kind }) => kind === 'StorageClass').map((each) => [each.metadata.name, each as StorageClass]),
    );
    let made = false;
    for (const claim of objects.filter(({ kind }) => kind === 'PersistentVolumeClaim')) {
      const { metadata, spec } = claim;
      const { annotations = {} } = metadata as { annotations?: Record<string, string> };
      const storageClass = classes.get(spec.storageClassName);
      const node = annotations['volume.kubernetes.io/selected-node'];
      const isAsked = storageClass?.volumeBindingMode === 'Immediate' ? metadata.labels?.[NEVER] === undefined : node !== undefined;
      if (storageClass?.provisioner !== DRIVER || !isAsked || spec.volumeName !== undefined || metadata.deletionTimestamp !== undefined)
        continue;
      const onNode = objects.find((object) => object.kind === 'Node' && object.metadata.name === node);
      const zone = node === undefined ? this.#random.pick(['a', 'b', 'c']) : onNode?.metadata.labels?.[ZONE];
      const volume = provisioned(this.#random, claim, zone);
      if (names.has(volume.metadata.name)) continue;
      await this.#api.create(volume);
      made = true;
    }
    return made;
  }
}

/** An object that a controller must change: a claim of a pod that is gone, or a volume that is made for a claim. */
function busyObject(objects: readonly KubeObject[]): KubeObject | undefined {
  const isEnded = ({ kind, status }: KubeObject): boolean => kind === 'Pod' && status?.phase === 'Succeeded';
  const uids = new Set(objects.filter((object) => !isEnded(object)).map(({ metadata }) => metadata.uid));
  return objects.find(({ kind, metadata, spec, status }) => {
    if (kind === 'ResourceClaim') return (status?.reservedFor ?? []).some(({ uid }: { uid: string }) => !uids.has(uid));
    if (kind === 'PersistentVolumeClaim' && spec.volumeName !== undefined) return status?.phase === 'Pending';
    if (kind !== 'PersistentVolume') return false;
    if (status?.phase === 'Pending') return true;
    if (spec.claimRef === undefined || metadata.deletionTimestamp !== undefined) return false;
    return uids.has(spec.claimRef.uid) !== (status.phase === 'Bound');
  });
}

/** The object without its history. The conditions of a pod are the decision about it. */
function comparableObject(object: KubeObject): KubeObject {
  const { managedFields: _1, resourceVersion: _2, creationTimestamp: _3, ...metadata } = object.metadata as Record<string, unknown>;
  const { status, ...rest } = { ...object, metadata: metadata as unknown as KubeObject['metadata'] };
  if (status === undefined) return rest;
  if (object.kind === 'ResourceClaim') {
    return { ...rest, status: status.allocation === undefined ? status : { ...status, allocation: comparable(status.allocation) } };
  }
  return { ...rest, status };
}
