// The objects of a question as they are with some edits.

import type { ResourceClaim } from '../../core/api/resource-claim.js';
import { byTarget, type Change, type Changeable, type ChangeableKind, type ClaimSwap, type Target, withOperations } from './change.js';

/** An object before and after it was edited. One that is made is the same before, one that goes has no after. */
export interface EditedObject<K extends ChangeableKind> {
  readonly before: Changeable[K];
  readonly after: Changeable[K] | undefined;
}

/** Units of work that a try of edits announces: it copies lists that may be long, so that each try checks the clock. */
export const UNITS_OF_TRY = 64;

/** Objects with changes made, by what they were before. */
export class EditedObjects {
  readonly #all: ReadonlyMap<Target['object'], { readonly kind: ChangeableKind; readonly after: Target['object'] | undefined }>;

  /** The claims that the pod has in the place of others. */
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

  /** The object as it is now, which is not deleted. */
  now<T extends Target['object']>(object: T): T {
    return (this.#all.get(object)?.after as T | undefined) ?? object;
  }

  /** The claim that the pod has in the place of one of its claims. */
  inPlaceOf(claim: ResourceClaim): ResourceClaim {
    return this.swaps.find(({ from }) => from === claim.metadata.name)?.to ?? claim;
  }

  /** The edited objects of a kind. */
  of<K extends ChangeableKind>(kind: K): readonly EditedObject<K>[] {
    return [...this.#all].flatMap(([before, one]) => (one.kind === kind ? [{ before, after: one.after } as EditedObject<K>] : []));
  }
}
