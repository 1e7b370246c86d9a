// The tree of an expression, as the later stages see it. It knows nothing of the parser that made it.

import type { Overload } from './declarations.js';
import type { Value } from './values.js';

/** Where the node starts to matter for an error message, as cel-go places it: the operator, the dot, the bracket. */
interface Place {
  readonly at: number;
}

/** A value written in the expression. */
export interface Constant extends Place {
  readonly kind: 'constant';
  readonly value: Value;
}

/** A variable or the name of a type. */
export interface Name extends Place {
  readonly kind: 'name';
  readonly name: string;
}

/** `operand.field`, `operand.?field`, or `has(operand.field)`. */
export interface Select extends Place {
  readonly kind: 'select';
  readonly operand: Expr;
  readonly field: string;
  readonly mode: 'value' | 'optional' | 'test';
}

/** A function or operator. `&&` and `||` have all terms of a chain as arguments. */
export interface Call extends Place {
  readonly kind: 'call';
  name: string;
  target: Expr | undefined;
  readonly args: readonly Expr[];
  /** Set by the checker: the overloads that fit the static types. */
  overloads?: readonly Overload[];
}

/** `[a, b]`. */
export interface List extends Place {
  readonly kind: 'list';
  readonly elements: readonly Expr[];
}

/** `{k: v}`. */
export interface MapLiteral extends Place {
  readonly kind: 'map';
  readonly entries: readonly { readonly key: Expr; readonly value: Expr }[];
}

/** A macro over a list or map: `range.all(variable, predicate)`, `range.map(variable, predicate?, transform)`. */
export interface Fold extends Place {
  readonly kind: 'fold';
  readonly macro: 'all' | 'exists' | 'exists_one' | 'map' | 'filter';
  readonly range: Expr;
  readonly variable: string;
  readonly predicate: Expr | undefined;
  readonly transform: Expr | undefined;
}

/** `cel.bind(variable, value, body)`. */
export interface Bind extends Place {
  readonly kind: 'bind';
  readonly variable: string;
  readonly value: Expr;
  readonly body: Expr;
}

/** One node. */
export type Expr = Constant | Name | Select | Call | List | MapLiteral | Fold | Bind;
