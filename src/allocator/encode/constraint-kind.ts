// The kind of condition that a constraint of a claim is for the solver, and how values of its attribute are read.
// Source: docs/spec/reference-1.37.md 1.22; with XAttributeSemantics docs/reference/attribute-semantics.md.

import type { AttributeMode } from '../../core/api/attribute-semantics.js';
import { isShipped, semanticsOf } from '../../core/api/constraint-semantics.js';
import type { DeviceConstraint } from '../../core/api/resource-claim.js';
import type { ConstraintKind } from '../kernel/problem.js';

/** The condition that each mode is. */
const KIND_OF: Readonly<Record<AttributeMode, ConstraintKind>> = {
  Identical: 'match',
  NonEmptyIntersection: 'match',
  AllDistinct: 'distinct',
  PairwiseDisjoint: 'distinct',
  EmptyIntersection: 'emptyIntersection',
};

/** Says how the values of an attribute are read: each item of a list is one, or all of it is, in its order or as a set. */
export interface ValueReading {
  readonly unit: 'item' | 'list' | 'set';
  /** A scalar is a list of one. Otherwise it is unlike every list, and where items are values the device is rejected. */
  readonly coerces: boolean;
  /** Devices with fewer values are rejected: they cannot have so many in common with any. */
  readonly least: number;
}

/** The reading while no constraint says another one. */
export const SHIPPED_READING: ValueReading = { unit: 'item', coerces: true, least: 1 };

/** The kind of a constraint. Requires: it is not empty. */
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
