// Interprets stages, and writes the stages of all devices of a cluster.

import * as L from './layout';

/** Writes the stages of devices, which are equal within an equivalence class, and the bitset of candidates. */
export function markStages(classes: usize, stageOfClass: usize, stages: usize, candidates: usize, first: u32, end: u32): void {
  for (let device = first; device < end; ) {
    const next = min((device | 31) + 1, end);
    const at = classes + ((<usize>device) << 2);
    const word = candidates + ((<usize>(device >> 5)) << 2);
    if (next - device == 32 && areOfOneClass(at)) {
      const stage = load<u8>(stageOfClass + <usize>load<u32>(at));
      memory.fill(stages + <usize>device, stage, 32);
      store<u32>(word, isCandidate(stage) ? u32.MAX_VALUE : 0);
    } else {
      // Device numbers are never reused, so the bit was never set before.
      let bits = load<u32>(word);
      for (let index = device; index < next; index++) {
        const stage = load<u8>(stageOfClass + <usize>load<u32>(classes + ((<usize>index) << 2)));
        store<u8>(stages + <usize>index, stage);
        bits |= (<u32>isCandidate(stage)) << (index & 31);
      }
      store<u32>(word, bits);
    }
    device = next;
  }
}

/** Returns whether a search must check a device of this stage: it matches, or has an error. */
export function isCandidate(stage: i32): bool {
  return stage == L.STAGE_MATCH || stage >= L.STAGE_ERROR;
}

/** Returns whether 32 consecutive devices are of one equivalence class, as is common. */
function areOfOneClass(classes: usize): bool {
  const first = load<u64>(classes);
  let others: u64 = first ^ ((first << 32) | (first >> 32));
  for (let offset: usize = 8; offset < 128; offset += 8) others |= load<u64>(classes + offset) ^ first;
  return others == 0;
}
