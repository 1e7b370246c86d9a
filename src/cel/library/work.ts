// Defines the work of library calls on characters and items, in steps (see Frame.work).
// bench/results/cel-work.md lists the work of each overload, as measured by `npm run bench:cel-work`.

import { isAscii } from '../values/characters.js';
import type { Value } from '../values/values.js';

/** A character that native code searches for, compares or skips. */
export const SCANNED = 0.1;
/** A character of a text that is joined. The text is not copied before it is read. */
export const JOINED = 0.05;
/** A character of a text that is looked up in a table. */
export const HASHED = 0.01;
/** A character that is visited individually, for positions in code points. */
export const VISITED = 0.5;
/** An item that is copied into another list. */
export const COPIED = 0.5;

/** The work of reading a text from start to end. */
export const scanOf = (text: string): number => text.length * SCANNED;
/** The factor for non-ASCII characters, if they are parsed one by one or quoted in a message. */
const FOREIGN = 10;
export const spellingOf = (text: string, character: number): number => text.length * character * (isAscii(text) ? 1 : FOREIGN);

/** The work of looking up a text. */
export const hashOf = (text: string): number => text.length * HASHED;
/** The work of copying a list. */
export const copyOf = (list: readonly Value[]): number => list.length * COPIED;
/** The work of checking each character of a text several times, plus `base`. */
export const readingOf =
  (base: number, character: number) =>
  (text: string): number =>
    base + text.length * character;
