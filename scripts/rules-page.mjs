// Generates docs/reference/rules.md from the rules of src/validate.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { load } from 'js-yaml';
import { readAnswers, SERVERS } from '../test/cluster/validate/answers.mjs';
import { root } from './fresh.mjs';

/** @typedef {import('../src/apps/cli/validate/rules.js').ListedRule} ListedRule */
/** @typedef {{ readonly rule: ListedRule, readonly kinds: readonly string[], readonly examples: { readonly bad: string, readonly good: string } | undefined }} Entry */

/** The path of the page, relative to the repository. */
export const RULES_PAGE = 'docs/reference/rules.md';

/** Returns the generated page. */
export async function rulesPage() {
  const { outputFiles } = await build({
    stdin: {
      contents:
        "export { ALL_RULES } from './src/apps/cli/validate/rules.js'; export { examplesOf, kindsOf } from './src/apps/cli/print/rule.js';",
      resolveDir: root,
    },
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
    // Node must load the package from a path: modules at a data address cannot resolve packages.
    alias: { re2js: join(root, 'node_modules/re2js') },
  });
  const text = /** @type {import('esbuild').OutputFile} */ (outputFiles[0]).text;
  const { ALL_RULES, examplesOf, kindsOf } = await import(`data:text/javascript;base64,${Buffer.from(text).toString('base64')}`);
  const entries = ALL_RULES.map((/** @type {ListedRule} */ rule) => ({ rule, kinds: kindsOf(rule), examples: examplesOf(rule) }));
  return formatRulesPage(entries, comparison());
}

const RECORDED = 'test/cluster/validate';

/** Returns the sentences about the comparison of the rules with API servers, from the recorded answers. */
export function comparison() {
  const objects = Math.max(...SERVERS.map((server) => readAnswers(server).size));
  const versions = [...new Set(SERVERS.map(({ version }) => version))].sort();
  const fewer = [...new Set(SERVERS.flatMap(({ every }) => (every === 1 ? [] : [every])))];
  const differences = /** @type {readonly object[]} */ (load(readFileSync(join(root, RECORDED, 'differences.yaml'), 'utf8'))).length;
  const but = differences === 0 ? '' : `, but for ${differences} listed differences in the fields`;
  return [
    `The errors match real API servers of ${versions.slice(0, -1).join(', ')} and ${versions.at(-1)}, with default gates and with all gates.`,
    `The comparison has ${objects.toLocaleString('en-US')} valid and invalid objects.`,
    `Servers before ${versions.at(-1)} answered every expression, and 1 object in ${fewer.join(' or ')}.`,
    `Only ${versions.at(-1)} answered for affinity, topology spread, volumes and storage.`,
    `Acceptance is equal for each object, and the errors name the same fields${but}. \`npm test\` repeats the comparison with recorded answers.`,
  ];
}

/**
 * Formats rules as Markdown: a table of all, then each with its examples.
 * @param {readonly Entry[]} entries
 * @param {readonly string[]} compared
 */
export function formatRulesPage(entries, compared) {
  const rows = entries.map(({ rule: { id, severity, says } }) => `| [\`${id}\`](#${id}) | ${severity} | ${cell(says)} |`);
  const intro = [
    '# Rules',
    '',
    'For authors of manifests who look up a finding of `dra-allocator validate`.',
    '',
    '<!-- Made by `npm run docs` from src/validate. Change it there. -->',
    '',
    '`dra-allocator rules` lists the rules too. Each has an example with lines that violate it, and lines that do not.',
    '',
    '- An error is a manifest that an API server rejects on creation.',
    '- A warning is a manifest that an API server accepts, but that can never work, or works differently than intended.',
    '',
    'The kinds of resource.k8s.io, PodGroup and ResourceQuota are checked completely.',
    'For pods, pod templates and Workloads, every field is decoded strictly.',
    'Affinity, topology spread, and the sources of volumes that affect scheduling are checked completely.',
    'So are PersistentVolumes with these sources, their claims, the kinds of storage.k8s.io except VolumeAttributesClass, and PodDisruptionBudget.',
    'The content of other volumes, probes and security contexts is left to the API server.',
    'The same holds for the specs of Node, Namespace and PriorityClass.',
    'For custom resources whose controllers create pods from templates, such as JobSet, findings about the pods are warnings.',
    '',
    ...compared,
    '',
    '| rule | severity | message |',
    '|---|---|---|',
    ...rows,
  ];
  return `${[...intro, ...entries.map(section)].join('\n')}\n`;
}

/** @param {Entry} entry */
function section({ rule: { id, severity, says, link }, kinds, examples }) {
  const about = [severity, ...(kinds.length === 0 ? [] : [kinds.join(', ')]), ...(link === undefined ? [] : [`[reference](${link})`])];
  const shown = examples === undefined ? '' : `\n${difference(examples)}`;
  return `\n## ${id}\n\n${says}\n\n${about.join(' · ')}\n${shown}`.trimEnd();
}

/** The lines of an example around a difference, and the most lines on each side. */
const CONTEXT = 3;
const MOST_LINES = 20;
const MOST_CHARACTERS = 120;

/**
 * Returns the lines of the bad example that differ in the good one, with some equal lines around them.
 * @param {{ readonly bad: string, readonly good: string }} examples
 */
function difference({ bad, good }) {
  const [left, right] = [bad, good].map((text) => text.trimEnd().split('\n'));
  if (left === undefined || right === undefined) return '';
  let start = 0;
  while (start < left.length && left[start] === right[start]) start++;
  let end = 0;
  while (end < Math.min(left.length, right.length) - start && left.at(-1 - end) === right.at(-1 - end)) end++;
  const before = left.slice(Math.max(0, start - CONTEXT), start);
  const after = left.slice(left.length - end).slice(0, CONTEXT);
  const lines = [
    ...before.map((line) => ` ${line}`),
    ...cut(left.slice(start, left.length - end)).map((line) => `-${line}`),
    ...cut(right.slice(start, right.length - end)).map((line) => `+${line}`),
    ...after.map((line) => ` ${line}`),
  ];
  return `\`\`\`diff\n${lines.join('\n')}\n\`\`\`\n`;
}

/** @param {readonly string[]} lines */
function cut(lines) {
  const shown = lines.slice(0, MOST_LINES).map((line) => (line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS)}...` : line));
  return lines.length > MOST_LINES ? [...shown, `# ... ${lines.length - MOST_LINES} more lines`] : shown;
}

/** @param {string} text */
function cell(text) {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
