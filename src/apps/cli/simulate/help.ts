// The help of `simulate` and `merge`.

import type { CommandHelp } from '../command-help.js';

export const SIMULATE: CommandHelp = {
  sentence: 'Simulates a cluster over time: pods arrive and end, nodes are drained, cordoned or added.',
  usage: ['simulate -f FILE... [options]'],
  examples: ['simulate -f cluster.json -f trace.yaml', 'simulate -f cluster.json --drain node-a --clone-node node-b=2'],
  page: 'docs/guides/what-if.md',
};

export const MERGE: CommandHelp = {
  sentence: 'Merges the shards of a sweep (simulate --shard --write) into the report of the whole sweep.',
  usage: ['merge FILE... [options]'],
  notes: 'Each FILE is a shard or a directory of shards. The exit code is 1 if shards are missing.',
  examples: ['merge results', 'merge results -o csv'],
  page: 'docs/guides/sweeps.md',
};
