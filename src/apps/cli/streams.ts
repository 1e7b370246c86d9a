// The streams through which commands talk to the outside, so that tests can listen.

import { printable, printableLines } from '../../core/base/printable.js';
import { styled } from '../../core/base/styled-text.js';
import { withoutCommands, withoutInnerCommands } from './ci-commands.js';
import { linesOf, type Message } from './message.js';
import type { ColorChoice } from './terminal/color-choice.js';
import { renderStyles } from './terminal/styles.js';

/** Standard input and output of a run. */
export interface Streams {
  readonly stdin: AsyncIterable<Uint8Array>;
  /** Data. */
  readonly out: (text: string, options?: TextOptions) => void;
  /** Everything else. */
  readonly err: (text: string, options?: TextOptions) => void;
  /** The terminal that somebody checks, as far as streams lead to one. */
  readonly terminal?: Terminal | undefined;
}

/** The characters of a text that are meant, although they are escaped otherwise. */
export interface TextOptions {
  /** Its tabs are meant. */
  readonly keepsTabs?: boolean;
  /** It has styles, and is printable but for their marks. */
  readonly isStyled?: boolean;
  /** Its lines are commands for a CI system. */
  readonly hasCommands?: boolean;
}

/** A terminal. */
export interface Terminal {
  /** True where data goes to it. */
  readonly showsData: boolean;
  /** The columns that it has for data; absent: data goes elsewhere. */
  readonly columns?: number | undefined;
  /** Puts a line of words of ours in place of the one before, and removes it when it is empty; undefined where diagnostics go elsewhere. */
  readonly progress: ((line: string) => void) | undefined;
  /** Colours are shown there unless somebody says otherwise. */
  readonly colors: { readonly data: boolean; readonly diagnostics: boolean };
}

/** Exit codes of commands: what scripts can rely on. The entrance of the program adds 70 and 74. */
export const EXIT = {
  /** Everything requested was found. */
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
 * Returns streams that escape control characters and commands of CI systems in all output of a command. In JSON strings and quoted YAML, the escape sequence
 * means the same character. Styles become colours on a terminal.
 */
export function safeStreams(streams: Streams, color: ColorChoice = 'auto'): Streams {
  const shows = (stream: keyof Terminal['colors']): boolean =>
    color === 'auto' ? streams.terminal?.colors[stream] === true : color === 'always';
  return {
    // Asked for only when it is read: to check it opens it.
    get stdin() {
      return streams.stdin;
    },
    out: (text, options) => streams.out(safeText(text, options, () => shows('data'))),
    err: (text, options) => streams.err(safeText(text, options, () => shows('diagnostics'))),
    get terminal() {
      return safeTerminal(streams.terminal);
    },
  };
}

function safeText(
  text: string,
  { keepsTabs = false, isStyled = false, hasCommands = false }: TextOptions = {},
  showsColors: () => boolean,
): string {
  const show = keepsTabs ? (part: string): string => part.split('\t').map(printableLines).join('\t') : printableLines;
  const shown = isStyled ? renderStyles(text, showsColors(), show) : show(text);
  return hasCommands ? withoutInnerCommands(shown) : withoutCommands(shown);
}

function safeTerminal(terminal: Terminal | undefined): Terminal | undefined {
  const progress = terminal?.progress;
  return progress === undefined ? terminal : { ...(terminal as Terminal), progress: (line) => progress(printable(line)) };
}

/**
 * Prints a diagnostic: `error: ...` or `file:1:2: error: ...`, so that editors find the place. Other lines are indented, except for help. A name
 * with a line feed does not begin a line.
 */
export function diagnose(streams: Pick<Streams, 'err'>, severity: 'error' | 'warning' | 'note', message: Message, place?: string): void {
  const start = place === undefined ? '' : `${styled('place', `${printable(place)}:`)} `;
  const [first = '', ...others] = linesOf(message).map(printable);
  const lines = [`${start}${styled(severity, `${severity}:`)} ${first}`, ...others.map(continued)];
  streams.err(`${lines.join('\n')}\n`, { isStyled: true });
}

const HELP = 'help:';

function continued(line: string): string {
  if (line.startsWith(HELP)) return styled('help', HELP) + line.slice(HELP.length);
  return line.startsWith(' ') ? line : `  ${line}`;
}

/** Diagnostics of which each is printed once: those of clusters that are compared are mostly the same. */
export function withoutRepeats(streams: Streams): Pick<Streams, 'err'> {
  const printed = new Set<string>();
  return {
    err: (text, options) => {
      if (printed.size < printed.add(text).size) streams.err(text, options);
    },
  };
}
