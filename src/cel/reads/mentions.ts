// Finds the attributes and capacities that an expression names and their uses, for notes and advice.

import { append } from '../../core/base/lists.js';
import { parse } from '../syntax/parse.js';
import { type Bind, type Expr, type Fold, partsOf } from '../syntax/tree.js';
import type { Value } from '../values/values.js';

/** An attribute or capacity that an expression names. */
export interface Mention {
  readonly map: 'attributes' | 'capacity';
  readonly domain: string;
  readonly name: string;
  /**
   * The operation on the value: a comparison such as `==`, a function such as `semver`, a method such as `.startsWith`, or a
   * field that is read. `has` for a presence test, `in` for a list that is searched, undefined for everything else.
   */
  readonly use?: string;
  /** The literal that the value is compared with or passed together with. */
  readonly constant?: Value;
}

/** The names that variables represent, as returned by {@link namesOf}. */
type Scope = ReadonlyMap<string, readonly string[]>;

/** Returns all mentions in an expression that compiles, in its order. */
export function mentionsIn(expression: string): readonly Mention[] {
  const mentions: Mention[] = [];
  const seen = new Set<Expr>();
  const pending: Pending[] = [{ expr: parse(expression), scope: new Map(), use: undefined }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { expr, scope, use } = next;
    // A macro can repeat a part in the tree, so each mention is returned once.
    if (seen.has(expr)) continue;
    seen.add(expr);
    const mention = mentionOf(expr, scope);
    if (mention === undefined) append(pending, below(next).reverse());
    else mentions.push({ ...mention, ...(expr.kind === 'select' && expr.mode === 'test' ? { use: 'has' } : use) });
  }
  return mentions;
}

/** A node to visit: the values of its variables, and the use of its value. */
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

/** Returns how `expr` uses its part. A call that unwraps an optional passes on the use of its result. */
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

/** Returns `device` and the keys by which the expression reads from it; undefined for all other expressions. */
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

/** Returns the expression that reads an attribute or capacity. */
export function accessTo({ map, domain, name }: Pick<Mention, 'map' | 'domain' | 'name'>): string {
  const isIdentifier = /^[A-Za-z_]\w*$/.test(name);
  return `device.${map}[${JSON.stringify(domain)}]${isIdentifier ? `.${name}` : `[${JSON.stringify(name)}]`}`;
}
