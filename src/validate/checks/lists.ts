// Checks the lengths of lists and the uniqueness of their items.

import { duplicate, tooMany } from '../messages.js';
import type { RuleContext, StopExtent } from '../rule.js';
import type { Field } from '../tree/field.js';

/** The maximum number of requests of a claim, and of requests named in one list. */
export const MOST_REQUESTS = 32;

/** The maximum number of alternatives of a request. */
export const MOST_ALTERNATIVES = 8;

/** Up to 1.34, the API server validates each item of a list that is too long. This validation skips lists longer than this. */
export const MOST_JUDGED = 1_000;

/** The first release in which the API server does not validate the contents of values that it has already rejected. */
export const STOPS_SINCE = 35;

/**
 * Reports a list or map that is too long, and stops validation below it as the API server does. Pass `handwritten` if
 * declarative validation has no limit for the list, so that validation continues below it.
 */
export function checkLength(list: Field, most: number, context: RuleContext, extent: StopExtent = 'all'): void {
  if (list.size <= most || !context.reaches(list)) return;
  context.report(list, tooMany(list.size, most));
  if (context.minor >= STOPS_SINCE || list.size > MOST_JUDGED) context.stopAtLength(list, extent);
}

/**
 * Reports repeated items. `by` is the field that identifies an item, or a function that returns its key; omit it for texts.
 * Does not check lists that are too long.
 */
export function checkUnique(list: Field, context: RuleContext, by?: string | ((item: Field) => string)): void {
  if (list.size < 2 || !context.reaches(list)) return;
  const seen = new Set<string>();
  const suggestion = typeof by === 'string' ? `give it a different ${by}` : 'remove it';
  for (const item of list.items) {
    const key = by === undefined ? item.text : typeof by === 'string' ? item.child(by).text : by(item);
    // Up to 1.34, the API server named the repeated field; later releases name the item.
    const at = typeof by === 'string' && context.minor < STOPS_SINCE ? item.child(by) : item;
    if (seen.has(key)) context.report(at, duplicate(key), suggestion);
    seen.add(key);
  }
}
