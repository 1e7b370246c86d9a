// Stages: what they mean to a search, and those of all devices of a cluster.

import * as L from './layout';

/** Writes the stages of devices, which are the same within an equivalence class, and which of them are candidates. */
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
      // A number stands for one device for good: its bit was never set before.
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

/** Returns whether a search has to check a device of this stage: it matches, or is an error. */
export function isCandidate(stage: i32): bool {
  return stage == L.STAGE_MATCH || stage >= L.STAGE_ERROR;
}

/** Returns whether 32 devices are of one class, as devices of one kind are. */
function areOfOneClass(classes: usize): bool {
  const first = load<u64>(classes);
  let others: u64 = first ^ ((first << 32) | (first >> 32));
  for (let offset: usize = 8; offset < 128; offset += 8) others |= load<u64>(classes + offset) ^ first;
  return others == 0;
}
