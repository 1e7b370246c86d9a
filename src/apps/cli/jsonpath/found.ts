// Results of paths: a value of the data, or a constant of the template.

import type { Json } from '../../../core/base/json.js';

/** A text, number or boolean of the template itself. */
export class Constant {
  readonly value: string | number | boolean;
  readonly isFloat: boolean;

  constructor(value: string | number | boolean, isFloat = false) {
    this.value = value;
    this.isFloat = isFloat;
  }
}

/** A result. Undefined if there is no value, as in an empty range. */
export type Found = Json | Constant | undefined;
