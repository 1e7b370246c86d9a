// Regular expressions: the functions of Kubernetes' library, and `matches`. Source: k8s.io/apiserver pkg/cel/library/regex.go.

import type { Frame } from '../frame.js';
import { Failure, type Value } from '../values.js';
import { type Declaration, declare, fail } from './declaration.js';
import { announceSearch, compilePattern } from './pattern.js';

/** What it takes to begin a search and to take down a match, in steps. */
const MATCH_WORK = 400;

/** `text.matches(pattern)`: whether the pattern is found anywhere in the text. */
export function matches(frame: Frame, text: string, pattern: string): Value {
  const compiled = compilePattern(pattern, frame);
  announceSearch(text, pattern, frame);
  return compiled instanceof Failure ? compiled : compiled.matcher(text).find();
}

const illegal = ({ message }: Failure): Failure => fail(`Illegal regex: ${message}`);

function find(frame: Frame, text: string, pattern: string): Value {
  const compiled = compilePattern(pattern, frame);
  announceSearch(text, pattern, frame);
  if (compiled instanceof Failure) return illegal(compiled);
  const matcher = compiled.matcher(text);
  return matcher.find() ? (matcher.group() ?? '') : '';
}

function findAll(frame: Frame, text: string, pattern: string, limit: bigint): Value {
  const compiled = compilePattern(pattern, frame);
  announceSearch(text, pattern, frame);
  if (compiled instanceof Failure) return illegal(compiled);
  const matcher = compiled.matcher(text);
  const found: string[] = [];
  let end = -1;
  while ((limit < 0n || found.length < limit) && matcher.find()) {
    frame.work(MATCH_WORK);
    const match = matcher.group() ?? '';
    // Where a match ends no empty one counts, nor does one within a character.
    if (match !== '' || (matcher.start() !== end && !isWithinCharacter(text, matcher.start()))) found.push(match);
    end = matcher.end();
  }
  return found;
}

function isWithinCharacter(text: string, at: number): boolean {
  return at > 0 && (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;
}

export const REGEX: readonly Declaration[] = [
  declare<[string, string]>('string_find_string', 'string.find(string) string', find),
  declare<[string, string]>('string_find_all_string', 'string.findAll(string) list(string)', (frame, text, pattern) =>
    findAll(frame, text, pattern, -1n),
  ),
  declare<[string, string, bigint]>('string_find_all_string_int', 'string.findAll(string, int) list(string)', findAll),
];
