import { describe, expect, it } from 'vitest';
import { type CelDevice, compileSelector } from '../../../src/cel/engine.js';
import { parseQuantity } from '../../../src/core/quantity/quantity.js';

const device: CelDevice = {
  driver: 'd',
  attributes: new Map([
    ['x', { int: 1n }],
    ['e/y', { string: 'a' }],
  ]),
  capacity: new Map([['m', { value: parseQuantity('1Gi') }]]),
};

describe('an evaluation looks up', () => {
  it.each([
    ['an attribute that is there', 'device.attributes["d"].x == 1', ['d/x'], []],
    ['an attribute that is not there', 'device.attributes["d"].z == 1', ['d/z'], []],
    ['what it asks for', 'has(device.attributes["e"].y) && "q" in device.capacity["d"]', ['e/y'], ['d/q']],
    ['no more than it needs', 'true || device.attributes["d"].x == 1', [], []],
    ['one thing once', 'device.attributes["d"].x == 1 && device.attributes["d"].x != 2', ['d/x'], []],
    ['everything in a loop', 'device.attributes.all(d, device.attributes[d].all(k, k != ""))', ['d/x', 'e/y'], []],
    ['everything in a comparison', 'device.attributes == device.attributes && device.capacity["d"] == {}', ['d/x', 'e/y'], []],
    ['a capacity', 'device.capacity["d"].m.isInteger()', [], ['d/m']],
  ])('%s', (_what, expression, attributes, capacity) => {
    expect(compileSelector(expression).trial(device).read).toEqual({ attributes, capacity });
  });

  it('and gives the same as without being watched', () => {
    for (const expression of [
      'dyn(device.attributes) == {"d": {"x": dyn(1)}, "e": {"y": dyn("a")}}',
      'device.attributes.map(d, device.attributes[d].size()) == [1, 1]',
      '"nope" in device.attributes || device.attributes["nope"].size() == 0',
      'device.capacity["d"].map(k, k) == ["m"]',
      'type(device.attributes) == map && size(device.attributes) == 2',
    ]) {
      const selector = compileSelector(expression);
      const { result: matches, cost } = selector.measure(device);
      const trial = selector.trial(device);
      expect({ expression, matches: trial.matches, cost: trial.cost }).toEqual({ expression, matches, cost });
    }
  });
});
