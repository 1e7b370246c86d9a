import { expect, it } from 'vitest';
import { tryCompileSelector } from '../../../src/cel/engine.js';
import { Expressions, MOST_EXPRESSIONS } from '../../../src/validate/world/expressions.js';
import { WorkBounds } from '../../../src/validate/world/work-bounds.js';

it('texts that do not compile are compiled once each, however many there are', () => {
  let compiled = 0;
  const expressions = new Expressions(new WorkBounds(), (text) => {
    compiled++;
    return tryCompileSelector(text);
  });
  const texts = Array.from({ length: MOST_EXPRESSIONS + 10 }, (_, index) => `x${index}`);
  for (let pass = 0; pass < 3; pass++) for (const text of texts) expect(expressions.get(text)).toBeUndefined();
  expect(compiled).toBe(texts.length);
});

it.each([
  ['true', true],
  ['device.driver == "d"', true],
  ['device.driver ==', false],
  ['nothing', false],
  ['"text"', false],
  [`"${'x'.repeat(20_000)}" == ""`, false],
])('%s compiles: %s', (text, compiles) => {
  expect(tryCompileSelector(text) !== undefined).toBe(compiles);
  expect(new Expressions(new WorkBounds()).get(text) !== undefined).toBe(compiles);
});
