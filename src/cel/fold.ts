// The macros over lists and maps, evaluated as what they expand to in cel-go: a loop with an accumulator, which may be an error.

import { LIST_COST, SELECT_COST } from './cost.js';
import type { Frame } from './frame.js';
import { goTypeName } from './names.js';
import type { Evaluate, Step } from './steps.js';
import type { Fold } from './tree.js';
import { CelMap, Failure, NO_SUCH_OVERLOAD, type Value } from './values.js';

/** One of the loops: over the items, with the variable in a slot. */
type Loop = (frame: Frame, items: readonly Value[], slot: number, predicate: Evaluate) => Value;

const CALL_COST = 1;

const NO_PART: Evaluate = () => true;

/** Plans a macro. Each round is charged what the expanded loop costs in the reference. */
export function planFold(
  macro: Fold['macro'],
  slot: number,
  range: Step,
  predicate: Step | undefined,
  transform: Step | undefined,
): Evaluate {
  const loop = macro === 'map' ? mapLoop(predicate, transform) : LOOPS[macro];
  return (frame) => {
    const items = itemsOf(range.evaluate(frame));
    if (items instanceof Failure) return items;
    return loop(frame, items as readonly Value[], slot, predicate?.evaluate ?? NO_PART);
  };
}

function itemsOf(range: Value): readonly Value[] | Failure {
  if (Array.isArray(range)) return range as readonly Value[];
  if (range instanceof CelMap) return range.keys();
  return range instanceof Failure ? range : new Failure(`got '${goTypeName(range)}', expected iterable type`);
}

/** `all` (until false) and `exists` (until true). An error counts only if nothing decides. `overhead` is what the loop's condition costs. */
function quantifier(deciding: boolean, overhead: number): Loop {
  return (frame, items, slot, predicate) => {
    let failure: Failure | undefined;
    let decided = false;
    for (const item of items) {
      frame.charge(overhead);
      if (decided) break;
      frame.charge(SELECT_COST);
      frame.slots[slot] = item;
      const value = predicate(frame);
      if (value === deciding) decided = true;
      else if (value !== !deciding) failure ??= value instanceof Failure ? value : NO_SUCH_OVERLOAD;
    }
    frame.charge(SELECT_COST);
    return decided ? deciding : (failure ?? !deciding);
  };
}

/** Whether exactly one item fulfils the predicate. An error is the result, the last one if there are several. */
const existsOne: Loop = (frame, items, slot, predicate) => {
  let found = 0;
  let failure: Failure | undefined;
  for (const item of items) {
    frame.work(1);
    frame.slots[slot] = item;
    const value = predicate(frame);
    if (value === true) {
      found += 1;
      frame.charge(SELECT_COST + CALL_COST);
    } else if (value !== false) failure = value instanceof Failure ? value : NO_SUCH_OVERLOAD;
  }
  frame.charge(SELECT_COST + CALL_COST);
  return failure ?? found === 1;
};

const filter: Loop = (frame, items, slot, predicate) => {
  const kept: Value[] = [];
  let failure: Failure | undefined;
  for (const item of items) {
    frame.work(1);
    frame.slots[slot] = item;
    const value = predicate(frame);
    if (value === true) {
      kept.push(item);
      frame.charge(SELECT_COST + LIST_COST + SELECT_COST + CALL_COST);
    } else if (value !== false) failure = value instanceof Failure ? value : NO_SUCH_OVERLOAD;
  }
  frame.charge(SELECT_COST);
  return failure ?? kept;
};

/** `map`, with or without a predicate. The first error of a transform stays, unless the predicate fails later. */
function mapLoop(predicate: Step | undefined, transform: Step | undefined): Loop {
  const evaluate = transform?.evaluate ?? NO_PART;
  // The loop adds a list of one item to the list so far; one of a constant costs nothing.
  const cost = SELECT_COST + CALL_COST + (transform?.constant === undefined ? LIST_COST : 0);
  return (frame, items, slot) => {
    const mapped: Value[] = [];
    let failure: Failure | undefined;
    for (const item of items) {
      frame.work(1);
      frame.slots[slot] = item;
      const wanted = predicate === undefined || predicate.evaluate(frame);
      if (wanted === true) {
        frame.charge(cost);
        const value = evaluate(frame);
        if (value instanceof Failure) failure ??= value;
        else mapped.push(value);
      } else if (wanted !== false) failure = wanted instanceof Failure ? wanted : NO_SUCH_OVERLOAD;
    }
    frame.charge(SELECT_COST);
    return failure ?? mapped;
  };
}

const LOOPS: Readonly<Record<Exclude<Fold['macro'], 'map'>, Loop>> = {
  all: quantifier(false, SELECT_COST + CALL_COST),
  exists: quantifier(true, SELECT_COST + 2 * CALL_COST),
  exists_one: existsOne,
  filter,
};
