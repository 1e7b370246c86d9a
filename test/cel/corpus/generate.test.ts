import { describe, expect, it } from 'vitest';
import { DEVICES_PER_SEED, Generator } from './generate.js';
import { ALL_RULES } from './grammar/expression.js';
import { rules } from './grammar/rule.js';
import { rulesOf, smaller, type Tree, textOf } from './grammar/tree.js';
import { match } from './grammar/types.js';

const made = (seed: number, count: number) => {
  const generator = new Generator(seed);
  return Array.from({ length: count }, (_, index) => generator.generate(index));
};

describe('the generator', () => {
  it('gives the same for the same seed, and something else for another', () => {
    expect(made(3, 50)).toEqual(made(3, 50));
    expect(made(3, 50)).not.toEqual(made(4, 50));
  });

  it('uses every rule', () => {
    const generator = new Generator(1);
    const unused = new Set(ALL_RULES.map(({ text }) => text));
    for (let index = 0; index < 20_000 && unused.size > 0; index++) {
      const { tree } = generator.generate(index);
      for (const rule of tree === undefined ? [] : rulesOf(tree)) unused.delete(rule);
    }
    expect([...unused]).toEqual([]);
  });

  it('asks about stored and new expressions, selectors and derived attributes, trees and damaged texts', () => {
    const questions = made(2, 1_000);
    expect(questions.filter(({ question }) => question.new !== undefined).length).toBeGreaterThan(100);
    expect(questions.filter(({ question }) => question.kind === 'derived').length).toBeGreaterThan(200);
    expect(questions.filter(({ tree }) => tree === undefined).length).toBeGreaterThan(20);
  });

  it('keeps expressions small', () => {
    for (const { question } of made(5, 2_000)) expect(question.expression.length).toBeLessThan(8_000);
  });

  it('makes devices with every type of attribute, and some that cannot be considered', () => {
    const { devices } = new Generator(1);
    expect(devices).toHaveLength(DEVICES_PER_SEED);
    const fields = new Set(devices.flatMap(({ attributes }) => Object.values(attributes).flatMap((attribute) => Object.keys(attribute))));
    expect([...fields].sort()).toEqual(['bool', 'bools', 'int', 'ints', 'string', 'strings', 'version', 'versions']);
    expect(devices.some(({ attributes }) => 'broken' in attributes)).toBe(true);
  });
});

describe('rules', () => {
  it('know their holes, and which of them have brackets around', () => {
    const [rule] = rules('list(T)  <list(T)>.map(<x:T>, <bool>)');
    expect(rule?.type).toBe('list(T)');
    expect(rule?.pieces).toEqual([
      { kind: 'hole', type: 'list(T)', delimited: false },
      '.map(',
      { kind: 'variable', name: 'x', type: 'T' },
      ', ',
      { kind: 'hole', type: 'bool', delimited: true },
      ')',
    ]);
    expect(rules('bool  <int> < <int>')[0]?.pieces).toHaveLength(3);
    expect(rules('A  m.<@name A>')[0]?.pieces.at(-1)).toEqual({ kind: 'word', list: 'name', type: 'A' });
  });

  it('fit types by their parameters', () => {
    expect(match('map(K,list(T))', 'map(string,list(int))')).toEqual(
      new Map([
        ['K', 'string'],
        ['T', 'int'],
      ]),
    );
    expect(match('map(T,T)', 'map(string,int)')).toBeUndefined();
    expect(match('list(K)', 'list(double)')).toBeUndefined();
  });
});

describe('smaller expressions', () => {
  const leaf = (type: string, text: string): Tree => ({ rule: 'literal', type, parts: [text] });
  const tree: Tree = {
    rule: 'not',
    type: 'bool',
    parts: ['!', { rule: 'in', type: 'bool', parts: [leaf('int', '7'), ' in ', leaf('list(int)', '[7]')] }],
  };

  it('are parts, and the whole with a part replaced by something simpler', () => {
    const texts = smaller(tree).map(textOf);
    expect(texts).toContain('7 in [7]');
    expect(texts).toContain('!7');
    expect(texts).toContain('!7 in []');
    expect(texts.every((text) => text.length < textOf(tree).length || text === textOf(tree))).toBe(true);
  });
});
