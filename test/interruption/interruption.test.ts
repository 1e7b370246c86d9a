// Tests a part of the calls of `node scripts/interruptions.mjs`.

import { expect, it } from 'vitest';
import { REGISTRY } from '../../bench/limits/registry.js';
import { Random } from '../../src/core/base/random.js';
import { cases } from '../support/extent.js';
import { CALLS } from './calls.js';
import { type Findings, interrupt, someLooks } from './interrupt.js';

/** The stride through the cases of a call, and the number of readings for each kind of disturbance. */
const CASES_APART = cases(25, 5);
const LOOKS = 1;
const LOOKS_IN_ALL = 2000;

/** Calls with limits that the registry lists under another kind. */
const FURTHER = ['check'];

it('knows every call that accepts limits, and no other', () => {
  const calls = Object.values(REGISTRY).flatMap((group) => Object.entries(group));
  const limited = calls.filter(([, { kind }]) => kind === 'limited').map(([name]) => name);
  expect(Object.keys(CALLS).sort()).toEqual([...new Set([...limited, ...FURTHER])].sort());
});

it.each(Object.entries(CALLS))('%s answers as it does otherwise, or that it was interrupted', async (name, inputs) => {
  const findings: Findings = { runs: 0, faults: [] };
  const looks = someLooks(LOOKS, LOOKS_IN_ALL, new Random(39));
  for (let index = 0; index < inputs.length; index += CASES_APART)
    await interrupt(name, inputs[index] as (typeof inputs)[number], looks, findings);
  expect(findings.faults).toEqual([]);
  expect(findings.runs).toBeGreaterThan(0);
});
