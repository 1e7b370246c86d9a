// Implements the scheduler's plugin for claims. Source: plugins/dynamicresources/dynamicresources.go of
// Kubernetes 1.30.14, without structured parameters.

import type { NodeSelectorJson } from '../../allocator/decode/allocation-result.js';
import { DecodeContext } from '../../core/api/context.js';
import { nodeSelector } from '../../core/api/meta.js';
import type { Node } from '../../core/api/node.js';
import { type NodePredicate, parseNodeSelector } from '../../core/api/node-selector.js';
import { compareBytes } from '../../core/base/byte-order.js';
import { UNLIMITED } from '../../core/base/checkpoint.js';
import type { Incremental } from '../../core/base/incremental.js';
import type { Json } from '../../core/base/json.js';
import type { Random } from '../../core/base/random.js';
import { hasReason } from '../api/api-error.js';
import {
  type ClaimSchedulingStatus,
  type ClassicPod,
  MOST_NODES,
  type PodClaim,
  type PodSchedulingContext,
  type ResourceClaim,
} from '../api/kinds.js';
import { isControlledBy, keyOf, withMetadata, withoutUndefined } from '../api/objects.js';
import { ActorCrash, type ApiClient, messageOf } from '../api-client.js';
import {
  type ClaimNaming,
  canBeReserved,
  checkMadeFor,
  claimNameOf,
  consumerOf,
  firstByName,
  isReservedFor,
  isYetToBeMade,
  notYetMade,
} from '../claim-names.js';
import type { Informer } from '../informer.js';
import { schedulingContextFor } from './made-objects.js';
import { QueueingHints } from './queueing-hints.js';

/** A plugin's status for a pod, or for a pod on a node. */
export interface PluginStatus {
  readonly code: 'Success' | 'Skip' | 'Pending' | 'Unschedulable' | 'UnschedulableAndUnresolvable' | 'Error';
  readonly message: string;
}

const SUCCESS: PluginStatus = { code: 'Success', message: '' };

const unschedulable = (message: string): PluginStatus => ({ code: 'UnschedulableAndUnresolvable', message });
const failed = (error: unknown): PluginStatus => ({ code: 'Error', message: messageOf(error) });

/** A claim of the pod, as it was at the start of the cycle. */
interface CycleClaim {
  readonly entry: string;
  claim: ResourceClaim;
  /** The nodes where it is available, or which its class allows. */
  nodes?: NodePredicate;
  status?: ClaimSchedulingStatus | undefined;
}

/** The state of the plugin for a pod in one cycle. */
export interface CycleState {
  claims: readonly CycleClaim[];
  context: PodSchedulingContext | undefined;
  /** The values to write; absent if unchanged. */
  selectedNode?: string | undefined;
  potentialNodes?: readonly string[] | undefined;
  preScored: boolean;
  /** Indexes of allocated claims that wait for their first consumer and are not available on some node. */
  readonly unavailable: Set<number>;
}

/** The number of claims between two pauses. */
const CLAIMS_A_PORTION = 32;

/** The caches that the plugin reads. */
interface Listers {
  readonly claims: Informer<'ResourceClaim'>;
  readonly classes: Informer<'ResourceClass'>;
  readonly contexts: Informer<'PodSchedulingContext'>;
}

/** The plugin. Its methods are its extension points. */
export class DynamicResources {
  readonly #listers: Listers;
  readonly #client: ApiClient;
  readonly #naming: ClaimNaming;
  readonly #random: Random;
  /** The claim that a pod lacked, by its key. */
  readonly #missing = new WeakMap<ClassicPod, string>();
  readonly hints = new QueueingHints((pod) => this.#claimsOrProblem(pod));

  constructor(listers: Listers, client: ApiClient, naming: ClaimNaming, random: Random) {
    this.#listers = listers;
    this.#client = client;
    this.#naming = naming;
    this.#random = random;
  }

  /** A pod enters the active queue only if its claims exist. */
  *preEnqueue(pod: ClassicPod): Incremental<PluginStatus> {
    const claims = yield* this.#claimsOrProblem(pod);
    return typeof claims === 'string' ? unschedulable(claims) : SUCCESS;
  }

  /** Returns whether `preEnqueue` succeeds. Most pending pods still lack the same claim. */
  mayEnqueue(pod: ClassicPod): boolean | Incremental<boolean> {
    const missing = this.#missing.get(pod);
    if (missing !== undefined && this.#listers.claims.byKey(missing) === undefined) return false;
    const count = pod.spec.resourceClaims?.length ?? 0;
    return count > CLAIMS_A_PORTION ? this.#hasClaims(pod) : this.#addClaims([], pod, 0, count) === undefined;
  }

  *#hasClaims(pod: ClassicPod): Incremental<boolean> {
    return typeof (yield* this.#claimsOrProblem(pod)) !== 'string';
  }

  *preFilter(pod: ClassicPod): Incremental<{ readonly state: CycleState; readonly status: PluginStatus }> {
    const state: CycleState = { claims: [], context: undefined, preScored: false, unavailable: new Set() };
    const claims = yield* this.#claimsOrProblem(pod);
    if (typeof claims === 'string') return { state, status: unschedulable(claims) };
    if (claims.length === 0) return { state, status: { code: 'Skip', message: '' } };
    const context = this.#listers.contexts.find(pod.metadata.namespace ?? '', pod.metadata.name);
    if (context !== undefined && !isControlledBy(context, pod)) {
      const { namespace, name } = pod.metadata;
      return {
        state,
        status: failed(`PodSchedulingContext object with UID ${context.metadata.uid} is not owned by Pod ${namespace}/${name}`),
      };
    }
    state.context = context;
    const answers = firstByName(context?.status?.resourceClaims ?? []);
    for (const claim of claims) {
      const failedStatus = this.#look(claim, pod, answers);
      if (failedStatus !== undefined) return { state, status: failedStatus };
      yield;
    }
    state.claims = claims;
    return { state, status: SUCCESS };
  }

  /** Determines the nodes where a claim can be. Returns a status if the pod must wait. */
  #look(
    cycleClaim: CycleClaim,
    pod: ClassicPod,
    answers: ReadonlyMap<string | undefined, ClaimSchedulingStatus>,
  ): PluginStatus | undefined {
    const { claim } = cycleClaim;
    const { allocation, deallocationRequested } = claim.status ?? {};
    if (deallocationRequested === true) return unschedulable('resourceclaim must be reallocated');
    try {
      if (allocation !== undefined) {
        if (!canBeReserved(claim) && !isReservedFor(claim, pod)) return unschedulable('resourceclaim in use');
        if (allocation.availableOnNodes !== undefined) cycleClaim.nodes = predicateOf(allocation.availableOnNodes);
        return undefined;
      }
      const { resourceClassName } = claim.spec;
      const found = this.#listers.classes.find('', resourceClassName);
      if (found === undefined) return unschedulable(`resource class ${resourceClassName} does not exist`);
      if (found.suitableNodes !== undefined) cycleClaim.nodes = predicateOf(found.suitableNodes);
    } catch (error) {
      return failed(error);
    }
    cycleClaim.status = answers.get(cycleClaim.entry);
    return claim.spec.allocationMode === 'Immediate' ? unschedulable('unallocated immediate resourceclaim') : undefined;
  }

  filter(state: CycleState, node: Node): PluginStatus {
    const unavailable: number[] = [];
    for (const [index, { claim, nodes, status }] of state.claims.entries()) {
      const matches = nodes === undefined || nodes(node, UNLIMITED);
      if (claim.status?.allocation !== undefined) {
        if (!matches) unavailable.push(index);
        continue;
      }
      if (!matches) return unschedulable('excluded by resource class node filter');
      if (status?.unsuitableNodes?.includes(node.metadata.name) === true)
        return unschedulable('resourceclaim cannot be allocated for the node (unsuitable)');
    }
    if (unavailable.length === 0) return SUCCESS;
    // An immediate claim would be allocated again for an arbitrary node, which is unlikely to help.
    for (const index of unavailable)
      if (state.claims[index]?.claim.spec.allocationMode === 'WaitForFirstConsumer') state.unavailable.add(index);
    return unschedulable('resourceclaim not available on the node');
  }

  /** If no node is suitable, a claim that only this pod uses may be deallocated and allocated elsewhere. */
  postFilter(state: CycleState, pod: ClassicPod): PluginStatus {
    if (state.claims.length === 0) return { code: 'Unschedulable', message: 'no new claims to deallocate' };
    for (const index of this.#random.shuffled([...state.unavailable])) {
      const { claim } = state.claims[index] as CycleClaim;
      const reservedFor = claim.status?.reservedFor ?? [];
      const isOnlyUser = reservedFor.length === 0 || (reservedFor.length === 1 && isReservedFor(claim, pod));
      if (!isOnlyUser) continue;
      try {
        // While a node is selected, the driver would allocate the claim for that node again.
        if ((state.context?.spec.selectedNode ?? '') !== '') {
          state.selectedNode = '';
          this.#publish(state, pod);
        }
        const { reservedFor: _, ...status } = claim.status ?? {};
        this.#client.updateStatus({ ...claim, status: { ...status, deallocationRequested: true } });
      } catch (error) {
        return errorStatus(error);
      }
      return { code: 'Unschedulable', message: 'deallocation of ResourceClaim completed' };
    }
    return { code: 'Unschedulable', message: 'still not schedulable' };
  }

  /** Records the nodes that drivers must check: at most 128, selected at random. */
  preScore(state: CycleState, nodes: readonly string[]): void {
    state.preScored = true;
    if (state.claims.every(({ claim }) => claim.status?.allocation !== undefined)) return;
    const listedNodes = state.context?.spec.potentialNodes ?? [];
    if (state.context !== undefined && nodes.every((node) => listedNodes.includes(node))) return;
    const nodesToCheck = nodes.length > MOST_NODES ? this.#random.shuffled(nodes).slice(0, MOST_NODES) : [...nodes];
    state.potentialNodes = nodesToCheck.sort(compareBytes);
  }

  reserve(state: CycleState, nodeName: string): PluginStatus {
    const pending = state.claims.filter(({ claim }) => claim.status?.allocation === undefined);
    if (pending.length === 0) return SUCCESS;
    const listedNodes = state.context?.spec.potentialNodes ?? [];
    // Only this node passed all filters. Without the response of drivers for this node, the scheduler would select it forever.
    if (!state.preScored && !listedNodes.includes(nodeName)) state.potentialNodes = [nodeName];
    const answers = firstByName(state.context?.status?.resourceClaims ?? []);
    const answered = pending.filter(({ entry }) => answers.has(entry)).length;
    // If only one claim is pending, a wrong node affects no other allocation, so the node is tried without a response.
    if ((pending.length === 1 || answered === pending.length) && state.context?.spec.selectedNode !== nodeName) {
      state.selectedNode = nodeName;
      return SUCCESS;
    }
    if (isDirty(state)) return SUCCESS;
    return { code: 'Pending', message: 'waiting for resource driver to provide information' };
  }

  *unreserve(state: CycleState, pod: ClassicPod): Incremental<void> {
    if (state.claims.length === 0) return;
    tolerant(() => this.#publish(state, pod));
    for (const { claim } of state.claims) {
      yield;
      if (claim.status?.allocation === undefined || !isReservedFor(claim, pod)) continue;
      tolerant(() =>
        this.#client.patchStatus(claim, (current) => {
          const { reservedFor = [], ...status } = current.status ?? {};
          const others = reservedFor.filter(({ uid }) => uid !== pod.metadata.uid);
          return { ...current, status: { ...status, ...(others.length > 0 ? { reservedFor: others } : {}) } };
        }),
      );
    }
  }

  /** Publishes the decision, after which the pod must wait. If there is nothing to publish, reserves the claims. */
  *preBind(state: CycleState, pod: ClassicPod): Incremental<PluginStatus> {
    try {
      if (isDirty(state)) {
        this.#publish(state, pod);
        return { code: 'Pending', message: 'waiting for resource driver' };
      }
      for (const each of state.claims) {
        if (!isReservedFor(each.claim, pod)) each.claim = this.#reserveFor(pod, each.claim);
        yield;
      }
      return SUCCESS;
    } catch (error) {
      return errorStatus(error);
    }
  }

  #reserveFor(pod: ClassicPod, claim: ResourceClaim): ResourceClaim {
    return this.#client.patchStatus(claim, (current) => {
      const others = current.status?.reservedFor?.filter(({ uid }) => uid !== pod.metadata.uid) ?? [];
      return { ...current, status: { ...current.status, reservedFor: [...others, consumerOf(pod)] } };
    });
  }

  /** Deletes the PodSchedulingContext, since the negotiation has ended. */
  postBind(state: CycleState, pod: ClassicPod): void {
    if (state.claims.length === 0) return;
    tolerant(() => this.#client.delete(schedulingContextFor(pod, {})));
  }

  #publish(state: CycleState, pod: ClassicPod): void {
    if (!isDirty(state)) return;
    const change = withoutUndefined({ selectedNode: state.selectedNode, potentialNodes: state.potentialNodes });
    const { context } = state;
    if (context === undefined) this.#client.create(schedulingContextFor(pod, specOf(change)));
    else {
      try {
        this.#client.update<PodSchedulingContext>({ ...context, spec: specOf({ ...context.spec, ...change }) });
      } catch (error) {
        if (!hasReason(error, 'Conflict')) throw error;
        this.#apply(pod, specOf({ ...change, potentialNodes: change.potentialNodes ?? context.spec.potentialNodes }));
      }
    }
    state.selectedNode = undefined;
    state.potentialNodes = undefined;
  }

  /** Writes the scheduler's fields regardless of other changes, since only the scheduler writes them. Absent fields are cleared. */
  #apply(pod: ClassicPod, spec: PodSchedulingContext['spec']): void {
    const current = this.#client.find('PodSchedulingContext', pod.metadata.namespace ?? '', pod.metadata.name);
    if (current === undefined) this.#client.create(schedulingContextFor(pod, spec));
    else this.#client.update<PodSchedulingContext>({ ...withMetadata(current, { resourceVersion: undefined }), spec });
  }

  /** Returns the claims of a pod, or why it cannot use one of them. */
  *#claimsOrProblem(pod: ClassicPod): Incremental<readonly CycleClaim[] | string> {
    const found: CycleClaim[] = [];
    const count = pod.spec.resourceClaims?.length ?? 0;
    for (let from = 0; from < count; from += CLAIMS_A_PORTION) {
      if (from > 0) yield;
      const problem = this.#addClaims(found, pod, from, Math.min(count, from + CLAIMS_A_PORTION));
      if (problem !== undefined) return problem;
    }
    return found;
  }

  /**
   * Adds some claims of a pod, or returns why it cannot use one of them. It does not throw, because exceptions would need most of the run time.
   */
  #addClaims(found: CycleClaim[], pod: ClassicPod, from: number, to: number): string | undefined {
    const { namespace = '' } = pod.metadata;
    for (let index = from; index < to; index++) {
      const podClaim = pod.spec.resourceClaims?.[index] as PodClaim;
      if (isYetToBeMade(pod, podClaim, this.#naming)) return notYetMade(pod);
      try {
        const { name, isOwned } = claimNameOf(pod, podClaim, this.#naming);
        if (name === undefined) continue;
        const claim = this.#listers.claims.find(namespace, name);
        if (claim === undefined) {
          this.#missing.set(pod, keyOf({ namespace, name }));
          return claimNotInCache(name);
        }
        if (claim.metadata.deletionTimestamp !== undefined) return `resourceclaim "${name}" is being deleted`;
        if (isOwned) checkMadeFor(pod, claim);
        found.push({ entry: podClaim.name, claim });
      } catch (error) {
        return messageOf(error);
      }
    }
    return undefined;
  }
}

function claimNotInCache(name: string): string {
  return `resourceclaim.resource.k8s.io "${name}" not found`;
}

function isDirty({ selectedNode, potentialNodes }: CycleState): boolean {
  return selectedNode !== undefined || potentialNodes !== undefined;
}

/** An empty node means no node. */
function specOf({ selectedNode, potentialNodes }: { selectedNode?: string | undefined; potentialNodes?: readonly string[] | undefined }) {
  return {
    ...(selectedNode === undefined || selectedNode === '' ? {} : { selectedNode }),
    ...(potentialNodes === undefined || potentialNodes.length === 0 ? {} : { potentialNodes }),
  };
}

function errorStatus(error: unknown): PluginStatus {
  if (error instanceof ActorCrash) throw error;
  return failed(error);
}

/** Ignores errors of actions that are retried or that other actors clean up. */
function tolerant(action: () => void): void {
  try {
    action();
  } catch (error) {
    if (error instanceof ActorCrash) throw error;
  }
}

const predicates = new WeakMap<NodeSelectorJson, NodePredicate>();

function predicateOf(selector: NodeSelectorJson): NodePredicate {
  let predicate = predicates.get(selector);
  if (predicate === undefined) {
    predicate = parseNodeSelector(nodeSelector.decode(selector as unknown as Json, new DecodeContext()), UNLIMITED);
    predicates.set(selector, predicate);
  }
  return predicate;
}
