// A finding of the command: with its file, its place and the text there; and the report of them.

import type { Finding } from '../../../validate/index.js';
import type { Replacement } from './fixes.js';

/** A finding and where it is. */
export interface PlacedFinding extends Finding {
  /** The file as it was given: a path or `<stdin>`. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The text of its line. */
  readonly lineText: string;
  /** A change of the text that does away with it, where it was requested and there is one. */
  readonly fix?: Replacement;
}

/** An object that was judged. */
export interface JudgedObject {
  readonly file: string;
  readonly name: string;
}

/** The result of a run: findings in the order of files and lines. */
export interface Report {
  readonly findings: readonly PlacedFinding[];
  readonly objects: readonly JudgedObject[];
  /** The files, in the order in which they were read. */
  readonly files: readonly string[];
  /** Sentences about the run: what was not considered. */
  readonly notes: readonly string[];
}

/** Facts that formats tell next to the findings. */
export interface FormatContext {
  readonly version: string;
  /** The time of the run. */
  readonly now: Date;
  /** True where somebody checks it on a terminal: lines of the text are shown. */
  readonly showsLines: boolean;
  /** The directory that a CI job checked out, if there is one. */
  readonly checkout: string | undefined;
}
