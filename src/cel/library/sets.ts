// Implements cel-go's sets library, which treats lists as sets.

import type { Frame } from '../run/frame.js';
import { equal } from '../values/compare.js';
import type { Value } from '../values/values.js';
import { type Declaration, declare } from './declaration.js';

type List = readonly Value[];

const contains = (frame: Frame, list: List, item: Value): boolean => list.some((other) => equal(item, other, frame) === true);
const containsAll = (frame: Frame, list: List, items: List): boolean => items.every((item) => contains(frame, list, item));

export const SETS: readonly Declaration[] = [
  declare<[List, List]>('list_sets_contains_list', 'sets.contains(list(T), list(T)) bool', 'metered', containsAll),
  declare<[List, List]>(
    'list_sets_equivalent_list',
    'sets.equivalent(list(T), list(T)) bool',
    'metered',
    (frame, a, b) => containsAll(frame, a, b) && containsAll(frame, b, a),
  ),
  declare<[List, List]>('list_sets_intersects_list', 'sets.intersects(list(T), list(T)) bool', 'metered', (frame, a, b) =>
    a.some((item) => contains(frame, b, item)),
  ),
];
