// Compiled regular expressions: RE2 through re2js, in linear time. JavaScript's own RegExp backtracks and is never used on what a
// selector says. What compiling takes is known before it is done: `((a{9}){9}){9}` is short and makes hundreds of states.

import { RE2JS } from 're2js';
import { LruCache } from '../../lru-cache.js';
import { ownText } from '../../own-text.js';
import { Aborted } from '../frame.js';
import { Failure, type Meter } from '../values.js';

/** Limits that no selector of any use exceeds: of the text, and of the states that it makes. */
const MAX_LENGTH = 1_000;
const MAX_STATES = 8_000;
/** What compiling takes, in steps (see Frame.work): for any pattern, for a state, and for a class such as `\p{L}`, whose ranges are many. */
const PATTERN_WORK = 2_700;
const STATE_WORK = 100;
const CLASS_WORK = 4_000;
/** What a search takes, in steps: for any, and for each state at each character. */
const SEARCH_WORK = 100;
const TRANSITION_WORK = 4;
/** What a compiled pattern takes in memory: any, and for each state. Beside it is the automaton that its searches make, of up to 8 MiB. */
const PATTERN_BYTES = 1_024;
const STATE_BYTES = 128;
const MOST_SEARCH_BYTES = 8 << 20;

/** What is kept of a pattern. */
interface Compiled {
  readonly pattern: RE2JS | Failure;
  readonly states: number;
}

/** Patterns that were compiled before. */
export const compiledPatterns = new LruCache<Compiled>({
  entries: 200,
  bytes: 32 << 20,
  weigh: ({ pattern, states }) => PATTERN_BYTES + states * STATE_BYTES + (pattern instanceof Failure ? 0 : searchBytes(pattern)),
});

/** Where re2js keeps count of the memory of its automaton, which it makes while it searches; `lazyDFA`: null until then. */
interface Searched {
  readonly re2Input?: { readonly lazyDFA?: { readonly stateBudget?: number; readonly memBudget?: number } | null };
}

/** Bytes that the searches for a pattern left with it; the most that they can leave where that is not told. */
export function searchBytes(pattern: RE2JS): number {
  const automaton = (pattern as unknown as Searched).re2Input?.lazyDFA;
  if (automaton === null) return 0;
  const { stateBudget = Number.NaN, memBudget = Number.NaN } = automaton ?? {};
  const bytes = stateBudget - memBudget;
  return Number.isFinite(bytes) ? bytes : MOST_SEARCH_BYTES;
}

/**
 * The compiled pattern, or why it is no regular expression of RE2. Announces the work to the meter. Throws Aborted when it is too
 * large for us.
 */
export function compilePattern(pattern: string, meter: Meter): RE2JS | Failure {
  if (pattern.length > MAX_LENGTH) throw new Aborted(`regular expression longer than ${MAX_LENGTH} characters: not supported`);
  const known = compiledPatterns.get(pattern);
  if (known !== undefined) return known.pattern;
  const states = stateCount(pattern);
  if (states > MAX_STATES) throw new Aborted(`regular expression with more than ${MAX_STATES} states: not supported`);
  meter.work(PATTERN_WORK + states * STATE_WORK + (pattern.split(/\\p/i).length - 1) * CLASS_WORK);
  const compiled = compile(ownText(pattern));
  compiledPatterns.set(pattern, { pattern: compiled, states });
  return compiled;
}

/** Announces what it takes to search a text for a pattern: the automaton is simulated, with up to all its states at each character. */
export function announceSearch(text: string, pattern: string, meter: Meter): void {
  const states = compiledPatterns.get(pattern)?.states ?? stateCount(pattern);
  meter.work(SEARCH_WORK + (text.length + 1) * (states + 1) * TRANSITION_WORK);
}

/** Bounds what the constant patterns of one expression take together. */
export class PatternBudget implements Meter {
  #left = 2 * MAX_STATES * STATE_WORK;

  /** Announces steps. Throws Aborted. */
  work(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new Aborted(`regular expressions with more than ${2 * MAX_STATES} states: not supported`);
  }
}

function compile(pattern: string): RE2JS | Failure {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    // For Go two groups may have the same name, which is of no use to a selector anyway.
    if (message.includes('duplicate capture group name')) return compile(pattern.replace(/\(\?P?<[A-Za-z0-9_]+>/g, '('));
    return new Failure(message.endsWith('trailing backslash at end of expression') ? `${message}: \`\`` : message);
  }
}

/** A character, an escape, a class, a group's bracket, or a repetition. A class of letters can be as large as the alphabet. */
const PART = /\\[pP](?:\{[^}]*\}|.)|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\(|\)|\{([0-9]+)(?:,([0-9]*))?\}|./gsu;

/** How many states a pattern makes, at most: roughly one for each character, times the repetitions around it. */
export function stateCount(pattern: string): number {
  /** States of what is before the last part, and of the last part, for each group that is open. */
  const open: { before: number; last: number }[] = [{ before: 0, last: 0 }];
  for (const [part, least, most] of pattern.matchAll(PART)) {
    const group = open.at(-1) as { before: number; last: number };
    if (part === '(') open.push({ before: 0, last: 0 });
    else if (part === ')' && open.length > 1) {
      open.pop();
      addState(open.at(-1) as { before: number; last: number }, group.before + group.last + 2);
    } else if (least !== undefined) group.last *= Math.max(Number(most || least) + 1, 1);
    else addState(group, part.length);
  }
  return open.reduce((sum, { before, last }) => sum + before + last, 0);
}

function addState(group: { before: number; last: number }, states: number): void {
  group.before += group.last;
  group.last = states;
}
