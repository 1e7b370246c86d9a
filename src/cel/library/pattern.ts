// Compiled regular expressions: RE2 in linear time, through re2js. JavaScript's own RegExp backtracks and is never used on what a
// selector says. What compiling takes is known before it is done.

import { RE2JS } from 're2js';
import { LruCache } from '../../core/base/lru-cache.js';
import { ownText } from '../../core/base/own-text.js';
import { type Frame, OwnLimit } from '../run/frame.js';
import { Failure } from '../values/values.js';
import { Automaton } from './automaton.js';
import { stateCount } from './pattern-states.js';
import { withKnownClasses } from './unicode-classes.js';

/** Limits that no selector of any use exceeds: of the text, and of the states that it makes. */
const MAX_LENGTH = 10_000;
const MAX_STATES = 8_000;
/** The work that compiling takes, in steps (see Frame.work): for any pattern, a character of it, a state, and a class such as `\p{L}`, whose ranges are many. */
const PATTERN_WORK = 1_500;
const TEXT_WORK = 30;
const STATE_WORK = 60;
const CLASS_WORK = 4_000;
/** The memory that a compiled pattern takes: any, and for each instruction. */
const PATTERN_BYTES = 1_024;
const INSTRUCTION_BYTES = 256;

/** Bytes that a compiled pattern takes. */
function patternBytes(pattern: Automaton | Failure): number {
  return PATTERN_BYTES + (pattern instanceof Automaton ? pattern.size * INSTRUCTION_BYTES : 0);
}

/** Patterns that were compiled before. */
const compiledPatterns = new LruCache<Automaton | Failure>({ entries: 200, bytes: 32 << 20, weigh: patternBytes });

/**
 * The compiled pattern, or why it is no regular expression of RE2. Announces the work when the evaluation sees the pattern first. Throws OwnLimit
 * when it is too large for us.
 */
export function compilePattern(pattern: string, frame: Frame): Automaton | Failure {
  const known = frame.patterns.get(pattern);
  if (known !== undefined) return known;
  return frame.once('pattern', pattern, () => {
    frame.work(compilingWork(pattern));
    const compiled = cached(pattern);
    frame.made(patternBytes(compiled));
    return compiled;
  });
}

/** The work that it takes to compile a pattern. Throws OwnLimit. */
function compilingWork(pattern: string): number {
  if (pattern.length > MAX_LENGTH) throw new OwnLimit(`regular expression longer than ${MAX_LENGTH} characters: not supported`);
  const states = stateCount(pattern);
  if (states > MAX_STATES) throw new OwnLimit(`regular expression with more than ${MAX_STATES} states: not supported`);
  return PATTERN_WORK + pattern.length * TEXT_WORK + states * STATE_WORK + (pattern.split(/\\p/i).length - 1) * CLASS_WORK;
}

function cached(pattern: string): Automaton | Failure {
  return compiledPatterns.getOr(pattern, () => compile(ownText(pattern)));
}

/** Bounds what the constant patterns of one expression take together. */
export class PatternBudget {
  /** The patterns, which no evaluation compiles again. */
  readonly compiled = new Map<string, Automaton>();
  #left = 2 * MAX_STATES * STATE_WORK;

  /** Bytes of all of them. */
  get bytes(): number {
    let bytes = 0;
    for (const pattern of this.compiled.values()) bytes += patternBytes(pattern);
    return bytes;
  }

  /** Compiles a pattern. Throws OwnLimit. */
  compile(pattern: string): Automaton | Failure {
    const known = this.compiled.get(pattern);
    if (known !== undefined) return known;
    this.#left -= compilingWork(pattern);
    if (this.#left < 0) throw new OwnLimit(`regular expressions with more than ${2 * MAX_STATES} states: not supported`);
    const compiled = cached(pattern);
    if (compiled instanceof Automaton) this.compiled.set(pattern, compiled);
    return compiled;
  }
}

function compile(pattern: string): Automaton | Failure {
  try {
    return new Automaton(RE2JS.compile(withKnownClasses(pattern)));
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    // For Go two groups may have the same name, which is of no use to a selector anyway.
    if (message.includes('duplicate capture group name')) return compile(pattern.replace(/\(\?P?<[A-Za-z0-9_]+>/g, '('));
    return new Failure(message.endsWith('trailing backslash at end of expression') ? `${message}: \`\`` : message);
  }
}
