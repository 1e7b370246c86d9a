// Hostile selectors from the table of overloads. Each calls an overload inside of macros, with large arguments, which may be results of other
// calls.

import { type Type, typeName } from '../src/cel/check/types.js';
import type { Overload } from '../src/cel/library/declarations.js';
import { callableOverloads } from '../test/cel/work/arguments.js';

/** Large values by type, as expressions. Several of one type are used alternately. */
const LARGE: Readonly<Record<string, readonly string[]>> = {
  bool: ['true'],
  int: ['i', '-1', '3', '900000'],
  uint: ['uint(i)', '7u'],
  double: ['double(i)', '1.5', '1e300'],
  string: ['s', 'e', 'n', 'w', '"a"', '(s + string(i))'],
  bytes: ['bytes(e)', 'bytes(s)'],
  list: ['l', 'z', 'y'],
  map: ['m'],
  timestamp: ['timestamp(i)', 'timestamp("2024-01-01T00:00:00Z")'],
  duration: ['duration("1h1m")', 'duration(string(i) + "s")'],
  optional_type: ['optional.of(l)', 'optional.of(s)'],
  'kubernetes.Quantity': ['quantity(n)', 'quantity("1e9000")', 'quantity("1Gi")'],
  'kubernetes.Semver': ['semver("1.2.3-" + s)', 'semver("1.2.3")'],
  'kubernetes.URL': ['url("https://a/" + s)', 'url("https://a/b?" + w)'],
  'kubernetes.NamedFormat': ['format.dns1123Subdomain()', 'format.uri()'],
  'net.IP': ['ip("2001:db8::1")'],
  'net.CIDR': ['cidr("10.0.0.0/8")'],
};

/** Lists by the type of their items. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  int: ['l'],
  string: ['y', 'z.map(x, s)'],
  bool: ['l.map(x, x > 3)'],
  double: ['l.map(x, double(x))'],
  uint: ['l.map(x, uint(x))'],
  bytes: ['y.map(x, bytes(x))'],
  duration: ['z.map(x, duration("1s"))'],
  timestamp: ['z.map(x, timestamp(x))'],
  list: ['l.map(x, [x])', 'z.map(x, l)'],
  optional_type: ['l.map(x, optional.of(x))'],
};

/** Bindings of the letters, which are computed once, at their first use. */
const BINDINGS = [
  ['s', (size: number) => `lists.range(${size}).map(x, "a").join()`],
  ['e', (size: number) => `lists.range(${size}).map(x, "\u{1f600}").join()`],
  ['n', (size: number) => `lists.range(${Math.min(size, 9_000)}).map(x, "1").join()`],
  ['w', (size: number) => `lists.range(${size >> 1}).map(x, "a=1&").join()`],
  ['l', (size: number) => `lists.range(${size})`],
  ['z', () => 'lists.range(30)'],
  ['y', (size: number) => `lists.range(${size}).map(x, string(x))`],
  ['m', (size: number) => `lists.range(${size >> 2}).transformMap(k, x, x)`],
] as const;

/** Loops around a call. Errors of the call do not end them. */
const LOOPS: readonly ((body: string, rounds: number) => string)[] = [
  (body, rounds) => `lists.range(${rounds}).all(i, ${body} || true)`,
  (body, rounds) => `!lists.range(${rounds}).exists(i, ${body} && false)`,
  (body, rounds) => `lists.range(${rounds}).filter(i, ${body} && false) == []`,
  (body, rounds) => `!lists.range(${rounds}).exists_one(i, ${body} && false)`,
  (body, rounds) => `lists.range(${rounds}).map(i, ${body} || true).size() > 0`,
  (body, rounds) =>
    `lists.range(${Math.ceil(Math.sqrt(rounds))}).all(j, lists.range(${Math.ceil(Math.sqrt(rounds))}).all(i, ${body} || true))`,
];

const SIZES = [40, 400, 4_000, 14_000];
const ROUNDS = [30, 1_000, 60_000];
const OPERATORS = /^_(.+)_$/;

/** The hostile selector with a number, which is always the same. Numbers below the number of overloads call each of them. */
export function hostileSelector(seed: number, index: number): string {
  return new Generator(seed, index).selector();
}

const overloads = callableOverloads();

class Generator {
  readonly #index: number;
  #state: number;

  constructor(seed: number, index: number) {
    this.#index = index;
    this.#state = (Math.imul(seed + 1, 2_654_435_761) ^ Math.imul(index + 1, 1_597_334_677)) >>> 0;
  }

  selector(): string {
    const call = this.#call(overloads[this.#index % overloads.length] as Overload, 2);
    const loop = this.#pick(LOOPS)(`[dyn(${call})].size() == 1`, this.#pick(ROUNDS));
    const size = this.#pick(SIZES);
    return BINDINGS.reduceRight((body, [name, value]) => `cel.bind(${name}, ${value(size)}, ${body})`, loop);
  }

  #below(bound: number): number {
    this.#state = (Math.imul(this.#state, 1_103_515_245) + 12_345) >>> 0;
    return (this.#state >>> 8) % bound;
  }

  #pick<T>(all: readonly T[]): T {
    return all[this.#below(all.length)] as T;
  }

  #call(overload: Overload, depth: number): string {
    const args = overload.params.map((type) => this.#value(type, depth));
    return written(overload, args);
  }

  /** A large value, or a call whose result has the type. */
  #value(type: Type, depth: number): string {
    const name = type.kind === 'struct' || type.kind === 'opaque' ? typeName(type) : type.kind;
    if (depth > 0 && this.#below(3) === 0) {
      const makers = overloads.filter(
        ({ result, name: call }) =>
          result.kind === type.kind && typeName(result) === typeName(type) && type.params.length === 0 && !call.startsWith('@'),
      );
      if (makers.length > 0) return this.#call(this.#pick(makers), depth - 1);
    }
    if (name === 'list') return this.#pick(LISTS[(type.params[0] as Type).kind] ?? LARGE.list ?? []);
    return this.#pick(LARGE[name] ?? ['l', 's', 'm', 'i']);
  }
}

function written({ name, member }: Overload, args: readonly string[]): string {
  const [first, second] = args as [string, string];
  if (name === '_[_]') return `${first}[${second}]`;
  if (name === '_[?_]') return `${first}[?${second}]`;
  if (name === '@in') return `(${first} in ${second})`;
  if (name === '@sortByAssociatedKeys') return `l.sortBy(x, ${second}[0])`;
  if (name === '-_' || name === '!_') return `${name[0]}(${first})`;
  const operator = OPERATORS.exec(name)?.[1];
  if (operator !== undefined) return `(${first} ${operator} ${second})`;
  return member ? `${first}.${name}(${args.slice(1).join(', ')})` : `${name}(${args.join(', ')})`;
}
