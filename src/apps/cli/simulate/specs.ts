// The options of `simulate`.

import { NODE_CHOICES, QUEUE_ORDERS } from '../../../planning/input.js';
import type { OptionSpec } from '../arguments.js';
import {
  ALLOW_INCOMPLETE,
  COLOR,
  CORRECTIONS,
  FILE,
  GATES,
  HELP,
  NO_HEADERS,
  NO_VALIDATE,
  OUTPUT,
  POD_TEMPLATES,
  RECURSIVE,
  SCHEDULER_CONFIG,
  SELECTOR_WORK,
  STEPS,
  VERSION,
} from '../option-specs.js';

/** The output formats of `simulate`. */
export const SIMULATE_FORMATS = ['table', 'wide', 'json', 'yaml', 'csv', 'html'] as const;

export const SIMULATE_OUTPUT: OptionSpec = {
  ...OUTPUT,
  values: SIMULATE_FORMATS,
  help: 'table (default), wide (with all events), json, yaml, csv or html',
};
export const UNTIL: OptionSpec = {
  name: '--until',
  value: 'DURATION',
  group: 'Run',
  help: 'end of the simulation (default: when no event is left)',
};
export const QUEUE_ORDER: OptionSpec = {
  name: '--order',
  value: 'ORDER',
  values: QUEUE_ORDERS,
  group: 'Run',
  help: 'order of pending pods: priority (default) or input',
};
export const CHOOSE: OptionSpec = {
  name: '--choose',
  value: 'NODE',
  values: NODE_CHOICES,
  group: 'Run',
  help: 'node for a pod: best score (default), first by name, or most-packed',
};
export const LOAD_SEED: OptionSpec = { name: '--seed', value: 'N', group: 'Run', help: 'replace the seeds of all loads' };
export const CLONE_NODE: OptionSpec = {
  name: '--clone-node',
  value: 'NAME=N,...',
  repeatable: true,
  isList: true,
  group: 'Changes',
  help: 'add N copies of this node, with copies of its slices',
};
export const DRAIN: OptionSpec = {
  name: '--drain',
  value: 'NODE,...',
  repeatable: true,
  isList: true,
  group: 'Changes',
  help: 'cordon this node and evict its pods',
};
export const IGNORE_BUDGETS: OptionSpec = {
  name: '--ignore-budgets',
  group: 'Changes',
  help: 'drain although PodDisruptionBudgets do not allow it',
};
export const CORDON: OptionSpec = {
  name: '--cordon',
  value: 'NODE,...',
  repeatable: true,
  isList: true,
  group: 'Changes',
  help: 'keep new pods off this node',
};
export const NODE_TEMPLATE: OptionSpec = {
  name: '--node-template',
  value: 'FILE[=N]',
  repeatable: true,
  values: 'files',
  group: 'Changes',
  help: 'add N nodes made from the Node and ResourceSlices of this file',
};
export const AGAINST: OptionSpec = {
  name: '--against',
  value: 'WHAT=VALUE,...',
  repeatable: true,
  group: 'Run',
  help: 'run again with this difference, and compare',
};
export const ROOM: OptionSpec = {
  name: '--room',
  value: 'N',
  group: 'Run',
  help: 'count room for up to N more of the largest pod (default: 100)',
};
export const CHECKPOINT: OptionSpec = {
  name: '--checkpoint',
  value: 'FILE',
  values: 'files',
  group: 'Long runs',
  help: 'save progress to this file, at intervals and when interrupted',
};
export const RESUME: OptionSpec = { name: '--resume', group: 'Long runs', help: 'continue from the file of --checkpoint' };
export const SHARD: OptionSpec = {
  name: '--shard',
  value: 'I/N',
  group: 'Long runs',
  help: 'run cells I, I+N, I+2N, ... of a Sweep (0/N to N-1/N)',
};
export const WRITE: OptionSpec = {
  name: '--write',
  value: 'FILE',
  values: 'files',
  group: 'Long runs',
  help: 'write the shard to this file, for merge',
};
export const RUN_TIMEOUT: OptionSpec = {
  name: '--timeout',
  value: 'DURATION',
  group: 'Long runs',
  help: 'stop after this time (default: 10m; 0: no limit)',
};

/** The options of `simulate`, in the order of its help. */
export const SIMULATE_OPTIONS: readonly OptionSpec[] = [
  FILE,
  RECURSIVE,
  SIMULATE_OUTPUT,
  NO_HEADERS,
  COLOR,
  CLONE_NODE,
  NODE_TEMPLATE,
  DRAIN,
  IGNORE_BUDGETS,
  CORDON,
  UNTIL,
  QUEUE_ORDER,
  CHOOSE,
  LOAD_SEED,
  ROOM,
  AGAINST,
  CHECKPOINT,
  RESUME,
  SHARD,
  WRITE,
  VERSION,
  GATES,
  SCHEDULER_CONFIG,
  CORRECTIONS,
  POD_TEMPLATES,
  NO_VALIDATE,
  ALLOW_INCOMPLETE,
  STEPS,
  SELECTOR_WORK,
  RUN_TIMEOUT,
  HELP,
];

/** The output formats of `merge`. */
export const MERGE_FORMATS = ['table', 'wide', 'json', 'yaml', 'csv'] as const;

export const MERGE_OUTPUT: OptionSpec = {
  ...OUTPUT,
  values: MERGE_FORMATS,
  help: 'table (default: over all seeds), wide (each cell), json, yaml or csv',
};

/** The options of `merge`, in the order of its help. */
export const MERGE_OPTIONS: readonly OptionSpec[] = [FILE, RECURSIVE, MERGE_OUTPUT, NO_HEADERS, COLOR, HELP];
