// Implements the kubelets of all nodes: they prepare the claims of pods, run the pods, and undo the preparation. Prepared claims survive a
// restart, as in the kubelet's checkpoint. Source: pkg/kubelet/cm/dra/manager.go of Kubernetes 1.30.14; containers are only states.

import type { Incremental } from '../../core/base/incremental.js';
import { hasReason } from '../api/api-error.js';
import { type ClassicPod, isTerminal, nodeOf, type ResourceClaim } from '../api/kinds.js';
import { type ApiObject, isControlledBy, keyOf } from '../api/objects.js';
import { claimNameOf, isReservedFor } from '../claim-names.js';
import type { Driver } from '../driver.js';
import { Informer } from '../informer.js';
import { WorkQueue } from '../work-queue.js';
import type { Actor, Surroundings, Timer, Work } from './actor.js';
import { attempt } from './attempt.js';

/** A claim that is prepared, or about to be, on a node. */
interface PreparedClaim {
  readonly claim: ResourceClaim;
  readonly node: string;
  readonly driverName: string;
  /** The uids of the pods that use it. */
  readonly pods: Set<string>;
  isPrepared: boolean;
}

/** The state of nodes that survives a restart of their kubelets. */
export interface NodeState {
  /** Claims by uid and node. */
  readonly claims: Map<string, PreparedClaim>;
  /** Pods whose containers have ended, by uid, with their final phase. */
  readonly ended: Map<string, { readonly pod: ClassicPod; readonly phase: 'Succeeded' | 'Failed' }>;
}

/** The actor. Its queue has keys `pod:NAMESPACE/NAME/UID` and `node:NAME`. */
export class Kubelet implements Actor {
  readonly watches;
  readonly #world: Surroundings;
  readonly #queue: WorkQueue;
  readonly #pods: Informer<'Pod'>;
  readonly #nodes: Informer<'Node'>;
  readonly #drivers: ReadonlyMap<string, Driver>;
  readonly #state: NodeState;

  constructor(drivers: ReadonlyMap<string, Driver>, state: NodeState, world: Surroundings) {
    this.#world = world;
    this.#drivers = drivers;
    this.#state = state;
    this.#queue = new WorkQueue(world.clock);
    const enqueue = (pod: ClassicPod): void => this.enqueue(pod);
    this.#pods = new Informer(world.store, 'Pod', {
      added: enqueue,
      updated: (before, pod) => {
        if (before.metadata.uid !== pod.metadata.uid) enqueue(before);
        enqueue(pod);
      },
      deleted: enqueue,
    });
    this.#nodes = new Informer(world.store, 'Node', { added: ({ metadata }) => this.#queue.add(`node:${metadata.name}`) });
    this.watches = [this.#nodes, this.#pods];
    // If pods were deleted while the kubelet was down, they still need cleanup.
    for (const uid of new Set([...state.claims.values()].flatMap(({ pods }) => [...pods]))) this.#queue.add(`pod:///${uid}`);
    for (const { pod } of state.ended.values()) enqueue(pod);
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
    const isNode = key.startsWith('node:');
    const [, namespace = '', name = '', uid = ''] = /^pod:([^/]*)\/([^/]*)\/(.*)$/.exec(key) ?? [];
    const object = isNode ? `Node ${key.slice(5)}` : `Pod ${keyOf({ namespace, name })}`;
    const pod = isNode ? undefined : this.#pods.find(namespace, name);
    const action = isNode ? 'register' : 'sync';
    const outcome = await attempt(this.#queue, key, () =>
      isNode ? this.#register(key.slice(5)) : this.#sync(pod?.metadata.uid === uid ? pod : undefined, uid),
    );
    if (outcome !== undefined && pod !== undefined) this.#world.client.record(pod, 'Warning', 'FailedPrepareDynamicResources', outcome);
    return { action, object, outcome: outcome ?? '' };
  }

  /** Queues a pod for processing. */
  enqueue({ metadata }: ClassicPod): void {
    this.#queue.add(`pod:${keyOf(metadata)}/${metadata.uid}`);
  }

  /** Notifies the plugins of drivers that they run on a node. */
  async #register(name: string): Promise<void> {
    const node = this.#nodes.find('', name);
    if (node === undefined) return;
    for (const driver of this.#drivers.values()) await driver.nodeStarted?.(node, { signal: this.#world.signal });
  }

  async #sync(pod: ClassicPod | undefined, uid: string): Promise<void> {
    const ended = this.#state.ended.get(uid);
    const isOver = pod === undefined || isTerminal(pod) || pod.metadata.deletionTimestamp !== undefined;
    if (isOver || ended !== undefined) {
      // Undoes the preparation first, because the claims of the pod may be deallocated once the API server shows the end of the
      // pod.
      await this.#unprepare(uid, pod);
      if (!isOver && ended !== undefined) this.#reportPhase(pod, ended.phase);
      else if (pod?.metadata.deletionTimestamp !== undefined && nodeOf(pod) !== '') this.#remove(pod);
      // Until the watch reports the end, the pod looks as if it should run.
      if (isOver) this.#state.ended.delete(uid);
    } else if (nodeOf(pod) !== '' && pod.status?.phase !== 'Running') {
      for (const claim of await this.#world.pauses.run(this.#claimsOf(pod))) {
        await this.#world.pauses.takeIfDue();
        await this.#prepare(pod, claim);
      }
      this.#reportPhase(pod, 'Running');
    }
  }

  #reportPhase(pod: ClassicPod, phase: string): void {
    this.#world.client.patchStatus(pod, (current) => ({ ...current, status: { ...current.status, phase } }));
  }

  #remove(pod: ClassicPod): void {
    try {
      this.#world.client.delete(pod, { uid: pod.metadata.uid, force: true });
    } catch (error) {
      if (!hasReason(error, 'NotFound') && !hasReason(error, 'Conflict')) throw error;
    }
  }

  /** Returns the claims of a pod from the API server. Throws unless the pod may use each of them. */
  *#claimsOf(pod: ClassicPod): Incremental<readonly ResourceClaim[]> {
    const claims: ResourceClaim[] = [];
    for (const podClaim of pod.spec.resourceClaims ?? []) {
      yield;
      const { name, isOwned } = claimNameOf(pod, podClaim, this.#world.naming);
      if (name === undefined) continue;
      const claim = this.#world.client.get('ResourceClaim', pod.metadata.namespace ?? '', name);
      if (isOwned && !isControlledBy(claim, pod))
        throw new Error(`ResourceClaim ${keyOf(claim.metadata)} was not created for pod ${keyOf(pod.metadata)} (pod is not owner)`);
      if (!isReservedFor(claim, pod))
        throw new Error(
          `pod ${pod.metadata.name}(${pod.metadata.uid}) is not allowed to use resource claim ${name}(${claim.metadata.uid})`,
        );
      claims.push(claim);
    }
    return claims;
  }

  async #prepare(pod: ClassicPod, claim: ResourceClaim): Promise<void> {
    const node = nodeOf(pod);
    const driverName = claim.status?.driverName ?? '';
    const driver = this.#drivers.get(driverName);
    if (driver === undefined) throw new Error(`plugin name ${driverName} not found in the list of registered DRA plugins`);
    const key = `${claim.metadata.uid}/${node}`;
    let prepared = this.#state.claims.get(key);
    if (prepared === undefined) {
      prepared = { claim, node, driverName, pods: new Set(), isPrepared: false };
      this.#state.claims.set(key, prepared);
    }
    prepared.pods.add(pod.metadata.uid ?? '');
    if (prepared.isPrepared) return;
    await driver.nodePrepareResource?.(claim, node, { signal: this.#world.signal });
    this.#world.client.called('NodePrepareResource', `${claim.metadata.name} on ${node}`);
    prepared.isPrepared = true;
  }

  /** The last pod of a claim on the node removes the preparation. */
  async #unprepare(uid: string, pod: ClassicPod | undefined): Promise<void> {
    for (const [key, { claim, node, driverName, pods }] of [...this.#state.claims]) {
      await this.#world.pauses.takeIfDue();
      if (!pods.has(uid)) continue;
      // After a restart, the pod may still run although it is not cached yet.
      if (pod === undefined && this.#isListed(uid)) return;
      if (pods.size === 1) {
        await this.#drivers.get(driverName)?.nodeUnprepareResource?.(claim, node, { signal: this.#world.signal });
        this.#world.client.called('NodeUnprepareResource', `${claim.metadata.name} on ${node}`);
        this.#state.claims.delete(key);
      }
      pods.delete(uid);
    }
  }

  #isListed(uid: string): boolean {
    for (const pod of this.#pods.all() as Iterable<ApiObject>) if (pod.metadata.uid === uid) return true;
    return false;
  }
}
