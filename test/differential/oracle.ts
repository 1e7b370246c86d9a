// The reference for allocations.

import { readText } from '../../src/core/read/read.js';
import type { Case, NodeAnswer } from '../support/cases.js';
import { LineProcess } from '../support/line-process.js';
import { jsonText } from './json-text.js';

/** The oracle's answer for one node, with its failures. */
export interface OracleNodeAnswer extends NodeAnswer {
  readonly timeout?: boolean;
  readonly panic?: boolean;
  /** The number of times that each message was logged, for example `Insufficient counters`. */
  readonly messages?: Readonly<Record<string, number>>;
}

/** The oracle's answer to a case. */
export interface OracleAnswer {
  readonly reference?: string;
  /** The case could not be read, or the oracle crashed. */
  readonly error?: string;
  readonly nodes?: Readonly<Record<string, OracleNodeAnswer>>;
}

/** The time limit of the reference for one node. */
const SEARCH_MILLISECONDS = 150;
/** The time limit of a case, after which its process is ended. */
const CASE_MILLISECONDS = 20_000;

/** Answers cases with the reference. Call `end` when done. */
export class Oracle {
  readonly #process: LineProcess<OracleAnswer>;

  /** `file` is the program that `npm run oracle:build` makes. */
  constructor(file: string) {
    const lost = (reason: string): OracleAnswer => ({ error: `the oracle ended: ${reason}` });
    this.#process = new LineProcess({ file, args: ['-stable', '-messages'], milliseconds: CASE_MILLISECONDS, parse, lost });
  }

  /** The reference's answer. Many cases can be sent at once. */
  ask(input: Case, searchMilliseconds = SEARCH_MILLISECONDS): Promise<OracleAnswer> {
    return this.#process.ask(jsonText({ ...input, implementations: ['experimental'], timeoutMs: searchMilliseconds }));
  }

  /** Ends the process. Pending cases stay unanswered. */
  end(): void {
    this.#process.end();
  }
}

function parse(line: string): OracleAnswer {
  // Our reader is exact, JSON.parse is fast.
  const value: unknown = /\d{16}/.test(line) ? readText(line, 'oracle').documents[0]?.value : JSON.parse(line);
  return value as OracleAnswer;
}
