// Bitsets of 64-bit words in linear memory. `base` is an absolute address, aligned to 8.

/** Requires: `bit` lies within the set. */
export function wordAddress(base: usize, bit: u32): usize {
  return base + ((<usize>bit >> 6) << 3);
}

/** The mask of a bit within its word. */
export function bitMask(bit: u32): u64 {
  return (<u64>1) << (<u64>bit & 63);
}

/** Requires: `bit` lies within the set. */
export function hasBit(base: usize, bit: u32): bool {
  return (load<u64>(wordAddress(base, bit)) & bitMask(bit)) != 0;
}

/**
 * The first bit at or after `from` that is set in `base` and clear in `without`, or -1.
 * Requires: both sets have `words` words; bits past the last device are clear.
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

/** Whether two sets of `words` words have a bit in common. */
export function intersects(left: usize, right: usize, words: u32): bool {
  const size = (<usize>words) << 3;
  for (let at: usize = 0; at < size; at += 8) {
    if ((load<u64>(left + at) & load<u64>(right + at)) != 0) return true;
  }
  return false;
}
