// The reference for expressions.

import { spawnSync } from 'node:child_process';
import { LineProcess } from '../../support/line-process.js';
import type { Answer, Question } from './question.js';

/** A question may take this long before the process is given up. */
const QUESTION_MILLISECONDS = 40_000;
/** An evaluation that can depend on the order of a map is repeated this often to see whether it does. */
const REPEATS = 15;

/** Macros that can see the order of a map. */
const LOOKS_INTO_MAPS = /\.(?:all|exists|exists_one|existsOne|map|filter|transform\w+)\(/;
const HAS_MAPS = /\{|attributes|capacity|getQuery|device/;

/** Answers questions by the reference. Call `end` when done. */
export class Reference {
  readonly #file: string;
  readonly #process: LineProcess<Answer>;

  /** `file` is the program `cel` that `npm run oracle:build` makes. */
  constructor(file: string) {
    this.#file = file;
    const lost = (reason: string): Answer => ({ refused: `${LOST}: ${reason}` });
    this.#process = new LineProcess({ file, args: [], milliseconds: QUESTION_MILLISECONDS, parse: normalize, lost });
  }

  /** The versions of the reference by module. Throws when the program does not run. */
  versions(): Readonly<Record<string, string>> {
    const { stdout, status } = spawnSync(this.#file, ['-version'], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${this.#file} does not run`);
    return JSON.parse(stdout) as Record<string, string>;
  }

  /** The reference's answer. Many questions can be queried at once. A question that ends the process counts as rejected. */
  ask(question: Question): Promise<Answer> {
    const repeat = LOOKS_INTO_MAPS.test(question.expression) && HAS_MAPS.test(question.expression) ? REPEATS : 0;
    return this.#process.ask(JSON.stringify({ ...question, repeat }));
  }

  /** Ends the process. What is still waiting is not answered. */
  end(): void {
    this.#process.end();
  }
}

const LOST = 'the reference ended';

/** Returns whether the reference did not survive the question. */
export function isLost({ refused }: Answer): boolean {
  return refused?.startsWith(LOST) === true;
}

interface RawAnswer {
  readonly compileError?: string;
  readonly maxCost?: string;
  readonly results?: Answer['results'];
}

function normalize(line: string): Answer {
  const { compileError, maxCost, results } = JSON.parse(line) as RawAnswer;
  if (compileError !== undefined) return { refused: compileError };
  return { ...(maxCost === undefined ? {} : { maxCost }), results: results ?? [] };
}
