// Scalars of YAML -> values and keys of JSON, as kubectl makes them, with what is wrong or doubtful about them.

import type { Json } from '../base/json.js';
import { quoted } from './messages.js';
import type { SourceText } from './source-text.js';
import { canResolve, otherReading, resolveScalar, type Scalar, scalarKey } from './yaml-scalar.js';

/** Called for scalars that another YAML reader would read otherwise. */
export type Warn = (offset: number, message: string) => void;

/** All readers take such a text for one number, and a double holds it. */
const SHORT_INTEGER = /^(?:0|-?[1-9][0-9]{0,14})$/;

/**
 * Reads the scalars of one text. Each is given as what it says, without quotes and line breaks; whether it is plain, that is without
 * quotes and no block; the offset at which it begins; and its full tag, if it has one.
 */
export class ScalarReader {
  readonly #source: SourceText;
  readonly #warn: Warn | undefined;

  constructor(source: SourceText, warn: Warn | undefined) {
    this.#source = source;
    this.#warn = warn;
  }

  /** The value of a scalar. Throws ReadError when its text is not what its tag says, and at what JSON cannot hold. */
  value(text: string, isPlain: boolean, offset: number, tag?: string): Json {
    if (tag === undefined && !(isPlain && canResolve(text))) return text;
    if (tag === undefined && SHORT_INTEGER.test(text)) return Number(text);
    const scalar = this.#resolve(text, isPlain, offset, tag);
    if (scalar.kind === 'int') return Number.isSafeInteger(Number(scalar.value)) ? Number(scalar.value) : scalar.value;
    if (scalar.kind === 'float' && !Number.isFinite(scalar.value)) throw this.#source.errorAt(offset, 'JSON has no infinity and no NaN');
    return scalar.value;
  }

  /** The key that a scalar is. Throws ReadError for null and numbers that cannot be one. */
  key(text: string, isPlain: boolean, offset: number, tag?: string): string {
    if (tag === undefined && !(isPlain && canResolve(text))) return text;
    const scalar = this.#resolve(text, isPlain, offset, tag);
    const key = scalarKey(scalar);
    if (key !== undefined) return key;
    const message = scalar.kind === 'null' ? 'null cannot be a key' : `the number ${scalar.value} is too large for a key`;
    throw this.#source.errorAt(offset, message);
  }

  #resolve(text: string, isPlain: boolean, offset: number, tag: string | undefined): Scalar {
    try {
      const scalar = resolveScalar(text, isPlain, tag);
      if (isPlain && tag === undefined) this.#warnIfAmbiguous(text, scalar, offset);
      return scalar;
    } catch (error) {
      throw error instanceof RangeError ? this.#source.errorAt(offset, error.message) : error;
    }
  }

  #warnIfAmbiguous(text: string, scalar: Scalar, offset: number): void {
    if (this.#warn === undefined) return;
    const other = otherReading(text, scalar);
    if (other === undefined) return;
    this.#warn(offset, `${quoted(text)} is read as ${describe(scalar)}, as kubectl does; YAML 1.2 says ${describe(other)}`);
  }
}

function describe(scalar: Scalar): string {
  if (scalar.kind === 'string') return 'a string';
  return scalar.kind === 'null' ? 'null' : `the ${scalar.kind === 'bool' ? 'boolean' : 'number'} ${scalar.value}`;
}
