// Defines the expression tree for the later stages, independently of the parser.

import type { Overload } from '../library/declarations.js';
import type { Value } from '../values/values.js';

/** The place of a node in error messages, as in cel-go: the operator, dot or bracket. */
interface Place {
  readonly at: number;
}

/** A literal value. */
interface Constant extends Place {
  readonly kind: 'constant';
  readonly value: Value;
}

/**
 * A variable or the name of a type. A name with a leading dot is not a macro
 * variable. The checker keeps the dot only if a macro variable has the same name.
 */
export interface Name extends Place {
  readonly kind: 'name';
  name: string;
  /** Set by the checker: true if its type is `type`. */
  isType?: boolean;
}

/** `operand.field`, `operand.?field`, or `has(operand.field)`. */
export interface Select extends Place {
  readonly kind: 'select';
  readonly operand: Expr;
  readonly field: string;
  readonly mode: 'value' | 'optional' | 'test';
  /** Set by the checker: the type that this names, such as `net.IP`, with a leading dot if a variable hides it. */
  qualified?: string | undefined;
}

/** A function or operator. A chain of `&&` or `||` is a balanced tree of calls with two arguments. */
export interface Call extends Place {
  readonly kind: 'call';
  name: string;
  target: Expr | undefined;
  readonly args: readonly Expr[];
  /** Set by the checker: the overloads that match the static types. */
  overloads?: readonly Overload[];
}

/** `[a, ?b]`. `optional` contains the indices of elements with a question mark, if any. */
export interface List extends Place {
  readonly kind: 'list';
  readonly elements: readonly Expr[];
  readonly optional?: ReadonlySet<number>;
}

/** `{k: v, ?k: v}`. */
export interface MapLiteral extends Place {
  readonly kind: 'map';
  readonly entries: readonly { readonly key: Expr; readonly value: Expr; readonly optional?: boolean }[];
}

/** `a.b.C{field: v, ?field: v}`, a protocol buffer message. */
export interface Message extends Place {
  readonly kind: 'message';
  /** The name of the type, possibly with a leading dot. */
  readonly name: string;
  readonly fields: readonly { readonly name: string; readonly value: Expr; readonly optional?: boolean }[];
}

/**
 * A macro over a list or map: `range.all(variable, predicate)`, `range.map(variable, predicate?, transform)`. With two
 * variables, they are the index or key, and the value; `existsOne` is then `exists_one` and `transformList` is `map`.
 */
export interface Fold extends Place {
  readonly kind: 'fold';
  readonly macro: 'all' | 'exists' | 'exists_one' | 'map' | 'filter' | 'transformMap' | 'transformMapEntry';
  readonly range: Expr;
  readonly variable: string;
  readonly second?: string;
  readonly predicate: Expr | undefined;
  readonly transform: Expr | undefined;
  /**
   * Set by the checker: the first variable as a name, if the expansion reads the variable. It is the item in the result of
   * `filter`, or the key of `transformMap`.
   */
  added?: Name;
}

/** `cel.bind(variable, value, body)`. */
export interface Bind extends Place {
  readonly kind: 'bind';
  readonly variable: string;
  readonly value: Expr;
  readonly body: Expr;
}

/** A node of the tree. */
export type Expr = Constant | Name | Select | Call | List | MapLiteral | Message | Fold | Bind;

/** Returns the direct parts of a node, in the order of the text. */
export function partsOf(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case 'select':
      return [expr.operand];
    case 'call':
      return expr.target === undefined ? expr.args : [expr.target, ...expr.args];
    case 'list':
      return expr.elements;
    case 'map':
      return expr.entries.flatMap(({ key, value }) => [key, value]);
    case 'message':
      return expr.fields.map(({ value }) => value);
    case 'bind':
      return [expr.value, expr.body];
    case 'fold':
      return [expr.range, expr.predicate, expr.transform].filter((part) => part !== undefined);
    default:
      return [];
  }
}
