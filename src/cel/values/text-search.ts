// Searches a text for another in linear time. JavaScript's methods are fast, but quadratic for adversarial texts:
// parts of more than 250 characters that nearly occur everywhere, and any parts in searches from the end.

import type { Meter } from './values.js';

/** The longest parts that JavaScript's methods find in linear time, from the start and from the end. */
const LONGEST_FROM_START = 200;
const LONGEST_FROM_END = 4;

/** The work per character in steps (see Frame.work): by JavaScript's methods, and by the local algorithm. */
const QUICK = 0.15;
const SLOW = 1;
/** The number of characters that are reported together. */
const ANNOUNCED = 256;

/** Returns the first position of a part from a position on, or -1. Reports its work to the meter. */
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

/** Returns the last position of a part at or before a position, or -1. Reports its work to the meter. */
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

/** Returns the unit at an index. */
type UnitAt = (index: number) => number;

/** Returns the first position of the part in the text, or -1. */
function knuthMorrisPratt(textSize: number, partSize: number, textAt: UnitAt, partAt: UnitAt, meter: Meter): number {
  meter.work(partSize * SLOW);
  /** For each position, the length of the longest prefix of the part that ends before this position. */
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
