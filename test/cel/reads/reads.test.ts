import { describe, expect, it } from 'vitest';
import { compileSelector } from '../../../src/cel/engine.js';
import type { ReadNames } from '../../../src/cel/reads/reads.js';

function show(names: ReadNames): string[] | 'all' {
  if (names === 'all') return 'all';
  return [...names].flatMap(([domain, ids]) => (ids === 'all' ? [`${domain}/*`] : [...ids].map((id) => `${domain}/${id}`)));
}

function readsOf(expression: string): { attributes: string[] | 'all'; capacity: string[] | 'all'; domains: string[] } {
  const { attributes, capacity, attributeDomains, capacityDomains } = compileSelector(expression).reads;
  return { attributes: show(attributes), capacity: show(capacity), domains: [...attributeDomains, ...capacityDomains] };
}

describe('an expression reads', () => {
  it.each([
    ['nothing', 'true', []],
    ['nothing but the driver', 'device.driver == "d"', []],
    ['an attribute', 'device.attributes["d"].x == 1', ['d/x']],
    ['an attribute by its key', 'device.attributes["d"]["x"] == 1', ['d/x']],
    ['an attribute that is asked for', 'has(device.attributes["d"].x)', ['d/x']],
    ['an attribute that may be missing', 'device.attributes["d"].?x.orValue(true)', ['d/x']],
    ['an attribute that is looked for', '"x" in device.attributes["d"]', ['d/x']],
    ['a part of an attribute', 'device.attributes["d"].x.y[0] == 1', ['d/x']],
    ['an attribute of a domain with a name', 'cel.bind(d, device.attributes["d"], d.x && d.y)', ['d/x', 'd/y']],
    ['attributes in both branches', 'device.driver == "d" ? device.attributes["d"].x : device.attributes["e"].y', ['d/x', 'e/y']],
    ['all of a domain', 'device.attributes["d"].size() == 1', ['d/*']],
    ['all of a domain for a computed name', 'device.attributes["d"][device.driver] == 1', ['d/*']],
    ['all for a computed domain', 'device.attributes[device.driver].x == 1', 'all'],
    ['all for a loop', 'device.attributes.exists(d, d == "d")', 'all'],
    ['all when a name stands for the map', 'cel.bind(a, device.attributes, a == {})', 'all'],
    ['all of a device', 'device == device', 'all'],
    ['nothing of a variable that hides the device', '[{"attributes": 1}].all(device, device.attributes == 1)', []],
    ['an attribute in a list', '[device.attributes["d"].x] == [1]', ['d/x']],
    ['an attribute as a key', '{device.attributes["d"].x: 1} == {1: 1}', ['d/x']],
  ])('%s', (_what, expression, attributes) => {
    expect(readsOf(expression).attributes).toEqual(attributes);
  });

  it('capacities apart from attributes', () => {
    const reads = readsOf('device.capacity["d"].m.isInteger() && has(device.attributes["d"].x)');
    expect(reads).toEqual({ attributes: ['d/x'], capacity: ['d/m'], domains: [] });
  });

  it('whether a domain is there', () => {
    expect(readsOf('"d" in device.attributes').domains).toEqual(['d']);
    expect(readsOf('"d" in device.capacity || has(device.attributes.e)').domains).toEqual(['e', 'd']);
  });
});
