// Lists files with behaviour that have no tests at their path, or at the path of a file of their module that imports them. Some are tested
// together with others of their folder, in the test folder that mirrors it; others name the place of their tests.
// An author who adds a row states where the tests are, and why.

/**
 * Files of a folder (with ** at its end: also below it) that work only together, and their tests, which lie in the layer of the folder. `files`
 * are paths in the folder, without `.ts`, so that a new file needs tests or a row here; without `files` the row covers the whole folder.
 * @typedef {{ folder: string, files?: string, tests: readonly string[], why: string }} Together
 */

/** @type {readonly Together[]} */
export const TESTED_TOGETHER = [
  {
    folder: 'assembly/',
    files: 'index pass',
    tests: ['test/assembly/search.test.ts'],
    why: 'The module has one function for all of it: the tests of the kernel call that, with each bound alone, and have a problem for each premise.',
  },
  {
    folder: 'src/allocator/evaluate/',
    files: 'collected-findings evaluators findings node-changes node-result search-all',
    tests: ['test/allocator/evaluate/resident/'],
    why: 'Calls of a cluster go through them, with any evaluator, and tests compare them, forks with clusters that were never forked.',
  },
  {
    folder: 'src/allocator/evaluate/resident/**',
    files: 'devices/stage-table shared-cache',
    tests: ['test/allocator/evaluate/resident/'],
    why: 'They keep one state together, which random changes compare with a search of every node.',
  },
  {
    folder: 'src/allocator/kernel/**',
    files: 'reference',
    tests: ['test/allocator/kernel/'],
    why: 'The parts write one problem into memory, and answers tell whether it was the right one.',
  },
  {
    folder: 'src/apps/cli/print/',
    files:
      'claims classic-diagram classic-events cluster-picture diffs explanation-conflict explanation-html explanations fits inventory-totals inventory nodes-needed nodes rejections rule sweep',
    tests: ['test/apps/cli/commands/', 'test/apps/cli/print/findings.test.ts', 'test/apps/cli/print/simulation-html.test.ts'],
    why: 'Each is the output of a command, in its formats: the tests of the commands compare whole outputs.',
  },
  {
    folder: 'src/apps/cli/simulate/',
    files: 'checkpoint-file fingerprint interruption load-with-queues plan-of-input prepared-input sweep-run',
    tests: [
      'test/apps/cli/commands/merge.test.ts',
      'test/apps/cli/commands/simulate.test.ts',
      'test/apps/cli/print/simulation-html.test.ts',
    ],
    why: 'They play together: what each does shows in what becomes of pods, and in what the command prints.',
  },
  {
    folder: 'src/apps/playground/**',
    tests: ['test/apps/playground/'],
    why: 'Sessions, completions and a browser show what their parts do.',
  },
  {
    folder: 'src/cel/syntax/',
    files: 'tree',
    tests: ['test/cel/syntax/parse.test.ts'],
    why: 'The parts of the parser make one tree, or one list of issues, which those of the reference are compared with.',
  },
  {
    folder: 'src/classic/**',
    files: 'claim-names fake-devices fake-driver fake-parameters',
    tests: ['test/classic/migrate/migrate.test.ts', 'test/classic/simulation.test.ts'],
    why: 'They play together: what each does shows in how pods get their claims, and in what is migrated.',
  },
  {
    folder: 'src/cluster/',
    files: 'cluster-attempt cluster-objects cluster-state documents held-besides snapshot staging stored-pod',
    tests: ['test/cluster/'],
    why: 'Calls go through all of them: tests have the names of behaviours.',
  },
  {
    folder: 'src/placement/',
    files: 'filtered-pod pod-deletion pod-inputs pod-question pod-questions',
    tests: ['test/placement/'],
    why: 'A pod that is asked about goes through all of them: what each does shows in the answers.',
  },
  {
    folder: 'src/explain/suggest/**',
    files: 'json-of',
    tests: ['test/explain/suggest/pod-suggestions.test.ts', 'test/explain/suggest/suggest.test.ts'],
    why: 'Each kind of edit shows in the suggestions for a question, which are applied and solved.',
  },
  {
    folder: 'src/harness/',
    files: 'hard-families objects problems scenarios',
    tests: ['test/harness/runner.test.ts', 'test/harness/scheduler-perf.test.ts'],
    why: 'The runner has all scenarios answered by our allocator and answers of others judged, and the workloads of Kubernetes run.',
  },
  {
    folder: 'src/planning/',
    files: 'cell compare node-pool-kinds node-pool run-shard shard summary',
    tests: ['test/planning/'],
    why: 'They play together: what each does shows in what becomes of pods, and random clusters have the optimum of all choices.',
  },
  {
    folder: 'src/platform/',
    files: 'browser node-files node-search-worker node workerd',
    tests: ['test/platform/bundles.test.ts', 'test/platform/node-workers.test.ts'],
    why: 'Each is the part of a bundle for one runtime.',
  },
  {
    folder: 'src/validate/**',
    files: 'examples',
    tests: ['test/validate/index.test.ts'],
    why: 'The tests of the module take objects of all versions through each of its stages.',
  },
  {
    folder: 'src/validate/checks/**',
    tests: ['test/validate/rules/rules.test.ts'],
    why: 'Every rule has examples, which are run there. Rules with several branches have tables of their own.',
  },
  {
    folder: 'src/validate/tree/**',
    tests: ['test/validate/index.test.ts'],
    why: 'The tests of the module take objects of all versions through each of its stages.',
  },
  {
    folder: 'src/validate/world/**',
    files: 'requests specific-findings values',
    tests: ['test/validate/rules/world.test.ts'],
    why: 'Every rule over the whole input has examples, which are run there.',
  },
];

/**
 * Some files, their tests (files or folders), and the reason why these are not at the paths of the files.
 * @typedef {{ files: readonly string[], tests: readonly string[], why: string }} Elsewhere
 */

/** @type {readonly Elsewhere[]} */
export const TESTED_ELSEWHERE = [
  {
    files: ['src/allocator/decode/decode.ts'],
    tests: ['test/vectors.test.ts', 'test/regress/regress.test.ts'],
    why: 'Stored answers are whole results.',
  },
  {
    files: ['src/allocator/encode/availability.ts', 'src/allocator/encode/encode.ts', 'src/allocator/encode/node-view.ts'],
    tests: ['test/allocator/encode/', 'test/vectors.test.ts'],
    why: 'They are steps to a problem, and stored answers tell whether it was the right one.',
  },
  {
    files: ['src/allocator/evaluate/one-node/one-node-evaluator.ts'],
    tests: ['test/cluster/', 'test/allocator/evaluate/resident/'],
    why: 'Calls of a cluster go through them, with any evaluator, and tests compare them, forks with clusters that were never forked.',
  },
  {
    files: ['src/core/read/yaml-tree.ts'],
    tests: ['test/apps/cli/edit/apply-patches.test.ts'],
    why: 'What is known of the extents of nodes shows in texts that are patched.',
  },
  {
    files: ['src/apps/cli/input/classic-objects.ts'],
    tests: ['test/apps/cli/commands/classic.test.ts', 'test/apps/cli/commands/classic-examples.test.ts'],
    why: 'The command reads with one and prints with the other.',
  },
  {
    files: ['src/apps/cli/validate/judge.ts', 'src/apps/cli/validate/objects.ts', 'src/apps/cli/validate/texts.ts'],
    tests: ['test/apps/cli/commands/validate.test.ts', 'test/apps/cli/input/load-snapshot.test.ts'],
    why: 'They are the steps of validate, each of which takes what the one before it gives.',
  },
  {
    files: ['src/apps/cli/main.ts'],
    tests: ['test/apps/cli/process.test.ts'],
    why: 'It starts the process.',
  },
  {
    files: ['src/index.ts'],
    tests: ['test/library/allocator.test.ts'],
    why: 'It makes the allocator of all tests of the public interface.',
  },
  {
    files: ['src/scheduler/cluster/cluster-rules.ts'],
    tests: ['test/placement/history.test.ts', 'test/placement/pod-volumes.test.ts', 'test/differential/filters/vectors.test.ts'],
    why: 'It joins the rules of volumes and of other pods, and tests of the engine call them through it.',
  },
  {
    files: ['src/scheduler/filters/cluster-filters.ts'],
    tests: ['test/scheduler/filters/inter-pod-affinity.test.ts'],
    why: 'It runs the filters of its list, and their tests call them through it.',
  },
  {
    files: ['src/scheduler/scores/cluster-scores.ts'],
    tests: ['test/scheduler/scores/inter-pod-affinity.test.ts'],
    why: 'It computes the scores of its list, and their tests call them through it.',
  },
  {
    files: ['src/scheduler/filters/dynamic-resources.ts'],
    tests: ['test/placement/pod-scheduling.test.ts', 'test/apps/cli/commands/allocate-pods.test.ts'],
    why: 'The words of the plugin for devices are those of nodes and pods that are refused.',
  },
];
