// The macros over lists and maps, evaluated as what they expand to in cel-go: a loop with an accumulator, which may be an error.

import { LIST_COST, SELECT_COST } from './cost.js';
import type { Frame } from './frame.js';
import { goTypeName } from './names.js';
import { goText } from './print.js';
import type { Evaluate, Step } from './steps.js';
import type { Fold } from './tree.js';
import { CelMap, Failure, NO_SUCH_OVERLOAD, typeNameOf, type Value } from './values.js';

/** Where the variables of a macro are; there is a second one in some. */
export interface FoldSlots {
  readonly first: number;
  readonly second: number | undefined;
}

/** What a macro does with each item. */
export interface FoldParts {
  readonly predicate: Step | undefined;
  readonly transform: Step | undefined;
}

/** The rounds of one evaluation. */
interface Rounds {
  readonly firsts: readonly Value[];
  readonly seconds: readonly Value[];
  readonly slots: FoldSlots;
}

/** One of the loops. */
type Loop = (frame: Frame, rounds: Rounds) => Value;

const CALL_COST = 1;

/** Plans a macro. Each round is charged what the expanded loop costs in the reference. */
export function planFold(macro: Fold['macro'], slots: FoldSlots, range: Step, parts: FoldParts): Evaluate {
  const loop = LOOPS[macro](parts);
  return (frame) => {
    const value = range.evaluate(frame);
    if (value instanceof Failure) return value;
    const rounds = slots.second === undefined ? itemsOf(value, slots) : entriesOf(value, slots);
    return rounds instanceof Failure ? rounds : loop(frame, rounds);
  };
}

function itemsOf(range: Value, slots: FoldSlots): Rounds | Failure {
  if (Array.isArray(range)) return { firsts: range as readonly Value[], seconds: [], slots };
  if (range instanceof CelMap) return { firsts: range.keys(), seconds: [], slots };
  return new Failure(`got '${goTypeName(range)}', expected iterable type`);
}

function entriesOf(range: Value, slots: FoldSlots): Rounds | Failure {
  if (Array.isArray(range)) return { firsts: Array.from(range.keys(), BigInt), seconds: range as readonly Value[], slots };
  if (!(range instanceof CelMap)) return new Failure(`unsupported comprehension range type: ${goTypeName(range)}`);
  return { firsts: range.keys(), seconds: Array.from(range.entries(), ({ value }) => value), slots };
}

/** Gives the variables their values. */
function enter(frame: Frame, { firsts, seconds, slots }: Rounds, round: number): void {
  frame.slots[slots.first] = firsts[round];
  if (slots.second !== undefined) frame.slots[slots.second] = seconds[round];
}

const wrongCondition = (value: Value): Failure => (value instanceof Failure ? value : NO_SUCH_OVERLOAD);

/** `all` (until false) and `exists` (until true). An error counts only if nothing decides. `overhead` is what the loop's condition costs. */
function quantifier(deciding: boolean, overhead: number): (parts: FoldParts) => Loop {
  return ({ predicate }) => {
    const evaluate = (predicate as Step).evaluate;
    return (frame, rounds) => {
      let failure: Failure | undefined;
      let decided = false;
      for (let round = 0; round < rounds.firsts.length; round += 1) {
        frame.charge(overhead);
        if (decided) break;
        frame.charge(SELECT_COST);
        enter(frame, rounds, round);
        const value = evaluate(frame);
        if (value === deciding) decided = true;
        else if (value !== !deciding) failure ??= wrongCondition(value);
      }
      frame.charge(SELECT_COST);
      return decided ? deciding : (failure ?? !deciding);
    };
  };
}

/** Whether exactly one item fulfils the predicate. An error is the result, the last one if there are several. */
function existsOne({ predicate }: FoldParts): Loop {
  const evaluate = (predicate as Step).evaluate;
  return (frame, rounds) => {
    let found = 0;
    let failure: Failure | undefined;
    for (let round = 0; round < rounds.firsts.length; round += 1) {
      frame.work(1);
      enter(frame, rounds, round);
      const value = evaluate(frame);
      if (value === true) {
        found += 1;
        frame.charge(SELECT_COST + CALL_COST);
      } else if (value !== false) failure = wrongCondition(value);
    }
    frame.charge(SELECT_COST + CALL_COST);
    return failure ?? found === 1;
  };
}

function filter({ predicate }: FoldParts): Loop {
  const evaluate = (predicate as Step).evaluate;
  return (frame, rounds) => {
    const kept: Value[] = [];
    let failure: Failure | undefined;
    for (let round = 0; round < rounds.firsts.length; round += 1) {
      frame.work(1);
      enter(frame, rounds, round);
      const value = evaluate(frame);
      if (value === true) {
        kept.push(rounds.firsts[round] as Value);
        frame.charge(SELECT_COST + LIST_COST + SELECT_COST + CALL_COST);
      } else if (value !== false) failure = wrongCondition(value);
    }
    frame.charge(SELECT_COST);
    return failure ?? kept;
  };
}

/** What a loop makes. */
interface Building<T> {
  readonly result: T;
  failure: Failure | undefined;
}

/** A loop that adds to what it makes in each round in which the predicate holds. An error of the predicate takes the place of others. */
function building<T extends Value>(
  { predicate }: FoldParts,
  start: () => T,
  add: (frame: Frame, made: Building<T>, first: Value) => void,
): Loop {
  return (frame, rounds) => {
    const made: Building<T> = { result: start(), failure: undefined };
    for (let round = 0; round < rounds.firsts.length; round += 1) {
      frame.work(1);
      enter(frame, rounds, round);
      const wanted = predicate === undefined || predicate.evaluate(frame);
      if (wanted === true) add(frame, made, rounds.firsts[round] as Value);
      else if (wanted !== false) made.failure = wrongCondition(wanted);
    }
    frame.charge(SELECT_COST);
    return made.failure ?? made.result;
  };
}

/** `map`, with or without a predicate. The first error of a transform stays. */
function map(parts: FoldParts): Loop {
  const transform = parts.transform as Step;
  // The loop adds a list of one item to the list so far; one of a constant costs nothing.
  const cost = CALL_COST + (transform.constant === undefined ? LIST_COST : 0);
  return building<Value[]>(
    parts,
    () => [],
    (frame, made) => {
      frame.charge(SELECT_COST);
      const value = transform.evaluate(frame);
      frame.charge(cost);
      if (value instanceof Failure) made.failure ??= value;
      else made.result.push(value);
    },
  );
}

/** `transformMap`: the keys stay. After an error nothing is evaluated. */
function transformMap(parts: FoldParts): Loop {
  const { evaluate } = parts.transform as Step;
  return building(
    parts,
    () => new CelMap([]),
    (frame, made, key) => {
      frame.charge(SELECT_COST);
      if (made.failure !== undefined) return;
      frame.charge(SELECT_COST);
      const value = evaluate(frame);
      frame.charge(CALL_COST);
      made.failure = value instanceof Failure ? value : insert(made.result, key, value);
    },
  );
}

/** `transformMapEntry`: each round gives a map, whose entries are added. */
function transformMapEntry(parts: FoldParts): Loop {
  const { evaluate } = parts.transform as Step;
  return building(
    parts,
    () => new CelMap([]),
    (frame, made) => {
      frame.charge(SELECT_COST);
      const entries = evaluate(frame);
      frame.charge(CALL_COST);
      made.failure ??= insertAll(frame, made.result, entries);
    },
  );
}

function insertAll(frame: Frame, map: CelMap, entries: Value): Failure | undefined {
  if (entries instanceof Failure) return entries;
  if (!(entries instanceof CelMap)) return new Failure(`no such overload: cel.@mapInsert(map, ${typeNameOf(entries)})`);
  frame.work((entries.size + 1) * 20);
  for (const { key, value } of entries.entries()) {
    const failure = insert(map, key, value);
    if (failure !== undefined) return failure;
  }
  return undefined;
}

function insert(map: CelMap, key: Value, value: Value): Failure | undefined {
  return map.insert(key, value) ? undefined : new Failure(`insert failed: key ${goText(key)} already exists`);
}

const LOOPS: Readonly<Record<Fold['macro'], (parts: FoldParts) => Loop>> = {
  all: quantifier(false, SELECT_COST + CALL_COST),
  exists: quantifier(true, SELECT_COST + 2 * CALL_COST),
  exists_one: existsOne,
  filter,
  map,
  transformMap,
  transformMapEntry,
};
