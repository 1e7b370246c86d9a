// The layers of ARCHITECTURE.md as a table, and the rule that imports obey them.

import { posix } from 'node:path';

/**
 * The imports that a layer may have: other layers, packages, and Node's modules.
 * @typedef {{ layers: readonly string[], packages?: readonly string[], node?: true }} Layer
 */

/** Layers for Kubernetes objects and texts. */
const core = ['core/base', 'core/read', 'core/quantity', 'core/features', 'core/api'];
/** Layers for claims on nodes, without the evaluators. Other layers import only the interface and the factory of evaluators. */
const allocation = [
  ...['allocator/pools', 'allocator/encode', 'allocator/kernel', 'allocator/decode', 'allocator/evaluate'],
  ...['allocator/certificate.ts', 'allocator/score.ts'],
];
const scheduler = [
  'scheduler/pods',
  'scheduler/profile',
  'scheduler/filters',
  'scheduler/scores',
  'scheduler/volumes',
  'scheduler/cluster',
  'scheduler/preemption',
];
/** The layers below the public surface and the programs. */
const inner = [
  ...[...core, 'cel', ...scheduler, ...allocation],
  ...['cluster', 'placement', 'explain', 'explain/suggest', 'explain/certificate', 'explain/check', 'explain/certified-node.ts'],
];
const surface = ['index.ts', 'library', 'library/pods', 'platform'];

/**
 * Layers by their paths below src/ (and assembly/). A file belongs to the longest path that contains it; `*` stands for the rest of a name. A layer
 * may import only the layers that it lists, and its files may import each other. The folders directly in src/ have no cycle, which a test checks.
 * @type {Readonly<Record<string, Layer>>}
 */
export const LAYERS = {
  'core/base': { layers: [] },
  'core/read': { layers: ['core/base'], packages: ['js-yaml'] },
  'core/quantity': { layers: ['core/base'] },
  'core/features': { layers: ['core/base'] },
  'core/api': { layers: ['core/base', 'core/quantity'] },
  cel: { layers: ['core/base', 'core/quantity', 'core/features', 'core/api'], packages: ['re2js'] },
  'scheduler/pods': { layers: ['core/base', 'core/quantity', 'core/api'] },
  'scheduler/profile': { layers: ['core/base', 'core/features', 'core/api', 'scheduler/pods'] },
  'scheduler/filters': { layers: ['core/base', 'core/quantity', 'core/features', 'core/api', 'scheduler/pods', 'scheduler/profile'] },
  'scheduler/scores': {
    layers: ['core/base', 'core/quantity', 'core/features', 'core/api', 'scheduler/pods', 'scheduler/profile', 'scheduler/filters'],
  },
  'scheduler/cluster': {
    layers: ['core/base', 'core/api', 'scheduler/profile', 'scheduler/filters', 'scheduler/scores', 'scheduler/volumes'],
  },
  'scheduler/volumes': {
    layers: [
      ...['core/base', 'core/quantity', 'core/features', 'core/api'],
      ...['scheduler/pods', 'scheduler/profile', 'scheduler/filters', 'scheduler/scores'],
    ],
  },
  'scheduler/preemption': { layers: ['core/base', 'core/api', 'scheduler/pods', 'scheduler/filters'] },
  'allocator/certificate.ts': { layers: [] },
  'allocator/score.ts': { layers: ['core/base', 'core/api'] },
  'allocator/pools': { layers: ['core/base', 'core/features', 'core/api'] },
  'allocator/kernel': { layers: ['core/base', 'assembly/*layout'] },
  'allocator/encode': {
    layers: ['core/base', 'core/quantity', 'core/features', 'core/api', 'cel', 'allocator/pools', 'allocator/kernel'],
  },
  'allocator/decode': {
    layers: ['core/base', 'core/quantity', 'core/features', 'core/api', 'allocator/pools', 'allocator/kernel', 'allocator/encode'],
  },
  'allocator/evaluate': {
    layers: [
      ...['core/base', 'core/features', 'core/api', 'cel', 'allocator/certificate.ts', 'allocator/score.ts'],
      ...['allocator/pools', 'allocator/kernel', 'allocator/encode', 'allocator/decode'],
    ],
  },
  'allocator/evaluate/one-node': {
    layers: [
      ...['core/base', 'core/api', 'allocator/pools', 'allocator/kernel', 'allocator/encode', 'allocator/decode', 'allocator/evaluate'],
    ],
  },
  validate: { layers: ['core/base', 'core/quantity', 'core/features', 'core/api', 'cel', 'allocator/pools', 'scheduler/pods'] },
  'allocator/evaluate/forked': { layers: ['core/base', 'core/api', 'allocator/pools', 'allocator/score.ts', 'allocator/evaluate'] },
  'allocator/evaluate/resident': {
    layers: [
      ...['core/base', 'core/features', 'core/api', 'cel', 'allocator/score.ts', 'allocator/pools', 'allocator/kernel'],
      ...['allocator/encode', 'allocator/decode', 'allocator/evaluate', 'allocator/evaluate/forked'],
    ],
  },
  'allocator/evaluate/evaluators.ts': { layers: ['allocator/evaluate', 'allocator/evaluate/one-node', 'allocator/evaluate/resident'] },
  cluster: { layers: [...core, 'cel', ...scheduler, ...allocation] },
  placement: {
    layers: [...core, 'cel', ...scheduler, ...allocation, 'cluster', 'explain/suggest', 'explain/certified-node.ts'],
  },
  'explain/check': {
    layers: ['core/base', 'core/quantity', 'core/features', 'core/api', 'cel', 'allocator/certificate.ts'],
  },
  'explain/certificate': { layers: ['core/base', 'core/features', 'cel', 'allocator/certificate.ts', 'explain/check'] },
  'explain/certified-node.ts': {
    layers: [
      ...['core/base', 'core/api', 'allocator/certificate.ts', 'allocator/pools', 'allocator/evaluate'],
      ...['explain/check', 'explain/certificate'],
    ],
  },
  explain: {
    layers: [...['core/base', 'core/quantity', 'core/features', 'core/api', 'cel', 'scheduler/pods', 'scheduler/filters'], ...allocation],
  },
  'explain/suggest': {
    layers: [
      ...['core/base', 'core/quantity', 'core/api', 'cel', 'scheduler/pods', 'scheduler/filters', 'scheduler/volumes'],
      ...['allocator/pools', 'allocator/kernel', 'allocator/encode', 'allocator/decode', 'allocator/evaluate', 'explain'],
    ],
  },
  library: { layers: [...inner, 'allocator/evaluate/evaluators.ts', 'platform'] },
  'library/pods': { layers: inner },
  'index.ts': { layers: [...inner, 'library', 'platform'] },
  planning: { layers: [...inner, 'library'] },
  harness: { layers: ['core/base', 'core/read', 'core/features', 'core/api', 'index.ts', 'library/pods', 'platform'] },
  classic: {
    layers: [
      ...['core/base', 'core/read', 'core/quantity', 'core/features', 'core/api', 'cel', ...scheduler],
      ...['allocator/decode', 'library', 'index.ts', 'platform'],
    ],
  },
  platform: { layers: ['core/base', 'allocator/kernel'], packages: ['#solver-text', '#solver-module'] },
  'platform/node*': { layers: ['core/base', 'allocator/kernel', 'platform'], packages: ['#node-files'], node: true },
  'apps/cli': { layers: [...inner, ...surface, 'validate', 'classic', 'planning'], packages: ['d3-scale', 'd3-shape'], node: true },
  'apps/playground': {
    layers: [...inner, ...surface, 'validate', 'apps/cli'],
    packages: [
      'preact',
      ...['autocomplete', 'commands', 'lang-yaml', 'language', 'lint', 'search', 'state', 'view'].map((name) => `@codemirror/${name}`),
      '@lezer/highlight',
    ],
  },
  'assembly/*layout': { layers: [] },
  assembly: { layers: ['assembly/*layout'] },
};

/** A forbidden import. @typedef {{ file: string, line: number, message: string }} Finding */

/**
 * Finds imports that break the layers: wrong directions, and packages and Node modules in the wrong place. Also finds cycles, including
 * imports of types: files that need each other should be one file.
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

/** The layers, longest path first, each with a pattern for its files. */
const BY_LENGTH = Object.keys(LAYERS)
  .sort((one, other) => other.length - one.length)
  .map((layer) => ({ layer, pattern: patternOf(layer) }));

/** @param {string} layer */
function patternOf(layer) {
  const name = layer.replaceAll('.', String.raw`\.`).replaceAll('*', String.raw`[\w.-]*`);
  return new RegExp(`^(?:src/)?${name}${/[*]|\.ts$/.test(layer) ? String.raw`(?:\.ts)?$` : '/'}`);
}

/**
 * Returns the layer of a file: the longest path of the table that contains it; undefined if none exists.
 * @param {string} file
 */
export function layerOf(file) {
  if (!/^(?:src|assembly)\//.test(file)) return undefined;
  return BY_LENGTH.find(({ pattern }) => pattern.test(file))?.layer;
}

/**
 * Returns the folders directly in src/ from whose layers a folder may import, without the folder itself. Programs of apps/ count separately.
 * @param {string} folder
 */
export function foldersImportedBy(folder) {
  const own = Object.keys(LAYERS).filter((layer) => folderOf(layer) === folder);
  const imported = own.flatMap((layer) => LAYERS[layer]?.layers ?? []).map(folderOf);
  return [...new Set(imported)].filter((each) => each !== folder && each !== 'assembly').sort();
}

/** @param {string} layer */
function folderOf(layer) {
  return /^apps\/[^/]+/.exec(layer)?.[0] ?? /** @type {string} */ (layer.split('/')[0]);
}

/**
 * Returns the modules that a source names in imports, exports, dynamic imports and types. Relies on the formatter, which starts every
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
 * Returns the file that an import refers to; undefined for a package.
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
      : `'${specifier}' is Node's: it would break browsers; only src/platform/node.ts and src/apps/cli/ may use it, so pass in what is needed`;
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
 * Returns one finding for each cycle that a walk over all files meets.
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
