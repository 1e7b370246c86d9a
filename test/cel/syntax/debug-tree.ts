// Prints a tree with `^` and its offset after each node, for comparison with cel-go.
// Macros over lists and maps, which are single nodes here, are printed as cel-go's loops. The offset of a
// single name in a list is omitted: the loop of `filter` has such a list, whose place is not stored.

import type { Bind, Expr, Fold } from '../../../src/cel/syntax/tree.js';
import { Uint, type Value } from '../../../src/cel/values/values.js';

/** Returns the tree in one line without blanks around its parts. */
export function debugTree(expr: Expr, text: string): string {
  return new Printer(text).print(expr);
}

class Printer {
  /** The offset in code points for each offset in UTF-16 units. */
  readonly #points: number[] = [];

  constructor(text: string) {
    let point = 0;
    for (const char of text) {
      for (let unit = 0; unit < char.length; unit += 1) this.#points.push(point);
      point += 1;
    }
  }

  print(expr: Expr): string {
    return `${this.#body(expr)}${this.#at(expr.at)}`;
  }

  #at(at: number): string {
    return `^${this.#points[at]}`;
  }

  #body(expr: Expr): string {
    switch (expr.kind) {
      case 'constant':
        return literal(expr.value);
      case 'name':
        return expr.name;
      case 'select': {
        const operand = this.print(expr.operand);
        if (expr.mode === 'optional') return `_?._(${operand},${JSON.stringify(expr.field)})`;
        return `${operand}.${expr.field}${expr.mode === 'test' ? '~test-only~' : ''}`;
      }
      case 'call': {
        const target = expr.target === undefined ? '' : `${this.print(expr.target)}.`;
        return `${target}${expr.name}(${this.#list(expr.args)})`;
      }
      case 'list':
        return this.#listLiteral(expr.elements, expr.optional);
      case 'map':
        return `{${expr.entries.map((entry) => `${entry.optional ? '?' : ''}${this.print(entry.key)}:${this.print(entry.value)}`).join(',')}}`;
      case 'message':
        return `${expr.name}{${expr.fields.map((field) => `${field.optional ? '?' : ''}${field.name}:${this.print(field.value)}`).join(',')}}`;
      case 'fold':
        return this.#fold(expr);
      case 'bind':
        return this.#bind(expr);
    }
  }

  #listLiteral(elements: readonly Expr[], optional?: ReadonlySet<number>): string {
    const [only] = elements;
    const mark = (i: number): string => (optional?.has(i) ? '?' : '');
    if (elements.length === 1 && only?.kind === 'name') return `[${mark(0)}${only.name}^]`;
    return `[${elements.map((element, i) => mark(i) + this.print(element)).join(',')}]`;
  }

  #list(items: readonly Expr[]): string {
    return items.map((item) => this.print(item)).join(',');
  }

  #loop(parts: readonly string[]): string {
    return `__comprehension__(${parts.join(',')})`;
  }

  #bind({ at, variable, value, body }: Bind): string {
    const place = this.#at(at);
    return this.#loop(['#unused', `[]${place}`, variable, this.print(value), `false${place}`, `${variable}${place}`, this.print(body)]);
  }

  #fold(fold: Fold): string {
    const place = this.#at(fold.at);
    const result = `@result${place}`;
    const call = (name: string, ...args: string[]): string => `${name}(${args.join(',')})${place}`;
    const guarded = (step: string): string =>
      fold.predicate === undefined ? step : call('_?_:_', this.print(fold.predicate), step, result);
    const predicate = fold.predicate === undefined ? '' : this.print(fold.predicate);
    const transform = fold.transform === undefined ? '' : this.print(fold.transform);
    const added = fold.transform === undefined ? `[${fold.variable}^]` : this.#listLiteral([fold.transform]);
    const parts: Record<Fold['macro'], () => readonly [init: string, condition: string, step: string, end?: string]> = {
      all: () => [`true${place}`, call('@not_strictly_false', result), call('_&&_', result, predicate)],
      exists: () => [`false${place}`, call('@not_strictly_false', call('!_', result)), call('_||_', result, predicate)],
      exists_one: () => [`0${place}`, `true${place}`, guarded(call('_+_', result, `1${place}`)), call('_==_', result, `1${place}`)],
      filter: () => [`[]${place}`, `true${place}`, guarded(call('_+_', result, `${added}${place}`))],
      map: () => [`[]${place}`, `true${place}`, guarded(call('_+_', result, `${added}${place}`))],
      transformMap: () => [`{}${place}`, `true${place}`, guarded(call('cel.@mapInsert', result, `${fold.variable}${place}`, transform))],
      transformMapEntry: () => [`{}${place}`, `true${place}`, guarded(call('cel.@mapInsert', result, transform))],
    };
    const [init, condition, step, end = result] = parts[fold.macro]();
    const variables = fold.second === undefined ? [fold.variable] : [fold.variable, fold.second];
    return this.#loop([...variables, this.print(fold.range), '@result', init, condition, step, end]);
  }
}

function literal(value: Value): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (value instanceof Uint8Array) return `b[${[...value].join(' ')}]`;
  if (value instanceof Uint) return `${value.value}u`;
  if (typeof value === 'number') return `double ${Object.is(value, -0) ? '-0' : value}`;
  return String(value);
}
