// The state of one decoding: where in the input we stand, which version is read, and what was noticed on the way.
//
// The path is one stack that grows and shrinks while decoding; it becomes text only when an error or a warning needs it.

import { type Checkpoint, UNLIMITED } from '../base/checkpoint.js';
import type { AllocationErrorCode } from '../base/errors.js';
import { AllocationError } from '../base/errors.js';
import type { PathStep } from '../base/json.js';
import { formatPath } from '../base/json.js';
import { shorten } from '../base/words.js';
import { NO_OWN_GATES, type OwnGates } from './own-gates.js';
import type { Schema } from './schema.js';

/** The versions of resource.k8s.io that are read; v1alpha4 as KEP-4816 drew it. */
export type ResourceVersion = 'v1' | 'v1beta2' | 'v1beta1' | 'v1alpha4' | 'v1alpha3';

/** A place in the input: the caller's mark of the document, and the path in it. */
export interface DecodePlace {
  readonly origin: unknown;
  readonly path: readonly PathStep[];
}

/** Something that is accepted but that a user should know about. */
export interface DecodeWarning extends DecodePlace {
  readonly message: string;
  /** Set where it says that an object took the place of one before. */
  readonly replaced?: true;
}

const errorPlaces = new WeakMap<AllocationError, DecodePlace>();

/** Finds the place of a decoding error, as steps, for those who can turn them into a line and a column; undefined for other errors. */
export function placeOfError(error: AllocationError): DecodePlace | undefined {
  return errorPlaces.get(error);
}

/** One decoding. Of no use after an error. */
export class DecodeContext {
  /** The place of the object in the input, then the fields on the way to the value being read. */
  readonly path: PathStep[];
  readonly warnings: DecodeWarning[] = [];
  /** The version of the object being read. */
  version: ResourceVersion = 'v1';
  /** Whatever the caller needs back with warnings and errors, such as a document. */
  readonly origin: unknown;
  /** Ends and interrupts the decoding: lists and maps announce their entries to it. */
  readonly checkpoint: Checkpoint;
  /** The gates of our own, which tell the fields that are known next to those that some release serves. */
  readonly ownGates: OwnGates;
  /** Objects and lists that are known to be large. */
  large: Set<object> | undefined;
  /** The schema of the object being read, for suggestions, and the length of the path at which it starts. */
  private schema: Schema | undefined;
  private schemaStart = 0;
  /** Messages given for the object being read: each is given once. */
  private given: Set<string> | undefined;

  constructor(path: readonly PathStep[] = [], origin?: unknown, checkpoint = UNLIMITED, ownGates: OwnGates = NO_OWN_GATES) {
    this.path = [...path];
    this.origin = origin;
    this.checkpoint = checkpoint;
    this.ownGates = ownGates;
  }

  /** Notes that the object starting here is read by `schema`. */
  startObject(schema: Schema, version: ResourceVersion): void {
    this.schema = schema;
    this.schemaStart = this.path.length;
    this.version = version;
    this.given = undefined;
  }

  /** Tells the schema of the current object, and the path from its root to the value being read. */
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

  /** Throws an AllocationError for the value being read; `message` is preceded by its path. */
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

  /** Notes a warning for the value being read, unless the same was said about the current object before. */
  warn(message: string): void {
    this.given ??= new Set();
    if (this.given.has(message)) return;
    this.given.add(message);
    this.warnings.push({ message, origin: this.origin, path: [...this.path] });
  }
}

/** The number of characters that a message shows of a text from outside, where the reference has no message of its own. */
export const MOST_SHOWN = 300;
