import { describe, expect, it } from 'vitest';
import { resolveEnvironment } from '../../../src/cel/engine.js';
import { Clauses } from '../../../src/cel/help/clauses.js';
import { DecodeContext } from '../../../src/core/api/context.js';
import { decodeDevice } from '../../../src/core/api/resource-slice.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import type { Json } from '../../../src/core/base/json.js';

const json = {
  name: 'd',
  attributes: { name: { string: 'A100' }, count: { int: 3 }, shared: { bool: true }, version: { version: '1.2.3' } },
  capacity: { memory: { value: '40Gi' } },
};
const { attributes, capacity } = decodeDevice(json as Json, new DecodeContext());
const seen = { driver: 'd.example.com', attributes, capacity };
const falseOn = (expression: string): object[] => [...new Clauses(expression, resolveEnvironment({})).falseOn(seen, UNLIMITED)];

const A = 'device.attributes["d.example.com"]';
const C = 'device.capacity["d.example.com"]';

describe('the clauses that are false', () => {
  it.each<readonly [string, string, readonly object[]]>([
    ['a comparison, with the value of the device', `${A}.name == "H100"`, [{ text: `${A}.name == "H100"`, seen: '"A100"' }]],
    ['the value on the right as well', `"H100" == ${A}.name`, [{ text: `"H100" == ${A}.name`, seen: '"A100"' }]],
    [
      'two values of the device',
      `${A}.name == device.driver`,
      [{ text: `${A}.name == device.driver`, seen: '"A100" and "d.example.com"' }],
    ],
    ['an operand of &&', `device.driver == "d.example.com" && ${A}.count > 4`, [{ text: `${A}.count > 4`, seen: '3' }]],
    [
      'each false operand of &&',
      `${A}.count > 4 && ${A}.name == "H100"`,
      [
        { text: `${A}.count > 4`, seen: '3' },
        { text: `${A}.name == "H100"`, seen: '"A100"' },
      ],
    ],
    [
      'all operands of ||',
      `${A}.shared && (${A}.name == "H100" || ${A}.name == "B200")`,
      [
        { text: `${A}.name == "H100"`, seen: '"A100"' },
        { text: `${A}.name == "B200"`, seen: '"A100"' },
      ],
    ],
    ['what is negated', `!(${A}.shared || ${A}.count == 1)`, [{ text: `!(${A}.shared)` }]],
    ['the operand on which a function is called', `${A}.name.startsWith("H")`, [{ text: `${A}.name.startsWith("H")`, seen: '"A100"' }]],
    [
      'a version that is compared',
      `${A}.version.isGreaterThan(semver("2.0.0"))`,
      [{ text: `${A}.version.isGreaterThan(semver("2.0.0"))`, seen: '1.2.3' }],
    ],
    [
      'a quantity that is compared',
      `${C}.memory.compareTo(quantity("80Gi")) >= 0`,
      [{ text: `${C}.memory.compareTo(quantity("80Gi")) >= 0`, seen: '40Gi' }],
    ],
    ['an element that is looked for', `${A}.name in ["H100", "B200"]`, [{ text: `${A}.name in ["H100", "B200"]`, seen: '"A100"' }]],
    ['has', `has(${A}.other)`, [{ text: `has(${A}.other)` }]],
    ['a choice in one piece', `${A}.shared ? ${A}.count == 1 : true`, [{ text: `${A}.shared ? ${A}.count == 1 : true` }]],
    [
      'a variable in one piece',
      `cel.bind(a, ${A}, a.name == "H100" && a.count == 3)`,
      [{ text: `cel.bind(a, ${A}, a.name == "H100" && a.count == 3)` }],
    ],
    ['lines in one', `${A}.count\n    == 4`, [{ text: `${A}.count == 4`, seen: '3' }]],
    ['a constant', 'false', [{ text: 'false' }]],
  ])('are %s', (_, expression, expected) => {
    expect(falseOn(expression)).toEqual(expected);
  });

  it('are none where the selector is true, or fails', () => {
    expect(falseOn(`${A}.count == 3`)).toEqual([]);
    expect(falseOn(`${A}.other == 3`)).toEqual([]);
  });

  it('leave out what fails beside what is false', () => {
    expect(falseOn(`${A}.other == 3 && ${A}.count == 4`)).toEqual([{ text: `${A}.count == 4`, seen: '3' }]);
  });
});

it('texts in brackets and strings are no operators', () => {
  expect(falseOn(`${A}.name == "x && y"`)).toEqual([{ text: `${A}.name == "x && y"`, seen: '"A100"' }]);
  expect(falseOn(`["a" == "b" || true].all(x, x && ${A}.count == 4)`)).toHaveLength(1);
});

it('a very deep or long one ends', () => {
  const deep = `${'('.repeat(60)}${A}.count == 4${')'.repeat(60)}`;
  expect(falseOn(deep)).toEqual([{ text: `${A}.count == 4`, seen: '3' }]);
  expect(falseOn(`${'!('.repeat(41)}${A}.count == 3${')'.repeat(41)}`)).toHaveLength(1);
  expect(falseOn(Array(900).fill('1 == 2').join(' || '))).toHaveLength(900);
});
