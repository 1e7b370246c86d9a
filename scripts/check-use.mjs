// Uses the unpacked package like a user: compiles the examples of the library page, and bundles the package with other code.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { root } from './fresh.mjs';

/** Declarations that the examples assume: objects that were read before. */
const GIVEN = `
declare const node: object, device: object;
declare const claims: object[], nodes: object[], deviceClasses: object[], resourceSlices: object[], resourceClaims: object[];
declare const pods: object[], deployments: object[], resourceClaimTemplates: object[];
declare const text: string;
declare const console: { log(...values: unknown[]): void };
`;

/** The pages whose examples are compiled, with the least number of examples on each. */
const PAGES = { 'docs/reference/library.md': 6 };

/** Returns the TypeScript examples, each as the text of a file. */
function examples() {
  return Object.entries(PAGES).flatMap(([page, least]) => {
    const found = [...readFileSync(join(root, page), 'utf8').matchAll(/^```ts\n(.*?)^```/gms)].map(
      ([, code]) => /** @type {string} */ (code),
    );
    if (found.length < least) throw new Error(`${page} has ${found.length} examples in TypeScript`);
    return found;
  });
}

/**
 * Compiles the examples and the declarations, with and without the types of browsers and of Node.
 * @param {string} work the folder in whose node_modules the package is
 */
function checkTypes(work) {
  const folder = join(work, 'examples');
  mkdirSync(folder, { recursive: true });
  const files = examples().map((code, index) => {
    const file = join(folder, `example-${index}.ts`);
    writeFileSync(file, `${GIVEN}${code}export {};\n`);
    return file;
  });
  const options = { strict: true, noEmit: true, target: 'es2022', module: 'nodenext', exactOptionalPropertyTypes: true };
  for (const [name, types] of Object.entries({
    plain: { lib: ['es2022'], types: [] },
    browser: { lib: ['es2022', 'dom'], types: [] },
    node: { lib: ['es2022'], types: ['node'] },
  })) {
    const project = join(folder, `tsconfig.${name}.json`);
    writeFileSync(project, JSON.stringify({ compilerOptions: { ...options, ...types }, files }));
    compile(project);
  }
  console.log(`${Object.keys(PAGES).join(', ')}: ${files.length} examples compile`);
}

/** @param {string} project */
function compile(project) {
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', project], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

/** Uses both entries, the solver and threads, and prints that it did. */
const PROGRAM = `
import { AllocationError, createAllocator } from 'dra-allocator';
import { compileSelector } from 'dra-allocator/cel';
import { startsThread } from '#threads';
async function main() {
  let error;
  try { compileSelector('true', { kubernetesVersion: '0.1' }); } catch (thrown) { error = thrown; }
  if (!(error instanceof AllocationError)) throw new Error('an error of selectors is no AllocationError');
  const allocator = await createAllocator(startsThread === undefined ? {} : { workers: 1 });
  const device = (name) => ({ name });
  const outcome = allocator.allocate({
    node: { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n' } },
    claims: [{ apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaim', metadata: { name: 'c' },
      spec: { devices: { requests: [{ name: 'r', exactly: { deviceClassName: 'any' } }] } } }],
    deviceClasses: [{ apiVersion: 'resource.k8s.io/v1', kind: 'DeviceClass', metadata: { name: 'any' }, spec: {} }],
    resourceSlices: [{ apiVersion: 'resource.k8s.io/v1', kind: 'ResourceSlice', metadata: { name: 's' },
      spec: { driver: 'd', nodeName: 'n', pool: { name: 'p', generation: 1, resourceSliceCount: 1 }, devices: [device('a')] } }],
  });
  if (startsThread !== undefined) await startsThread(allocator);
  await allocator.close();
  console.log(outcome.kind);
}
main();
`;

/** Runs a search that is long enough to start a thread, and waits until the thread is ready. */
const THREAD = `
import { hardClaim, hardNode } from './test/support/hard-nodes.ts';
export async function startsThread(allocator) {
  const ready = new Promise((resolve) => process.on('worker', (worker) => worker.on('message', resolve)));
  const cluster = allocator.cluster();
  const any = { apiVersion: 'resource.k8s.io/v1', kind: 'DeviceClass', metadata: { name: 'any' }, spec: {} };
  cluster.apply([any, ...[0, 1, 2].flatMap((index) => hardNode('n' + index, index, { count: 40, percent: 30 }))]);
  await cluster.filterAsync({ claims: [hardClaim(20)], limits: { milliseconds: 2000 } });
  const late = setTimeout(() => { throw new Error('no thread was ready'); }, 30_000);
  await ready;
  clearTimeout(late);
}
`;

/**
 * Resolves `#threads` to a program that starts a thread, or to an empty one on platforms without threads.
 * @param {import('esbuild').Platform | undefined} platform
 * @returns {import('esbuild').Plugin}
 */
function threadsOf(platform) {
  return {
    name: 'threads',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^#threads$/ }, () => ({ path: 'threads', namespace: 'threads' }));
      const contents = platform === 'node' ? THREAD : 'export const startsThread = undefined;';
      onLoad({ filter: /.*/, namespace: 'threads' }, () => ({ contents, resolveDir: root }));
    },
  };
}

/**
 * Bundles both entries with a user's code, and runs the result in another folder, without any file of the package next to it.
 * @param {string} work
 */
async function checkBundles(work) {
  const away = join(work, 'elsewhere');
  mkdirSync(away, { recursive: true });
  /** @type {readonly (readonly [string, import('esbuild').BuildOptions])[]} */
  const ways = [
    ['node.mjs', { platform: 'node', format: 'esm' }],
    ['node.cjs', { platform: 'node', format: 'cjs' }],
    ['browser.mjs', { platform: 'browser', format: 'esm' }],
  ];
  for (const [name, options] of ways) {
    const file = join(away, name);
    const source = { contents: PROGRAM, resolveDir: work, sourcefile: name };
    const plugins = [threadsOf(options.platform)];
    // An empty configuration: entry names resolve to the installed package, not to the sources as in the project's tsconfig.json.
    await build({ stdin: source, bundle: true, outfile: file, logLevel: 'error', tsconfigRaw: {}, plugins, ...options });
    const printed = execFileSync(process.execPath, [file], { cwd: away, encoding: 'utf8' }).trim();
    if (printed !== 'allocated') throw new Error(`bundled as ${name}: '${printed}'`);
  }
  const wasm = join(work, 'wasm.mjs');
  writeFileSync(
    wasm,
    "import { readFileSync } from 'node:fs'; new WebAssembly.Module(readFileSync(new URL(import.meta.resolve('dra-allocator/solver.wasm'))));",
  );
  execFileSync(process.execPath, [wasm], { cwd: work });
  console.log(`bundled: ${ways.map(([name]) => name).join(', ')} run elsewhere`);
}

/** The beginning of the solver in bundles for browsers: compressed, in base64. */
const SOLVER = 'H4sIA';

/**
 * The size budget of apps that use one function of one entry: bytes of the whole bundle, compressed. Raise a number only
 * on purpose, as in scripts/check-package.mjs.
 */
const APPS = /** @type {const} */ ([
  { entry: '', uses: 'createAllocator', most: 372_000 },
  { entry: '/cel', uses: 'compileSelector', most: 102_500 },
  { entry: '/check', uses: 'check', most: 120_000 },
  { entry: '/validate', uses: 'validate', most: 191_000 },
]);

/**
 * Bundles apps that use one entry each. Apps that need no solver contain neither the solver nor the allocator, and each app is within its budget.
 * @param {string} work
 */
async function checkParts(work) {
  for (const { entry, uses, most } of APPS) {
    const source = { contents: `export { ${uses} } from 'dra-allocator${entry}';`, resolveDir: work };
    const form = /** @type {const} */ ({ bundle: true, minify: true, write: false, format: 'esm', platform: 'browser' });
    const { outputFiles, metafile } = await build({ stdin: source, ...form, metafile: true, logLevel: 'error', tsconfigRaw: {} });
    const hasAllocator = Object.keys(metafile.inputs).some((file) => file.endsWith('/index.browser.js'));
    const text = outputFiles[0]?.text ?? '';
    if (hasAllocator !== (entry === '') || text.includes(SOLVER) !== (entry === ''))
      throw new Error(`an app with 'dra-allocator${entry}' alone has ${entry === '' ? 'no solver' : 'the allocator in it'}`);
    const size = gzipSync(text, { level: 9 }).length;
    console.log(`an app with ${uses} of dra-allocator${entry} alone: ${text.length} bytes, ${size} of ${most} compressed`);
    if (size > most)
      throw new Error(`an app with ${uses} of dra-allocator${entry} is above its size budget, APPS in scripts/check-use.mjs`);
  }
}

/**
 * Runs all checks.
 * @param {string} work
 */
export async function checkUse(work) {
  checkTypes(work);
  await checkBundles(work);
  await checkParts(work);
}
