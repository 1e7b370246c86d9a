// The references of every release behind one face: a new expression of an earlier release is taken or rejected, and estimated, by that release.
// What it evaluates to is queried of the newest still, since ours evaluates as that one does.

import { join } from 'node:path';
import type { Answer, Question } from './question.js';
import { isLost, Reference } from './reference.js';

/** The first release that the newest reference is queried. */
const NEWEST = 37;

/** Answers questions by the reference of their release. Call `end` when done. */
export class References {
  readonly #newest: Reference;
  readonly #earlier: Reference;

  /** `folder` has the programs that `npm run oracle:build` makes. */
  constructor(folder = join(process.cwd(), 'build/oracle')) {
    this.#newest = new Reference(join(folder, 'cel'));
    this.#earlier = new Reference(join(folder, 'cel-v0.36'));
  }

  /** The versions of each reference by module. Throws when a program does not run. */
  versions(): readonly Readonly<Record<string, string>>[] {
    return [this.#newest.versions(), this.#earlier.versions()];
  }

  /** The answer of the reference. Many questions can be queried at once. */
  async ask(question: Question): Promise<Answer> {
    const minor = Number(question.new?.version.split('.')[1] ?? NEWEST);
    if (minor >= NEWEST) return this.#newest.ask(question);
    const [evaluated, compiled] = await Promise.all([this.#newest.ask(question), this.#earlier.ask({ ...question, devices: [] })]);
    if (isLost(evaluated) || compiled.maxCost === undefined) return isLost(evaluated) ? evaluated : compiled;
    return { maxCost: compiled.maxCost, ...(evaluated.results === undefined ? {} : { results: evaluated.results }) };
  }

  /** Ends the processes. What is still waiting is not answered. */
  end(): void {
    this.#newest.end();
    this.#earlier.end();
  }
}
