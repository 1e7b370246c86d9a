// The streams through which commands talk to the outside, so that tests can listen.

import { printable, printableLines } from './print/terminal-text.js';

/** Standard input and output of a run. */
export interface Streams {
  readonly stdin: AsyncIterable<Uint8Array>;
  /** Data. `keepsTabs`: its tabs are meant. */
  readonly out: (text: string, options?: { readonly keepsTabs: boolean }) => void;
  /** Everything else. */
  readonly err: (text: string) => void;
  /** The terminal that somebody looks at, as far as streams lead to one. */
  readonly terminal?: Terminal | undefined;
}

/** A terminal. */
export interface Terminal {
  /** True where data goes to it. */
  readonly showsData: boolean;
  /** Puts a line of words of ours in place of the one before, and takes it away when it is empty; undefined where diagnostics go elsewhere. */
  readonly progress: ((line: string) => void) | undefined;
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

/**
 * Streams that let nothing through that steers a terminal, wherever it comes from: whatever a command prints goes through here. In texts of JSON and YAML
 * that are not plain the escape sequence stands for the same character.
 */
export function safeStreams(streams: Streams): Streams {
  return {
    // Asked for only when it is read: to look at it opens it.
    get stdin() {
      return streams.stdin;
    },
    out: (text, options) =>
      streams.out(options?.keepsTabs === true ? text.split('\t').map(printableLines).join('\t') : printableLines(text)),
    err: (text) => streams.err(printableLines(text)),
    get terminal() {
      return streams.terminal;
    },
  };
}

/**
 * Prints a diagnostic: `error: ...` or `file:1:2: error: ...`, so that editors find the place. Its other lines are indented, but for help: a name
 * with a line feed makes no diagnostic of its own.
 */
export function diagnose(streams: Streams, severity: 'error' | 'warning' | 'note', message: string, place?: string): void {
  const start = place === undefined ? severity : `${printable(place)}: ${severity}`;
  streams.err(`${start}: ${message.replace(/\n(?!help: )(?=\S)/g, '\n  ')}\n`);
}
