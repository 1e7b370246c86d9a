import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { STAGE_ERROR, STAGE_MATCH } from '../../../src/allocator/kernel/layout.js';
import { ResidentMemory } from '../../../src/allocator/kernel/resident.js';
import { type PassExports, ResidentSpace } from '../../../src/allocator/kernel/resident-space.js';
import { Random } from '../../differential/generate/random.js';
import { memoryGuard } from '../../support/memory-guard.js';

const STAGES = [STAGE_MATCH, 3, 4, 11, STAGE_ERROR + 3];

describe.each(['solver.wasm', 'solver.debug.wasm'])('stages of devices by their equivalence classes, %s', (name) => {
  it('are those of a plain loop, in portions of any size', () => {
    const module = new WebAssembly.Module(readFileSync(new URL(`../../../build/${name}`, import.meta.url)));
    const random = new Random(5, 1);
    for (let round = 0; round < 200; round++) {
      const memory = new WebAssembly.Memory({ initial: 1, maximum: 64 });
      const watch = memoryGuard.watch(memory);
      const { exports } = new WebAssembly.Instance(module, { env: { memory, abort: () => undefined, ...watch.imports } });
      const resident = new ResidentMemory(new ResidentSpace(memory, exports as unknown as PassExports, watch));
      const count = random.integer(1, 300);
      const stageOfClass = Array.from({ length: random.integer(1, 4) }, () => random.pick(STAGES));
      // Runs of equal neighbours, so that some words are uniform and others mixed.
      const length = random.pick([1, 3, 10, 40, 100]);
      const offset = random.integer(0, length);
      const classes = Array.from({ length: count }, (_, device) => Math.floor((device + offset) / length) % stageOfClass.length);
      const room = Math.ceil(count / 32) * 32;
      const at = {
        classes: resident.take(room * 4),
        stageOfClass: resident.take(64),
        stages: resident.take(room),
        candidates: resident.take(room),
      };
      resident.u32.set(classes, at.classes / 4);
      resident.u8.set(stageOfClass, at.stageOfClass);
      for (let first = 0; first < count; ) {
        const end = Math.min(count, first + random.integer(1, 120));
        resident.markStages(at.classes, at.stageOfClass, at.stages, at.candidates, first, end);
        first = end;
      }
      const stages = classes.map((equivalenceClass) => stageOfClass[equivalenceClass] as number);
      expect([...resident.u8.subarray(at.stages, at.stages + count)]).toEqual(stages);
      const bits = Array.from(
        { length: room },
        (_, device) => ((resident.u32[at.candidates / 4 + (device >>> 5)] as number) >>> (device & 31)) & 1,
      );
      const isCandidate = (stage: number): boolean => stage === STAGE_MATCH || stage >= STAGE_ERROR;
      expect(bits).toEqual(Array.from({ length: room }, (_, device) => (device < count && isCandidate(stages[device] as number) ? 1 : 0)));
    }
  });
});
