// The attributes and capacities that an expression calls by their names, and what it does with each: what notes and advice go by.

import { append } from '../../core/base/lists.js';
import { parse } from '../syntax/parse.js';
import { type Bind, type Expr, type Fold, partsOf } from '../syntax/tree.js';
import type { Value } from '../values/values.js';

/** An attribute or capacity called by its name. */
export interface Mention {
  readonly map: 'attributes' | 'capacity';
  readonly domain: string;
  readonly name: string;
  /**
   * The operation that gets the value: a comparison such as `==`, a function such as `semver`, or `.startsWith` for one that is called on
   * it, or a field that is read of it. It is `has` for what is requested, `in` for what an element is looked for in, and undefined for all else.
   */
  readonly use?: string;
  /** The value that it is compared with or called with, where that is written in the expression. */
  readonly constant?: Value;
}

/** The names that variables stand for, as {@link namesOf} has it. */
type Scope = ReadonlyMap<string, readonly string[]>;

/** All mentions in an expression that compiles, in its order. */
export function mentionsIn(expression: string): readonly Mention[] {
  const mentions: Mention[] = [];
  const seen = new Set<Expr>();
  const pending: Pending[] = [{ expr: parse(expression), scope: new Map(), use: undefined }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { expr, scope, use } = next;
    // A macro can have a part twice in the tree.
    if (seen.has(expr)) continue;
    seen.add(expr);
    const mention = mentionOf(expr, scope);
    if (mention === undefined) append(pending, below(next).reverse());
    else mentions.push({ ...mention, ...(expr.kind === 'select' && expr.mode === 'test' ? { use: 'has' } : use) });
  }
  return mentions;
}

/** A node to check: what its variables stand for, and what is done with it. */
interface Pending {
  readonly expr: Expr;
  readonly scope: Scope;
  readonly use: Use | undefined;
}

function below({ expr, scope, use }: Pending): Pending[] {
  const inner = expr.kind === 'bind' || expr.kind === 'fold' ? innerScope(expr, scope) : scope;
  const outside = expr.kind === 'bind' ? expr.value : expr.kind === 'fold' ? expr.range : undefined;
  return partsOf(expr).map((part) => ({ expr: part, scope: part === outside ? scope : inner, use: useOf(expr, part, use) }));
}

function mentionOf(expr: Expr, scope: Scope): Mention | undefined {
  const [root, map, domain, name, field] = namesOf(expr, scope) ?? [];
  if (root !== 'device' || (map !== 'attributes' && map !== 'capacity')) return undefined;
  return domain === undefined || name === undefined || field !== undefined ? undefined : { map, domain, name };
}

function innerScope(expr: Bind | Fold, scope: Scope): Scope {
  const inner = new Map(scope);
  inner.set(expr.variable, (expr.kind === 'bind' ? namesOf(expr.value, scope) : undefined) ?? []);
  if (expr.kind === 'fold' && expr.second !== undefined) inner.set(expr.second, []);
  return inner;
}

type Use = Pick<Mention, 'use' | 'constant'>;

/** Finds what `expr` does with its part; a call that unwraps an optional hands on what is done with its result. */
function useOf(expr: Expr, part: Expr, use: Use | undefined): Use | undefined {
  if (expr.kind === 'select') return { use: `.${expr.field}` };
  if (expr.kind !== 'call') return undefined;
  if (expr.target === part) {
    if (expr.name === 'orValue' || expr.name === 'value') return use;
    return { use: `.${expr.name}`, ...constantOf(expr.args[0]) };
  }
  if (expr.target !== undefined) return undefined;
  if (expr.name === '@in') return part === expr.args[1] ? { use: 'in', ...constantOf(expr.args[0]) } : undefined;
  const relation = /^_(==|!=|<|<=|>|>=)_$/.exec(expr.name)?.[1];
  if (relation === undefined) return { use: expr.name };
  return { use: relation, ...constantOf(expr.args.find((argument) => argument !== part)) };
}

function constantOf(expr: Expr | undefined): Pick<Mention, 'constant'> {
  return expr?.kind === 'constant' ? { constant: expr.value } : {};
}

/** `device`, then the keys by which the expression reads from it; undefined for all other expressions. */
export function namesOf(expr: Expr, scope: Scope = new Map()): readonly string[] | undefined {
  const keys: string[] = [];
  let node = expr;
  for (;;) {
    if (node.kind === 'name') return [...(scope.get(node.name) ?? [node.name]), ...keys.reverse()];
    if (node.kind === 'select') {
      keys.push(node.field);
      node = node.operand;
      continue;
    }
    const [operand, key] = node.kind === 'call' && (node.name === '_[_]' || node.name === '_[?_]') ? node.args : [];
    if (operand === undefined || key?.kind !== 'constant' || typeof key.value !== 'string') return undefined;
    keys.push(key.value);
    node = operand;
  }
}

/** An attribute or capacity as an expression reads it. */
export function accessTo({ map, domain, name }: Pick<Mention, 'map' | 'domain' | 'name'>): string {
  const isIdentifier = /^[A-Za-z_]\w*$/.test(name);
  return `device.${map}[${JSON.stringify(domain)}]${isIdentifier ? `.${name}` : `[${JSON.stringify(name)}]`}`;
}
