// The objects of a question after some edits.

import type { Node } from '../../core/api/node.js';
import type { ResourceClaim } from '../../core/api/resource-claim.js';
import { byTarget, type Change, type Changeable, type ChangeableKind, type ClaimSwap, type Target, withOperations } from './change.js';

/** An object before and after edits. For a created object, `before` is the object itself. For a deleted object, `after` is undefined. */
export interface EditedObject<K extends ChangeableKind> {
  readonly before: Changeable[K];
  readonly after: Changeable[K] | undefined;
}

/** The work units of one trial. A trial copies lists that may be long, so the clock is checked in each trial. */
export const UNITS_OF_TRY = 64;

/** Objects with changes applied, by their originals. */
export class EditedObjects {
  readonly #all: ReadonlyMap<Target['object'], { readonly kind: ChangeableKind; readonly after: Target['object'] | undefined }>;

  /** The claims that replace claims of the pod. */
  readonly swaps: readonly ClaimSwap[];

  constructor(changes: readonly Change[]) {
    this.swaps = changes.flatMap(({ swap }) => swap ?? []);
    const made = Array.from(byTarget(changes).values(), ({ target: { kind, object }, operations }) => {
      const isDeleted = operations.some(({ op }) => op === 'delete');
      return [object, { kind, after: isDeleted ? undefined : withOperations(object, operations) }] as const;
    });
    this.#all = new Map(made);
  }

  get isEmpty(): boolean {
    return this.#all.size === 0;
  }

  /** Returns the current version of an object. Requires: it is not deleted. */
  now<T extends Target['object']>(object: T): T {
    return (this.#all.get(object)?.after as T | undefined) ?? object;
  }

  /** Returns the claim that replaces a claim of the pod, or the same claim if none replaces it. */
  inPlaceOf(claim: ResourceClaim): ResourceClaim {
    return this.swaps.find(({ from }) => from === claim.metadata.name)?.to ?? claim;
  }

  /** Returns the node that edits create in place of an existing node; undefined if they create no node. */
  get newNode(): Node | undefined {
    return this.of('Node').find(({ before, after }) => before === after)?.after;
  }

  /** Returns the edited objects of a kind. */
  of<K extends ChangeableKind>(kind: K): readonly EditedObject<K>[] {
    return [...this.#all].flatMap(([before, one]) => (one.kind === kind ? [{ before, after: one.after } as EditedObject<K>] : []));
  }
}
