// Implements the regular expression functions of Kubernetes' library, and `matches`. Source: k8s.io/apiserver pkg/cel/library/regex.go.

import type { Frame } from '../run/frame.js';
import { ITEM_BYTES, OBJECT_BYTES } from '../values/memory.js';
import { Failure, type Value } from '../values/values.js';
import type { Automaton } from './automaton.js';
import { type Declaration, declare, fail } from './declaration.js';
import { compilePattern } from './pattern.js';

/** The work of recording a match, in steps (see Frame.work). */
const MATCH_WORK = 10;

/** Implements `text.matches(pattern)`: returns whether the pattern occurs anywhere in the text. */
export function matches(frame: Frame, text: string, pattern: string): Value {
  const compiled = compilePattern(pattern, frame);
  return compiled instanceof Failure ? compiled : compiled.test(text, frame);
}

const illegal = ({ message }: Failure): Failure => fail(`Illegal regex: ${message}`);

function find(frame: Frame, text: string, pattern: string): Value {
  const compiled = compilePattern(pattern, frame);
  if (compiled instanceof Failure) return illegal(compiled);
  const found = compiled.find(text, 0, frame);
  return found === undefined ? '' : text.slice(found.start, found.end);
}

function findAll(frame: Frame, text: string, pattern: string, limit: bigint): Value {
  const compiled = compilePattern(pattern, frame);
  if (compiled instanceof Failure) return illegal(compiled);
  return allMatches(frame, compiled, text, limit < 0n ? Number.POSITIVE_INFINITY : Number(limit));
}

/** An empty match directly after another match is ignored. */
function allMatches(frame: Frame, pattern: Automaton, text: string, most: number): string[] {
  const matched: string[] = [];
  let lastEnd = -1;
  for (let from = 0; from <= text.length && matched.length < most; ) {
    const found = pattern.find(text, from, frame);
    if (found === undefined) break;
    frame.make(MATCH_WORK, ITEM_BYTES + OBJECT_BYTES);
    const { start, end } = found;
    if (end > start || start !== lastEnd) matched.push(text.slice(start, end));
    lastEnd = end;
    from = end > from ? end : from + ((text.codePointAt(from) ?? 0) > 0xffff ? 2 : 1);
  }
  return matched;
}

export const REGEX: readonly Declaration[] = [
  declare<[string, string]>('string_find_string', 'string.find(string) string', 'metered', find),
  declare<[string, string]>('string_find_all_string', 'string.findAll(string) list(string)', 'metered', (frame, text, pattern) =>
    findAll(frame, text, pattern, -1n),
  ),
  declare<[string, string, bigint]>('string_find_all_string_int', 'string.findAll(string, int) list(string)', 'metered', findAll),
];
