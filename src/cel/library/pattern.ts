// Compiles regular expressions with re2js: RE2 runs in linear time. JavaScript's RegExp backtracks and
// is never used for patterns of selectors. The work of compilation is computed in advance.

import { RE2JS } from 're2js';
import { copyText } from '../../core/base/copy-text.js';
import { LruCache } from '../../core/base/lru-cache.js';
import { type Frame, LocalLimit } from '../run/frame.js';
import { Failure } from '../values/values.js';
import { Automaton } from './automaton.js';
import { stateCount } from './pattern-states.js';
import { withSupportedClasses } from './unicode-classes.js';

/** Limits that useful selectors do not reach: the length of the text, and its number of states. */
const MAX_LENGTH = 10_000;
const MAX_STATES = 8_000;
/**
 * The work of compilation in steps (see Frame.work): a constant, per character,
 * per state, and per class such as `\p{L}`, which has many ranges.
 */
const PATTERN_WORK = 1_500;
const TEXT_WORK = 30;
const STATE_WORK = 60;
const CLASS_WORK = 4_000;
/** The memory of a compiled pattern: a constant, and per instruction. */
const PATTERN_BYTES = 1_024;
const INSTRUCTION_BYTES = 256;

/** Returns the bytes of a compiled pattern. */
function patternBytes(pattern: Automaton | Failure): number {
  return PATTERN_BYTES + (pattern instanceof Automaton ? pattern.size * INSTRUCTION_BYTES : 0);
}

/** The cache of compiled patterns. */
const compiledPatterns = new LruCache<Automaton | Failure>({ entries: 200, bytes: 32 << 20, weigh: patternBytes });

/**
 * Returns the compiled pattern, or the reason why it is not an RE2 expression. Reports the work at the first use in an
 * evaluation. Throws LocalLimit if the pattern is too large.
 */
export function compilePattern(pattern: string, frame: Frame): Automaton | Failure {
  const cachedPattern = frame.patterns.get(pattern);
  if (cachedPattern !== undefined) return cachedPattern;
  return frame.once('pattern', pattern, () => {
    frame.work(compilingWork(pattern));
    const compiled = cached(pattern);
    frame.made(patternBytes(compiled));
    return compiled;
  });
}

/** Returns the work of compiling a pattern. Throws LocalLimit. */
function compilingWork(pattern: string): number {
  if (pattern.length > MAX_LENGTH) throw new LocalLimit(`regular expression longer than ${MAX_LENGTH} characters: not supported`);
  const states = stateCount(pattern);
  if (states > MAX_STATES) throw new LocalLimit(`regular expression with more than ${MAX_STATES} states: not supported`);
  return PATTERN_WORK + pattern.length * TEXT_WORK + states * STATE_WORK + (pattern.split(/\\p/i).length - 1) * CLASS_WORK;
}

function cached(pattern: string): Automaton | Failure {
  return compiledPatterns.getOr(pattern, () => compile(copyText(pattern)));
}

/** Limits the work of all constant patterns of one expression. */
export class PatternBudget {
  /** The compiled patterns, which evaluations do not compile again. */
  readonly compiled = new Map<string, Automaton>();
  #left = 2 * MAX_STATES * STATE_WORK;

  /** The bytes of all compiled patterns. */
  get bytes(): number {
    let bytes = 0;
    for (const pattern of this.compiled.values()) bytes += patternBytes(pattern);
    return bytes;
  }

  /** Returns the compiled pattern, or the reason why it is invalid. Throws LocalLimit. */
  compile(pattern: string): Automaton | Failure {
    const cachedPattern = this.compiled.get(pattern);
    if (cachedPattern !== undefined) return cachedPattern;
    this.#left -= compilingWork(pattern);
    if (this.#left < 0) throw new LocalLimit(`regular expressions with more than ${2 * MAX_STATES} states: not supported`);
    const compiled = cached(pattern);
    if (compiled instanceof Automaton) this.compiled.set(pattern, compiled);
    return compiled;
  }
}

function compile(pattern: string): Automaton | Failure {
  try {
    return new Automaton(RE2JS.compile(withSupportedClasses(pattern)));
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    // Go allows two groups with the same name. Selectors cannot use names of groups, so they are removed.
    if (message.includes('duplicate capture group name')) return compile(pattern.replace(/\(\?P?<[A-Za-z0-9_]+>/g, '('));
    return new Failure(message.endsWith('trailing backslash at end of expression') ? `${message}: \`\`` : message);
  }
}
