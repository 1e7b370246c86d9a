// Lists that may not be too long, or have an item twice.

import { duplicate, tooMany } from '../messages.js';
import type { RuleContext, StopExtent } from '../rule.js';
import type { Field } from '../tree/field.js';

/** The most requests of a claim, and the most of them that are named in one place. */
export const MOST_REQUESTS = 32;

/** The most alternatives of a request. */
export const MOST_ALTERNATIVES = 8;

/** The API server up to 1.34 judges each item of a list that is too long. Items of longer lists than this are not judged here. */
export const MOST_JUDGED = 1_000;

/** The release since which the API server does not look into what it rejects in any case. */
export const STOPS_SINCE = 35;

/**
 * Reports a list or map that is too long. The API server does not look into it then, so that nothing in it is judged: `handwritten` where its declarative
 * validation knows no limit of the list and goes on.
 */
export function checkLength(list: Field, most: number, context: RuleContext, extent: StopExtent = 'all'): void {
  if (list.size <= most || !context.reaches(list)) return;
  context.report(list, tooMany(list.size, most));
  if (context.minor >= STOPS_SINCE || list.size > MOST_JUDGED) context.stopAtLength(list, extent);
}

/**
 * Reports items that come a second time. `by`: the field that tells items apart, or a function that gives the key of an item; absent for texts.
 * Not for lists that are too long.
 */
export function checkUnique(list: Field, context: RuleContext, by?: string | ((item: Field) => string)): void {
  if (list.size < 2 || !context.reaches(list)) return;
  const seen = new Set<string>();
  const suggestion = typeof by === 'string' ? `give it another ${by}` : 'remove it';
  for (const item of list.items) {
    const key = by === undefined ? item.text : typeof by === 'string' ? item.child(by).text : by(item);
    // Up to 1.34 the field that is the same was named, since then the item.
    const at = typeof by === 'string' && context.minor < STOPS_SINCE ? item.child(by) : item;
    if (seen.has(key)) context.report(at, duplicate(key), suggestion);
    seen.add(key);
  }
}
