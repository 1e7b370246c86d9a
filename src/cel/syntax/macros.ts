// Expands macros. Sources: cel-go parser/macro.go, cel/library.go (optMap,
// optFlatMap), ext/bindings.go, ext/comprehensions.go, ext/lists.go (sortBy).
// cel-go expands a macro over a list or map to a loop with an accumulator. Here, it is a single node with the same meaning.

import { largestOf } from '../../core/base/lists.js';
import type { Bind, Expr, Fold } from './tree.js';

/** A call as written. */
interface CallSyntax {
  readonly name: string;
  readonly at: number;
  readonly target: Expr | undefined;
  readonly args: readonly Expr[];
}

/** A call of a macro with invalid arguments. */
interface MacroError {
  readonly at: number;
  readonly message: string;
}

/** The expression that replaces a call of a macro. */
interface Expansion {
  readonly expr: Expr;
  /** True if it contains the target of the macro twice. */
  readonly repeatsTarget: boolean;
}

/** Expands a call; undefined if it is not a macro. */
export function expandMacro(call: CallSyntax): Expansion | MacroError | undefined {
  const macro = (call.target === undefined ? GLOBAL : MEMBER).get(`${call.name}/${call.args.length}`);
  const expanded = macro?.expand(call);
  if (expanded === undefined || isMacroError(expanded)) return expanded;
  return { expr: expanded, repeatsTarget: call.name === 'optMap' || call.name === 'optFlatMap' };
}

/** Returns whether the result of an expansion is an error. */
export function isMacroError(expanded: Expansion | Expr | MacroError): expanded is MacroError {
  return 'message' in expanded;
}

type Expander = (call: CallSyntax) => Expr | MacroError | undefined;

const NO_NAME = 'argument must be a simple name';
const OVERWRITES = 'iteration variable overwrites accumulator variable';

/** The name of the accumulator of comprehensions in older versions. */
const ACCUMULATOR = '__result__';

/** A macro, and the minor release of Kubernetes that introduced it; 0 if all releases have it. */
interface Macro {
  readonly expand: Expander;
  readonly since: number;
}

const always = (expand: Expander): Macro => ({ expand, since: 0 });
const twoVariables = (macro: Fold['macro']): Macro => ({ expand: two(macro), since: 32 });

/** The macros by name and number of arguments. `existsOne` only exists with two variables. */
const GLOBAL: ReadonlyMap<string, Macro> = new Map([['has/1', always(has)]]);

const MEMBER: ReadonlyMap<string, Macro> = new Map([
  ['all/2', always(one('all'))],
  ['exists/2', always(one('exists'))],
  ['exists_one/2', always(one('exists_one'))],
  ['filter/2', always(one('filter'))],
  ['map/2', always(one('map'))],
  ['map/3', always(one('map'))],
  ['all/3', twoVariables('all')],
  ['exists/3', twoVariables('exists')],
  ['exists_one/3', twoVariables('exists_one')],
  ['existsOne/3', twoVariables('exists_one')],
  ['transformList/3', twoVariables('map')],
  ['transformList/4', twoVariables('map')],
  ['transformMap/3', twoVariables('transformMap')],
  ['transformMap/4', twoVariables('transformMap')],
  ['transformMapEntry/3', twoVariables('transformMapEntry')],
  ['transformMapEntry/4', twoVariables('transformMapEntry')],
  ['bind/3', always(bind)],
  ['optMap/2', always((call) => optionalMap(call, (value) => globalCall('optional.of', call.at, value)))],
  ['optFlatMap/2', always((call) => optionalMap(call, (value) => value))],
  ['sortBy/2', { expand: sortBy, since: 34 }],
]);

/** Every macro with each number of arguments, as `name/arguments`, and the release that introduced it. */
export const MACRO_FORMS: readonly { readonly key: string; readonly name: string; readonly since: number }[] = [...GLOBAL, ...MEMBER].map(
  ([key, { since }]) => ({ key, name: key.slice(0, key.indexOf('/')), since }),
);
const SINCE: ReadonlyMap<string, number> = new Map(MACRO_FORMS.map(({ key, since }) => [key, since]));

/** The names of all macros. */
export const MACRO_NAMES: readonly string[] = [...new Set(MACRO_FORMS.map(({ name }) => name))];

/** Returns the minor release that introduced a macro with this number of arguments; 0 for other names. */
export function macroSince(name: string, args: number): number {
  return SINCE.get(`${name}/${args}`) ?? 0;
}

/** Returns the newest release of {@link macroSince} over all numbers of arguments. */
export function newestMacroSince(name: string): number {
  return largestOf(
    MACRO_FORMS.filter((macro) => macro.name === name).map(({ since }) => since),
    0,
  );
}

/** Expands a macro with one variable. */
function one(macro: Fold['macro']): Expander {
  const noName = macro === 'map' || macro === 'filter' ? 'argument is not an identifier' : NO_NAME;
  return ({ at, target, args }) => {
    const [variable, ...parts] = args as [Expr, ...Expr[]];
    if (variable.kind !== 'name') return { at: variable.at, message: noName };
    if (variable.name === ACCUMULATOR) return { at: variable.at, message: OVERWRITES };
    return { kind: 'fold', macro, at, range: target as Expr, variable: variable.name, ...bodyOf(macro, parts) };
  };
}

/** Expands a macro with two variables: the index or key, and the value. */
function two(macro: Fold['macro']): Expander {
  return ({ at, target, args }) => {
    const [first, second, ...parts] = args as [Expr, Expr, ...Expr[]];
    if (first.kind !== 'name') return { at: first.at, message: NO_NAME };
    if (second.kind !== 'name') return { at: second.at, message: NO_NAME };
    if (first.name === second.name) return { at: second.at, message: `duplicate variable name: ${first.name}` };
    if (first.name === ACCUMULATOR) return { at: first.at, message: OVERWRITES };
    if (second.name === ACCUMULATOR) return { at: second.at, message: OVERWRITES };
    return { kind: 'fold', macro, at, range: target as Expr, variable: first.name, second: second.name, ...bodyOf(macro, parts) };
  };
}

function bodyOf(macro: Fold['macro'], parts: readonly Expr[]): Pick<Fold, 'predicate' | 'transform'> {
  const transforms = macro === 'map' || macro === 'transformMap' || macro === 'transformMapEntry';
  if (!transforms) return { predicate: parts[0], transform: undefined };
  return { predicate: parts.length === 2 ? parts[0] : undefined, transform: parts.at(-1) };
}

/** Expands `has(operand.field)`. */
function has({ at, args }: CallSyntax): Expr | MacroError {
  const tested = args[0] as Expr;
  if (tested.kind === 'select' && tested.mode !== 'optional') return { ...tested, at, mode: 'test' };
  return { at: tested.at, message: 'invalid argument to has() macro' };
}

/** Expands `cel.bind(variable, value, body)`. On any other receiver, it is a function. */
function bind({ at, target, args }: CallSyntax): Expr | MacroError | undefined {
  if (target?.kind !== 'name' || target.name !== 'cel') return undefined;
  const [variable, value, body] = args as [Expr, Expr, Expr];
  if (variable.kind !== 'name') return { at: variable.at, message: 'cel.bind() variable names must be simple identifiers' };
  return { kind: 'bind', at, variable: variable.name, value, body };
}

/** `o.optMap(v, e)` is `o.hasValue() ? optional.of(cel.bind(v, o.value(), e)) : optional.none()`; optFlatMap omits `of`. */
function optionalMap({ name, at, target, args }: CallSyntax, wrap: (value: Expr) => Expr): Expr | MacroError {
  const [variable, body] = args as [Expr, Expr];
  if (variable.kind !== 'name') return { at: variable.at, message: `${name}() variable name must be a simple identifier` };
  const member = (method: string): Expr => ({ kind: 'call', name: method, at, target, args: [] });
  const bound: Bind = { kind: 'bind', at, variable: variable.name, value: member('value'), body };
  return globalCall('_?_:_', at, member('hasValue'), wrap(bound), globalCall('optional.none', at));
}

/** The name of the list that sortBy sorts. Expressions cannot contain this name. */
const SORTED = '@__sortBy_input__';

/** `l.sortBy(v, key)` binds the list to a name and sorts it by its keys, `list.map(v, key)`. */
function sortBy(call: CallSyntax): Expr | MacroError {
  const { at, args } = call;
  const target = call.target as Expr;
  if (target.kind === 'constant' || target.kind === 'map' || target.kind === 'message')
    return { at: target.at, message: 'sortBy can only be applied to a list, identifier, comprehension, call or select expression' };
  const list: Expr = { kind: 'name', at, name: SORTED };
  const keys = one('map')({ name: 'map', at, target: list, args });
  if (keys === undefined || isMacroError(keys)) return keys as MacroError;
  const body: Expr = { kind: 'call', name: '@sortByAssociatedKeys', at, target: list, args: [keys] };
  return { kind: 'bind', at, variable: SORTED, value: target, body };
}

function globalCall(name: string, at: number, ...args: Expr[]): Expr {
  return { kind: 'call', name, at, target: undefined, args };
}
