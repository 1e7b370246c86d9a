// Converts YAML scalars to JSON values and keys as kubectl does, with errors and warnings.

import type { Json } from '../base/json.js';
import { quoted } from './messages.js';
import type { SourceText } from './source-text.js';
import { canResolve, otherReading, resolveScalar, type Scalar, scalarKey } from './yaml-scalar.js';

/** Called for scalars that another YAML reader would read otherwise. */
export type Warn = (offset: number, message: string) => void;

/** All readers read such a text as the same number, and a double represents it exactly. */
const SHORT_INTEGER = /^(?:0|-?[1-9][0-9]{0,14})$/;

/**
 * Reads the scalars of one text. Arguments are the text without quotes and line breaks, whether the scalar is plain (no quotes, no block),
 * its offset, and its full tag, if present.
 */
export class ScalarReader {
  readonly #source: SourceText;
  readonly #warn: Warn | undefined;

  constructor(source: SourceText, warn: Warn | undefined) {
    this.#source = source;
    this.#warn = warn;
  }

  /** Returns the value of a scalar. Throws ReadError if its text does not match its tag, or if JSON cannot represent it. */
  value(text: string, isPlain: boolean, offset: number, tag?: string): Json {
    if (tag === undefined && !(isPlain && canResolve(text))) return text;
    if (tag === undefined && SHORT_INTEGER.test(text)) return Number(text);
    const scalar = this.#resolve(text, isPlain, offset, tag);
    if (scalar.kind === 'int') return Number.isSafeInteger(Number(scalar.value)) ? Number(scalar.value) : scalar.value;
    if (scalar.kind === 'float' && !Number.isFinite(scalar.value)) throw this.#source.errorAt(offset, 'JSON has neither infinity nor NaN');
    return scalar.value;
  }

  /** Returns the key of a scalar. Throws ReadError for null and for numbers that cannot be a key. */
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
    this.#warn(offset, `${quoted(text)} is read as ${describe(scalar)}, as in kubectl; YAML 1.2 reads it as ${describe(other)}`);
  }
}

function describe(scalar: Scalar): string {
  if (scalar.kind === 'string') return 'a string';
  return scalar.kind === 'null' ? 'null' : `the ${scalar.kind === 'bool' ? 'boolean' : 'number'} ${scalar.value}`;
}
