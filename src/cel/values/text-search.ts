// Finds where a text contains another, in time that grows with both lengths, not with their product. What JavaScript has is quick, but takes the product
// on texts made for it: a part of more than 250 characters that nearly occurs everywhere, and of any length from the end.

import type { Meter } from './values.js';

/** The longest part that the methods of JavaScript look for in linear time, from the start and from the end. */
const LONGEST_FROM_START = 200;
const LONGEST_FROM_END = 4;

/** The work that a character takes, in steps (see Frame.work): by these methods, and by our own. */
const QUICK = 0.15;
const SLOW = 1;
/** Characters that are announced together. */
const ANNOUNCED = 256;

/** The first place of a part from a place on, or -1. Announces its work to the meter. */
export function firstIndexOf(text: string, part: string, from: number, meter: Meter): number {
  const size = Math.max(text.length - from, 0);
  if (part.length > size) return -1;
  if (part.length <= LONGEST_FROM_START) {
    const found = text.indexOf(part, from);
    meter.work((found === -1 ? size : found - from) * QUICK);
    return found;
  }
  const at = knuthMorrisPratt(
    size,
    part.length,
    (index) => text.charCodeAt(from + index),
    (index) => part.charCodeAt(index),
    meter,
  );
  return at === -1 ? -1 : from + at;
}

/** The last place of a part that is not after a place, or -1. Announces its work to the meter. */
export function lastIndexOf(text: string, part: string, from: number, meter: Meter): number {
  const end = Math.min(from + part.length, text.length);
  if (part.length > end) return -1;
  if (part.length <= LONGEST_FROM_END) {
    const found = text.lastIndexOf(part, from);
    meter.work((end - Math.max(found, 0)) * QUICK);
    return found;
  }
  const at = knuthMorrisPratt(
    end,
    part.length,
    (index) => text.charCodeAt(end - 1 - index),
    (index) => part.charCodeAt(part.length - 1 - index),
    meter,
  );
  return at === -1 ? -1 : end - at - part.length;
}

/** The unit at an index. */
type UnitAt = (index: number) => number;

/** The place where the part begins first in the text. */
function knuthMorrisPratt(textSize: number, partSize: number, textAt: UnitAt, partAt: UnitAt, meter: Meter): number {
  meter.work(partSize * SLOW);
  /** Returns how much of the part's beginning also ends before each place of it. */
  const borders = new Int32Array(partSize + 1);
  borders[0] = -1;
  for (let at = 0, border = -1; at < partSize; ) {
    while (border >= 0 && partAt(at) !== partAt(border)) border = borders[border] as number;
    at += 1;
    border += 1;
    borders[at] = border;
  }
  for (let at = 0, matched = 0; at < textSize; at += 1) {
    if (at % ANNOUNCED === 0) meter.work(ANNOUNCED * SLOW);
    while (matched >= 0 && textAt(at) !== partAt(matched)) matched = borders[matched] as number;
    matched += 1;
    if (matched === partSize) return at - partSize + 1;
  }
  return -1;
}
