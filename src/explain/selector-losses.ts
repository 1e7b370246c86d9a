// Adds details to losses by selectors: the false clauses with their values and counts, and what their authors may have meant.

import { celDeviceOf } from '../allocator/encode/derived-values.js';
import type { PoolDevice } from '../allocator/pools/pool.js';
import { CelCompileError, compilingSelector, type Environment, type Selector } from '../cel/engine.js';
import { adviceOn } from '../cel/help/advice.js';
import { Clauses } from '../cel/help/clauses.js';
import { tryDevice } from '../cel/help/trials.js';
import type { Checkpoint } from '../core/base/checkpoint.js';
import type { Incremental } from '../core/base/incremental.js';
import { mapping } from '../core/base/lists-in-increments.js';
import { count, some } from '../core/base/words.js';
import type { Clause, Loss } from './explanation.js';
import { afterCount, ownerInWords } from './losses.js';

/** The most clauses, and values of a clause, listed; the others are counted. */
const MAX_CLAUSES = 3;
const MAX_VALUES = 3;

/** Longer clauses are cut. */
const MAX_CLAUSE = 120;

/** The most devices that help is based on; each costs about 20 us. */
const MOST_TRIED = 500;

/** Adds to a loss by a selector the clauses that were false on its devices. */
export function* withClauses(
  loss: Loss,
  devices: readonly PoolDevice[],
  environment: Environment,
  checkpoint: Checkpoint,
): Incremental<Loss> {
  const { selector } = loss;
  if (selector === undefined) return loss;
  const clauses = new Clauses(selector.expression, environment);
  const counted = new Map<string, { count: number; readonly seen: Map<string, number> }>();
  for (const device of devices) {
    if (checkpoint.due()) yield;
    for (const { text, seen } of clauses.falseOn(celDeviceOf(device), checkpoint)) {
      const clause = counted.get(text) ?? { count: 0, seen: new Map<string, number>() };
      counted.set(text, clause);
      clause.count++;
      if (seen !== undefined) clause.seen.set(seen, (clause.seen.get(seen) ?? 0) + 1);
    }
  }
  const all = Array.from(counted, ([text, { count: number, seen }]): Clause => {
    const values = Array.from(seen, ([value, times]) => ({ value, count: times })).sort((left, right) => right.count - left.count);
    return { text, count: number, seen: values };
  }).sort((left, right) => right.count - left.count);
  if (all.length === 0) return loss;
  const isWhole = all.length === 1 && all[0]?.seen.length === 0 && all[0].text === selector.expression.trim();
  return isWhole
    ? { ...loss, clauses: all }
    : {
        ...loss,
        clauses: all,
        detail: afterCount(loss.count, `do not match ${ownerInWords(selector)}: ${clausesInWords(all, loss.count)}`),
      };
}

/** Lists clauses with the values compared. `devices`: the number of devices of the loss. */
function clausesInWords(clauses: readonly Clause[], devices: number): string {
  const words = clauses.map(({ text, seen, count: number }) => {
    const shown = `\`${text.length > MAX_CLAUSE ? `${text.slice(0, MAX_CLAUSE - 3)}...` : text}\``;
    const [first] = seen;
    if (first === undefined) return number === devices ? `${shown} is false` : `${shown} is false on ${count(number, 'device')}`;
    if (first.count === devices) return `${shown}, value ${first.value}`;
    const values = seen.map(({ value, count: times }, index) => `${value} on ${index === 0 ? count(times, 'device') : times}`);
    return `${shown}, value ${some(values, MAX_VALUES)}`;
  });
  return some(words, MAX_CLAUSES, '; ');
}

/** Returns help for a selector that matches no device or fails, as in the command `cel`. */
export function* helpOn(
  expression: string,
  devices: readonly PoolDevice[],
  environment: Environment,
  checkpoint: Checkpoint,
): Incremental<readonly string[]> {
  let selector: Selector;
  try {
    selector = yield* compilingSelector(expression, environment);
  } catch (error) {
    if (error instanceof CelCompileError) return [];
    throw error;
  }
  const looked = devices.slice(0, MOST_TRIED);
  const trials = yield* mapping(
    looked,
    ({ slice: { spec }, device }) => tryDevice(selector, spec.driver, spec.pool.name, device, checkpoint),
    checkpoint,
  );
  return adviceOn(expression, trials, [...new Set(looked.map(({ slice }) => slice))]);
}
