// The exit codes of groups that were not placed.

import type { GroupResult } from '../placement/group-result.js';
import { EXIT, type ExitCode } from '../streams.js';

/** Returns the code of a result: for invalid input, an interruption, or a claim that does not fit. */
export function exitCodeOf(result: Exclude<GroupResult, { kind: 'placed' }>): ExitCode {
  if (result.kind === 'error' || (result.kind === 'problem' && result.problem.isLimit === true)) return EXIT.input;
  return result.kind === 'interrupted' ? EXIT.interrupted : EXIT.finding;
}

/** Returns the exit code of a run. Invalid input outweighs an interruption, which outweighs a claim that does not fit. */
export function worstOf(codes: ReadonlySet<ExitCode>): ExitCode {
  return [EXIT.input, EXIT.interrupted, EXIT.finding].find((code) => codes.has(code)) ?? EXIT.good;
}
