// Combines the references of all releases: the reference of an earlier release accepts, rejects and estimates its new expressions.
// The newest reference evaluates them, as this engine does.

import { join } from 'node:path';
import type { Answer, Question } from './question.js';
import { isLost, Reference } from './reference.js';

/** The first release that the newest reference answers. */
const NEWEST = 37;

/** Answers questions by the reference of their release. Call `end` when done. */
export class References {
  readonly #newest: Reference;
  readonly #earlier: Reference;

  /** `folder` contains the programs that `npm run oracle:build` creates. */
  constructor(folder = join(process.cwd(), 'build/oracle')) {
    this.#newest = new Reference(join(folder, 'cel'));
    this.#earlier = new Reference(join(folder, 'cel-v0.36'));
  }

  /** Returns the versions of each reference by module. Throws if a program does not run. */
  versions(): readonly Readonly<Record<string, string>>[] {
    return [this.#newest.versions(), this.#earlier.versions()];
  }

  /** Returns the reference's answer. Many questions can be in progress at once. */
  async ask(question: Question): Promise<Answer> {
    const minor = Number(question.new?.version.split('.')[1] ?? NEWEST);
    if (minor >= NEWEST) return this.#newest.ask(question);
    const [evaluated, compiled] = await Promise.all([this.#newest.ask(question), this.#earlier.ask({ ...question, devices: [] })]);
    if (isLost(evaluated) || compiled.maxCost === undefined) return isLost(evaluated) ? evaluated : compiled;
    return { maxCost: compiled.maxCost, ...(evaluated.results === undefined ? {} : { results: evaluated.results }) };
  }

  /** Ends the processes. Pending questions are not answered. */
  end(): void {
    this.#newest.end();
    this.#earlier.end();
  }
}
