// The commands with their options, and the pages of --help.

import { NEWEST } from '../../core/features/releases.js';
import type { OptionSpec } from './arguments.js';
import type { CommandHelp } from './command-help.js';
import { listOptions, signsOf } from './help-options.js';
import { TEXTS } from './help-texts.js';
import { isTopic, TOPICS, type Topic, topicText } from './help-topics.js';
import {
  ALLOCATE_OPTIONS,
  CEL_OPTIONS,
  CLASSIC_OPTIONS,
  COMPLETION_OPTIONS,
  DIFF_OPTIONS,
  EXPLAIN_OPTIONS,
  FIT_OPTIONS,
  INVENTORY_OPTIONS,
  MIGRATE_OPTIONS,
  NODES_OPTIONS,
  PROGRAM_OPTIONS,
  RULES_OPTIONS,
  SHARED_OPTIONS,
  VALIDATE_OPTIONS,
} from './option-specs.js';
import { MERGE_OPTIONS, SIMULATE_OPTIONS } from './simulate/specs.js';

/** The width of help. */
const MAX_COLUMNS = 100;

/** The commands of the program. */
export const COMMANDS = [
  'allocate',
  'explain',
  'nodes',
  'fit',
  'diff',
  'simulate',
  'merge',
  'inventory',
  'cel',
  'validate',
  'rules',
  'classic',
  'migrate',
  'completion',
] as const;

/** One of {@link COMMANDS}. */
export type CommandName = (typeof COMMANDS)[number];

/** The options of each command. */
export const COMMAND_OPTIONS: Readonly<Record<CommandName, readonly OptionSpec[]>> = {
  allocate: ALLOCATE_OPTIONS,
  explain: EXPLAIN_OPTIONS,
  nodes: NODES_OPTIONS,
  fit: FIT_OPTIONS,
  diff: DIFF_OPTIONS,
  simulate: SIMULATE_OPTIONS,
  merge: MERGE_OPTIONS,
  inventory: INVENTORY_OPTIONS,
  cel: CEL_OPTIONS,
  validate: VALIDATE_OPTIONS,
  rules: RULES_OPTIONS,
  classic: CLASSIC_OPTIONS,
  migrate: MIGRATE_OPTIONS,
  completion: COMPLETION_OPTIONS,
};

/** A short summary of each command. */
export const COMMAND_SUMMARIES: Readonly<Record<CommandName, string>> = {
  allocate: 'allocate devices to pending pods and claims',
  explain: 'explain why a pod is pending, and find a change that helps',
  nodes: 'list the nodes that fit a pod, with scores and reasons',
  fit: 'count how many more replicas fit, and what runs out first',
  diff: 'compare with other slices, taints or releases',
  simulate: 'simulate arrivals, drains and new nodes over time',
  merge: 'merge the shards of a sweep of simulations',
  inventory: 'list devices: free, allocated, and by which claims',
  cel: 'evaluate a CEL selector on every device',
  validate: 'find objects that the API server rejects, or that can never work',
  rules: 'list and describe the rules of validate',
  classic: 'simulate classic DRA of Kubernetes 1.26 to 1.30',
  migrate: 'convert classic DRA to resource.k8s.io/v1',
  completion: 'print a completion script for bash, zsh or fish',
};

/** The commands by job, as in help. */
const JOBS: readonly (readonly [job: string, commands: readonly CommandName[]])[] = [
  ['Debug a pending pod', ['explain', 'nodes', 'allocate', 'inventory', 'cel']],
  ['Check manifests', ['validate', 'rules']],
  ['Plan capacity and changes', ['fit', 'simulate', 'merge', 'diff']],
  ['Classic DRA', ['classic', 'migrate']],
  ['Shell', ['completion']],
];

const NAME_WIDTH = 11;

const PROGRAM = `Predicts which devices (DRA) kube-scheduler ${NEWEST} allocates to Kubernetes workloads.
It works offline, on a dump from kubectl get.

Usage: dra-allocator <command> -f FILE... [options]
       kubectl dra <command> -f FILE... [options]

`;

/** Returns the help of a command, of a topic, or of the program. */
export function helpFor(name: CommandName | Topic | undefined): string {
  if (name === undefined) return programHelp();
  if (isTopic(name)) return topicText(name);
  return commandHelp(name);
}

function programHelp(): string {
  const jobs = JOBS.map(([job, commands]) => `${job}:\n${rows(commands.map((name) => [name, COMMAND_SUMMARIES[name]]))}`);
  return `${PROGRAM}${jobs.join('')}
Topics (dra-allocator help <topic>):
${rows(Object.entries(TOPICS))}
Options:
${rows(PROGRAM_OPTIONS.map(({ name, help }) => [name, help]))}
Run 'dra-allocator <command> --help' for usage of a command.
`;
}

function rows(entries: readonly (readonly [name: string, text: string])[]): string {
  return entries.map(([name, text]) => `  ${name.padEnd(NAME_WIDTH)}   ${text}\n`).join('');
}

function commandHelp(command: CommandName): string {
  const { sentence, usage, notes, examples, page }: CommandHelp = TEXTS[command];
  const options = COMMAND_OPTIONS[command];
  const shared = options.filter((spec) => SHARED_OPTIONS.includes(spec));
  const special = options.filter((spec) => !shared.includes(spec));
  return [
    wrapped(sentence, ''),
    `\nUsage:\n${usage.map((line) => `  dra-allocator ${line}\n`).join('')}`,
    notes === undefined ? '' : `\n${notes}\n`,
    `\nExamples:\n${examples.map((line) => `  $ dra-allocator ${line}\n`).join('')}`,
    special.length === 0 ? '' : `\n${listOptions(special)}`,
    `\nShared options (dra-allocator help options):\n${wrapped(signsOf(shared).join(', '), '  ')}`,
    `\nLearn more: ${page}\n`,
  ].join('');
}

/** Wraps words to lines of at most 100 columns. */
function wrapped(text: string, indent: string): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= MAX_COLUMNS) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(indent + word);
  }
  return lines.map((line) => `${line}\n`).join('');
}
