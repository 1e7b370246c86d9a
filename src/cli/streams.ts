// How commands talk to the outside, so that tests can listen.

import { printableLines } from './terminal-text.js';

/** Standard input and output of a run. */
export interface Streams {
  readonly stdin: AsyncIterable<Uint8Array>;
  /** Data. */
  readonly out: (text: string) => void;
  /** Everything else. */
  readonly err: (text: string) => void;
}

/** Exit codes of commands: what scripts can rely on. The entrance of the program adds 70 and 74. */
export const EXIT = {
  /** Everything asked for was found. */
  good: 0,
  /** Not allocatable. */
  finding: 1,
  /** The command line is wrong. */
  usage: 2,
  /** Input unreadable or wrong. */
  input: 3,
  /** A limit ended a search. */
  interrupted: 4,
} as const;

/** One of {@link EXIT}. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Prints a diagnostic: `error: ...` or `file:1:2: error: ...`, so that editors find the place. */
export function diagnose(streams: Streams, severity: 'error' | 'warning' | 'note', message: string, place?: string): void {
  streams.err(printableLines(`${place === undefined ? '' : `${place}: `}${severity}: ${message}\n`));
}
