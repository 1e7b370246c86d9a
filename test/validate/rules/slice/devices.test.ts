// Tests devices of slices (number, names, attributes, taints), with cases from
// Kubernetes' tests and responses of API servers 1.34 to 1.37 to mutated slices.

import { describe, expect, it } from 'vitest';
import { brokenIn, complete, errorsIn, type Variant } from '../../../support/findings.js';

const DEVICES = 'spec.devices';
const DEVICE = `${DEVICES}[0]`;
const MODEL = `${DEVICE}.attributes[model]`;
const release = (kubernetesVersion: string): Variant => ({ kubernetesVersion });
const RELEASE_34: Variant = { kubernetesVersion: '1.34', featureGates: { DRADeviceTaints: true, DRAPartitionableDevices: true } };

const list = <T>(length: number, item: (position: number) => T): T[] => Array.from({ length }, (_, at) => item(at));
const devices = (length: number, first: object = {}): object[] => list(length, (at) => ({ name: `gpu-${at}`, ...(at === 0 ? first : {}) }));
const taints = (length: number, first: object = {}): object[] =>
  list(length, (at) => ({ key: `a${at}`, effect: 'NoSchedule', ...(at === 0 ? first : {}) }));
const attributes = (length: number, value: object): object => Object.fromEntries(list(length, (at) => [`a${at}`, value]));
const TAKEN = [{ counterSet: 'a', counters: { b: { value: '1' } } }];

describe('the devices of a slice', () => {
  it.each(
    complete([
      ['may be none', { [DEVICES]: undefined }, []],
      ['are 128 at most', { [DEVICES]: devices(128) }, []],
      ['are no more', { [DEVICES]: devices(129) }, [`device-count ${DEVICES}`]],
      ['are 64 with a taint', { [DEVICES]: devices(64, { taints: taints(1) }) }, []],
      ['are no more with a taint', { [DEVICES]: devices(65, { taints: taints(1) }) }, [`device-count ${DEVICES}`]],
      ['are no more with counters', { [DEVICES]: devices(65, { consumesCounters: TAKEN }) }, [`device-count ${DEVICES}`]],
      ['are no more with a list', { [DEVICES]: devices(65, { attributes: { a: { ints: [1] } } }) }, [`device-count ${DEVICES}`]],
      ['are 128 with no taints in a list', { [DEVICES]: devices(128, { taints: [] }) }, []],
      [
        'are 128 where the gate of taints is off',
        { [DEVICES]: devices(128, { taints: taints(1) }) },
        [],
        { featureGates: { DRADeviceTaints: false } },
      ],
      ['are 128 with a taint in 1.34', { [DEVICES]: devices(128, { taints: taints(1) }) }, [], RELEASE_34],
      ['have labels for names', { [`${DEVICE}.name`]: 'a.b' }, [`device-name ${DEVICE}.name`]],
      ['have names', { [`${DEVICE}.name`]: '' }, [`device-name ${DEVICE}.name`]],
      [
        'have names that differ',
        { [DEVICES]: [{ name: 'a' }, { name: 'b' }, { name: 'a' }, { name: 'a' }] },
        [`device-name-unique ${DEVICES}[2]`, `device-name-unique ${DEVICES}[3]`],
      ],
      [
        'have names that differ, which 1.34 says of the name',
        { [DEVICES]: [{ name: 'a' }, { name: 'a' }] },
        [`device-name-unique ${DEVICES}[1].name`],
        release('1.34'),
      ],
    ]),
  )('%s', (_, changes, broken, variant) => {
    expect(brokenIn('ResourceSlice', changes, variant)).toEqual(broken);
  });

  it('are judged only by what is declared, where they are too many', () => {
    const wrong = { name: 'GPU_0', attributes: { 'a-b': {} }, taints: taints(17, { key: '', effect: 'x' }), bindingConditions: ['a b'] };
    const changes = { [DEVICES]: devices(65, wrong) };
    const declared = [`attribute-value ${DEVICE}.attributes[a-b]`, `device-count ${DEVICES}`, `taint-effect ${DEVICE}.taints[0].effect`];
    expect(brokenIn('ResourceSlice', changes)).toEqual(declared);
    expect(brokenIn('ResourceSlice', changes, release('1.36'))).toEqual([`device-count ${DEVICES}`]);
    const handwritten = brokenIn('ResourceSlice', { [DEVICES]: devices(129, wrong) }, RELEASE_34);
    expect(handwritten).toContain(`device-name ${DEVICE}.name`);
    expect(handwritten).toContain(`taint-key ${DEVICE}.taints[0].key`);
  });

  it('have taints that are judged only by what is declared, where they are too many', () => {
    const changes = { [`${DEVICE}.taints`]: taints(17, { key: '', effect: '' }) };
    expect(brokenIn('ResourceSlice', changes)).toEqual([`taint-count ${DEVICE}.taints`, `taint-effect ${DEVICE}.taints[0].effect`]);
  });
});

describe('taints of a device', () => {
  it.each(
    complete([
      ['are 16 at most', { [`${DEVICE}.taints`]: taints(16) }, []],
      ['are 4 at most in 1.34', { [`${DEVICE}.taints`]: taints(5) }, [`taint-count ${DEVICE}.taints`], RELEASE_34],
      ['may be the same', { [`${DEVICE}.taints`]: [...taints(1), ...taints(1)] }, []],
      ['have an effect of their own for saying something', { [`${DEVICE}.taints`]: taints(1, { effect: 'None' }) }, []],
      [
        'have no such effect in 1.34',
        { [`${DEVICE}.taints`]: taints(1, { effect: 'None' }) },
        [`taint-effect ${DEVICE}.taints[0].effect`],
        RELEASE_34,
      ],
      ['have an effect', { [`${DEVICE}.taints`]: [{ key: 'a' }] }, [`taint-effect ${DEVICE}.taints[0].effect`]],
      ['have a key', { [`${DEVICE}.taints`]: [{ effect: 'None' }] }, [`taint-key ${DEVICE}.taints[0].key`]],
      ['have values of labels', { [`${DEVICE}.taints`]: taints(1, { value: 'a b' }) }, [`taint-value ${DEVICE}.taints[0].value`]],
      ['are not looked at where their gate is off', { [`${DEVICE}.taints`]: taints(17) }, [], { featureGates: { DRADeviceTaints: false } }],
    ]),
  )('%s', (_, changes, broken, variant) => {
    expect(brokenIn('ResourceSlice', changes, variant)).toEqual(broken);
  });

  it('are reported the effect that was meant', () => {
    const [error] = errorsIn('ResourceSlice', { [`${DEVICE}.taints`]: taints(1, { effect: 'noScedule' }) });
    expect(error?.suggestion).toBe('NoSchedule');
  });
});

describe('attributes of a device', () => {
  const attribute = (value: object) => ({ [MODEL]: value });
  const OLD: Variant = { kubernetesVersion: '1.36', featureGates: { DRAListTypeAttributes: true } };
  it.each(
    complete([
      ['are 32 together with capacities', { [`${DEVICE}.attributes`]: attributes(31, { int: 1 }) }, []],
      ['are no more', { [`${DEVICE}.attributes`]: attributes(32, { int: 1 }) }, [`attribute-count ${DEVICE}`]],
      ['have 48 values in all', { [`${DEVICE}.attributes`]: attributes(24, { ints: [1, 2] }) }, []],
      ['have no more values', { [`${DEVICE}.attributes`]: attributes(25, { ints: [1, 2] }) }, [`attribute-count ${DEVICE}`]],
      ['have one value', attribute({}), [`attribute-value ${MODEL}`]],
      ['have one value only', attribute({ int: 1, bool: false }), [`attribute-value ${MODEL}`]],
      ['have a value or a list', attribute({ int: 1, ints: [1] }), [`attribute-value ${MODEL}`]],
      ['have lists that are not empty', attribute({ ints: [] }), [`attribute-list ${MODEL}.ints`, `attribute-value ${MODEL}`]],
      ['have lists that are not empty, a value in 1.36', attribute({ ints: [] }), [`attribute-list ${MODEL}.ints`], OLD],
      ['have no value beside an empty list', attribute({ int: 1, ints: [] }), [`attribute-list ${MODEL}`, `attribute-list ${MODEL}.ints`]],
      [
        'have no value beside an empty list in 1.36',
        attribute({ int: 1, ints: [] }),
        [`attribute-list ${MODEL}.ints`, `attribute-value ${MODEL}`],
        OLD,
      ],
      ['have no value where the gate of their list is off', attribute({ ints: [1] }), [`attribute-value ${MODEL}`], release('1.37')],
      ['have texts of 64 bytes', attribute({ string: 'é'.repeat(32) }), []],
      ['have no longer texts', attribute({ string: 'é'.repeat(33) }), [`attribute-text ${MODEL}.string`]],
      ['have no longer texts in a list', attribute({ strings: ['a', 'a'.repeat(65)] }), [`attribute-text ${MODEL}.strings[1]`]],
      ['have no longer versions', attribute({ version: `1.0.0-${'a'.repeat(60)}` }), [`attribute-text ${MODEL}.version`]],
      ['have versions in a list', attribute({ versions: ['1.0.0', '1.0'] }), [`attribute-version ${MODEL}.versions[1]`]],
      ['may have empty texts', attribute({ string: '' }), []],
    ]),
  )('%s', (_, changes, broken, variant) => {
    expect(brokenIn('ResourceSlice', changes, variant)).toEqual(broken);
  });

  it('of v1beta1 are named in `basic` where their value is declared, and in the device otherwise', () => {
    const basic = { [DEVICES]: [{ name: 'a', basic: { attributes: { b: {}, c: { version: '1' } } } }] };
    expect(brokenIn('ResourceSlice', basic, { apiVersion: 'resource.k8s.io/v1beta1' })).toEqual([
      `attribute-value ${DEVICE}.basic.attributes[b]`,
      `attribute-version ${DEVICE}.attributes[c].version`,
    ]);
  });

  it.each([
    ['1.2', '1.2.0'],
    ['v1.2.3', '1.2.3'],
    ['1', '1.0.0'],
    ['01.2.3', '1.2.3'],
    ['v2-rc.1', '2.0.0-rc.1'],
    ['1.2.3.4', undefined],
    ['1.0.0-01', undefined],
    ['1.0.0-a..b', undefined],
    ['', undefined],
    ['latest', undefined],
  ])('have no version %j, and are told %j', (version, suggestion) => {
    const [error, ...others] = errorsIn('ResourceSlice', attribute({ version }));
    expect(error).toMatchObject({ rule: 'attribute-version', path: `${MODEL}.version` });
    expect(error?.suggestion).toBe(suggestion);
    expect(others).toEqual([]);
  });
});

describe('the name of an attribute or a capacity', () => {
  const named = (name: string) => ({
    [`${DEVICE}.attributes`]: { [name]: { int: 1 } },
    [`${DEVICE}.capacity`]: { [name]: { value: '1' } },
  });
  it.each(['a', '_a1', 'a'.repeat(32), 'example.com/a', 'EXAMPLE.com/a', `${'a'.repeat(63)}/${'a'.repeat(32)}`, 'a/b/c', '//'])(
    'may be %s',
    (name) => {
      expect(brokenIn('ResourceSlice', named(name))).toEqual([]);
    },
  );

  it.each(['', 'a-b', '1a', 'a'.repeat(33), '/a', 'a/', '/', 'a_b/c', `${'a'.repeat(64)}/a`, 'a/b-c', 'é'])('is not %j', (name) => {
    expect(brokenIn('ResourceSlice', named(name))).toEqual([`qualified-name ${DEVICE}.attributes`, `qualified-name ${DEVICE}.capacity`]);
    const keys = [`qualified-name ${DEVICE}.attributes[${name}]`, `qualified-name ${DEVICE}.capacity[${name}]`];
    expect(brokenIn('ResourceSlice', named(name), release('1.35'))).toEqual(keys);
  });

  it('is cut in paths where it is very long', () => {
    const name = 'a'.repeat(200);
    const [error] = errorsIn('ResourceSlice', { [`${DEVICE}.attributes`]: { [name]: { version: '1' } } });
    const found = errorsIn('ResourceSlice', { [`${DEVICE}.attributes`]: { [name]: { version: '1' } } }).map(({ path }) => path);
    expect(error?.path).toBe(`${DEVICE}.attributes`);
    expect(found).toContain(`${DEVICE}.attributes[${'a'.repeat(47)}...${'a'.repeat(46)}].version`);
  });

  it('that was meant is reported', () => {
    expect(errorsIn('ResourceSlice', named('gpu-model'))[0]?.suggestion).toBe('gpu_model');
  });
});
