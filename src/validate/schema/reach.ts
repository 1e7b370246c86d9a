// Types whose values can have structs of certain types in them: whoever looks for these need not iterate over the others.

import type { StructType, Type } from './schema.js';

/** The fields of a struct that are worth going into. */
export type Steps = readonly (readonly [name: string, type: Type])[];

/** Remembers which types lead to structs that are looked for. */
export class Reach {
  readonly #isWanted: (name: string) => boolean;
  readonly #leads = new Map<Type, boolean>();
  readonly #steps = new Map<StructType, Steps>();

  /** `isWanted`: tells by the name of a struct that it is looked for. */
  constructor(isWanted: (name: string) => boolean) {
    this.#isWanted = isWanted;
  }

  /** Returns whether a value of a type can be or contain a struct that is looked for. Types that contain themselves can. */
  leadsFrom(type: Type): boolean {
    const known = this.#leads.get(type);
    if (known !== undefined) return known;
    this.#leads.set(type, true);
    const leads = this.#leadsFrom(type);
    this.#leads.set(type, leads);
    return leads;
  }

  /** The fields of a struct that lead on. */
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
    return type.kind === 'struct' && (this.#isWanted(type.name) || this.stepsOf(type).length > 0);
  }
}
