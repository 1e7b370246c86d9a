// Requirements of node selectors, which are in slices, in devices, and in the node affinity of pods.

import type { Field } from '../tree/field.js';
import { isPerDevice, specOf } from './slices.js';

/** One requirement that nodes must meet. */
export interface NodeRequirement {
  readonly field: Field;
  /** It is about a field of the node, not about a label. */
  readonly isAboutField: boolean;
}

/** Returns whether a node selector is judged: not where a device may have none. */
export function isJudged(selector: Field): boolean {
  const { parent } = selector;
  return typeof parent?.step !== 'number' || parent.parent?.step !== 'devices' || isPerDevice(specOf(parent));
}

/** The requirements of a term that are judged. */
export function requirementsOf(term: Field): readonly NodeRequirement[] {
  if (!isPreference(term) && !isJudged(selectorOf(term))) return [];
  return [
    ...term.child('matchExpressions').items.map((field) => ({ field, isAboutField: false })),
    ...term.child('matchFields').items.map((field) => ({ field, isAboutField: true })),
  ];
}

/** Returns whether nodes are only preferred by a term. */
export function isPreference(term: Field): boolean {
  return term.step === 'preference';
}

const selectorOf = (term: Field): Field => term.parent?.parent ?? term;
