// Cases of the conformance tests of cel-spec, as expressions of selectors, and whether an answer is what they expect.

import { readFileSync } from 'node:fs';
import { type Answer, EMPTY_DEVICE, type Question } from '../corpus/question.js';

/** A case. One of `matches`, `fails` and `type` says what is expected. */
export interface SpecCase {
  /** File, section and name of the test, with a number where that is not unique. */
  readonly name: string;
  readonly expression: string;
  /** The selector holds. */
  readonly matches?: true;
  /** The expression is rejected or fails. The words of cel-spec are for readers: they differ in every implementation. */
  readonly fails?: string;
  /** The static type of the expression. */
  readonly type?: string;
  /** The reference's answer where it does not do what cel-spec expects: Kubernetes' environment has less, or something else. */
  readonly reference?: string;
}

/** All cases, and where they come from. */
interface SpecCases {
  readonly source: string;
  readonly commit: string;
  readonly license: string;
  readonly versions: Readonly<Record<string, string>>;
  /** The number of tests that CEL without protocol buffers cannot say, by what they need. */
  readonly leftOut: Readonly<Record<string, number>>;
  readonly cases: readonly SpecCase[];
}

/** Reads the cases. */
export function readSpecCases(file: string): SpecCases {
  return JSON.parse(readFileSync(file, 'utf8')) as SpecCases;
}

/** The text of the file: a line for each case. */
export function specCasesText({ cases, ...header }: SpecCases): string {
  const head = Object.entries(header).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`);
  return `{\n${head.join(',\n')},\n"cases": [\n${cases.map((one) => JSON.stringify(one)).join(',\n')}\n]\n}\n`;
}

/** The question that a case asks. */
export function questionOf({ expression }: SpecCase): Question {
  return { expression, kind: 'selector', devices: [EMPTY_DEVICE] };
}

/** Returns whether an answer is what a case expects. */
export function isExpected({ fails, type }: SpecCase, { refused, results }: Answer): boolean {
  const [result] = results ?? [];
  if (fails !== undefined) return (refused !== undefined && !refused.includes('not supported')) || result?.error !== undefined;
  if (type === undefined) return result?.value === true;
  if (type === 'bool' || type === 'dyn') return refused === undefined;
  return refused === `must evaluate to bool or the unknown type, not ${type}`;
}

/** An answer in one line. */
export function summary({ refused, results }: Answer): string {
  const [result] = results ?? [];
  return (refused ?? result?.error ?? String(result?.value)).split('\n', 1)[0] as string;
}
