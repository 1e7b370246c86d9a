// Findings of the command with file, position and text, and their report.

import type { Finding } from '../../../validate/index.js';
import type { Replacement } from '../edit/fixes.js';

/** A finding and its position. */
export interface PlacedFinding extends Finding {
  /** The file as the user named it: a path or `<stdin>`. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The text of its line. */
  readonly lineText: string;
  /** A change of the text that fixes it, if requested and available. */
  readonly fix?: Replacement;
}

/** A validated object. */
export interface JudgedObject {
  readonly file: string;
  readonly name: string;
}

/** The result of a run, with findings in the order of files and lines. */
export interface Report {
  readonly findings: readonly PlacedFinding[];
  readonly objects: readonly JudgedObject[];
  /** The files, in reading order. */
  readonly files: readonly string[];
  /** Sentences about omissions of the run. */
  readonly notes: readonly string[];
}

/** The context that formats print in addition to findings. */
export interface FormatContext {
  readonly version: string;
  /** The time of the run. */
  readonly now: Date;
  /** True on a terminal: lines of the text are shown. */
  readonly showsLines: boolean;
  /** The checkout directory of a CI job, if any. */
  readonly checkout: string | undefined;
}
