// Packs the package and checks the tarball from the view of its users: files, sizes, types, and that it runs.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, posix } from 'node:path';
import { gzipSync } from 'node:zlib';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { checkUse } from './check-use.mjs';
import { root } from './fresh.mjs';
import { packedText } from './packed-text.mjs';

/** The files of a tarball. Each pattern must match a file, and each file must match a pattern. */
const EXPECTED = [
  /^package\.json$/,
  /^README\.md$/,
  /^CHANGELOG\.md$/,
  /^LICENSE$/,
  /^NOTICE$/,
  /^SECURITY\.md$/,
  /^docs\/README\.md$/,
  /^docs\/(tutorials|guides|reference)\/[\w-]+\.md$/,
  /^docs\/internals\/(caches|hard-problems|how-allocation-decides|performance|seeds)\.md$/,
  /^docs\/pictures\/(example-node|filter-growth|hard-families)\.svg$/,
  /^dist\/((index|bench|cel|check|classic|pods|read|simulate|validate)\.(node|browser|workerd)|cli|kubectl-complete|(cli|shared|browser|workerd)-\w+)\.js$/,
  /^dist\/(cli|kubectl-complete|cli-\w+)\.js\.map$/,
  /^dist\/cli-re2js\.cjs$/,
  /^examples\/README\.md$/,
  /^examples\/autoscaler\/(autoscaler\.ts|pools\.yaml|rounds\.txt)$/,
  /^examples\/ci\/[\w-]+\.yaml$/,
  /^examples\/aws-eks-gpu-efa\/[\w-]+\.yaml$/,
  /^examples\/classic-dra\/[\w-]+\.yaml$/,
  /^examples\/does-not-fit\/[\w-]+\.yaml$/,
  /^examples\/queue\/(queue\.ts|queues\.yaml|rounds\.txt)$/,
  /^examples\/service\/(README\.md|(package|tsconfig)\.json|src\/[\w-]+\.ts)$/,
  /^examples\/worker\/(README\.md|package\.json|build\.mjs|config\.capnp|src\/worker\.ts)$/,
  /^examples\/(first-of-devices|simulate)\/[\w-]+\.yaml$/,
  /^examples\/sweep\/(README\.md|package\.json|Dockerfile|[\w-]+\.yaml|queue\/\w+\.mjs)$/,
  /^dist\/(solver\.wasm|third-party-licenses\.txt)$/,
  /^dist\/types\/[\w/-]+\.d\.ts$/,
];

/**
 * The size budget in bytes, raw and compressed; a file counts together with its imports. Raise a number only on purpose, together
 * with a line in CHANGELOG.md.
 * The bundles contain re2js with 67,000 bytes (21,000 compressed) and CEL with 190,000. The bundle for browsers contains the solver with 26,000.
 * 72,000 bytes serve limits and yields in every stage, the staging of objects, bounded caches, and results that can be logged and put into JSON.
 * 120,000 (38,000 compressed) are pods on nodes: filters, scores, and their caches. 30,000 (10,000 compressed) are forks of clusters, whole
 * alternatives of claims, and constraints that compare values in other ways.
 * In `simulate` and `pods` 22,000 (7,500 compressed) are the kinds that create pods.
 * In `simulate` 310,000 are CEL, which it needs to compare clusters and play traces. Quotas of Kueue are 28,000 (9,000 compressed),
 * and sweeps 10,000 (3,500 compressed).
 * In each bundle 4,500 (1,900 compressed) check arguments.
 */
const BUDGET = {
  'dist/solver.wasm': { raw: 56_000, gzip: 20_000 },
  'dist/index.browser.js': { raw: 1_112_000, gzip: 401_000 },
  'dist/index.workerd.js': { raw: 1_075_000, gzip: 376_000 },
  'dist/bench.browser.js': { raw: 1_235_000, gzip: 446_000 },
  'dist/cel.browser.js': { raw: 310_000, gzip: 110_000 },
  'dist/check.browser.js': { raw: 363_000, gzip: 132_500 },
  'dist/classic.browser.js': { raw: 240_000, gzip: 85_500 },
  'dist/pods.browser.js': { raw: 292_000, gzip: 107_500 },
  'dist/simulate.browser.js': { raw: 650_000, gzip: 232_000 },
  'dist/read.browser.js': { raw: 80_000, gzip: 27_500 },
  'dist/validate.browser.js': { raw: 630_000, gzip: 201_000 },
};

/** The solver is no JavaScript module and has no types. */
const ATTW = ['--profile', 'esm-only', '--no-color', '--exclude-entrypoints', './solver.wasm'];

/** The folder lies inside the repository, so that the dependencies of the package resolve to the installed ones. */
const work = join(root, 'build/package');
const installed = join(work, 'node_modules/dra-allocator');
const tool = (/** @type {string} */ path) => join(root, 'node_modules', path);

/**
 * @param {string} command
 * @param {readonly string[]} parameters
 */
function run(command, parameters, cwd = root) {
  return execFileSync(command, parameters, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  });
}

/** Packs and unpacks the package. Returns the path of the tarball and its files. */
function pack() {
  rmSync(work, { recursive: true, force: true });
  mkdirSync(installed, { recursive: true });
  // Packing runs the scripts of the package. Their output must not mix with npm's.
  const [packed] = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', work]));
  const tarball = join(work, packed.filename);
  run('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1']);
  return { tarball, files: packed.files.map((/** @type {{ path: string }} */ { path }) => path) };
}

/** Checks that npm does not warn about scripts when it installs the tarball. */
function checkScripts() {
  const { scripts } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  const found = ['preinstall', 'install', 'postinstall', 'prepare'].filter((name) => name in scripts);
  if (found.length > 0) throw new Error(`npm warns about scripts of the tarball: ${found.join(', ')}`);
}

/** @param {readonly string[]} files */
function checkFiles(files) {
  const foreign = files.filter((file) => !EXPECTED.some((pattern) => pattern.test(file)));
  if (foreign.length > 0) throw new Error(`the tarball holds what users do not need: ${foreign.join(', ')}`);
  for (const pattern of EXPECTED) {
    if (!files.some((file) => pattern.test(file))) throw new Error(`the tarball holds nothing like ${pattern}`);
  }
}

/** Pictures of the playground are only in the sources and on the site. They would be a fifth of the tarball, and the pages also describe them in words. */
const PICTURES = /^docs\/pictures\//;

/** Checks that pages in the tarball link only to pages in the tarball. @param {readonly string[]} files */
function checkLinks(files) {
  for (const page of files.filter((file) => file.endsWith('.md'))) {
    for (const [, link = ''] of packedText(page, readFileSync(join(installed, page), 'utf8')).matchAll(/\]\(([^)#]+)[^)]*\)/g)) {
      if (/^https?:/.test(link)) continue;
      const target = posix.join(posix.dirname(page), link);
      if (!files.includes(target) && !PICTURES.test(target)) throw new Error(`${page} leads to ${target}, which is not in the tarball`);
    }
  }
}

function checkSizes() {
  const over = [];
  for (const [file, budget] of Object.entries(BUDGET)) {
    const contents = withImports(file).map((name) => readFileSync(join(installed, name)));
    const sizes = { raw: sum(contents), gzip: sum(contents.map((content) => gzipSync(content))) };
    console.log(`${file}: ${sizes.raw} of ${budget.raw} bytes, ${sizes.gzip} of ${budget.gzip} compressed`);
    if (sizes.raw > budget.raw || sizes.gzip > budget.gzip) over.push(file);
  }
  if (over.length > 0) throw new Error(`above the size budget, BUDGET in scripts/check-package.mjs: ${over.join(', ')}`);
}

/** Returns a bundle and its direct and indirect imports, without the solver, which is loaded separately. @param {string} file @returns {string[]} */
function withImports(file) {
  const found = new Set([file]);
  for (const name of found) {
    if (!name.endsWith('.js')) continue;
    for (const [, other] of readFileSync(join(installed, name), 'utf8').matchAll(/["']\.\/([\w.-]+\.js)["']/g)) found.add(`dist/${other}`);
  }
  return [...found];
}

/** @param {readonly Uint8Array[]} contents */
function sum(contents) {
  return contents.reduce((bytes, { length }) => bytes + length, 0);
}

/** publint's message about a nested package.json. An example becomes a package when a user copies it; its package.json is then at the root. */
const OF_EXAMPLES = 'NESTED_PACKAGE_JSON_FIELD_IGNORED';

/** @param {string} tarball */
async function checkWithTools(tarball) {
  const { messages, pkg } = await publint({ pack: { tarball: new Uint8Array(readFileSync(tarball)).buffer }, strict: true });
  const wrong = messages.filter(
    ({ code, args }) => code !== OF_EXAMPLES || !(/** @type {any} */ (args).filePath.startsWith('./examples/')),
  );
  if (wrong.length > 0) throw new Error(`publint: ${wrong.map((message) => formatMessage(message, pkg)).join('\n')}`);
  console.log(`publint: nothing but ${messages.length} about package.json files of examples`);
  console.log(run(process.execPath, [tool('@arethetypeswrong/cli/dist/index.js'), tarball, ...ATTW]).trim());
}

/** Runs the library for Node, the library for browsers, and the command, from the unpacked tarball. */
function checkRuns() {
  const script =
    "const { createAllocator } = await import('dra-allocator'); if (typeof (await createAllocator()).allocate !== 'function') throw new Error();" +
    "const { compileSelector } = await import('dra-allocator/cel'); if (!compileSelector('true').evaluate({}, 'd')) throw new Error();" +
    "const { check } = await import('dra-allocator/check'); if (check({}, {}).valid) throw new Error();" +
    "const { Simulation } = await import('dra-allocator/classic'); if ((await new Simulation().run()).settled !== true) throw new Error();" +
    "const { builtInScenarios, ourAllocator, runBench } = await import('dra-allocator/bench'); if ((await runBench([builtInScenarios().at(-1).make()], [ourAllocator()], { rounds: 1 })).results[0].wrong.count !== 0) throw new Error();" +
    "const { podsOf } = await import('dra-allocator/pods'); if ([...podsOf([])].length !== 0) throw new Error();" +
    "const { readText } = await import('dra-allocator/read'); if (readText('a: 1', '').documents.length !== 1) throw new Error();" +
    "const { fit } = await import('dra-allocator/simulate'); if (typeof fit !== 'function') throw new Error();" +
    "const { validate } = await import('dra-allocator/validate'); if (validate([{ kind: 'Pod' }])[0]?.rule !== 'missing-kind') throw new Error();";
  for (const condition of ['node', 'browser']) {
    run(process.execPath, ['--conditions', condition, '--input-type=module', '--eval', script], work);
  }
  const [, example = ''] = /^```js\n(.*?)^```/ms.exec(readFileSync(join(root, 'docs/guides/benchmark-allocators.md'), 'utf8')) ?? [];
  const measured = run(process.execPath, ['--input-type=module', '--eval', example], work).trim().split('\n');
  if (measured.length !== 2)
    throw new Error(`the example of docs/guides/benchmark-allocators.md prints ${measured.length} lines: ${measured.join('\n')}`);
  const version = run(process.execPath, [join(installed, 'dist/cli.js'), '--version']).trim();
  const expected = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')).version;
  if (version !== expected) throw new Error(`the command says it is version '${version}', the package is ${expected}`);
}

try {
  const { tarball, files } = pack();
  checkFiles(files);
  checkScripts();
  checkLinks(files);
  checkSizes();
  await checkWithTools(tarball);
  checkRuns();
  await checkUse(work);
  console.log(`package: ${files.length} files, good`);
} catch (error) {
  const output = /** @type {{ stdout?: unknown }} */ (error).stdout;
  if (typeof output === 'string') console.log(output);
  console.error(`package check failed: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
