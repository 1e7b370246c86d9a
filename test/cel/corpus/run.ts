// Asks both sides one question, and collects the figures of a run.

import { COLUMNS, type Column, type CompareOptions, type Comparison, compare, type Difference } from './compare.js';
import { type Known, knownFor } from './known.js';
import { ask } from './ours.js';
import type { Answer, Question } from './question.js';

/** An unexpected exception of the engine. */
interface Crash {
  readonly crash: string;
}

/** Returns the engine's answer or its unexpected exception. */
export function askSafely(question: Question): Answer | Crash {
  try {
    return ask(question);
  } catch (error) {
    return { crash: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
  }
}

/** Compares both answers. A crash is a difference in acceptance. */
export function compareSafely(question: Question, ours: Answer | Crash, reference: Answer, options: CompareOptions): Comparison {
  if (!('crash' in ours)) return compare(question, ours, reference, options);
  const crash: Difference = { column: 'acceptance', signature: `crash: ${ours.crash.slice(0, 80)}`, got: ours.crash, want: reference };
  return { compared: new Map([['acceptance', 1]]), differences: [crash] };
}

interface Counts {
  compared: number;
  different: number;
  known: number;
}

/** The figures of a run. */
export class Tally {
  readonly #columns = new Map<Column, Counts>(COLUMNS.map((column) => [column, { compared: 0, different: 0, known: 0 }]));
  readonly #known = new Map<Known, number>();
  /** Expressions without differences, with only known ones, and with others. */
  readonly questions = { equal: 0, known: 0, different: 0, skipped: 0 };

  /** Counts a comparison. Returns the unknown differences. */
  add(question: Question, { compared, differences }: Comparison): Difference[] {
    for (const [column, count] of compared) this.#counts(column).compared += count;
    const unknown: Difference[] = [];
    for (const difference of differences) {
      const known = knownFor(difference, question);
      const counts = this.#counts(difference.column);
      counts.different += 1;
      if (known === undefined) unknown.push(difference);
      else {
        counts.known += 1;
        this.#known.set(known, (this.#known.get(known) ?? 0) + 1);
      }
    }
    this.questions[unknown.length > 0 ? 'different' : differences.length > 0 ? 'known' : 'equal'] += 1;
    return unknown;
  }

  /** Returns the figures as lines of text. */
  lines(): string[] {
    const { equal, known, different, skipped } = this.questions;
    const lines = [`expressions: ${equal} equal, ${known} with known differences only, ${different} with others, ${skipped} not compared`];
    for (const [column, counts] of this.#columns) {
      if (counts.compared === 0) continue;
      const share = ((100 * (counts.compared - counts.different)) / counts.compared).toFixed(3);
      const name = column.padEnd(10);
      lines.push(
        `${name} ${counts.compared} compared, ${share}% equal, ${counts.known} known, ${counts.different - counts.known} unexplained`,
      );
    }
    for (const [{ name, reason }, count] of this.#known) lines.push(`known: ${String(count).padStart(6)}  ${name}: ${reason}`);
    return lines;
  }

  #counts(column: Column): Counts {
    return this.#columns.get(column) as Counts;
  }
}
