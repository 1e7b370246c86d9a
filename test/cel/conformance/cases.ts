// Reads conformance tests of cel-spec as selector expressions, and compares answers with the expected ones.

import { readFileSync } from 'node:fs';
import { type Answer, EMPTY_DEVICE, type Question } from '../corpus/question.js';

/** A case. Exactly one of `matches`, `fails` and `type` is the expectation. */
export interface SpecCase {
  /** File, section and name of the test, with a number if the name repeats. */
  readonly name: string;
  readonly expression: string;
  /** The selector is true. */
  readonly matches?: true;
  /** The expression is rejected or fails. The message is only informational, since it differs in every implementation. */
  readonly fails?: string;
  /** The static type of the expression. */
  readonly type?: string;
  /** The reference's answer if it differs from cel-spec, since Kubernetes' environment lacks or changes a feature. */
  readonly reference?: string;
}

/** All cases and their origin. */
interface SpecCases {
  readonly source: string;
  readonly commit: string;
  readonly license: string;
  readonly versions: Readonly<Record<string, string>>;
  /** The number of tests that need protocol buffers, by the missing feature. */
  readonly leftOut: Readonly<Record<string, number>>;
  readonly cases: readonly SpecCase[];
}

/** Reads the cases. */
export function readSpecCases(file: string): SpecCases {
  return JSON.parse(readFileSync(file, 'utf8')) as SpecCases;
}

/** Returns the text of the file: one line per case. */
export function specCasesText({ cases, ...header }: SpecCases): string {
  const head = Object.entries(header).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`);
  return `{\n${head.join(',\n')},\n"cases": [\n${cases.map((one) => JSON.stringify(one)).join(',\n')}\n]\n}\n`;
}

/** Returns the question of a case. */
export function questionOf({ expression }: SpecCase): Question {
  return { expression, kind: 'selector', devices: [EMPTY_DEVICE] };
}

/** Returns whether an answer meets the expectation of a case. */
export function isExpected({ fails, type }: SpecCase, { refused, results }: Answer): boolean {
  const [result] = results ?? [];
  if (fails !== undefined) return (refused !== undefined && !refused.includes('not supported')) || result?.error !== undefined;
  if (type === undefined) return result?.value === true;
  if (type === 'bool' || type === 'dyn') return refused === undefined;
  return refused === `must evaluate to bool or the unknown type, not ${type}`;
}

/** Returns an answer in one line. */
export function summary({ refused, results }: Answer): string {
  const [result] = results ?? [];
  return (refused ?? result?.error ?? String(result?.value)).split('\n', 1)[0] as string;
}
