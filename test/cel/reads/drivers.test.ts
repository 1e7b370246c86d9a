import { expect, test } from 'vitest';
import { driversIn } from '../../../src/cel/reads/drivers.js';

test.each([
  ['device.driver == "gpu.nvidia.com"', ['gpu.nvidia.com']],
  [`device.driver=='a.io' || device.driver == 'b.io'`, ['a.io', 'b.io']],
  ['device.driver != "a.io"', []],
  ['device.attributes["a.io"].driver == "b.io"', []],
])('%s asks for %j', (expression, drivers) => {
  expect(driversIn(expression)).toEqual(drivers);
});
