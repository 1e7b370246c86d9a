// Runs the Kubernetes tests of the scheduler's filters and scores with a recorder in the tested code. It stores
// calls and answers in test/published/scheduler/records.jsonl.gz.
// Run it by hand when the release of the reference changes; it needs Go.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './fresh.mjs';

const VERSION = '1.37.1';
const STAGED = `v0${VERSION.slice(1)}`;
const WORK = join(root, 'build/published-tests');
const RECORDER = join(root, 'test/published/scheduler/recorder');
const OUTPUT = join(root, 'test/published/scheduler/records.jsonl.gz');
const PLUGINS = 'pkg/scheduler/framework/plugins';

/** The recorded methods, by package and type. @type {readonly { folder: string, type: string, name: string, methods: readonly string[] }[]} */
const RECORDED = [
  plugin('nodename', 'NodeName', 'PreFilter Filter'),
  plugin('nodeunschedulable', 'NodeUnschedulable', 'PreFilter Filter'),
  plugin('tainttoleration', 'TaintToleration', 'PreFilter Filter PreScore Score NormalizeScore'),
  plugin('nodeaffinity', 'NodeAffinity', 'PreFilter Filter PreScore Score NormalizeScore'),
  plugin('nodeports', 'NodePorts', 'PreFilter Filter'),
  plugin('noderesources', 'Fit', 'PreFilter Filter PreScore Score'),
  plugin('noderesources', 'BalancedAllocation', 'PreScore Score'),
  plugin('nodedeclaredfeatures', 'NodeDeclaredFeatures', 'PreFilter Filter'),
  plugin('schedulinggates', 'SchedulingGates', 'PreEnqueue'),
  plugin('imagelocality', 'ImageLocality', 'Score'),
];

/** Packages of component-helpers, with the recorder's files for them. */
const HELPERS = [
  'resource',
  'scheduling/corev1',
  'scheduling/corev1/nodeaffinity',
  'nodedeclaredfeatures/features/restartallcontainers',
  'nodedeclaredfeatures/features/usernamespaceshostnetwork',
];

/**
 * @param {string} folder
 * @param {string} type
 * @param {string} methods
 */
function plugin(folder, type, methods) {
  return { folder: `${PLUGINS}/${folder}`, type, name: type, methods: methods.split(' ') };
}

/** The source of the recording method, by kind. @type {Readonly<Record<string, (type: string) => string>>} */
const METHODS = {
  PreEnqueue: (type) => `func (pl *${type}) PreEnqueue(ctx context.Context, pod *v1.Pod) *fwk.Status {
	status := pl.unrecordedPreEnqueue(ctx, pod)
	record.PreEnqueue(pl.Name(), pl, pod, status)
	return status
}`,
  PreFilter: (
    type,
  ) => `func (pl *${type}) PreFilter(ctx context.Context, state fwk.CycleState, pod *v1.Pod, nodes []fwk.NodeInfo) (*fwk.PreFilterResult, *fwk.Status) {
	result, status := pl.unrecordedPreFilter(ctx, state, pod, nodes)
	record.PreFilter(pl.Name(), pl, pod, result, status)
	return result, status
}`,
  Filter: (type) => `func (pl *${type}) Filter(ctx context.Context, state fwk.CycleState, pod *v1.Pod, info fwk.NodeInfo) *fwk.Status {
	status := pl.unrecordedFilter(ctx, state, pod, info)
	record.Filter(pl.Name(), pl, pod, info, status)
	return status
}`,
  PreScore: (
    type,
  ) => `func (pl *${type}) PreScore(ctx context.Context, state fwk.CycleState, pod *v1.Pod, nodes []fwk.NodeInfo) *fwk.Status {
	status := pl.unrecordedPreScore(ctx, state, pod, nodes)
	record.PreScore(pl.Name(), pl, pod, status)
	return status
}`,
  Score: (
    type,
  ) => `func (pl *${type}) Score(ctx context.Context, state fwk.CycleState, pod *v1.Pod, info fwk.NodeInfo) (int64, *fwk.Status) {
	score, status := pl.unrecordedScore(ctx, state, pod, info)
	record.Score(pl.Name(), pl, pod, info, score, status)
	return score, status
}`,
  NormalizeScore: (
    type,
  ) => `func (pl *${type}) NormalizeScore(ctx context.Context, state fwk.CycleState, pod *v1.Pod, scores fwk.NodeScoreList) *fwk.Status {
	before := record.Values(scores)
	status := pl.unrecordedNormalizeScore(ctx, state, pod, scores)
	record.NormalizeScore(pl.Name(), pl, pod, before, record.Values(scores), status)
	return status
}`,
};

/**
 * Copies a module to a writable folder, without its vendored packages.
 * @param {string} module
 * @param {string} name
 */
function copyModule(module, name) {
  const { Dir: source } = JSON.parse(run('go', ['mod', 'download', '-json', module], root));
  const folder = join(WORK, name);
  cpSync(source, folder, { recursive: true, filter: (path) => !/^\/(vendor|go\.work(\.sum)?)(\/|$)/.test(path.slice(source.length)) });
  run('chmod', ['-R', 'u+w', folder], root);
  const goMod = join(folder, 'go.mod');
  writeFileSync(goMod, readFileSync(goMod, 'utf8').replaceAll(/(k8s\.io\/[a-z-]+) => \.\/staging\/src\/\S+/g, `$1 => $1 ${STAGED}`));
  return folder;
}

/** Puts the recorder into a copy of Kubernetes. @param {string} folder */
function instrumentPlugins(folder) {
  copyInto(join(folder, 'pkg/scheduler/record'), 'record.go');
  for (const place of new Set(RECORDED.map(({ folder: package_ }) => package_))) {
    const types = RECORDED.filter(({ folder: package_ }) => package_ === place);
    for (const { type, methods } of types) for (const method of methods) rename(join(folder, place), method, `\\(\\w+ \\*?${type}\\) `);
    const imports = ['context', 'k8s.io/api/core/v1', 'k8s.io/kube-scheduler/framework', 'k8s.io/kubernetes/pkg/scheduler/record'];
    const names = ['', 'v1 ', 'fwk ', ''];
    const lines = imports.map((path, index) => `\t${names[index]}"${path}"`).join('\n');
    const bodies = types.flatMap(({ type, methods }) => methods.map((method) => METHODS[method]?.(type)));
    const text = `package ${place.split('/').at(-1)}\n\nimport (\n${lines}\n)\n\n${bodies.join('\n\n')}\n`;
    writeFileSync(join(folder, place, 'recorded.go'), text);
  }
  rename(join(folder, PLUGINS, 'nodeports'), 'Fits', '');
  copyInto(join(folder, PLUGINS, 'nodeports'), 'node_ports.go');
  rename(join(folder, PLUGINS, 'noderesources'), 'computePodResourceRequest', '');
  rename(join(folder, PLUGINS, 'noderesources'), 'calculatePodResourceRequest', '\\(r \\*resourceAllocationScorer\\) ');
  copyInto(join(folder, PLUGINS, 'noderesources'), 'node_resources.go');
}

/** Puts the recorder into a copy of component-helpers. @param {string} folder */
function instrumentHelpers(folder) {
  copyInto(join(folder, 'record'), 'print.go');
  for (const [place, functions] of Object.entries({
    resource: ['PodRequests', 'AggregateContainerRequests'],
    'scheduling/corev1': ['FindMatchingUntoleratedTaint', 'MatchNodeSelectorTerms'],
    'scheduling/corev1/nodeaffinity': ['NewNodeSelector', 'NewPreferredSchedulingTerms', 'GetRequiredNodeAffinity'],
  })) {
    for (const name of functions) rename(join(folder, place), name, '');
    copyInto(join(folder, place), `${place.split('/').at(-1)}.go`);
  }
  const affinity = join(folder, 'scheduling/corev1/nodeaffinity');
  rename(affinity, 'Match', '\\(ns \\*NodeSelector\\) ');
  rename(affinity, 'Match', '\\(s RequiredNodeAffinity\\) ');
  rename(affinity, 'Score', '\\(t \\*PreferredSchedulingTerms\\) ');
  const features = {
    restartallcontainers: 'restartAllContainersFeature',
    usernamespaceshostnetwork: 'userNamespacesHostNetworkFeature',
  };
  for (const [name, type] of Object.entries(features)) {
    const place = join(folder, 'nodedeclaredfeatures/features', name);
    rename(place, 'InferForScheduling', `\\(f \\*${type}\\) `);
    const text = readFileSync(join(RECORDER, 'feature.go'), 'utf8')
      .replace('package feature', `package ${name}`)
      .replaceAll('theFeature', type);
    writeFileSync(join(place, 'recorded.go'), text);
  }
}

/**
 * Renames a function, so that the recorder can replace it and call it under the new name.
 * @param {string} folder
 * @param {string} name
 * @param {string} receiver
 */
function rename(folder, name, receiver) {
  const pattern = new RegExp(`^(func ${receiver})${name}\\(`, 'm');
  const files = readdirSync(folder).filter((file) => file.endsWith('.go') && !file.endsWith('_test.go'));
  const file = files.find((each) => pattern.test(readFileSync(join(folder, each), 'utf8')));
  if (file === undefined) throw new Error(`${folder} has no ${receiver}${name}`);
  const text = readFileSync(join(folder, file), 'utf8');
  writeFileSync(join(folder, file), text.replace(pattern, `$1unrecorded${name}(`));
}

/**
 * @param {string} folder
 * @param {string} file
 */
function copyInto(folder, file) {
  mkdirSync(folder, { recursive: true });
  cpSync(join(RECORDER, file), join(folder, file === 'record.go' || file === 'print.go' ? file : 'recorded_functions.go'));
}

/**
 * Runs the tests of packages one by one. Returns every test with the records that it wrote.
 * @param {string} folder
 * @param {readonly string[]} places
 * @returns {{ test: string, records: unknown[] }[]}
 */
function runTests(folder, places) {
  return places.flatMap((place) => {
    const args = ['test', '-trimpath', '-count=1', '-v', '-parallel=1', `./${place}`];
    const text = run('go', args, folder, { GOWORK: 'off', GOFLAGS: `${process.env['GOFLAGS'] ?? ''} -mod=mod`.trim() });
    return readTests(text, /** @type {string} */ (place.split('/').at(-1)));
  });
}

/**
 * @param {string} text
 * @param {string} name
 */
function readTests(text, name) {
  /** @type {Map<string, { test: string, records: unknown[] }>} */
  const tests = new Map();
  let current = { test: name, records: /** @type {unknown[]} */ ([]) };
  for (const line of text.split('\n')) {
    const test = /^=== (?:RUN|CONT|NAME)\s+(\S+)/.exec(line)?.[1];
    if (test !== undefined) {
      current = tests.get(test) ?? { test: `${name}/${test}`, records: [] };
      tests.set(test, current);
    } else if (line.startsWith('@record ')) {
      // Numbers stay text: JSON.parse would round numbers beyond 2^53.
      current.records.push(line.slice('@record '.length));
    }
  }
  return [...tests.values()];
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {string} cwd
 * @param {Record<string, string>} [env]
 */
function run(command, args, cwd, env = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    maxBuffer: 2 ** 30,
  });
  if (error !== undefined || status !== 0)
    throw new Error(`${command} ${args.join(' ')}: ${error ?? `${stderr}\n${stdout}`.slice(0, 4000)}`);
  return stdout;
}

rmSync(WORK, { recursive: true, force: true });
mkdirSync(WORK, { recursive: true });
const helpers = copyModule(`k8s.io/component-helpers@${STAGED}`, 'component-helpers');
instrumentHelpers(helpers);
const kubernetes = copyModule(`k8s.io/kubernetes@v${VERSION}`, 'kubernetes');
instrumentPlugins(kubernetes);
const tests = [...runTests(helpers, HELPERS), ...runTests(kubernetes, [...new Set(RECORDED.map(({ folder }) => folder))])];
const header = JSON.stringify({
  comment: `Calls that the tests of Kubernetes ${VERSION} make of the scheduler's filters and scores, with their answers. Copyright The Kubernetes Authors, Apache License 2.0. Made by scripts/published-tests.mjs.`,
  reference: `v${VERSION}`,
  tests: tests.length,
});
const lines = tests.map(({ test, records }) => `{"test":${JSON.stringify(test)},"records":[${records.join(',')}]}`);
mkdirSync(dirname(OUTPUT), { recursive: true });
writeFileSync(OUTPUT, gzipSync(`${[header, ...lines].join('\n')}\n`, { level: 9 }));
console.log(
  `${tests.length} tests, ${tests.reduce((sum, { records }) => sum + records.length, 0)} records, ${lines.join('\n').length} characters`,
);
