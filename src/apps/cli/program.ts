// The program: finds and runs the command, and turns errors into messages and exit codes.

import { CallEnded } from '../../core/base/checkpoint.js';
import { AllocationError } from '../../core/base/errors.js';
import { ReadError } from '../../core/read/read-error.js';
import { didYouMean, type OptionSpec, type ParsedArguments, parseArguments, UsageError } from './arguments.js';
import { checkBareFiles, withLists } from './bare-files.js';
import { complete, formatCompletion, SHELLS } from './completion.js';
import { COMPLETION_SCRIPTS } from './completion-scripts.js';
import { COMMAND_OPTIONS, COMMANDS, type CommandName, helpFor } from './help.js';
import { isTopic, TOPICS } from './help-topics.js';
import { ContentError } from './input/content-error.js';
import { InputError } from './input/input-error.js';
import type { ClusterFactory } from './library.js';
import { linesOfError } from './message.js';
import { PROGRAM_OPTIONS } from './option-specs.js';
import {
  readClassicSettings,
  readColorChoice,
  readDiffSettings,
  readExplainSettings,
  readFitSettings,
  readMigrateSettings,
  readSettings,
  readValidateSettings,
} from './options.js';
import { readMergeSettings, readSimulateSettings } from './simulate/settings.js';
import { diagnose, EXIT, type ExitCode, type Streams, safeStreams } from './streams.js';
import { Progress } from './terminal/progress.js';

/** The parts of the program. */
interface Parts {
  readonly version: string;
  readonly createCluster: ClusterFactory;
}

/** The completion command of shells and kubectl, named by cobra's convention. It does not appear in help. */
const COMPLETE = '__complete';

/** Errors of the library that the command line causes. */
const USAGE_CODES: ReadonlySet<string> = new Set([
  'unknown-kubernetes-version',
  'unknown-feature-gate',
  'locked-feature-gate',
  'feature-gate-needs',
]);

/** Commands whose arguments are files, or words that name no objects. */
const READS_BARE_FILES: ReadonlySet<CommandName> = new Set(['validate', 'merge', 'rules', 'completion']);

/** The most errors of one input in the output; others are only counted. */
const MAX_ERRORS = 100;

/** The distinct options of all commands, since options may precede the command. */
const ALL_OPTIONS: readonly OptionSpec[] = [...new Set([...PROGRAM_OPTIONS, ...COMMANDS.flatMap((command) => COMMAND_OPTIONS[command])])];

/** Runs the program with its arguments. Returns the exit code. Throws only for defects of the program. */
export async function run(argv: readonly string[], streams: Streams, parts: Parts): Promise<ExitCode> {
  if (argv[0] === COMPLETE) {
    // A tab separates a candidate from its description.
    safeStreams(streams).out(formatCompletion(complete(argv.slice(1))), { keepsTabs: true });
    return EXIT.good;
  }
  let safe = safeStreams(streams);
  try {
    const parsedArguments = withLists(parseArguments(argv, ALL_OPTIONS), ALL_OPTIONS);
    safe = safeStreams(streams, readColorChoice(parsedArguments));
    return await dispatch(parsedArguments, safe, parts, argv);
  } catch (error) {
    return explainError(error, safe, argv.find(isCommand));
  }
}

async function dispatch(
  parsedArguments: ParsedArguments,
  streams: Streams,
  { version, createCluster }: Parts,
  argv: readonly string[],
): Promise<ExitCode> {
  if (parsedArguments.positionals[0] === 'help' || parsedArguments.options.has('--help')) return printHelp(parsedArguments, streams);
  const { command, rest } = findCommand(parsedArguments.positionals);
  if (command === undefined) {
    if (!parsedArguments.options.has('--version')) throw new UsageError(`no command: use one of ${COMMANDS.join(', ')}`);
    streams.out(`${version}\n`);
    return EXIT.good;
  }
  checkOptions(command, parsedArguments);
  checkForFiles(command, rest, argv);
  if (command === 'completion') return printScript(rest, streams);
  if (command === 'rules') return (await import('./validate-commands.js')).rules(rest, streams);
  const progress = new Progress(command, streams.terminal);
  try {
    if (command === 'validate') {
      const settings = readValidateSettings(parsedArguments, rest);
      return await (await import('./validate-commands.js')).validate(settings, streams, version, progress);
    }
    if (command === 'classic') {
      checkNoArguments(command, rest);
      return await (await import('./commands/classic.js')).classic(readClassicSettings(parsedArguments), streams, progress);
    }
    if (command === 'migrate') {
      checkNoArguments(command, rest);
      return await (await import('./commands/migrate.js')).migrate(readMigrateSettings(parsedArguments), streams);
    }
    const commands = await import('./commands.js');
    const configured = (by: { readonly schedulerConfig?: string }): Promise<ClusterFactory> =>
      commands.withSchedulerConfig(by, createCluster, streams);
    if (command === 'explain') {
      const explained = readExplainSettings(parsedArguments);
      return await commands.explain(rest, explained, streams, await configured(explained), progress);
    }
    if (command === 'diff') {
      checkNoArguments(command, rest);
      const compared = readDiffSettings(parsedArguments);
      return await commands.diff(compared, streams, await configured(compared), progress);
    }
    if (command === 'simulate') {
      checkNoArguments(command, rest);
      const simulated = readSimulateSettings(parsedArguments);
      return await commands.simulate(simulated, streams, { createCluster: await configured(simulated), version }, progress);
    }
    if (command === 'merge') return await commands.merge(readMergeSettings(parsedArguments, rest), streams, progress);
    const settings = readSettings(parsedArguments);
    if (command === 'allocate') return await commands.allocate(rest, settings, streams, await configured(settings), progress);
    if (command === 'nodes') return await commands.nodes(rest, settings, streams, await configured(settings), progress);
    if (command === 'fit') return await commands.fit(rest, readFitSettings(parsedArguments), streams, await configured(settings), progress);
    if (command === 'cel') return await commands.cel(rest, settings, streams, progress);
    checkNoArguments(command, rest);
    return await commands.inventory(settings, streams, progress);
  } finally {
    progress.end();
  }
}

/** Prints help for `help`, `help TOPIC`, `help COMMAND` and `COMMAND --help`. */
function printHelp({ positionals }: ParsedArguments, streams: Streams): ExitCode {
  const words = positionals[0] === 'help' ? positionals.slice(1) : positionals;
  streams.out(helpFor(isTopic(words[0]) ? words[0] : findCommand(words, Object.keys(TOPICS)).command));
  return EXIT.good;
}

function checkNoArguments(command: CommandName, [argument]: readonly string[]): void {
  if (argument !== undefined) throw new UsageError(`${command} accepts no arguments, found "${argument}": give input with -f`);
}

function printScript([word, ...more]: readonly string[], streams: Streams): ExitCode {
  const shell = SHELLS.find((name) => name === word);
  if (shell === undefined || more.length > 0)
    throw new UsageError(`completion needs one of ${SHELLS.join(', ')}: run dra-allocator completion bash`);
  streams.out(COMPLETION_SCRIPTS[shell]);
  return EXIT.good;
}

function isCommand(word: string): word is CommandName {
  return (COMMANDS as readonly string[]).includes(word);
}

/** Returns the command. `others`: more words that may be suggested for a misspelt command. Throws {@link UsageError}. */
function findCommand(
  positionals: readonly string[],
  others: readonly string[] = [],
): { command: CommandName | undefined; rest: readonly string[] } {
  const [word, ...rest] = positionals;
  if (word === undefined) return { command: undefined, rest };
  if (!isCommand(word)) {
    const near = didYouMean(word, [...COMMANDS, ...others]);
    throw new UsageError(
      near === '' ? `unknown command "${word}": expected one of ${COMMANDS.join(', ')}` : `unknown command "${word}"${near}`,
    );
  }
  return { command: word, rest };
}

function checkForFiles(command: CommandName, rest: readonly string[], argv: readonly string[]): void {
  if (!READS_BARE_FILES.has(command)) checkBareFiles(argv, command === 'cel' ? rest.slice(1) : rest, ALL_OPTIONS);
}

function checkOptions(command: CommandName, { options }: ParsedArguments): void {
  const optionNames = COMMAND_OPTIONS[command].map(({ name }) => name);
  for (const name of options.keys()) if (!optionNames.includes(name)) throw new UsageError(`${command} has no option ${name}`);
}

function explainError(error: unknown, streams: Streams, command: CommandName | undefined): ExitCode {
  if (error instanceof UsageError || (error instanceof AllocationError && USAGE_CODES.has(error.code))) {
    diagnose(streams, 'error', error.message);
    streams.err(`Run 'dra-allocator ${command === undefined ? '' : `${command} `}--help' for usage.\n`);
    return EXIT.usage;
  }
  if (error instanceof CallEnded) {
    diagnose(streams, 'error', 'interrupted by --timeout before the input was read and checked: set a longer time, or 0 for no limit');
    return EXIT.interrupted;
  }
  if (error instanceof ReadError) {
    diagnose(streams, 'error', error.message, `${error.file}:${error.line}:${error.column}`);
    return EXIT.input;
  }
  if (error instanceof ContentError) {
    const { lines, place, others, remedy } = error;
    for (const each of [{ message: lines, place }, ...others.slice(0, MAX_ERRORS - 1)])
      diagnose(streams, 'error', each.message, each.place);
    if (others.length >= MAX_ERRORS) diagnose(streams, 'error', `${others.length - MAX_ERRORS + 1} more errors are not shown`);
    if (remedy !== undefined) diagnose(streams, 'note', remedy);
    return EXIT.input;
  }
  if (error instanceof InputError || (error instanceof AllocationError && error.code !== 'internal')) {
    diagnose(streams, 'error', error instanceof AllocationError ? linesOfError(error) : error.message);
    return EXIT.input;
  }
  throw error;
}
