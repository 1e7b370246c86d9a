// Answers questions by the reference program.

import { spawnSync } from 'node:child_process';
import { LineProcess } from '../../support/line-process.js';
import type { Answer, Question } from './question.js';

/** The maximum time for a question before the process is ended. */
const QUESTION_MILLISECONDS = 40_000;
/** The number of repetitions that detect whether an evaluation depends on the order of a map. */
const REPEATS = 15;

/** Macros whose result can depend on the order of a map. */
const LOOKS_INTO_MAPS = /\.(?:all|exists|exists_one|existsOne|map|filter|transform\w+)\(/;
const HAS_MAPS = /\{|attributes|capacity|getQuery|device/;

/** Answers questions by the reference. Call `end` when done. */
export class Reference {
  readonly #file: string;
  readonly #process: LineProcess<Answer>;

  /** `file` is the program `cel` that `npm run oracle:build` creates. */
  constructor(file: string) {
    this.#file = file;
    const lost = (reason: string): Answer => ({ refused: `${LOST}: ${reason}` });
    this.#process = new LineProcess({ file, args: [], milliseconds: QUESTION_MILLISECONDS, parse: normalize, lost });
  }

  /** Returns the versions of the reference by module. Throws if the program does not run. */
  versions(): Readonly<Record<string, string>> {
    const { stdout, status } = spawnSync(this.#file, ['-version'], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${this.#file} does not run`);
    return JSON.parse(stdout) as Record<string, string>;
  }

  /** Returns the reference's answer. Many questions can be in progress at once. A question that ends the process counts as rejected. */
  ask(question: Question): Promise<Answer> {
    const repeat = LOOKS_INTO_MAPS.test(question.expression) && HAS_MAPS.test(question.expression) ? REPEATS : 0;
    return this.#process.ask(JSON.stringify({ ...question, repeat }));
  }

  /** Ends the process. Pending questions are not answered. */
  end(): void {
    this.#process.end();
  }
}

const LOST = 'the reference ended';

/** Returns whether the question ended the reference process. */
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
