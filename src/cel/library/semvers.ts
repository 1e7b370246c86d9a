// The semver library of Kubernetes. Source: k8s.io/apiserver pkg/cel/library/semverlib.go.

import type { Frame } from '../frame.js';
import { parseNormalized, Semver, SemverError } from '../semver.js';
import type { Value } from '../values.js';
import { type Declaration, declare, fail, since } from './declaration.js';

/** Reads a version. Announces its work. */
function parse(frame: Frame, text: string, normalize: boolean): Value {
  frame.work(40 + text.length * 4);
  try {
    return normalize ? parseNormalized(text) : new Semver(text);
  } catch (error) {
    if (error instanceof SemverError) return fail(error.message);
    throw error;
  }
}

/** The reference converts an unsigned number to a signed one without a look. */
const toInt = (value: bigint): bigint => BigInt.asIntN(64, value);

export const SEMVERS: readonly Declaration[] = [
  declare<[string]>('string_to_semver', 'semver(string) Semver', (frame, text) => parse(frame, text, false)),
  declare<[string]>('is_semver_string', 'isSemver(string) bool', (frame, text) => parse(frame, text, false) instanceof Semver),
  ...since(33, [
    declare<[string, boolean]>('string_bool_to_semver', 'semver(string, bool) Semver', (frame, text, normalize) =>
      parse(frame, text, normalize),
    ),
    declare<[string, boolean]>(
      'is_semver_string_bool',
      'isSemver(string, bool) bool',
      (frame, text, normalize) => parse(frame, text, normalize) instanceof Semver,
    ),
  ]),
  declare<[Semver, Semver]>('semver_is_greater_than', 'Semver.isGreaterThan(Semver) bool', (_, a, b) => a.compare(b) === 1),
  declare<[Semver, Semver]>('semver_is_less_than', 'Semver.isLessThan(Semver) bool', (_, a, b) => a.compare(b) === -1),
  declare<[Semver, Semver]>('semver_compare_to', 'Semver.compareTo(Semver) int', (_, a, b) => BigInt(a.compare(b))),
  declare<[Semver]>('semver_major', 'Semver.major() int', (_, version) => toInt(version.major)),
  declare<[Semver]>('semver_minor', 'Semver.minor() int', (_, version) => toInt(version.minor)),
  declare<[Semver]>('semver_patch', 'Semver.patch() int', (_, version) => toInt(version.patch)),
];
