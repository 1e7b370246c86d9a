// Selectors of which a more particular rule reports what is wrong.

import { scalarUsesIn } from '../../cel/rewrite/list-reads.js';
import type { World } from './world.js';

/** Returns whether a selector reads names that no device has, or takes lists for single values: that it fails or is never true is only the consequence. */
export function isToldOf(text: string, world: World): boolean {
  const { facts } = world;
  const expression = world.expressions.get(text);
  if (expression === undefined) return false;
  return world.missing(expression).length > 0 || (facts.listKindOf !== undefined && scalarUsesIn(text, facts.listKindOf).length > 0);
}
