// Finds the drivers that a selector names.

import { MAX_EXPRESSION_BYTES } from '../syntax/parse.js';

const DRIVER_CONDITION = /\bdevice\.driver\s*==\s*(["'])([^"'\\]+)\1/g;

/** Returns the drivers with which an expression compares the driver of the device; empty if it is too long to compile. */
export function driversIn(expression: string): readonly string[] {
  if (expression.length > MAX_EXPRESSION_BYTES) return [];
  return Array.from(expression.matchAll(DRIVER_CONDITION), ([, , driver = '']) => driver);
}
