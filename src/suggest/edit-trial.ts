// One try of edits: the objects as they are with them, and the allocation of the claims on the node.

import type { DeviceClass } from '../api/device-class.js';
import { alternativesOf } from '../api/device-request.js';
import type { DeviceTaintRule } from '../api/device-taint-rule.js';
import type { Node } from '../api/node.js';
import type { ResourceClaim } from '../api/resource-claim.js';
import type { ResourceSlice } from '../api/resource-slice.js';
import type { Checkpoint } from '../base/checkpoint.js';
import type { SelectorCache } from '../cel/cache.js';
import { decodePicks } from '../decode/decode.js';
import { randomShareID } from '../decode/share-id.js';
import { AllocatedState, type AllocatedView } from '../encode/allocated-state.js';
import { type AvailabilityOptions, unavailabilityOf } from '../encode/availability.js';
import { type EncodeInput, encodeProblem } from '../encode/encode.js';
import { type NodeView, viewFrom } from '../encode/node-view.js';
import type { PickedDevice } from '../encode/slot-plan.js';
import { Trials } from '../explain/trials.js';
import type { Kernel } from '../kernel/kernel.js';
import type { PoolDevice } from '../pools/pool.js';
import { SliceIndex } from '../pools/slice-index.js';
import { withTaints } from '../pools/taint-rules.js';
import { byTarget, type Target, withOperations } from './change.js';
import { allChanges, type Edit } from './edit.js';

/** Objects by what they were before they were edited. */
type Edited = ReadonlyMap<Target['object'], Target['object']>;

/** The question that edits are tried on. */
export interface TrialBase {
  readonly input: Omit<EncodeInput, 'checkpoint'> & AvailabilityOptions & { readonly view: NodeView };
  readonly selectors: SelectorCache;
  /** The slices of the pools that the node sees, with the taints of rules. */
  readonly slices: readonly ResourceSlice[];
  /** The rules whose taints slices get that are made. */
  readonly rules: readonly DeviceTaintRule[];
}

/** Most steps of one search: enough for most claims. */
const STEPS_OF_ONE = 1000;

/** The outcome of a try, and the steps of its search. */
export interface Tried {
  readonly helps: boolean;
  readonly steps: number;
}

/** The outcome without a search. */
export const NO: Tried = { helps: false, steps: 0 };

/** Tries edits within the limits of a checkpoint. */
export class EditTrial {
  readonly #base: TrialBase;
  readonly #checkpoint: Checkpoint;
  readonly #trials: Trials;

  constructor(base: TrialBase, kernel: Kernel, checkpoint: Checkpoint) {
    this.#base = base;
    this.#checkpoint = checkpoint;
    this.#trials = new Trials(kernel, checkpoint, STEPS_OF_ONE, Number.POSITIVE_INFINITY);
  }

  /** Tells whether the claims can be allocated with some edits. Throws what an allocation throws, and CallEnded. */
  run(edits: readonly Edit[]): Tried {
    const checkpoint = this.#checkpoint;
    const edited = checkpoint.keep(() => editedObjects(edits));
    const input = this.#inputWith(edited);
    if (input.claims.some((claim, index) => asksForNothing(claim) && !asksForNothing(this.#base.input.claims[index] as ResourceClaim)))
      return NO;
    const { node } = input.view;
    const isAvailable = (claim: ResourceClaim): boolean => unavailabilityOf(claim, node, this.#base.input, checkpoint) === undefined;
    if (!checkpoint.every(input.claims, isAvailable)) return NO;
    const claims = checkpoint.filter(input.claims, ({ status }) => status.allocation === undefined);
    const encoded = encodeProblem({ ...input, claims });
    const answer = this.#trials.answer(encoded.problem);
    if (answer?.kind !== 'found') return { helps: false, steps: answer?.steps ?? STEPS_OF_ONE };
    const picked = answer.picks.map(({ slot, device }): PickedDevice => ({ slot, device: encoded.devices[device] as PoolDevice }));
    // Some results cannot be written down, which is an error of the allocation.
    const options = { nodeName: node.metadata.name, features: input.features, newShareID: randomShareID, checkpoint };
    decodePicks({ claims, plans: encoded.claims, slots: encoded.slots }, picked, options);
    return { helps: true, steps: answer.steps };
  }

  #inputWith(edited: Edited): EncodeInput & { readonly view: NodeView } {
    const base = this.#base.input;
    const checkpoint = this.#checkpoint;
    const kept = <T extends Target['object']>(object: T): T => (edited.get(object) as T | undefined) ?? object;
    return {
      ...base,
      checkpoint,
      claims: checkpoint.map(base.claims, kept),
      deviceClasses: this.#classesWith(edited),
      allocated: this.#allocatedWith(edited),
      view: this.#viewWith(edited),
    };
  }

  #classesWith(edited: Edited): EncodeInput['deviceClasses'] {
    const { deviceClasses } = this.#base.input;
    if (edited.size === 0) return deviceClasses;
    return {
      get: (name) => {
        const given = deviceClasses.get(name);
        return given === undefined ? undefined : ((edited.get(given) as DeviceClass | undefined) ?? given);
      },
    };
  }

  /** The devices that are allocated without the claims that are freed. */
  #allocatedWith(edited: Edited): AllocatedView {
    const { allocated, features } = this.#base.input;
    const checkpoint = this.#checkpoint;
    const freed = [...edited.keys()].filter((object) => isFreed(object, edited.get(object))) as ResourceClaim[];
    if (freed.length === 0) return allocated;
    const state = checkpoint.keep(() => new AllocatedState(features));
    checkpoint.forEach(freed, ({ status }) => state.addAll(status.allocation?.results ?? [], checkpoint));
    return allocated.without(state);
  }

  #viewWith(edited: Edited): NodeView {
    const { input, selectors, rules, slices: given } = this.#base;
    const { view, features } = input;
    const checkpoint = this.#checkpoint;
    if (![...edited.keys()].some(isSlice)) return view;
    // A new node sees its own slices, and those that all nodes may see, which are in reach of each.
    const node = [...edited.keys()].find(isNode);
    const known = checkpoint.keep(() => new Set<Target['object']>(given));
    const made = [...edited].flatMap(([before, after]) => (isSlice(after) && !known.has(before) ? [after] : []));
    const tainted = checkpoint.map(made, (slice) => withTaints(slice, rules, checkpoint));
    const kept = checkpoint.map(given, (slice) => (edited.get(slice) as ResourceSlice | undefined) ?? slice);
    // Slices that are there have their taints already, also those of rules.
    const slices = SliceIndex.of(
      checkpoint.keep(() => [...kept, ...tainted]),
      [],
      checkpoint,
    );
    return viewFrom(node ?? view.node, slices, features, selectors, checkpoint);
  }
}

function asksForNothing({ spec }: ResourceClaim): boolean {
  return alternativesOf(spec).some(({ requests }) => requests.length === 0);
}

function editedObjects(edits: readonly Edit[]): Edited {
  const all = byTarget(edits.flatMap(allChanges));
  return new Map(Array.from(all, ([object, { operations }]) => [object, withOperations(object, operations)]));
}

function isSlice(object: Target['object']): object is ResourceSlice {
  return 'pool' in object.spec;
}

function isNode(object: Target['object']): object is Node {
  return 'unschedulable' in object.spec;
}

function isFreed(before: Target['object'], after: Target['object'] | undefined): boolean {
  const statusOf = (object: Target['object'] | undefined): ResourceClaim['status'] | undefined =>
    (object as ResourceClaim | undefined)?.status;
  return statusOf(before)?.allocation !== undefined && statusOf(after)?.allocation === undefined;
}
