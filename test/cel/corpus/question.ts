// Defines questions about expressions and their answers, in a form that both sides share.

import type { AttributeData, DeviceData } from '../vector-devices.js';

/** The API server to which an expression is new. */
export interface Release {
  /** The release of Kubernetes, such as `1.37`. */
  readonly version: string;
  readonly consumableCapacity: boolean;
  readonly listTypeAttributes: boolean;
}

/** The use of an expression. */
export type Kind = 'selector' | 'derived';

/** A question about an expression. Without `new`, the expression is a stored one. */
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
  /** Absent if unknown. */
  readonly cost?: number;
  /** True if the reference answers differently at random. */
  readonly random?: boolean;
}

/** The answer: a rejection message, or the worst-case cost and a result for each device. */
export interface Answer {
  readonly refused?: string;
  /** Decimal; absent if unknown. */
  readonly maxCost?: string;
  readonly results?: readonly Result[];
}

/** A device without attributes and capacities. */
export const EMPTY_DEVICE: DeviceData = { driver: 'd', attributes: {}, capacity: {} };
