// Determines which types can contain structs of certain types, so that a search can skip the others.

import type { StructType, Type } from './schema.js';

/** The fields of a struct that can lead to the structs in question. */
export type Steps = readonly (readonly [name: string, type: Type])[];

/** Caches which types lead to the structs in question. */
export class Reach {
  readonly #isTarget: (name: string) => boolean;
  readonly #leads = new Map<Type, boolean>();
  readonly #steps = new Map<StructType, Steps>();

  /** `isWanted` returns whether a struct of this name is searched for. */
  constructor(isTarget: (name: string) => boolean) {
    this.#isTarget = isTarget;
  }

  /**
   * Returns whether a value of a type can be or contain such a struct. A type that contains itself counts as a type that can
   * contain one.
   */
  leadsFrom(type: Type): boolean {
    const cachedResult = this.#leads.get(type);
    if (cachedResult !== undefined) return cachedResult;
    this.#leads.set(type, true);
    const leads = this.#leadsFrom(type);
    this.#leads.set(type, leads);
    return leads;
  }

  /** Returns the fields of a struct that can lead to such a struct. */
  stepsOf(type: StructType): Steps {
    let steps = this.#steps.get(type);
    if (steps === undefined) {
      steps = [...type.fields].filter(([, inner]) => this.leadsFrom(inner));
      this.#steps.set(type, steps);
    }
    return steps;
  }

  #leadsFrom(type: Type): boolean {
    if (type.kind === 'list') return this.leadsFrom(type.items);
    if (type.kind === 'map') return this.leadsFrom(type.values);
    return type.kind === 'struct' && (this.#isTarget(type.name) || this.stepsOf(type).length > 0);
  }
}
