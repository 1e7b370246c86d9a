// Searches with a compiled regular expression. re2js parses patterns and compiles them to programs, as Go does; the programs run here, on the
// threads of a nondeterministic automaton, so that each step can be announced: what a search takes depends on how many threads are alive, which
// nobody knows before. Sources: Go regexp/exec.go; https://swtch.com/~rsc/regexp/regexp2.html.

import type { RE2JS } from 're2js';
import type { Meter } from '../values/values.js';

/** Kinds of instructions, as re2js numbers them. */
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

/** Says what an instruction of kind EMPTY_WIDTH may demand of a place. */
const BEGIN_LINE = 1;
const END_LINE = 2;
const BEGIN_TEXT = 4;
const END_TEXT = 8;
const WORD_BOUNDARY = 16;
const NO_WORD_BOUNDARY = 32;

const NEWLINE = 10;
const END = -1;

/** The work that searches take, in steps (see Frame.work): any, a character, and an instruction that a thread comes to. */
const SEARCH_WORK = 20;
const CHARACTER_WORK = 2;
const INSTRUCTION_WORK = 1;
/** Steps that are announced together. */
const ANNOUNCED = 256;
/** The work that a character takes that is only searched for the text with which all matches begin. */
const PREFIX_WORK = 0.1;

/** One instruction of re2js. */
interface Instruction {
  readonly op: number;
  readonly out: number;
  readonly arg: number;
  readonly runes: Int32Array;
  matchRune(rune: number): boolean;
}

/** The part of a compiled pattern that re2js keeps to itself, and its version is pinned for. */
interface Internals {
  readonly re2Input: {
    readonly prefix: string;
    /** Says what a match demands of the place where it begins; -1: there is none. */
    readonly cond: number;
    readonly prog: { readonly inst: readonly Instruction[]; readonly start: number };
  };
}

/** The place where a match is. */
interface Found {
  readonly start: number;
  readonly end: number;
}

/** The threads of one place of the text, by priority: the instruction that each is at, and where its match begins. */
class Threads {
  readonly at: Int32Array;
  readonly starts: Int32Array;
  /** The place where an instruction is among the threads, if it is. */
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

/** A program, and the memory that its searches use one after the other. */
export class Automaton {
  readonly #program: readonly Instruction[];
  readonly #start: number;
  readonly #prefix: string;
  readonly #isImpossible: boolean;
  readonly #isAnchored: boolean;
  readonly #looksAround: boolean;
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
    this.#looksAround = prog.inst.some(({ op }) => op === EMPTY_WIDTH);
    this.#current = new Threads(prog.inst.length);
    this.#next = new Threads(prog.inst.length);
    this.#pending = new Int32Array(prog.inst.length + 1);
  }

  /** The number of instructions. */
  get size(): number {
    return this.#program.length;
  }

  /** Returns whether there is a match anywhere in the text. Announces its work to the meter. */
  test(text: string, meter: Meter): boolean {
    return this.#search(text, 0, true, meter) !== undefined;
  }

  /** The match that Go finds from a place on: of those that begin first the one that a search with backtracking would come to first. */
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

  /** Adds the thread of a match that begins at a place. */
  #begin(text: string, place: number): void {
    if (place === 0 || !this.#isAnchored) this.#add(this.#current, this.#start, place, this.#conditions(text, place));
  }

  /** The next place where a match may begin; -1 for none. */
  #skipTo(text: string, place: number, meter: Meter): number {
    if (this.#isImpossible || (this.#isAnchored && place > 0)) return -1;
    if (this.#prefix === '' || text.startsWith(this.#prefix, place)) return place;
    const found = text.indexOf(this.#prefix, place);
    meter.work(((found === -1 ? text.length : found) - place) * PREFIX_WORK);
    return found;
  }

  /** Moves the threads over a character. The match of the first that has come to one; those behind it end. */
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

  /** Adds the threads that begin at an instruction, those of higher priority first. */
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

  /** Gives what the place before a character fulfils. */
  #conditions(text: string, place: number): number {
    if (!this.#looksAround) return 0;
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

/** Returns whether an instruction goes on at a character. */
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

/** Letters and digits of ASCII, and the low line. */
function isWord(unit: number): boolean {
  return (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90) || unit === 95 || (unit >= 97 && unit <= 122);
}
