// The setting that the parts of one case share: its random choices, its traits, and the common names.

import type { CapacityStyle } from './capacities.js';
import type { DerivedStyle } from './derived.js';
import type { Random } from './random.js';
import type { Traits } from './traits.js';

/** An object in the JSON of the API. */
export type Fields = Record<string, unknown>;

/** An attribute's value without its type. */
export type Scalar = number | bigint | string | boolean;

/** The types of attributes. */
export type ScalarType = 'int' | 'string' | 'bool' | 'version';

/** The domains of attributes, drivers and selectors. */
export const DOMAINS = { first: 'a.example.com', second: 'b.example.com', other: 'other.io' } as const;

/** The attributes of a case: few names and few values, so that devices share some. */
export interface AttributeStyle {
  readonly names: readonly string[];
  readonly types: ReadonlyMap<string, ScalarType>;
  /** The number of values of each type, less one. */
  readonly spread: number;
  /** The share of devices that have an attribute. */
  readonly density: number;
}

/** The common parameters of one case. */
export interface Setting {
  readonly random: Random;
  readonly traits: Traits;
  readonly drivers: readonly string[];
  readonly nodeNames: readonly string[];
  readonly attributes: AttributeStyle;
  readonly capacities: CapacityStyle;
  readonly derived: DerivedStyle;
  readonly classNames: readonly string[];
}
