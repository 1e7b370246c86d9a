// Compares quantities with apimachinery v0.37.2. upstream.json has the output of a Go program for texts and their sums:
// some texts are handwritten, the others come from the grammar.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { NumberLiteral } from '../../../src/core/base/json.js';
import { isQuantity, parseQuantity, Quantity, QuantityError, quantityFromJson, withinLimit } from '../../../src/core/quantity/quantity.js';
import { threadMilliseconds } from '../../support/clock.js';

/** String(), Format, Value(), MilliValue(), Sign(), AsInt64() or null, AsApproximateFloat64(). */
type State = readonly [string, string, string, string, number, string | null, string];
type ParsedRow = readonly [text: string, error: string] | readonly [text: string, ...State];
/** `operands` are applied in turn (`+1Ki`, `-3`); the comparisons are of the running value with the last operand, before it is applied. */
type SumRow = readonly [start: string, operands: readonly string[], compare: number, equal: boolean, ...State];

const upstream = JSON.parse(readFileSync(new URL('upstream.json', import.meta.url), 'utf8')) as {
  readonly parsed: readonly ParsedRow[];
  readonly sums: readonly SumRow[];
};

/** Go's texts of floats differ from ours, so the float is compared as a number. */
function floatOf(text: string): number {
  return text.endsWith('Inf') ? Number(text.replace('Inf', 'Infinity')) : Number(text);
}

function stateOf(q: Quantity): unknown[] {
  const integer = q.asInt64();
  return [
    q.toString(),
    q.format,
    q.value().toString(),
    q.milliValue().toString(),
    q.sign(),
    integer === undefined ? null : integer.toString(),
    q.asApproximateFloat(),
  ];
}

function expected(state: readonly unknown[]): unknown[] {
  return [...state.slice(0, -1), floatOf(String(state.at(-1)))];
}

function errorKind(text: string): string | undefined {
  try {
    parseQuantity(text);
    return undefined;
  } catch (error) {
    return error instanceof QuantityError ? error.kind : `not a QuantityError: ${String(error)}`;
  }
}

describe('upstream', () => {
  it('has enough rows', () => {
    expect(upstream.parsed.length).toBe(3000);
    expect(upstream.sums.length).toBeGreaterThan(2000);
  });

  it('rejects what upstream rejects, for the same reason', () => {
    const refused = upstream.parsed.filter((row) => row.length === 2);
    expect(refused.length).toBeGreaterThan(100);
    expect(refused.map(([text]) => [text, errorKind(text)])).toEqual(refused);
    expect(refused.filter(([text]) => isQuantity(text))).toEqual([]);
  });

  it('reads and prints what upstream reads', () => {
    for (const [text, ...state] of upstream.parsed) {
      if (state.length === 1) continue;
      expect([text, ...stateOf(parseQuantity(text))]).toEqual([text, ...expected(state)]);
    }
  });

  it('adds, subtracts and compares as upstream', () => {
    for (const [start, operands, compare, equal, ...state] of upstream.sums) {
      let sum = parseQuantity(start);
      let comparison: number | undefined;
      let same: boolean | undefined;
      for (const operand of operands) {
        const other = parseQuantity(operand.slice(1));
        comparison = sum.compare(other);
        same = sum.representationEquals(other);
        sum = operand.startsWith('+') ? sum.add(other) : sum.sub(other);
      }
      expect([start, operands, comparison, same, ...stateOf(sum)]).toEqual([start, operands, compare, equal, ...expected(state)]);
    }
  });
});

describe('value', () => {
  it('is exact in nano', () => {
    const nanos = ['1', '1.5Gi', '0.1n', '-1e-10', '123456789.123456789', '-0', '1e21'].map((text) => parseQuantity(text).nano);
    expect(nanos).toEqual([10n ** 9n, 1610612736n * 10n ** 9n, 1n, -1n, 123456789123456789n, 0n, 10n ** 30n]);
  });

  it.each([63, 64, 65, 127, 128, 400, 9_999, 10_000])('is exact in nano for 1e%d', (exponent) => {
    expect(parseQuantity(`1e${exponent}`).nano === 10n ** BigInt(exponent + 9)).toBe(true);
  });

  it('stays exact when a zero brings more digits than nano', () => {
    const sum = parseQuantity('0e-20').add(parseQuantity('2n'));
    expect([sum.nano, sum.toString(), sum.compare(parseQuantity('2n'))]).toEqual([2n, '2n', 0]);
  });

  it('compares by value, whatever the format', () => {
    expect(parseQuantity('1024').compare(parseQuantity('1Ki'))).toBe(0);
    expect(parseQuantity('1000m').cmpInt64(1n)).toBe(0);
    expect(parseQuantity('1001m').cmpInt64(1n)).toBe(1);
    expect(parseQuantity('-1n').cmpInt64(0n)).toBe(-1);
  });

  it.each([
    ['1e400', '1', 1],
    ['-1e400', '1', -1],
    ['-1e400', '-1', -1],
    ['1e400', '2e400', -1],
    ['-1e400', '-2e400', 1],
    ['1e400', `1${'0'.repeat(400)}`, 0],
    ['1e400', `1${'0'.repeat(399)}1`, -1],
    ['-1e400', `-1${'0'.repeat(399)}1`, 1],
    ['1e400', '9'.repeat(400), 1],
    ['0e400', '0', 0],
  ])('compares %s with %s across many powers of ten', (left, right, result) => {
    expect(parseQuantity(left).compare(parseQuantity(right))).toBe(result);
    expect(parseQuantity(right).compare(parseQuantity(left))).toBe(result === 0 ? 0 : -result);
  });
});

describe('representation', () => {
  it('knows int64 and milli quantities from parsed ones', () => {
    expect(Quantity.fromInt64(1025n, 'BinarySI').toString()).toBe('1025');
    expect(Quantity.fromMilli(1500n, 'DecimalSI').toString()).toBe('1500m');
    expect(Quantity.fromInt64(7n, 'DecimalSI').compare(parseQuantity('7'))).toBe(0);
    expect(Quantity.fromInt64(7n, 'DecimalSI').representationEquals(parseQuantity('7'))).toBe(false);
    expect(Quantity.fromInt64(8n, 'DecimalSI').representationEquals(Quantity.fromInt64(8n, 'DecimalSI'))).toBe(true);
    expect(Quantity.fromInt64(2n ** 63n, 'DecimalSI').sign()).toBe(-1);
  });

  it('comes from an API server in its canonical form, read anew', () => {
    const fraction = parseQuantity('1.5Gi').handedOn();
    expect([`${fraction}`, fraction.amount.small, parseQuantity('1.5Gi').amount.small]).toEqual(['1536Mi', true, false]);
    for (const text of ['1', '1e30', '0.5', '+1', '1025Ki']) expect(parseQuantity(text).handedOn(), text).toBe(parseQuantity(text));
    expect(parseQuantity('9223372036854775808').handedOn().amount.small).toBe(false);
    const long = parseQuantity(`1${'1'.repeat(9_990)}.5Ki`);
    expect(long.handedOn().compare(long)).toBe(0);
  });

  it('changes to the unbounded form by a comparison with it, and keeps value and text', () => {
    const one = parseQuantity('+1');
    const compared = one.afterCompare(parseQuantity('1.5Gi'));
    expect([one.asInt64(), compared.asInt64(), compared.toString(), compared.compare(one)]).toEqual([1n, undefined, '+1', 0]);
    expect(one.afterCompare(parseQuantity('2'))).toBe(one);
    expect(compared.afterCompare(compared)).toBe(compared);
  });

  it('prints as a JSON string', () => {
    expect(JSON.stringify({ value: parseQuantity('1.5Gi') })).toBe('{"value":"1536Mi"}');
  });
});

describe('limits of this library', () => {
  it.each([
    ['1e4294967296', '1'],
    ['1e4294967295', '0.1'],
    ['-1E9223372036854775807', '-0.1'],
    ['1e-4294967295', '10'],
  ])('keeps 32 bits of the exponent of %s, as upstream does: %s', (text, same) => {
    expect(parseQuantity(text).compare(parseQuantity(same))).toBe(0);
  });

  it.each([
    ['1e10001', '1e10000'],
    ['-2.5E+999999999', '-2.5e10000'],
    ['1e-10001', '1e-10000'],
    ['1e2147483648', '1e-10000'],
  ])('takes for %s the nearest one within the limit: %s', (text, nearest) => {
    expect(withinLimit(text)).toBe(nearest);
  });

  it.each(['1e10001', '1e-10001', '1e999999999', '-1E2147483648'])('rejects the exponent of %s', (text) => {
    expect(errorKind(text)).toBe('limit');
  });

  it('takes as many characters as documented and no more', () => {
    expect(parseQuantity('9'.repeat(10_000)).sign()).toBe(1);
    expect(errorKind('9'.repeat(10_001))).toBe('limit');
    expect(() => parseQuantity('9'.repeat(1_000_000))).toThrow('quantity has 1000000 characters, more than the limit of 10000');
  });

  it.each(['9'.repeat(10_000), `${'0'.repeat(9_999)}x`, `.${'0'.repeat(9_998)}1`, 'e'.repeat(10_000), `1${'k'.repeat(9_999)}`, '1e-10000'])(
    'reads hostile text without delay',
    (text) => {
      const start = threadMilliseconds();
      for (let i = 0; i < 10; i++) if (errorKind(text) === undefined) parseQuantity(text).toString();
      expect(threadMilliseconds() - start).toBeLessThan(1000);
    },
  );
});

describe('messages', () => {
  it.each([
    ['1ki', 'unable to parse quantity\'s suffix: "ki" (did you mean Ki?)'],
    ['1K', 'unable to parse quantity\'s suffix: "K" (did you mean k or Ki?)'],
    ['1mm', 'or an exponent such as e3)'],
    ['.e-20', 'unable to parse numeric part of quantity'],
    ['three', 'quantities must match the regular expression \'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$\', not "three"'],
  ])('says what is wrong with %s', (text, message) => {
    expect(() => parseQuantity(text)).toThrow(message);
  });

  it('cuts long texts', () => {
    expect(() => parseQuantity('x'.repeat(1000))).toThrow(`not "${'x'.repeat(40)}..."`);
  });
});

describe('quantityFromJson', () => {
  it('takes strings with spaces around them, as the API server does', () => {
    expect(quantityFromJson('  1Ki\u00a0').toString()).toBe('1Ki');
    expect(() => quantityFromJson('1\n')).toThrow(QuantityError);
    expect(() => quantityFromJson('')).toThrow(QuantityError);
    expect(() => parseQuantity(' 1')).toThrow(QuantityError);
  });

  it('takes numbers as JSON writes them', () => {
    const values = [1500, 0.5, -3, 1e21, 2n ** 70n, new NumberLiteral('1.00000000000000000001')];
    const texts = values.map((value) => quantityFromJson(value).toString());
    expect(texts).toEqual(['1500', '500m', '-3', '1e+21', '1180591620717411303424', '1000000001n']);
  });

  it.each([[null], [true], [[]], [{}], [Number.NaN], [Number.POSITIVE_INFINITY]])('rejects %s', (value) => {
    expect(() => quantityFromJson(value)).toThrow(QuantityError);
  });
});

it('gives the same quantity for a text that is read again, however many others were read', () => {
  const first = parseQuantity('40Gi');
  expect(parseQuantity('40Gi')).toBe(first);
  for (let value = 0; value < 5000; value++) expect(parseQuantity(`${value}Mi`).value()).toBe(BigInt(value) << 20n);
  expect(parseQuantity('40Gi')).toEqual(first);
});

describe('thousandths', () => {
  it.each([
    ['1500u', '2m'],
    ['-1u', '-1m'],
    ['1n', '1m'],
    ['0.1Ki', '102400m'],
    ['99999999999999999999.0001', '99999999999999999999001m'],
    ['1Gi', '1Gi'],
  ])('of %s, rounded up, are %s', (text, expected) => {
    expect(parseQuantity(text).roundUpToMilli().toString()).toBe(expected);
  });
});

describe('products', () => {
  it.each<[string, bigint, string, bigint]>([
    ['1.5', 3n, '4500m', 5n],
    ['100m', 7n, '700m', 1n],
    ['1Gi', 0n, '0', 0n],
    ['9223372036854775807', 1n, '9223372036854775807', 9223372036854775807n],
    ['9223372036854775807', 2n, '18446744073709551614', -2n],
  ])('%s times %d is %s', (text, factor, expected, value) => {
    const product = parseQuantity(text).mul(factor);
    expect([product.toString(), product.value()]).toEqual([expected, value]);
  });
});
