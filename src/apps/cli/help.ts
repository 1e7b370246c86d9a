// The commands with their options, and the pages of --help.

import { largestOf } from '../../core/base/lists.js';
import { NEWEST } from '../../core/features/releases.js';
import type { OptionSpec } from './arguments.js';
import { TEXTS } from './help-texts.js';
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
  VALIDATE_OPTIONS,
} from './option-specs.js';
import { MERGE_OPTIONS, SIMULATE_OPTIONS } from './simulate/specs.js';

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

/** The options that belong to each command. */
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

/** A summary of each command, in a few words. */
export const COMMAND_SUMMARIES: Readonly<Record<CommandName, string>> = {
  allocate: 'give pending claims their devices, pod by pod',
  explain: 'why pods and claims fit nowhere, and the smallest change that would help',
  nodes: 'which nodes could take a pod, with scores and reasons',
  fit: 'how many more replicas of a pod fit, and what runs out first',
  diff: 'what changes for pods and claims with other slices, rules or releases',
  simulate: 'pods that come and go in time: what is placed, what waits, what runs out',
  merge: 'shards of a sweep of simulations put together',
  inventory: 'devices by node, driver and pool: free, taken, by whom',
  cel: 'a selector tried on every device',
  validate: 'objects that the API server would refuse, or that can never work',
  rules: 'the rules of validate, or one of them with examples',
  classic: 'classic DRA of Kubernetes 1.26 to 1.30, played step by step',
  migrate: 'objects of classic DRA as resource.k8s.io/v1, with what is lost',
  completion: 'a script that completes command lines in bash, zsh or fish',
};

const EXIT_CODES = `Exit codes:
  0   no finding
  1   a pod or claim is pending; the reasons are on standard error, those of explain on standard
      output (cel: no device matches; validate: an error was found; diff: something is worse)
  2   the command line is wrong
  3   the input is empty, unreadable, incomplete or invalid, or a CEL selector failed
  4   --steps, --selector-work or --timeout ended the command before its answer was complete
  70  a defect of this program
  74  standard output cannot be written, such as on a full disk
docs/exit-codes.md has a table of exit codes by command.
`;

const PROGRAM = `Decides which devices a Kubernetes workload gets (Dynamic Resource Allocation), as kube-scheduler
${NEWEST} would.

Usage:
  dra-allocator COMMAND -f FILE... [options]

Commands:
${COMMANDS.map((name) => `  ${name.padEnd(10)}   ${COMMAND_SUMMARIES[name]}`).join('\n')}

`;

/** The help of a command, or of the program. */
export function helpFor(command: CommandName | undefined): string {
  if (command === undefined) {
    const more =
      'Help of a command: dra-allocator COMMAND --help\nAs kubectl-dra on the PATH the program is called with: kubectl dra COMMAND\n';
    return `${PROGRAM}Options:\n${listOptions(PROGRAM_OPTIONS)}\n${EXIT_CODES}\n${more}`;
  }
  const [text, example] = TEXTS[command];
  return `${text}\n${example}\nOptions:\n${listOptions(COMMAND_OPTIONS[command])}\n${EXIT_CODES}`;
}

function listOptions(specs: readonly OptionSpec[]): string {
  const names = specs.map(
    ({ name, short, value }) => `${short === undefined ? '    ' : `${short}, `}${name}${value === undefined ? '' : ` ${value}`}`,
  );
  const width = largestOf(names.map((name) => name.length));
  return specs.map(({ help }, index) => `  ${(names[index] ?? '').padEnd(width)}   ${help}\n`).join('');
}
