import { describe, expect, it } from 'vitest';
import { Path, sizeAt } from '../../../src/cel/cost/estimate-paths.js';

function pathOf(first: string, ...names: string[]): Path {
  return names.reduce((path, name) => Path.extend(path, name), Path.of(first));
}

describe('sizeAt', () => {
  it.each([
    ['the driver', ['device', 'driver'], 63n],
    ['all domains', ['device', 'attributes'], 32n],
    ['a domain of attributes', ['device', 'attributes', '@values'], 32n],
    ['the name of a domain', ['device', 'attributes', '@keys'], 63n],
    ['the name of an attribute', ['device', 'capacity', '@values', '@keys'], 32n],
    ['an attribute by its name', ['device', 'attributes', '@values', 'model'], 64n],
    ['an attribute by a computed name', ['device', 'attributes', '@values', '@values'], 64n],
    ['a capacity by a computed name', ['device', 'capacity', '@values', '@values'], 0n],
  ])('knows the limit of %s', (_what, [first = '', ...names], max) => {
    expect(sizeAt(pathOf(first, ...names))).toEqual({ min: 0n, max });
  });

  it.each([
    ['a capacity by its name', ['device', 'capacity', '@values', 'memory']],
    ['a domain that stands where a field would', ['device', 'attributes', 'd.example.com']],
    ['an item of an attribute', ['device', 'attributes', '@values', 'model', '@items']],
    ['another variable', ['x', 'driver']],
  ])('knows nothing about %s', (_what, [first = '', ...names]) => {
    expect(sizeAt(pathOf(first, ...names))).toBeUndefined();
  });

  it('knows nothing without a path', () => {
    expect(sizeAt(undefined)).toBeUndefined();
  });
});

describe('two extensions of one path', () => {
  it('share their last name where Go has room left, so that the later one counts', () => {
    const base = pathOf('device', 'attributes', '@values');
    const keys = Path.extend(base, '@keys');
    Path.extend(base, '@values');
    expect(keys.names).toEqual(['device', 'attributes', '@values', '@values']);
  });

  it('do not share it where Go has none', () => {
    const base = pathOf('device', 'attributes');
    const first = Path.extend(base, 'a');
    Path.extend(base, 'b');
    expect(first.names).toEqual(['device', 'attributes', 'a']);
  });

  it('never change a copy', () => {
    const base = pathOf('device', 'attributes', '@values');
    const copy = base.copyWith('@items');
    Path.extend(base, 'x');
    expect(copy.names).toEqual(['device', 'attributes', '@values', '@items']);
  });
});

it('begins a path of its own where there is none to extend', () => {
  expect(Path.extend(undefined, 'device').names).toEqual(['device']);
});
