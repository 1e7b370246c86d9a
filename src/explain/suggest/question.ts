// Defines the question for suggestions, and the places in its claims that edits change.

import { viewFrom } from '../../allocator/encode/node-view.js';
import type { AllocationInput } from '../../allocator/evaluate/attempt.js';
import type { SelectorCache } from '../../cel/cache.js';
import type { DeviceClass } from '../../core/api/device-class.js';
import type { DeviceClaim } from '../../core/api/device-request.js';
import type { DeviceTaintRule } from '../../core/api/device-taint-rule.js';
import { type ObjectMeta, objectName } from '../../core/api/meta.js';
import type { Node } from '../../core/api/node.js';
import type { PodGroup } from '../../core/api/pod-group.js';
import type { DeviceRequest, DeviceSelection, ResourceClaim } from '../../core/api/resource-claim.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import type { Incremental } from '../../core/base/incremental.js';
import type { PathStep } from '../../core/base/json.js';
import { firstOf } from '../../core/base/lists.js';
import { testingSome } from '../../core/base/lists-in-increments.js';
import { shownName } from '../../core/base/words.js';
import type { PodOnNode } from './pod-trial.js';

/** A claim that holds devices. The spec is empty if the spec of the claim is unknown. */
export type Holder = ResourceClaim;

/** The parts of a cluster that edits change, in addition to the inputs of an allocation. */
export interface World {
  readonly selectors: SelectorCache;
  /** All classes. */
  readonly classes: () => Iterable<DeviceClass>;
  /** The rules whose taints the slices have. */
  readonly rules: readonly DeviceTaintRule[];
  /** Returns whether an object with a name exists. Absent: unknown. */
  readonly has?: (kind: 'ResourceClaim' | 'ResourceClaimTemplate', metadata: Pick<ObjectMeta, 'namespace' | 'name'>) => boolean;
  /** Returns a PodGroup, or undefined if it does not exist. Absent: there are no PodGroups. */
  readonly podGroup?: (metadata: Pick<ObjectMeta, 'namespace' | 'name'>) => PodGroup | undefined;
  /** The claims that hold devices. */
  readonly holders: () => Iterable<Holder>;
  /**
   * Returns whether a claim holds devices only in a plan of this program. No user can free such devices. Absent: no claim holds
   * devices only in a plan.
   */
  readonly isPlanned?: (claim: Holder) => boolean;
  /** All nodes; undefined if edits may not add a node. */
  readonly nodes?: (() => Iterable<Node>) | undefined;
}

/** A question: after which edits can these claims be allocated on this node? */
export interface Question {
  readonly input: AllocationInput;
  readonly world: World;
  /** The pod that the claims are for, if the question is about a pod and the scheduler's filters count. */
  readonly pod?: PodOnNode | undefined;
  readonly checkpoint: Checkpoint;
}

/** The position of a request or subrequest of a pending claim. */
export interface SelectionPlace {
  readonly claim: ResourceClaim;
  /** The alternative of the claim that has it, or all requests of the claim. */
  readonly devices: DeviceClaim;
  readonly request: DeviceRequest;
  readonly requestPath: readonly PathStep[];
  readonly selection: DeviceSelection;
  readonly path: readonly PathStep[];
  /** A name for texts: `request gpu`, `request gpu/small of claim ns/c`. */
  readonly name: string;
  /** Names the claim in texts if there are several: ` of claim ns/c`. */
  readonly of: string;
}

/**
 * The most items of each list that are edited: requests, subrequests, constraints, selectors and so on. A valid claim has up to 32 requests of 8
 * alternatives.
 */
export const MOST_PLACES = 256;

/** The most changes of one edit: a valid claim has no more references to a request. */
export const MOST_CHANGES = 256;

/** Returns the claims without devices. */
export function pendingClaims({ input, checkpoint }: Pick<Question, 'input' | 'checkpoint'>): readonly ResourceClaim[] {
  checkpoint.step(input.claims.length);
  return input.claims.filter(({ status }) => status.allocation === undefined);
}

/** Names the claim if there are several. */
export function ofClaim(claim: ResourceClaim, { input }: Question): string {
  return input.claims.length < 2 ? '' : ` of claim ${shownName(objectName(claim.metadata))}`;
}

/** The position of the requests of a pending claim: all of them, or one of its whole alternatives. */
export interface DevicesPlace {
  readonly claim: ResourceClaim;
  readonly devices: DeviceClaim;
  readonly path: readonly PathStep[];
  /** Names the alternative and the claim in texts if there are several: ` of alternative 2 of claim ns/c`. */
  readonly of: string;
}

/** Returns the positions of the requests of pending claims, each whole alternative separately. */
export function devicesOf(question: Question): readonly DevicesPlace[] {
  return firstOf(devicesIn(question), MOST_PLACES);
}

function* devicesIn(question: Question): Generator<DevicesPlace> {
  for (const claim of pendingClaims(question)) {
    const { devices, firstOfDevices } = claim.spec;
    const of = ofClaim(claim, question);
    if (firstOfDevices === undefined) yield { claim, devices, path: ['spec', 'devices'], of };
    for (const [index, alternative] of firstOfDevices?.entries() ?? []) {
      const words = firstOfDevices?.length === 1 ? of : ` of alternative ${index}${of}`;
      yield { claim, devices: alternative, path: ['spec', 'firstOfDevices', index], of: words };
    }
  }
}

/** Returns all requests and subrequests of pending claims. */
export function selectionsOf(question: Question): readonly SelectionPlace[] {
  return firstOf(selectionsIn(question), MOST_PLACES);
}

function* selectionsIn(question: Question): Generator<SelectionPlace> {
  for (const { claim, devices, path: start, of } of devicesIn(question)) {
    for (const [index, request] of devices.requests.entries()) {
      const { name, exactly, firstAvailable } = request;
      const requestPath = [...start, 'requests', index];
      const place = { claim, devices, request, requestPath, of };
      if (exactly !== undefined)
        yield { ...place, selection: exactly, path: [...requestPath, 'exactly'], name: `request ${shownName(name)}${of}` };
      for (const [number, selection] of exactly === undefined ? firstAvailable.entries() : []) {
        const path = [...requestPath, 'firstAvailable', number];
        yield { ...place, selection, path, name: `request ${shownName(`${name}/${selection.name}`)}${of}` };
      }
    }
  }
}

/**
 * Returns the question with the full view of the node. Without pending claims, the view has no devices. But an edit may free a
 * claim, and the claim then needs devices.
 */
export function* withWholeView(question: Question): Incremental<Question> {
  const { input, world, checkpoint } = question;
  const { claims, view, features } = input;
  if (yield* testingSome(claims, ({ status }) => status.allocation === undefined, checkpoint)) return question;
  const whole = yield* viewFrom(view.node, view.slices, features, world.selectors, checkpoint);
  return { ...question, input: { ...input, view: whole } };
}
