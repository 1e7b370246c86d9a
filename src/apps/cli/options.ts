// Interprets the options of the command line as settings.

import { millisecondsOf } from '../../core/base/duration.js';
import { didYouMean, type OptionSpec, type ParsedArguments, UsageError } from './arguments.js';
import { FINDING_FORMATS, type FindingFormat } from './finding-formats.js';
import {
  ALL_NAMESPACES,
  ALLOW_INCOMPLETE,
  APPLY,
  CERTIFICATES,
  CLASSIC_FORMATS,
  CLASSIC_OUTPUT,
  CLASSIC_VERSION,
  COLOR,
  CORRECTIONS,
  DEVICES_ONLY,
  ENVIRONMENT,
  EXPLAIN_OUTPUT,
  EXPLANATION_FORMATS,
  type ExplanationFormat,
  FILE,
  FIX,
  GATES,
  IGNORE,
  LENIENT,
  MIGRATE_FORMATS,
  MIGRATE_OUTPUT,
  MOST,
  NAMESPACE,
  NO_HEADERS,
  NO_PREEMPTION,
  NO_VALIDATE,
  NODE,
  NODE_TEMPLATE,
  ORDER,
  OUTPUT,
  OUTPUT_FORMATS,
  type OutputFormat,
  POD_ORDERS,
  POD_TEMPLATES,
  RECURSIVE,
  REPORT_CHANGES,
  RULE,
  SCHEDULER_CONFIG,
  SEED,
  SELECTOR_WORK,
  SEVERITY,
  STEPS,
  SUGGESTION,
  TIMEOUT,
  TO_GATES,
  TO_VERSION,
  VALIDATE_OUTPUT,
  VERSION,
  WHOLE_TIMEOUT,
  WITH,
} from './option-specs.js';
import { type OutputTemplate, parseOutputTemplate, TEMPLATE_FORMATS } from './output-template.js';
import { COLOR_CHOICES, type ColorChoice } from './terminal/color-choice.js';
import { TimeLimit } from './time-limit.js';

/** The scheduler's limit for one search (DRASchedulerFilterTimeout). */
const DEFAULT_MILLISECONDS = 10_000;

/** Returns when to show colours, in every command. Throws {@link UsageError}. */
export function readColorChoice({ options }: ParsedArguments): ColorChoice {
  return oneOf(COLOR, options.get(COLOR.name)?.[0] ?? 'auto', COLOR_CHOICES);
}

/** The settings of a command. */
export interface Settings {
  readonly files: readonly string[];
  readonly recursive: boolean;
  readonly output: OutputFormat | OutputTemplate;
  /** True if tables have headings. */
  readonly headings: boolean;
  readonly node?: string;
  /** Pods and claims of other namespaces are left out; objects without a namespace are in this one. */
  readonly namespace?: string;
  /** True if only devices and the labels of node selectors decide, without the scheduler's other filters and scores. */
  readonly devicesOnly: boolean;
  /** True if pods of lower priority are evicted where the scheduler does so. */
  readonly preempts: boolean;
  readonly kubernetesVersion?: string;
  readonly featureGates: Readonly<Record<string, boolean>>;
  /** The file with the configuration of the scheduler, if any. */
  readonly schedulerConfig?: string;
  readonly corrections: boolean;
  /** The order of placing pods. */
  readonly podOrder: 'input' | 'priority';
  /** Files with kinds that make pods. */
  readonly podTemplates: readonly string[];
  /** True if objects that the API server would reject are errors. */
  readonly validates: boolean;
  /** True if missing objects are warnings. */
  readonly allowsIncomplete: boolean;
  /** The CEL environment, if the user chose one for `cel`. */
  readonly environment?: 'stored' | 'new';
  readonly limits: { readonly steps?: number; readonly selectorWork?: number; readonly milliseconds?: number };
  /** The time limit of --timeout, if any. The limit counts from the start, so it also ends reading, checking and decoding the input. */
  readonly time: TimeLimit;
}

/** The settings of `explain`. */
export interface ExplainSettings extends Omit<Settings, 'output'> {
  readonly output: ExplanationFormat | OutputTemplate;
  /** The files to write a suggestion into. */
  readonly apply: readonly string[];
  /** The number of the suggestion to write, from 1. By default the first one that only changes these files. */
  readonly suggestion?: number;
  /** True if the data includes proofs. */
  readonly certificates: boolean;
}

/** The settings of `fit`. */
export interface FitSettings extends Settings {
  /** The most replicas to count. Absent: as many as fit. */
  readonly most?: number;
  /** Files with shapes of nodes. Empty: the nodes of the input. */
  readonly nodeTemplates: readonly string[];
}

/** The settings of `diff`. */
export interface DiffSettings extends Settings {
  /** Files with objects to add or replace. */
  readonly others: readonly string[];
  /** The release and the gates after the change. */
  readonly to: Pick<Settings, 'kubernetesVersion' | 'featureGates'>;
  /** True if any change leads to exit code 1. */
  readonly reportsChanges: boolean;
}

/** The settings of `validate`. */
export interface ValidateSettings {
  readonly files: readonly string[];
  readonly recursive: boolean;
  readonly output: FindingFormat;
  readonly kubernetesVersion?: string;
  readonly featureGates: Readonly<Record<string, boolean>>;
  /** The rules to report; empty for all. */
  readonly rules: readonly string[];
  readonly ignored: readonly string[];
  readonly severity: 'error' | 'warning';
  readonly lenient: boolean;
  readonly fix: boolean;
}

/** Reads the options of `validate`, which also accepts files as arguments. Throws {@link UsageError}. */
export function readValidateSettings({ options }: ParsedArguments, files: readonly string[] = []): ValidateSettings {
  const one = (spec: OptionSpec): string | undefined => options.get(spec.name)?.[0];
  const kubernetesVersion = one(VERSION);
  return {
    files: filesOf(options, files),
    recursive: options.has(RECURSIVE.name),
    output: oneOf(VALIDATE_OUTPUT, one(OUTPUT) ?? 'text', FINDING_FORMATS),
    ...(kubernetesVersion === undefined ? {} : { kubernetesVersion }),
    featureGates: featureGates(options.get(GATES.name) ?? []),
    rules: options.get(RULE.name) ?? [],
    ignored: options.get(IGNORE.name) ?? [],
    severity: oneOf(SEVERITY, one(SEVERITY) ?? 'warning', ['error', 'warning'] as const),
    lenient: options.has(LENIENT.name),
    fix: options.has(FIX.name),
  };
}

/** Returns one of several words. Throws {@link UsageError}. */
export function oneOf<T extends string>({ name }: OptionSpec, text: string, words: readonly T[]): T {
  const word = words.find((candidate) => candidate === text);
  if (word !== undefined) return word;
  throw new UsageError(`option ${name} accepts one of ${words.join(', ')}, not "${text}"${didYouMean(text, words)}`);
}

/** Matches words that are not names of objects: with an extension, or with a path. */
const LIKE_A_FILE = /\.(?:ya?ml|json)$|^\.{0,2}\/|^-$|\/.*\/.*\//;

/** Returns the files of -f and of arguments. An argument that looks like a file leads to a suggestion. Throws {@link UsageError}. */
export function filesOf(
  options: ParsedArguments['options'],
  more: readonly string[] = [],
  others: readonly string[] = [],
): readonly string[] {
  const files = [...(options.get(FILE.name) ?? []), ...more];
  const meant = others.find((argument) => LIKE_A_FILE.test(argument));
  if (files.length === 0)
    throw new UsageError(`no input: give files, directories or - with -f${meant === undefined ? '' : `; did you mean -f ${meant}?`}`);
  if (files.filter((file) => file === '-').length > 1) throw new UsageError('standard input can be read only once: give -f - once');
  return files;
}

/** The settings of `classic`. */
export interface ClassicSettings {
  readonly files: readonly string[];
  readonly recursive: boolean;
  readonly output: (typeof CLASSIC_FORMATS)[number];
  readonly headings: boolean;
  readonly kubernetesVersion?: string;
  readonly seed: number;
  /** The time limit of --timeout, which counts from the start of the command. */
  readonly time: TimeLimit;
}

/** Reads the options of `classic`. Throws {@link UsageError}. */
export function readClassicSettings({ options }: ParsedArguments): ClassicSettings {
  const kubernetesVersion = options.get(CLASSIC_VERSION.name)?.[0];
  const seed = options.get(SEED.name)?.[0];
  return {
    files: filesOf(options),
    recursive: options.has(RECURSIVE.name),
    output: oneOf(CLASSIC_OUTPUT, options.get(OUTPUT.name)?.[0] ?? 'table', CLASSIC_FORMATS),
    headings: !options.has(NO_HEADERS.name),
    ...(kubernetesVersion === undefined ? {} : { kubernetesVersion }),
    seed: seed === undefined ? 1 : parseCount(SEED, seed),
    time: wholeTime(options),
  };
}

/** The settings of `migrate`. */
export interface MigrateSettings {
  readonly files: readonly string[];
  readonly recursive: boolean;
  readonly output: (typeof MIGRATE_FORMATS)[number];
}

/** Reads the options of `migrate`. Throws {@link UsageError}. */
export function readMigrateSettings({ options }: ParsedArguments): MigrateSettings {
  return {
    files: filesOf(options),
    recursive: options.has(RECURSIVE.name),
    output: oneOf(MIGRATE_OUTPUT, options.get(OUTPUT.name)?.[0] ?? 'yaml', MIGRATE_FORMATS),
  };
}

/** Reads the options of `explain`. Throws {@link UsageError}. */
export function readExplainSettings(parsedArguments: ParsedArguments): ExplainSettings {
  const one = (spec: OptionSpec): string | undefined => parsedArguments.options.get(spec.name)?.[0];
  const apply = parsedArguments.options.get(APPLY.name) ?? [];
  if (apply.includes('-')) throw new UsageError('option --apply accepts files, not standard input');
  const suggestion = one(SUGGESTION);
  if (suggestion !== undefined && apply.length === 0) throw new UsageError('option --suggestion needs --apply FILE');
  return {
    ...withoutOutput(parsedArguments),
    output: outputFormat(one(EXPLAIN_OUTPUT) ?? 'table', EXPLANATION_FORMATS),
    apply,
    ...(suggestion === undefined ? {} : { suggestion: parseCount(SUGGESTION, suggestion) }),
    certificates: parsedArguments.options.has(CERTIFICATES.name),
  };
}

/** Reads the options of `fit`. Throws {@link UsageError}. */
export function readFitSettings(parsedArguments: ParsedArguments): FitSettings {
  const most = parsedArguments.options.get(MOST.name)?.[0];
  const nodeTemplates = parsedArguments.options.get(NODE_TEMPLATE.name) ?? [];
  if (nodeTemplates.includes('-')) throw new UsageError('option --node-template accepts files, not standard input');
  return { ...readSettings(parsedArguments), ...(most === undefined ? {} : { most: parseCount(MOST, most) }), nodeTemplates };
}

/** Reads the options of `diff`. Throws {@link UsageError}. */
export function readDiffSettings(parsedArguments: ParsedArguments): DiffSettings {
  const { options } = parsedArguments;
  const others = options.get(WITH.name) ?? [];
  const version = options.get(TO_VERSION.name)?.[0];
  const gates = options.get(TO_GATES.name) ?? [];
  const settings = readSettings(parsedArguments);
  if (others.length === 0 && version === undefined && gates.length === 0)
    throw new UsageError('nothing to compare with: give --with FILE, --to-version or --to-feature-gates');
  if ([...settings.files, ...others].filter((file) => file === '-').length > 1)
    throw new UsageError('standard input can be read only once: give - once');
  const kubernetesVersion = version ?? settings.kubernetesVersion;
  const featureGatesAfter = { ...settings.featureGates, ...featureGates(gates) };
  const { steps, selectorWork } = settings.limits;
  return {
    ...settings,
    limits: {
      ...(steps === undefined ? {} : { steps }),
      ...(selectorWork === undefined ? {} : { selectorWork }),
    },
    time: wholeTime(options),
    others,
    reportsChanges: options.has(REPORT_CHANGES.name),
    to: { ...(kubernetesVersion === undefined ? {} : { kubernetesVersion }), featureGates: featureGatesAfter },
  };
}

/** Reads the options of a command. Throws {@link UsageError}. */
export function readSettings(parsedArguments: ParsedArguments): Settings {
  return {
    ...withoutOutput(parsedArguments),
    output: outputFormat(parsedArguments.options.get(OUTPUT.name)?.[0] ?? 'table', OUTPUT_FORMATS),
  };
}

function withoutOutput({ options, positionals }: ParsedArguments): Omit<Settings, 'output'> {
  const one = (spec: OptionSpec): string | undefined => options.get(spec.name)?.[0];
  const files = filesOf(options, [], positionals);
  const node = one(NODE);
  if (node === '') throw new UsageError('option --node needs the name of a node');
  const kubernetesVersion = one(VERSION);
  const environment = one(ENVIRONMENT);
  const podTemplates = options.get(POD_TEMPLATES.name) ?? [];
  if (podTemplates.includes('-')) throw new UsageError('option --pod-templates accepts files and directories, not standard input');
  const schedulerConfig = schedulerConfigOf(options);
  return {
    files,
    recursive: options.has(RECURSIVE.name),
    headings: !options.has(NO_HEADERS.name),
    ...(node === undefined ? {} : { node }),
    ...namespaceFrom(one(NAMESPACE), options.has(ALL_NAMESPACES.name)),
    ...(kubernetesVersion === undefined ? {} : { kubernetesVersion }),
    ...(environment === undefined ? {} : { environment: celEnvironment(environment) }),
    featureGates: featureGates(options.get(GATES.name) ?? []),
    ...(schedulerConfig === undefined ? {} : { schedulerConfig }),
    devicesOnly: options.has(DEVICES_ONLY.name),
    preempts: !options.has(NO_PREEMPTION.name),
    corrections: options.has(CORRECTIONS.name),
    podOrder: oneOf(ORDER, one(ORDER) ?? 'input', POD_ORDERS),
    podTemplates,
    validates: !options.has(NO_VALIDATE.name),
    allowsIncomplete: options.has(ALLOW_INCOMPLETE.name),
    limits: limits(one(STEPS), one(SELECTOR_WORK), one(TIMEOUT)),
    time: new TimeLimit(one(TIMEOUT) === undefined ? undefined : timeoutOf(one(TIMEOUT) as string)),
  };
}

/** Returns the file of --scheduler-config. Throws {@link UsageError}. */
export function schedulerConfigOf(options: ParsedArguments['options']): string | undefined {
  const file = options.get(SCHEDULER_CONFIG.name)?.[0];
  if (file === '-') throw new UsageError('option --scheduler-config accepts a file, not standard input');
  if (file !== undefined && options.has(DEVICES_ONLY.name))
    throw new UsageError('option --scheduler-config has no effect with --devices-only');
  return file;
}

/** --all-namespaces overrides --namespace, as in kubectl. */
function namespaceFrom(namespace: string | undefined, isAll: boolean): Pick<Settings, 'namespace'> {
  if (namespace === '') throw new UsageError('option --namespace needs the name of a namespace');
  return namespace === undefined || isAll ? {} : { namespace };
}

function outputFormat<T extends string>(text: string, formats: readonly T[]): T | OutputTemplate {
  const template = parseOutputTemplate(text);
  if (template !== undefined) return template;
  const format = formats.find((candidate) => candidate === text);
  if (format !== undefined) return format;
  throw new UsageError(
    `unknown output format "${text}"${didYouMean(text, formats)}: one of ${[...formats, ...TEMPLATE_FORMATS].join(', ')}`,
  );
}

function celEnvironment(text: string): 'stored' | 'new' {
  if (text === 'stored' || text === 'new') return text;
  throw new UsageError(`option --environment accepts stored or new, not "${text}"`);
}

function featureGates(lists: readonly string[]): Record<string, boolean> {
  const gates = new Map<string, boolean>();
  for (const entry of lists.flatMap((list) => list.split(','))) {
    if (entry === '') continue;
    const equals = entry.indexOf('=');
    const name = entry.slice(0, equals).trim();
    const value = entry.slice(equals + 1).trim();
    if (equals < 1 || name === '' || !/^(true|false)$/i.test(value)) {
      throw new UsageError(`option --feature-gates accepts NAME=true or NAME=false, not "${entry}"`);
    }
    gates.set(name, value.toLowerCase() === 'true');
  }
  return Object.fromEntries(gates);
}

function limits(steps: string | undefined, work: string | undefined, timeout: string | undefined): Settings['limits'] {
  const milliseconds = timeout === undefined ? DEFAULT_MILLISECONDS : timeoutOf(timeout);
  const selectorWork = work === undefined ? undefined : parseSelectorWork(work);
  return {
    ...(steps === undefined ? {} : { steps: parseCount(STEPS, steps) }),
    ...(selectorWork === undefined ? {} : { selectorWork }),
    ...(milliseconds === 0 ? {} : { milliseconds }),
  };
}

function parseCount({ name }: OptionSpec, text: string, expected = 'an integer above 0'): number {
  const count = Number(text);
  if (/^[0-9]+$/.test(text) && Number.isSafeInteger(count) && count > 0) return count;
  throw new UsageError(`option ${name} accepts ${expected}, not "${text}"`);
}

function parseSelectorWork(text: string): number {
  return text === '0' ? Number.POSITIVE_INFINITY : parseCount(SELECTOR_WORK, text, 'an integer, or 0 for no limit');
}

/** Returns the limit of commands that are a single call. */
function wholeTime(options: ParsedArguments['options']): TimeLimit {
  return new TimeLimit(timeoutOf(options.get(WHOLE_TIMEOUT.name)?.[0] ?? '5m'));
}

function timeoutOf(text: string): number {
  const milliseconds = millisecondsOf(text);
  if (milliseconds === undefined) throw new UsageError(`option --timeout accepts a duration such as 500ms, 10s or 1m30s, not "${text}"`);
  return milliseconds;
}
