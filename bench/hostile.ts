// Times of hostile selectors. Each is measured in separate processes that only ran a trivial selector before, like a process at the time of an
// attack. Times are converted to an idle machine. The median is printed.

import { spawnSync } from 'node:child_process';
import { CelCompileError, CelRuntimeError, compileSelector, resultOf, type Selector } from '../src/cel/engine.js';
import { timedAsQuiet } from '../test/support/clock.js';
import { HOSTILE_SELECTORS, hostileDevice } from './hostile-selectors.js';

/** The measurements of one process. */
interface Measured {
  readonly compile: number;
  readonly evaluate: number;
  readonly cost: number;
  readonly outcome: string;
}

const PROCESSES = 5;

/** The argument that makes a program measure one selector and print the result as JSON. */
export const ONCE = '--hostile-once';

/** Measures one selector in this process. */
export function measureOnce(wanted: string): Measured {
  const { expression } = HOSTILE_SELECTORS.find(({ name }) => name === wanted) as (typeof HOSTILE_SELECTORS)[number];
  const device = hostileDevice();
  compileSelector('device.driver == "x"').measure(device);
  for (let round = 0; round < 5; round += 1) timedAsQuiet(() => undefined);
  const { milliseconds: compile, result: compiled } = timedAsQuiet(() => orError(() => compileSelector(expression)));
  if (compiled instanceof CelCompileError) return { compile, evaluate: 0, cost: 0, outcome: 'refused' };
  const selector = compiled as Selector;
  const { milliseconds: evaluate, result } = timedAsQuiet(() => orError(() => resultOf(selector.measure(device))));
  const outcome = result instanceof CelRuntimeError ? result.message.slice(0, 60) : String(result);
  return { compile, evaluate, cost: selector.trial(device).cost, outcome };
}

function orError<T>(action: () => T): T | Error {
  try {
    return action();
  } catch (error) {
    if (error instanceof CelCompileError || error instanceof CelRuntimeError) return error;
    throw error;
  }
}

/** Prints the rows whose name has all these words, and marks the slowest. */
export function printHostile(words: readonly string[]): void {
  for (const { name } of HOSTILE_SELECTORS) {
    const title = `hostile selectors (${name})`;
    if (!words.every((word) => title.includes(word))) continue;
    const all = Array.from({ length: PROCESSES }, () => inOwnProcess(name)).sort((a, b) => total(a) - total(b));
    const median = all[PROCESSES >> 1] as Measured;
    const numbers = `${ms(median.compile)} + ${ms(median.evaluate)} = ${ms(total(median))}${total(median) > 50 ? ' !' : '  '}`;
    process.stdout.write(`${title.padEnd(64)} ${numbers}  cost ${String(median.cost).padStart(7)}  ${median.outcome}\n`);
  }
}

function inOwnProcess(name: string): Measured {
  const { stdout } = spawnSync(process.execPath, [process.argv[1] as string, ONCE, name], { encoding: 'utf8' });
  return JSON.parse(stdout) as Measured;
}

const total = ({ compile, evaluate }: Measured): number => compile + evaluate;
const ms = (milliseconds: number): string => `${milliseconds.toFixed(1).padStart(5)} ms`;
