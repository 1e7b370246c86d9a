// Searches texts with a compiled regular expression. re2js compiles patterns to programs as Go does. The programs run here, on
// the threads of a nondeterministic automaton. Each step counts as work, because the number of live threads is not predictable.
// Sources: Go regexp/exec.go; https://swtch.com/~rsc/regexp/regexp2.html.

import type { RE2JS } from 're2js';
import type { Meter } from '../values/values.js';

/** The kinds of instructions, as re2js numbers them. */
const ALT = 1;
const ALT_MATCH = 2;
const CAPTURE = 3;
const EMPTY_WIDTH = 4;
const MATCH = 6;
const NOP = 7;
const RUNE = 8;
const RUNE1 = 9;
const RUNE_ANY = 10;
const RUNE_ANY_NOT_NL = 11;

/** The conditions that an EMPTY_WIDTH instruction may require of a position. */
const BEGIN_LINE = 1;
const END_LINE = 2;
const BEGIN_TEXT = 4;
const END_TEXT = 8;
const WORD_BOUNDARY = 16;
const NO_WORD_BOUNDARY = 32;

const NEWLINE = 10;
const END = -1;

/** The work of searches in steps (see Frame.work): a constant, per character, and per instruction that a thread reaches. */
const SEARCH_WORK = 20;
const CHARACTER_WORK = 2;
const INSTRUCTION_WORK = 1;
/** The number of steps that are reported together. */
const ANNOUNCED = 256;
/** The work per character while only the common prefix of all matches is searched. */
const PREFIX_WORK = 0.1;

/** One instruction of re2js. */
interface Instruction {
  readonly op: number;
  readonly out: number;
  readonly arg: number;
  readonly runes: Int32Array;
  matchRune(rune: number): boolean;
}

/** The internals of a compiled pattern in re2js, whose version is therefore pinned. */
interface Internals {
  readonly re2Input: {
    readonly prefix: string;
    /** The conditions that a match requires of its start; -1 if there can be no match. */
    readonly cond: number;
    readonly prog: { readonly inst: readonly Instruction[]; readonly start: number };
  };
}

interface Found {
  readonly start: number;
  readonly end: number;
}

/** The threads at one position of the text, by priority: their instructions and the starts of their matches. */
class Threads {
  readonly at: Int32Array;
  readonly starts: Int32Array;
  /** The index of an instruction among the threads, if present. */
  readonly #index: Int32Array;
  size = 0;

  constructor(instructions: number) {
    this.at = new Int32Array(instructions);
    this.starts = new Int32Array(instructions);
    this.#index = new Int32Array(instructions);
  }

  has(instruction: number): boolean {
    const index = this.#index[instruction] as number;
    return index < this.size && this.at[index] === instruction;
  }

  push(instruction: number, start: number): void {
    this.#index[instruction] = this.size;
    this.at[this.size] = instruction;
    this.starts[this.size] = start;
    this.size += 1;
  }
}

/** A program, and the memory that its searches reuse. */
export class Automaton {
  readonly #program: readonly Instruction[];
  readonly #start: number;
  readonly #prefix: string;
  readonly #isImpossible: boolean;
  readonly #isAnchored: boolean;
  readonly #hasAssertions: boolean;
  #current: Threads;
  #next: Threads;
  readonly #pending: Int32Array;
  #unannounced = 0;

  constructor(pattern: RE2JS) {
    const { prog, prefix, cond } = (pattern as unknown as Internals).re2Input;
    this.#program = prog.inst;
    this.#start = prog.start;
    this.#prefix = prefix;
    this.#isImpossible = cond === -1;
    this.#isAnchored = (cond & BEGIN_TEXT) !== 0;
    this.#hasAssertions = prog.inst.some(({ op }) => op === EMPTY_WIDTH);
    this.#current = new Threads(prog.inst.length);
    this.#next = new Threads(prog.inst.length);
    this.#pending = new Int32Array(prog.inst.length + 1);
  }

  /** The number of instructions. */
  get size(): number {
    return this.#program.length;
  }

  /** Returns whether there is a match anywhere in the text. Reports its work to the meter. */
  test(text: string, meter: Meter): boolean {
    return this.#search(text, 0, true, meter) !== undefined;
  }

  /**
   * Returns the match that Go finds from a position on. Of the matches that start first, it is the one that backtracking would
   * find first.
   */
  find(text: string, from: number, meter: Meter): Found | undefined {
    return this.#search(text, from, false, meter);
  }

  #search(text: string, from: number, isAnyGood: boolean, meter: Meter): Found | undefined {
    meter.work(SEARCH_WORK);
    this.#current.size = 0;
    this.#unannounced = 0;
    let found: Found | undefined;
    for (let place = from; ; ) {
      if (this.#current.size === 0) {
        place = found === undefined ? this.#skipTo(text, place, meter) : -1;
        if (place === -1) break;
      }
      const rune = text.codePointAt(place) ?? END;
      if (found === undefined) this.#begin(text, place);
      const next = place + (rune > 0xffff ? 2 : 1);
      const match = this.#step(text, place, rune, next);
      if (match !== undefined) found = match;
      this.#announce(meter);
      if (rune === END || (isAnyGood && found !== undefined)) break;
      [this.#current, this.#next] = [this.#next, this.#current];
      place = next;
    }
    meter.work(this.#unannounced);
    return found;
  }

  /** Adds the thread of a match that starts at a position. */
  #begin(text: string, place: number): void {
    if (place === 0 || !this.#isAnchored) this.#add(this.#current, this.#start, place, this.#conditions(text, place));
  }

  /** Returns the next position at which a match may start; -1 if none exists. */
  #skipTo(text: string, place: number, meter: Meter): number {
    if (this.#isImpossible || (this.#isAnchored && place > 0)) return -1;
    if (this.#prefix === '' || text.startsWith(this.#prefix, place)) return place;
    const found = text.indexOf(this.#prefix, place);
    meter.work(((found === -1 ? text.length : found) - place) * PREFIX_WORK);
    return found;
  }

  /** Moves the threads over a character. Returns the match of the first thread that reached one; threads after it end. */
  #step(text: string, place: number, rune: number, next: number): Found | undefined {
    const [current, following, program] = [this.#current, this.#next, this.#program];
    following.size = 0;
    const conditions = rune === END ? 0 : this.#conditions(text, next);
    this.#unannounced += CHARACTER_WORK;
    for (let index = 0; index < current.size; index += 1) {
      const instruction = program[current.at[index] as number] as Instruction;
      const start = current.starts[index] as number;
      if (instruction.op === MATCH) {
        current.size = 0;
        return { start, end: place };
      }
      if (takes(instruction, rune)) this.#add(following, instruction.out, start, conditions);
    }
    current.size = 0;
    return undefined;
  }

  /** Adds the threads that start at an instruction, in order of priority. */
  #add(threads: Threads, first: number, start: number, conditions: number): void {
    const [program, pending] = [this.#program, this.#pending];
    let waiting = 0;
    let at = first;
    for (;;) {
      if (at === 0 || threads.has(at)) {
        if (waiting === 0) return;
        waiting -= 1;
        at = pending[waiting] as number;
        continue;
      }
      threads.push(at, start);
      this.#unannounced += INSTRUCTION_WORK;
      const { op, out, arg } = program[at] as Instruction;
      if (op === ALT || op === ALT_MATCH) {
        pending[waiting] = arg;
        waiting += 1;
        at = out;
      } else if (op === CAPTURE || op === NOP || (op === EMPTY_WIDTH && (arg & ~conditions) === 0)) at = out;
      else at = 0;
    }
  }

  #announce(meter: Meter): void {
    if (this.#unannounced < ANNOUNCED) return;
    meter.work(this.#unannounced);
    this.#unannounced = 0;
  }

  /** Returns the conditions that the position before a character meets. */
  #conditions(text: string, place: number): number {
    if (!this.#hasAssertions) return 0;
    let conditions = 0;
    const before = place === 0 ? END : text.charCodeAt(place - 1);
    const after = place >= text.length ? END : text.charCodeAt(place);
    if (before === END) conditions |= BEGIN_TEXT | BEGIN_LINE;
    else if (before === NEWLINE) conditions |= BEGIN_LINE;
    if (after === END) conditions |= END_TEXT | END_LINE;
    else if (after === NEWLINE) conditions |= END_LINE;
    return conditions | (isWord(before) === isWord(after) ? NO_WORD_BOUNDARY : WORD_BOUNDARY);
  }
}

/** Returns whether an instruction accepts a character. */
function takes(instruction: Instruction, rune: number): boolean {
  switch (instruction.op) {
    case RUNE:
      return rune !== END && instruction.matchRune(rune);
    case RUNE1:
      return rune === instruction.runes[0];
    case RUNE_ANY:
      return rune !== END;
    case RUNE_ANY_NOT_NL:
      return rune !== END && rune !== NEWLINE;
    default:
      return false;
  }
}

/** Returns whether a unit is an ASCII letter, a digit or an underscore. */
function isWord(unit: number): boolean {
  return (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90) || unit === 95 || (unit >= 97 && unit <= 122);
}
