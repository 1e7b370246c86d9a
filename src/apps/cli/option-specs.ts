// The options of the commands, and which of them each command takes. What given ones mean is up to options.ts.

import { GATES as FEATURE_GATES, OWN_GATES } from '../../core/features/gates.js';
import { NEWEST, OLDEST, RELEASES, SERVER_RELEASES } from '../../core/features/releases.js';
import type { OptionSpec } from './arguments.js';
import { FINDING_FORMATS } from './finding-formats.js';
import { TEMPLATE_FORMATS } from './output-template.js';
import { COLOR_CHOICES } from './terminal/color-choice.js';

/** The formats in which a command prints. */
export type OutputFormat = 'table' | 'wide' | 'json' | 'yaml' | 'name';

/** The formats in which `explain` prints; `table` is text. */
export type ExplanationFormat = OutputFormat | 'html';

export const ENVIRONMENTS = ['stored', 'new'] as const;

/** Every one of {@link OutputFormat}. */
export const OUTPUT_FORMATS = ['table', 'wide', 'json', 'yaml', 'name'] as const satisfies readonly OutputFormat[];

/** Every one of {@link ExplanationFormat}. */
export const EXPLANATION_FORMATS = [...OUTPUT_FORMATS, 'html'] as const satisfies readonly ExplanationFormat[];

export const FILE: OptionSpec = {
  name: '--filename',
  short: '-f',
  value: 'FILE',
  repeatable: true,
  values: 'files',
  help: 'YAML or JSON: a file, a directory, or - for standard input',
};
export const RECURSIVE: OptionSpec = { name: '--recursive', short: '-R', help: 'read directories with all directories below them' };
export const OUTPUT: OptionSpec = {
  name: '--output',
  short: '-o',
  value: 'FORMAT',
  values: [...OUTPUT_FORMATS, ...TEMPLATE_FORMATS],
  help: 'table, wide, json, yaml, name, custom-columns=..., jsonpath=...',
};
export const NAMESPACE: OptionSpec = {
  name: '--namespace',
  short: '-n',
  value: 'NAME',
  help: 'pods and claims of this namespace only',
};
export const ALL_NAMESPACES: OptionSpec = { name: '--all-namespaces', short: '-A', help: 'those of all namespaces (default)' };
export const NO_HEADERS: OptionSpec = { name: '--no-headers', help: 'tables without headings' };
export const COLOR: OptionSpec = {
  name: '--color',
  value: 'WHEN',
  values: COLOR_CHOICES,
  help: 'auto (default): on a terminal, see NO_COLOR; always; never',
};
export const NODE: OptionSpec = { name: '--node', value: 'NAME', help: 'look at this node only' };
export const DEVICES_ONLY: OptionSpec = { name: '--devices-only', help: 'devices alone decide: no room, taints, affinity, ports' };
export const VERSION: OptionSpec = {
  name: '--kubernetes-version',
  value: '1.N',
  values: RELEASES,
  help: `feature gates of this release, ${OLDEST} to ${NEWEST} (default: all on)`,
};
const SERVER_VERSION: OptionSpec = {
  ...VERSION,
  help: 'of the API server for new selectors (default: see above)',
};
export const GATES: OptionSpec = {
  name: '--feature-gates',
  value: 'A=true,...',
  repeatable: true,
  values: [...FEATURE_GATES, ...OWN_GATES].flatMap(({ name }) => [`${name}=true`, `${name}=false`]),
  help: 'single feature gates by their Kubernetes names',
};
export const CORRECTIONS: OptionSpec = { name: '--corrections', help: `right, not faithful, where ${NEWEST} is known to be wrong` };
export const STEPS: OptionSpec = { name: '--steps', value: 'N', help: 'end the search on a node after N decisions' };
export const SELECTOR_WORK: OptionSpec = {
  name: '--selector-work',
  value: 'N',
  help: 'end a selector after N steps (default 3500000; 0: never)',
};
export const TIMEOUT: OptionSpec = {
  name: '--timeout',
  value: 'DURATION',
  help: 'end the command after this; 0: never (default: 10s a search)',
};
export const ENVIRONMENT: OptionSpec = {
  name: '--environment',
  value: 'KIND',
  values: ENVIRONMENTS,
  help: 'stored (default): as the scheduler takes it; new: on creation',
};
export const VALIDATE_OUTPUT: OptionSpec = { ...OUTPUT, values: FINDING_FORMATS, help: 'text (default), json, junit, sarif or github' };
const VALIDATE_VERSION: OptionSpec = {
  ...VERSION,
  values: SERVER_RELEASES,
  help: `of the API server, ${SERVER_RELEASES[0]} to ${NEWEST} (default: newest, all gates on)`,
};
export const RULE: OptionSpec = { name: '--rule', value: 'RULE,...', repeatable: true, isList: true, help: 'only this rule' };
export const IGNORE: OptionSpec = { name: '--ignore', value: 'RULE,...', repeatable: true, isList: true, help: 'not this rule' };
export const SEVERITY: OptionSpec = {
  name: '--severity',
  value: 'LEVEL',
  values: ['error', 'warning'],
  help: 'error: errors alone; warning (default): warnings, too',
};
export const LENIENT: OptionSpec = { name: '--lenient', help: 'unknown fields are warnings, as newer releases may have them' };
export const FIX: OptionSpec = { name: '--fix', help: 'rewrite expressions in the files where a finding says how' };
export const EXPLAIN_OUTPUT: OptionSpec = {
  ...OUTPUT,
  values: [...EXPLANATION_FORMATS, ...TEMPLATE_FORMATS],
  help: 'table (text), wide, json, yaml, name, html, or a template',
};
export const APPLY: OptionSpec = {
  name: '--apply',
  value: 'FILE',
  repeatable: true,
  values: 'files',
  help: 'write what would help into this YAML file of the input',
};
export const SUGGESTION: OptionSpec = {
  name: '--suggestion',
  value: 'N',
  help: 'the one that --apply writes (default: first that it can)',
};
export const MOST: OptionSpec = { name: '--most', value: 'N', help: 'no more replicas than these (default: 10000)' };
export const NODE_TEMPLATE: OptionSpec = {
  name: '--node-template',
  value: 'FILE',
  repeatable: true,
  values: 'files',
  help: 'how many nodes of this shape do the pods that wait need?',
};
export const WITH: OptionSpec = {
  name: '--with',
  value: 'FILE',
  repeatable: true,
  values: 'files',
  help: 'objects that are added, or take the place of those of their name',
};
export const WHOLE_TIMEOUT: OptionSpec = { ...TIMEOUT, help: 'end after this time (default 5m; 0: never)' };
export const TO_VERSION: OptionSpec = { ...VERSION, name: '--to-version', help: `the release to compare with, ${OLDEST} to ${NEWEST}` };
export const TO_GATES: OptionSpec = {
  name: '--to-feature-gates',
  value: 'A=true,...',
  repeatable: true,
  values: [...FEATURE_GATES, ...OWN_GATES].flatMap(({ name }) => [`${name}=true`, `${name}=false`]),
  help: 'single feature gates afterwards, beside --feature-gates',
};
export const REPORT_CHANGES: OptionSpec = { name: '--exit-code', help: 'exit 1 if anything changed, for the better too' };
export const CERTIFICATES: OptionSpec = { name: '--certificates', help: 'with json and yaml: proofs that nothing fits' };
export const POD_ORDERS = ['input', 'priority'] as const;
export const ORDER: OptionSpec = {
  name: '--order',
  value: 'ORDER',
  values: POD_ORDERS,
  help: 'of pods: input (default) or priority, by PriorityClass',
};
export const POD_TEMPLATES: OptionSpec = {
  name: '--pod-templates',
  value: 'FILE',
  repeatable: true,
  values: 'files',
  help: 'more kinds that make pods, as docs/pod-templates.md tells',
};
export const NO_VALIDATE: OptionSpec = { name: '--no-validate', help: 'take objects that the API server would refuse' };
export const ALLOW_INCOMPLETE: OptionSpec = {
  name: '--allow-incomplete',
  help: 'answer although the input shows that objects are missing',
};
export const CLASSIC_VERSION: OptionSpec = {
  ...VERSION,
  values: ['1.26', '1.27', '1.28', '1.29', '1.30'],
  help: 'names of claims as in this release, 1.26 to 1.30 (default: 1.30)',
};
/** The formats in which `classic` prints: all changes, or the objects at the end. */
export const CLASSIC_FORMATS = ['table', 'mermaid', 'json', 'yaml'] as const;
export const CLASSIC_OUTPUT: OptionSpec = {
  ...OUTPUT,
  values: CLASSIC_FORMATS,
  help: 'table (default), mermaid: a sequence diagram; json, yaml: the objects at the end',
};
/** The formats in which `migrate` prints. */
export const MIGRATE_FORMATS = ['yaml', 'json'] as const;
export const MIGRATE_OUTPUT: OptionSpec = {
  ...OUTPUT,
  values: MIGRATE_FORMATS,
  help: 'yaml (default) with notes as comments, json with notes as data',
};
export const SEED: OptionSpec = { name: '--seed', value: 'N', help: 'what is random in a cluster (default: 1)' };
export const HELP: OptionSpec = { name: '--help', short: '-h', help: 'print this help' };
const PROGRAM_VERSION: OptionSpec = { name: '--version', help: 'print the version of the program' };

/** Groups of options that commands have in common. */
const INPUT = [FILE, RECURSIVE] as const;
const NAMESPACES = [NAMESPACE, ALL_NAMESPACES] as const;
const TABLES = [NO_HEADERS, COLOR] as const;
const SEMANTICS = [VERSION, GATES, CORRECTIONS] as const;
const CHECKS = [POD_TEMPLATES, NO_VALIDATE, ALLOW_INCOMPLETE] as const;
const SEARCH = [STEPS, SELECTOR_WORK, TIMEOUT] as const;

/** The options of `allocate`, in the order of its help. */
export const ALLOCATE_OPTIONS: readonly OptionSpec[] = [
  ...INPUT,
  ...NAMESPACES,
  NODE,
  DEVICES_ONLY,
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

/** The options that stand without a command. */
export const PROGRAM_OPTIONS: readonly OptionSpec[] = [HELP, PROGRAM_VERSION];
