// Completes command lines: commands, options, and values of options with a fixed set of values.

import type { OptionSpec } from './arguments.js';
import { COMMAND_OPTIONS, COMMAND_SUMMARIES, COMMANDS, type CommandName } from './help.js';
import { TOPICS } from './help-topics.js';
import { PROGRAM_OPTIONS } from './option-specs.js';

/** A possible next word. */
interface Candidate {
  readonly text: string;
  readonly help: string;
}

/** The next word is one of some candidates, or a file name. */
interface Completion {
  readonly candidates: readonly Candidate[];
  readonly isFile: boolean;
}

const NOTHING: Completion = { candidates: [], isFile: false };

const TOPIC_CANDIDATES: readonly Candidate[] = Object.entries(TOPICS).map(([text, help]) => ({ text, help }));

/** Control characters would otherwise reach the terminal unchanged. */
const CONTROL_CHARACTERS = /\p{Cc}/u;

/** The directives of the protocol, from cobra, which kubectl reads from its plugins. */
const FILES_DIRECTIVE = 0;
const NO_FILES_DIRECTIVE = 4;

/** Completes the last word after the name of the program. It is a prefix and may be empty. Never throws, since a shell would not show an error. */
export function complete(words: readonly string[]): Completion {
  const before = words.slice(0, -1);
  const word = words.at(-1) ?? '';
  if (CONTROL_CHARACTERS.test(word)) return NOTHING;
  const { command, positionals, pending, usedOptions, isHelp } = readWords(before);
  const options = command === undefined ? PROGRAM_OPTIONS : COMMAND_OPTIONS[command];
  // An option of the same name may have other values in another command.
  if (pending !== undefined) return valuesOf(options.find(({ name }) => name === pending.name) ?? pending, '', word);
  const equals = word.indexOf('=');
  if (word.startsWith('--') && equals > 0) {
    const option = options.find(({ name }) => name === word.slice(0, equals));
    return option === undefined ? NOTHING : valuesOf(option, word.slice(0, equals + 1), word.slice(equals + 1));
  }
  if (word.startsWith('-')) return optionsFor(options, usedOptions, word);
  if (command === undefined && positionals === 0)
    return startingWith(word, [
      ...COMMANDS.map((name) => ({ text: name, help: COMMAND_SUMMARIES[name] })),
      ...(isHelp ? TOPIC_CANDIDATES : []),
    ]);
  if (command === 'completion' && positionals === 0)
    return startingWith(
      word,
      SHELLS.map((text) => ({ text, help: '' })),
    );
  return NOTHING;
}

/** Returns the answer in the format for kubectl and the shell scripts: candidates, then a directive. */
export function formatCompletion({ candidates, isFile }: Completion): string {
  const lines = candidates.map(({ text, help }) => (help === '' ? text : `${text}\t${help}`));
  return `${[...lines, `:${isFile ? FILES_DIRECTIVE : NO_FILES_DIRECTIVE}`].join('\n')}\n`;
}

/** The shells with a script. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** The words before the current one, parsed as far as they determine the next word. */
interface Read {
  readonly command: CommandName | undefined;
  /** The number of arguments after the command; without a command, the number of words that are not a command. */
  readonly positionals: number;
  /** The option whose value comes next. */
  readonly pending: OptionSpec | undefined;
  readonly usedOptions: ReadonlySet<OptionSpec>;
  /** True if the first word is `help`. */
  readonly isHelp: boolean;
}

function readWords(words: readonly string[]): Read {
  const all = [...PROGRAM_OPTIONS, ...COMMANDS.flatMap((name) => COMMAND_OPTIONS[name])];
  const usedOptions = new Set<OptionSpec>();
  const arguments_: string[] = [];
  let pending: OptionSpec | undefined;
  for (const word of words) {
    if (pending !== undefined) pending = undefined;
    else if (word.startsWith('-') && word !== '-') {
      const [name] = word.split('=');
      const option = all.find((spec) => spec.name === name || spec.short === name);
      if (option !== undefined) usedOptions.add(option);
      if (option?.value !== undefined && !word.includes('=')) pending = option;
    } else arguments_.push(word);
  }
  const isHelp = arguments_[0] === 'help';
  const [first, ...rest] = isHelp ? arguments_.slice(1) : arguments_;
  const command = COMMANDS.find((name) => name === first);
  return { command, positionals: command === undefined ? (first === undefined ? 0 : 1) : rest.length, pending, usedOptions, isHelp };
}

/** Returns the values of an option, each with `prefix`. */
function valuesOf({ values }: OptionSpec, prefix: string, begun: string): Completion {
  if (values === 'files') return { candidates: [], isFile: true };
  if (values === undefined) return NOTHING;
  // Only the last item of a list is completed.
  const last = begun.lastIndexOf(',') + 1;
  return startingWith(
    prefix + begun,
    values.map((value) => ({ text: prefix + begun.slice(0, last) + value, help: '' })),
  );
}

function optionsFor(options: readonly OptionSpec[], usedOptions: ReadonlySet<OptionSpec>, word: string): Completion {
  const left = options.filter((option) => option.repeatable === true || !usedOptions.has(option));
  return startingWith(
    word,
    left.map(({ name, help }) => ({ text: name, help })),
  );
}

function startingWith(word: string, candidates: readonly Candidate[]): Completion {
  return { candidates: candidates.filter(({ text }) => text.startsWith(word)), isFile: false };
}
