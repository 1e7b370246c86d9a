import { expect, test } from 'vitest';
import { answersAbout, differenceIn } from './one-answer.js';
import { worldOf } from './one-answer-worlds.js';

test('all commands say the same of a pod: whether it goes to a node, and the message of the scheduler where it does not', async () => {
  const seen = { fits: 0, waits: 0 };
  for (let seed = 1000; seed < 1200; seed++) {
    const world = worldOf(seed);
    for (const pod of world.pending) {
      const answers = await answersAbout(pod, world);
      expect(differenceIn(answers), `seed ${seed}, pod ${pod}`).toBeUndefined();
      seen[answers.allocate.fits ? 'fits' : 'waits']++;
    }
  }
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(0);
});
