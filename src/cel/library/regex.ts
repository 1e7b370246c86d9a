// Regular expressions: RE2 through re2js, in linear time. JavaScript's own RegExp backtracks and is never used on what a selector says.

import { RE2JS } from 're2js';
import { Aborted, type Frame } from '../frame.js';
import type { Value } from '../values.js';
import { type Declaration, declare, fail } from './declaration.js';

/** A compiled pattern can be a thousand times its text (`((a{9}){9}){9}`): a limit of the text, which no selector of any use exceeds. */
const MAX_PATTERN_LENGTH = 1_000;
const CACHED_PATTERNS = 200;
const cache = new Map<string, RE2JS | undefined>();

/** The compiled pattern, undefined when it is no regular expression of RE2. Throws Aborted when it is too long for us. */
export function compilePattern(pattern: string): RE2JS | undefined {
  if (pattern.length > MAX_PATTERN_LENGTH)
    throw new Aborted(`regular expression longer than ${MAX_PATTERN_LENGTH} characters: not supported`);
  if (cache.has(pattern)) return cache.get(pattern);
  if (cache.size >= CACHED_PATTERNS) cache.clear();
  let compiled: RE2JS | undefined;
  try {
    compiled = RE2JS.compile(pattern);
  } catch {
    compiled = undefined;
  }
  cache.set(pattern, compiled);
  return compiled;
}

/** Simulating the automaton takes up to (characters x states) steps; states are about as many as the pattern has characters. */
function announce(frame: Frame, text: string, pattern: string): void {
  frame.work(Math.ceil(((text.length + 1) * (pattern.length + 1)) / 8));
}

/** `text.matches(pattern)`: whether the pattern is found anywhere in the text. */
export function matches(frame: Frame, text: string, pattern: string): Value {
  announce(frame, text, pattern);
  return compilePattern(pattern)?.matcher(text).find() ?? fail(`error parsing regexp: ${pattern}`);
}

function find(frame: Frame, text: string, pattern: string): Value {
  announce(frame, text, pattern);
  const matcher = compilePattern(pattern)?.matcher(text);
  if (matcher === undefined) return fail(`Illegal regex: error parsing regexp: ${pattern}`);
  return matcher.find() ? (matcher.group() ?? '') : '';
}

function findAll(frame: Frame, text: string, pattern: string, limit: bigint): Value {
  announce(frame, text, pattern);
  const matcher = compilePattern(pattern)?.matcher(text);
  if (matcher === undefined) return fail(`Illegal regex: error parsing regexp: ${pattern}`);
  const found: string[] = [];
  while ((limit < 0n || found.length < limit) && matcher.find()) {
    announce(frame, '', pattern);
    found.push(matcher.group() ?? '');
  }
  return found;
}

export const REGEX: readonly Declaration[] = [
  declare<[string, string]>('string_find_string', 'string.find(string) string', find),
  declare<[string, string]>('string_find_all_string', 'string.findAll(string) list(string)', (frame, text, pattern) =>
    findAll(frame, text, pattern, -1n),
  ),
  declare<[string, string, bigint]>('string_find_all_string_int', 'string.findAll(string, int) list(string)', findAll),
];
