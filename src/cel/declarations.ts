// The functions a selector may call: how libraries declare them, and the table of all of them.

import type { Frame } from './frame.js';
import { CONVERSIONS } from './library/conversions.js';
import type { Declaration } from './library/declaration.js';
import { LISTS } from './library/lists.js';
import { OPERATORS } from './library/operators.js';
import { OPTIONALS } from './library/optionals.js';
import { QUANTITIES } from './library/quantities.js';
import { REGEX } from './library/regex.js';
import { SEMVERS } from './library/semvers.js';
import { SETS } from './library/sets.js';
import { STANDARD } from './library/standard.js';
import { STRINGS } from './library/strings.js';
import { parseType, splitTypes, type Type } from './types.js';
import type { Value } from './values.js';

/** One way to call a function. */
export interface Overload {
  readonly name: string;
  /** cel-go's id, which costs depend on. */
  readonly id: string;
  /** Called as `a.f(b)`; the receiver is then the first of `params`. */
  readonly member: boolean;
  readonly params: readonly Type[];
  /** What the values must be when it runs: cel-go guards most functions with their parameters' types, some with less. */
  readonly accepted: readonly Type[];
  readonly result: Type;
  readonly implement: (args: readonly Value[], frame: Frame) => Value;
}

const LIBRARIES: readonly (readonly Declaration[])[] = [
  OPERATORS,
  STANDARD,
  CONVERSIONS,
  STRINGS,
  REGEX,
  LISTS,
  SETS,
  QUANTITIES,
  SEMVERS,
  OPTIONALS,
];

let table: ReadonlyMap<string, readonly Overload[]> | undefined;

/** All overloads of a function, undefined when no function has the name. */
export function overloadsOf(name: string): readonly Overload[] | undefined {
  table ??= buildTable();
  return table.get(name);
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

/** `string.contains(string) bool` is a member function, `size(list(A)) int` a global one. */
function toOverload({ id, signature, implement, accepts }: Declaration): Overload {
  const parts =
    /^(?:((?:string|bytes|dyn|Quantity|Semver|(?:list|map|optional_type)\(.*?\)+))\.)?([\w.@?:[\]!=<>+\-*/%|&]+)\((.*)\) (\S.*)$/.exec(
      signature,
    );
  const [, receiver, name, params, result] = parts as unknown as [string, string | undefined, string, string, string];
  const types = splitTypes(receiver === undefined ? params : `${receiver}, ${params}`).map(parseType);
  const accepted = accepts === undefined ? types : splitTypes(accepts).map(parseType);
  return { name, id, member: receiver !== undefined, params: types, accepted, result: parseType(result), implement };
}

/** Functions that Kubernetes has and this engine does not yet: a selector that calls one is refused, in words that say so. */
export const NOT_SUPPORTED_YET: ReadonlySet<string> = new Set([
  ...['timestamp', 'duration', 'getFullYear', 'getMonth', 'getDayOfYear', 'getDayOfMonth', 'getDate', 'getDayOfWeek', 'getHours'],
  ...['getMinutes', 'getSeconds', 'getMilliseconds', 'format', 'format.named', 'validate', 'sort', 'sortBy'],
  ...['url', 'isURL', 'getScheme', 'getHost', 'getHostname', 'getPort', 'getEscapedPath', 'getQuery'],
  ...['ip', 'isIP', 'ip.isCanonical', 'family', 'isUnspecified', 'isLoopback', 'isLinkLocalMulticast', 'isLinkLocalUnicast'],
  ...['isGlobalUnicast', 'cidr', 'isCIDR', 'containsIP', 'containsCIDR', 'masked', 'prefixLength'],
  ...['transformList', 'transformMap', 'transformMapEntry', 'path', 'group', 'serviceAccount', 'resource', 'check', 'allowed'],
]);
