// Finds strict comparisons: devices may have exactly the value that `> 40` or `.isGreaterThan(...)` excludes.

import type { TextEdit } from '../../../cel/rewrite/list-reads.js';

const TEXT = /"[^"\\]*(?:\\.[^"\\]*)*"|'[^'\\]*(?:\\.[^'\\]*)*'/g;
/** Matches a comparison with a number, including the comparison of `compareTo` with 0. */
const OF_NUMBERS = /(?<![<>=!-])([<>])\s*(?=-?\d)/g;
const CALL = /\.\s*is(Greater|Less)Than\s*\(\s*((?:quantity|semver)\s*\(\s*(?:"[^"\\]*"|'[^'\\]*')\s*(?:,\s*(?:true|false)\s*)?\))\s*\)/g;

/** Returns the strict comparisons of a selector, each with its inclusive replacement. The caller checks that these compile. */
export function inclusiveComparisons(expression: string): readonly TextEdit[] {
  const texts = Array.from(expression.matchAll(TEXT), ({ index, 0: { length } }) => ({ start: index, end: index + length }));
  const isInText = (index: number): boolean => texts.some(({ start, end }) => index > start && index < end);
  const ofNumbers = Array.from(expression.matchAll(OF_NUMBERS), ({ index, 1: relation = '' }): TextEdit => {
    return { start: index, end: index + 1, text: `${relation}=` };
  });
  const ofCalls = Array.from(expression.matchAll(CALL), ({ index, 0: { length }, 1: way, 2: operand = '' }): TextEdit => {
    return { start: index, end: index + length, text: `.compareTo(${operand}) ${way === 'Greater' ? '>=' : '<='} 0` };
  });
  return [...ofNumbers, ...ofCalls].filter(({ start }) => !isInText(start));
}
