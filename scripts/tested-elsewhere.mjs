// Lists files with behaviour that have no tests at their path, or at the path of the only file that imports them. Some are tested together with others of their folder, in the test folder
// that mirrors it; others name the place of their tests.
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
    files:
      'alternatives bitset bounds budget capacity common-value constraint-packing constraint-symmetry covering device-symmetry distinct empty-intersection errors fixed-values forward-checking frequent-values index limits lookahead matching nogoods partition-packing pass propagate stages state static-tables sums trail unstarted value-propagation whole-claims',
    tests: ['test/assembly/search.test.ts'],
    why: 'The module has one function for all of it: the tests of the kernel call that, with each bound alone, and have a problem for each premise.',
  },
  {
    folder: 'src/allocator/evaluate/',
    files: 'collected-findings evaluators findings node-changes node-result ordered-nodes search-all',
    tests: ['test/allocator/evaluate/resident/'],
    why: 'Calls of a cluster go through them, with any evaluator, and tests compare them, forks with clusters that were never forked.',
  },
  {
    folder: 'src/allocator/evaluate/resident/**',
    files:
      'devices/equivalence-classes devices/occupancy devices/stage-table node-lookup nodes/node-fingerprints nodes/node-order nodes/node-table nodes/requested-nodes nodes/watchers pass-findings query/answers query/host-search query/pass query/pass-problem query/query query/query-tables query/scores resident-cluster shared-cache',
    tests: ['test/allocator/evaluate/resident/'],
    why: 'They keep one state together, which random changes compare with a search of every node.',
  },
  {
    folder: 'src/allocator/kernel/**',
    files:
      'bounds/monotone memory/memory memory/memory-claims memory/memory-constraints memory/memory-resources memory/memory-scratch memory/region check-problem problem reasons/hall-violators reasons/reason reasons/reason-values reasons/reason-work reasons/root-view reasons/sums reference',
    tests: ['test/allocator/kernel/'],
    why: 'The parts write one problem into memory, and answers tell whether it was the right one.',
  },
  {
    folder: 'src/apps/cli/jsonpath/',
    files: 'found parse unquote',
    tests: ['test/apps/cli/jsonpath/print.test.ts'],
    why: "Upstream's cases are templates with the text that comes out, or the error.",
  },
  {
    folder: 'src/apps/cli/placement/',
    files: 'attempt explain-group placed-pods pod-placement rejected-nodes',
    tests: [
      'test/apps/cli/commands/allocate-pods.test.ts',
      'test/apps/cli/commands/explain.test.ts',
      'test/apps/cli/needed-gates.test.ts',
      'test/apps/cli/placement/placement.test.ts',
    ],
    why: 'They carry filters and scores, which have tests of their own, to the words that people read.',
  },
  {
    folder: 'src/apps/cli/print/',
    files:
      'claims classic-diagram classic-events cluster-picture diffs explanation-conflict explanation-html explanation-tiles explanations findings-text fits inventory-totals inventory nodes-needed nodes page rejections rule simulation sweep',
    tests: ['test/apps/cli/commands/', 'test/apps/cli/print/findings.test.ts', 'test/apps/cli/print/simulation-html.test.ts'],
    why: 'Each is the output of a command, in its formats: the tests of the commands compare whole outputs.',
  },
  {
    folder: 'src/apps/cli/simulate/',
    files: 'checkpoint-file fingerprint interruption load-with-queues plan-of-input prepared-input settings sweep-run',
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
    folder: 'src/cel/library/',
    files: 'conversions declaration lists operators regex times work',
    tests: ['test/cel/library/declarations.test.ts', 'test/cel/work/work.test.ts'],
    why: 'They are tables of overloads: answers of the reference are generated for each library, and the work of each overload is measured.',
  },
  {
    folder: 'src/cel/run/',
    files: 'access call steps',
    tests: ['test/cel/conformance/conformance.test.ts', 'test/cel/engine.test.ts'],
    why: 'The reference answers whole expressions: what it refuses, what it evaluates to, and the cost.',
  },
  {
    folder: 'src/cel/syntax/',
    files: 'diagnostics token tree',
    tests: ['test/cel/syntax/parse.test.ts'],
    why: 'The parts of the parser make one tree, or one list of issues, which those of the reference are compared with.',
  },
  {
    folder: 'src/classic/**',
    files:
      'api-client api/api-error api/kinds api/objects api/validation arguments claim-names clock fake-devices fake-driver fake-parameters migrate/notes migrate/world',
    tests: ['test/classic/migrate/migrate.test.ts', 'test/classic/simulation.test.ts'],
    why: 'They play together: what each does shows in how pods get their claims, and in what is migrated.',
  },
  {
    folder: 'src/cluster/',
    files: 'cluster-attempt cluster-objects cluster-state documents held-besides node-list snapshot staging stored-pod view-cache',
    tests: ['test/cluster/'],
    why: 'Calls go through all of them: tests have the names of behaviours.',
  },
  {
    folder: 'src/placement/',
    files:
      'claims-elsewhere device-calls device-questions filtered-pod in-turns queried-nodes pod-claims pod-deletion pod-filter-result pod-findings pod-inputs pod-question pod-questions pod-ranking',
    tests: ['test/placement/'],
    why: 'A pod that is asked about goes through all of them: what each does shows in the answers.',
  },
  {
    folder: 'src/core/quantity/',
    files: 'amount parse suffix',
    tests: ['test/core/quantity/quantity.test.ts'],
    why: 'A quantity is its text, amount and format in one: upstream says what comes out.',
  },
  {
    folder: 'src/explain/check/',
    files: 'count problem verify',
    tests: ['test/explain/check/check.test.ts'],
    why: 'They are the parts of one function: what each reads and counts decides which certificates of generated problems are accepted, and which refused.',
  },
  {
    folder: 'src/explain/check/reading/**',
    tests: ['test/explain/check/check.test.ts'],
    why: 'They are the parts of one function: what each reads and counts decides which certificates of generated problems are accepted, and which refused.',
  },
  {
    folder: 'src/explain/suggest/**',
    files:
      'candidates choice edit edited-objects edits/capacities edits/claim-edit edits/claims-in-use edits/classes edits/constraints edits/counts edits/device-facts edits/host-ports edits/new-slices edits/node-selectors edits/node-taints edits/pod-amounts edits/pod-gates edits/pod-subject edits/pools edits/requests edits/running-pods edits/selectors edits/taints edits/tolerations edits/requested-devices json-of pod-trial question search',
    tests: ['test/explain/suggest/pod-suggestions.test.ts', 'test/explain/suggest/suggest.test.ts'],
    why: 'Each kind of edit shows in the suggestions for a question, which are applied and solved.',
  },
  {
    folder: 'src/explain/suggest/**',
    files: 'edits/other-pods edits/pod-terms edits/topology-keys',
    tests: [
      'test/explain/suggest/edits/anti-affinity.test.ts',
      'test/explain/suggest/edits/pod-affinity.test.ts',
      'test/explain/suggest/edits/topology-spread.test.ts',
    ],
    why: 'They are parts of the edits of affinity and topology spread, whose suggestions are applied.',
  },
  {
    folder: 'src/harness/',
    files: 'hard-families objects our-allocator problems scenarios spread',
    tests: ['test/harness/runner.test.ts', 'test/harness/scheduler-perf.test.ts'],
    why: 'The runner has all scenarios answered by our allocator and answers of others judged, and the workloads of Kubernetes run.',
  },
  {
    folder: 'src/library/',
    files: 'explain-inputs',
    tests: ['test/library/explain-nodes.test.ts', 'test/library/pod-explanations.test.ts'],
    why: 'Calls of a cluster go through them: tests have the names of behaviours.',
  },
  {
    folder: 'src/planning/',
    files:
      'calls cell checksum claim-issues claims-alone clock compare decoded-event device-evictions device-order device-taints diff-side input node-pool-kinds node-pool node-template optimum published-devices queue recorder replicas run-shard scheduling shard summary timers use world',
    tests: ['test/planning/'],
    why: 'They play together: what each does shows in what becomes of pods, and random clusters have the optimum of all choices.',
  },
  {
    folder: 'src/planning/kueue/',
    files: 'flavors',
    tests: [
      'test/planning/kueue/admission.test.ts',
      'test/planning/random-traces.test.ts',
      'test/planning/simulate.test.ts',
      'test/planning/sweep.test.ts',
    ],
    why: 'They play together: what each does shows in what becomes of pods, and in what the command prints.',
  },
  {
    folder: 'src/platform/',
    files: 'browser channel node-files node-search-worker node workerd',
    tests: ['test/platform/bundles.test.ts', 'test/platform/node-workers.test.ts'],
    why: 'Each is the part of a bundle for one runtime.',
  },
  {
    folder: 'src/validate/**',
    files: 'examples messages objects report rules/node-selector/slice-with-terms server validate world-rule',
    tests: ['test/validate/index.test.ts'],
    why: 'The tests of the module take objects of all versions through each of its stages.',
  },
  {
    folder: 'src/validate/checks/**',
    tests: ['test/validate/rules/rules.test.ts'],
    why: 'Every rule has examples, which are run there. Rules with several branches have tables of their own.',
  },
  {
    folder: 'src/validate/decode/',
    files: 'words',
    tests: ['test/validate/decode/strict.test.ts'],
    why: 'They are parts of decoding, which is judged by what it says of whole objects.',
  },
  {
    folder: 'src/validate/prepare/',
    files: 'convert defaults dropped gate-off prepare',
    tests: ['test/validate/index.test.ts', 'test/validate/rules/world.test.ts'],
    why: 'They are the stages of an object before it is judged: the tests of the module take objects of all versions through each.',
  },
  {
    folder: 'src/validate/tree/**',
    tests: ['test/validate/index.test.ts'],
    why: 'The tests of the module take objects of all versions through each of its stages.',
  },
  {
    folder: 'src/validate/world/**',
    files:
      'claims counters devices facts gather matches near nearest pod-claims pool-verdicts pools report-cache requests specific-findings subject taints values',
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
    files: inFolder('src/allocator/encode/', 'amounts availability encode interrupted-selector node-view slot-plan'),
    tests: ['test/allocator/encode/', 'test/vectors.test.ts'],
    why: 'They are steps to a problem, and stored answers tell whether it was the right one.',
  },
  {
    files: ['src/allocator/evaluate/one-node/one-node-evaluator.ts'],
    tests: ['test/cluster/', 'test/allocator/evaluate/resident/'],
    why: 'Calls of a cluster go through them, with any evaluator, and tests compare them, forks with clusters that were never forked.',
  },
  {
    files: [...inFolder('src/apps/cli/commands/', 'common exit-code-of placement-input'), 'src/apps/cli/input/content-error.ts'],
    tests: ['test/apps/cli/commands/allocate-failures.test.ts'],
    why: 'All commands have them in common.',
  },
  {
    files: ['src/apps/cli/commands/unreached.ts'],
    tests: ['test/apps/cli/time-limit.test.ts'],
    why: 'It counts what commands leave out once their time is over: the test ends each command at each reading of the clock.',
  },
  {
    files: ['src/apps/cli/commands/groups.ts'],
    tests: [
      'test/apps/cli/commands/allocate-pods.test.ts',
      'test/apps/cli/commands/nodes.test.ts',
      'test/apps/cli/commands/explain.test.ts',
    ],
    why: 'Three commands choose by them what they look at.',
  },
  {
    files: inFolder('src/apps/cli/commands/', 'selected-groups'),
    tests: ['test/apps/cli/commands/', 'test/planning/'],
    why: 'The commands show which pods they ask about, and every format; random clusters have the optimum of all choices.',
  },
  {
    files: inFolder('src/apps/cli/commands/', 'needed-gate-notes scheduler-notes'),
    tests: ['test/apps/cli/commands/allocate-pods.test.ts', 'test/apps/cli/needed-gates.test.ts'],
    why: 'They carry filters and scores, which have tests of their own, to the words that people read.',
  },
  {
    files: [...inFolder('src/apps/cli/edit/', 'json-patch reads-as'), 'src/core/read/yaml-tree.ts'],
    tests: ['test/apps/cli/edit/apply-patches.test.ts'],
    why: 'What is known of the extents of nodes shows in texts that are patched.',
  },
  {
    files: inFolder('src/apps/cli/', 'help-options help-topics'),
    tests: ['test/apps/cli/help.test.ts'],
    why: 'Options and topics are parts of the help of the program.',
  },
  {
    files: ['src/apps/cli/input/classic-objects.ts'],
    tests: ['test/apps/cli/commands/classic.test.ts', 'test/apps/cli/commands/classic-examples.test.ts'],
    why: 'The command reads with one and prints with the other.',
  },
  {
    files: [...inFolder('src/apps/cli/input/', 'parse snapshot'), ...inFolder('src/apps/cli/validate/', 'judge objects rules texts')],
    tests: ['test/apps/cli/commands/validate.test.ts', 'test/apps/cli/input/load-snapshot.test.ts'],
    why: 'They are the steps of validate, each of which takes what the one before it gives.',
  },
  {
    files: inFolder('src/apps/cli/inventory/', 'draws tally'),
    tests: ['test/apps/cli/inventory/take-inventory.test.ts', 'test/apps/cli/commands/inventory-holders.test.ts'],
    why: 'They show in the totals and conflicts of an inventory, which are compared with what an allocator gives out.',
  },
  {
    files: ['src/apps/cli/main.ts'],
    tests: ['test/apps/cli/process.test.ts'],
    why: 'It starts the process.',
  },
  {
    files: ['src/apps/cli/option-specs.ts'],
    tests: ['test/apps/cli/options.test.ts', 'test/apps/cli/completion.test.ts'],
    why: 'What options mean is tested where they are read, and what they may be where they are completed.',
  },
  {
    files: inFolder('src/cel/check/', 'types'),
    tests: ['test/cel/engine.test.ts', 'test/cel/conformance/conformance.test.ts'],
    why: 'The reference answers whole expressions: what it refuses, what it evaluates to, and the cost.',
  },
  {
    files: inFolder('src/cel/help/', 'device-names device-values'),
    tests: ['test/cel/help/advice.test.ts', 'test/validate/rules/world.test.ts'],
    why: 'Devices are needed for it: the command and validation have them.',
  },
  { files: ['src/cel/help/place.ts'], tests: ['test/cel/help/help.test.ts'], why: 'Places stand in what help says.' },
  {
    files: inFolder('src/cel/values/', 'failure memory names quantity-work'),
    tests: ['test/cel/values/values.test.ts'],
    why: 'They belong to the values.',
  },
  {
    files: inFolder('src/classic/actors/', 'attempt kubelet made-objects'),
    tests: ['test/classic/simulation.test.ts', 'test/classic/migrate/migrate.test.ts'],
    why: 'They play together: what each does shows in how pods get their claims, and in what is migrated.',
  },
  {
    files: inFolder('src/core/api/', 'affinity container volume'),
    tests: ['test/core/api/pod.test.ts'],
    why: 'They are parts of the description of a pod.',
  },
  {
    files: inFolder('src/core/api/', 'claim-status device-request'),
    tests: ['test/core/api/decode-resource-claim.test.ts'],
    why: 'They are parts of the description of a claim.',
  },
  {
    files: inFolder('src/core/api/', 'decoding'),
    tests: ['test/core/api/decode-resource-claim.test.ts', 'test/core/api/decoded-once.test.ts'],
    why: 'Claims are decoded by both, and large values in increments.',
  },
  {
    files: inFolder('src/core/api/', 'pod-sets workload-reader'),
    tests: ['test/published/pod-templates.test.ts', 'test/core/api/pod-template-table.test.ts', 'test/core/api/train-job.test.ts'],
    why: 'Rows of the table show in the pods of published manifests, and what sets of pods are read from a row where rows are made. TrainJobs are what waits for other objects.',
  },
  {
    files: inFolder('src/core/read/', 'json-object messages read-error yaml-chunks yaml-nodes yaml-scalar yaml-scalars'),
    tests: ['test/core/read/read.test.ts', 'test/core/read/go-yaml.test.ts', 'test/core/read/yaml-texts.test.ts'],
    why: 'There is one way in: a text. Answers of go-yaml are stored.',
  },
  {
    files: inFolder('src/explain/certificate/', 'limits'),
    tests: ['test/explain/certificate/prove.test.ts'],
    why: 'Proofs of hard problems are there where both find what proves them.',
  },
  {
    files: inFolder('src/explain/', 'error-help holders problem-names request-names selector-losses short-requests shortage verdict'),
    tests: ['test/explain/conflict-text.test.ts', 'test/explain/explain-node.test.ts', 'test/explain/loss-details.test.ts'],
    why: 'They are words of explanations.',
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
  {
    files: ['src/scheduler/pods/daemon-pods.ts'],
    tests: ['test/scheduler/filters/daemon-nodes.test.ts'],
    why: 'The tolerations that pods of a DaemonSet get show on the nodes that it runs on.',
  },
  {
    files: ['src/scheduler/pods/ownership.ts'],
    tests: ['test/scheduler/pods/owners.test.ts'],
    why: 'Owners show in the pods that are still to be made.',
  },
];

/**
 * @param {string} folder
 * @param {string} names without `.ts`, with spaces between
 */
function inFolder(folder, names) {
  return names.split(' ').map((name) => `${folder}${name}.ts`);
}
