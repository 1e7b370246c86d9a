// Plans operators and reads. These check their operands themselves, because they absorb errors or defer evaluation.

import { inInt64, inUint64 } from '../../core/base/integers.js';
import { costOfCall, SELECT_COST } from '../cost/cost.js';
import type { Overload } from '../library/declarations.js';
import { equal } from '../values/compare.js';
import { goTypeName } from '../values/names.js';
import { CelMap, Failure, isFailure, isKey, NO_SUCH_OVERLOAD, NONE, Optional, Uint, unhashableType, type Value } from '../values/values.js';
import { isPresent, read, readOptional } from './access.js';
import { ConstantError } from './call.js';
import { Aborted, type Frame } from './frame.js';
import { attribute, constant, type Evaluate, memoized, type Step } from './steps.js';

/**
 * The work of operations with little or no cost, in steps (see Frame.work).
 * They are: reading an absent value, a presence test, a choice, looking up a constant, and reading from a large map.
 */
const ABSENT_WORK = 5;
const PRESENCE_WORK = 5;
const CHOICE_WORK = 1;
const LOOKUP_WORK = 4;
const FAR_WORK = 6;

type Read = (operand: Value, key: Value) => Value;

/**
 * Plans a read of a field or item. Inside a macro, `place` is the slot in the frame that caches values
 * read from the device. An optional read without a result is free, even if the key is an error.
 */
export function access(operand: Step, key: Step, readKey: Read, place: number | undefined): Step & { readonly bare: Evaluate } {
  const root = operand.bare ?? operand.evaluate;
  const keyOf = key.bare ?? key.evaluate;
  const wrongKey = key.constant === undefined ? undefined : wrongQualifier(key.constant);
  if (wrongKey !== undefined) throw new ConstantError(wrongKey);
  const readFrom = (frame: Frame, from: Value): Value => {
    if (isFailure(from)) return from;
    if (from === NONE) {
      frame.work(CHOICE_WORK);
      return readKey(from, '');
    }
    const optional = readKey === readOptional || from instanceof Optional;
    const name = keyOf(frame);
    const wrong = name instanceof Failure ? name : wrongQualifier(name);
    if (wrong !== undefined) {
      if (optional) frame.work(ABSENT_WORK);
      else frame.charge(SELECT_COST);
      return wrong;
    }
    const value = readKey(from, name);
    if (isAbsent(value, optional)) frame.work(ABSENT_WORK);
    else chargeRead(frame, from);
    return value;
  };
  const reads = readKey === read && key.constant !== undefined ? fieldOf(root, key.constant, readFrom) : fromRoot(root, readFrom);
  const invariant = operand.invariant === true && (key.constant !== undefined || key.invariant === true);
  const bare = invariant && place !== undefined ? memoized(reads, place) : reads;
  return operand.bare === operand.evaluate ? { bare, evaluate: bare, invariant } : attribute(bare, invariant);
}

/** Maps created during an evaluation may be large and not in the processor's cache. */
function chargeRead(frame: Frame, from: Value): void {
  if (from instanceof CelMap && !from.ofDevice) frame.work(FAR_WORK);
  frame.charge(SELECT_COST);
}

type ReadFrom = (frame: Frame, from: Value) => Value;

const fromRoot =
  (root: Evaluate, readFrom: ReadFrom): Evaluate =>
  (frame) =>
    readFrom(frame, root(frame));

/** Reads a constant key, where most selectors spend their time: a value in a map is returned at once. */
function fieldOf(root: Evaluate, key: Value, readFrom: ReadFrom): Evaluate {
  return (frame) => {
    const from = root(frame);
    const value = from instanceof CelMap ? from.find(key) : undefined;
    if (value === undefined) return readFrom(frame, from);
    chargeRead(frame, from);
    return value;
  };
}

/**
 * `has(operand.field)`: the root is free. Its cost is refunded even for a conditional, whose root costs nothing. A total below
 * zero exceeds the limit. A conditional evaluates its branch by `bare`: there, a value read from an optional is not converted
 * to a boolean.
 */
export function presence(operand: Step, field: string, place: number | undefined): Step {
  const { bare } = access(
    operand,
    constant(field),
    (from, key) => (from instanceof Optional ? readOptional(from, key) : isPresent(from, key)),
    place,
  );
  const isConditional = operand.bare !== undefined && operand.bare === operand.evaluate;
  return {
    bare,
    evaluate: (frame) => {
      frame.work(PRESENCE_WORK);
      const value = bare(frame);
      if (isConditional) frame.charge(frame.cost < SELECT_COST ? 2 ** 64 : -SELECT_COST);
      return value instanceof Optional ? value.value !== undefined : value;
    },
  };
}

function wrongQualifier(key: Value): Failure | undefined {
  return isKey(key) || typeof key === 'number' ? undefined : new Failure(`invalid qualifier type: ${goTypeName(key)}`);
}

/** Returns whether an optional read has no result or failed. `optional`: the read is optional. */
function isAbsent(value: Value, optional: boolean): boolean {
  return optional && (value instanceof Failure || (value instanceof Optional && value.value === undefined));
}

/** `&&` and `||`: the deciding value takes precedence over any error, in any order. */
export function logical({ evaluate: left }: Step, { evaluate: right }: Step, deciding: boolean): Step {
  return {
    evaluate: (frame) => {
      frame.work(CHOICE_WORK);
      const a = left(frame);
      if (a === deciding) return a;
      const b = right(frame);
      if (b === deciding) return b;
      return typeof a !== 'boolean' ? noBool(a) : typeof b !== 'boolean' ? noBool(b) : b;
    },
  };
}

const noBool = (value: Value): Failure => (isFailure(value) ? value : NO_SUCH_OVERLOAD);

/** `c ? a : b`. A branch that is read from a variable does not pay for its root. */
export function conditional(condition: Step, yes: Step, no: Step): Step {
  const evaluate: Evaluate = (frame) => {
    frame.work(CHOICE_WORK);
    const value = condition.evaluate(frame);
    if (value === true) return (yes.bare ?? yes.evaluate)(frame);
    if (value === false) return (no.bare ?? no.evaluate)(frame);
    return noBool(value);
  };
  return { evaluate, bare: evaluate };
}

export function equality(left: Step, right: Step, isEqualOperator: boolean): Step {
  const cost = costOfCall(isEqualOperator ? '_==_' : '_!=_', isEqualOperator ? 'equals' : 'not_equals');
  const [first, second] = [left.evaluate, right.evaluate];
  return {
    evaluate: (frame) => {
      const a = first(frame);
      const b = second(frame);
      frame.chargeCall(cost(a, b, true, frame));
      if (isFailure(a)) return a;
      if (isFailure(b)) return b;
      const same = equal(a, b, frame);
      // `!=` treats a failed comparison as a difference.
      return isEqualOperator ? same : same !== true;
    },
  };
}

const isPrimitive = (value: Value): boolean => typeof value !== 'object' || value instanceof Uint;

/** `a in b`. A list of constants is searched at no cost. */
export function membership(item: Step, container: Step, overloads: readonly Overload[]): Step {
  const only = overloads.length === 1 ? overloads[0]?.id : undefined;
  const list = container.constant;
  if (only === 'in_list' && Array.isArray(list) && list.every(isPrimitive))
    return list.length === 0 ? constant(false) : constantMembership(item, list);
  const cost = costOfCall('@in', only);
  return {
    evaluate: (frame) => {
      const value = item.evaluate(frame);
      const within = container.evaluate(frame);
      const found = isIn(value, within, frame);
      frame.chargeCall(cost(value, within, found, frame));
      return found;
    },
  };
}

function isIn(value: Value, within: Value, frame: Frame): Value {
  if (value instanceof Failure) return value;
  if (within instanceof Failure) return within;
  if (within instanceof CelMap) return hasKey(within, value);
  return Array.isArray(within) ? within.some((other) => equal(value, other as Value, frame) === true) : NO_SUCH_OVERLOAD;
}

/** Items are found by type and value, and numbers also by their values in other types, which are inexact for large ints. */
function constantMembership(item: Step, list: readonly Value[]): Step {
  const items = new CelMap(list.flatMap((value) => [value, ...sameNumbers(value)]).map((value): [Value, Value] => [value, true]));
  return {
    evaluate: (frame) => {
      frame.work(LOOKUP_WORK);
      const value = item.evaluate(frame);
      if (value instanceof Failure) return value;
      checkHashable(value);
      return items.has(value);
    },
  };
}

function sameNumbers(value: Value): Value[] {
  if (typeof value === 'bigint') return [Number(value)];
  if (value instanceof Uint) return [Number(value.value)];
  if (typeof value !== 'number' || !Number.isInteger(value)) return [];
  const integer = BigInt(value);
  return [...(inInt64(integer) ? [integer] : []), ...(inUint64(integer) ? [new Uint(integer)] : [])];
}

/** The reference looks keys up in a Go map, which panics for some types. Throws Aborted. `what` begins the message. */
export function checkHashable(key: Value, what = 'internal error: runtime error'): void {
  const type = unhashableType(key);
  if (type !== undefined) throw new Aborted(`${what}: hash of unhashable type ${type}`);
}

/** Maps of a device have string keys, and empty maps are not searched. */
function hasKey(map: CelMap, key: Value): boolean {
  if (map.size > 0 && !map.ofDevice) checkHashable(key);
  return map.has(key);
}

/** `o.or(p)`, `o.orValue(v)`: the second operand is evaluated only if the first is empty. */
export function alternative(first: Step, second: Step, unwrap: boolean): Step {
  return {
    evaluate: (frame) => {
      frame.work(CHOICE_WORK);
      const value = first.evaluate(frame);
      if (value instanceof Failure) return value;
      if (!(value instanceof Optional)) return NO_SUCH_OVERLOAD;
      if (value.value === undefined) return second.evaluate(frame);
      return unwrap ? value.value : value;
    },
  };
}
