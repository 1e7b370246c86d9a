// The reference as a process that is kept: questions in, answers out, in order. A question that makes it end gets a fresh process behind it.

import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Answer, Question } from './question.js';

/** A question may take this long before the process is given up. */
const QUESTION_MILLISECONDS = 40_000;
/** An evaluation that can depend on the order of a map is repeated this often to see whether it does. */
const REPEATS = 15;

/** Macros that can see the order of a map. */
const LOOKS_INTO_MAPS = /\.(?:all|exists|exists_one|existsOne|map|filter|transform\w+)\(/;
const HAS_MAPS = /\{|attributes|capacity|getQuery|device/;

interface Waiting {
  readonly text: string;
  readonly resolve: (answer: Answer) => void;
}

/** Answers questions by the reference. Call `end` when done. */
export class Reference {
  readonly #file: string;
  #waiting: Waiting[] = [];
  #child: ChildProcessWithoutNullStreams | undefined;
  #watch: NodeJS.Timeout | undefined;

  /** `file` is the program `cel` that `npm run oracle:build` makes. */
  constructor(file: string) {
    this.#file = file;
  }

  /** The versions of the reference by module. Throws when the program does not run. */
  versions(): Readonly<Record<string, string>> {
    const { stdout, status } = spawnSync(this.#file, ['-version'], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${this.#file} does not run`);
    return JSON.parse(stdout) as Record<string, string>;
  }

  /** The reference's answer. Many questions can be asked at once. A question that ends the process counts as refused. */
  ask(question: Question): Promise<Answer> {
    const repeat = LOOKS_INTO_MAPS.test(question.expression) && HAS_MAPS.test(question.expression) ? REPEATS : 0;
    const text = JSON.stringify({ ...question, repeat });
    return new Promise((resolve) => {
      this.#waiting.push({ text, resolve });
      this.#child ??= this.#start();
      this.#child.stdin.write(`${text}\n`);
      if (this.#waiting.length === 1) this.#watchFirst();
    });
  }

  /** Ends the process. What is still waiting is not answered. */
  end(): void {
    clearTimeout(this.#watch);
    this.#waiting = [];
    const child = this.#child;
    this.#child = undefined;
    child?.stdin.end();
  }

  #start(): ChildProcessWithoutNullStreams {
    const child = spawn(this.#file);
    let complaints = '';
    child.stderr.on('data', (data) => {
      complaints = (complaints + String(data)).slice(0, 2000);
    });
    // Writing to a process that has just ended fails; its end is seen to below.
    child.stdin.on('error', () => undefined);
    createInterface({ input: child.stdout, crlfDelay: Number.POSITIVE_INFINITY }).on('line', (line) => {
      if (this.#child === child) this.#take(normalize(line));
    });
    child.on('error', (error) => this.#lose(child, error.message));
    child.on('close', () => this.#lose(child, complaints.split('\n', 1)[0] ?? ''));
    return child;
  }

  #take(answer: Answer): void {
    this.#waiting.shift()?.resolve(answer);
    this.#watchFirst();
  }

  #watchFirst(): void {
    clearTimeout(this.#watch);
    const child = this.#child;
    if (this.#waiting.length === 0 || child === undefined) return;
    this.#watch = setTimeout(() => {
      child.kill('SIGKILL');
      this.#lose(child, `no answer within ${QUESTION_MILLISECONDS / 1000} s`);
    }, QUESTION_MILLISECONDS);
  }

  /** The first question in waiting ended the process, or made it hang: the others are asked again, of a new one. */
  #lose(child: ChildProcessWithoutNullStreams, reason: string): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    this.#waiting.shift()?.resolve({ refused: `${LOST}: ${reason}` });
    if (this.#waiting.length === 0) return;
    this.#child = this.#start();
    for (const { text } of this.#waiting) this.#child.stdin.write(`${text}\n`);
    this.#watchFirst();
  }
}

const LOST = 'the reference ended';

/** Tells whether the reference did not survive the question. */
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
