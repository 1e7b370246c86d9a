// Implements the semver library of Kubernetes. Source: k8s.io/apiserver pkg/cel/library/semverlib.go.

import { isPlainVersion, parseNormalized, Semver, SemverError, semversWork } from '../values/semver.js';
import type { Value } from '../values/values.js';
import { CONSTANT, type Declaration, declare, fail, since } from './declaration.js';

/** The work of parsing a version. */
const reading = (text: string): number => (isPlainVersion(text) ? PLAIN_WORK : OTHER_WORK + text.length * 4);
const PLAIN_WORK = 40;
const OTHER_WORK = 300;
function parse(text: string, normalize: boolean): Value {
  try {
    return normalize ? parseNormalized(text) : new Semver(text);
  } catch (error) {
    if (error instanceof SemverError) return fail(error.message);
    throw error;
  }
}

/** The reference converts an unsigned number to a signed one without a check. */
const toInt = (value: bigint): bigint => BigInt.asIntN(64, value);

export const SEMVERS: readonly Declaration[] = [
  declare<[string]>('string_to_semver', 'semver(string) Semver', reading, (_, text) => parse(text, false)),
  declare<[string]>('is_semver_string', 'isSemver(string) bool', reading, (_, text) => parse(text, false) instanceof Semver),
  ...since(33, [
    declare<[string, boolean]>('string_bool_to_semver', 'semver(string, bool) Semver', reading, (_, text, normalize) =>
      parse(text, normalize),
    ),
    declare<[string, boolean]>(
      'is_semver_string_bool',
      'isSemver(string, bool) bool',
      reading,
      (_, text, normalize) => parse(text, normalize) instanceof Semver,
    ),
  ]),
  declare<[Semver, Semver]>('semver_is_greater_than', 'Semver.isGreaterThan(Semver) bool', semversWork, (_, a, b) => a.compare(b) === 1),
  declare<[Semver, Semver]>('semver_is_less_than', 'Semver.isLessThan(Semver) bool', semversWork, (_, a, b) => a.compare(b) === -1),
  declare<[Semver, Semver]>('semver_compare_to', 'Semver.compareTo(Semver) int', semversWork, (_, a, b) => BigInt(a.compare(b))),
  declare<[Semver]>('semver_major', 'Semver.major() int', CONSTANT, (_, version) => toInt(version.major)),
  declare<[Semver]>('semver_minor', 'Semver.minor() int', CONSTANT, (_, version) => toInt(version.minor)),
  declare<[Semver]>('semver_patch', 'Semver.patch() int', CONSTANT, (_, version) => toInt(version.patch)),
];
