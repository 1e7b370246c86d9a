// Lists the functions that a selector may call, built from the declarations of the libraries.

import { entryIn } from '../../core/base/entry-in.js';
import { hasParameters, parseType, splitTypes, type Type } from '../check/types.js';
import { type Guard, guardOf } from '../values/values.js';
import { ADDRESSES } from './addresses.js';
import { AUTHORIZERS } from './authorizers.js';
import { CONVERSIONS } from './conversions.js';
import type { Declaration, Implement } from './declaration.js';
import { NAMED_FORMATS } from './formats.js';
import { LISTS } from './lists.js';
import { MAPS } from './maps.js';
import { MORE_LISTS } from './more-lists.js';
import { OPERATORS } from './operators.js';
import { OPTIONALS } from './optionals.js';
import { QUANTITIES } from './quantities.js';
import { REGEX } from './regex.js';
import { SEMVERS } from './semvers.js';
import { SETS } from './sets.js';
import { STANDARD } from './standard.js';
import { STRINGS } from './strings.js';
import { TIMES } from './times.js';
import { URLS } from './urls.js';

/** One overload of a function. */
export interface Overload {
  readonly name: string;
  /** cel-go's id, which determines costs. */
  readonly id: string;
  /** True for calls `a.f(b)`; the receiver is then the first of `params`. */
  readonly member: boolean;
  readonly params: readonly Type[];
  /** Guards that values must pass at run time. For most functions, cel-go checks the parameter types, and for some functions less. */
  readonly guards: readonly Guard[];
  readonly result: Type;
  /** True if the types have parameters, which each call binds separately. */
  readonly generic: boolean;
  /** The work of the call; see {@link Declaration}. */
  readonly work: Declaration['work'];
  /** Reports the work and runs the implementation. */
  readonly apply: Implement;
  /** True if the type checker includes the overload. */
  readonly declared: boolean;
  /** The minor release of Kubernetes that introduced it; 0 if all releases have it. */
  readonly since: number;
  /** The last minor release that declares it; infinity if the newest one has it. */
  readonly until: number;
}

const LIBRARIES: readonly (readonly Declaration[])[] = [
  OPERATORS,
  STANDARD,
  CONVERSIONS,
  STRINGS,
  REGEX,
  TIMES,
  LISTS,
  MORE_LISTS,
  MAPS,
  SETS,
  QUANTITIES,
  SEMVERS,
  ADDRESSES,
  URLS,
  NAMED_FORMATS,
  AUTHORIZERS,
  OPTIONALS,
];

/** A declaration with the parts of its signature. */
interface Signed {
  readonly declaration: Declaration;
  readonly receiver: string | undefined;
  readonly params: string;
  readonly result: string;
}

/** The overloads of a function. Types are parsed on demand, because selectors call few functions. */
interface Entry {
  readonly signed: Signed[];
  overloads?: readonly Overload[];
}

let table: ReadonlyMap<string, Entry> | undefined;

/** Returns all overloads of a function; undefined if no function has the name. */
export function overloadsOf(name: string): readonly Overload[] | undefined {
  table ??= buildTable();
  const entry = table.get(name);
  if (entry !== undefined) entry.overloads ??= entry.signed.map((signed) => toOverload(name, signed));
  return entry?.overloads;
}

/** Returns the names of all functions. */
export function declaredFunctions(): readonly string[] {
  table ??= buildTable();
  return [...table.keys()];
}

const SIGNATURE =
  /^(?:((?:string|bytes|dyn|duration|timestamp|[A-Z][A-Za-z]+|(?:list|map|optional_type)\(.*?\)+))\.)?([\w.@?:[\]!=<>+\-*/%|&]+)\((.*)\) (\S.*)$/;

function buildTable(): ReadonlyMap<string, Entry> {
  const functions = new Map<string, Entry>();
  for (const library of LIBRARIES) {
    for (const declaration of library) {
      const parts = SIGNATURE.exec(declaration.signature);
      const [, receiver, name, params, result] = parts as unknown as [string, string | undefined, string, string, string];
      const signed = { declaration, receiver, params, result };
      entryIn(functions, name, (): Entry => ({ signed: [] })).signed.push(signed);
    }
  }
  return functions;
}

/** `string.contains(string) bool` is a member function, `size(list(A)) int` a global one. */
function toOverload(name: string, { declaration, receiver, params, result }: Signed): Overload {
  const { id, work, apply, accepts, undeclared, since = 0, until = Number.POSITIVE_INFINITY } = declaration;
  const types = splitTypes(receiver === undefined ? params : `${receiver}, ${params}`).map(parseType);
  const guards = (accepts === undefined ? types : splitTypes(accepts).map(parseType)).map(guardOf);
  const resultType = parseType(result);
  return {
    name,
    id,
    member: receiver !== undefined,
    params: types,
    guards,
    result: resultType,
    generic: [...types, resultType].some(hasParameters),
    work,
    apply,
    declared: undeclared === undefined,
    since,
    until,
  };
}
