// The layers of ARCHITECTURE.md as a table, and the rule that imports keep to it.

import { posix } from 'node:path';

/**
 * The imports that a layer may have: other layers, packages, and Node's own modules.
 * @typedef {{ layers: readonly string[], packages?: readonly string[], node?: true }} Layer
 */

/** Inner layers that cluster/ and what lies above it may use: of the evaluators no more than their factory. */
const inner = [
  'base',
  'read',
  'quantity',
  'features',
  'api',
  'cel',
  'pools',
  'kernel',
  'encode',
  'decode',
  'explain',
  'certificate',
  'certificate-format',
  'check',
  'suggest',
  'schedule',
  'filters',
  'scores',
  'evaluate',
  'validate',
];
const facade = [...inner, 'evaluators', 'cluster', 'entry', 'platform'];

/**
 * Files of one layer may always import each other. `entry` is src/index.ts and src/allocator.ts, `evaluators` is
 * src/evaluate/evaluators.ts; `platform-node` is the part of src/platform/ that runs on Node. Every folder in src/ may import `base`.
 * @type {Readonly<Record<string, Layer>>}
 */
export const LAYERS = {
  base: { layers: [] },
  read: { layers: ['base'], packages: ['js-yaml'] },
  quantity: { layers: ['base'] },
  features: { layers: ['base'] },
  api: { layers: ['base', 'quantity'] },
  cel: { layers: ['base', 'api', 'quantity', 'features'], packages: ['re2js'] },
  validate: { layers: ['base', 'api', 'cel', 'quantity', 'features', 'pools', 'schedule'] },
  pools: { layers: ['base', 'api', 'features'] },
  kernel: { layers: ['base', 'layout'] },
  encode: { layers: ['base', 'api', 'cel', 'pools', 'kernel', 'features', 'quantity'] },
  decode: { layers: ['base', 'api', 'encode', 'pools', 'kernel', 'features', 'quantity'] },
  'certificate-format': { layers: [] },
  check: { layers: ['base', 'api', 'cel', 'quantity', 'features', 'certificate-format'] },
  certificate: { layers: ['base', 'cel', 'features', 'check', 'certificate-format'] },
  explain: {
    layers: [
      'base',
      'certificate-format',
      'api',
      'cel',
      'quantity',
      'features',
      'pools',
      'encode',
      'decode',
      'kernel',
      'evaluate',
      'filters',
      'schedule',
    ],
  },
  suggest: {
    layers: ['base', 'api', 'cel', 'pools', 'quantity', 'encode', 'decode', 'kernel', 'evaluate', 'filters', 'explain', 'schedule'],
  },
  schedule: { layers: ['base', 'api', 'quantity'] },
  filters: { layers: ['base', 'api', 'quantity', 'features', 'schedule'] },
  scores: { layers: ['base', 'api', 'quantity', 'features', 'schedule', 'filters'] },
  evaluate: { layers: ['base', 'certificate-format', 'api', 'cel', 'pools', 'kernel', 'encode', 'decode', 'features', 'schedule'] },
  forked: { layers: ['base', 'api', 'pools', 'schedule', 'evaluate'] },
  'one-node': { layers: ['base', 'api', 'pools', 'kernel', 'encode', 'decode', 'evaluate'] },
  resident: { layers: ['base', 'api', 'cel', 'pools', 'kernel', 'encode', 'decode', 'features', 'schedule', 'evaluate', 'forked'] },
  evaluators: { layers: ['evaluate', 'one-node', 'resident'] },
  cluster: { layers: [...inner, 'evaluators'] },
  entry: { layers: facade },
  pods: { layers: [...inner, 'cluster'] },
  simulate: { layers: [...inner, 'cluster'] },
  harness: { layers: ['base', 'read', 'api', 'features', 'pods', 'entry'] },
  classic: {
    layers: ['base', 'read', 'api', 'cel', 'quantity', 'features', 'decode', 'filters', 'schedule', 'scores', 'entry', 'platform'],
  },
  platform: { layers: ['base', 'kernel'], packages: ['#solver-text', '#solver-module'] },
  'platform-node': { layers: ['base', 'kernel', 'platform'], packages: ['#node-files'], node: true },
  cli: { layers: [...facade, 'classic', 'simulate'], packages: ['d3-scale', 'd3-shape'], node: true },
  playground: {
    layers: [...facade, 'cli'],
    packages: [
      'preact',
      ...['autocomplete', 'commands', 'lang-yaml', 'language', 'lint', 'search', 'state', 'view'].map((name) => `@codemirror/${name}`),
      '@lezer/highlight',
    ],
  },
  layout: { layers: [] },
  assembly: { layers: ['layout'] },
};

/** One import that should not be. @typedef {{ file: string, line: number, message: string }} Finding */

/**
 * Finds what breaks the layers: wrong directions, packages and Node modules where they do not belong, and cycles,
 * of types as well: files that need each other to be read are one file.
 * @param {ReadonlyMap<string, string>} sources text by path, relative to the repository
 * @returns {Finding[]}
 */
export function checkImports(sources) {
  /** @type {Finding[]} */
  const findings = [];
  /** @type {Map<string, Edge[]>} */
  const graph = new Map();
  for (const [file, text] of sources) {
    const layer = layerOf(file);
    if (layer === undefined) {
      findings.push({
        file,
        line: 1,
        message: `no layer for this file: add its folder to ARCHITECTURE.md and to LAYERS in scripts/import-rules.mjs`,
      });
      continue;
    }
    /** @type {Edge[]} */
    const edges = [];
    for (const found of importsOf(text)) {
      const target = resolve(file, found.specifier, sources);
      const message = target === undefined ? checkPackage(layer, found.specifier) : checkLayer(layer, layerOf(target), found.specifier);
      if (message !== undefined) findings.push({ file, line: found.line, message });
      if (target !== undefined) edges.push({ target, line: found.line });
    }
    graph.set(file, edges);
  }
  return [...findings, ...findCycles(graph)];
}

/** @typedef {{ target: string, line: number }} Edge */

/**
 * The layer that a file belongs to; undefined when there is none.
 * @param {string} file
 */
export function layerOf(file) {
  if (/^assembly\/((pass|bounds)-)?layout\.ts$/.test(file)) return 'layout';
  if (file.startsWith('assembly/')) return 'assembly';
  if (/^src\/(index|allocator)\.ts$/.test(file)) return 'entry';
  if (file === 'src/evaluate/evaluators.ts') return 'evaluators';
  if (file === 'src/certificate/certificate.ts') return 'certificate-format';
  if (/^src\/platform\/node[^/]*$/.test(file)) return 'platform-node';
  const evaluator = /^src\/evaluate\/(one-node|forked|resident)\//.exec(file)?.[1];
  if (evaluator !== undefined) return evaluator;
  const folder = /^src\/([^/]+)\//.exec(file)?.[1];
  return folder !== undefined && Object.hasOwn(LAYERS, folder) ? folder : undefined;
}

/**
 * The modules that a source names in imports, exports, dynamic imports and types. Relies on the formatter, which starts every
 * import and export at the beginning of a line.
 * @param {string} text
 */
export function importsOf(text) {
  const found = [];
  const statement = /^(?:import|export)\b(?:[^'"`;=()]*?\bfrom)?\s*['"]([^'"]+)['"]/gm;
  const expression = /^(?!\s*(?:\/\/|\*|\/\*)).*?\bimport\(\s*['"]([^'"]+)['"]/gm;
  for (const pattern of [statement, expression]) {
    for (const match of text.matchAll(pattern)) {
      const end = match.index + match[0].length;
      found.push({ specifier: /** @type {string} */ (match[1]), line: text.slice(0, end).split('\n').length });
    }
  }
  return found.sort((left, right) => left.line - right.line);
}

/**
 * The file that an import means; undefined for a package.
 * @param {string} file
 * @param {string} specifier
 * @param {ReadonlyMap<string, string>} sources
 */
function resolve(file, specifier, sources) {
  if (specifier === '#platform') return 'src/platform/browser.ts';
  if (!specifier.startsWith('.')) return undefined;
  const path = posix.join(posix.dirname(file), specifier).replace(/\.js$/, '');
  return [`${path}.ts`, `${path}.tsx`, `${path}.d.ts`].find((candidate) => sources.has(candidate)) ?? `${path}.ts`;
}

/**
 * @param {string} layer
 * @param {string} specifier
 */
function checkPackage(layer, specifier) {
  const { packages = [], node } = /** @type {Layer} */ (LAYERS[layer]);
  if (specifier.startsWith('node:')) {
    return node
      ? undefined
      : `'${specifier}' is Node's: it would break browsers; only src/platform/node.ts and src/cli/ may use it, so pass in what is needed`;
  }
  if (packages.some((name) => specifier === name || specifier.startsWith(`${name}/`))) return undefined;
  const owners = Object.keys(LAYERS).filter((name) => LAYERS[name]?.packages?.includes(specifier));
  const hint =
    owners.length > 0 ? `only ${owners.join(' and ')} may: go through it` : 'no layer may: see LAYERS in scripts/import-rules.mjs';
  return `${layer} imports the package '${specifier}'; ${hint}`;
}

/**
 * @param {string} layer
 * @param {string | undefined} target
 * @param {string} specifier
 */
function checkLayer(layer, target, specifier) {
  const { layers } = /** @type {Layer} */ (LAYERS[layer]);
  if (target === layer || (target !== undefined && layers.includes(target))) return undefined;
  const allowed = layers.length > 0 ? layers.join(', ') : 'nothing';
  return `${layer} imports '${specifier}' of ${target ?? 'no layer'}, but may import ${allowed}; move what is shared to a layer below both`;
}

/**
 * One finding for each cycle that a walk over all files meets.
 * @param {ReadonlyMap<string, readonly Edge[]>} graph
 * @returns {Finding[]}
 */
function findCycles(graph) {
  /** @type {Finding[]} */
  const findings = [];
  /** @type {Set<string>} */
  const done = new Set();
  /** @type {string[]} */
  const path = [];
  /** @param {string} file */
  const visit = (file) => {
    path.push(file);
    for (const { target, line } of graph.get(file) ?? []) {
      const start = path.indexOf(target);
      if (start >= 0) {
        const cycle = [...path.slice(start), target].join(' -> ');
        findings.push({ file, line, message: `imports form a cycle: ${cycle}; move what both need to a file of its own` });
      } else if (!done.has(target)) visit(target);
    }
    path.pop();
    done.add(file);
  };
  for (const file of graph.keys()) if (!done.has(file)) visit(file);
  return findings;
}
