import { expect, it } from 'vitest';
import type { Value } from '../../../../src/explain/suggest/edits/device-facts.js';
import { byNearness } from '../../../../src/explain/suggest/edits/near-values.js';

it.each<[string, Value, readonly Value[], readonly Value[]]>([
  ['integers', 4n, [9n, 5n, 1n, 2n], [5n, 2n, 1n, 9n]],
  ['amounts, whatever their units', '40Gi', ['16Gi', '80Gi', '32Gi', '1Ti', '45G'], ['32Gi', '45G', '16Gi', '80Gi', '1Ti']],
  ['versions, not as texts', '10.0.0', ['9.2.0', '2.0.0', '10.1.0', '9.10.0'], ['9.10.0', '10.1.0', '9.2.0', '2.0.0']],
  ['texts as they come', 'b', ['c', 'a', '1'], ['c', 'a', '1']],
  ['booleans as they come', true, [false], [false]],
])('%s', (_, given, values, expected) => {
  expect(byNearness(values, given)).toEqual(expected);
});
