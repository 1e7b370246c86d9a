// Collects notes of a migration: losses and assumptions.

import { type ApiObject, titleOf } from '../api/objects.js';

/** A kind of note; docs/guides/classic-dra.md has the table. */
export type MigrationNoteCode =
  | 'allocation'
  | 'allocation-mode'
  | 'being-deleted'
  | 'controller'
  | 'count'
  | 'device'
  | 'holder'
  | 'name'
  | 'negotiation'
  | 'node-not-ready'
  | 'parameters'
  | 'plugin-data'
  | 'selector'
  | 'shareable'
  | 'split'
  | 'suitable-nodes';

/** One thing without a counterpart in resource.k8s.io/v1, or one thing that the user must check. */
export interface MigrationNote {
  readonly code: MigrationNoteCode;
  /** The classic object: `Kind namespace/name`. */
  readonly object: string;
  /** Its field, such as `spec.allocationMode`; empty for the whole object. */
  readonly path: string;
  readonly message: string;
  /** The index of the first object that replaces the classic one; undefined if none exists. */
  readonly into: number | undefined;
}

/** Adds a note about the object that is being migrated. */
export type Note = (code: MigrationNoteCode, path: string, message: string) => void;

/** The notes about one object. The index of its replacement is added at the end. */
export class ObjectNotes {
  readonly #object: string;
  /** Notes are identified by content, so that many devices with the same problem have one note. */
  readonly #taken = new Map<string, Omit<MigrationNote, 'into'>>();

  constructor(object: ApiObject) {
    this.#object = titleOf(object);
  }

  readonly take: Note = (code, path, message) => {
    this.#taken.set(JSON.stringify([code, path, message]), { code, object: this.#object, path, message });
  };

  placed(into: number | undefined): readonly MigrationNote[] {
    return [...this.#taken.values()].map((note) => ({ ...note, into }));
  }
}
