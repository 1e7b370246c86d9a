// A set of compatible changes, indexed by object and path, so that a new change is compared with few others.

import { entryIn } from '../../core/base/entry-in.js';
import type { PathStep } from '../../core/base/json.js';
import { type Change, clash, type Operation, type Target } from './change.js';

/** The operations at a path of an object, and the places below it. */
interface Place {
  readonly operations: Operation[];
  readonly within: Map<PathStep, Place>;
}

/** A growing set of changes. */
export class ChangeSet {
  readonly #objects = new Map<Target['object'], Place>();

  /** Adds changes, unless one is in conflict with a change in the set. Returns whether it added them. */
  add(changes: readonly Change[]): boolean {
    if (changes.some((change) => this.#isInConflict(change))) return false;
    for (const { target, operation } of changes) this.#placeOf(target.object, operation.path).operations.push(operation);
    return true;
  }

  #isInConflict({ target: { object }, operation }: Change): boolean {
    let place = this.#objects.get(object);
    for (const step of operation.path) {
      if (place === undefined) return false;
      if (place.operations.some((other) => clash(other, operation))) return true;
      place = place.within.get(step);
    }
    return place !== undefined && clashesWithin(place, operation);
  }

  #placeOf(object: Target['object'], path: readonly PathStep[]): Place {
    let place = entryIn(this.#objects, object, emptyPlace);
    for (const step of path) place = entryIn(place.within, step, emptyPlace);
    return place;
  }
}

function emptyPlace(): Place {
  return { operations: [], within: new Map() };
}

function clashesWithin({ operations, within }: Place, operation: Operation): boolean {
  if (operations.some((other) => clash(other, operation))) return true;
  for (const place of within.values()) if (clashesWithin(place, operation)) return true;
  return false;
}
