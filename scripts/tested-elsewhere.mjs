// Files with behaviour whose tests lie elsewhere than at their path, with the reason. Whoever adds one says where its tests are.

/** Some files (folders end with a slash), the tests that they have (files or folders), and why these are not at the paths of the files. @typedef {{ files: readonly string[], tests: readonly string[], why: string }} Elsewhere */

/** @type {readonly Elsewhere[]} */
export const TESTED_ELSEWHERE = [
  { files: ['src/playground/'], tests: ['test/playground/'], why: 'Sessions, completions and a browser show what their parts do.' },
  {
    files: [
      ...inFolder('src/classic/', 'api-client arguments claim-names clock fake-devices fake-driver fake-parameters'),
      ...inFolder('src/classic/actors/', 'attempt kubelet made-objects scheduler'),
      ...inFolder('src/classic/api/', 'api-error kinds objects validation'),
      ...inFolder('src/classic/migrate/', 'claims notes pods requests world'),
    ],
    tests: ['test/classic/simulation.test.ts', 'test/classic/migrate/migrate.test.ts'],
    why: 'They play together: what each does shows in how pods get their claims, and in what is migrated.',
  },
  {
    files: ['src/cli/input/classic-objects.ts', 'src/cli/print/classic-diagram.ts', 'src/cli/print/classic-events.ts'],
    tests: ['test/cli/commands/classic.test.ts', 'test/cli/commands/classic-examples.test.ts'],
    why: 'The command reads with one and prints with the other.',
  },
  {
    files: inFolder(
      'assembly/',
      'alternatives bitset bounds budget capacity common-value constraint-packing constraint-symmetry covering device-symmetry distinct dive empty-intersection errors fixed-values forward-checking frequent-values index limits lookahead matching nogoods partition-packing pass probing propagate search stages state static-tables sums trail unstarted value-propagation whole-claims',
    ),
    tests: ['test/kernel/search.test.ts', 'test/kernel/bounds/alone.long.ts', 'test/kernel/bounds/lemmas.test.ts'],
    why: 'The module has one function for all of it: the tests of the kernel call that, with each bound alone, and have a problem for each premise.',
  },
  { files: ['src/api/taints.ts'], tests: ['test/encode/taints.test.ts'], why: 'Allocation shows which requests taints keep away.' },
  {
    files: inFolder(
      'src/',
      'cli/print/page cli/print/simulation cli/print/sweep cli/print/timeline cli/simulate/checkpoint-file cli/simulate/fingerprint cli/simulate/interruption cli/simulate/load-with-queues cli/simulate/plan-of-input cli/simulate/prepared-input cli/simulate/settings cli/simulate/sweep-run cli/simulate/write-whole simulate/actions simulate/cell simulate/checksum simulate/clock simulate/compare simulate/decoded-event simulate/device-order simulate/device-taints simulate/kueue/flavors simulate/kueue/queue-finder simulate/kueue/quotas simulate/input simulate/owners simulate/pods simulate/queue simulate/recorder simulate/replicas simulate/room simulate/run-shard simulate/sampler simulate/scheduling simulate/shard simulate/summary simulate/timers simulate/use simulate/world',
    ),
    tests: [
      'test/simulate/kueue/admission.test.ts',
      'test/simulate/simulate.test.ts',
      'test/simulate/random-traces.test.ts',
      'test/simulate/sweep.test.ts',
      'test/cli/commands/simulate.test.ts',
      'test/cli/commands/merge.test.ts',
      'test/cli/print/simulation-html.test.ts',
    ],
    why: 'They play together: what each does shows in what becomes of pods, and in what the command prints.',
  },
  {
    files: ['src/api/pod-template-kinds.ts', 'src/api/pod-sets.ts', 'src/api/workload-reader.ts'],
    tests: ['test/published/pod-templates.test.ts', 'test/api/pod-template-table.test.ts', 'test/api/train-job.test.ts'],
    why: 'Rows of the table show in the pods of published manifests, and what sets of pods are read from a row where rows are made. TrainJobs are what waits for other objects.',
  },
  {
    files: inFolder(
      'src/cluster/pods/',
      'claims-elsewhere device-calls device-questions in-turns nodes-asked pod-claims pod-deletion pod-explanations pod-filter-result pod-findings pod-inputs pod-question pod-questions pod-ranking resident-filters stored-pod',
    ),
    tests: ['test/cluster/pods/'],
    why: 'A pod that is asked about goes through all of them: what each does shows in the answers.',
  },
  {
    files: inFolder(
      'src/',
      'cli/commands/named-replicas cli/commands/node-templates cli/commands/pods-to-ask cli/print/diffs cli/print/fits cli/print/nodes-needed simulate/calls simulate/claim-issues simulate/claims-alone simulate/device-evictions simulate/diff-side simulate/new-nodes simulate/published-devices simulate/node-pool simulate/node-pool-kinds simulate/node-template simulate/optimum',
    ),
    tests: ['test/cli/commands/', 'test/simulate/'],
    why: 'The commands show which pods they ask about, and every format; random clusters have the optimum of all choices.',
  },
  {
    files: inFolder('src/harness/', 'hard-families judge objects our-allocator picks problems scenarios spread workload-run'),
    tests: ['test/harness/runner.test.ts', 'test/harness/scheduler-perf.test.ts'],
    why: 'The runner has all scenarios answered by our allocator and answers of others judged, and the workloads of Kubernetes run.',
  },
  {
    files: ['src/api/limit-range.ts'],
    tests: ['test/cluster/pods/surroundings.test.ts'],
    why: 'Only that there is one counts, which shows in what is not looked at.',
  },
  {
    files: ['src/api/priority-class.ts'],
    tests: ['test/schedule/priorities.test.ts'],
    why: 'It has two fields, which show in the priorities of pods.',
  },
  {
    files: inFolder(
      'src/suggest/',
      'candidates choice claim-remedies edit edit-trial edited-objects filter-verifier json-of pod-search pod-trial question search verifier edits/capacities edits/claim-edit edits/claims-in-use edits/classes edits/constraints edits/counts edits/device-facts edits/host-ports edits/misreads edits/new-nodes edits/new-slices edits/node-selectors edits/node-taints edits/pod-amounts edits/pod-gates edits/pod-subject edits/pools edits/requests edits/running-pods edits/selectors edits/shared-claims edits/taints edits/tolerations edits/unshared-claims edits/wanted-devices',
    ),
    tests: ['test/suggest/suggest.test.ts', 'test/suggest/pod-suggestions.test.ts', 'test/cli/explain/'],
    why: 'Each kind of edit shows in the suggestions for a question, which are applied and solved.',
  },
  {
    files: ['src/read/yaml-tree.ts', 'src/cli/explain/json-patch.ts', 'src/cli/explain/splice.ts'],
    tests: ['test/cli/explain/apply-patches.test.ts'],
    why: 'What is known of the extents of nodes shows in texts that are patched.',
  },
  {
    files: ['src/schedule/daemon-pods.ts'],
    tests: ['test/filters/daemon-nodes.test.ts'],
    why: 'The tolerations that pods of a DaemonSet get show on the nodes that it runs on.',
  },
  {
    files: ['src/schedule/ownership.ts'],
    tests: ['test/schedule/owners.test.ts'],
    why: 'Owners show in the pods that are still to be made.',
  },
  {
    files: inFolder('src/api/', 'claim-status device-request'),
    tests: ['test/api/decode-resource-claim.test.ts'],
    why: 'They are parts of the description of a claim.',
  },
  {
    files: inFolder('src/api/', 'affinity container pod-status volume'),
    tests: ['test/api/pod.test.ts'],
    why: 'They are parts of the description of a pod.',
  },
  {
    files: [
      'src/cel/check/check.ts',
      'src/cel/check/types.ts',
      'src/cel/run/access.ts',
      'src/cel/run/call.ts',
      'src/cel/run/fold.ts',
      'src/cel/run/operations.ts',
      'src/cel/run/plan.ts',
      'src/cel/run/steps.ts',
    ],
    tests: ['test/cel/engine.test.ts', 'test/cel/conformance/conformance.test.ts'],
    why: 'The reference answers whole expressions: what it refuses, what it evaluates to, and the cost.',
  },
  {
    files: inFolder('src/cel/help/', 'device-names device-values'),
    tests: ['test/cel/help/advice.test.ts', 'test/validate/world-rule.test.ts'],
    why: 'Devices are needed for it: the command and validation have them.',
  },
  { files: ['src/cel/help/place.ts'], tests: ['test/cel/help/help.test.ts'], why: 'Places stand in what help says.' },
  {
    files: inFolder(
      'src/cel/library/',
      'addresses conversions declaration declarations format-values formats lists more-lists operators optionals quantities quote regex semvers sets standard strings times urls work zero',
    ),
    tests: ['test/cel/library.test.ts', 'test/cel/work/work.test.ts'],
    why: 'They are tables of overloads: answers of the reference are generated for each library, and the work of each overload is measured.',
  },
  {
    files: inFolder('src/cel/syntax/', 'build diagnostics entered grammar token tree'),
    tests: ['test/cel/syntax/parse.test.ts'],
    why: 'The parts of the parser make one tree, or one list of issues, which those of the reference are compared with.',
  },
  {
    files: inFolder('src/cel/values/', 'failure memory names quantity-work'),
    tests: ['test/cel/values/values.test.ts'],
    why: 'They belong to the values.',
  },
  {
    files: [...inFolder('src/cli/input/', 'parse snapshot'), ...inFolder('src/cli/validate/', 'judge objects rules texts')],
    tests: ['test/cli/commands/validate.test.ts', 'test/cli/input/load-snapshot.test.ts'],
    why: 'They are the steps of validate, each of which takes what the one before it gives.',
  },
  {
    files: inFolder('src/cli/print/', 'findings-text rule'),
    tests: ['test/cli/print/findings.test.ts', 'test/cli/commands/rules.test.ts'],
    why: 'They are words that formats share.',
  },
  {
    files: inFolder('src/cli/', 'main process streams'),
    tests: ['test/cli/exit-codes.test.ts'],
    why: 'They are about the process, which is one of its own there.',
  },
  { files: ['src/cli/completion-scripts.ts'], tests: ['test/cli/completion.test.ts'], why: 'Shells run the scripts there.' },
  { files: ['src/cli/help.ts'], tests: ['test/cli/program.test.ts'], why: 'The program prints the help of each command there.' },
  {
    files: [
      ...inFolder('src/cli/commands/', 'needed-gate-notes placement-notes scheduler-notes'),
      ...inFolder('src/cli/placement/', 'consumers devices-rejection node-snapshot placed-pods scheduler scheduling-cycle shape-verdicts'),
    ],
    tests: ['test/cli/commands/allocate-pods.test.ts', 'test/cli/needed-gates.test.ts'],
    why: 'They carry filters and scores, which have tests of their own, to the words that people read.',
  },
  {
    files: ['src/filters/dynamic-resources.ts'],
    tests: ['test/cluster/pods/pod-scheduling.test.ts', 'test/cli/commands/allocate-pods.test.ts'],
    why: 'The words of the plugin for devices are those of nodes and pods that are refused.',
  },
  {
    files: [
      'src/cli/placement/explain-group.ts',
      ...inFolder('src/cli/print/', 'cluster-picture explanation-conflict explanation-html explanation-tiles explanations'),
    ],
    tests: ['test/cli/commands/explain.test.ts'],
    why: 'They are what the command prints, in its formats.',
  },
  {
    files: ['src/cli/commands/groups.ts'],
    tests: ['test/cli/commands/allocate-pods.test.ts', 'test/cli/commands/nodes.test.ts', 'test/cli/commands/explain.test.ts'],
    why: 'Three commands choose by them what they look at.',
  },
  {
    files: ['src/cli/option-specs.ts'],
    tests: ['test/cli/options.test.ts', 'test/cli/completion.test.ts'],
    why: 'What options mean is tested where they are read, and what they may be where they are completed.',
  },
  {
    files: inFolder('src/cli/placement/', 'attempt refused-nodes'),
    tests: ['test/cli/placement/placement.test.ts'],
    why: 'Placement tries nodes and tells of those that failed.',
  },
  {
    files: ['src/cli/commands/common.ts', 'src/cli/commands/exit-code-of.ts', 'src/cli/input/content-error.ts'],
    tests: ['test/cli/commands/allocate-failures.test.ts'],
    why: 'All commands have them in common.',
  },
  {
    files: inFolder('src/cli/jsonpath/', 'compare evaluate found go-text parse unquote'),
    tests: ['test/cli/jsonpath/print.test.ts'],
    why: "Upstream's cases are templates with the text that comes out, or the error.",
  },
  {
    files: inFolder('src/cli/inventory/', 'draws tally totals'),
    tests: ['test/cli/inventory/take-inventory.test.ts', 'test/cli/commands/inventory-holders.test.ts'],
    why: 'They show in the totals and conflicts of an inventory, which are compared with what an allocator gives out.',
  },
  {
    files: inFolder('src/cli/print/', 'claims inventory inventory-totals nodes refusals'),
    tests: [
      'test/cli/commands/allocate-output.test.ts',
      'test/cli/commands/allocate-pods.test.ts',
      'test/cli/commands/inventory.test.ts',
      'test/cli/commands/inventory-pools.test.ts',
      'test/cli/commands/nodes.test.ts',
    ],
    why: 'Each is the output of one command.',
  },
  {
    files: inFolder(
      'src/cluster/',
      'cluster-attempt cluster-explanations cluster-objects cluster-state documents explain-inputs explain-nodes held-besides node-list snapshot staging view-cache',
    ),
    tests: ['test/cluster/'],
    why: 'Calls go through all of them: tests have the names of behaviours.',
  },
  {
    files: ['src/decode/decode.ts'],
    tests: ['test/vectors.test.ts', 'test/regress/regress.test.ts'],
    why: 'Stored answers are whole results.',
  },
  {
    files: inFolder('src/encode/', 'amounts availability encode failures interrupted-selector node-view slot-plan'),
    tests: ['test/encode/', 'test/vectors.test.ts'],
    why: 'They are steps to a problem, and stored answers tell whether it was the right one.',
  },
  {
    files: [
      'src/evaluate/resident/devices/device-table.ts',
      'src/evaluate/resident/devices/equivalence-classes.ts',
      'src/evaluate/resident/devices/occupancy.ts',
      'src/evaluate/resident/devices/stage-table.ts',
      'src/evaluate/resident/node-lookup.ts',
      'src/evaluate/resident/nodes/node-fingerprints.ts',
      'src/evaluate/resident/nodes/node-order.ts',
      'src/evaluate/resident/nodes/node-table.ts',
      'src/evaluate/resident/nodes/wanted-nodes.ts',
      'src/evaluate/resident/nodes/watchers.ts',
      'src/evaluate/resident/pass-findings.ts',
      'src/evaluate/resident/query/answers.ts',
      'src/evaluate/resident/query/host-search.ts',
      'src/evaluate/resident/query/pass-problem.ts',
      'src/evaluate/resident/query/pass.ts',
      'src/evaluate/resident/query/query.ts',
      'src/evaluate/resident/query/scores.ts',
      'src/evaluate/resident/resident-cluster.ts',
      'src/evaluate/resident/shared-cache.ts',
    ],
    tests: ['test/evaluate/resident/'],
    why: 'They keep one state together, which random changes compare with a search of every node.',
  },
  {
    files: [
      'src/evaluate/collected-findings.ts',
      'src/evaluate/evaluators.ts',
      'src/evaluate/findings.ts',
      'src/evaluate/forked/combined-findings.ts',
      'src/evaluate/forked/forked-evaluator.ts',
      'src/evaluate/node-changes.ts',
      'src/evaluate/node-result.ts',
      'src/evaluate/one-node/one-node-evaluator.ts',
      'src/evaluate/ordered-nodes.ts',
      'src/evaluate/search-all.ts',
    ],
    tests: ['test/cluster/', 'test/evaluate/resident/'],
    why: 'Calls of a cluster go through them, with any evaluator, and tests compare them, forks with clusters that were never forked.',
  },
  {
    files: inFolder(
      'src/explain/',
      'count-reasons error-help holders least-draws problem-names request-names selector-losses short-requests shortage slot-places surroundings verdict',
    ),
    tests: ['test/explain/conflict-text.test.ts', 'test/explain/explain-node.test.ts', 'test/explain/loss-details.test.ts'],
    why: 'They are words of explanations.',
  },
  {
    files: ['src/cluster/world.ts'],
    tests: ['test/suggest/with-suggestions.test.ts'],
    why: 'Suggestions show what a cluster tells of its claims and classes.',
  },
  {
    files: ['src/index.ts'],
    tests: ['test/allocator.test.ts'],
    why: 'It makes the allocator of all tests of the public interface.',
  },
  {
    files: [
      'src/kernel/bounds/monotone.ts',
      'src/kernel/bounds/nogoods.ts',
      'src/kernel/bounds/partition-groups.ts',
      'src/kernel/bounds/partition-packing.ts',
      'src/kernel/bounds/probing.ts',
      'src/kernel/bounds/sum-tables.ts',
      'src/kernel/memory/memory-claims.ts',
      'src/kernel/memory/memory-constraints.ts',
      'src/kernel/memory/memory-resources.ts',
      'src/kernel/memory/memory-scratch.ts',
      'src/kernel/memory/memory.ts',
      'src/kernel/memory/region.ts',
      'src/kernel/problem.ts',
      'src/kernel/reasons/hall-violators.ts',
      'src/kernel/reasons/reason-groups.ts',
      'src/kernel/reasons/reason-sums.ts',
      'src/kernel/reasons/reason-values.ts',
      'src/kernel/reasons/reason-work.ts',
      'src/kernel/reasons/reason.ts',
      'src/kernel/reasons/root-view.ts',
      'src/kernel/reasons/sums.ts',
      'src/kernel/reference.ts',
      'src/kernel/resident.ts',
      'src/kernel/solver-place.ts',
      'src/kernel/solver.ts',
    ],
    tests: ['test/kernel/'],
    why: 'The parts write one problem into memory, and answers tell whether it was the right one.',
  },
  {
    files: inFolder('src/platform/', 'browser channel node-files node-search-worker node workerd'),
    tests: ['test/platform/bundles.test.ts', 'test/platform/node-workers.test.ts'],
    why: 'Each is the part of a bundle for one runtime.',
  },
  {
    files: inFolder('src/quantity/', 'amount format parse suffix'),
    tests: ['test/quantity/quantity.test.ts'],
    why: 'A quantity is its text, amount and format in one: upstream says what comes out.',
  },
  {
    files: inFolder('src/read/', 'json-object messages read-error yaml-chunks yaml-nodes yaml-scalar yaml-scalars'),
    tests: ['test/read/read.test.ts', 'test/read/go-yaml.test.ts', 'test/read/yaml-texts.test.ts'],
    why: 'There is one way in: a text. Answers of go-yaml are stored.',
  },
  {
    files: [...inFolder('src/validate/', 'examples messages namespaces objects report server validate'), 'src/validate/tree/'],
    tests: ['test/validate/index.test.ts'],
    why: 'The tests of the module take objects of all versions through each of its stages.',
  },
  {
    files: inFolder('src/validate/prepare/', 'convert defaults dropped prepare'),
    tests: ['test/validate/index.test.ts'],
    why: 'They are the stages of an object before it is judged: the tests of the module take objects of all versions through each.',
  },
  {
    files: ['src/validate/world/', 'src/validate/prepare/gate-off.ts'],
    tests: ['test/validate/world-rule.test.ts'],
    why: 'Every rule over the whole input has examples, which are run there.',
  },
  {
    files: ['src/validate/rules/', 'src/validate/checks/'],
    tests: ['test/validate/rules/rules.test.ts'],
    why: 'Every rule has examples, which are run there. Rules with several branches have tables of their own.',
  },
  {
    files: inFolder('src/validate/decode/', 'scalars suggest words zeros'),
    tests: ['test/validate/decode/strict.test.ts'],
    why: 'They are parts of decoding, which is judged by what it says of whole objects.',
  },
  {
    files: [...inFolder('src/check/', 'count problem verify'), 'src/check/reading/'],
    tests: ['test/check/check.test.ts', 'test/certificate/survey.test.ts'],
    why: 'They are the parts of one function: what each reads and counts decides which certificates of generated problems are accepted, and which refused.',
  },
  {
    files: inFolder('src/certificate/', 'limits prices'),
    tests: ['test/certificate/prove.test.ts'],
    why: 'Proofs of hard problems are there where both find what proves them.',
  },
];

/**
 * @param {string} folder
 * @param {string} names without `.ts`, with spaces between
 */
function inFolder(folder, names) {
  return names.split(' ').map((name) => `${folder}${name}.ts`);
}
