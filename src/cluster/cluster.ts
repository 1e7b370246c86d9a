// A cluster that stays: objects come and go, claims are tried, committed and released.

import { DecodeContext } from '../api/context.js';
import { objectName } from '../api/meta.js';
import { decodeNode, type Node } from '../api/node.js';
import { decodeObjects, type ObjectSet } from '../api/objects.js';
import { type AllocatedDevice, decodeResourceClaim, type ResourceClaim } from '../api/resource-claim.js';
import { encodeProblem } from '../encode/encode.js';
import { AllocationError } from '../errors.js';
import { type Explanation, explainNode, type NodeExplanation } from '../explain/why.js';
import type { Json, JsonObject } from '../json.js';
import { deviceId } from '../pools/pool.js';
import type { Runtime } from '../runtime.js';
import { type AllocationInput, allocateOnNode, allocateOnNodeAsync } from '../solve/allocation.js';
import { type AsyncLimits, checkLimits, deadlineOf, type Limits } from '../solve/limits.js';
import type { Outcome } from '../solve/outcome.js';
import { type ClaimInput, claimsOf, listOf, PreparedClaims } from './claims.js';
import { ClusterState, claimKey, type StateSnapshot } from './cluster-state.js';
import { FilterCollector, type FilterResult } from './filter.js';

/** What `allocate` takes: claims, and the node by name or as an object. */
export interface ClusterAllocateInput<L extends Limits = Limits> {
  readonly claims: PreparedClaims | readonly ClaimInput[];
  readonly node: string | object;
  readonly limits?: L;
}

/** What `filter` takes. `steps` counts for each node, `milliseconds` for all of them together. */
export interface FilterInput<L extends Limits = Limits> {
  readonly claims: PreparedClaims | readonly ClaimInput[];
  /** Looks at these nodes only. Default: every node of the cluster. */
  readonly nodes?: readonly string[];
  readonly limits?: L;
}

/** What `explain` takes: one node, or all of them. */
export interface ExplainInput {
  readonly claims: PreparedClaims | readonly ClaimInput[];
  readonly node?: string | object;
}

/** A cluster that stays. Made by `allocator.cluster()`. Every method throws AllocationError for wrong input. */
export class Cluster {
  readonly #runtime: Runtime;
  readonly #state: ClusterState;

  /** Use `allocator.cluster()`. */
  constructor(runtime: Runtime) {
    this.#runtime = runtime;
    this.#state = new ClusterState(runtime.features, runtime.selectors);
  }

  /**
   * Adds or replaces Nodes, ResourceSlices, DeviceClasses, DeviceTaintRules and ResourceClaims (allocated ones occupy their devices) by
   * kind, namespace and name. Lists are flattened, other kinds ignored. All or nothing: when one object is wrong, nothing changes.
   */
  apply(objects: readonly object[]): void {
    this.#state.apply(decodeObjects(listOf(objects, 'objects').map((value) => ({ value }))));
  }

  /** As `apply`, with objects that were decoded before. */
  applyDecoded(set: ObjectSet): void {
    this.#state.apply(set);
  }

  /** Deletes objects by kind, namespace and name; what is not there is left alone. A removed claim frees its devices. */
  remove(objects: readonly object[]): void {
    for (const [kind, name] of listOf(objects, 'objects').map(identityOf)) this.#state.remove(kind, name);
  }

  /** Decodes claims once, for many calls. */
  prepare(claims: readonly ClaimInput[]): PreparedClaims {
    return new PreparedClaims(claimsOf(claims));
  }

  /** Tries to allocate claims on a node. Does not change the cluster. */
  allocate(input: ClusterAllocateInput): Outcome {
    const limits = checkLimits(input.limits);
    return allocateOnNode(this.#inputFor(this.#nodeOf(input.node), claimsOf(input.claims)), limits);
  }

  /** As `allocate`, giving way to the event loop while it searches. */
  async allocateAsync(input: ClusterAllocateInput<AsyncLimits>): Promise<Outcome> {
    const limits = checkLimits(input.limits);
    return allocateOnNodeAsync(this.#inputFor(this.#nodeOf(input.node), claimsOf(input.claims)), limits, this.#runtime.giveWay);
  }

  /** Tries to allocate claims on every node. Does not change the cluster. */
  filter(input: FilterInput): FilterResult {
    const limits = checkLimits(input.limits);
    const deadline = deadlineOf(limits);
    const claims = claimsOf(input.claims);
    const collector = new FilterCollector(claims);
    for (const name of this.#namesFor(input)) {
      try {
        collector.add(name, allocateOnNode(this.#inputFor(this.#nodeOf(name), claims), limits, deadline));
      } catch (error) {
        collector.fail(name, error);
      }
    }
    return collector.result();
  }

  /** As `filter`, giving way to the event loop while it searches. The cluster may change meanwhile: the answer is as of the call. */
  async filterAsync(input: FilterInput<AsyncLimits>): Promise<FilterResult> {
    const limits = checkLimits(input.limits);
    const deadline = deadlineOf(limits);
    const claims = claimsOf(input.claims);
    const collector = new FilterCollector(claims);
    const work = this.#freeze(this.#namesFor(input), claims);
    for (const [name, inputOf] of work) {
      try {
        collector.add(name, await allocateOnNodeAsync(inputOf(), limits, this.#runtime.giveWay, deadline));
      } catch (error) {
        collector.fail(name, error);
      }
      await this.#runtime.giveWay();
    }
    return collector.result();
  }

  /** The nodes to look at, in order. Throws `unknown-node`. */
  #namesFor({ nodes }: Pick<FilterInput, 'nodes'>): readonly string[] {
    const all = this.#state.nodeNames();
    if (nodes === undefined) return all;
    const wanted = new Set(listOf(nodes, 'nodes').map((name) => this.#nodeOf(String(name)).metadata.name));
    return all.filter((name) => wanted.has(name));
  }

  /** What every node is to be tried with, as of now, whatever changes while others are tried. */
  #freeze(names: readonly string[], claims: readonly ResourceClaim[]): [string, () => AllocationInput][] {
    const state = this.#state.snapshot();
    return names.map((name) => {
      const node = this.#nodeOf(name);
      return [name, () => this.#inputFor(node, claims, state)];
    });
  }

  /**
   * Occupies what an outcome picked, as the scheduler does after Reserve. All or nothing. Throws `stale-outcome` when a device is
   * no longer free or no longer there. Committing a claim again with the same outcome changes nothing.
   */
  commit(claims: PreparedClaims | readonly ClaimInput[], outcome: Outcome): void {
    const decoded = claimsOf(claims);
    if (outcome?.kind !== 'allocated')
      throw new AllocationError('invalid-input', 'outcome: only an outcome that allocated can be committed', { path: 'outcome' });
    if (outcome.allocations.length !== decoded.length) {
      throw new AllocationError('stale-outcome', `the outcome has ${outcome.allocations.length} allocations for ${decoded.length} claims`);
    }
    const picks = decoded.map(
      (claim, index) => [claimKey(claim), resultsOf(outcome.allocations[index] as unknown as JsonObject, index)] as const,
    );
    this.#checkFree(picks);
    for (const [key, results] of picks) this.#state.hold(key, results);
  }

  #checkFree(picks: readonly (readonly [string, readonly AllocatedDevice[]])[]): void {
    const { allocated, slices } = this.#state;
    const taken = new Set<string>();
    for (const [key, results] of picks) {
      const held = this.#state.heldBy(key)?.map(idOf);
      const stale = (id: string, what: string): never => {
        throw new AllocationError('stale-outcome', `claim ${key}: device ${id} ${what}`, { claim: key, device: id });
      };
      for (const result of results) {
        const id = idOf(result);
        if (held !== undefined) {
          if (!held.includes(id)) stale(id, 'was not picked when the claim was allocated before');
          continue;
        }
        const known = slices.ofPool(result.driver, result.pool).some(({ spec }) => spec.devices.some(({ name }) => name === result.device));
        if (!known) stale(id, 'is no longer there');
        if (allocated.occupies(result) && (allocated.has(id) || taken.size === taken.add(id).size)) stale(id, 'is no longer free');
      }
    }
  }

  /** Frees what claims hold, as on their deletion. Claims that hold nothing are left alone. */
  release(claims: PreparedClaims | readonly ClaimInput[]): void {
    for (const claim of claimsOf(claims)) this.#state.free(claimKey(claim));
  }

  /** Counts, for every request and node, what became of the devices. */
  explain(input: ExplainInput): Explanation {
    const claims = claimsOf(input.claims);
    const nodes = input.node === undefined ? this.#state.nodeNames() : [input.node];
    return { nodes: nodes.map((node) => this.#explainOn(this.#nodeOf(node), claims)) };
  }

  #explainOn(node: Node, claims: readonly ResourceClaim[]): NodeExplanation {
    const name = node.metadata.name;
    const pending = claims.filter(({ status }) => status.allocation === undefined);
    try {
      const input = this.#inputFor(node, pending);
      return explainNode(name, encodeProblem(input), input.view.pools, this.#state.slices, this.#runtime.kernel);
    } catch (error) {
      if (!(error instanceof AllocationError)) throw error;
      return { node: name, error: error.message, requests: [], pools: [], together: false };
    }
  }

  #nodeOf(node: string | object): Node {
    if (typeof node !== 'string') return decodeNode(node as Json, new DecodeContext(['node']));
    const found = this.#state.node(node);
    if (found === undefined) throw new AllocationError('unknown-node', `the cluster has no node ${node}`, { path: 'node' });
    return found;
  }

  #inputFor(node: Node, claims: readonly ResourceClaim[], state: StateSnapshot = this.#state): AllocationInput {
    const { features, kernel } = this.#runtime;
    return { view: state.view(node), claims, deviceClasses: state.deviceClasses, allocated: state.allocated, features, kernel };
  }
}

function idOf({ driver, pool, device }: AllocatedDevice): string {
  return deviceId(driver, pool, device);
}

/** Reads the results of an allocation that a caller hands back. */
function resultsOf(allocation: JsonObject, index: number): readonly AllocatedDevice[] {
  const claim = decodeResourceClaim({ status: { allocation } }, new DecodeContext(['outcome', 'allocations', index]));
  return claim.status.allocation?.results ?? [];
}

/** Kind and name of an object to remove; for a claim its key. */
function identityOf(value: Json, index: number): readonly [string, string] {
  const object = value as { readonly kind?: unknown; readonly metadata?: { readonly name?: unknown; readonly namespace?: unknown } } | null;
  const { kind, metadata } = object ?? {};
  const name = metadata?.name;
  if (typeof kind !== 'string' || typeof name !== 'string') {
    throw new AllocationError('invalid-input', `objects[${index}]: expected an object with a kind and metadata.name`, {
      path: `objects[${index}]`,
    });
  }
  if (kind !== 'ResourceClaim') return [kind, name];
  const namespace = typeof metadata?.namespace === 'string' && metadata.namespace !== '' ? metadata.namespace : 'default';
  return [kind, objectName({ namespace, name })];
}
