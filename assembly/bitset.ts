// Implements bitsets of 64-bit words in linear memory. `base` is an absolute address, aligned to 8.

/** Requires: `bit` lies within the set. */
export function wordAddress(base: usize, bit: u32): usize {
  return base + ((<usize>bit >> 6) << 3);
}

export function bitMask(bit: u32): u64 {
  return (<u64>1) << (<u64>bit & 63);
}

/** Requires: `bit` lies within the set. */
export function hasBit(base: usize, bit: u32): bool {
  return (load<u64>(wordAddress(base, bit)) & bitMask(bit)) != 0;
}

/**
 * Returns the first bit at or after `from` that is set in `base` and clear in `without`, or -1.
 * Requires: both sets have `words` words; bits after the last device are clear.
 */
export function nextBit(base: usize, without: usize, words: u32, from: u32): i32 {
  let word = from >> 6;
  if (word >= words) return -1;
  let bits = load<u64>(base + ((<usize>word) << 3)) & ~load<u64>(without + ((<usize>word) << 3));
  bits &= ~(<u64>0) << (<u64>from & 63);
  while (bits == 0) {
    word++;
    if (word >= words) return -1;
    bits = load<u64>(base + ((<usize>word) << 3)) & ~load<u64>(without + ((<usize>word) << 3));
  }
  return <i32>((word << 6) + <u32>ctz(bits));
}

/** Returns whether two sets of `words` words share a bit. */
export function intersects(left: usize, right: usize, words: u32): bool {
  const size = (<usize>words) << 3;
  for (let at: usize = 0; at < size; at += 8) {
    if ((load<u64>(left + at) & load<u64>(right + at)) != 0) return true;
  }
  return false;
}

/** Returns the number of bits in a set of `words` words. */
export function countBits(set: usize, words: u32): u32 {
  const end = set + ((<usize>words) << 3);
  let count: u64 = 0;
  for (let at = set; at < end; at += 8) count += popcnt(load<u64>(at));
  return <u32>count;
}

/** Returns the number of bits that two sets share. */
export function countCommon(left: usize, right: usize, words: u32): u32 {
  const size = (<usize>words) << 3;
  let count: u64 = 0;
  for (let at: usize = 0; at < size; at += 8) count += popcnt(load<u64>(left + at) & load<u64>(right + at));
  return <u32>count;
}

export function isEmpty(set: usize, words: u32): bool {
  const end = set + ((<usize>words) << 3);
  for (let at = set; at < end; at += 8) if (load<u64>(at) != 0) return false;
  return true;
}

export function equalSets(left: usize, right: usize, words: u32): bool {
  return memory.compare(left, right, (<usize>words) << 3) == 0;
}

/** Copies `from` to `to`. */
export function copySet(to: usize, from: usize, words: u32): void {
  memory.copy(to, from, (<usize>words) << 3);
}

export function clearSet(set: usize, words: u32): void {
  memory.fill(set, 0, (<usize>words) << 3);
}

/** Adds the bits of `from` to `to`. */
export function addSet(to: usize, from: usize, words: u32): void {
  const size = (<usize>words) << 3;
  for (let at: usize = 0; at < size; at += 8) store<u64>(to + at, load<u64>(to + at) | load<u64>(from + at));
}

/** Adds the bits of `from` that are below `end` to `to`. */
export function addBelow(to: usize, from: usize, end: u32): void {
  const full = (<usize>end >> 6) << 3;
  for (let at: usize = 0; at < full; at += 8) store<u64>(to + at, load<u64>(to + at) | load<u64>(from + at));
  if ((end & 63) != 0) store<u64>(to + full, load<u64>(to + full) | (load<u64>(from + full) & ~(~(<u64>0) << (<u64>end & 63))));
}

/** Intersects `to` with `from`. */
export function keepSet(to: usize, from: usize, words: u32): void {
  const size = (<usize>words) << 3;
  for (let at: usize = 0; at < size; at += 8) store<u64>(to + at, load<u64>(to + at) & load<u64>(from + at));
}

/** Removes the bits of `from` from `to`. */
export function removeSet(to: usize, from: usize, words: u32): void {
  const size = (<usize>words) << 3;
  for (let at: usize = 0; at < size; at += 8) store<u64>(to + at, load<u64>(to + at) & ~load<u64>(from + at));
}

/** Removes every bit below `from`. */
export function removeBelow(set: usize, from: u32, words: u32): void {
  const full = from >> 6;
  for (let word: u32 = 0; word < full && word < words; word++) store<u64>(set + ((<usize>word) << 3), 0);
  if (full < words) {
    const at = set + ((<usize>full) << 3);
    store<u64>(at, load<u64>(at) & (~(<u64>0) << (<u64>from & 63)));
  }
}

/** Returns the first bit at or after `from`, or -1. */
export function firstBit(set: usize, words: u32, from: u32): i32 {
  let word = from >> 6;
  if (word >= words) return -1;
  let bits = load<u64>(set + ((<usize>word) << 3)) & (~(<u64>0) << (<u64>from & 63));
  while (bits == 0) {
    word++;
    if (word >= words) return -1;
    bits = load<u64>(set + ((<usize>word) << 3));
  }
  return <i32>((word << 6) + <u32>ctz(bits));
}

export function addBit(set: usize, bit: u32): void {
  const address = wordAddress(set, bit);
  store<u64>(address, load<u64>(address) | bitMask(bit));
}

export function removeBit(set: usize, bit: u32): void {
  const address = wordAddress(set, bit);
  store<u64>(address, load<u64>(address) & ~bitMask(bit));
}
