// The streams of commands, which tests can replace.

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
  /** The terminal of the user, if a stream leads to a terminal. */
  readonly terminal?: Terminal | undefined;
}

/** The special characters of a text that are not escaped. */
export interface TextOptions {
  /** True if its tabs are intended. */
  readonly keepsTabs?: boolean;
  /** True if it has style marks, and is otherwise printable. */
  readonly isStyled?: boolean;
  /** True if its lines are commands for a CI system. */
  readonly hasCommands?: boolean;
}

/** A terminal. */
export interface Terminal {
  /** True if data goes to the terminal. */
  readonly showsData: boolean;
  /** Its width for data in columns. Absent if data goes elsewhere. */
  readonly columns?: number | undefined;
  /** Replaces the progress line, or removes it if the line is empty. Undefined if diagnostics go elsewhere. */
  readonly progress: ((line: string) => void) | undefined;
  /** The streams show colours by default. */
  readonly colors: { readonly data: boolean; readonly diagnostics: boolean };
}

/** Exit codes of commands, on which scripts can rely. The entry point of the program adds 70 and 74. */
export const EXIT = {
  /** Every requested object fits, or no finding exists. */
  good: 0,
  /** A claim does not fit, or a finding exists. */
  finding: 1,
  /** The command line is wrong. */
  usage: 2,
  /** The input is unreadable or invalid. */
  input: 3,
  /** A limit ended a search. */
  interrupted: 4,
} as const;

/** One of {@link EXIT}. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/**
 * Returns streams that escape control characters and commands of CI systems in all output of a command. In JSON strings and quoted YAML,
 * the escape sequence means the same character. Styles become colours on a terminal.
 */
export function safeStreams(streams: Streams, color: ColorChoice = 'auto'): Streams {
  const shows = (stream: keyof Terminal['colors']): boolean =>
    color === 'auto' ? streams.terminal?.colors[stream] === true : color === 'always';
  return {
    // Accessed only when it is read, since accessing it opens it.
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
 * Prints a diagnostic: `error: ...` or `file:1:2: error: ...`, so that editors find the place. Other lines are indented, except
 * for help. A name with a line feed must not begin a line.
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

/** Returns streams that print each diagnostic once, since compared clusters usually have equal ones. */
export function withoutRepeats(streams: Streams): Pick<Streams, 'err'> {
  const printed = new Set<string>();
  return {
    err: (text, options) => {
      if (printed.size < printed.add(text).size) streams.err(text, options);
    },
  };
}
