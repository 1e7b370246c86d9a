// The example of a claim with whole alternatives, through the command.

import { expect, test } from 'vitest';
import { runProgram } from '../run-program.js';

const INPUT = ['-f', 'examples/first-of-devices'];
const GATE = ['--feature-gates', 'XFirstOfDevices=true'];

test('the second alternative is taken, whole, and says so', async () => {
  const { code, out } = await runProgram(['allocate', ...GATE, ...INPUT, '-o', 'yaml']);
  expect([code, out.match(/firstOfDevicesIndex: \d/g)]).toEqual([0, ['firstOfDevicesIndex: 1']]);
  expect(out).toContain('mode: pair');
  const explained = await runProgram(['explain', ...GATE, ...INPUT]);
  expect(explained.code).toBe(0);
  expect(explained.out).toContain('gpu of alternative 1 is allocated small-1, small-2');
  expect(explained.out).toContain('alternative 0');
});

test('without the gate the field is unknown, and the gate is named', async () => {
  const { code, err } = await runProgram(['allocate', ...INPUT]);
  expect(code).toBe(3);
  expect(err).toContain('it needs the feature gate XFirstOfDevices, which is off by default');
});
