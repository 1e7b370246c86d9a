// Converts specs to texts for comparison: templates that make the same pods or claims have equal texts.

import { lengthPrefixed } from '../../core/base/key-text.js';
import { Quantity } from '../../core/quantity/quantity.js';

/** Returns a text that is equal for equal decoded specs, regardless of the order of their maps and the form of their amounts. */
export function specText(spec: object): string {
  if (spec instanceof Quantity) return lengthPrefixed(spec.toString());
  if (Array.isArray(spec)) return `[${spec.map(valueText).join('')}]`;
  if (spec instanceof Map) return `{${[...(spec as ReadonlyMap<string, unknown>)].sort(byName).map(entryText).join('')}}`;
  let text = '(';
  for (const name in spec) {
    const value: unknown = spec[name as keyof typeof spec];
    if (value !== undefined) text += `${name}=${valueText(value)}`;
  }
  return `${text})`;
}

function valueText(value: unknown): string {
  if (typeof value === 'string') return lengthPrefixed(value);
  return typeof value === 'object' && value !== null ? specText(value) : `${value};`;
}

function byName([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number {
  return left < right ? -1 : 1;
}

function entryText([name, value]: readonly [string, unknown]): string {
  return lengthPrefixed(name) + valueText(value);
}
