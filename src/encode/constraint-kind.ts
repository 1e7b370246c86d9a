// The meaning of a constraint of a claim: the kind of condition that it is, the attribute that it is about, and how values of that are read.
// Source: docs/spec/reference-1.37.md 1.22; with XAttributeSemantics docs/attribute-semantics.md.

import type { AttributeMode, AttributeSemantics } from '../api/attribute-semantics.js';
import type { DeviceConstraint } from '../api/resource-claim.js';
import type { ConstraintKind } from '../kernel/problem.js';

const FIELDS = ['matchAttribute', 'distinctAttribute'] as const;

/** The field of a constraint that names its attribute. Where both are set the first one counts. */
export type ConstraintField = (typeof FIELDS)[number];

/** The condition that each mode is. */
const KIND_OF: Readonly<Record<AttributeMode, ConstraintKind>> = {
  Identical: 'match',
  NonEmptyIntersection: 'match',
  AllDistinct: 'distinct',
  PairwiseDisjoint: 'distinct',
  EmptyIntersection: 'emptyIntersection',
};

/** The modes that Kubernetes ships: there scalars are lists of one. */
const SHIPPED: Readonly<Record<ConstraintField, AttributeSemantics>> = {
  matchAttribute: { mode: 'NonEmptyIntersection', coerceScalarToList: true, listMode: 'List', minSize: 1 },
  distinctAttribute: { mode: 'PairwiseDisjoint', coerceScalarToList: true, listMode: 'List', minSize: 1 },
};

/** Says how the values of an attribute are read: each item of a list is one, or all of it is, in its order or as a set. */
export interface ValueReading {
  readonly unit: 'item' | 'list' | 'set';
  /** A scalar is a list of one. Otherwise it is unlike every list, and where items are values the device is refused. */
  readonly coerces: boolean;
  /** Devices with fewer values are refused: they cannot have so many in common with any. */
  readonly least: number;
}

/** The reading while no constraint says another one. */
export const SHIPPED_READING: ValueReading = { unit: 'item', coerces: true, least: 1 };

/** Tells whether a constraint demands nothing: the checks before the search refuse it. */
export function isEmpty(constraint: DeviceConstraint): boolean {
  return FIELDS.every((field) => constraint[field] === undefined);
}

/** The field that names the attribute of a constraint. Requires: it is not empty. */
export function fieldOf(constraint: DeviceConstraint): ConstraintField {
  return constraint.matchAttribute === undefined ? 'distinctAttribute' : 'matchAttribute';
}

/** The attribute that a constraint looks at. Requires: it is not empty. */
export function attributeOf(constraint: DeviceConstraint): string {
  return constraint[fieldOf(constraint)] as string;
}

/** Tells how a constraint compares values, whether it says so or not. Requires: it is not empty. */
export function semanticsOf(constraint: DeviceConstraint): AttributeSemantics {
  return givenSemantics(constraint) ?? SHIPPED[fieldOf(constraint)];
}

function givenSemantics({ matchSemantics, distinctSemantics, semantics }: DeviceConstraint): AttributeSemantics | undefined {
  return matchSemantics ?? distinctSemantics ?? semantics;
}

/** Tells whether a constraint means what Kubernetes ships. */
export function isShipped(constraint: DeviceConstraint): boolean {
  return givenSemantics(constraint) === undefined;
}

/** The kind of a constraint. Requires: it is not empty. */
export function kindOf(constraint: DeviceConstraint): ConstraintKind {
  return KIND_OF[semanticsOf(constraint).mode];
}

/** Tells how a constraint reads the values of its attribute. Requires: it is not empty. */
export function readingOf(constraint: DeviceConstraint): ValueReading {
  const given = givenSemantics(constraint);
  if (given === undefined) return SHIPPED_READING;
  const { mode, coerceScalarToList: coerces, listMode, minSize: least } = given;
  const isWhole = mode === 'Identical' || mode === 'AllDistinct';
  return { unit: isWhole ? (listMode === 'Set' ? 'set' : 'list') : 'item', coerces, least };
}
