// Certificates of strangers, with their inputs.

import type { Certificate } from '../../../src/explain/check/check.js';
import { type Call, CLAIM_INPUTS } from './claims.js';

/** The arguments of `check`. */
export interface CheckCall {
  readonly certificate: Certificate;
  readonly input: object;
}

const range = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));
const proving = (proof: object, input = 'lists of 64 values of which 63 must be common'): CheckCall => ({
  certificate: { version: 1, proof } as never,
  input: (CLAIM_INPUTS[input] as () => Call)(),
});
const COUNT = { rule: 'count', limits: [], groups: [] };
const values = (count: number, proof: object): object => ({
  rule: 'values',
  constraint: [0, 0],
  cases: [{ proof }, ...range(count, (index) => ({ value: `${index}`, proof }))],
});
const limit = (index: number): object => ({
  price: '1',
  unit: '1',
  things: [{ weight: '1', of: ['d.example.com', 's', `d${index % 40}`] }],
});

/** Certificates by name. */
export const CERTIFICATE_INPUTS: Readonly<Record<string, () => CheckCall>> = {
  'a small certificate about 100,000 requests': () => proving(COUNT, '100,000 requests'),
  'a small certificate about 2,000 requests and constraints': () => proving(COUNT, '2,000 requests under 2,000 constraints'),
  'a small certificate about 1,000,000 devices': () => proving(COUNT, 'one slice with 1,000,000 devices'),
  'a small certificate about lists of 64 values': () => proving(COUNT),
  'a small certificate about 100,000 values of a constraint': () => proving(COUNT, '100,000 values under a constraint'),
  'a small certificate about expensive selectors': () => proving(COUNT, '64 devices with 300 selectors'),
  'a small certificate about texts of 4 MB': () => proving(COUNT, 'texts of 4 MB on 20 devices'),
  'a small certificate about 100,000 counters': () => proving(COUNT, '100,000 counters taken by 20 devices'),
  '100,000 cases': () => proving(values(100_000, COUNT)),
  '100,000 limits': () => proving({ ...COUNT, limits: range(100_000, limit) }),
  'steps 10,000 deep': () => proving(range(10_000, (index) => index).reduce<object>((proof) => values(0, proof), COUNT)),
  'numbers of 1 MB': () => proving({ ...COUNT, limits: [{ ...limit(0), price: '9'.repeat(1_000_000) }] }),
};
