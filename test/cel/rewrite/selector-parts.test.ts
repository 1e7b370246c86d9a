import { describe, expect, it } from 'vitest';
import { edited } from '../../../src/cel/rewrite/list-reads.js';
import { literalText, renaming, selectorPartsOf } from '../../../src/cel/rewrite/selector-parts.js';

describe('the conditions of a selector', () => {
  const without = (text: string): readonly string[] => selectorPartsOf(text).conditions.map(({ removal }) => edited(text, [removal]));

  it('can be left out one by one, with the operator and the blanks around it', () => {
    expect(without('a == 1 && (b || c) && f(x && y)')).toEqual(['(b || c) && f(x && y)', 'a == 1 && f(x && y)', 'a == 1 && (b || c)']);
    expect(without('a &&\n  b // why\n  && c')).toEqual(['b // why\n  && c', 'a // why\n  && c', 'a &&\n  b']);
  });

  it.each(['a', 'a || b && c', 'a && b ? c : d', '(a && b)', 'a && "'])('are none of their own in %s', (text) => {
    expect(without(text)).toEqual([]);
  });
});

describe('the names that a selector reads', () => {
  it.each([
    ['device.attributes["d.io"].model == "x"', 'device.attributes["e.io"].kind == "x"'],
    ["device.attributes['d.io']['model'] == 'x'", "device.attributes['e.io']['kind'] == 'x'"],
    ['has(device.attributes["d.io"].model)', 'has(device.attributes["e.io"].kind)'],
    ['device.attributes["d.io"].?model.orValue("x") == "x"', 'device.attributes["e.io"].?kind.orValue("x") == "x"'],
    ['device.attributes[?"d.io"][?"model"].hasValue()', 'device.attributes[?"e.io"][?"kind"].hasValue()'],
  ])('can become others: %s', (text, expected) => {
    const [part] = selectorPartsOf(text).names;
    if (part === undefined) throw new Error('no name');
    expect([part.map, part.domain, part.name]).toEqual(['attributes', 'd.io', 'model']);
    expect(edited(text, renaming(part, { map: 'attributes', domain: 'e.io', name: 'kind' }, text))).toBe(expected);
  });

  it('are put in brackets where they are no identifiers', () => {
    const text = 'device.capacity["d.io"].memory.isInteger()';
    const [part] = selectorPartsOf(text).names;
    if (part === undefined) throw new Error('no name');
    expect(edited(text, renaming(part, { ...part, name: 'a-b' }, text))).toBe('device.capacity["d.io"]["a-b"].isInteger()');
  });

  it('are no functions, and not what is read from elsewhere', () => {
    expect(selectorPartsOf('device.attributes["d.io"].size() > 0 && device.driver == "x" && x.attributes["d"].a').names).toEqual([]);
  });
});

describe('the values that a selector compares with', () => {
  const values = (text: string): readonly unknown[] =>
    selectorPartsOf(text).literals.map(({ value, read, start, end }) => [value, read.name, text.slice(start, end)]);

  it('are those of conditions that read one name', () => {
    expect(values('device.attributes["d"].a == "x" && device.attributes["d"].b >= -3 || !(device.attributes["d"].c == true)')).toEqual([
      ['x', 'a', '"x"'],
      [-3n, 'b', '-3'],
      [true, 'c', 'true'],
    ]);
    expect(values('device.capacity["d"].memory.compareTo(quantity("40Gi")) >= 0')).toEqual([
      ['40Gi', 'memory', '"40Gi"'],
      [0n, 'memory', '0'],
    ]);
    expect(values('device.attributes["d"].a - 3 == 0x10')).toEqual([
      [3n, 'a', '3'],
      [16n, 'a', '0x10'],
    ]);
    expect(values('device.attributes["d"].a == device.attributes["d"].b + 1 && 3 > 2')).toEqual([]);
  });

  it('are written in the quotes that are there', () => {
    expect(literalText(`it's "x"`, "'a'")).toBe(`'it\\'s "x"'`);
    expect(literalText(`it's "x"`, '"a"')).toBe(`"it's \\"x\\""`);
    expect([literalText(3n), literalText(false)]).toEqual(['3', 'false']);
  });
});
