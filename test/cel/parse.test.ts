import { describe, expect, it } from 'vitest';
import { parse } from '../../src/cel/parse.js';
import type { Expr } from '../../src/cel/tree.js';

/** The tree in one line: `(op a b)`. */
function show(expr: Expr): string {
  switch (expr.kind) {
    case 'constant':
      return String(expr.value);
    case 'name':
      return expr.name;
    case 'select':
      return `(${expr.mode} ${show(expr.operand)} ${expr.field})`;
    case 'call':
      return `(${[expr.name, ...(expr.target === undefined ? [] : [expr.target]), ...expr.args].map((part) => (typeof part === 'string' ? part : show(part))).join(' ')})`;
    case 'list':
      return `[${expr.elements.map(show).join(' ')}]`;
    case 'map':
      return `{${expr.entries.map(({ key, value }) => `${show(key)}:${show(value)}`).join(' ')}}`;
    case 'fold':
      return `(${expr.macro} ${[expr.range, expr.predicate, expr.transform]
        .filter((part) => part !== undefined)
        .map(show)
        .join(' ')})`;
    case 'bind':
      return `(bind ${expr.variable} ${show(expr.value)} ${show(expr.body)})`;
  }
}

describe('parse reads as cel-go does', () => {
  it.each([
    ['a == b < c', '(_<_ (_==_ a b) c)'],
    ['a < b == c', '(_==_ (_<_ a b) c)'],
    ['a == b < c == d', '(_==_ (_<_ (_==_ a b) c) d)'],
    ['a == b < c in d', '(@in (_<_ (_==_ a b) c) d)'],
    ['a == (b < c)', '(_==_ a (_<_ b c))'],
    ['a == (b) < c', '(_<_ (_==_ a b) c)'],
    ['a == ((b < c))', '(_==_ a (_<_ b c))'],
    ['a || b || c', '(_||_ a b c)'],
    ['a || (b || c)', '(_||_ a (_||_ b c))'],
    ['a && b || c && d', '(_||_ (_&&_ a b) (_&&_ c d))'],
    ['!!a', 'a'],
    ['!!!a', '(!_ a)'],
    ['!(!a)', '(!_ (!_ a))'],
    ['-1', '-1'],
    ['-9223372036854775808', '-9223372036854775808'],
    ['-(1)', '(-_ 1)'],
    ['a - -1', '(_-_ a -1)'],
    ['has(a.b[c].d)', '(test (_[_] (value a b) c) d)'],
    ['a.?b[?c]', '(_[?_] (optional a b) c)'],
    ['[1].map(x, x > 1, x)', '(map [1] (_>_ x 1) x)'],
    ["'''a\r\nb'''", 'a\nb'],
  ])('%s', (expression, tree) => {
    expect(show(parse(expression))).toBe(tree);
  });

  it.each(['f(a,)', '!-a', '-!a', 'a ? b ? c : d : e', '0X1F', '9223372036854775808', 'has(a)', '[1].all(1, true)', 'a\rb'])(
    'refuses %j',
    (expression) => {
      expect(() => parse(expression)).toThrow();
    },
  );

  it('keeps reading when many different names were called before', () => {
    for (let i = 0; i < 2_100; i += 1) parse(`f${i}(a)`);
    expect(show(parse('a.f0(b)'))).toBe('(f0 a b)');
  });
});
