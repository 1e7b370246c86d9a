// Finds the requirements of node selectors, which occur in slices, in devices and in the node affinity of pods.

import type { Field } from '../tree/field.js';
import { isPerDevice, specOf } from './slices.js';

/** One requirement that nodes must meet. */
export interface NodeRequirement {
  readonly field: Field;
  /** True for a field of the node, false for a label. */
  readonly isAboutField: boolean;
}

/** Returns whether a node selector is validated. It is not if the device may have no selector. */
export function isJudged(selector: Field): boolean {
  const { parent } = selector;
  return typeof parent?.step !== 'number' || parent.parent?.step !== 'devices' || isPerDevice(specOf(parent));
}

/** Returns the requirements of a term that are validated. */
export function requirementsOf(term: Field): readonly NodeRequirement[] {
  if (!isPreference(term) && !isJudged(selectorOf(term))) return [];
  return [
    ...term.child('matchExpressions').items.map((field) => ({ field, isAboutField: false })),
    ...term.child('matchFields').items.map((field) => ({ field, isAboutField: true })),
  ];
}

/** Returns whether a term only expresses a preference for nodes. */
export function isPreference(term: Field): boolean {
  return term.step === 'preference';
}

const selectorOf = (term: Field): Field => term.parent?.parent ?? term;
