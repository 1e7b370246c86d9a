// `rules`: lists the rules of `validate`, or describes one of them with examples.

import type { Style } from '../../../core/base/styled-text.js';
import { didYouMean, UsageError } from '../arguments.js';
import { describeRule } from '../print/rule.js';
import { formatTable } from '../print/table.js';
import { EXIT, type ExitCode, type Streams } from '../streams.js';
import { ALL_RULES, ruleOf } from '../validate/rules.js';

/** Runs the command. Throws {@link UsageError}. */
export function rules([id, ...more]: readonly string[], streams: Streams): ExitCode {
  if (more.length > 0) throw new UsageError(`rules accepts one rule, found "${more[0]}" after it`);
  if (id === undefined) {
    const rows = ALL_RULES.map((rule) => [rule.id, rule.severity, rule.says]);
    streams.out(formatTable(['RULE', 'SEVERITY', 'SAYS'], rows, { styleOf }), { isStyled: true });
    return EXIT.good;
  }
  const rule = ruleOf(id);
  if (rule === undefined) {
    const names = ALL_RULES.map((each) => each.id);
    throw new UsageError(`no rule "${id}"${didYouMean(id, names) || ": run 'dra-allocator rules' for a list"}`);
  }
  streams.out(describeRule(rule));
  return EXIT.good;
}

function styleOf(heading: string, cell: string): Style | undefined {
  return heading === 'SEVERITY' && (cell === 'error' || cell === 'warning') ? cell : undefined;
}
