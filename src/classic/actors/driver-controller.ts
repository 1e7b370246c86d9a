// Implements the controller of a driver. It allocates claims, at once or when the scheduler selects a node for a pod. It also
// reports unsuitable nodes, and deallocates claims. Source: controller/controller.go of k8s.io/dynamic-resource-allocation
// v0.30.14.

import { notInCache } from '../api/api-error.js';
import {
  type ClassicPod,
  type ConsumerReference,
  MOST_NODES,
  type PodClaim,
  type PodSchedulingContext,
  type ResourceClaim,
  type ResourceClass,
} from '../api/kinds.js';
import { type ApiObject, equalJson, isControlledBy, keyOf, splitKey, withMetadata, withoutUndefined } from '../api/objects.js';
import { ActorCrash, messageOf } from '../api-client.js';
import { checkMadeFor, claimNameOf, consumerOf } from '../claim-names.js';
import type { AllocateResult, CallOptions, ClaimAllocation, Driver } from '../driver.js';
import { Informer, MutationCache } from '../informer.js';
import { WorkQueue } from '../work-queue.js';
import type { Actor, Surroundings, Timer, Work } from './actor.js';
import { attempt, Requeue } from './attempt.js';

/** Pending pods are checked again after this time in milliseconds. */
const RECHECK_DELAY = 30_000;

export const PERIODIC = new Requeue('periodic', RECHECK_DELAY);
export const BACKOFF = new Requeue('requeue');

/** An attempt to allocate a claim, and its error. */
interface Attempt {
  entry: ClaimAllocation;
  error?: string;
}

/** The actor. Its queue has keys `claim:NAMESPACE/NAME` and `schedulingCtx:NAMESPACE/NAME`. */
export class DriverController implements Actor {
  readonly watches;
  readonly #name: string;
  readonly #finalizer: string;
  readonly #driver: Driver;
  readonly #world: Surroundings;
  readonly #queue: WorkQueue;
  readonly #classes: Informer<'ResourceClass'>;
  readonly #contexts: Informer<'PodSchedulingContext'>;
  readonly #claimCache: MutationCache<'ResourceClaim'>;

  constructor(name: string, driver: Driver, world: Surroundings) {
    const { store, clock } = world;
    this.#name = name;
    this.#finalizer = `${name}/deletion-protection`;
    this.#driver = driver;
    this.#world = world;
    this.#queue = new WorkQueue(clock);
    this.#classes = new Informer(store, 'ResourceClass');
    const claims = new Informer(store, 'ResourceClaim', this.#handlers('claim'));
    this.#contexts = new Informer(store, 'PodSchedulingContext', this.#handlers('schedulingCtx'));
    this.#claimCache = new MutationCache(claims, { includesNew: false });
    this.watches = [this.#classes, claims, this.#contexts];
  }

  get isReady(): boolean {
    return this.#queue.isReady;
  }

  get timers(): readonly Timer[] {
    return this.#queue.timers;
  }

  async work(): Promise<Work | undefined> {
    const key = this.#queue.take();
    if (key === undefined) return undefined;
    const title = key.startsWith('claim:') ? `ResourceClaim ${key.slice(6)}` : `PodSchedulingContext ${key.slice(14)}`;
    const outcome = await attempt(this.#queue, key, () => this.sync(key));
    const object = outcome === undefined ? undefined : this.#objectOf(key);
    if (object !== undefined) this.#world.client.record(object, 'Warning', 'Failed', outcome ?? '');
    return { action: 'sync', object: title, outcome: outcome ?? '' };
  }

  /** Processes a key. Rejects with the error to retry, including `PERIODIC` and `BACKOFF`. */
  async sync(key: string): Promise<void> {
    const colon = key.indexOf(':');
    const object = splitKey(key.slice(colon + 1));
    if (object === undefined) throw new Error(`unexpected key format: ${JSON.stringify(key.slice(colon + 1))}`);
    if (key.startsWith('claim:')) {
      const claim = this.#claimCache.byKey(key.slice(colon + 1));
      if (claim !== undefined) await this.#syncClaim(claim);
    } else {
      const context = this.#contexts.find(object.namespace, object.name);
      if (context !== undefined) await this.#syncContext(context);
    }
  }

  #handlers(prefix: string) {
    return {
      added: ({ metadata }: ApiObject) => this.#queue.add(`${prefix}:${keyOf(metadata)}`),
      updated: (_: ApiObject, { metadata }: ApiObject) => this.#queue.add(`${prefix}:${keyOf(metadata)}`),
      deleted: ({ metadata }: ApiObject) => this.#queue.forget(`${prefix}:${keyOf(metadata)}`),
    };
  }

  #objectOf(key: string): ApiObject | undefined {
    const name = key.slice(key.indexOf(':') + 1);
    return key.startsWith('claim:') ? this.#claimCache.byKey(name) : this.#contexts.byKey(name);
  }

  get #options(): CallOptions {
    return { signal: this.#world.signal };
  }

  async #syncClaim(claim: ResourceClaim): Promise<void> {
    const { status = {} } = claim;
    if ((status.reservedFor?.length ?? 0) > 0) return;
    if (claim.metadata.deletionTimestamp !== undefined || status.deallocationRequested === true) return this.#deallocate(claim);
    if (status.allocation !== undefined || claim.spec.allocationMode !== 'Immediate') return;
    const found = this.#classOf(claim);
    // The class currently belongs to another driver, but that may change.
    if (found.driverName !== this.#name) throw BACKOFF;
    const parameters = await this.#parametersOf(claim, found, false);
    const [attempt] = await this.#allocateAll([{ podClaimName: '', claim, class: found, ...parameters }], '', undefined);
    if (attempt?.error !== undefined) throw new Error(`allocate: ${attempt.error}`);
  }

  /** The finalizer marks a claim of this driver. It is removed last, so that an interrupted deallocation resumes. */
  async #deallocate(claim: ResourceClaim): Promise<void> {
    if (!this.#hasFinalizer(claim)) return;
    const isAllocated = claim.status?.allocation !== undefined;
    await this.#wrapped(isAllocated ? 'deallocate' : 'stop allocation', async () => {
      await this.#driver.deallocate(claim, this.#options);
      this.#world.client.called('Deallocate', claim.metadata.name);
    });
    let current = claim;
    if (isAllocated) {
      const { allocation: _, driverName: __, deallocationRequested: ___, ...status } = claim.status ?? {};
      current = await this.#wrapped('remove allocation', () => this.#written(this.#world.client.updateStatus({ ...claim, status })));
    }
    if (current.status?.deallocationRequested === true) {
      const { deallocationRequested: _, ...status } = current.status;
      const cleared = { ...current, status };
      current = await this.#wrapped('remove deallocation', () => this.#written(this.#world.client.updateStatus(cleared)));
    }
    const finalizers = current.metadata.finalizers?.filter((each) => each !== this.#finalizer) ?? [];
    const without = withMetadata(current, { finalizers: finalizers.length > 0 ? finalizers : undefined });
    await this.#wrapped('remove finalizer', () => this.#written(this.#world.client.update(without)));
  }

  #written(claim: ResourceClaim): ResourceClaim {
    this.#claimCache.add(claim);
    return claim;
  }

  async #wrapped<T>(what: string, action: () => T | Promise<T>): Promise<T> {
    try {
      return await action();
    } catch (error) {
      if (error instanceof ActorCrash) throw error;
      throw new Error(`${what}: ${messageOf(error)}`);
    }
  }

  #hasFinalizer({ metadata: { finalizers = [] } }: ResourceClaim): boolean {
    return finalizers.includes(this.#finalizer);
  }

  #classOf({ spec: { resourceClassName } }: ResourceClaim): ResourceClass {
    const found = this.#classes.find('', resourceClassName);
    if (found === undefined) throw notInCache('ResourceClass', resourceClassName);
    return found;
  }

  async #parametersOf(claim: ResourceClaim, found: ResourceClass, recordsClaimFailure: boolean) {
    const { client } = this.#world;
    const classParameters = await this.#noted(found, `class parameters ${referenceText(found.parametersRef)}`, true, () =>
      this.#driver.getClassParameters(found, this.#options),
    );
    const claimParameters = await this.#noted(
      claim,
      `claim parameters ${referenceText(claim.spec.parametersRef)}`,
      recordsClaimFailure,
      () => this.#driver.getClaimParameters(claim, found, classParameters, this.#options),
    );
    client.called('GetClaimParameters', claim.metadata.name);
    return { classParameters, claimParameters };
  }

  async #noted<T>(object: ApiObject, what: string, recordsFailure: boolean, action: () => T | Promise<T>): Promise<T> {
    try {
      return await action();
    } catch (error) {
      if (error instanceof ActorCrash) throw error;
      if (recordsFailure) this.#world.client.record(object, 'Warning', 'Failed', messageOf(error));
      throw new Error(`${what}: ${messageOf(error)}`);
    }
  }

  /** Allocates claims without an allocation. The finalizer is set first, so that an interrupted allocation is not lost. */
  async #allocateAll(
    entries: readonly ClaimAllocation[],
    selectedNode: string,
    user: ConsumerReference | undefined,
  ): Promise<readonly Attempt[]> {
    const attempts: Attempt[] = entries.map((entry) => ({ entry }));
    const needed = attempts.filter(({ entry }) => entry.claim.status?.allocation === undefined);
    for (const attempt of needed) {
      await this.#world.pauses.takeIfDue();
      this.#addFinalizer(attempt);
    }
    const ready = needed.filter(({ error }) => error === undefined);
    if (needed.length === 0) return attempts;
    const results = await this.#callAllocate(
      ready.map(({ entry }) => entry),
      selectedNode,
    );
    for (const [index, attempt] of ready.entries()) {
      await this.#world.pauses.takeIfDue();
      const result = results[index];
      if (result === undefined) attempt.error = 'allocating claim: missing allocation from driver';
      else if ('error' in result) attempt.error = messageOf(result.error);
      else this.#storeAllocation(attempt, result, user);
    }
    return attempts;
  }

  #addFinalizer(attempt: Attempt): void {
    const { claim } = attempt.entry;
    if (this.#hasFinalizer(claim)) return;
    try {
      const finalizers = [...(claim.metadata.finalizers ?? []), this.#finalizer];
      const updated = this.#written(this.#world.client.update(withMetadata(claim, { finalizers })));
      attempt.entry = { ...attempt.entry, claim: updated };
    } catch (error) {
      if (error instanceof ActorCrash) throw error;
      attempt.error = `add finalizer: ${messageOf(error)}`;
    }
  }

  /** If a driver throws, it has failed for every claim. In Go, drivers return an error for each claim. */
  async #callAllocate(entries: readonly ClaimAllocation[], selectedNode: string): Promise<readonly AllocateResult[]> {
    const names = entries.map(({ claim }) => claim.metadata.name).join(', ');
    try {
      const results = await this.#driver.allocate(entries, selectedNode, this.#options);
      this.#world.client.called('Allocate', selectedNode === '' ? names : `${names} on ${selectedNode}`);
      return results;
    } catch (error) {
      if (error instanceof ActorCrash) throw error;
      return entries.map(() => ({ error }));
    }
  }

  #storeAllocation(
    attempt: Attempt,
    { allocation }: { readonly allocation: ResourceClaimAllocation },
    user: ConsumerReference | undefined,
  ): void {
    const { claim } = attempt.entry;
    const { reservedFor = [] } = claim.status ?? {};
    const reserved = user === undefined ? reservedFor : [...reservedFor, user];
    const status = { ...claim.status, allocation, driverName: this.#name, ...(reserved.length > 0 ? { reservedFor: reserved } : {}) };
    try {
      this.#written(this.#world.client.updateStatus({ ...claim, status }));
    } catch (error) {
      if (error instanceof ActorCrash) throw error;
      attempt.error = `add allocation: ${messageOf(error)}`;
    }
  }

  async #syncContext(context: PodSchedulingContext): Promise<void> {
    if (context.metadata.deletionTimestamp !== undefined) return;
    const { selectedNode = '', potentialNodes = [] } = context.spec;
    if (selectedNode === '' && potentialNodes.length === 0) return;
    const pod = this.#world.client.get('Pod', context.metadata.namespace ?? '', context.metadata.name);
    if (pod.metadata.deletionTimestamp !== undefined || !isControlledBy(context, pod)) return;
    const entries = await this.#pendingClaims(pod);
    if (entries.length === 0) throw PERIODIC;
    const unsuitable = await this.#askNodes(pod, entries, selectedNode, potentialNodes);
    if (selectedNode !== '' && !unsuitable.some((nodes) => nodes.includes(selectedNode))) {
      const attempts = await this.#allocateAll(entries, selectedNode, consumerOf(pod));
      const errors = attempts.flatMap(({ entry: { claim }, error }) =>
        error === undefined ? [] : [error.includes(claim.metadata.name) ? error : `claim ${claim.metadata.name}: ${error}`],
      );
      if (errors.length > 0) throw new Error(errors.join('\n'));
    }
    await this.#reportNodes(context, entries, unsuitable);
    throw PERIODIC;
  }

  async #pendingClaims(pod: ClassicPod): Promise<readonly ClaimAllocation[]> {
    const entries: ClaimAllocation[] = [];
    for (const podClaim of pod.spec.resourceClaims ?? []) {
      await this.#world.pauses.takeIfDue();
      const entry = await this.#wrapped(`pod claim ${podClaim.name}`, () => this.#pendingClaim(pod, podClaim));
      if (entry !== undefined) entries.push(entry);
    }
    return entries;
  }

  async #pendingClaim(pod: ClassicPod, podClaim: PodClaim): Promise<ClaimAllocation | undefined> {
    const { name, isOwned } = claimNameOf(pod, podClaim, this.#world.naming);
    if (name === undefined) return undefined;
    const claim = this.#claimCache.byKey(`${pod.metadata.namespace}/${name}`);
    if (claim === undefined) return undefined;
    if (isOwned) checkMadeFor(pod, claim);
    if (claim.spec.allocationMode !== 'WaitForFirstConsumer' || claim.status?.allocation !== undefined) return undefined;
    const found = this.#classOf(claim);
    if (found.driverName !== this.#name) return undefined;
    try {
      return { podClaimName: podClaim.name, claim, class: found, ...(await this.#parametersOf(claim, found, true)) };
    } catch (error) {
      if (!(error instanceof ActorCrash))
        this.#world.client.record(pod, 'Warning', 'Failed', `claim ${claim.metadata.name}: ${messageOf(error)}`);
      throw error;
    }
  }

  async #askNodes(
    pod: ClassicPod,
    entries: readonly ClaimAllocation[],
    selectedNode: string,
    potentialNodes: readonly string[],
  ): Promise<readonly (readonly string[])[]> {
    if (potentialNodes.length === 0) return entries.map(() => []);
    const nodes = selectedNode === '' || potentialNodes.includes(selectedNode) ? potentialNodes : [...potentialNodes, selectedNode];
    return this.#wrapped('checking potential nodes', async () => {
      const unsuitable = await this.#driver.unsuitableNodes(pod, entries, nodes, this.#options);
      this.#world.client.called('UnsuitableNodes', `${nodes.join(', ')}`);
      return entries.map((_, index) => unsuitable[index] ?? []);
    });
  }

  async #reportNodes(
    context: PodSchedulingContext,
    entries: readonly ClaimAllocation[],
    unsuitable: readonly (readonly string[])[],
  ): Promise<void> {
    const { pauses } = this.#world;
    const { selectedNode = '' } = context.spec;
    const statuses = [...(context.status?.resourceClaims ?? [])];
    const places = new Map(statuses.map(({ name }, place) => [name, place] as const).reverse());
    let isChanged = false;
    for (const [index, { podClaimName }] of entries.entries()) {
      if (pauses.isDue) await pauses.take();
      const nodes = unsuitable[index] ?? [];
      const place = places.get(podClaimName);
      if (place !== undefined && equalJson(statuses[place]?.unsuitableNodes ?? [], nodes)) continue;
      isChanged = true;
      const shown = truncated(nodes, selectedNode);
      const status = withoutUndefined({ name: podClaimName, unsuitableNodes: shown.length > 0 ? shown : undefined });
      if (place !== undefined) statuses[place] = status as { name: string };
      else places.set(podClaimName, statuses.push(status as { name: string }) - 1);
    }
    if (!isChanged) return;
    await pauses.takeIfDue();
    try {
      this.#world.client.updateStatus<PodSchedulingContext>({ ...context, status: { ...context.status, resourceClaims: statuses } });
    } catch (error) {
      if (error instanceof ActorCrash) throw error;
      throw new Error(`update unsuitable node status: ${messageOf(error)}`);
    }
  }
}

type ResourceClaimAllocation = NonNullable<NonNullable<ResourceClaim['status']>['allocation']>;

/** Removes one node from a list that is too long by one, but never the selected node. */
function truncated(nodes: readonly string[], selectedNode: string): readonly string[] {
  if (nodes.length <= MOST_NODES) return nodes;
  return nodes[0] === selectedNode ? nodes.slice(0, -1) : nodes.slice(1);
}

/** Returns a reference as Go prints it with %s. */
function referenceText(
  reference: { readonly apiGroup?: string; readonly kind: string; readonly name: string; readonly namespace?: string } | undefined,
): string {
  if (reference === undefined) return 'nil';
  const { apiGroup = '', kind, name, namespace } = reference;
  const fields = [`APIGroup:${apiGroup}`, `Kind:${kind}`, `Name:${name}`, ...(namespace === undefined ? [] : [`Namespace:${namespace}`])];
  return `&Resource${namespace === undefined ? 'Claim' : 'Class'}ParametersReference{${fields.join(',')},}`;
}
