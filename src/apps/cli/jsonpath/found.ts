// Results of paths: a value of the data, or one that stands in the template.

import type { Json } from '../../../core/base/json.js';

/** Text or a number of the template itself, which is no value of the data. */
export class Constant {
  readonly value: string | number | boolean;
  readonly isFloat: boolean;

  constructor(value: string | number | boolean, isFloat = false) {
    this.value = value;
    this.isFloat = isFloat;
  }
}

/** A result; undefined: no value at all, which a range over nothing hands on. */
export type Found = Json | Constant | undefined;
