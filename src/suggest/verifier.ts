// Edits are tried by solving: an edit helps only where the claims, as they are with it, can be allocated on the node.

import type { DeviceClass } from '../api/device-class.js';
import type { ResourceClaim } from '../api/resource-claim.js';
import type { ResourceSlice } from '../api/resource-slice.js';
import { AllocationError } from '../base/errors.js';
import { decodePicks } from '../decode/decode.js';
import { randomShareID } from '../decode/share-id.js';
import { AllocatedState, type AllocatedView } from '../encode/allocated-state.js';
import { unavailabilityOf } from '../encode/availability.js';
import { DerivedValues } from '../encode/derived-values.js';
import { type EncodeInput, encodeProblem } from '../encode/encode.js';
import { SelectorInterrupted } from '../encode/interrupted-selector.js';
import { type NodeView, viewFrom } from '../encode/node-view.js';
import type { PickedDevice } from '../encode/slot-plan.js';
import { Examiner } from '../encode/stages.js';
import { Trials } from '../explain/trials.js';
import type { PoolDevice } from '../pools/pool.js';
import { SliceIndex } from '../pools/slice-index.js';
import { byTarget, type Target, withOperations } from './change.js';
import { allChanges, type Edit } from './edit.js';
import type { Question } from './question.js';

/** Objects by what they were before they were edited. */
type Edited = ReadonlyMap<Target['object'], Target['object']>;

/** Tries edits of one question. */
export class Verifier {
  readonly #question: Question;
  readonly #trials: Trials;
  readonly #base: EncodeInput & { readonly view: NodeView };
  #left: number;

  /** `most`: the number of lists of edits that are tried. */
  constructor(question: Question, most: number) {
    const { input, world, checkpoint } = question;
    this.#question = question;
    this.#trials = new Trials(input.kernel, checkpoint);
    this.#left = most;
    const { view, features } = input;
    const { node, devices } = view;
    // All that the edited claims find out about devices is of no use to anybody else.
    const examiner = new Examiner(devices, node, features, world.selectors, false);
    const derived = new DerivedValues(devices, world.selectors);
    this.#base = { ...input, view: { ...view, examiner, derived }, checkpoint };
  }

  /** True when nothing more is tried. */
  get isOver(): boolean {
    return this.#left <= 0;
  }

  /** Tells whether the claims are known to be allocatable with some edits. Throws CallEnded. */
  helps(edits: readonly Edit[]): boolean {
    const { checkpoint } = this.#question;
    return checkpoint.keep(() => {
      if (this.#left <= 0) return false;
      this.#left--;
      try {
        return this.#tryOut(edits);
      } catch (error) {
        if (error instanceof AllocationError || error instanceof SelectorInterrupted) return false;
        throw error;
      }
    });
  }

  #tryOut(edits: readonly Edit[]): boolean {
    const { checkpoint } = this.#question;
    const edited = checkpoint.keep(() => editedObjects(edits));
    const input = this.#inputWith(edited);
    if (input.claims.some((claim, index) => asksForNothing(claim) && !asksForNothing(this.#base.claims[index] as ResourceClaim)))
      return false;
    const { node } = input.view;
    const isAvailable = (claim: ResourceClaim): boolean => unavailabilityOf(claim, node, this.#question.input, checkpoint) === undefined;
    if (!checkpoint.every(input.claims, isAvailable)) return false;
    const claims = checkpoint.filter(input.claims, ({ status }) => status.allocation === undefined);
    const encoded = encodeProblem({ ...input, claims });
    const answer = this.#trials.answer(encoded.problem);
    if (answer?.kind !== 'found') return false;
    const picked = answer.picks.map(({ slot, device }): PickedDevice => ({ slot, device: encoded.devices[device] as PoolDevice }));
    // Some results cannot be written down, which is an error of the allocation.
    const options = { nodeName: node.metadata.name, features: input.features, newShareID: randomShareID, checkpoint };
    decodePicks({ claims, plans: encoded.claims, slots: encoded.slots }, picked, options);
    return true;
  }

  #inputWith(edited: Edited): EncodeInput & { readonly view: NodeView } {
    const base = this.#base;
    const { checkpoint } = this.#question;
    const kept = <T extends Target['object']>(object: T): T => (edited.get(object) as T | undefined) ?? object;
    return {
      ...base,
      claims: checkpoint.map(base.claims, kept),
      deviceClasses: this.#classesWith(edited),
      allocated: this.#allocatedWith(edited),
      view: this.#viewWith(edited),
    };
  }

  #classesWith(edited: Edited): EncodeInput['deviceClasses'] {
    const { deviceClasses } = this.#base;
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
    const { allocated, features } = this.#base;
    const { checkpoint } = this.#question;
    const freed = [...edited.keys()].filter((object) => isFreed(object, edited.get(object))) as ResourceClaim[];
    if (freed.length === 0) return allocated;
    const state = checkpoint.keep(() => new AllocatedState(features));
    checkpoint.forEach(freed, ({ status }) => state.addAll(status.allocation?.results ?? [], checkpoint));
    return allocated.without(state);
  }

  #viewWith(edited: Edited): NodeView {
    const { view, features } = this.#base;
    const { world, checkpoint } = this.#question;
    if (![...edited.keys()].some(isSlice)) return view;
    const given = slicesInReach(this.#question);
    const slices = checkpoint.map(given, (slice) => (edited.get(slice) as ResourceSlice | undefined) ?? slice);
    const known = new Set<Target['object']>(given);
    for (const [before, after] of edited) if (isSlice(after) && !known.has(before)) slices.push(after);
    // Their taints are there already, also those of rules.
    return viewFrom(view.node, SliceIndex.of(slices, [], checkpoint), features, world.selectors, checkpoint);
  }
}

/** The slices of the pools that a node sees, on whatever node, in their order. */
export function slicesInReach({ input, checkpoint }: Question): readonly ResourceSlice[] {
  const { slices, node } = input.view;
  return checkpoint.keep(() => {
    const found = new Set<ResourceSlice>();
    for (const { spec } of slices.forNode(node.metadata.name))
      for (const slice of slices.ofPool(spec.driver, spec.pool.name)) found.add(slice);
    return [...found];
  });
}

function asksForNothing({ spec }: ResourceClaim): boolean {
  return spec.devices.requests.length === 0;
}

function editedObjects(edits: readonly Edit[]): Edited {
  const all = byTarget(edits.flatMap(allChanges));
  return new Map(Array.from(all, ([object, { operations }]) => [object, withOperations(object, operations)]));
}

function isSlice(object: Target['object']): object is ResourceSlice {
  return 'pool' in object.spec;
}

function isFreed(before: Target['object'], after: Target['object'] | undefined): boolean {
  const statusOf = (object: Target['object'] | undefined): ResourceClaim['status'] | undefined =>
    (object as ResourceClaim | undefined)?.status;
  return statusOf(before)?.allocation !== undefined && statusOf(after)?.allocation === undefined;
}
