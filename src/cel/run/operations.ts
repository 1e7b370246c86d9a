// Steps of operators and of reading from values, which check their parts themselves: they absorb errors, or put off evaluation.

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

/** The work of what costs little or nothing, in steps (see Frame.work): looking for what is not there, a choice, looking up a constant, and finding what lies far away. */
const ABSENT_WORK = 5;
const PRESENCE_WORK = 5;
const CHOICE_WORK = 1;
const LOOKUP_WORK = 4;
const FAR_WORK = 6;

type Read = (operand: Value, key: Value) => Value;

/** Reads a field or item. What is in a macro has a `place` in the frame to remember what it reads of the device. An optional read that finds nothing is free, also where the key is an error. */
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

/** Maps that an evaluation makes may be large, and far away in memory. */
function chargeRead(frame: Frame, from: Value): void {
  if (from instanceof CelMap && !from.ofDevice) frame.work(FAR_WORK);
  frame.charge(SELECT_COST);
}

type ReadFrom = (frame: Frame, from: Value) => Value;

const fromRoot =
  (root: Evaluate, readFrom: ReadFrom): Evaluate =>
  (frame) =>
    readFrom(frame, root(frame));

/** Reads a key that is known, where most selectors spend their time: what is in a map is read from it at once. */
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
 * `has(operand.field)`: the root is free. That is paid back even for a conditional, whose root costs nothing; below zero is too much.
 * Without its root, as a branch of a conditional, what is read from an optional is not yet a bool.
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

/** Returns whether an optional read found nothing, or failed. `optional`: the read was one. */
function isAbsent(value: Value, optional: boolean): boolean {
  return optional && (value instanceof Failure || (value instanceof Optional && value.value === undefined));
}

/** `&&` and `||`: the deciding value wins over any error, whatever their order. */
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

export function equality(left: Step, right: Step, wanted: boolean): Step {
  const cost = costOfCall(wanted ? '_==_' : '_!=_', wanted ? 'equals' : 'not_equals');
  const [first, second] = [left.evaluate, right.evaluate];
  return {
    evaluate: (frame) => {
      const a = first(frame);
      const b = second(frame);
      frame.chargeCall(cost(a, b, true, frame));
      if (isFailure(a)) return a;
      if (isFailure(b)) return b;
      const same = equal(a, b, frame);
      // `!=` takes a failure of the comparison for a difference.
      return wanted ? same : same !== true;
    },
  };
}

const isPrimitive = (value: Value): boolean => typeof value !== 'object' || value instanceof Uint;

/** `a in b`. A list of constants is looked up at no cost. */
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

/** Items are found by type and value; numbers also by what they are in the other types, which for a great int is not exact. */
function constantMembership(item: Step, list: readonly Value[]): Step {
  const items = new CelMap(list.flatMap((value) => [value, ...sameNumbers(value)]).map((value): [Value, Value] => [value, true]));
  return {
    evaluate: (frame) => {
      frame.work(LOOKUP_WORK);
      const value = item.evaluate(frame);
      if (value instanceof Failure) return value;
      refuseUnhashable(value);
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

/** The reference looks keys up in a Go map, which panics at some types. Throws Aborted. `what` is how the message begins. */
export function refuseUnhashable(key: Value, what = 'internal error: runtime error'): void {
  const type = unhashableType(key);
  if (type !== undefined) throw new Aborted(`${what}: hash of unhashable type ${type}`);
}

/** Maps of a device have plain strings for keys, and empty ones are not looked into. */
function hasKey(map: CelMap, key: Value): boolean {
  if (map.size > 0 && !map.ofDevice) refuseUnhashable(key);
  return map.has(key);
}

/** `o.or(p)`, `o.orValue(v)`: the second is evaluated only when the first is empty. */
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
