// Names -> types: variables of macros, the device, the names of types. A dot before a name, and a variable that is called like the first part of
// a name, mean something else from cel-go 0.29 on. Source: cel-go checker/env.go (LookupIdent in 0.26, resolveSimpleIdent and
// resolveQualifiedIdent in 0.29).

import type { CelGo } from '../cel-go.js';
import type { Expr, Name, Select } from '../syntax/tree.js';
import { CIDR, DEVICE, DURATION, DYN, IP, listOf, mapOf, optionalOf, paramOf, TIMESTAMP, type Type, typeOf } from './types.js';

/** The variables of the macros around a node, the innermost first. */
export interface Scope {
  readonly name: string;
  readonly type: Type;
  readonly outer: Scope | undefined;
}

const TYPE_NAMES: ReadonlyMap<string, Type> = new Map<string, Type>([
  ...(['bool', 'int', 'uint', 'double', 'string', 'bytes', 'null_type'] as const).map((kind): [string, Type] => [
    kind,
    { kind, params: [] },
  ]),
  ['list', listOf(paramOf('A'))],
  ['map', mapOf(paramOf('A'), paramOf('B'))],
  ['type', { kind: 'type', params: [] }],
  ['optional_type', optionalOf(DYN)],
  ['google.protobuf.Timestamp', TIMESTAMP],
  ['google.protobuf.Duration', DURATION],
  ['net.IP', IP],
  ['net.CIDR', CIDR],
  // The names of functions; as types they have no value (plan.ts).
  ['timestamp', TIMESTAMP],
  ['duration', DURATION],
]);

/** Returns whether a name without a dot before it is that of a type. */
export function isTypeName(name: string): boolean {
  return TYPE_NAMES.has(name);
}

/** The name without the dot that may be before it. */
export function withoutDot(name: string): string {
  return name.startsWith('.') ? name.slice(1) : name;
}

/**
 * The type of a name, undefined when nothing has it. With 0.29 a dot leaves the variables of macros out; it stays in the tree only where
 * there is one of that name.
 */
export function resolveName(expr: Name, scope: Scope | undefined, celGo: CelGo): Type | undefined {
  const global = withoutDot(expr.name);
  const local = localOf(global, scope);
  if (local !== undefined && (global === expr.name || celGo === '0.26')) {
    expr.name = global;
    return local.type;
  }
  const type = TYPE_NAMES.get(global);
  if (global !== 'device' && type === undefined) return undefined;
  if (local === undefined) expr.name = global;
  return type === undefined ? DEVICE : typeOf(type);
}

/** The type of a row of names that is the name of a type, which the tree then says; undefined for any other field. */
export function resolveTypeName(expr: Select, scope: Scope | undefined, celGo: CelGo): Type | undefined {
  const qualified = qualifiedName(expr);
  const type = qualified === undefined ? undefined : TYPE_NAMES.get(withoutDot(qualified));
  if (qualified === undefined || type === undefined) return undefined;
  expr.qualified = nameOfType(qualified, scope, celGo);
  return expr.qualified === undefined ? undefined : typeOf(type);
}

/** With 0.29 a variable whose name is the first of the row hides the type, unless a dot is before it, which then stays. */
function nameOfType(qualified: string, scope: Scope | undefined, celGo: CelGo): string | undefined {
  const global = withoutDot(qualified);
  const [first = ''] = global.split('.', 1);
  if (celGo === '0.26' || localOf(first, scope) === undefined) return global;
  return qualified === global ? undefined : qualified;
}

/** The innermost variable of a name. */
function localOf(name: string, scope: Scope | undefined): Scope | undefined {
  let local = scope;
  while (local !== undefined && local.name !== name) local = local.outer;
  return local;
}

/** `a.b.c`, or `.a.b.c` where it is written with a dot; undefined for what is no row of names. */
function qualifiedName(expr: Expr): string | undefined {
  if (expr.kind === 'name') return expr.name;
  if (expr.kind !== 'select' || expr.mode !== 'value') return undefined;
  const operand = qualifiedName(expr.operand);
  return operand === undefined ? undefined : `${operand}.${expr.field}`;
}
