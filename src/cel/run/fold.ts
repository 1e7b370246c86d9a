// Evaluates the macros over lists and maps like their expansions in cel-go: a loop with an accumulator, which may be an error.

import { LIST_COST, SELECT_COST } from '../cost/cost.js';
import type { Fold } from '../syntax/tree.js';
import { goTypeName } from '../values/names.js';
import { goText } from '../values/print.js';
import { CelMap, type Entry, Failure, intsTo, isFailure, NO_SUCH_OVERLOAD, typeNameOf, type Value } from '../values/values.js';
import type { Frame } from './frame.js';
import type { Evaluate, Step } from './steps.js';

/** The slots of a macro's variables in the frame; some macros have a second one. */
interface FoldSlots {
  readonly first: number;
  readonly second: number | undefined;
}

/** The steps that a macro evaluates for each item. */
interface FoldParts {
  readonly predicate: Step | undefined;
  /** The type value that replaces each item in the result of `filter`, if the variable has the name of a type. */
  readonly added: Step | undefined;
  readonly transform: Step | undefined;
}

/** A loop over items, or over indices or keys with their values. */
type Loop = (frame: Frame, firsts: readonly Value[], seconds: readonly Value[] | undefined) => Value;

type PlanLoop = (slots: FoldSlots, parts: FoldParts) => Loop;

const CALL_COST = 1;
/** The steps of a round without any charge (see Frame.work). */
const ROUND_WORK = 4;
/** The steps to list the keys or values of a map, to read an entry, and to insert one. */
const LIST_WORK = 12;
const KEY_WORK = 4;
const INSERT_WORK = 14;

/** Plans a macro. Each round is charged the cost of the expanded loop in the reference. */
export function planFold(macro: Fold['macro'], slots: FoldSlots, range: Step, parts: FoldParts): Evaluate {
  const loop = LOOPS[macro](slots, parts);
  const evaluateRange = range.evaluate;
  return slots.second === undefined ? overItems(evaluateRange, loop) : overEntries(evaluateRange, loop);
}

const overItems =
  (evaluateRange: Evaluate, loop: Loop): Evaluate =>
  (frame) => {
    const range = evaluateRange(frame);
    if (Array.isArray(range)) return loop(frame, range as readonly Value[], undefined);
    if (range instanceof CelMap) return loop(frame, keysOf(range, frame), undefined);
    return isFailure(range) ? range : new Failure(`got '${goTypeName(range)}', expected iterable type`);
  };

const overEntries =
  (evaluateRange: Evaluate, loop: Loop): Evaluate =>
  (frame) => {
    const range = evaluateRange(frame);
    if (Array.isArray(range)) return loop(frame, intsTo(range.length, frame), range as readonly Value[]);
    if (range instanceof CelMap) {
      frame.work(LIST_WORK);
      return loop(frame, keysOf(range, frame), Array.from(range.entries(), valueOfEntry));
    }
    return isFailure(range) ? range : new Failure(`unsupported comprehension range type: ${goTypeName(range)}`);
  };

function keysOf(map: CelMap, frame: Frame): Value[] {
  frame.work(LIST_WORK + map.size * KEY_WORK);
  return map.keys();
}

const valueOfEntry = ({ value }: Entry): Value => value;

/** Assigns the variables of a round. */
function enter(frame: Frame, slots: FoldSlots, round: number, firsts: readonly Value[], seconds: readonly Value[] | undefined): void {
  frame.slots[slots.first] = firsts[round];
  if (seconds !== undefined) frame.slots[slots.second as number] = seconds[round];
}

const wrongCondition = (value: Value): Failure => (isFailure(value) ? value : NO_SUCH_OVERLOAD);

/**
 * The loops of `all` (until false) and `exists` (until true). An error is the result only if no item decides. `overhead` is the
 * cost of the loop's condition.
 */
function quantifier(deciding: boolean, overhead: number): PlanLoop {
  return (slots, { predicate }) => {
    const evaluate = (predicate as Step).evaluate;
    return (frame, firsts, seconds) => {
      let failure: Failure | undefined;
      let decided = false;
      for (let round = 0; round < firsts.length; round += 1) {
        frame.charge(overhead);
        if (decided) break;
        frame.charge(SELECT_COST);
        enter(frame, slots, round, firsts, seconds);
        const value = evaluate(frame);
        if (value === deciding) decided = true;
        else if (typeof value !== 'boolean') failure ??= wrongCondition(value);
      }
      frame.charge(SELECT_COST);
      return decided ? deciding : (failure ?? !deciding);
    };
  };
}

/** The list, map or count that a loop builds. */
interface Building<T> {
  result: T;
  failure: Failure | undefined;
}

/** Returns a loop that adds to its result in each round in which the predicate holds. An error of the predicate replaces other errors. */
function building<T>(
  slots: FoldSlots,
  { predicate }: FoldParts,
  start: () => T,
  add: (frame: Frame, made: Building<T>, first: Value) => void,
  finish: (frame: Frame, result: T) => Value,
): Loop {
  return (frame, firsts, seconds) => {
    const made: Building<T> = { result: start(), failure: undefined };
    for (let round = 0; round < firsts.length; round += 1) {
      frame.work(ROUND_WORK);
      enter(frame, slots, round, firsts, seconds);
      const condition = predicate === undefined || predicate.evaluate(frame);
      if (condition === true) add(frame, made, firsts[round] as Value);
      else if (condition !== false) made.failure = wrongCondition(condition);
    }
    const result = finish(frame, made.result);
    return made.failure ?? result;
  };
}

const newList = (): Value[] => [];
const newMap = (): CelMap => new CelMap([]);
function readResult<T>(frame: Frame, result: T): T {
  frame.charge(SELECT_COST);
  return result;
}

/**
 * Returns the loop that tests whether exactly one item meets the predicate. An error becomes the result. If there are several
 * errors, the last one does.
 */
function existsOne(slots: FoldSlots, parts: FoldParts): Loop {
  const count = (frame: Frame, made: Building<number>): void => {
    made.result += 1;
    frame.charge(SELECT_COST + CALL_COST);
  };
  const isOne = (frame: Frame, found: number): boolean => {
    frame.charge(SELECT_COST + CALL_COST);
    return found === 1;
  };
  return building(slots, parts, () => 0, count, isOne);
}

function filter(slots: FoldSlots, parts: FoldParts): Loop {
  const type = parts.added?.constant;
  const cost = SELECT_COST + CALL_COST + (type === undefined ? SELECT_COST + LIST_COST : 0);
  const keep = (frame: Frame, made: Building<Value[]>, first: Value): void => {
    made.result.push(type ?? first);
    frame.charge(cost);
  };
  return building(slots, parts, newList, keep, readResult);
}

/** `map`, with or without a predicate. The first error of a transform becomes the result. */
function map(slots: FoldSlots, parts: FoldParts): Loop {
  const transform = parts.transform as Step;
  // The loop appends a list of one item; a constant list costs nothing.
  const cost = CALL_COST + (transform.constant === undefined ? LIST_COST : 0);
  const add = (frame: Frame, made: Building<Value[]>): void => {
    frame.charge(SELECT_COST);
    const value = transform.evaluate(frame);
    frame.charge(cost);
    if (isFailure(value)) made.failure ??= value;
    else made.result.push(value);
  };
  return building(slots, parts, newList, add, readResult);
}

/** `transformMap` keeps the keys. After an error, transforms are no longer evaluated. */
function transformMap(slots: FoldSlots, parts: FoldParts): Loop {
  const { evaluate } = parts.transform as Step;
  const add = (frame: Frame, made: Building<CelMap>, key: Value): void => {
    frame.charge(SELECT_COST);
    if (made.failure !== undefined) return;
    frame.charge(SELECT_COST);
    const value = evaluate(frame);
    frame.work(INSERT_WORK);
    frame.charge(CALL_COST);
    made.failure = isFailure(value) ? value : insert(made.result, key, value);
  };
  return building(slots, parts, newMap, add, readResult);
}

/** `transformMapEntry`: each round returns a map, whose entries are added. */
function transformMapEntry(slots: FoldSlots, parts: FoldParts): Loop {
  const { evaluate } = parts.transform as Step;
  const add = (frame: Frame, made: Building<CelMap>): void => {
    frame.charge(SELECT_COST);
    const entries = evaluate(frame);
    frame.charge(CALL_COST);
    made.failure ??= insertAll(frame, made.result, entries);
  };
  return building(slots, parts, newMap, add, readResult);
}

function insertAll(frame: Frame, map: CelMap, entries: Value): Failure | undefined {
  if (entries instanceof Failure) return entries;
  if (!(entries instanceof CelMap)) return new Failure(`no such overload: cel.@mapInsert(map, ${typeNameOf(entries)})`);
  frame.work((entries.size + 1) * 2 * INSERT_WORK);
  for (const { key, value } of entries.entries()) {
    const failure = insert(map, key, value);
    if (failure !== undefined) return failure;
  }
  return undefined;
}

function insert(map: CelMap, key: Value, value: Value): Failure | undefined {
  return map.insert(key, value) ? undefined : new Failure(`insert failed: key ${goText(key)} already exists`);
}

const LOOPS: Readonly<Record<Fold['macro'], PlanLoop>> = {
  all: quantifier(false, SELECT_COST + CALL_COST),
  exists: quantifier(true, SELECT_COST + 2 * CALL_COST),
  exists_one: existsOne,
  filter,
  map,
  transformMap,
  transformMapEntry,
};
