// The work of library calls on characters and items, in steps (see Frame.work). docs/reference/cel.md has what each overload takes by these
// figures, as `npm run bench:cel-work` measures it.

import { isAscii } from '../values/characters.js';
import type { Value } from '../values/values.js';

/** A character that native code looks for, compares or reads past. */
export const SCANNED = 0.1;
/** A character of a text that is joined. Nothing is copied before the text is read. */
export const JOINED = 0.05;
/** A character of a text that is looked up in a table. */
export const HASHED = 0.01;
/** A character that is considered by itself: where positions are counted in code points. */
export const VISITED = 0.5;
/** An item that is copied into another list. */
export const COPIED = 0.5;

/** A text that is read from its beginning to its end. */
export const scanOf = (text: string): number => text.length * SCANNED;
/** The factor by which characters take longer that are not ASCII, where they are read one by one, or quoted in a message. */
const FOREIGN = 10;
export const spellingOf = (text: string, character: number): number => text.length * character * (isAscii(text) ? 1 : FOREIGN);

/** A text that is looked up. */
export const hashOf = (text: string): number => text.length * HASHED;
/** A list that is copied. */
export const copyOf = (list: readonly Value[]): number => list.length * COPIED;
/** A text of which each character is considered several times; a call takes `base` next to that. */
export const readingOf =
  (base: number, character: number) =>
  (text: string): number =>
    base + text.length * character;
