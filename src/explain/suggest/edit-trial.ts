// Tries edits: applies them to the objects, and allocates the claims on the node.

import { decodeSelections } from '../../allocator/decode/decode.js';
import { randomShareID } from '../../allocator/decode/share-id.js';
import { AllocatedState, type AllocatedView } from '../../allocator/encode/allocated-state.js';
import { type AvailabilityOptions, unavailabilityOf } from '../../allocator/encode/availability.js';
import { type EncodeInput, encodeProblem } from '../../allocator/encode/encode.js';
import { type NodeView, viewFrom } from '../../allocator/encode/node-view.js';
import type { SelectedDevice } from '../../allocator/encode/slot-plan.js';
import type { Kernel } from '../../allocator/kernel/kernel.js';
import type { PoolDevice } from '../../allocator/pools/pool.js';
import { SliceIndex } from '../../allocator/pools/slice-index.js';
import { withTaints } from '../../allocator/pools/taint-rules.js';
import type { SelectorCache } from '../../cel/cache.js';
import type { DeviceClass } from '../../core/api/device-class.js';
import { alternativesOf } from '../../core/api/device-request.js';
import type { DeviceTaintRule } from '../../core/api/device-taint-rule.js';
import type { ResourceClaim } from '../../core/api/resource-claim.js';
import type { ResourceSlice } from '../../core/api/resource-slice.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import type { Incremental } from '../../core/base/incremental.js';
import { filtering, mapping, mappingEach } from '../../core/base/lists-in-increments.js';
import { Trials } from '../trials.js';
import { allChanges, type Edit } from './edit.js';
import { EditedObjects } from './edited-objects.js';
import type { PodTrial } from './pod-trial.js';

/** The question that edits are tried on. */
export interface TrialBase {
  readonly input: Omit<EncodeInput, 'checkpoint'> & AvailabilityOptions & { readonly view: NodeView };
  readonly selectors: SelectorCache;
  /** The slices of the pools that the node can access, with the taints of rules. */
  readonly slices: readonly ResourceSlice[];
  /** The rules whose taints new slices receive. */
  readonly rules: readonly DeviceTaintRule[];
  /** The pod of the question, which the filters must accept too. */
  readonly pod: PodTrial | undefined;
}

/** The most steps of one search: enough for most claims. */
const STEPS_OF_ONE = 1000;

/** The result of a trial, and the steps of its search. */
export interface Tried {
  readonly helps: boolean;
  readonly steps: number;
}

/** The result without a search. */
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

  /** Returns whether the claims can be allocated with some edits. Throws the errors of an allocation, and CallEnded. */
  *run(edits: readonly Edit[]): Incremental<Tried> {
    const checkpoint = this.#checkpoint;
    const edited = new EditedObjects(edits.flatMap(allChanges));
    const { claims: queriedClaims } = this.#base.input;
    const { pod } = this.#base;
    const there = pod === undefined ? undefined : yield* pod.with(edited, queriedClaims, checkpoint);
    if (there === 'refused') return NO;
    const trialClaims = there?.claims ?? queriedClaims;
    const input = yield* this.#inputWith(edited, trialClaims);
    if (input.claims.some((claim, index) => asksForNothing(claim) && !asksForNothing(trialClaims[index] as ResourceClaim))) return NO;
    const { node } = input.view;
    for (const claim of input.claims) {
      if ((yield* unavailabilityOf(claim, node, this.#base.input, checkpoint)) !== undefined) return NO;
      if (checkpoint.due()) yield;
    }
    const claims = yield* filtering(input.claims, ({ status }) => status.allocation === undefined, checkpoint);
    const encoded = yield* encodeProblem({ ...input, claims });
    const answer = yield* this.#trials.answer(encoded.problem);
    if (answer?.kind !== 'found') return { helps: false, steps: answer?.steps ?? STEPS_OF_ONE };
    const selections = answer.selections.map(
      ({ slot, device }): SelectedDevice => ({ slot, device: encoded.devices[device] as PoolDevice }),
    );
    // Some results cannot be represented. This is an error of the allocation.
    const options = { nodeName: node.metadata.name, features: input.features, newShareID: randomShareID, checkpoint };
    const fresh = yield* decodeSelections({ claims, plans: encoded.claims, slots: encoded.slots }, selections, options);
    const hasRoom = there === undefined || there.hasRoomFor(input.claims, fresh, input.view.slices);
    return { helps: hasRoom, steps: answer.steps };
  }

  *#inputWith(edited: EditedObjects, claims: readonly ResourceClaim[]): Incremental<EncodeInput & { readonly view: NodeView }> {
    const base = this.#base.input;
    const checkpoint = this.#checkpoint;
    return {
      ...base,
      checkpoint,
      claims: yield* mapping(claims, (claim) => edited.now(claim), checkpoint),
      deviceClasses: this.#classesWith(edited),
      allocated: yield* this.#allocatedWith(edited),
      view: yield* this.#viewWith(edited),
    };
  }

  #classesWith(edited: EditedObjects): EncodeInput['deviceClasses'] {
    const { deviceClasses } = this.#base.input;
    if (edited.isEmpty) return deviceClasses;
    return {
      get: (name): DeviceClass | undefined => {
        const deviceClass = deviceClasses.get(name);
        return deviceClass && edited.now(deviceClass);
      },
    };
  }

  /** Returns the allocated devices without the claims that are freed. */
  *#allocatedWith(edited: EditedObjects): Incremental<AllocatedView> {
    const { allocated, features } = this.#base.input;
    const checkpoint = this.#checkpoint;
    const freed = edited.of('ResourceClaim').flatMap(({ before, after }) => (isFreed(before, after) ? [before] : []));
    if (freed.length === 0) return allocated;
    const state = new AllocatedState(features);
    for (const { status } of freed) {
      if (checkpoint.due()) yield;
      yield* state.addAll(status.allocation?.results ?? [], checkpoint);
    }
    return allocated.without(state);
  }

  *#viewWith(edited: EditedObjects): Incremental<NodeView> {
    const { input, selectors, rules, slices: baseSlices } = this.#base;
    const { view, features } = input;
    const checkpoint = this.#checkpoint;
    const changed = edited.of('ResourceSlice');
    const node = edited.newNode ?? edited.now(view.node);
    if (changed.length === 0 && node === view.node) return view;
    // A new node can access its slices, and the slices that select nodes by its labels.
    const knownSlices = new Set(baseSlices);
    const made = changed.flatMap(({ before, after }) => (after === undefined || knownSlices.has(before) ? [] : [after]));
    const tainted = yield* mappingEach(made, (slice) => withTaints(slice, rules, checkpoint), checkpoint);
    const currentSlices = yield* mapping(baseSlices, (slice) => edited.now(slice), checkpoint);
    // Existing slices already have their taints, including taints of rules.
    const all = [...currentSlices, ...tainted];
    const slices = yield* SliceIndex.of(all, [], checkpoint);
    return yield* viewFrom(node, slices, features, selectors, checkpoint);
  }
}

function asksForNothing({ spec }: ResourceClaim): boolean {
  return alternativesOf(spec).some(({ requests }) => requests.length === 0);
}

function isFreed(before: ResourceClaim, after: ResourceClaim | undefined): boolean {
  return before.status.allocation !== undefined && after?.status.allocation === undefined;
}
