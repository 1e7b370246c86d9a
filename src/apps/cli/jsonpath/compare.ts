// Comparisons in filters of templates, like text/template: only values of one type are comparable, and numbers with and without
// a fraction have different types.

import { compareBytes } from '../../../core/base/byte-order.js';
import { NumberLiteral } from '../../../core/base/json.js';
import { Constant, type Found } from './found.js';
import { JsonPathError } from './parse.js';

/** A comparable value with its type. */
type Comparable =
  | { readonly type: 'bool'; readonly value: boolean }
  | { readonly type: 'string'; readonly value: string }
  | { readonly type: 'int' | 'float'; readonly value: number | bigint };

/** Returns whether a comparison holds. Throws {@link JsonPathError}. */
export function compareValues(left: Found, right: Found, operator: string): boolean {
  const test = OPERATORS.get(operator);
  if (test === undefined) throw new JsonPathError(`unrecognized filter operator ${operator}`);
  const one = comparable(left);
  const other = comparable(right);
  if (one.type !== other.type) throw new JsonPathError('incompatible types for comparison');
  const isEquality = operator === '==' || operator === '!=';
  if (one.type === 'bool' && !isEquality) throw new JsonPathError('invalid type for comparison');
  return test(orderOf(one.value, other.value));
}

const OPERATORS: ReadonlyMap<string, (order: number) => boolean> = new Map([
  ['==', (order: number) => order === 0],
  ['!=', (order: number) => order !== 0],
  ['<', (order: number) => order < 0],
  ['<=', (order: number) => order <= 0],
  ['>', (order: number) => order > 0],
  ['>=', (order: number) => order >= 0],
]);

function orderOf(one: Comparable['value'], other: Comparable['value']): number {
  if (typeof one === 'string' && typeof other === 'string') return compareBytes(one, other);
  return one < other ? -1 : one > other ? 1 : 0;
}

function comparable(found: Found): Comparable {
  const [value, isFloat] = found instanceof Constant ? [found.value, found.isFloat] : [found, false];
  if (typeof value === 'string') return { type: 'string', value };
  if (typeof value === 'boolean') return { type: 'bool', value };
  if (typeof value === 'bigint') return { type: 'int', value };
  if (value instanceof NumberLiteral) return { type: 'float', value: Number(value.text) };
  if (typeof value === 'number') return { type: isFloat || !Number.isInteger(value) ? 'float' : 'int', value };
  throw new JsonPathError('invalid type for comparison');
}
