// Tests policies for requested amounts of a capacity, with cases from Kubernetes' tests and responses of real API servers.

import { describe, expect, it } from 'vitest';
import { brokenIn, complete, type Variant } from '../../../support/findings.js';

const DEVICE = 'spec.devices[0]';
const POLICY = `${DEVICE}.capacity[memory].requestPolicy`;
const RANGE = `${POLICY}.validRange`;
const VALUES = `${POLICY}.validValues`;
/** Only integers, as in 1.37 by default. */
const INTEGERS: Variant = { kubernetesVersion: '1.37' };
const OLD: Variant = { kubernetesVersion: '1.36' };

const shared = (policy: object, value = '10') => ({
  [`${DEVICE}.allowMultipleAllocations`]: true,
  [`${DEVICE}.capacity`]: { memory: { value, requestPolicy: policy } },
});
const range = (preset: string, bounds: object) => shared({ default: preset, validRange: bounds });
const values = (preset: string, ...validValues: readonly string[]) => shared({ default: preset, validValues });

describe('a request policy', () => {
  it.each(
    complete([
      [
        'needs a device that is shared',
        { ...shared({}), [`${DEVICE}.allowMultipleAllocations`]: false },
        [`request-policy-sharing ${POLICY}`],
      ],
      ['may be empty', shared({}), []],
      ['may have a default alone, of any size', shared({ default: '20' }), []],
      ['has a default for a range', shared({ validRange: { min: '1' } }), [`request-policy-default ${POLICY}.default`]],
      ['has a default for values', shared({ validValues: ['1'] }), [`request-policy-default ${POLICY}.default`]],
      ['needs none for no values', shared({ validValues: [] }), []],
      ['has values or a range', shared({ validValues: ['20'], validRange: {} }), [`request-policy-kind ${POLICY}`]],
      ['may have a range beside no values', shared({ default: '1', validValues: [], validRange: { min: '1' } }), []],
      [
        'is not looked at where the gate is off',
        { ...shared({}), [`${DEVICE}.allowMultipleAllocations`]: false },
        [],
        { featureGates: { DRAConsumableCapacity: false, DRAFractionalCapacityRange: false } },
      ],
    ]),
  )('%s', (_, changes, broken, variant) => {
    expect(brokenIn('ResourceSlice', changes, variant)).toEqual(broken);
  });
});

describe('the values of a request policy', () => {
  it.each(
    complete([
      ['are in order', values('2', '2', '1', '4', '3'), [`request-policy-values ${VALUES}[1]`, `request-policy-values ${VALUES}[3]`]],
      ['are at most the capacity', values('2', '2', '11'), [`request-policy-values ${VALUES}[1]`]],
      ['have the default among them', values('3', '2', '4'), [`request-policy-values ${VALUES}`]],
      ['have the default among them in another form', values('2000m', '2'), []],
      ['differ', values('2', '2', '2'), [`request-policy-values ${VALUES}[1]`]],
      ['differ as they are written, with fractions', values('2', '2', '2.0'), []],
      ['differ when rounded up, with integers', values('2', '1500m', '2'), [`request-policy-values ${VALUES}[1]`], INTEGERS],
      [
        'are 10 at most',
        values('1', ...Array.from({ length: 11 }, (_, at) => String(11 - at))),
        [...Array.from({ length: 10 }, (_, at) => `request-policy-values ${VALUES}[${at + 1}]`).sort()]
          .concat(`request-policy-values ${VALUES}`)
          .sort(),
      ],
    ]),
  )('%s', (_, changes, broken, variant) => {
    expect(brokenIn('ResourceSlice', changes, variant)).toEqual(broken);
  });
});

describe('the range of a request policy', () => {
  const broken = (...fields: readonly string[]) => fields.map((field) => `request-policy-range ${RANGE}.${field}`);
  it.each(
    complete([
      ['has a least amount', range('1', { max: '2' }), broken('min')],
      ['begins within the capacity', range('20', { min: '20' }), broken('min')],
      ['ends within the capacity', range('1', { min: '1', max: '20' }), broken('max')],
      ['has its ends in order', range('4', { min: '4', max: '2' }), broken('default', 'max')],
      ['has the default above its least amount', range('1', { min: '2' }), broken('default')],
      ['has the default above its least amount, which 1.36 says of that', range('1', { min: '2' }), broken('min'), OLD],
      ['has the default below its greatest amount', range('4', { min: '1', max: '2' }), broken('default')],
      ['has the default below its greatest amount, which 1.36 says of that', range('4', { min: '1', max: '2' }), broken('max'), OLD],
      ['may have fractions', range('500m', { min: '250m', max: '1', step: '250m' }), []],
      ['has no fractions of thousandths', range('1u', { min: '1u', max: '2', step: '1u' }), broken('default', 'min', 'step')],
      ['may have fractions of thousandths without a step, with integers', range('1u', { min: '1u', max: '2' }), [], INTEGERS],
    ]),
  )('%s', (_, changes, found, variant) => {
    expect(brokenIn('ResourceSlice', changes, variant)).toEqual(found);
  });
});

describe('the step of a range', () => {
  const broken = (...fields: readonly string[]) => fields.map((field) => `request-policy-step ${RANGE}.${field}`);
  it.each(
    complete([
      ['is more than nothing', range('1', { min: '1', step: '0' }), broken('step')],
      ['is not divided by in 1.36, where the API server fails', range('1', { min: '1', step: '0' }), broken('step'), OLD],
      ['is not negative', range('1', { min: '1', step: '-1' }), broken('step')],
      ['may be negative in 1.36', range('1', { min: '1', step: '-1' }), [], OLD],
      ['fits into the capacity', range('4', { min: '4', step: '7' }), broken('step')],
      ['leads to the default', range('4', { min: '1', step: '2' }), broken('step')],
      ['leads to the greatest amount', range('3', { min: '1', max: '6', step: '2' }), broken('step')],
      ['leads to both', range('5', { min: '1', max: '9', step: '2' }), []],
      ['rounds fractions up, with integers', range('1500m', { min: '1', step: '1' }), [], INTEGERS],
      ['does not round fractions', range('1500m', { min: '1', step: '1' }), broken('step')],
      ['needs amounts that are not negative', range('-1', { min: '-3', max: '-1', step: '2' }), broken('default', 'max', 'min'), INTEGERS],
      [
        'needs amounts of 64 bits',
        range('1', { min: '1', max: '9223372036854775808', step: '1' }),
        [...broken('max'), `request-policy-range ${RANGE}.max`].sort(),
        INTEGERS,
      ],
    ]),
  )('%s', (_, changes, found, variant) => {
    expect(brokenIn('ResourceSlice', changes, variant)).toEqual(found);
  });
});
