// Parses the command line into options with values and arguments. options.ts interprets them.
// The grammar is kubectl's (pflag): `--name value`, `--name=value`, `-n value`, `-nvalue`, `-n=value`, `--` ends the options.

import { nearestName } from '../../core/base/nearest-name.js';

/** A wrong call of the program: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** An option of the program. */
export interface OptionSpec {
  /** With two hyphens. */
  readonly name: string;
  /** With one hyphen and one letter. */
  readonly short?: string;
  /** The name of the value in help. Absent for a switch. */
  readonly value?: string;
  /** True if the option may be repeated. */
  readonly repeatable?: true;
  /** True if one value may name several items, separated by commas. */
  readonly isList?: true;
  /** Shell completion offers file names or these values. Absent if the value can be anything. */
  readonly values?: 'files' | readonly string[];
  /** The group in help. Absent for `Other`. */
  readonly group?: OptionGroup;
  readonly help: string;
}

/** The groups of options, in the order of help. */
export const OPTION_GROUPS = [
  'Input',
  'Scope',
  'Changes',
  'Replicas',
  'Rules',
  'Fixes',
  'Run',
  'Long runs',
  'Output',
  'Kubernetes',
  'Limits',
  'Other',
] as const;

/** One of {@link OPTION_GROUPS}. */
export type OptionGroup = (typeof OPTION_GROUPS)[number];

/** The options and arguments of a call. */
export interface ParsedArguments {
  readonly positionals: readonly string[];
  /** Values by the long names of options. A switch that is on has the value `true`. */
  readonly options: ReadonlyMap<string, readonly string[]>;
}

/** Parses arguments. Throws {@link UsageError} for unknown options, missing values, and repeated options that are not repeatable. */
export function parseArguments(argv: readonly string[], specs: readonly OptionSpec[]): ParsedArguments {
  const positionals: string[] = [];
  const options = new Map<string, string[]>();
  const queue = [...argv].reverse();
  for (let argument = queue.pop(); argument !== undefined; argument = queue.pop()) {
    if (argument === '--') {
      return { positionals: positionals.concat(queue.reverse()), options };
    }
    if (argument === '-' || !argument.startsWith('-')) {
      positionals.push(argument);
      continue;
    }
    const { spec, valueText } = findOption(argument, specs);
    const value = valueText ?? (spec.value === undefined ? 'true' : queue.pop());
    if (value === undefined) throw new UsageError(`option ${spec.name} needs a value: ${spec.name} ${spec.value}`);
    store(options, spec, value);
  }
  return { positionals, options };
}

function findOption(argument: string, specs: readonly OptionSpec[]): { spec: OptionSpec; valueText: string | undefined } {
  const equals = argument.indexOf('=');
  const name = equals < 0 ? argument : argument.slice(0, equals);
  const valueText = equals < 0 ? undefined : argument.slice(equals + 1);
  const exact = specs.find((spec) => spec.name === name || spec.short === name);
  if (exact !== undefined) return { spec: exact, valueText };
  const attached = argument.startsWith('--')
    ? undefined
    : specs.find((spec) => spec.value !== undefined && spec.short === argument.slice(0, 2));
  if (attached !== undefined) return { spec: attached, valueText: argument.slice(2) };
  if (!/^--?[A-Za-z][\w-]*(?:=|$)/.test(argument))
    throw new UsageError(`unknown option ${argument}: to pass it as an argument, put it at the end, after --`);
  const names = specs.map((spec) => spec.name);
  throw new UsageError(`unknown option ${name}${didYouMean(name, names)}`);
}

function store(options: Map<string, string[]>, spec: OptionSpec, value: string): void {
  if (spec.value === undefined && value !== 'true') {
    if (value === 'false') return;
    throw new UsageError(`option ${spec.name} accepts only true or false, not "${value}"`);
  }
  const values = options.get(spec.name);
  if (values === undefined) options.set(spec.name, [value]);
  else if (spec.repeatable === true) values.push(value);
  else if (spec.value !== undefined) throw new UsageError(`option ${spec.name} occurs twice: give it once`);
}

/** Returns a suggestion for the end of a sentence; empty if no candidate is similar. */
export function didYouMean(word: string, candidates: readonly string[]): string {
  const near = nearestName(word, candidates);
  return near === undefined ? '' : `, did you mean ${near}?`;
}
