// The functions a selector may call: how libraries declare them, and the table of all of them.

import { ADDRESSES } from './library/addresses.js';
import { AUTHORIZERS } from './library/authorizers.js';
import { CONVERSIONS } from './library/conversions.js';
import type { Declaration, Implement } from './library/declaration.js';
import { NAMED_FORMATS } from './library/formats.js';
import { LISTS } from './library/lists.js';
import { MAPS } from './library/maps.js';
import { MORE_LISTS } from './library/more-lists.js';
import { OPERATORS } from './library/operators.js';
import { OPTIONALS } from './library/optionals.js';
import { QUANTITIES } from './library/quantities.js';
import { REGEX } from './library/regex.js';
import { SEMVERS } from './library/semvers.js';
import { SETS } from './library/sets.js';
import { STANDARD } from './library/standard.js';
import { STRINGS } from './library/strings.js';
import { TIMES } from './library/times.js';
import { URLS } from './library/urls.js';
import { parseType, splitTypes, type Type } from './types.js';
import { type Guard, guardOf } from './values.js';

/** One way to call a function. */
export interface Overload {
  readonly name: string;
  /** cel-go's id, which costs depend on. */
  readonly id: string;
  /** Called as `a.f(b)`; the receiver is then the first of `params`. */
  readonly member: boolean;
  readonly params: readonly Type[];
  /** What the values must be when it runs: cel-go guards most functions with their parameters' types, some with less. */
  readonly guards: readonly Guard[];
  readonly result: Type;
  readonly implement: Implement;
  /** Whether the checker knows it. */
  readonly declared: boolean;
  /** The minor release of Kubernetes that introduced it, 0 for what any release has. */
  readonly since: number;
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

let table: ReadonlyMap<string, readonly Overload[]> | undefined;

/** All overloads of a function, undefined when no function has the name. */
export function overloadsOf(name: string): readonly Overload[] | undefined {
  table ??= buildTable();
  return table.get(name);
}

/** The names of all functions. */
export function declaredFunctions(): readonly string[] {
  table ??= buildTable();
  return [...table.keys()];
}

function buildTable(): ReadonlyMap<string, readonly Overload[]> {
  const functions = new Map<string, Overload[]>();
  for (const declaration of LIBRARIES.flat()) {
    const overload = toOverload(declaration);
    const others = functions.get(overload.name);
    if (others === undefined) functions.set(overload.name, [overload]);
    else others.push(overload);
  }
  return functions;
}

const SIGNATURE =
  /^(?:((?:string|bytes|dyn|duration|timestamp|[A-Z][A-Za-z]+|(?:list|map|optional_type)\(.*?\)+))\.)?([\w.@?:[\]!=<>+\-*/%|&]+)\((.*)\) (\S.*)$/;

/** `string.contains(string) bool` is a member function, `size(list(A)) int` a global one. */
function toOverload({ id, signature, implement, accepts, undeclared, since = 0 }: Declaration): Overload {
  const parts = SIGNATURE.exec(signature);
  const [, receiver, name, params, result] = parts as unknown as [string, string | undefined, string, string, string];
  const types = splitTypes(receiver === undefined ? params : `${receiver}, ${params}`).map(parseType);
  const guards = (accepts === undefined ? types : splitTypes(accepts).map(parseType)).map(guardOf);
  const declared = undeclared === undefined;
  return { name, id, member: receiver !== undefined, params: types, guards, result: parseType(result), implement, declared, since };
}
