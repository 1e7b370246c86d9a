import fc from 'fast-check';
import compare from 'semver/functions/compare.js';
import { describe, expect, it } from 'vitest';
import { parseNormalized, Semver } from '../../../src/cel/values/semver.js';

const order = [
  '0.0.1',
  '1.0.0-1',
  '1.0.0-2',
  '1.0.0-11',
  '1.0.0--',
  '1.0.0-alpha',
  '1.0.0-alpha.1',
  '1.0.0-alpha.beta',
  '1.0.0-beta',
  '1.0.0',
  '1.2.0',
  '1.10.0',
];
const beyondDoubles = [
  '9007199254740992.0.0-9007199254740992',
  '9007199254740992.0.0-9007199254740993',
  '9007199254740993.0.0',
  '18446744073709551615.0.0',
];

describe('Semver', () => {
  it.each([order, beyondDoubles])('orders versions: %#', (...versions) => {
    const parsed = versions.map((text) => new Semver(text));
    parsed.forEach((version, i) => {
      parsed.forEach((other, j) => {
        expect(version.compare(other)).toBe(Math.sign(i - j));
      });
    });
  });

  it('compares versions on both sides of 2^53', () => {
    expect(new Semver('1.0.0').compare(new Semver('9007199254740993.0.0'))).toBe(-1);
    expect(new Semver('9007199254740993.0.0').compare(new Semver('1.0.0'))).toBe(1);
    expect(new Semver('9007199254740993.0.0').compare(new Semver('9007199254740993.0.0-a'))).toBe(1);
    expect(new Semver('9007199254740993.0.0-a').compare(new Semver('9007199254740993.0.0-1'))).toBe(1);
  });

  it('orders what the package semver can hold as that does', () => {
    const number = fc.oneof(fc.constantFrom('0', '1', '2', '10'), fc.maxSafeNat().map(String));
    const word = fc.stringMatching(/^[0-9]{0,2}[a-cA-C-][0-9a-c-]{0,3}$/);
    const prerelease = fc.array(fc.oneof(number, word), { maxLength: 4 }).map((parts) => (parts.length === 0 ? '' : `-${parts.join('.')}`));
    const triple = fc.oneof(fc.constant(['1', '2', '3']), fc.tuple(number, number, number));
    const version = fc
      .tuple(triple, prerelease, fc.constantFrom('', '+b.1'))
      .map(([numbers, rest, build]) => numbers.join('.') + rest + build);
    fc.assert(
      fc.property(version, version, (a, b) => {
        expect(new Semver(a).compare(new Semver(b))).toBe(compare(a, b));
      }),
      { numRuns: 2_000 },
    );
  });

  it('does not count what follows the plus', () => {
    expect(new Semver('1.2.3+a.b-c').compare(new Semver('1.2.3+d'))).toBe(0);
  });

  it.each([
    ['', 'Version string empty'],
    ['1.2', 'No Major.Minor.Patch elements found'],
    ['v1.2.3', 'Invalid character(s) found in major number "v1"'],
    [' 1.2.3', 'Invalid character(s) found in major number " 1"'],
    ['1.2.3 ', 'Invalid character(s) found in patch number "3 "'],
    ['01.2.3', 'Major number must not contain leading zeroes "01"'],
    ['1.02.3', 'Minor number must not contain leading zeroes "02"'],
    ['1.2.03', 'Patch number must not contain leading zeroes "03"'],
    ['1..3', 'strconv.ParseUint: parsing "": invalid syntax'],
    ['18446744073709551616.0.0', 'strconv.ParseUint: parsing "18446744073709551616": value out of range'],
    ['1.2.3-', 'Prerelease is empty'],
    ['1.2.3-01', 'Numeric PreRelease version must not contain leading zeroes "01"'],
    ['1.2.3-a_b', 'Invalid character(s) found in prerelease "a_b"'],
    ['1.2.3+', 'Build meta data is empty'],
    ['1.2.3+a_b', 'Invalid character(s) found in build meta data "a_b"'],
  ])('refuses %o', (text, message) => {
    expect(() => new Semver(text)).toThrow(message);
  });
});

describe('parseNormalized', () => {
  it.each([
    ['v1.2.3', '1.2.3'],
    ['1', '1.0.0'],
    ['v1.2', '1.2.0'],
    ['01.02.03', '1.2.3'],
    ['1.2.3-rc.1', '1.2.3-rc.1'],
    ['00.0.0', '0.0.0'],
  ])('forgives %s', (text, plain) => {
    expect(parseNormalized(text).compare(new Semver(plain))).toBe(0);
  });

  it('rejects a short version with more than numbers', () => {
    expect(() => parseNormalized('1.2-rc')).toThrow('short version cannot contain PreRelease/Build meta data');
  });
});
