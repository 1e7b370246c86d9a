// The options, and the options of each command.

import { GATES as FEATURE_GATES, LIBRARY_GATES } from '../../core/features/gates.js';
import { NEWEST, OLDEST, RELEASES, SERVER_RELEASES } from '../../core/features/releases.js';
import type { OptionSpec } from './arguments.js';
import { FINDING_FORMATS } from './finding-formats.js';
import { TEMPLATE_FORMATS } from './output-template.js';
import { COLOR_CHOICES } from './terminal/color-choice.js';

/** The output formats of commands. */
export type OutputFormat = 'table' | 'wide' | 'json' | 'yaml' | 'name';

/** The output formats of `explain`; `table` is text. */
export type ExplanationFormat = OutputFormat | 'html';

export const ENVIRONMENTS = ['stored', 'new'] as const;

/** All values of {@link OutputFormat}. */
export const OUTPUT_FORMATS = ['table', 'wide', 'json', 'yaml', 'name'] as const satisfies readonly OutputFormat[];

/** All values of {@link ExplanationFormat}. */
export const EXPLANATION_FORMATS = [...OUTPUT_FORMATS, 'html'] as const satisfies readonly ExplanationFormat[];

export const FILE: OptionSpec = {
  name: '--filename',
  short: '-f',
  value: 'FILE',
  repeatable: true,
  values: 'files',
  group: 'Input',
  help: 'YAML or JSON: a file, a directory, or - for standard input',
};
export const RECURSIVE: OptionSpec = {
  name: '--recursive',
  short: '-R',
  group: 'Input',
  help: 'also read the directories below a directory',
};
export const OUTPUT: OptionSpec = {
  name: '--output',
  short: '-o',
  value: 'FORMAT',
  values: [...OUTPUT_FORMATS, ...TEMPLATE_FORMATS],
  group: 'Output',
  help: 'table (default), wide, json, yaml, name, or a template',
};
export const NAMESPACE: OptionSpec = {
  name: '--namespace',
  short: '-n',
  value: 'NAME',
  group: 'Scope',
  help: 'consider only pods and claims of this namespace',
};
export const ALL_NAMESPACES: OptionSpec = {
  name: '--all-namespaces',
  short: '-A',
  group: 'Scope',
  help: 'consider all namespaces (default)',
};
export const NO_HEADERS: OptionSpec = { name: '--no-headers', group: 'Output', help: 'print tables without headings' };
export const COLOR: OptionSpec = {
  name: '--color',
  value: 'WHEN',
  values: COLOR_CHOICES,
  group: 'Output',
  help: 'auto (default: on a terminal), always or never',
};
export const NODE: OptionSpec = { name: '--node', value: 'NAME', group: 'Scope', help: 'consider only this node' };
export const DEVICES_ONLY: OptionSpec = { name: '--devices-only', group: 'Scope', help: 'ignore CPU, memory, taints, affinity and ports' };
export const NO_PREEMPTION: OptionSpec = { name: '--no-preemption', group: 'Scope', help: 'never evict pods of lower priority' };
export const VERSION: OptionSpec = {
  name: '--kubernetes-version',
  value: '1.N',
  values: RELEASES,
  group: 'Kubernetes',
  help: `feature gates of this release, ${OLDEST} to ${NEWEST} (default: all on)`,
};
const SERVER_VERSION: OptionSpec = {
  ...VERSION,
  help: 'release of the API server for new selectors (default: all gates on)',
};
export const GATES: OptionSpec = {
  name: '--feature-gates',
  value: 'A=true,...',
  repeatable: true,
  values: [...FEATURE_GATES, ...LIBRARY_GATES].flatMap(({ name }) => [`${name}=true`, `${name}=false`]),
  group: 'Kubernetes',
  help: 'set single feature gates by their Kubernetes names',
};
export const SCHEDULER_CONFIG: OptionSpec = {
  name: '--scheduler-config',
  value: 'FILE',
  values: 'files',
  group: 'Kubernetes',
  help: 'profiles of kube-scheduler: its KubeSchedulerConfiguration',
};
export const CORRECTIONS: OptionSpec = {
  name: '--corrections',
  group: 'Kubernetes',
  help: 'fix known bugs of kube-scheduler instead of reproducing them',
};
export const STEPS: OptionSpec = { name: '--steps', value: 'N', group: 'Limits', help: 'stop a search after N decisions on a node' };
export const SELECTOR_WORK: OptionSpec = {
  name: '--selector-work',
  value: 'N',
  group: 'Limits',
  help: 'stop a selector after N steps (default: 3500000; 0: no limit)',
};
export const TIMEOUT: OptionSpec = {
  name: '--timeout',
  value: 'DURATION',
  group: 'Limits',
  help: 'stop after this time (default: 10s a search; 0: no limit)',
};
export const ENVIRONMENT: OptionSpec = {
  name: '--environment',
  value: 'KIND',
  values: ENVIRONMENTS,
  group: 'Kubernetes',
  help: 'stored (default): as in the scheduler; new: as in a new object',
};
export const VALIDATE_OUTPUT: OptionSpec = { ...OUTPUT, values: FINDING_FORMATS, help: 'text (default), json, junit, sarif or github' };
const VALIDATE_VERSION: OptionSpec = {
  ...VERSION,
  values: SERVER_RELEASES,
  help: `release of the API server, ${SERVER_RELEASES[0]} to ${NEWEST} (default: all gates on)`,
};
export const RULE: OptionSpec = {
  name: '--rule',
  value: 'RULE,...',
  repeatable: true,
  isList: true,
  group: 'Rules',
  help: 'check only these rules',
};
export const IGNORE: OptionSpec = {
  name: '--ignore',
  value: 'RULE,...',
  repeatable: true,
  isList: true,
  group: 'Rules',
  help: 'skip these rules',
};
export const SEVERITY: OptionSpec = {
  name: '--severity',
  value: 'LEVEL',
  values: ['error', 'warning'],
  group: 'Rules',
  help: 'error: report only errors; warning (default): also warnings',
};
export const LENIENT: OptionSpec = {
  name: '--lenient',
  group: 'Rules',
  help: 'report unknown fields as warnings: a newer release may have them',
};
export const FIX: OptionSpec = { name: '--fix', group: 'Fixes', help: 'rewrite selectors that read a list as a single value' };
export const EXPLAIN_OUTPUT: OptionSpec = {
  ...OUTPUT,
  values: [...EXPLANATION_FORMATS, ...TEMPLATE_FORMATS],
  help: 'table (default: text), wide, json, yaml, name, html, or a template',
};
export const APPLY: OptionSpec = {
  name: '--apply',
  value: 'FILE',
  repeatable: true,
  values: 'files',
  group: 'Fixes',
  help: 'write a suggested change into this YAML file of the input',
};
export const SUGGESTION: OptionSpec = {
  name: '--suggestion',
  value: 'N',
  group: 'Fixes',
  help: 'the suggestion that --apply writes (default: the first that fits the file)',
};
export const MOST: OptionSpec = { name: '--most', value: 'N', group: 'Replicas', help: 'stop counting at N replicas (default: 10000)' };
export const NODE_TEMPLATE: OptionSpec = {
  name: '--node-template',
  value: 'FILE',
  repeatable: true,
  values: 'files',
  group: 'Replicas',
  help: 'count the nodes of this shape that pending pods need',
};
export const WITH: OptionSpec = {
  name: '--with',
  value: 'FILE',
  repeatable: true,
  values: 'files',
  group: 'Changes',
  help: 'objects to add or replace, by kind and name',
};
export const WHOLE_TIMEOUT: OptionSpec = { ...TIMEOUT, help: 'stop after this time (default: 5m; 0: no limit)' };
export const TO_VERSION: OptionSpec = {
  ...VERSION,
  name: '--to-version',
  group: 'Changes',
  help: `compare with this release, ${OLDEST} to ${NEWEST}`,
};
export const TO_GATES: OptionSpec = {
  ...GATES,
  name: '--to-feature-gates',
  group: 'Changes',
  help: 'feature gates of the second cluster, added to --feature-gates',
};
export const REPORT_CHANGES: OptionSpec = {
  name: '--exit-code',
  group: 'Output',
  help: 'exit with code 1 for any change, not only for a worse one',
};
export const CERTIFICATES: OptionSpec = {
  name: '--certificates',
  group: 'Output',
  help: 'with json and yaml: add proofs that no devices fit',
};
export const POD_ORDERS = ['input', 'priority'] as const;
export const ORDER: OptionSpec = {
  name: '--order',
  value: 'ORDER',
  values: POD_ORDERS,
  group: 'Scope',
  help: 'order of pods: input (default), or priority by PriorityClass',
};
export const POD_TEMPLATES: OptionSpec = {
  name: '--pod-templates',
  value: 'FILE',
  repeatable: true,
  values: 'files',
  group: 'Input',
  help: 'more kinds that create pods (docs/reference/pod-templates.md)',
};
export const NO_VALIDATE: OptionSpec = { name: '--no-validate', group: 'Input', help: 'accept objects that the API server would reject' };
export const ALLOW_INCOMPLETE: OptionSpec = {
  name: '--allow-incomplete',
  group: 'Input',
  help: 'answer even if the input shows that objects are missing',
};
export const CLASSIC_VERSION: OptionSpec = {
  ...VERSION,
  values: ['1.26', '1.27', '1.28', '1.29', '1.30'],
  help: 'use the claim names of this release, 1.26 to 1.30 (default: 1.30)',
};
/** The output formats of `classic`: all changes, or the final objects. */
export const CLASSIC_FORMATS = ['table', 'mermaid', 'json', 'yaml'] as const;
export const CLASSIC_OUTPUT: OptionSpec = {
  ...OUTPUT,
  values: CLASSIC_FORMATS,
  help: 'table (default), mermaid (a diagram), json or yaml (final objects)',
};
/** The output formats of `migrate`. */
export const MIGRATE_FORMATS = ['yaml', 'json'] as const;
export const MIGRATE_OUTPUT: OptionSpec = {
  ...OUTPUT,
  values: MIGRATE_FORMATS,
  help: 'yaml (default; notes as comments) or json (notes as data)',
};
export const SEED: OptionSpec = { name: '--seed', value: 'N', group: 'Run', help: 'seed of random choices (default: 1)' };
export const HELP: OptionSpec = { name: '--help', short: '-h', group: 'Other', help: 'print the help of the command' };
const PROGRAM_VERSION: OptionSpec = { name: '--version', group: 'Other', help: 'print the version of the program' };

/** Groups of options that commands share. */
const INPUT = [FILE, RECURSIVE] as const;
const NAMESPACES = [NAMESPACE, ALL_NAMESPACES] as const;
const TABLES = [NO_HEADERS, COLOR] as const;
const SEMANTICS = [VERSION, GATES, SCHEDULER_CONFIG, CORRECTIONS] as const;
const CHECKS = [POD_TEMPLATES, NO_VALIDATE, ALLOW_INCOMPLETE] as const;
const SEARCH = [STEPS, SELECTOR_WORK, TIMEOUT] as const;

/** The options of `allocate`, in the order of its help. */
export const ALLOCATE_OPTIONS: readonly OptionSpec[] = [
  ...INPUT,
  ...NAMESPACES,
  NODE,
  DEVICES_ONLY,
  NO_PREEMPTION,
  OUTPUT,
  ...TABLES,
  ...SEMANTICS,
  ORDER,
  ...CHECKS,
  ...SEARCH,
  HELP,
];

/** The options of `explain`, in the order of its help. */
export const EXPLAIN_OPTIONS: readonly OptionSpec[] = [
  ...INPUT,
  ...NAMESPACES,
  NODE,
  DEVICES_ONLY,
  NO_PREEMPTION,
  EXPLAIN_OUTPUT,
  ...TABLES,
  APPLY,
  SUGGESTION,
  CERTIFICATES,
  ...SEMANTICS,
  ORDER,
  ...CHECKS,
  ...SEARCH,
  HELP,
];

/** The options of `nodes`, in the order of its help. */
export const NODES_OPTIONS: readonly OptionSpec[] = [
  ...INPUT,
  ...NAMESPACES,
  NODE,
  NO_PREEMPTION,
  OUTPUT,
  ...TABLES,
  ...SEMANTICS,
  ...CHECKS,
  ...SEARCH,
  HELP,
];

/** The options of `fit`, in the order of its help. */
export const FIT_OPTIONS: readonly OptionSpec[] = [
  ...INPUT,
  ...NAMESPACES,
  NODE,
  MOST,
  NODE_TEMPLATE,
  OUTPUT,
  ...TABLES,
  ...SEMANTICS,
  ...CHECKS,
  ...SEARCH,
  HELP,
];

/** The options of `diff`, in the order of its help. */
export const DIFF_OPTIONS: readonly OptionSpec[] = [
  ...INPUT,
  WITH,
  TO_VERSION,
  TO_GATES,
  REPORT_CHANGES,
  ...NAMESPACES,
  OUTPUT,
  ...TABLES,
  ...SEMANTICS,
  ...CHECKS,
  STEPS,
  SELECTOR_WORK,
  WHOLE_TIMEOUT,
  HELP,
];

/** The options of `inventory`, in the order of its help. */
export const INVENTORY_OPTIONS: readonly OptionSpec[] = [
  ...INPUT,
  NODE,
  OUTPUT,
  ...TABLES,
  VERSION,
  GATES,
  NO_VALIDATE,
  ALLOW_INCOMPLETE,
  HELP,
];

/** The options of `cel`, in the order of its help. */
export const CEL_OPTIONS: readonly OptionSpec[] = [...INPUT, OUTPUT, ...TABLES, ENVIRONMENT, SERVER_VERSION, GATES, NO_VALIDATE, HELP];

/** The options of `validate`, in the order of its help. */
export const VALIDATE_OPTIONS: readonly OptionSpec[] = [
  ...INPUT,
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

/** The options of `classic`, in the order of its help. */
export const CLASSIC_OPTIONS: readonly OptionSpec[] = [...INPUT, CLASSIC_OUTPUT, ...TABLES, CLASSIC_VERSION, SEED, WHOLE_TIMEOUT, HELP];

/** The options of `migrate`, in the order of its help. */
export const MIGRATE_OPTIONS: readonly OptionSpec[] = [...INPUT, MIGRATE_OUTPUT, COLOR, HELP];

/** The options of `rules`. */
export const RULES_OPTIONS: readonly OptionSpec[] = [COLOR, HELP];

/** The options of `completion`. */
export const COMPLETION_OPTIONS: readonly OptionSpec[] = [HELP];

/** The options without a command. */
export const PROGRAM_OPTIONS: readonly OptionSpec[] = [HELP, PROGRAM_VERSION];

/** The options that most commands share. `help options` describes them; the help of a command only names them. */
export const SHARED_OPTIONS: readonly OptionSpec[] = [RECURSIVE, ...CHECKS, ...NAMESPACES, ...TABLES, ...SEMANTICS, ...SEARCH, HELP];
