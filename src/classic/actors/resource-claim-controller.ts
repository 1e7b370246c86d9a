// Implements the resourceclaim controller of kube-controller-manager: it creates claims from templates,
// removes reservations of deleted pods, and requests deallocation of unused claims. Source:
// pkg/controller/resourceclaim/controller.go of Kubernetes 1.30.14, without structured parameters.

import type { Incremental } from '../../core/base/incremental.js';
import { type ClassicPod, isDone, isTerminal, nodeOf, type PodClaim, type PodSchedulingContext, type ResourceClaim } from '../api/kinds.js';
import { controllerOf, isControlledBy, keyOf, splitKey } from '../api/objects.js';
import { ActorCrash, messageOf } from '../api-client.js';
import { canBeReserved, checkMadeFor, claimNameOf, consumerOf, isReservedFor, isYetToBeMade, type NamedClaim } from '../claim-names.js';
import { Informer, MutationCache } from '../informer.js';
import { WorkQueue } from '../work-queue.js';
import type { Actor, Surroundings, Timer, Work } from './actor.js';
import { attempt } from './attempt.js';
import { ClaimUsers } from './claim-users.js';
import { claimFromTemplate, POD_CLAIM_ANNOTATION, schedulingContextFor } from './made-objects.js';

/** The number of deleted pods that are remembered. */
const MOST_DELETED = 500;

/** The actor. Its queue has keys `pod:NAMESPACE/NAME` and `claim:NAMESPACE/NAME`. */
export class ResourceClaimController implements Actor {
  readonly watches;
  readonly #world: Surroundings;
  readonly #queue: WorkQueue;
  readonly #pods: Informer<'Pod'>;
  readonly #claims: Informer<'ResourceClaim'>;
  readonly #templates: Informer<'ResourceClaimTemplate'>;
  readonly #contexts: Informer<'PodSchedulingContext'>;
  readonly #claimCache: MutationCache<'ResourceClaim'>;
  readonly #users = new ClaimUsers();
  readonly #deleted = new Set<string>();

  constructor(world: Surroundings) {
    const { store, clock } = world;
    this.#world = world;
    this.#queue = new WorkQueue(clock);
    this.#pods = new Informer(store, 'Pod', {
      changing: (before, pod) => (pod === undefined ? this.#podGone(before) : this.#podChanged(pod)),
    });
    this.#claims = new Informer(store, 'ResourceClaim', {
      changing: (before, claim) => this.#claimChanged(before, claim),
    });
    this.#templates = new Informer(store, 'ResourceClaimTemplate');
    this.#contexts = new Informer(store, 'PodSchedulingContext');
    this.#claimCache = new MutationCache(this.#claims, { includesNew: true });
    this.watches = [this.#templates, this.#contexts, this.#claims, this.#pods];
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
    const object = key.startsWith('pod:') ? `Pod ${key.slice(4)}` : `ResourceClaim ${key.slice(6)}`;
    return { action: 'sync', object, outcome: (await attempt(this.#queue, key, () => this.sync(key))) ?? '' };
  }

  /** Processes a key. Throws the error to retry. */
  async sync(key: string): Promise<void> {
    const colon = key.indexOf(':');
    const [prefix, object] = [key.slice(0, colon), splitKey(key.slice(colon + 1))];
    if (object === undefined) throw new Error(`unexpected key format: ${JSON.stringify(key.slice(colon + 1))}`);
    if (prefix === 'pod') await this.#syncPod(object.namespace, object.name);
    else if (prefix === 'claim') this.#syncClaim(object.namespace, object.name);
    else throw new Error(`unexpected key prefix: ${prefix}`);
  }

  /** Records a claim as just written. */
  noteWritten(claim: ResourceClaim): void {
    this.#claimCache.add(claim);
  }

  *#enqueuingPod(pod: ClassicPod, isDeleted: boolean): Incremental<void> {
    const claims = pod.spec.resourceClaims ?? [];
    if (claims.length === 0) return;
    if (isDeleted) this.#noteDeleted(pod);
    if (isDeleted || isTerminal(pod) || isDone(pod)) {
      for (const podClaim of claims) {
        const name = this.#tryName(pod, podClaim)?.name;
        if (name !== undefined) this.#queue.add(`claim:${pod.metadata.namespace}/${name}`);
        yield;
      }
    }
    const key = `pod:${keyOf(pod.metadata)}`;
    if (!this.#queue.hasReady(key) && (yield* this.#needsWork(pod))) this.#queue.add(key);
  }

  #noteDeleted({ metadata: { uid = '' } }: ClassicPod): void {
    this.#deleted.add(uid);
    const [oldest] = this.#deleted;
    if (this.#deleted.size > MOST_DELETED && oldest !== undefined) this.#deleted.delete(oldest);
  }

  *#claimChanged(before: ResourceClaim | undefined, claim: ResourceClaim | undefined): Incremental<void> {
    if (claim !== undefined) this.#queue.add(`claim:${keyOf(claim.metadata)}`);
    const { metadata } = (claim ?? before) as ResourceClaim;
    for (const key of this.#users.of(keyOf(metadata))) {
      const pod = this.#pods.byKey(key);
      if (pod !== undefined) yield* this.#enqueuingPod(pod, false);
      yield;
    }
  }

  *#podChanged(pod: ClassicPod): Incremental<void> {
    const { namespace } = pod.metadata;
    const keys: string[] = [];
    for (const podClaim of pod.spec.resourceClaims ?? []) {
      const name = this.#tryName(pod, podClaim)?.name;
      if (name !== undefined) keys.push(keyOf({ ...(namespace === undefined ? {} : { namespace }), name }));
      yield;
    }
    yield* this.#users.setting(keyOf(pod.metadata), keys);
    yield* this.#enqueuingPod(pod, false);
  }

  *#podGone(pod: ClassicPod | undefined): Incremental<void> {
    if (pod === undefined) return;
    yield* this.#users.deleting(keyOf(pod.metadata));
    yield* this.#enqueuingPod(pod, true);
  }

  *#needsWork(pod: ClassicPod): Incremental<boolean> {
    if (pod.metadata.deletionTimestamp !== undefined) return false;
    for (const podClaim of pod.spec.resourceClaims ?? []) {
      yield;
      const named = this.#tryName(pod, podClaim);
      if (named === undefined) return true;
      if (named.name === undefined) return false;
      const claim = this.#claims.find(pod.metadata.namespace ?? '', named.name);
      if (claim === undefined) return podClaim.source?.resourceClaimTemplateName !== undefined;
      if (named.isOwned && !isControlledBy(claim, pod)) return false;
      if (nodeOf(pod) !== '' && this.#needsHelp(pod, claim)) return true;
    }
    return false;
  }

  /** If a component that ignores claims set the node of a pod, only this controller can negotiate for the pod. */
  #needsHelp(pod: ClassicPod, claim: ResourceClaim): boolean {
    const { allocation } = claim.status ?? {};
    if (allocation !== undefined) return !isReservedFor(claim, pod) && canBeReserved(claim);
    if (claim.spec.allocationMode !== 'WaitForFirstConsumer') return false;
    const context = this.#contexts.find(pod.metadata.namespace ?? '', pod.metadata.name);
    return context === undefined || (context.spec.selectedNode ?? '') !== nodeOf(pod);
  }

  /** Each claim change checks all pods, so missing names, which are common, must not create errors. */
  #tryName(pod: ClassicPod, podClaim: PodClaim): NamedClaim | undefined {
    const { naming } = this.#world;
    if (isYetToBeMade(pod, podClaim, naming)) return undefined;
    try {
      return claimNameOf(pod, podClaim, naming);
    } catch {
      return undefined;
    }
  }

  async #syncPod(namespace: string, name: string): Promise<void> {
    const pod = this.#pods.find(namespace, name);
    if (pod === undefined || pod.metadata.deletionTimestamp !== undefined) return;
    const made = new Map<string, string>();
    const existing = await this.#world.pauses.run(this.#madeFor(pod));
    for (const podClaim of pod.spec.resourceClaims ?? []) {
      await this.#world.pauses.takeIfDue();
      try {
        const claim = this.#claimFor(pod, podClaim, existing);
        if (claim !== undefined) made.set(podClaim.name, claim);
      } catch (error) {
        if (error instanceof ActorCrash) throw error;
        this.#world.client.record(pod, 'Warning', 'FailedResourceClaimCreation', `PodResourceClaim ${podClaim.name}: ${messageOf(error)}`);
        throw new Error(`pod ${namespace}/${name}, PodResourceClaim ${podClaim.name}: ${messageOf(error)}`);
      }
    }
    if (made.size > 0 && this.#world.naming === 'generated') this.#reportNames(pod, made);
    if (nodeOf(pod) !== '') await this.#world.pauses.run(this.#helpScheduled(pod));
  }

  /** Creates the claim of an entry if it does not exist. Returns the name that is missing from the status of the pod. */
  #claimFor(pod: ClassicPod, podClaim: PodClaim, made: Map<string, ResourceClaim>): string | undefined {
    const { naming, client } = this.#world;
    const { namespace = '' } = pod.metadata;
    const named = this.#nameUnlessMissing(pod, podClaim);
    if (named !== undefined) {
      if (named.name === undefined) return undefined;
      const claim = this.#claims.find(namespace, named.name);
      const isRight = claim !== undefined && (!named.isOwned || isControlledBy(claim, pod));
      if (isRight) return undefined;
      if (claim !== undefined && naming === 'deterministic') checkMadeFor(pod, claim);
    }
    const templateName = podClaim.source?.resourceClaimTemplateName;
    if (templateName === undefined) return undefined;
    const existing = made.get(podClaim.name);
    if (existing !== undefined) return existing.metadata.name;
    const template = this.#templates.find(namespace, templateName);
    if (template === undefined)
      throw new Error(`resource claim template "${templateName}": resourceclaimtemplate.resource.k8s.io "${templateName}" not found`);
    try {
      const claim = client.create(claimFromTemplate(pod, podClaim.name, template, naming));
      this.#claimCache.add(claim);
      made.set(podClaim.name, claim);
      return claim.metadata.name;
    } catch (error) {
      if (error instanceof ActorCrash) throw error;
      throw new Error(`create ResourceClaim : ${messageOf(error)}`);
    }
  }

  #nameUnlessMissing(pod: ClassicPod, podClaim: PodClaim): NamedClaim | undefined {
    const { naming } = this.#world;
    if (isYetToBeMade(pod, podClaim, naming)) return undefined;
    try {
      return claimNameOf(pod, podClaim, naming);
    } catch (error) {
      throw new Error(`checking for claim before creating it: ${messageOf(error)}`);
    }
  }

  /** Returns claims that were created for entries but are not in the status of the pod yet, by entry name. */
  *#madeFor({ metadata: { name, uid = '' } }: ClassicPod): Incremental<Map<string, ResourceClaim>> {
    const made = new Map<string, ResourceClaim>();
    for (const claim of this.#claimCache.ofController(uid)) {
      const start = `${name}-`;
      const unnoted = claim.metadata.name.startsWith(start) ? claim.metadata.name.slice(start.length) : undefined;
      const entry = claim.metadata.annotations?.[POD_CLAIM_ANNOTATION] ?? unnoted;
      if (entry !== undefined && !made.has(entry)) made.set(entry, claim);
      yield;
    }
    return made;
  }

  #reportNames(pod: ClassicPod, made: ReadonlyMap<string, string>): void {
    this.#world.client.patchStatus(pod, (current) => {
      const others = current.status?.resourceClaimStatuses?.filter(({ name }) => !made.has(name)) ?? [];
      const statuses = Array.from(made, ([name, resourceClaimName]) => ({ name, resourceClaimName }));
      return { ...current, status: { ...current.status, resourceClaimStatuses: [...others, ...statuses] } };
    });
  }

  *#helpScheduled(pod: ClassicPod): Incremental<void> {
    for (const podClaim of pod.spec.resourceClaims ?? []) {
      yield;
      const { name, isOwned } = claimNameOf(pod, podClaim, this.#world.naming);
      if (name === undefined) continue;
      const claim = this.#claims.find(pod.metadata.namespace ?? '', name);
      if (claim === undefined) return;
      if (isOwned) checkMadeFor(pod, claim);
      const { allocation, reservedFor = [] } = claim.status ?? {};
      if (claim.spec.allocationMode === 'WaitForFirstConsumer' && allocation === undefined) return this.#ensureContext(pod);
      if (allocation !== undefined && !isReservedFor(claim, pod) && canBeReserved(claim))
        this.#world.client.updateStatus({ ...claim, status: { ...claim.status, reservedFor: [...reservedFor, consumerOf(pod)] } });
    }
  }

  #ensureContext(pod: ClassicPod): void {
    const context = this.#contexts.find(pod.metadata.namespace ?? '', pod.metadata.name);
    const selectedNode = nodeOf(pod);
    if (context === undefined) this.#world.client.create(schedulingContextFor(pod, { selectedNode }));
    else if (context.spec.selectedNode !== selectedNode)
      this.#world.client.update<PodSchedulingContext>({ ...context, spec: { ...context.spec, selectedNode } });
  }

  #syncClaim(namespace: string, name: string): void {
    const claim = this.#claims.find(namespace, name);
    if (claim === undefined) return;
    const reservedFor = claim.status?.reservedFor ?? [];
    const valid = reservedFor.filter((consumer) => {
      if ((consumer.apiGroup ?? '') !== '' || consumer.resource !== 'pods')
        throw new Error(`unsupported ReservedFor entry: ${JSON.stringify(consumer)}`);
      return this.#mayStillRun(namespace, consumer.name, consumer.uid);
    });
    if (valid.length < reservedFor.length) {
      const isUnused = valid.length === 0 && claim.spec.allocationMode === 'WaitForFirstConsumer';
      const { reservedFor: _, ...rest } = claim.status ?? {};
      const status = { ...rest, ...(valid.length > 0 ? { reservedFor: valid } : {}), ...(isUnused ? { deallocationRequested: true } : {}) };
      this.#world.client.updateStatus({ ...claim, status });
    }
    if (valid.length === 0 && this.#world.naming === 'generated') this.#deleteUnneeded(claim);
  }

  /** A pod that is not cached yet may already be scheduled. Only the API server has its state. */
  #mayStillRun(namespace: string, name: string, uid: string): boolean {
    if (this.#deleted.has(uid)) return false;
    const cachedPod = this.#pods.find(namespace, name);
    if (cachedPod === undefined) return this.#world.client.find('Pod', namespace, name)?.metadata.uid === uid;
    return cachedPod.metadata.uid === uid && !isDone(cachedPod);
  }

  /** A claim that was created for a pod which will never run is deleted before the pod. */
  #deleteUnneeded(claim: ResourceClaim): void {
    const owner = controllerOf(claim);
    if (owner === undefined || owner.apiVersion !== 'v1' || owner.kind !== 'Pod') return;
    const pod = this.#pods.find(claim.metadata.namespace ?? '', owner.name);
    if (pod === undefined || (pod.metadata.uid === owner.uid && !isDone(pod))) return;
    try {
      this.#world.client.delete(claim);
    } catch (error) {
      if (error instanceof ActorCrash) throw error;
      throw new Error(`delete claim: ${messageOf(error)}`);
    }
  }
}
