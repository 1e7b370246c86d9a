// A program that runs as a process and answers each input line with one output line, in order. A new process replaces one that ended or timed
// out.

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A program that answers lines. */
interface Answering<T> {
  readonly file: string;
  readonly args: readonly string[];
  /** The time limit of a question, after which the process is ended. */
  readonly milliseconds: number;
  readonly parse: (line: string) => T;
  /** The answer to a question that ended the process. */
  readonly lost: (reason: string) => T;
}

interface Waiting<T> {
  readonly text: string;
  readonly resolve: (answer: T) => void;
}

/** Sends questions to a program. Call `end` when done. */
export class LineProcess<T> {
  readonly #program: Answering<T>;
  #waiting: Waiting<T>[] = [];
  #child: ChildProcessWithoutNullStreams | undefined;
  #watch: NodeJS.Timeout | undefined;

  constructor(program: Answering<T>) {
    this.#program = program;
  }

  /** The answer to a line. Many questions can be sent at once. */
  ask(text: string): Promise<T> {
    return new Promise((resolve) => {
      this.#waiting.push({ text, resolve });
      this.#child ??= this.#start();
      this.#child.stdin.write(`${text}\n`);
      if (this.#waiting.length === 1) this.#watchFirst();
    });
  }

  /** Ends the process. Pending questions stay unanswered. */
  end(): void {
    clearTimeout(this.#watch);
    this.#waiting = [];
    const child = this.#child;
    this.#child = undefined;
    child?.stdin.end();
  }

  #start(): ChildProcessWithoutNullStreams {
    const child = spawn(this.#program.file, this.#program.args);
    let complaints = '';
    child.stderr.on('data', (data) => {
      complaints = (complaints + String(data)).slice(0, 2000);
    });
    // Writing to a process that has just ended fails. The `close` event is handled below.
    child.stdin.on('error', () => undefined);
    createInterface({ input: child.stdout, crlfDelay: Number.POSITIVE_INFINITY }).on('line', (line) => {
      if (this.#child === child) this.#take(this.#program.parse(line));
    });
    child.on('error', (error) => this.#lose(child, error.message));
    child.on('close', () => this.#lose(child, complaints.split('\n', 1)[0] ?? ''));
    return child;
  }

  #take(answer: T): void {
    this.#waiting.shift()?.resolve(answer);
    this.#watchFirst();
  }

  #watchFirst(): void {
    clearTimeout(this.#watch);
    const child = this.#child;
    if (this.#waiting.length === 0 || child === undefined) return;
    const { milliseconds } = this.#program;
    this.#watch = setTimeout(() => {
      child.kill('SIGKILL');
      this.#lose(child, `no answer within ${milliseconds / 1000} s`);
    }, milliseconds);
  }

  /** The first pending question ended or blocked the process. A new process answers the other questions. */
  #lose(child: ChildProcessWithoutNullStreams, reason: string): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    this.#waiting.shift()?.resolve(this.#program.lost(reason));
    if (this.#waiting.length === 0) return;
    this.#child = this.#start();
    for (const { text } of this.#waiting) this.#child.stdin.write(`${text}\n`);
    this.#watchFirst();
  }
}
