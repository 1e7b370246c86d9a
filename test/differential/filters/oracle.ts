// The scheduler's own plugins as a program, test/oracle/filters: reads cases and writes answers.

import { spawnSync } from 'node:child_process';
import { readText } from '../../../src/core/read/read.js';
import { jsonText } from '../json-text.js';
import type { FilterCase, OracleAnswer } from './case.js';

const TIME_LIMIT = 300_000;

/** The answers to cases, in order. Throws if the program fails. */
export function askOracle(program: string, cases: readonly FilterCase[]): readonly OracleAnswer[] {
  if (cases.length === 0) return [];
  const input = cases.map((one) => `${jsonText(one)}\n`).join('');
  const { error, status, stdout, stderr } = spawnSync(program, { input, encoding: 'utf8', maxBuffer: 2 ** 30, timeout: TIME_LIMIT });
  if (error !== undefined) throw error;
  const lines = stdout.trimEnd().split('\n');
  if (status !== 0 || lines.length !== cases.length) {
    throw new Error(`the oracle ended with ${status} after ${lines.length} of ${cases.length} answers: ${stderr.slice(0, 2000)}`);
  }
  return lines.map(parseAnswer);
}

/** Reads an answer from its line. */
export function parseAnswer(line: string): OracleAnswer {
  // Our reader is exact, JSON.parse is fast.
  return (/\d{16}/.test(line) ? readText(line, 'oracle').documents[0]?.value : JSON.parse(line)) as OracleAnswer;
}
