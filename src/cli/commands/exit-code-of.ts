// The exit code that a group stands for which was not placed.

import type { GroupResult } from '../placement/group-result.js';
import { EXIT, type ExitCode } from '../streams.js';

/** Input that is wrong, a limit on the way to an answer, or the answer that it does not fit. */
export function exitCodeOf(result: Exclude<GroupResult, { kind: 'placed' }>): ExitCode {
  if (result.kind === 'error' || (result.kind === 'problem' && result.problem.isLimit === true)) return EXIT.input;
  return result.kind === 'interrupted' ? EXIT.interrupted : EXIT.finding;
}
