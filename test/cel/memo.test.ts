import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CelDevice, CelRuntimeError, compileSelector, resultOf } from '../../src/cel/engine.js';
import { Memo } from '../../src/cel/memo.js';
import type { DeviceAttribute, DeviceCapacity } from '../../src/core/api/resource-slice.js';
import { parseQuantity } from '../../src/core/quantity/quantity.js';
import { cases } from '../support/extent.js';

function device(attributes: Readonly<Record<string, DeviceAttribute>>, driver = 'd'): CelDevice {
  return { driver, attributes: new Map(Object.entries(attributes)), capacity: new Map() };
}

/** Returns an evaluation that counts its runs. */
function counted(expression: string): { readonly evaluate: (device: CelDevice) => boolean; readonly runs: () => number } {
  const selector = compileSelector(expression);
  let runs = 0;
  const memo = new Memo(selector.reads, (candidate) => {
    runs += 1;
    return resultOf(selector.measure(candidate));
  });
  return { evaluate: (candidate) => memo.evaluate(candidate), runs: () => runs };
}

describe('fifty thousand devices that differ in three ways', () => {
  it('cost three evaluations', () => {
    const { evaluate, runs } = counted('device.attributes["d"].model == "b"');
    let matching = 0;
    for (let index = 0; index < 50_000; index++) {
      const model = ['a', 'b', 'c'][index % 3] as string;
      if (evaluate(device({ model: { string: model }, serial: { int: BigInt(index) } }))) matching += 1;
    }
    expect(matching).toBe(16_667);
    expect(runs()).toBe(3);
  });
});

describe('a memo', () => {
  it('gives the same error again', () => {
    const { evaluate, runs } = counted('device.attributes["d"].x == 1');
    const errors = [device({}), device({ y: { int: 1n } })].map((candidate) => {
      try {
        return evaluate(candidate);
      } catch (error) {
        return error;
      }
    });
    expect(errors[0]).toBeInstanceOf(CelRuntimeError);
    expect(errors[1]).toBe(errors[0]);
    expect(runs()).toBe(1);
  });

  it('is abandoned when every device is different', () => {
    const { evaluate, runs } = counted('device.attributes["d"].x >= 0');
    for (let index = 0; index < 3_000; index++) expect(evaluate(device({ x: { int: BigInt(index) } }))).toBe(true);
    for (let round = 0; round < 100; round++) evaluate(device({ x: { int: 1n } }));
    expect(runs()).toBe(3_100);
  });

  it('does not remember errors with long messages, and counts the others', () => {
    const failing = (length: number): { readonly memo: Memo; readonly runs: () => number } => {
      let runs = 0;
      const { reads } = compileSelector('device.attributes["d"].x == 1');
      const fail = (): never => {
        runs += 1;
        throw new CelRuntimeError('e'.repeat(length));
      };
      return { memo: new Memo(reads, fail), runs: () => runs };
    };
    const [short, long] = [failing(1_000), failing(3_000)];
    for (const { memo } of [short, short, long, long]) expect(() => memo.evaluate(device({}))).toThrow(CelRuntimeError);
    expect([short.runs(), long.runs()]).toEqual([1, 2]);
    expect(short.memo.bytes).toBeGreaterThan(4_000);
    expect(long.memo.bytes).toBe(0);
  });

  it('does not remember what is too long', () => {
    const { evaluate, runs } = counted('device.attributes["d"].x != ""');
    const long = device({ x: { string: 'x'.repeat(5_000) } });
    expect([evaluate(long), evaluate(long)]).toEqual([true, true]);
    expect(runs()).toBe(2);
  });
});

const text = fc.constantFrom('', 'a', 'b', '1:a', '-', '1.2.3', 'v1', '1.0.0-x');
const attribute: fc.Arbitrary<DeviceAttribute> = fc.oneof(
  text.map((string) => ({ string })),
  fc.constantFrom(0n, 1n, 12n, 2n ** 63n).map((int) => ({ int })),
  fc.boolean().map((bool) => ({ bool })),
  text.map((version) => ({ version })),
  fc.array(text, { maxLength: 2 }).map((strings) => ({ strings })),
  fc.array(fc.constantFrom(1n, 11n), { maxLength: 2 }).map((ints) => ({ ints })),
  fc.array(fc.boolean(), { maxLength: 2 }).map((bools) => ({ bools })),
  fc.array(text, { maxLength: 1 }).map((versions) => ({ versions })),
  fc.constant({}),
  fc.constant({ string: 'a', int: 1n }),
);
const name = fc.constantFrom('x', 'y', 'd/x', 'd/y', 'e/x', 'e/x/y', '/x', 'd/', '__proto__', 'constructor');
const capacity: fc.Arbitrary<DeviceCapacity> = fc.constantFrom('1', '1Gi', '1000m').map((value) => ({ value: parseQuantity(value) }));
const anyDevice: fc.Arbitrary<CelDevice> = fc.record({
  driver: fc.constantFrom('d', 'e', 'a/b'),
  attributes: fc.array(fc.tuple(name, attribute), { maxLength: 4 }).map((entries) => new Map(entries)),
  capacity: fc.array(fc.tuple(name, capacity), { maxLength: 2 }).map((entries) => new Map(entries)),
  allowMultipleAllocations: fc.boolean(),
});

const EXPRESSIONS = [
  'device.attributes["d"].x == "a"',
  'device.attributes["d"].x == 1 || has(device.attributes["e"].x)',
  'device.attributes["d"].?y.orValue("a") == device.driver || device.allowMultipleAllocations',
  '"d" in device.attributes && !("e" in device.capacity)',
  'device.attributes["e"].exists(k, k == "x")',
  'device.attributes.map(d, device.attributes[d].map(k, k)) == [["x"], ["y", "x"]]',
  'device.capacity["d"].x.compareTo(quantity("1")) == 0',
  'device.attributes["a/b"].x == "a" || device.attributes["e"]["x/y"] == "a"',
  'device.attributes[""].x == 1 || "" in device.attributes["d"]',
  'device.attributes["d"].x.includes(1)',
  'cel.bind(a, device.attributes["d"], a.x == a.y)',
  'size(device.attributes["d"]) > 1 || size(device.capacity) == 1',
  'device.attributes["d"].__proto__ == "a" || has(device.attributes["e"].constructor)',
  'device.attributes["d"].x',
  'true',
];

function outcome(evaluate: () => boolean): string {
  try {
    return String(evaluate());
  } catch (error) {
    if (error instanceof CelRuntimeError) return error.message;
    throw error;
  }
}

describe('a memo gives for every device what an evaluation gives', () => {
  it.each(EXPRESSIONS)('%s', (expression) => {
    fc.assert(
      fc.property(fc.array(anyDevice, { minLength: 1, maxLength: 30 }), (devices) => {
        const selector = compileSelector(expression);
        for (const candidate of devices) {
          const without = outcome(() => resultOf(selector.measure(candidate)));
          expect(outcome(() => selector.evaluate(candidate))).toBe(without);
          expect(outcome(() => selector.evaluate(candidate))).toBe(without);
        }
      }),
      { numRuns: cases(15, 150) },
    );
  });
});
