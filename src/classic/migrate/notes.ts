// Notes of a migration: things that could not be carried over, or had to be assumed.

import { type ApiObject, titleOf } from '../api/objects.js';

/** Names a kind of note; docs/guides/classic-dra.md has the table. */
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

/** One thing that has no counterpart in resource.k8s.io/v1, or that somebody has to check. */
export interface MigrationNote {
  readonly code: MigrationNoteCode;
  /** The classic object: `Kind namespace/name`. */
  readonly object: string;
  /** The field of it, `spec.allocationMode`; empty: all of it. */
  readonly path: string;
  readonly message: string;
  /** The index of the first object that stands for the classic one; undefined: none does. */
  readonly into: number | undefined;
}

/** Takes a note about the object that is being migrated. */
export type Note = (code: MigrationNoteCode, path: string, message: string) => void;

/** The notes about one object, to which the index of what stands for it is added. */
export class ObjectNotes {
  readonly #object: string;
  /** By what they say: of many devices with the same trouble one is told. */
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
