// Selectors alone: compilation, the worst-case cost, and evaluation on new devices and on devices equal to earlier ones.

import { compileSelector, resultOf } from '../src/cel/engine.js';
import type { Scenario } from './scenario.js';
import { SELECTOR_CASES, type SelectorCase } from './selector-cases.js';

function scenariosOf({ name, expression, device }: SelectorCase): Scenario[] {
  return [
    { name: `selector (${name}), compile`, setup: async () => () => compileSelector(expression) },
    { name: `selector (${name}), compile and worst-case cost`, setup: async () => () => compileSelector(expression).maxCost },
    {
      name: `selector (${name}), a device seen first`,
      async setup() {
        const { measure } = compileSelector(expression);
        if (!resultOf(measure(device()))) throw new Error(`${expression} does not match`);
        return () => measure(device());
      },
    },
    {
      name: `selector (${name}), a device like others`,
      async setup() {
        const { evaluate } = compileSelector(expression);
        const known = device();
        if (!evaluate(known)) throw new Error(`${expression} does not match`);
        return () => evaluate(known);
      },
    },
  ];
}

/** Four scenarios for each selector. */
export const selectors: readonly Scenario[] = SELECTOR_CASES.flatMap(scenariosOf);
