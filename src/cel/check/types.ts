// Defines static types and their assignability with type parameters, as in cel-go's checker.

/** A type. `params` are the parameters of list, map, type and optional_type; `name` names a struct or a type parameter. */
export interface Type {
  readonly kind:
    | 'bool'
    | 'int'
    | 'uint'
    | 'double'
    | 'string'
    | 'bytes'
    | 'timestamp'
    | 'duration'
    | 'null_type'
    | 'dyn'
    | 'any'
    | 'error'
    | 'list'
    | 'map'
    | 'type'
    | 'optional_type'
    | 'struct'
    | 'opaque'
    | 'param';
  readonly name?: string;
  readonly params: readonly Type[];
}

const simple = <K extends Type['kind']>(kind: K): Type => ({ kind, params: [] });

export const BOOL = simple('bool');
export const INT = simple('int');
export const STRING = simple('string');
export const DYN = simple('dyn');
/** The type of attributes in new expressions without list attributes. It is like dyn, but cannot be iterated. */
export const ANY = simple('any');
export const ERROR = simple('error');
export const TIMESTAMP = simple('timestamp');
export const DURATION = simple('duration');

const struct = (name: string): Type => ({ kind: 'struct', name, params: [] });

export const QUANTITY = struct('kubernetes.Quantity');
export const SEMVER = struct('kubernetes.Semver');
export const DEVICE = struct('kubernetes.DRADevice');
export const IP: Type = { kind: 'opaque', name: 'net.IP', params: [] };
export const CIDR: Type = { kind: 'opaque', name: 'net.CIDR', params: [] };

/** The named types, as the declarations write them. */
const NAMED: ReadonlyMap<string, Type> = new Map([
  ['Quantity', QUANTITY],
  ['Semver', SEMVER],
  ['IP', IP],
  ['CIDR', CIDR],
  ['URL', struct('kubernetes.URL')],
  ['Format', struct('kubernetes.NamedFormat')],
  ...['Authorizer', 'PathCheck', 'GroupCheck', 'ResourceCheck', 'Decision'].map((name): [string, Type] => [
    name,
    struct(`kubernetes.authorization.${name}`),
  ]),
]);

export const listOf = (item: Type): Type => ({ kind: 'list', params: [item] });
export const mapOf = (key: Type, value: Type): Type => ({ kind: 'map', params: [key, value] });
export const optionalOf = (value: Type): Type => ({ kind: 'optional_type', params: [value] });
export const typeOf = (type: Type): Type => ({ kind: 'type', params: [type] });
export const paramOf = (name: string): Type => ({ kind: 'param', name, params: [] });

/** Returns the name of a type without its parameters, as values report it at run time. */
export function typeName(type: Type): string {
  if (type.kind === 'timestamp') return 'google.protobuf.Timestamp';
  if (type.kind === 'duration') return 'google.protobuf.Duration';
  if (type.kind === 'any') return 'google.protobuf.Any';
  return type.kind === 'struct' || type.kind === 'opaque' ? (type.name ?? '') : type.kind;
}

/** Returns a type as the checker's messages print it: `map(string, list(null))`. */
export function formatType(type: Type): string {
  if (type.kind === 'param') return type.name ?? '';
  if (type.kind === 'null_type') return 'null';
  if (type.kind === 'error') return '!error!';
  if (type.kind === 'timestamp' || type.kind === 'duration' || type.kind === 'any') return type.kind;
  return withParams(type, formatType);
}

/** Returns a type as messages about the result print it: `map(string, list(null_type))`. */
export function formatResultType(type: Type): string {
  return withParams(type, formatResultType);
}

function withParams(type: Type, format: (param: Type) => string): string {
  return type.params.length === 0 ? typeName(type) : `${typeName(type)}(${type.params.map(format).join(', ')})`;
}

/** Returns whether two types are equal in every part. */
export function sameType(a: Type, b: Type): boolean {
  return (
    a === b ||
    (a.kind === b.kind &&
      a.name === b.name &&
      a.params.length === b.params.length &&
      a.params.every((p, i) => sameType(p, b.params[i] as Type)))
  );
}

/** Returns whether a type contains type parameters. */
export function hasParameters({ kind, params }: Type): boolean {
  return kind === 'param' || params.some(hasParameters);
}

/** Returns whether the static type does not determine the type of the value. */
export const isDynamic = ({ kind }: Type): boolean => kind === 'dyn' || kind === 'any';

const isWild = (type: Type): boolean => isDynamic(type) || type.kind === 'error';

/** The substitution of type parameters found so far. The changes of a failed attempt are reversed. */
export class Bindings {
  readonly #assignments = new Map<string, Type>();
  /** Every assignment with the previous type, in order. */
  readonly #trail: [string, Type | undefined][] = [];
  #fresh = 0;

  /** Returns a type parameter that occurs nowhere else. */
  freshParam(): Type {
    this.#fresh += 1;
    return paramOf(`_var${this.#fresh - 1}`);
  }

  /** Returns whether values of the types `actual` can be passed to parameters `declared`. If so, stores the implied type parameters. */
  assign(actual: readonly Type[], declared: readonly Type[]): boolean {
    const start = this.#trail.length;
    if (this.#assignableAll(actual, declared)) return true;
    for (const [name, before] of this.#trail.splice(start).reverse()) {
      if (before === undefined) this.#assignments.delete(name);
      else this.#assignments.set(name, before);
    }
    return false;
  }

  #set(name: string, type: Type): void {
    this.#trail.push([name, this.#assignments.get(name)]);
    this.#assignments.set(name, type);
  }

  /** Replaces type parameters with their assigned types; with `unknownAsDyn`, replaces all others with dyn. */
  resolve(type: Type, unknownAsDyn = false): Type {
    const assignedType = type.kind === 'param' ? this.#assignments.get(type.name ?? '') : undefined;
    if (assignedType !== undefined) return this.resolve(assignedType, unknownAsDyn);
    if (type.kind === 'param') return unknownAsDyn ? DYN : type;
    return type.params.length === 0 ? type : { ...type, params: type.params.map((param) => this.resolve(param, unknownAsDyn)) };
  }

  #assignableAll(a: readonly Type[], b: readonly Type[]): boolean {
    if (a.length !== b.length) return false;
    for (let index = 0; index < a.length; index += 1) if (!this.#assignable(a[index] as Type, b[index] as Type)) return false;
    return true;
  }

  #assignable(a: Type, b: Type): boolean {
    if (b.kind === 'param') {
      const isAssigned = this.#assignments.has(b.name ?? '');
      if (this.#substitute(a, b)) return true;
      if (isAssigned && !sameType(a, b)) return false;
    }
    if (a.kind === 'param') return this.#substitute(b, a);
    if (isWild(a) || isWild(b)) return true;
    if (a.kind === 'null_type') return isNullable(b);
    if (b.kind === 'null_type') return isNullable(a);
    if (a.kind !== b.kind) return false;
    if (a.kind === 'type') return true;
    if (a.kind === 'struct' || a.kind === 'opaque') return a.name === b.name;
    return this.#assignableAll(a.params, b.params);
  }

  /** Returns whether `type` can replace the parameter. If so, stores the more general one of the old and new type. */
  #substitute(type: Type, param: Type): boolean {
    if (sameType(type, param)) return true;
    const name = param.name ?? '';
    const old = this.#assignments.get(name);
    if (old !== undefined) {
      if (sameType(type, old)) return true;
      if (!this.#assignable(type, old)) return false;
      const general = isAtLeastAsGeneral(type, old) ? type : old;
      if (!this.#mentions(general, param)) this.#set(name, general);
      return true;
    }
    if (this.#mentions(type, param)) return false;
    this.#set(name, type);
    return true;
  }

  #mentions(within: Type, param: Type): boolean {
    if (sameType(within, param)) return true;
    if (within.kind !== 'param') return within.params.some((part) => this.#mentions(part, param));
    const assignedType = this.#assignments.get(within.name ?? '');
    return assignedType !== undefined && this.#mentions(assignedType, param);
  }
}

const NULLABLE: readonly Type['kind'][] = ['null_type', 'struct', 'opaque', 'optional_type', 'timestamp', 'duration', 'any'];

function isNullable({ kind }: Type): boolean {
  return NULLABLE.includes(kind);
}

/** Returns whether `a` equals `b` or is less specific. */
export function isAtLeastAsGeneral(a: Type, b: Type): boolean {
  if (isDynamic(a) || a.kind === 'param') return true;
  if (isDynamic(b) || b.kind === 'param') return false;
  if (a.kind !== b.kind || a.name !== b.name || a.params.length !== b.params.length) return false;
  return a.kind === 'type' || a.params.every((part, i) => isAtLeastAsGeneral(part, b.params[i] as Type));
}

/** Parses `list(A)`, `optional_type(V)`, `Quantity`: the notation of the declarations. A single capital letter is a parameter. */
export function parseType(text: string): Type {
  const open = text.indexOf('(');
  if (open === -1) {
    if (/^[A-Z]$/.test(text)) return paramOf(text);
    return NAMED.get(text) ?? simple(text as Type['kind']);
  }
  return { kind: text.slice(0, open) as Type['kind'], params: splitTypes(text.slice(open + 1, -1)).map(parseType) };
}

/** Splits a text at the commas outside parentheses. */
export function splitTypes(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at <= text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (at < text.length && (text[at] !== ',' || depth > 0)) continue;
    const part = text.slice(start, at).trim();
    if (part !== '') parts.push(part);
    start = at + 1;
  }
  return parts;
}
