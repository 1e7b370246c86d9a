// The exit codes that groups stand for which were not placed.

import type { GroupResult } from '../placement/group-result.js';
import { EXIT, type ExitCode } from '../streams.js';

/** Input that is wrong, a limit on the way to an answer, or the answer that it does not fit. */
export function exitCodeOf(result: Exclude<GroupResult, { kind: 'placed' }>): ExitCode {
  if (result.kind === 'error' || (result.kind === 'problem' && result.problem.isLimit === true)) return EXIT.input;
  return result.kind === 'interrupted' ? EXIT.interrupted : EXIT.finding;
}

/** The code of a run in which these came up: input that is wrong outweighs what was not decided, and that what does not fit. */
export function worstOf(codes: ReadonlySet<ExitCode>): ExitCode {
  return [EXIT.input, EXIT.interrupted, EXIT.finding].find((code) => codes.has(code)) ?? EXIT.good;
}
