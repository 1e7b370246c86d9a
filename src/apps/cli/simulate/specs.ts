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
  SELECTOR_WORK,
  STEPS,
  VERSION,
} from '../option-specs.js';

/** The formats in which `simulate` prints. */
export const SIMULATE_FORMATS = ['table', 'wide', 'json', 'yaml', 'csv', 'html'] as const;

export const SIMULATE_OUTPUT: OptionSpec = {
  ...OUTPUT,
  values: SIMULATE_FORMATS,
  help: 'table; wide, with all that happened; json; yaml; csv: the samples; html',
};
export const UNTIL: OptionSpec = { name: '--until', value: 'DURATION', help: 'the end (default: when nothing more happens)' };
export const QUEUE_ORDER: OptionSpec = {
  name: '--order',
  value: 'ORDER',
  values: QUEUE_ORDERS,
  help: 'of pods that wait: priority (default), or input: as created',
};
export const CHOOSE: OptionSpec = {
  name: '--choose',
  value: 'NODE',
  values: NODE_CHOICES,
  help: 'best (default): by score; first: by name; most-packed: most pods',
};
export const LOAD_SEED: OptionSpec = { name: '--seed', value: 'N', help: 'in place of the seeds of the loads' };
export const CLONE_NODE: OptionSpec = {
  name: '--clone-node',
  value: 'NAME=N,...',
  repeatable: true,
  isList: true,
  help: 'N more nodes like this one, with slices of their own',
};
export const DRAIN: OptionSpec = {
  name: '--drain',
  value: 'NODE,...',
  repeatable: true,
  isList: true,
  help: 'cordon it and evict its pods',
};
export const CORDON: OptionSpec = { name: '--cordon', value: 'NODE,...', repeatable: true, isList: true, help: 'no pod may go there' };
export const NODE_TEMPLATE: OptionSpec = {
  name: '--node-template',
  value: 'FILE[=N]',
  repeatable: true,
  values: 'files',
  help: 'a Node and its ResourceSlices that are not there yet, N times',
};
export const AGAINST: OptionSpec = {
  name: '--against',
  value: 'WHAT=VALUE,...',
  repeatable: true,
  help: 'one more run that differs in this, beside it',
};
export const ROOM: OptionSpec = {
  name: '--room',
  value: 'N',
  help: 'count for up to N more of the largest pod there is room (default 100)',
};
export const CHECKPOINT: OptionSpec = {
  name: '--checkpoint',
  value: 'FILE',
  values: 'files',
  help: 'write there what is known, now and then and on an interruption',
};
export const RESUME: OptionSpec = { name: '--resume', help: 'go on from the file of --checkpoint' };
export const SHARD: OptionSpec = {
  name: '--shard',
  value: 'I/N',
  help: 'of a Sweep every N-th cell from I on (0/N to N-1/N), for merge',
};
export const WRITE: OptionSpec = {
  name: '--write',
  value: 'FILE',
  values: 'files',
  help: 'write the shard there, as a whole or not at all',
};
export const RUN_TIMEOUT: OptionSpec = {
  name: '--timeout',
  value: 'DURATION',
  help: 'end after this time and tell what was until then (default 10m; 0: never)',
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
  CORRECTIONS,
  POD_TEMPLATES,
  NO_VALIDATE,
  ALLOW_INCOMPLETE,
  STEPS,
  SELECTOR_WORK,
  RUN_TIMEOUT,
  HELP,
];

/** The formats in which `merge` prints. */
export const MERGE_FORMATS = ['table', 'wide', 'json', 'yaml', 'csv'] as const;

export const MERGE_OUTPUT: OptionSpec = {
  ...OUTPUT,
  values: MERGE_FORMATS,
  help: 'table (default): over seeds; wide: cell by cell; json; yaml; csv',
};

/** The options of `merge`, in the order of its help. */
export const MERGE_OPTIONS: readonly OptionSpec[] = [FILE, RECURSIVE, MERGE_OUTPUT, NO_HEADERS, COLOR, HELP];
