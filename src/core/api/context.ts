// The state of decoding one object: the position in the input, the version, and warnings.
// The path is one stack that grows and shrinks during decoding. It becomes text only for an error or a warning.

import { type Checkpoint, UNLIMITED } from '../base/checkpoint.js';
import type { AllocationErrorCode } from '../base/errors.js';
import { AllocationError } from '../base/errors.js';
import type { PathStep } from '../base/json.js';
import { formatPath } from '../base/json.js';
import { shorten } from '../base/words.js';
import { type LibraryGates, NO_LIBRARY_GATES } from './library-gates.js';
import type { Schema } from './schema.js';

/** The supported versions of resource.k8s.io; v1alpha4 is the draft of KEP-4816. */
export type ResourceVersion = 'v1' | 'v1beta2' | 'v1beta1' | 'v1alpha4' | 'v1alpha3';

/** A place in the input: the caller's mark of the document, and the path in it. */
export interface DecodePlace {
  readonly origin: unknown;
  readonly path: readonly PathStep[];
}

/** A warning about a value that is accepted. */
export interface DecodeWarning extends DecodePlace {
  readonly message: string;
  /** True if the warning reports that an object replaced an earlier one. */
  readonly replaced?: true;
}

const errorPlaces = new WeakMap<AllocationError, DecodePlace>();

/** Returns the place of a decoding error, as steps that callers can convert to a line and a column; undefined for other errors. */
export function placeOfError(error: AllocationError): DecodePlace | undefined {
  return errorPlaces.get(error);
}

/** The state of one decoding. It is invalid after an error. */
export class DecodeContext {
  /** The place of the object in the input, then the fields down to the current value. */
  readonly path: PathStep[];
  readonly warnings: DecodeWarning[] = [];
  /** The version of the current object. */
  version: ResourceVersion = 'v1';
  /** The caller's mark, such as a document, which warnings and errors return. */
  readonly origin: unknown;
  /** Interrupts and ends the decoding. Lists and maps announce their entries to it. */
  readonly checkpoint: Checkpoint;
  /** The gates of this library, which enable fields that no release serves. */
  readonly libraryGates: LibraryGates;
  /** Objects and lists that were counted as large. */
  large: Set<object> | undefined;
  /** The schema of the current object, for suggestions, and the length of the path at which it starts. */
  private schema: Schema | undefined;
  private schemaStart = 0;
  /** The warnings about the current object, each of which is issued once. */
  private issuedWarnings: Set<string> | undefined;

  constructor(path: readonly PathStep[] = [], origin?: unknown, checkpoint = UNLIMITED, libraryGates: LibraryGates = NO_LIBRARY_GATES) {
    this.path = [...path];
    this.origin = origin;
    this.checkpoint = checkpoint;
    this.libraryGates = libraryGates;
  }

  /** Sets the schema and the version of the object that starts here. */
  startObject(schema: Schema, version: ResourceVersion): void {
    this.schema = schema;
    this.schemaStart = this.path.length;
    this.version = version;
    this.issuedWarnings = undefined;
  }

  /** Runs `action` on an object within the current one, with its schema. */
  withinObject<T>(schema: Schema, action: () => T): T {
    const { schema: outer, schemaStart } = this;
    this.schema = schema;
    this.schemaStart = this.path.length;
    const result = action();
    this.schema = outer;
    this.schemaStart = schemaStart;
    return result;
  }

  /** Returns the schema of the current object, the path from its root to the current value, and the path before its root. */
  position(): { readonly schema: Schema | undefined; readonly steps: readonly PathStep[]; readonly before: readonly PathStep[] } {
    return { schema: this.schema, steps: this.path.slice(this.schemaStart), before: this.path.slice(0, this.schemaStart) };
  }

  /** Runs `action` one step deeper. */
  within<T>(step: PathStep, action: () => T): T {
    this.path.push(step);
    const result = action();
    this.path.pop();
    return result;
  }

  /** Throws an AllocationError for the current value, with its path before `message`. */
  fail(message: string, code: AllocationErrorCode = 'invalid-object'): never {
    const path = [...this.path];
    const text = formatPath(path);
    const error = new AllocationError(
      code,
      text === '' ? message : `${shorten(text, MOST_SHOWN)}: ${message}`,
      text === '' ? {} : { path: text },
    );
    errorPlaces.set(error, { origin: this.origin, path });
    throw error;
  }

  /** Adds a warning about the current value, unless the current object already has the same warning. */
  warn(message: string): void {
    this.issuedWarnings ??= new Set();
    if (this.issuedWarnings.has(message)) return;
    this.issuedWarnings.add(message);
    this.warnings.push({ message, origin: this.origin, path: [...this.path] });
  }
}

/** The most characters of external text in a message, where the reference has no such message. */
export const MOST_SHOWN = 300;
