// Selectors on both sides: compilation, and evaluation on a new device or one equal to an earlier one. The reference evaluates every device
// again.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { compileSelector } from '../../src/cel/engine.js';
import { SELECTOR_CASES, type SelectorCase } from '../selector-cases.js';

const CELBENCH = join(process.cwd(), 'build/oracle/celbench');

/** One comparison: nanoseconds of one operation, once for each round. */
export interface SelectorTimes {
  readonly name: string;
  readonly reference: readonly number[];
  readonly ours: readonly number[];
}

interface Answer {
  readonly compileNs: number;
  readonly evaluateNs: number;
  readonly value: boolean;
}

/** Times all selectors whose name has all words, the two sides in turn. `time` returns the nanoseconds of one of our operations. */
export function timeSelectors(words: readonly string[], rounds: number, time: (operation: () => unknown) => number): SelectorTimes[] {
  return SELECTOR_CASES.filter(({ name }) => words.every((word) => `selector, ${name}`.includes(word))).flatMap((each) =>
    timeSelector(each, rounds, time),
  );
}

function timeSelector(each: SelectorCase, rounds: number, time: (operation: () => unknown) => number): SelectorTimes[] {
  const { name, expression, device } = each;
  const { measure, evaluate } = compileSelector(expression);
  const known = device();
  const operations: readonly [what: string, operation: () => unknown, reference: 'compileNs' | 'evaluateNs'][] = [
    ['compile', () => compileSelector(expression), 'compileNs'],
    ['a device seen first', () => measure(device()), 'evaluateNs'],
    ['a device like others', () => evaluate(known), 'evaluateNs'],
  ];
  const times = operations.map(([what]) => ({ name: `selector, ${name}: ${what}`, reference: [] as number[], ours: [] as number[] }));
  for (const [, operation] of operations) time(operation);
  for (let round = 0; round < rounds; round++) {
    const answer = askReference(each);
    if (answer.value !== evaluate(known)) throw new Error(`${name}: ${answer.value} for the reference, ${!answer.value} for us`);
    for (const [index, [, operation, key]] of operations.entries()) {
      times[index]?.reference.push(answer[key]);
      times[index]?.ours.push(time(operation));
    }
  }
  return times;
}

function askReference({ expression, json }: SelectorCase): Answer {
  const { status, stdout, stderr } = spawnSync(CELBENCH, [], { input: JSON.stringify({ expression, device: json }), encoding: 'utf8' });
  if (status !== 0) throw new Error(`the reference failed: ${stderr}`);
  return JSON.parse(stdout) as Answer;
}
