// Implements a driver that allocates the devices of NodeAllocationStates with the allocator, so
// claims may also have selectors and constraints. The custom resources are defined by
// toVersus/fake-dra-driver (groups fake.resource.3-shake.com and nas.fake.resource.3-shake.com).

import type { ResourceClaimJson } from '../core/api/kinds.js';
import { checkFields, checkFunction, checkText, integer, objectWith, optional } from '../core/base/arguments.js';
import type { Incremental } from '../core/base/incremental.js';
import type { JsonObject } from '../core/base/json.js';
import { Random } from '../core/base/random.js';
import type { AllocateInput, Allocator } from '../library/allocator.js';
import { Pauses } from '../platform/pauses.js';
import type { ClassicAllocation, ClassicPod, ResourceClaim, ResourceClass } from './api/kinds.js';
import type { ApiObject } from './api/objects.js';
import { ActorCrash, type ApiClient } from './api-client.js';
import type { AllocateResult, ClaimAllocation, Driver, DriverFactory } from './driver.js';
import { type AllocatedDevices, checkedState, claimOf, deviceClass, type NodeAllocationState, nodeDevices } from './fake-devices.js';
import { checkedParameters, DEFAULT_PARAMETERS, type FakeClaimParameters } from './fake-parameters.js';

/**
 * The API group of parameters, and the default name of the driver.
 * @example
 * ```ts
 * import { FAKE_DRIVER, Simulation } from 'dra-allocator/classic';
 *
 * const simulation = new Simulation({
 *   objects: [{ apiVersion: 'resource.k8s.io/v1alpha2', kind: 'ResourceClass', metadata: { name: 'fake' }, driverName: FAKE_DRIVER }],
 * });
 * console.log(simulation.objects('ResourceClass')[0]?.driverName); // fake.resource.3-shake.com
 * ```
 */
export const FAKE_DRIVER = 'fake.resource.3-shake.com';

const STATE_GROUP = 'nas.fake.resource.3-shake.com';

/**
 * The type of the objects in which the driver stores its state.
 * @example
 * ```ts
 * import { type ApiObject, NODE_ALLOCATION_STATE, Simulation } from 'dra-allocator/classic';
 *
 * const metadata = { namespace: 'fake-system', name: 'a' };
 * const spec = { allocatableDevice: [{ fake: { uuid: 'fake-0', name: 'FAKE' } }] };
 * const state = { apiVersion: 'nas.fake.resource.3-shake.com/v1alpha1', kind: 'NodeAllocationState', metadata, spec };
 * const simulation = new Simulation({ objects: [state] });
 * console.log(simulation.objects(NODE_ALLOCATION_STATE).map((each: ApiObject) => each.metadata.name)); // [ 'a' ]
 * ```
 */
export const NODE_ALLOCATION_STATE = `NodeAllocationState.${STATE_GROUP}`;

/** The options of {@link fakeDriver}. */
export interface FakeDriverOptions {
  /** Finds devices; use `createAllocator`. With `allocateAsync`, long searches yield to the event loop. */
  readonly allocator: Pick<Allocator, 'allocate'> & Partial<Pick<Allocator, 'allocateAsync'>>;
  /** Default: `fake.resource.3-shake.com`. */
  readonly name?: string;
  /** The number of devices of a node without a NodeAllocationState. Default: 8. */
  readonly devicesPerNode?: number;
  /** The namespace of NodeAllocationStates. Default: `fake-system`. */
  readonly namespace?: string;
}

/**
 * Returns a factory of the driver. The driver stores all state in objects, so it can restart at any time.
 * @example
 * ```ts
 * // Goes on from the example of Simulation.
 * const allocator = await createAllocator();
 * const drivers = { 'gpu.example.com': fakeDriver({ allocator, name: 'gpu.example.com', devicesPerNode: 4 }) };
 * console.log(new Simulation({ drivers }).actors);
 * // [ 'kubelet', 'resourceclaim-controller', 'scheduler', 'driver gpu.example.com', 'garbage-collector' ]
 * ```
 */
export function fakeDriver(options: FakeDriverOptions): DriverFactory {
  checkFields(options, 'fakeDriver(options)', ['allocator', 'name', 'devicesPerNode', 'namespace']);
  objectWith<Allocator>({ allocate: checkFunction, allocateAsync: optional(checkFunction) })(options.allocator, 'allocator');
  optional(checkText)(options.name, 'name');
  optional(integer(0))(options.devicesPerNode, 'devicesPerNode');
  optional(checkText)(options.namespace, 'namespace');
  const { name = FAKE_DRIVER, devicesPerNode = 8, namespace = 'fake-system' } = options;
  return (api) => new FakeDriver(api, { allocator: options.allocator, name, devicesPerNode, namespace });
}

class FakeDriver implements Driver {
  readonly #api: ApiClient;
  readonly #options: Required<FakeDriverOptions>;
  /** Pauses for loops over many nodes. */
  readonly #pauses = new Pauses();

  constructor(api: ApiClient, options: Required<FakeDriverOptions>) {
    this.#api = api;
    this.#options = options;
  }

  getClassParameters({ parametersRef }: ResourceClass): unknown {
    if (parametersRef === undefined) return undefined;
    const { apiGroup = '', name } = parametersRef;
    if (apiGroup !== FAKE_DRIVER) throw new Error(`incorrect API group: ${apiGroup}`);
    return this.#api.get(`DeviceClassParameters.${FAKE_DRIVER}`, '', name);
  }

  getClaimParameters({ spec: { parametersRef }, metadata: { namespace = '' } }: ResourceClaim): FakeClaimParameters {
    if (parametersRef === undefined) return DEFAULT_PARAMETERS;
    const { apiGroup = '', kind, name } = parametersRef;
    if (apiGroup !== FAKE_DRIVER) throw new Error(`incorrect API group: ${apiGroup}`);
    if (kind !== 'FakeClaimParameters') throw new Error(`unknown ResourceClaim.ParametersRef.Kind: ${kind}`);
    return checkedParameters(this.#api.get(`FakeClaimParameters.${FAKE_DRIVER}`, namespace, name));
  }

  /** An immediate claim is allocated on the first node with enough devices. */
  async allocate(entries: readonly ClaimAllocation[], selectedNode: string): Promise<readonly AllocateResult[]> {
    if (selectedNode !== '') return this.#allocateOn(entries, selectedNode);
    const nodes = (await this.#states()).map(({ metadata }) => metadata.name);
    const results: AllocateResult[] = [];
    for (const entry of entries) {
      await this.#pauses.takeIfDue();
      results.push(await this.#allocateOnAny(entry, nodes));
    }
    return results;
  }

  async #allocateOnAny(entry: ClaimAllocation, nodes: readonly string[]): Promise<AllocateResult> {
    const ownerNode = await this.#nodeOf(entry, nodes);
    for (const node of ownerNode === undefined ? nodes : [ownerNode]) {
      await this.#pauses.takeIfDue();
      const [result] = await this.#allocateOn([entry], node);
      if (result !== undefined && 'allocation' in result) return result;
    }
    return { error: new Error('no node has the devices that the claim requests') };
  }

  async deallocate({ metadata: { uid = '' } }: ResourceClaim): Promise<void> {
    for (const state of await this.#states()) this.#release(state, uid);
  }

  async unsuitableNodes(
    _: ClassicPod,
    entries: readonly ClaimAllocation[],
    nodes: readonly string[],
  ): Promise<readonly (readonly string[])[]> {
    const unsuitable: string[] = [];
    for (const node of nodes) {
      await this.#pauses.takeIfDue();
      const state = await this.#stateOf(node);
      if (state?.status !== 'Ready' || (await this.#find(state, entries)) === undefined) unsuitable.push(node);
    }
    return entries.map(() => unsuitable);
  }

  async nodeStarted(node: ApiObject): Promise<void> {
    const { name, uid = '' } = node.metadata;
    if ((await this.#stateOf(name)) !== undefined) return;
    const random = new Random([...name].reduce((hash, letter) => (Math.imul(31, hash) + (letter.codePointAt(0) ?? 0)) | 0, 0));
    const allocatableDevice = Array.from({ length: this.#options.devicesPerNode }, () => ({
      fake: { uuid: `FAKE-${random.uuid()}`, name: 'LATEST-FAKE-MODEL' },
    }));
    const ownerReferences = [{ apiVersion: 'v1', kind: 'Node', name, uid }];
    this.#api.create<NodeAllocationState>({
      apiVersion: `${STATE_GROUP}/v1alpha1`,
      kind: 'NodeAllocationState',
      metadata: { name, namespace: this.#options.namespace, ownerReferences },
      spec: { allocatableDevice },
      status: 'Ready',
    });
  }

  /** A split device consists of parts, which are created now. */
  async nodePrepareResource({ metadata: { uid = '' } }: ResourceClaim, node: string): Promise<void> {
    const state = await this.#stateOf(node);
    const allocated = heldBy(state?.spec.allocatedClaims, uid);
    if (state === undefined || allocated === undefined) throw new Error(`claim ${uid} has no allocation on node ${node}`);
    const devices = allocated.fake.devices.flatMap(({ uuid, split = 0 }) => partsOf(uuid, split));
    const preparedDevices = { ...state.spec.preparedDevices, [uid]: { fake: { devices } } };
    this.#api.update<NodeAllocationState>({ ...state, spec: { ...state.spec, preparedDevices } });
  }

  async nodeUnprepareResource({ metadata: { uid = '' } }: Pick<ResourceClaim, 'metadata'>, node: string): Promise<void> {
    const state = await this.#stateOf(node);
    if (state === undefined || heldBy(state.spec.preparedDevices, uid) === undefined) return;
    const { [uid]: _, ...preparedDevices } = state.spec.preparedDevices ?? {};
    this.#api.update<NodeAllocationState>({ ...state, spec: { ...state.spec, preparedDevices } });
  }

  async #allocateOn(entries: readonly ClaimAllocation[], node: string): Promise<readonly AllocateResult[]> {
    try {
      // An interrupted attempt for another node is dropped.
      for (const state of await this.#states())
        if (state.metadata.name !== node) for (const { claim } of entries) this.#release(state, claim.metadata.uid ?? '');
      const state = await this.#stateOf(node);
      if (state === undefined) throw new Error(`node ${node} has no NodeAllocationState`);
      if (state.status !== 'Ready') throw new Error(`node "${node}" is not ready: ${state.status}`);
      const found = await this.#find(state, entries);
      if (found === undefined) throw new Error(`unable to allocate devices for selected node "${node}"`);
      const allocatedClaims = { ...state.spec.allocatedClaims, ...Object.fromEntries(found) };
      this.#api.update<NodeAllocationState>({ ...state, spec: { ...state.spec, allocatedClaims } });
      return entries.map(() => ({ allocation: allocationOn(node) }));
    } catch (error) {
      if (error instanceof ActorCrash) throw error;
      return entries.map(() => ({ error }));
    }
  }

  /** Returns the devices for each claim on a node in addition to allocated ones; undefined if not all claims fit. */
  async #find(state: NodeAllocationState, entries: readonly ClaimAllocation[]): Promise<ReadonlyMap<string, AllocatedDevices> | undefined> {
    const { allocatedClaims = {} } = state.spec;
    const needed = await this.#pauses.run(neededOf(entries, allocatedClaims));
    if (needed.length === 0) return new Map();
    const { name } = this.#options;
    const { slice, places } = await nodeDevices(state, name);
    const devices = Object.values(allocatedClaims).flatMap(({ fake }) =>
      fake.devices.flatMap(({ uuid }) => {
        const place = places.get(uuid);
        return place === undefined ? [] : [{ driver: name, pool: state.metadata.name, device: `device-${place}` }];
      }),
    );
    const free = (state.spec.allocatableDevice?.length ?? 0) - devices.length;
    // Claims do not share devices, so a request for more devices than the node has needs no search.
    if (needed.length > free && countOf(needed) > free) return undefined;
    const outcome = await this.#allocate({
      node: { apiVersion: 'v1', kind: 'Node', metadata: { name: state.metadata.name } },
      claims: needed.map((entry) => claimOf(entry) as JsonObject as ResourceClaimJson),
      deviceClasses: [deviceClass(name)],
      resourceSlices: [slice],
      allocated: { devices },
    });
    if (outcome.kind === 'interrupted') throw new Error(`the allocator was interrupted by ${outcome.by}`);
    if (outcome.kind !== 'allocated') return undefined;
    return new Map(
      needed.map(({ claim, claimParameters }, index) => {
        const { split = 0 } = claimParameters as FakeClaimParameters;
        const devices = (outcome.allocations[index]?.devices?.results ?? []).map(({ device }) => {
          const uuid = state.spec.allocatableDevice?.[Number(device.slice(device.lastIndexOf('-') + 1))]?.fake.uuid ?? '';
          return { uuid, ...(split > 0 ? { split } : {}) };
        });
        return [claim.metadata.uid ?? '', { fake: { devices } }];
      }),
    );
  }

  #allocate(question: AllocateInput): ReturnType<Allocator['allocate' | 'allocateAsync']> {
    const { allocator } = this.#options;
    return allocator.allocateAsync === undefined ? allocator.allocate(question) : allocator.allocateAsync(question);
  }

  /** Returns the node on which devices are allocated to a claim. */
  async #nodeOf({ claim }: ClaimAllocation, nodes: readonly string[]): Promise<string | undefined> {
    for (const node of nodes) {
      await this.#pauses.takeIfDue();
      if (heldBy((await this.#stateOf(node))?.spec.allocatedClaims, claim.metadata.uid ?? '') !== undefined) return node;
    }
    return undefined;
  }

  #release(state: NodeAllocationState, uid: string): void {
    if (heldBy(state.spec.allocatedClaims, uid) === undefined) return;
    const { [uid]: _, ...allocatedClaims } = state.spec.allocatedClaims ?? {};
    this.#api.update<NodeAllocationState>({ ...state, spec: { ...state.spec, allocatedClaims } });
  }

  async #states(): Promise<readonly NodeAllocationState[]> {
    const states: NodeAllocationState[] = [];
    for (const state of this.#api.list(NODE_ALLOCATION_STATE) as readonly ApiObject[])
      if (state.metadata.namespace === this.#options.namespace) {
        if (this.#pauses.isDue) await this.#pauses.take();
        states.push(await checkedState(state));
      }
    return states;
  }

  async #stateOf(node: string): Promise<NodeAllocationState | undefined> {
    const state = this.#api.find(NODE_ALLOCATION_STATE, this.#options.namespace, node) as ApiObject | undefined;
    return state === undefined ? undefined : checkedState(state);
  }
}

/** Returns the entry of a claim. Uids are arbitrary input and may equal the name of an inherited property. */
function heldBy<T>(entries: Readonly<Record<string, T>> | undefined, uid: string): T | undefined {
  return entries !== undefined && Object.hasOwn(entries, uid) ? entries[uid] : undefined;
}

/** Returns the entries of claims without devices. */
function* neededOf(
  entries: readonly ClaimAllocation[],
  allocated: Readonly<Record<string, AllocatedDevices>>,
): Incremental<readonly ClaimAllocation[]> {
  // Two entries of a pod may name one claim.
  const byUid = new Map<string, ClaimAllocation>();
  for (const entry of entries) {
    const { uid = '' } = entry.claim.metadata;
    if (heldBy(allocated, uid) === undefined) byUid.set(uid, entry);
    yield;
  }
  return [...byUid.values()];
}

/** Returns the number of devices that claims request. */
function countOf(entries: readonly ClaimAllocation[]): number {
  return entries.reduce((sum, { claimParameters }) => sum + (claimParameters as FakeClaimParameters).count, 0);
}

function partsOf(uuid: string, split: number): readonly { readonly uuid: string; readonly parentUUID?: string }[] {
  if (split === 0) return [{ uuid }];
  const random = new Random([...uuid].reduce((hash, letter) => (Math.imul(31, hash) + (letter.codePointAt(0) ?? 0)) | 0, 0));
  return Array.from({ length: split }, () => ({ uuid: `FAKE-${random.uuid()}`, parentUUID: uuid }));
}

function allocationOn(node: string): ClassicAllocation {
  const matchFields = [{ key: 'metadata.name', operator: 'In', values: [node] }];
  return { availableOnNodes: { nodeSelectorTerms: [{ matchFields }] }, shareable: true };
}
