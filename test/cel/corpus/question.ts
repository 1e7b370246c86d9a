// Questions about expressions, and their answers in a form in which both sides can be compared.

import type { AttributeData, DeviceData } from '../vector-devices.js';

/** An API server for whose releases an expression is new. */
export interface Release {
  /** The release of Kubernetes, such as `1.37`. */
  readonly version: string;
  readonly consumableCapacity: boolean;
  readonly listTypeAttributes: boolean;
}

/** The use of an expression. */
export type Kind = 'selector' | 'derived';

/** A question about an expression. Without `new` the expression is a stored one. */
export interface Question {
  readonly expression: string;
  readonly kind: Kind;
  readonly new?: Release;
  readonly devices: readonly DeviceData[];
}

/** The outcome for one device: a value or an error. */
export interface Result {
  readonly value?: boolean | AttributeData;
  readonly error?: string;
  /** Absent where it is unknown. */
  readonly cost?: number;
  /** The reference answers otherwise the next time. */
  readonly random?: boolean;
}

/** The answer: rejected with a message, or a result for each device and what it costs at worst. */
export interface Answer {
  readonly refused?: string;
  /** Decimal; absent where it is unknown. */
  readonly maxCost?: string;
  readonly results?: readonly Result[];
}

/** A device without anything. */
export const EMPTY_DEVICE: DeviceData = { driver: 'd', attributes: {}, capacity: {} };
