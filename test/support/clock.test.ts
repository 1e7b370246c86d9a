import { expect, it } from 'vitest';
import { loopMilliseconds, timed, timedAsQuiet } from './clock.js';

it('counts what the thread works, and not what it waits for', () => {
  const waiting = timed(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100));
  expect(waiting.result).toBe('timed-out');
  if (process.platform === 'linux') expect(waiting.milliseconds).toBeLessThan(50);
  expect(timed(() => Array.from({ length: 200_000 }, String).sort().length)).toMatchObject({ result: 200_000 });
});

it('takes off by how much the machine is slower than a quiet one, and adds nothing', () => {
  for (let round = 0; round < 20; round += 1) loopMilliseconds();
  const { result, milliseconds } = timedAsQuiet(() => timed(() => Array.from({ length: 300_000 }, String).sort()).milliseconds);
  expect(milliseconds).toBeGreaterThan(result / 20);
  expect(milliseconds).toBeLessThan(result * 1.1 + 1);
});
