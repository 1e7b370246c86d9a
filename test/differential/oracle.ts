// The reference as a process that is kept, fed through pipes: cases in, answers out, in order. A case that makes it end or that takes
// too long gets a fresh process behind it.

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { readText } from '../../src/core/read/read.js';
import type { Case, NodeAnswer } from '../support/cases.js';
import { jsonText } from './json-text.js';

/** The oracle's answer for one node, with what went wrong. */
export interface OracleNodeAnswer extends NodeAnswer {
  readonly timeout?: boolean;
  readonly panic?: boolean;
  /** The number of times that each message was logged, for example `Insufficient counters`. */
  readonly messages?: Readonly<Record<string, number>>;
}

/** The oracle's answer to a case. */
export interface OracleAnswer {
  readonly reference?: string;
  /** The case could not be read, or the oracle did not survive it. */
  readonly error?: string;
  readonly nodes?: Readonly<Record<string, OracleNodeAnswer>>;
}

/** The reference may search one node for this long. */
const SEARCH_MILLISECONDS = 150;
/** A case may take this long before its process is given up. */
const CASE_MILLISECONDS = 20_000;

interface Waiting {
  readonly text: string;
  readonly resolve: (answer: OracleAnswer) => void;
}

/** Answers cases by the reference. Call `end` when done. */
export class Oracle {
  readonly #file: string;
  #waiting: Waiting[] = [];
  #child: ChildProcessWithoutNullStreams | undefined;
  #watch: NodeJS.Timeout | undefined;

  /** `file` is the program that `npm run oracle:build` makes. */
  constructor(file: string) {
    this.#file = file;
  }

  /** The reference's answer. Many cases can be asked at once. */
  ask(input: Case, searchMilliseconds = SEARCH_MILLISECONDS): Promise<OracleAnswer> {
    const text = jsonText({ ...input, implementations: ['experimental'], timeoutMs: searchMilliseconds });
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
    const child = spawn(this.#file, ['-stable', '-messages']);
    let complaints = '';
    child.stderr.on('data', (data) => {
      complaints = (complaints + String(data)).slice(0, 2000);
    });
    // Writing to a process that has just ended fails; its end is seen to below.
    child.stdin.on('error', () => undefined);
    createInterface({ input: child.stdout, crlfDelay: Number.POSITIVE_INFINITY }).on('line', (line) => {
      if (this.#child === child) this.#take(parse(line));
    });
    child.on('error', (error) => this.#lose(child, error.message));
    child.on('close', () => this.#lose(child, complaints.split('\n', 1)[0] ?? ''));
    return child;
  }

  #take(answer: OracleAnswer): void {
    this.#waiting.shift()?.resolve(answer);
    this.#watchFirst();
  }

  #watchFirst(): void {
    clearTimeout(this.#watch);
    if (this.#waiting.length === 0) return;
    const child = this.#child;
    this.#watch = setTimeout(() => {
      child?.kill('SIGKILL');
      if (child !== undefined) this.#lose(child, `no answer within ${CASE_MILLISECONDS / 1000} s`);
    }, CASE_MILLISECONDS);
  }

  /** The first case in waiting ended the process, or made it hang: the others are asked again, of a new one. */
  #lose(child: ChildProcessWithoutNullStreams, reason: string): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    this.#waiting.shift()?.resolve({ error: `the oracle ended: ${reason}` });
    if (this.#waiting.length === 0) return;
    this.#child = this.#start();
    for (const { text } of this.#waiting) this.#child.stdin.write(`${text}\n`);
    this.#watchFirst();
  }
}

function parse(line: string): OracleAnswer {
  // Ours is exact, JSON.parse is fast.
  const value: unknown = /\d{16}/.test(line) ? readText(line, 'oracle').documents[0]?.value : JSON.parse(line);
  return value as OracleAnswer;
}
