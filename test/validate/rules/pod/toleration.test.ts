// Tests tolerations of pods that compare numbers, with the cases of ValidateTolerations in Kubernetes 1.37.1.

import { expect, it } from 'vitest';
import { type ValidateOptions, validate } from '../../../../src/validate/index.js';

/** Returns the invalid fields with their problems. */
function wrongIn(operator: string, value: string, options: ValidateOptions = {}): readonly string[] {
  const tolerations = [{ key: 'sla', operator, value }];
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, spec: { containers: [{ name: 'a', image: 'b' }], tolerations } };
  return validate([pod], options).map(({ path, message }) => `${path}: ${message}`);
}

const ON: ValidateOptions = { kubernetesVersion: '1.37', featureGates: { TaintTolerationComparisonOperators: true } };

it.each(['0', '-1', '950', '9223372036854775807'])('%s is a number that taints are compared with', (value) => {
  expect([...wrongIn('Gt', value), ...wrongIn('Lt', value, ON)]).toEqual([]);
});

it.each([
  ['', 'must be non-empty'],
  ['-', 'must be a valid decimal integer in canonical form'],
  ['01', 'must be a valid decimal integer in canonical form'],
  ['+1', 'must be a valid decimal integer in canonical form'],
  ['high', 'must be a valid decimal integer in canonical form'],
  ['9223372036854775808', 'value out of range'],
])('%j is none', (value, words) => {
  const [wrong, ...others] = wrongIn('Gt', value);
  expect(others).toEqual([]);
  expect(wrong).toMatch(/^spec\.tolerations\[0\]\.value: /);
  expect(wrong).toContain(words);
});

it('without its gate, which every release has off, there are no such operators', () => {
  expect(wrongIn('Gt', '1', { kubernetesVersion: '1.37' })).toEqual([
    expect.stringMatching(/^spec\.tolerations\[0\]\.operator: .*Unsupported value: "Gt"/),
  ]);
  expect(wrongIn('Gte', '1')).toEqual([expect.stringMatching(/^spec\.tolerations\[0\]\.operator: /)]);
});
