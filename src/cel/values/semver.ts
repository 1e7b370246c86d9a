// Implements versions like github.com/blang/semver/v4, which the reference uses. Compared with the
// semver package, it parses more strictly (no `v`, no blanks) and has 64-bit numbers.

import { MAX_UINT64 } from '../../core/base/integers.js';
import { cut } from './characters.js';

/**
 * An invalid version, with blang's message. It is thrown but is not an Error, for the same reason as QuantityError: selectors
 * may parse a million versions.
 */
export class SemverError {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** Returns whether a version consists of only three numbers. */
export function isPlainVersion(text: string): boolean {
  return PLAIN.test(text);
}

/** Nearly all versions match. */
const PLAIN = /^(0|[1-9][0-9]{0,17})\.(0|[1-9][0-9]{0,17})\.(0|[1-9][0-9]{0,17})$/;
const NO_PARTS: readonly never[] = [];

/** A semantic version. */
export class Semver {
  readonly major: bigint;
  readonly minor: bigint;
  readonly patch: bigint;
  readonly prerelease: readonly (bigint | string)[];
  /** The printed version, which equals the parsed text: valid versions have only one form. */
  readonly text: string;

  constructor(text: string) {
    this.text = text;
    const plain = PLAIN.exec(text);
    if (plain !== null) {
      this.major = BigInt(plain[1] as string);
      this.minor = BigInt(plain[2] as string);
      this.patch = BigInt(plain[3] as string);
      this.prerelease = NO_PARTS;
      return;
    }
    const parts = splitParts(text);
    this.major = number(parts.major, 'major', 'Major');
    this.minor = number(parts.minor, 'minor', 'Minor');
    this.patch = number(parts.patch, 'patch', 'Patch');
    this.prerelease = parts.prerelease.map(prereleasePart);
    for (const part of parts.build) checkBuildPart(part);
  }

  toString(): string {
    return this.text;
  }

  /** Returns the order of two versions, ignoring build metadata after `+`. */
  compare(other: Semver): -1 | 0 | 1 {
    return (
      orderOf(this.major, other.major) ||
      orderOf(this.minor, other.minor) ||
      orderOf(this.patch, other.patch) ||
      orderOfPrereleases(this.prerelease, other.prerelease)
    );
  }
}

/** The work of comparing versions in steps (see Frame.work): a constant, and per character of versions with a prerelease. */
const COMPARISON_WORK = 20;
const COMPARED = 0.5;

export function semversWork(a: Semver, b: Semver): number {
  if (a.prerelease.length === 0 && b.prerelease.length === 0) return COMPARISON_WORK;
  return COMPARISON_WORK + (lengthOf(a) + lengthOf(b)) * COMPARED;
}

const lengthOf = ({ prerelease, text }: Semver): number => (prerelease.length === 0 ? 0 : text.length);

/** Orders prereleases: before no prerelease, numbers before words, and a prefix before longer ones. */
function orderOfPrereleases(a: readonly (bigint | string)[], b: readonly (bigint | string)[]): -1 | 0 | 1 {
  if (a.length === 0 || b.length === 0) return orderOf(b.length === 0 ? 0 : 1, a.length === 0 ? 0 : 1);
  for (let at = 0; at < a.length && at < b.length; at += 1) {
    const [left, right] = [a[at] as bigint | string, b[at] as bigint | string];
    const order = typeof left === typeof right ? orderOf(left, right) : typeof left === 'bigint' ? -1 : 1;
    if (order !== 0) return order;
  }
  return orderOf(a.length, b.length);
}

function orderOf<T extends bigint | number | string>(a: T, b: T): -1 | 0 | 1 {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Parses like `semver(text, true)`: accepts a leading `v`, leading zeros and missing parts. Throws SemverError. */
export function parseNormalized(text: string): Semver {
  const [major = '', minor, ...rest] = text.replace(/^v/, '').split('.');
  const parts = [major, minor, rest.length > 0 ? rest.join('.') : undefined].filter((part) => part !== undefined).map(withoutLeadingZeros);
  if (parts.length < 3 && /[+-]/.test(parts.at(-1) ?? '')) throw new SemverError('short version cannot contain PreRelease/Build meta data');
  while (parts.length < 3) parts.push('0');
  return new Semver(parts.join('.'));
}

function withoutLeadingZeros(part: string): string {
  if (part.length <= 1) return part;
  const bare = part.replace(/^0+/, '');
  return /^[0-9]/.test(bare) ? bare : `0${bare}`;
}

interface Parts {
  readonly major: string;
  readonly minor: string;
  readonly patch: string;
  readonly prerelease: readonly string[];
  readonly build: readonly string[];
}

function splitParts(text: string): Parts {
  if (text === '') throw new SemverError('Version string empty');
  const [major, minor, ...rest] = text.split('.');
  if (major === undefined || minor === undefined || rest.length === 0) throw new SemverError('No Major.Minor.Patch elements found');
  checkNumber(major, 'major', 'Major');
  checkNumber(minor, 'minor', 'Minor');
  const [beforeBuild, build] = cut(rest.join('.'), '+');
  const [patch, prerelease] = cut(beforeBuild, '-');
  return { major, minor, patch, prerelease: prerelease?.split('.') ?? [], build: build?.split('.') ?? [] };
}

function checkNumber(text: string, name: string, Name: string): void {
  if (!/^[0-9]*$/.test(text)) throw new SemverError(`Invalid character(s) found in ${name} number ${quote(text)}`);
  if (text.length > 1 && text.startsWith('0')) throw new SemverError(`${Name} number must not contain leading zeroes ${quote(text)}`);
  uint64(text);
}

function number(text: string, name: string, Name: string): bigint {
  checkNumber(text, name, Name);
  return BigInt(text);
}

function uint64(text: string): bigint {
  if (text === '') throw new SemverError('strconv.ParseUint: parsing "": invalid syntax');
  const value = text.length <= 20 ? BigInt(text) : MAX_UINT64 + 1n;
  if (value > MAX_UINT64) throw new SemverError(`strconv.ParseUint: parsing ${quote(text)}: value out of range`);
  return value;
}

function prereleasePart(text: string): bigint | string {
  if (text === '') throw new SemverError('Prerelease is empty');
  if (/^[0-9]+$/.test(text)) {
    if (text.length > 1 && text.startsWith('0'))
      throw new SemverError(`Numeric PreRelease version must not contain leading zeroes ${quote(text)}`);
    return uint64(text);
  }
  if (!/^[0-9A-Za-z-]+$/.test(text)) throw new SemverError(`Invalid character(s) found in prerelease ${quote(text)}`);
  return text;
}

function checkBuildPart(text: string): void {
  if (text === '') throw new SemverError('Build meta data is empty');
  if (!/^[0-9A-Za-z-]+$/.test(text)) throw new SemverError(`Invalid character(s) found in build meta data ${quote(text)}`);
}

/** Quotes like Go's %q, for the characters that versions contain. */
function quote(text: string): string {
  return JSON.stringify(text);
}

/** Returns whether a text is a valid version. */
export function isVersion(text: string): boolean {
  return parses(() => new Semver(text));
}

/** Returns whether a text is a valid version after normalization. */
export function isNormalizable(text: string): boolean {
  return parses(() => parseNormalized(text));
}

function parses(parse: () => Semver): boolean {
  try {
    parse();
    return true;
  } catch (error) {
    if (error instanceof SemverError) return false;
    throw error;
  }
}
