// Identifies selectors whose problem a more specific rule reports.

import { scalarUsesIn } from '../../cel/rewrite/list-reads.js';
import type { World } from './world.js';

/**
 * Returns whether a selector reads names that no device has, or uses lists as
 * single values. A failure or a constant false is then only a consequence.
 */
export function hasSpecificFinding(text: string, world: World): boolean {
  const { facts } = world;
  const expression = world.expressions.get(text);
  if (expression === undefined) return false;
  return world.missing(expression).length > 0 || (facts.listKindOf !== undefined && scalarUsesIn(text, facts.listKindOf).length > 0);
}
