// A table of docs/limits.md: how far calls on hostile input overrun `milliseconds: 50`, and how long asynchronous ones hold the event loop. Options of the
// programs that write one: `[--only WORD;WORD] [--seconds N] [--runs N] [--write]`. WORD, or several with semicolons between them, chooses inputs by their
// names; N seconds for each input and call, and so many runs at most. Holds without collections of garbage are in parentheses. With --write
// the rows of these inputs are written anew.

import { type Forms, type Hold, longestHold, overrun } from './limits-calls.js';
import { collectGarbage } from './measure.js';
import { publishRows } from './page.js';

const option = (name: string): string | undefined => process.argv[process.argv.indexOf(`--${name}`) + 1 || process.argv.length];

/** Runs of each cell, as many as fit into its time; at least the least number. */
const MOST_RUNS = Number(option('runs') ?? 100);
const LEAST_RUNS = Math.min(3, MOST_RUNS);
const SECONDS = Number(option('seconds') ?? 10);
const QUANTILE = 0.99;

/** The figures of one input and call, in milliseconds. */
interface Cell {
  readonly runs: number;
  readonly overrun: number | undefined;
  readonly hold: Hold | undefined;
}

/** The figure that 99 of 100 runs do not exceed; of fewer the worst. */
function quantile(figures: readonly number[]): number | undefined {
  const sorted = [...figures].sort((left, right) => left - right);
  return sorted[Math.ceil(QUANTILE * sorted.length) - 1];
}

async function measure(make: () => Promise<Forms>): Promise<Cell> {
  const [holds, overruns]: [Hold[], number[]] = [[], []];
  const end = performance.now() + SECONDS * 1000;
  let runs = 0;
  for (; runs < MOST_RUNS && (runs < LEAST_RUNS || performance.now() < end); runs++) {
    const forms = await make();
    const hold = await longestHold(forms);
    if (hold !== undefined) holds.push(hold);
    const over = forms.inOneGo === undefined ? undefined : overrun(await make());
    if (over !== undefined) overruns.push(over);
  }
  const [whole, withoutGarbage] = [quantile(holds.map((hold) => hold.whole)), quantile(holds.map((hold) => hold.withoutGarbage))];
  const hold = whole === undefined || withoutGarbage === undefined ? undefined : { whole, withoutGarbage };
  return { runs, overrun: quantile(overruns), hold };
}

const words = (option('only') ?? '').split(';');

const shown = (figure: number | undefined): string => figure?.toFixed(1) ?? '-';
const shownHold = (hold: Hold | undefined): string => (hold === undefined ? '-' : `${shown(hold.whole)} (${shown(hold.withoutGarbage)})`);

/** Measures each call on each input, and publishes the rows of a table. */
export async function measureRows<T>(
  bench: string,
  cases: Readonly<Record<string, () => T>>,
  calls: Readonly<Record<string, (input: T) => Promise<Forms>>>,
): Promise<void> {
  for (const [name, make] of Object.entries(cases)) {
    if (!words.some((word) => name.includes(word))) continue;
    const input = make();
    const cells: string[] = [];
    const runs: number[] = [];
    for (const [callName, formsOf] of Object.entries(calls)) {
      collectGarbage();
      const cell = await measure(() => formsOf(input));
      runs.push(cell.runs);
      cells.push(`${shown(cell.overrun)} / ${shownHold(cell.hold)}`);
      process.stdout.write(`${name}, ${callName}: overrun ${shown(cell.overrun)} ms, hold ${shownHold(cell.hold)} ms, ${cell.runs} runs\n`);
    }
    const [least, most] = [Math.min(...runs), Math.max(...runs)];
    publishRows(
      'docs/limits.md',
      bench,
      ['input', ...Object.keys(calls).map((one) => `\`${one}\``), 'runs'],
      [[name, ...cells, least === most ? `${least}` : `${least} to ${most}`]],
    );
  }
}
