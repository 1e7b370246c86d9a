// The options of the commands: what there is, and what the given ones mean.

import { GATES as FEATURE_GATES, RELEASES } from '../features/gates.js';
import { didYouMean, type OptionSpec, type ParsedArguments, UsageError } from './arguments.js';
import { FINDING_FORMATS, type FindingFormat } from './finding-formats.js';
import { type OutputTemplate, parseOutputTemplate, TEMPLATE_FORMATS } from './output-template.js';
import { COLOR_CHOICES, type ColorChoice } from './terminal/color-choice.js';

/** The formats in which a command prints. */
export type OutputFormat = 'table' | 'wide' | 'json' | 'yaml' | 'name';

const ENVIRONMENTS = ['stored', 'new'] as const;

const OUTPUT_FORMATS: readonly OutputFormat[] = ['table', 'wide', 'json', 'yaml', 'name'];

/** The scheduler's limit for one search (DRASchedulerFilterTimeout). */
const DEFAULT_MILLISECONDS = 10_000;

const FILE: OptionSpec = {
  name: '--filename',
  short: '-f',
  value: 'FILE',
  repeatable: true,
  values: 'files',
  help: 'YAML or JSON: a file, a directory, or - for standard input',
};
const RECURSIVE: OptionSpec = { name: '--recursive', short: '-R', help: 'read directories with all directories below them' };
const OUTPUT: OptionSpec = {
  name: '--output',
  short: '-o',
  value: 'FORMAT',
  values: [...OUTPUT_FORMATS, ...TEMPLATE_FORMATS],
  help: 'table, wide, json, yaml, name, custom-columns=..., jsonpath=...',
};
const NAMESPACE: OptionSpec = {
  name: '--namespace',
  short: '-n',
  value: 'NAME',
  help: 'pods and claims of this namespace only',
};
const ALL_NAMESPACES: OptionSpec = { name: '--all-namespaces', short: '-A', help: 'those of all namespaces (default)' };
const NO_HEADERS: OptionSpec = { name: '--no-headers', help: 'tables without headings' };
const COLOR: OptionSpec = {
  name: '--color',
  value: 'WHEN',
  values: COLOR_CHOICES,
  help: 'auto (default): on a terminal, see NO_COLOR; always; never',
};
const NODE: OptionSpec = { name: '--node', value: 'NAME', help: 'look at this node only' };
const DEVICES_ONLY: OptionSpec = { name: '--devices-only', help: 'devices alone decide: no room, taints, affinity, ports' };
const VERSION: OptionSpec = {
  name: '--kubernetes-version',
  value: '1.N',
  values: RELEASES,
  help: 'feature gates of this release, 1.32 to 1.37 (default: all on)',
};
const SERVER_VERSION: OptionSpec = {
  ...VERSION,
  help: 'of the API server for new selectors (default: see above)',
};
const GATES: OptionSpec = {
  name: '--feature-gates',
  value: 'A=true,...',
  repeatable: true,
  values: FEATURE_GATES.flatMap(({ name }) => [`${name}=true`, `${name}=false`]),
  help: 'single feature gates by their Kubernetes names',
};
const CORRECTIONS: OptionSpec = { name: '--corrections', help: 'right, not faithful, where 1.37 is known to be wrong' };
const STEPS: OptionSpec = { name: '--steps', value: 'N', help: 'end the search on a node after N decisions' };
const SELECTOR_WORK: OptionSpec = {
  name: '--selector-work',
  value: 'N',
  help: 'end a selector after N steps (default 3500000; 0: never)',
};
const TIMEOUT: OptionSpec = {
  name: '--timeout',
  value: 'DURATION',
  help: 'end the search for a pod after this time (default 10s; 0: never)',
};
const ENVIRONMENT: OptionSpec = {
  name: '--environment',
  value: 'KIND',
  values: ENVIRONMENTS,
  help: 'stored (default): as the scheduler takes it; new: on creation',
};
const VALIDATE_OUTPUT: OptionSpec = { ...OUTPUT, values: FINDING_FORMATS, help: 'text (default), json, junit, sarif or github' };
const VALIDATE_VERSION: OptionSpec = {
  ...VERSION,
  values: RELEASES.slice(RELEASES.indexOf('1.34')),
  help: 'of the API server, 1.34 to 1.37 (default: newest, all gates on)',
};
const RULE: OptionSpec = { name: '--rule', value: 'RULE', repeatable: true, help: 'only this rule' };
const IGNORE: OptionSpec = { name: '--ignore', value: 'RULE', repeatable: true, help: 'not this rule' };
const SEVERITY: OptionSpec = {
  name: '--severity',
  value: 'LEVEL',
  values: ['error', 'warning'],
  help: 'error: errors alone; warning (default): warnings, too',
};
const LENIENT: OptionSpec = { name: '--lenient', help: 'unknown fields are warnings, as newer releases may have them' };
const FIX: OptionSpec = { name: '--fix', help: 'rewrite expressions in the files where a finding says how' };
const POD_ORDERS = ['input', 'priority'] as const;
const ORDER: OptionSpec = {
  name: '--order',
  value: 'ORDER',
  values: POD_ORDERS,
  help: 'of pods: input (default) or priority, by PriorityClass',
};
const POD_TEMPLATES: OptionSpec = {
  name: '--pod-templates',
  value: 'FILE',
  repeatable: true,
  values: 'files',
  help: 'more kinds that make pods, as docs/pod-templates.md tells',
};
const NO_VALIDATE: OptionSpec = { name: '--no-validate', help: 'take objects that the API server would refuse' };
const HELP: OptionSpec = { name: '--help', short: '-h', help: 'print this help' };
const PROGRAM_VERSION: OptionSpec = { name: '--version', help: 'print the version of the program' };

/** The options of `allocate`, in the order of its help. */
export const ALLOCATE_OPTIONS: readonly OptionSpec[] = [
  FILE,
  RECURSIVE,
  NAMESPACE,
  ALL_NAMESPACES,
  NODE,
  DEVICES_ONLY,
  OUTPUT,
  NO_HEADERS,
  COLOR,
  VERSION,
  GATES,
  CORRECTIONS,
  ORDER,
  POD_TEMPLATES,
  NO_VALIDATE,
  STEPS,
  SELECTOR_WORK,
  TIMEOUT,
  HELP,
];

/** The options of `nodes`, in the order of its help. */
export const NODES_OPTIONS: readonly OptionSpec[] = [
  FILE,
  RECURSIVE,
  NAMESPACE,
  ALL_NAMESPACES,
  NODE,
  OUTPUT,
  NO_HEADERS,
  COLOR,
  VERSION,
  GATES,
  CORRECTIONS,
  POD_TEMPLATES,
  NO_VALIDATE,
  STEPS,
  SELECTOR_WORK,
  TIMEOUT,
  HELP,
];

/** The options of `inventory`, in the order of its help. */
export const INVENTORY_OPTIONS: readonly OptionSpec[] = [
  FILE,
  RECURSIVE,
  NODE,
  OUTPUT,
  NO_HEADERS,
  COLOR,
  VERSION,
  GATES,
  NO_VALIDATE,
  HELP,
];

/** The options of `cel`, in the order of its help. */
export const CEL_OPTIONS: readonly OptionSpec[] = [
  FILE,
  RECURSIVE,
  OUTPUT,
  NO_HEADERS,
  COLOR,
  ENVIRONMENT,
  SERVER_VERSION,
  GATES,
  NO_VALIDATE,
  HELP,
];

/** The options of `validate`, in the order of its help. */
export const VALIDATE_OPTIONS: readonly OptionSpec[] = [
  FILE,
  RECURSIVE,
  VALIDATE_OUTPUT,
  COLOR,
  RULE,
  IGNORE,
  SEVERITY,
  LENIENT,
  FIX,
  VALIDATE_VERSION,
  GATES,
  HELP,
];

/** The options of `rules`. */
export const RULES_OPTIONS: readonly OptionSpec[] = [COLOR, HELP];

/** The options of `completion`. */
export const COMPLETION_OPTIONS: readonly OptionSpec[] = [HELP];

/** The options that stand without a command. */
export const PROGRAM_OPTIONS: readonly OptionSpec[] = [HELP, PROGRAM_VERSION];

/** When to show colours, in every command. Throws {@link UsageError}. */
export function readColorChoice({ options }: ParsedArguments): ColorChoice {
  return oneOf(COLOR, options.get(COLOR.name)?.[0] ?? 'auto', COLOR_CHOICES);
}

/** The meaning of the given options. */
export interface Settings {
  readonly files: readonly string[];
  readonly recursive: boolean;
  readonly output: OutputFormat | OutputTemplate;
  /** Tables have headings. */
  readonly headings: boolean;
  readonly node?: string;
  /** Pods and claims of other namespaces are not looked at; objects that name none are in this one. */
  readonly namespace?: string;
  /** Devices alone decide, and the labels of node selectors: the scheduler's other filters and scores are not asked. */
  readonly devicesOnly: boolean;
  readonly kubernetesVersion?: string;
  readonly featureGates: Readonly<Record<string, boolean>>;
  readonly corrections: boolean;
  /** The order in which pods are placed. */
  readonly podOrder: 'input' | 'priority';
  /** Files with kinds that make pods. */
  readonly podTemplates: readonly string[];
  /** Objects that the API server would refuse are an error. */
  readonly validates: boolean;
  /** The CEL environment, if `cel` was told. */
  readonly environment?: 'stored' | 'new';
  readonly limits: { readonly steps?: number; readonly selectorWork?: number; readonly milliseconds?: number };
}

/** The meaning of the options of `validate`. */
export interface ValidateSettings {
  readonly files: readonly string[];
  readonly recursive: boolean;
  readonly output: FindingFormat;
  readonly kubernetesVersion?: string;
  readonly featureGates: Readonly<Record<string, boolean>>;
  /** The rules to tell of; none: all. */
  readonly rules: readonly string[];
  readonly ignored: readonly string[];
  readonly severity: 'error' | 'warning';
  readonly lenient: boolean;
  readonly fix: boolean;
}

/** Reads the options of `validate`, which takes files as arguments, too. Throws {@link UsageError}. */
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

function oneOf<T extends string>({ name }: OptionSpec, text: string, words: readonly T[]): T {
  const word = words.find((candidate) => candidate === text);
  if (word !== undefined) return word;
  throw new UsageError(`option ${name} takes one of ${words.join(', ')}, not "${text}"${didYouMean(text, words)}`);
}

function filesOf(options: ParsedArguments['options'], more: readonly string[] = []): readonly string[] {
  const files = [...(options.get(FILE.name) ?? []), ...more];
  if (files.length === 0) throw new UsageError('no input: give files, directories or - with -f');
  if (files.filter((file) => file === '-').length > 1) throw new UsageError('standard input can be read only once: -f - is given twice');
  return files;
}

/** Reads the options of a command. Throws {@link UsageError}. */
export function readSettings({ options }: ParsedArguments): Settings {
  const one = (spec: OptionSpec): string | undefined => options.get(spec.name)?.[0];
  const files = filesOf(options);
  const node = one(NODE);
  if (node === '') throw new UsageError('option --node needs the name of a node');
  const kubernetesVersion = one(VERSION);
  const environment = one(ENVIRONMENT);
  const podTemplates = options.get(POD_TEMPLATES.name) ?? [];
  if (podTemplates.includes('-')) throw new UsageError('option --pod-templates takes files and directories, not standard input');
  return {
    files,
    recursive: options.has(RECURSIVE.name),
    output: outputFormat(one(OUTPUT) ?? 'table'),
    headings: !options.has(NO_HEADERS.name),
    ...(node === undefined ? {} : { node }),
    ...namespaceFrom(one(NAMESPACE), options.has(ALL_NAMESPACES.name)),
    ...(kubernetesVersion === undefined ? {} : { kubernetesVersion }),
    ...(environment === undefined ? {} : { environment: celEnvironment(environment) }),
    featureGates: featureGates(options.get(GATES.name) ?? []),
    devicesOnly: options.has(DEVICES_ONLY.name),
    corrections: options.has(CORRECTIONS.name),
    podOrder: oneOf(ORDER, one(ORDER) ?? 'input', POD_ORDERS),
    podTemplates,
    validates: !options.has(NO_VALIDATE.name),
    limits: limits(one(STEPS), one(SELECTOR_WORK), one(TIMEOUT)),
  };
}

/** All namespaces outweigh one, as in kubectl. */
function namespaceFrom(namespace: string | undefined, isAll: boolean): Pick<Settings, 'namespace'> {
  if (namespace === '') throw new UsageError('option --namespace needs the name of a namespace');
  return namespace === undefined || isAll ? {} : { namespace };
}

function outputFormat(text: string): OutputFormat | OutputTemplate {
  const template = parseOutputTemplate(text);
  if (template !== undefined) return template;
  const format = OUTPUT_FORMATS.find((candidate) => candidate === text);
  if (format !== undefined) return format;
  throw new UsageError(
    `unknown output format "${text}"${didYouMean(text, OUTPUT_FORMATS)}: one of ${[...OUTPUT_FORMATS, ...TEMPLATE_FORMATS].join(', ')}`,
  );
}

function celEnvironment(text: string): 'stored' | 'new' {
  if (text === 'stored' || text === 'new') return text;
  throw new UsageError(`option --environment takes stored or new, not "${text}"`);
}

function featureGates(lists: readonly string[]): Record<string, boolean> {
  const gates = new Map<string, boolean>();
  for (const entry of lists.flatMap((list) => list.split(','))) {
    if (entry === '') continue;
    const equals = entry.indexOf('=');
    const name = entry.slice(0, equals).trim();
    const value = entry.slice(equals + 1).trim();
    if (equals < 1 || name === '' || !/^(true|false)$/i.test(value)) {
      throw new UsageError(`option --feature-gates takes NAME=true or NAME=false, not "${entry}"`);
    }
    gates.set(name, value.toLowerCase() === 'true');
  }
  return Object.fromEntries(gates);
}

function limits(steps: string | undefined, work: string | undefined, timeout: string | undefined): Settings['limits'] {
  const milliseconds = timeout === undefined ? DEFAULT_MILLISECONDS : parseDuration(timeout);
  const selectorWork = work === undefined ? undefined : parseSelectorWork(work);
  return {
    ...(steps === undefined ? {} : { steps: parseCount(STEPS, steps) }),
    ...(selectorWork === undefined ? {} : { selectorWork }),
    ...(milliseconds === 0 ? {} : { milliseconds }),
  };
}

function parseCount({ name }: OptionSpec, text: string, expected = 'a whole number above 0'): number {
  const count = Number(text);
  if (/^[0-9]+$/.test(text) && Number.isSafeInteger(count) && count > 0) return count;
  throw new UsageError(`option ${name} takes ${expected}, not "${text}"`);
}

function parseSelectorWork(text: string): number {
  return text === '0' ? Number.POSITIVE_INFINITY : parseCount(SELECTOR_WORK, text, 'a whole number, or 0 for no limit');
}

const UNIT_MILLISECONDS: ReadonlyMap<string, number> = new Map([
  ['ns', 1e-6],
  ['us', 1e-3],
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
]);

/** Milliseconds of a duration as Go writes it: `10s`, `1m30s`, `1.5h`, `0`. */
function parseDuration(text: string): number {
  if (text === '0') return 0;
  if (!/^(?:\d{1,9}(?:\.\d{1,9})?(?:ns|us|ms|s|m|h)){1,6}$/.test(text)) {
    throw new UsageError(`option --timeout takes a duration such as 500ms, 10s or 1m30s, not "${text}"`);
  }
  let sum = 0;
  for (const [, amount, unit] of text.matchAll(/([\d.]+)([a-z]+)/g)) sum += Number(amount) * (UNIT_MILLISECONDS.get(unit ?? '') ?? 0);
  return sum;
}
