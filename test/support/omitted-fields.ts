// Signatures as declared, except for one omitted field. The check of each signature must detect the omission.

import { readdirSync, readFileSync } from 'node:fs';
import type * as Signatures from '../../src/core/base/signature.js';

type Make = <T extends object>(fields: Signatures.SignatureFields<T>) => Signatures.Signature<T>;

const SOURCES = new URL('../../src/', import.meta.url).pathname;
const DECLARATION = /^(?:export )?const (\w+) = (?:sparseS|s)ignature</gm;

/** The names of the signatures that a file declares, in order. */
function declaredIn(file: string): string[] {
  return Array.from(readFileSync(SOURCES + file, 'utf8').matchAll(DECLARATION), ([, name]) => name as string);
}

/** All signatures of the sources, as `file name`. */
export function declaredSignatures(): string[] {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && file !== 'core/base/signature.ts',
  );
  return files.flatMap((file) => declaredIn(file).map((name) => `${file} ${name}`));
}

/** Replaces src/core/base/signature.ts. Modules that were imported before do not see the change and must be imported again. */
export class OmittedFields {
  /** The field omitted from the signatures of modules that are imported from now on, as `file name.field`. */
  #omitted: string | undefined;
  /** The number of signatures of a file that were made. */
  readonly #made = new Map<string, number>();
  /** The signatures that were made, and their fields that count. */
  readonly signatures = new Set<string>();
  readonly fields = new Set<string>();
  /** Called with each text of a field. */
  onText: ((field: string, text: string | undefined) => void) | undefined;

  /** Omits a field. Undefined: no field is omitted. */
  omit(field: string | undefined): void {
    this.#omitted = field;
    this.#made.clear();
  }

  /** The module, whose signatures lack the field. */
  module(actual: typeof Signatures): typeof Signatures {
    const lacking =
      (make: Make): Make =>
      (fields) =>
        make(this.#without(fields, this.#nextName(), actual.irrelevant('left out')));
    return { ...actual, signature: lacking(actual.signature), sparseSignature: lacking(actual.sparseSignature) };
  }

  /** Finds in the stack which signature of which file is being made. */
  #nextName(): string {
    const file = (new Error().stack ?? '').split(SOURCES)[1]?.replace(/\.ts:.*$/s, '.ts');
    if (file === undefined) throw new Error('a signature is made outside of the sources');
    const ordinal = this.#made.get(file) ?? 0;
    this.#made.set(file, ordinal + 1);
    const name = declaredIn(file)[ordinal];
    if (name === undefined) throw new Error(`${file} makes a signature that is no constant`);
    this.signatures.add(`${file} ${name}`);
    return `${file} ${name}`;
  }

  #without<T extends object>(
    fields: Signatures.SignatureFields<T>,
    name: string,
    leftOut: Signatures.Irrelevant,
  ): Signatures.SignatureFields<T> {
    const kept: Record<string, Signatures.Encoder<unknown> | Signatures.Irrelevant> = {};
    for (const [key, encode] of Object.entries(fields as Readonly<Record<string, Signatures.Encoder<unknown> | Signatures.Irrelevant>>)) {
      const field = `${name}.${key}`;
      kept[key] = field === this.#omitted ? leftOut : typeof encode === 'function' ? this.#told(field, encode) : encode;
    }
    return kept as Signatures.SignatureFields<T>;
  }

  #told(field: string, encode: Signatures.Encoder<unknown>): Signatures.Encoder<unknown> {
    this.fields.add(field);
    return (value) => {
      const text = encode(value);
      this.onText?.(field, text);
      return text;
    };
  }
}
