// Membership in long lists of texts: a set of them is built in increments.

import type { Checkpoint } from './checkpoint.js';
import type { Incremental } from './incremental.js';
import { LargeMap, numberOfText } from './large-map.js';

/** Longer lists are added to a map in increments. */
const FEW = 1024;

/** The texts of a list, to test whether a text is among them. */
export type Membership = Pick<ReadonlySet<string>, 'has'>;

/** Returns the texts of a list, in increments. */
export function* membershipOf(texts: readonly string[], checkpoint: Checkpoint): Incremental<Membership> {
  if (texts.length <= FEW) return new Set(texts);
  const many = new LargeMap<string, true>(numberOfText);
  for (const text of texts) {
    many.set(text, true);
    if (checkpoint.due()) yield;
  }
  return { has: (text) => many.get(text) === true };
}
