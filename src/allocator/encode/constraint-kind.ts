// Maps a constraint of a claim to its kind for the solver, and to the reading of its attribute's values. Source: docs/spec/reference-1.37.md 1.22; with
// XAttributeSemantics docs/reference/attribute-semantics.md.

import type { AttributeMode } from '../../core/api/attribute-semantics.js';
import { isShipped, semanticsOf } from '../../core/api/constraint-semantics.js';
import type { DeviceConstraint } from '../../core/api/resource-claim.js';
import type { ConstraintKind } from '../kernel/problem.js';

/** The kind of constraint of each mode. */
const KIND_OF: Readonly<Record<AttributeMode, ConstraintKind>> = {
  Identical: 'match',
  NonEmptyIntersection: 'match',
  AllDistinct: 'distinct',
  PairwiseDisjoint: 'distinct',
  EmptyIntersection: 'emptyIntersection',
};

/** Defines the values of a list attribute: each item is a value, or the whole list is one value, compared as a list or as a set. */
export interface ValueReading {
  readonly unit: 'item' | 'list' | 'set';
  /**
   * True if a scalar equals a list with the same single item. If false, a scalar differs from every list. If items are values,
   * it has no values.
   */
  readonly coerces: boolean;
  /** Devices with fewer values are rejected, because they cannot share that many values with any device. */
  readonly least: number;
}

/** The reading of constraints without attribute semantics. */
export const SHIPPED_READING: ValueReading = { unit: 'item', coerces: true, least: 1 };

/** Returns the kind of a constraint. Requires: it is not empty. */
export function kindOf(constraint: DeviceConstraint): ConstraintKind {
  return KIND_OF[semanticsOf(constraint).mode];
}

/** Returns how a constraint reads the values of its attribute. Requires: it is not empty. */
export function readingOf(constraint: DeviceConstraint): ValueReading {
  if (isShipped(constraint)) return SHIPPED_READING;
  const { mode, coerceScalarToList: coerces, listMode, minSize: least } = semanticsOf(constraint);
  const isWhole = mode === 'Identical' || mode === 'AllDistinct';
  return { unit: isWhole ? (listMode === 'Set' ? 'set' : 'list') : 'item', coerces, least };
}
