// Defines the values of an evaluation and their run-time types; compare.ts compares them.
// bool, string, null, double, bytes and list are boolean, string, null, number, Uint8Array and
// array; int is bigint. All other types have classes. Errors are values too, see failure.ts.

import { entryIn } from '../../core/base/entry-in.js';
import { inInt64, inUint64 } from '../../core/base/integers.js';
import { Quantity } from '../../core/quantity/quantity.js';
import { type Type, typeName } from '../check/types.js';
import { NamedFormat } from '../library/named-format.js';
import { Cidr, IpAddress } from './address.js';
import { Duration } from './duration.js';
import type { Failure } from './failure.js';
import { ITEM_BYTES, OBJECT_BYTES } from './memory.js';
import { Semver } from './semver.js';
import { Timestamp } from './timestamp.js';
import { Url } from './url.js';

export { Failure, isFailure, NO_SUCH_OVERLOAD } from './failure.js';

export type Value =
  | boolean
  | bigint
  | number
  | string
  | null
  | Uint
  | Uint8Array
  | readonly Value[]
  | CelMap
  | Optional
  | TypeValue
  | Timestamp
  | Duration
  | Quantity
  | Semver
  | IpAddress
  | Cidr
  | Url
  | NamedFormat
  | Failure;

/** Counts the steps of an evaluation and ends it at the limit. */
export interface Meter {
  work(steps: number): void;
}

/** A meter that also counts the bytes of created values. */
interface MakingMeter extends Meter {
  make(steps: number, bytes: number): void;
}

/** A meter that caches created values by kind: `make` is called once and reports its work, even if an outer cache has the value. */
export interface OnceMeter extends Meter {
  once<T>(kind: string, key: string, make: () => T): T;
}

/** An unsigned integer of 64 bits. */
export class Uint {
  readonly value: bigint;

  constructor(value: bigint) {
    this.value = value;
  }
}

/** An optional value; {@link NONE} has no value. */
export class Optional {
  readonly value: Value | undefined;

  constructor(value: Value | undefined) {
    this.value = value;
  }
}

/** The empty optional. */
export const NONE = new Optional(undefined);

/** A type as a value: `type(x)`, `string`. */
export class TypeValue {
  readonly type: string;

  constructor(type: string) {
    this.type = type;
  }
}

const TYPE_VALUES = new Map<string, TypeValue>();

/** Returns the type of a value, as a value. */
export function typeOfValue(value: Value): TypeValue {
  return entryIn(TYPE_VALUES, typeNameOf(value), (name) => new TypeValue(name));
}

/** A sum or difference of quantities. The reference compares it with other quantities only if it is on the left. */
export class ComputedQuantity extends Quantity {}

/** A key of a map and its value. */
export interface Entry {
  readonly key: Value;
  readonly value: Value;
}

/** The keys of the JavaScript Map, which represent CEL keys. */
type Index = string | bigint | boolean | number | object | null;

/** The keys of a map that JavaScript values cannot represent directly. */
interface SpecialKeys {
  /** Objects that represent keys without an equivalent JavaScript value, by type and text. */
  readonly tokens: Map<string, object>;
  /** The CEL keys, by their representation. */
  readonly keys: Map<Index, Value>;
}

/** A map. Keys are data in a Map and never access a prototype. */
export class CelMap {
  readonly ofDevice: boolean;
  readonly #values = new Map<Index, Value>();
  #special: SpecialKeys | undefined;
  readonly #absent: Value | undefined;

  /**
   * `ofDevice` marks the maps of a device. `absent` is the result of a lookup of any other key in the outer maps. Tests of
   * membership ignore it. Of entries with the same key, the last one counts.
   */
  constructor(entries: Iterable<readonly [Value, Value]>, ofDevice = false, absent?: Value) {
    this.ofDevice = ofDevice;
    for (const [key, value] of entries) this.set(key, value);
    this.#absent = absent;
  }

  get size(): number {
    return this.#values.size;
  }

  /** True if the lookup of any key returns a result. */
  get isTotal(): boolean {
    return this.#absent !== undefined;
  }

  /** Returns the value of a key; undefined if none exists. */
  find(key: Value): Value | undefined {
    const value = typeof key === 'string' ? this.#values.get(key) : this.#valueOf(key);
    return value === undefined ? this.#absent : value;
  }

  /** Returns whether the map contains the key, ignoring `absent`. */
  has(key: Value): boolean {
    return this.#valueOf(key) !== undefined;
  }

  keys(): Value[] {
    const indices = Array.from(this.#values.keys());
    return this.#special === undefined ? (indices as Value[]) : indices.map((index) => this.#keyOf(index));
  }

  *entries(): Iterable<Entry> {
    for (const [index, value] of this.#values) yield { key: this.#keyOf(index), value };
  }

  /** Adds an entry while the map is built. Returns false if the key, or an equal number, exists. */
  insert(key: Value, value: Value): boolean {
    if (this.has(key)) return false;
    this.set(key, value);
    return true;
  }

  /** Sets the value of a key of exactly this type while the map is built. */
  set(key: Value, value: Value): void {
    const index = this.#index(key, true) as Index;
    this.#values.set(index, value);
    // A Map treats negative zero as zero.
    if (index === key && typeof key !== 'number') return;
    this.#special ??= { tokens: new Map(), keys: new Map() };
    this.#special.keys.set(index, key);
  }

  /** Removes an entry while the map is built. */
  remove(key: Value): void {
    const index = this.#index(key, false);
    if (index !== undefined) this.#values.delete(index);
  }

  /** A missing number is also searched for in the other number types. */
  #valueOf(key: Value): Value | undefined {
    const exact = this.#at(key);
    if (exact !== undefined || typeof key === 'string') return exact;
    if (typeof key === 'bigint' && this.#special === undefined) return undefined;
    const integer = integerOf(key);
    if (integer === undefined) return undefined;
    const asInt = typeof key !== 'bigint' && inInt64(integer) ? this.#at(integer) : undefined;
    // Only special keys are unsigned.
    if (asInt !== undefined || this.#special === undefined || key instanceof Uint) return asInt;
    return inUint64(integer) ? this.#at(new Uint(integer)) : undefined;
  }

  #keyOf(index: Index): Value {
    return this.#special?.keys.get(index) ?? (index as Value);
  }

  #at(key: Value): Value | undefined {
    const index = this.#index(key, false);
    return index === undefined ? undefined : this.#values.get(index);
  }

  /** Returns the JavaScript key that represents `key`; undefined for an unseen key, unless `make` creates one. */
  #index(key: Value, make: boolean): Index | undefined {
    if (typeof key !== 'object' || key === null) return Number.isNaN(key) ? (make ? {} : undefined) : key;
    const text = textOfKey(key);
    if (text === undefined) return key;
    const token = this.#special?.tokens.get(text);
    if (token !== undefined || !make) return token;
    const made = {};
    this.#special ??= { tokens: new Map(), keys: new Map() };
    this.#special.tokens.set(text, made);
    return made;
  }
}

/** Returns the integer value of a number; undefined if it is not an integer. */
function integerOf(key: Value): bigint | undefined {
  if (typeof key === 'bigint') return key;
  if (key instanceof Uint) return key.value;
  return typeof key === 'number' && Number.isInteger(key) ? BigInt(key) : undefined;
}

/** Returns the type and text of keys that are equal if these are equal. All other keys only equal themselves. */
function textOfKey(key: Value & object): string | undefined {
  if (key instanceof Uint) return `uint ${key.value}`;
  if (key instanceof Duration) return `duration ${key.nanos}`;
  if (key instanceof Timestamp) return `timestamp ${key.totalNanos} ${key.offset}`;
  if (key instanceof TypeValue) return `type ${key.type}`;
  if (key instanceof IpAddress) return `ip ${key}`;
  return key instanceof Cidr ? `cidr ${key}` : undefined;
}

/** Returns the Go type of a value that makes the reference panic as a key, since its maps are Go maps. */
export function unhashableType(value: Value): string | undefined {
  if (value instanceof Semver) return 'cel.Semver';
  if (value instanceof NamedFormat) return 'cel.Format';
  return value instanceof Uint8Array ? 'types.Bytes' : undefined;
}

/** Returns whether a value can be a key in `value[key]`. */
export function isKey(value: Value): boolean {
  return typeof value === 'string' || typeof value === 'bigint' || typeof value === 'boolean' || value instanceof Uint;
}

/** The first integers from 0, cached on demand. Longer lists are created each time. */
const FIRST_INTS: bigint[] = [];
const MAX_FIRST_INTS = 1_024;
/** The steps to create one of the others (see Frame.work). */
const INT_WORK = 2;

/** Returns the integers from 0 to before `size` in a new list. Reports its work to the meter. */
export function intsTo(size: number, meter: MakingMeter): bigint[] {
  if (size > MAX_FIRST_INTS) meter.make(size * INT_WORK, size * (ITEM_BYTES + OBJECT_BYTES));
  else meter.make(size, size * ITEM_BYTES);
  for (let at = FIRST_INTS.length; at < Math.min(size, MAX_FIRST_INTS); at += 1) FIRST_INTS.push(BigInt(at));
  if (size <= FIRST_INTS.length) return FIRST_INTS.slice(0, size);
  const ints = new Array<bigint>(size);
  for (let at = 0; at < size; at += 1) ints[at] = FIRST_INTS[at] ?? BigInt(at);
  return ints;
}

/** Returns the name of a value's type, as in `type()` and error messages. */
export function typeNameOf(value: Value): string {
  switch (typeof value) {
    case 'boolean':
      return 'bool';
    case 'bigint':
      return 'int';
    case 'number':
      return 'double';
    case 'string':
      return 'string';
    default:
      if (value === null) return 'null_type';
      if (Array.isArray(value)) return 'list';
      return NAME_OF_CLASS.get(value.constructor) ?? CLASS_NAMES.find(([type]) => value instanceof type)?.[1] ?? 'error';
  }
}

const CLASS_NAMES: readonly (readonly [new (...args: never[]) => unknown, string])[] = [
  [CelMap, 'map'],
  [Optional, 'optional_type'],
  [Uint, 'uint'],
  [Uint8Array, 'bytes'],
  [Quantity, 'kubernetes.Quantity'],
  [Semver, 'kubernetes.Semver'],
  [Timestamp, 'google.protobuf.Timestamp'],
  [Duration, 'google.protobuf.Duration'],
  [IpAddress, 'net.IP'],
  [Cidr, 'net.CIDR'],
  [Url, 'kubernetes.URL'],
  [NamedFormat, 'kubernetes.NamedFormat'],
  [TypeValue, 'type'],
];

/** Most values are direct instances of these classes; the others belong to derived classes. */
const NAME_OF_CLASS: ReadonlyMap<unknown, string> = new Map(CLASS_NAMES);

/** Returns whether a value is accepted. */
export type Guard = (value: Value) => boolean;

const ANYTHING: Guard = () => true;

/** Guards of the types that JavaScript distinguishes. */
const PRIMITIVE_GUARDS: ReadonlyMap<string, Guard> = new Map<string, Guard>([
  ['bool', (value) => typeof value === 'boolean'],
  ['int', (value) => typeof value === 'bigint'],
  ['double', (value) => typeof value === 'number'],
  ['string', (value) => typeof value === 'string'],
]);

/** Returns the guard for a declared type. As in cel-go, it only checks the first entry of a list or map. */
export function guardOf(type: Type): Guard {
  if (type.kind === 'dyn' || type.kind === 'param') return ANYTHING;
  const [first, second] = type.params.map(guardOf) as [Guard, Guard];
  if (type.kind === 'list') return listGuard(first);
  if (type.kind === 'map') return mapGuard(first, second);
  const name = typeName(type);
  const found = CLASS_NAMES.find(([, className]) => className === name)?.[0];
  if (found !== undefined) return (value) => typeof value === 'object' && value instanceof found;
  return PRIMITIVE_GUARDS.get(name) ?? ((value) => typeNameOf(value) === name);
}

function listGuard(takes: Guard): Guard {
  if (takes === ANYTHING) return Array.isArray;
  return (value) => Array.isArray(value) && (value.length === 0 || takes(value[0] as Value));
}

function mapGuard(takesKey: Guard, takesValue: Guard): Guard {
  if (takesKey === ANYTHING && takesValue === ANYTHING) return (map) => map instanceof CelMap;
  return (map) => {
    if (!(map instanceof CelMap)) return false;
    for (const entry of map.entries()) return takesKey(entry.key) && takesValue(entry.value);
    return true;
  };
}

/** Lists that `+` created from two non-empty lists. */
const concatenated = new WeakSet<readonly Value[]>();

/** Returns a new list with the items of both. */
export function concatenate(a: readonly Value[], b: readonly Value[]): readonly Value[] {
  if (a.length === 0) return b;
  if (b.length === 0) return a;
  const list = a.concat(b);
  concatenated.add(list);
  return list;
}

/** Returns whether {@link concatenate} created the list from two non-empty lists. */
export function isConcatenated(list: readonly Value[]): boolean {
  return concatenated.has(list);
}
