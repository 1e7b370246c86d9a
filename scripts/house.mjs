// Counts files, lines, functions, exports, cycles and more of a checkout, and prints a table: `node scripts/house.mjs [FOLDER]`.
// The default is this checkout.
// Bundle sizes and the cold start are measured in its dist/, if it exists.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parseAst } from 'vitest/node';
import { importsOf } from './import-rules.mjs';

const folder = process.argv[2] ?? join(import.meta.dirname, '..');
const EXPORT = /^export (?:declare |abstract |async )*(?:function\*?|class|interface|type|const|let|enum)\s+\w/;
/** The number of starts of each process; the median counts. */
const ROUNDS = 15;

/**
 * Returns the texts of the TypeScript files in a folder, by path.
 * @param {string} name
 * @returns {Map<string, string>}
 */
function textsIn(name) {
  const files = readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  return new Map(files.map((file) => [posix.join(name, file), readFileSync(join(folder, name, file), 'utf8')]));
}

/**
 * Counts lines that are neither blank nor comments.
 * @param {Iterable<string>} texts
 */
function linesOf(texts) {
  let count = 0;
  for (const text of texts) {
    const code = text.replaceAll(/^\s*\/\*[\s\S]*?\*\//gm, '').split('\n');
    count += code.filter((line) => line.trim() !== '' && !line.trim().startsWith('//')).length;
  }
  return count;
}

/**
 * Returns the line counts of all functions with block bodies, sorted.
 * @param {Map<string, string>} texts
 */
function functionLines(texts) {
  /** @type {number[]} */
  const lengths = [];
  for (const [file, text] of texts) {
    // AssemblyScript allows decorators on functions, and TypeScript does not.
    const plain = text.replaceAll(/^(\s*)@(\w+(?:\([^)]*\))?)/gm, (_, space, name) => `${space} ${' '.repeat(name.length)}`);
    visit(parseAst(plain, { lang: 'ts' }, file), (node) => {
      if (!/Function/.test(node.type) || node.body?.type !== 'BlockStatement') return;
      lengths.push(plain.slice(node.start, node.end).split('\n').length);
    });
  }
  return lengths.sort((left, right) => left - right);
}

/**
 * @param {any} node
 * @param {(node: any) => void} look
 */
function visit(node, look) {
  if (Array.isArray(node)) for (const item of node) visit(item, look);
  else if (typeof node === 'object' && node !== null) {
    if (typeof node.type === 'string') look(node);
    for (const value of Object.values(node)) visit(value, look);
  }
}

/**
 * Counts the exports of files, and the exports with a docstring.
 * @param {Iterable<string>} texts
 */
function exportsOf(texts) {
  let [all, documented] = [0, 0];
  for (const text of texts) {
    const lines = text.split('\n');
    for (const [index, line] of lines.entries()) {
      if (!EXPORT.test(line)) continue;
      all += 1;
      // Decorators stand between comment and export.
      let before = index - 1;
      while (lines[before]?.startsWith('@')) before -= 1;
      if (lines[before]?.trimEnd().endsWith('*/')) documented += 1;
    }
  }
  return `${documented} of ${all}`;
}

/**
 * Counts groups of files that import each other in a cycle, including imports of types, and the files in these groups.
 * @param {Map<string, string>} texts
 */
function cyclesOf(texts) {
  const imports = new Map(
    [...texts].map(([file, text]) => {
      const paths = importsOf(text).map(({ specifier }) => posix.join(posix.dirname(file), specifier).replace(/(?:\.js|\.ts)?$/, '.ts'));
      return [file, paths.filter((path) => texts.has(path))];
    }),
  );
  /** @param {string} start */
  const reachedFrom = (start) => {
    /** @type {Set<string>} */
    const reached = new Set();
    const open = [start];
    for (let file = open.pop(); file !== undefined; file = open.pop()) {
      for (const next of imports.get(file) ?? []) if (!reached.has(next)) open.push(next) && reached.add(next);
    }
    return reached;
  };
  const reached = new Map([...texts.keys()].map((file) => [file, reachedFrom(file)]));
  const inCircles = [...reached].filter(([file, others]) => others.has(file)).map(([file]) => file);
  const groups = new Set(
    inCircles.map((file) => inCircles.filter((other) => reached.get(file)?.has(other) && reached.get(other)?.has(file)).join()),
  );
  return groups.size === 0 ? '0' : `${groups.size} (${inCircles.length} files)`;
}

/**
 * Measures the processor time of a process from start to end, in milliseconds: the median of several runs.
 * @param {readonly string[]} args
 */
function startOf(args) {
  const place = mkdtempSync(join(tmpdir(), 'house-'));
  const probe = join(place, 'probe.cjs');
  writeFileSync(
    probe,
    "process.on('exit', () => { const { user, system } = process.cpuUsage(); process.stderr.write('\\ncpu ' + (user + system)); });",
  );
  const times = Array.from({ length: ROUNDS }, () => {
    const { stderr } = spawnSync(process.execPath, ['--require', probe, ...args], { cwd: folder, encoding: 'utf8' });
    return Number(/\ncpu (\d+)/.exec(stderr)?.[1]) / 1000;
  });
  rmSync(place, { recursive: true });
  return times.sort((left, right) => left - right)[ROUNDS >> 1]?.toFixed(0);
}

/**
 * Returns the bytes of a bundle together with its imports, raw and compressed.
 * @param {string} entry
 */
function bundleSize(entry) {
  const files = new Set([entry]);
  for (const file of files) {
    const text = readFileSync(join(folder, 'dist', file), 'utf8');
    for (const [, name] of text.matchAll(/["']\.\/([\w.-]+\.js)["']/g)) if (name && existsSync(join(folder, 'dist', name))) files.add(name);
  }
  const contents = [...files].map((file) => readFileSync(join(folder, 'dist', file)));
  const [raw, gzip] = [contents, contents.map((content) => gzipSync(content))].map((list) =>
    list.reduce((sum, { length }) => sum + length, 0),
  );
  return `${Math.round((raw ?? 0) / 1000)} / ${Math.round((gzip ?? 0) / 1000)}`;
}

function glossaryEntries() {
  const page = join(folder, 'docs/reference/glossary.md');
  if (!existsSync(page)) return 'none';
  return String(
    readFileSync(page, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('| ')).length - 1,
  );
}

const [src, assembly, test] = [textsIn('src'), textsIn('assembly'), textsIn('test')];
const sources = new Map([...src, ...assembly]);
const lengths = functionLines(sources);
const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
/** @type {[string, string | number | undefined][]} */
const rows = [
  ['source files: src, assembly', `${src.size}, ${assembly.size}`],
  ['test files with tests', [...test.keys()].filter((file) => /\.(?:test|long)\.ts$/.test(file)).length],
  ['lines without comments and blanks: src, assembly', `${linesOf(src.values())}, ${linesOf(assembly.values())}`],
  ['the same of test', linesOf(test.values())],
  [
    'longest file of src and assembly; of test, in lines',
    [sources, test].map((texts) => Math.max(...[...texts.values()].map((text) => text.split('\n').length - 1))).join('; '),
  ],
  ['functions of src and assembly', lengths.length],
  ['their lines: median, p90, most', [lengths[lengths.length >> 1], lengths[Math.floor(lengths.length * 0.9)], lengths.at(-1)].join(', ')],
  ['exports with a docstring', exportsOf(sources.values())],
  ['cycles of imports, types included', cyclesOf(sources)],
  ['entries of the glossary', glossaryEntries()],
  ['dependencies, of development', `${Object.keys(manifest.dependencies ?? {}).length}, ${Object.keys(manifest.devDependencies).length}`],
];
if (existsSync(join(folder, 'dist/cli.js'))) {
  const bundles = ['index.node.js', 'index.browser.js', 'index.workerd.js', 'cel.browser.js', 'cli.js'].filter((file) =>
    existsSync(join(folder, 'dist', file)),
  );
  rows.push(...bundles.map((file) => /** @type {[string, string]} */ ([`${file} with its imports, kB: raw / gzip`, bundleSize(file)])));
  rows.push(['solver.wasm, kB', Math.round(readFileSync(join(folder, 'dist/solver.wasm')).length / 1000)]);
  rows.push(['cold start, ms of processor: --version', startOf(['dist/cli.js', '--version'])]);
  rows.push(['cold start: allocate, the example of the README', startOf(['dist/cli.js', 'allocate', '-f', 'examples/aws-eks-gpu-efa'])]);
}
console.log(['| | count |', '|---|---|', ...rows.map(([what, count]) => `| ${what} | ${count} |`)].join('\n'));
