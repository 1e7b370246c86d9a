import { describe, expect, it } from 'vitest';
import { accessTo, mentionsIn } from '../../../src/cel/reads/mentions.js';
import { threadMilliseconds } from '../../support/clock.js';

const X = { map: 'attributes', domain: 'd', name: 'x' } as const;

describe('mentionsIn', () => {
  it.each([
    ['device.attributes["d"].x == "1"', [{ ...X, use: '==', constant: '1' }]],
    ['3 < device.attributes["d"]["x"]', [{ ...X, use: '<', constant: 3n }]],
    ['device.attributes["d"].?x.orValue(true) != false', [{ ...X, use: '!=', constant: false }]],
    ['semver(device.attributes["d"].x).major() == 1', [{ ...X, use: 'semver' }]],
    ['device.attributes["d"].x == device.driver', [{ ...X, use: '==' }]],
    ['device.attributes["d"].x.includes(1)', [{ ...X, use: '.includes', constant: 1n }]],
    ['"a" in device.attributes["d"].x', [{ ...X, use: 'in', constant: 'a' }]],
    ['device.attributes["d"].x in ["a"]', [X]],
    ['device.attributes["d"].?x.orValue("").startsWith("a")', [{ ...X, use: '.startsWith', constant: 'a' }]],
    ['has(device.attributes["d"].x) && true', [{ ...X, use: 'has' }]],
    ['device.capacity["d"].x.isInteger()', [{ ...X, map: 'capacity', use: '.isInteger' }]],
    ['cel.bind(a, device.attributes["d"], a.x == 1)', [{ ...X, use: '==', constant: 1n }]],
    ['cel.bind(a, device.attributes["d"].x, a == 1)', [X, { ...X, use: '==', constant: 1n }]],
    [
      'device.attributes["d"].x && device.attributes["d"].y',
      [
        { ...X, use: '_&&_' },
        { ...X, name: 'y', use: '_&&_' },
      ],
    ],
  ])('finds what %s mentions', (expression, mentions) => {
    expect(mentionsIn(expression)).toEqual(mentions);
  });

  it.each([
    'device.attributes["d"] == {}',
    'device.attributes.d == {} || device.other["d"].x == 1',
    'cel.bind(a, device.attributes["d"], [{"x": 1}].all(a, a.x == 1))',
    '[{}].all(device, device.attributes["d"].x == 1)',
  ])('finds nothing in %s', (expression) => {
    expect(mentionsIn(expression)).toEqual([]);
  });

  it('finds an attribute whose fields are read', () => {
    expect(mentionsIn('device.attributes["d"].x.y == 1')).toEqual([{ ...X, use: '.y' }]);
  });

  it('takes no time for many variables in each other', () => {
    const depth = 40;
    const started = threadMilliseconds();
    const found = mentionsIn(`${'cel.bind(a, device.attributes["d"].x, '.repeat(depth)}a${')'.repeat(depth)}`);
    expect(threadMilliseconds() - started).toBeLessThan(500);
    expect(found).toEqual(Array.from({ length: depth + 1 }, () => X));
  });
});

it('writes what it mentions as an expression reads it', () => {
  expect(accessTo(X)).toBe('device.attributes["d"].x');
  expect(accessTo({ map: 'capacity', domain: 'd.e', name: 'a-b' })).toBe('device.capacity["d.e"]["a-b"]');
});
