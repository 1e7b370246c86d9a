// The reference as a process that is queried over its stdin, so that both sides can be measured in turn while both stay warm.

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import type { ReferenceCase } from './cases.js';

const PROGRAM = join(process.cwd(), 'build/oracle/bench');
const FOLDER = join(process.cwd(), 'build/bench/cases');

/** The answer of the reference. test/oracle/cmd/bench documents it. */
export interface ReferenceAnswer {
  readonly reference: string;
  readonly feasible: number;
  readonly newAllocatorNs: number;
  readonly passNs: number;
  readonly compileNs: number;
  readonly oneShotNs: number;
  readonly decodeNs: number;
  readonly timeout?: boolean;
  readonly blocks: readonly { readonly start: number; readonly seconds: number }[];
  readonly digest: number;
}

/** A running reference. */
export class Reference {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #lines: Interface;
  readonly #answers: AsyncIterator<string>;
  #case = 0;

  constructor() {
    this.#process = spawn(PROGRAM);
    this.#process.stderr.pipe(process.stderr);
    this.#lines = createInterface({ input: this.#process.stdout });
    this.#answers = this.#lines[Symbol.asyncIterator]();
  }

  /** Loads a case, to which all questions refer until the next one. Returns the text of the case. */
  async load(problem: ReferenceCase): Promise<string> {
    mkdirSync(FOLDER, { recursive: true });
    const file = join(FOLDER, `${process.pid}-${this.#case++ % 2}.json`);
    const text = JSON.stringify(problem);
    writeFileSync(file, text);
    await this.ask({ do: 'load', file });
    return text;
  }

  async ask(command: object): Promise<ReferenceAnswer> {
    this.#process.stdin.write(`${JSON.stringify(command)}\n`);
    const { value, done } = await this.#answers.next();
    if (done === true) throw new Error('the reference ended');
    const answer = JSON.parse(value) as ReferenceAnswer & { readonly error?: string };
    if (answer.error !== undefined) throw new Error(`the reference failed: ${answer.error}`);
    return answer;
  }

  end(): void {
    this.#process.stdin.end();
    this.#lines.close();
  }
}
