// A question that has no answer, and the places in its claims that edits are about.

import type { DeviceClass } from '../api/device-class.js';
import type { DeviceTaintRule } from '../api/device-taint-rule.js';
import { objectName } from '../api/meta.js';
import type { Node } from '../api/node.js';
import type { DeviceSelection, ResourceClaim } from '../api/resource-claim.js';
import type { Checkpoint } from '../base/checkpoint.js';
import type { PathStep } from '../base/json.js';
import type { SelectorCache } from '../cel/cache.js';
import type { AllocationInput } from '../evaluate/attempt.js';
import type { PodOnNode } from './pod-trial.js';

/** A claim that holds devices. Its spec says nothing. */
export type Holder = ResourceClaim;

/** The parts of a cluster that edits are about, beside what an allocation looks at. */
export interface World {
  readonly selectors: SelectorCache;
  /** All classes. */
  readonly classes: () => Iterable<DeviceClass>;
  /** The rules whose taints the slices have. */
  readonly rules: readonly DeviceTaintRule[];
  /** The claims that hold devices. */
  readonly holders: () => Iterable<Holder>;
  /** All nodes; undefined where only the one that is asked about will do. */
  readonly nodes?: (() => Iterable<Node>) | undefined;
}

/** A question: which edits make that these claims can be allocated on this node? */
export interface Question {
  readonly input: AllocationInput;
  readonly world: World;
  /** The pod that the claims are for, where the question is about one and the scheduler's filters count. */
  readonly pod?: PodOnNode | undefined;
  readonly checkpoint: Checkpoint;
}

/** The place of what a request or subrequest of a claim that has no devices asks for. */
export interface SelectionPlace {
  readonly claim: ResourceClaim;
  readonly selection: DeviceSelection;
  readonly path: readonly PathStep[];
  /** Names it in texts: `request gpu`, `request gpu/small of claim ns/c`. */
  readonly name: string;
  /** Names the claim in texts, where there are several: ` of claim ns/c`. */
  readonly of: string;
}

/** The claims that are to get devices. */
export function pendingClaims({ input, checkpoint }: Pick<Question, 'input' | 'checkpoint'>): readonly ResourceClaim[] {
  return checkpoint.filter(input.claims, ({ status }) => status.allocation === undefined);
}

/** Says of which claim something is, where there are several. */
export function ofClaim(claim: ResourceClaim, { input }: Question): string {
  return input.claims.length < 2 ? '' : ` of claim ${objectName(claim.metadata)}`;
}

/** All requests and subrequests of claims that are to get devices. */
export function selectionsOf(question: Question): readonly SelectionPlace[] {
  return pendingClaims(question).flatMap((claim) =>
    claim.spec.devices.requests.flatMap(({ name, exactly, firstAvailable }, index): SelectionPlace[] => {
      const path = ['spec', 'devices', 'requests', index];
      const of = ofClaim(claim, question);
      if (exactly !== undefined) return [{ claim, selection: exactly, path: [...path, 'exactly'], name: `request ${name}${of}`, of }];
      return firstAvailable.map((selection, place) => ({
        claim,
        selection,
        path: [...path, 'firstAvailable', place],
        name: `request ${name}/${selection.name}${of}`,
        of,
      }));
    }),
  );
}
